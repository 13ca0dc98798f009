import type { Finding } from '../findings/finding';
import { keysIn, shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { asText, isMap } from '../kube/object';
import { type FieldFact, IP_FAMILIES, NETWORK_FIELDS } from './facts';
import { CLOUD_PATH, configText, isHalfReference, isReference, PROVIDER_PATH } from './view';

/** What is wrong with the shape of a value, or with how the controller reads it. */
export function checkShape({ shape }: FieldFact, value: unknown, place: string): Finding[] {
  switch (shape) {
    case 'text':
      return checkText(value, place);
    case 'texts':
      return checkList(value, place, checkText);
    case 'strings':
      return checkList(value, place, checkString);
    case 'string':
      return value === null ? [] : checkString(value, place);
    case 'integer':
      return value === null || Number.isInteger(value) ? [] : wrongShape(place, value, 'a whole number');
    case 'flag':
      return value === null || typeof value === 'boolean' || isMap(value)
        ? checkReference(value, place)
        : wrongShape(place, value, 'true or false, without quotes');
  }
}

/** What is below `network`, which is read as strictly as everything else. */
export function checkNetwork(network: unknown): Finding[] {
  if (network === undefined || network === null) {
    return [];
  }
  const path = `${PROVIDER_PATH}.network`;
  if (!isMap(network)) {
    return [refused(path, `${shownValue(network)} is not a map`, 'write a map')];
  }
  const { ipFamily } = network;
  const dns = isMap(network.dns) ? Object.keys(network.dns).map((key) => `dns.${key}`) : [];
  const keys = [...Object.keys(network).filter((key) => key !== 'dns'), ...dns];
  const known = Object.keys(NETWORK_FIELDS);
  return [
    ...keys
      .filter((key) => !known.some((each) => each.toLowerCase() === key.toLowerCase()))
      .map((key) => refused(`${path}.${key}`, `a network has no ${key}`, chooseFrom(key, known))),
    ...(ipFamily === undefined || ipFamily === '' || IP_FAMILIES.some((each) => each === ipFamily)
      ? []
      : [
          refused(
            `${path}.ipFamily`,
            `${shownValue(ipFamily)} is not a family of addresses`,
            chooseFrom(asText(ipFamily), IP_FAMILIES),
          ),
        ]),
  ];
}

/** A value of another shape than the controller reads. */
export function wrongShape(place: string, value: unknown, wanted: string): Finding[] {
  return [refused(`${CLOUD_PATH}.${place}`, `${shownAt(value, place)} is not ${wanted}`, `write ${wanted}`)];
}

/** What the strict reader refuses. */
export function refused(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV602',
    severity: 'error',
    path,
    what,
    why: 'The controller reads its provider spec strictly: its webhook refuses the MachineDeployment, also when only replicas change',
    fix,
    source: 'machine-controller sdk/jsonutil/strict.go, from v1.44.0',
  };
}

function checkList(value: unknown, place: string, check: (item: unknown, place: string) => Finding[]): Finding[] {
  if (value === null) {
    return [];
  }
  return Array.isArray(value)
    ? value.flatMap((item, i) => check(item, `${place}[${i}]`))
    : wrongShape(place, value, 'a list');
}

function checkString(value: unknown, place: string): Finding[] {
  return typeof value === 'string' ? [] : wrongShape(place, value, 'text, in quotes');
}

function checkText(value: unknown, place: string): Finding[] {
  if (Array.isArray(value)) {
    return wrongShape(place, value, 'text');
  }
  if (value === null) {
    return [
      misread(
        place,
        'null is read as the text "null"',
        'The controller takes the bytes as they are, and machines are made with that text',
        'leave the key out',
      ),
    ];
  }
  const text = configText(value);
  return text !== undefined && /["\\\n\r]/.test(text)
    ? [
        {
          ...misread(
            place,
            `${shownAt(text, place)} has a quote, a backslash or a line break`,
            'The controller does not escape what it writes back, so that the text becomes another one or cannot be read',
            'write it without, or put it into a Secret or ConfigMap and refer to that',
          ),
          severity: 'warning',
        },
      ]
    : checkReference(value, place);
}

/** A map of which the controller takes nothing, or not what was meant: it reads the inside of a reference leniently. */
function checkReference(value: unknown, place: string): Finding[] {
  if (!isMap(value) || isReference(value)) {
    return [];
  }
  if (isHalfReference(value)) {
    return [
      misread(
        place,
        'the reference lacks its namespace, name or key',
        'The controller passes over a reference that is not complete and takes the value beside it, or nothing',
        'write namespace, name and key',
      ),
    ];
  }
  const others = Object.keys(value).filter((key) => !['value', 'secretKeyRef', 'configMapKeyRef'].includes(key));
  return others.length === 0
    ? []
    : [
        misread(
          place,
          `${others.join(', ')} is nothing that the controller looks for here`,
          'It takes a value, a secretKeyRef or a configMapKeyRef, and passes over everything else without a word',
          chooseFrom(others[0]!, ['secretKeyRef', 'configMapKeyRef', 'value']),
        ),
      ];
}

function misread(place: string, what: string, why: string, fix: string): Finding {
  return {
    code: 'PV603',
    severity: 'error',
    path: `${CLOUD_PATH}.${place}`,
    what,
    why,
    fix,
    source: 'machine-controller sdk/providerconfig/types.go, configvar/resolver.go',
  };
}

function shownAt(value: unknown, place: string): string {
  return shownValue(value, keysIn(place));
}
