import type { Finding } from '../findings/finding';
import { keysIn, shownValue } from '../findings/secrets/shown-value';
import { chooseFrom } from '../findings/suggestion';
import { asText, isMap } from '../kube/object';
import { atLeast, type Release } from '../kube/release';
import { generationOf } from '../placement/presets';
import {
  ENVELOPE,
  FIELDS,
  type FieldFact,
  fieldFact,
  fieldsOf,
  hasField,
  IP_FAMILIES,
  NETWORK_FIELDS,
  PROPOSED_PRESETS,
  releasesOf,
} from './facts';
import {
  CLOUD_PATH,
  configText,
  isHalfReference,
  isReference,
  type MachineDeploymentView,
  PROVIDER_PATH,
} from './view';

/** Which controller a MachineDeployment is judged for. */
export interface ControllerContext {
  readonly controller: Release;
  /** Whether that is what the cluster runs, and not only the newest that is known. */
  readonly isTold: boolean;
}

/** What the strict reader of the controller rejects, and what it reads and does nothing with. */
export function checkFields(view: MachineDeploymentView, context: ControllerContext): Finding[] {
  const envelope = Object.keys(view.provider)
    .filter((key) => !ENVELOPE.some((known) => known.toLowerCase() === key.toLowerCase()))
    .map((key) => refused(`${PROVIDER_PATH}.${key}`, `the provider spec has no ${key}`, chooseFrom(key, ENVELOPE)));
  const cloud = view.isProposal
    ? Object.fromEntries(Object.entries(view.cloud).filter(([key]) => !PROPOSED_PRESETS.some((name) => name === key)))
    : view.cloud;
  return [...envelope, ...checkNetwork(view.provider.network), ...checkMap(cloud, '', '', context)];
}

const PREFIXES: ReadonlySet<string> = new Set(
  Object.keys(FIELDS).flatMap((path) => {
    const steps = path.split('.');
    return steps.slice(1).map((_, i) => steps.slice(0, i + 1).join('.'));
  }),
);

/** Go matches keys in any case, so the table is asked for the spelling that it has. */
const SPELLINGS: ReadonlyMap<string, string> = new Map(
  [...Object.keys(FIELDS), ...PREFIXES].map((path) => [path.toLowerCase(), path]),
);

function checkMap(
  map: Readonly<Record<string, unknown>>,
  prefix: string,
  shown: string,
  context: ControllerContext,
): Finding[] {
  return Object.entries(map).flatMap(([key, value]) => {
    const path = `${prefix}${key}`;
    const place = `${shown}${key}`;
    const known = SPELLINGS.get(path.toLowerCase());
    const list = SPELLINGS.get(`${path.toLowerCase()}[]`);
    const fact = known === undefined ? undefined : fieldFact(known);
    if (known !== undefined && fact !== undefined) {
      return checkField(known, fact, value, place, context);
    }
    if (known !== undefined && isKnownPrefix(`${known}.`, context.controller)) {
      if (value === null) {
        return [];
      }
      return isMap(value) ? checkMap(value, `${known}.`, `${place}.`, context) : wrongShape(place, value, 'a map');
    }
    if (list !== undefined && isKnownPrefix(`${list}.`, context.controller)) {
      if (value === null) {
        return [];
      }
      return Array.isArray(value)
        ? value.flatMap((item, i) =>
            isMap(item)
              ? checkMap(item, `${list}.`, `${place}[${i}].`, context)
              : wrongShape(`${place}[${i}]`, item, 'a map'),
          )
        : wrongShape(place, value, 'a list');
    }
    return [unknownKey(path, place, known ?? list, context)];
  });
}

function isKnownPrefix(prefix: string, controller: Release): boolean {
  return fieldsOf(controller).some((path) => path.startsWith(prefix));
}

function checkField(
  path: string,
  fact: FieldFact,
  value: unknown,
  place: string,
  context: ControllerContext,
): Finding[] {
  const { controller, isTold } = context;
  if (!hasField(path, controller)) {
    return [
      {
        ...refused(
          `${CLOUD_PATH}.${place}`,
          `machine-controller ${controller} has no ${path}: ${releasesOf(fact)}`,
          isTold ? movedTo(path) : `say which controller it is for, as --machine-controller 1.45; ${movedTo(path)}`,
        ),
        severity: isTold ? 'error' : 'warning',
      },
    ];
  }
  const unreadable = checkShape(fact, value, place);
  if (unreadable.length > 0) {
    return unreadable;
  }
  return fact.ignoredSince !== undefined && atLeast(controller, fact.ignoredSince) && isWritten(value)
    ? [ignored(path, value, place, fact, context)]
    : [];
}

function isWritten(value: unknown): boolean {
  return value !== null && configText(value) !== '';
}

function ignored(
  path: string,
  value: unknown,
  place: string,
  { ignoredSince }: FieldFact,
  { controller }: ControllerContext,
): Finding {
  const text = configText(value) ?? 'a reference';
  const anti = path.endsWith('podAntiAffinityPreset');
  const instead = path.startsWith('virtualMachine.instancetype.')
    ? 'leave it out: the controller looks the instance type up by its name'
    : !path.startsWith('affinity.')
      ? 'write instancetype and preference'
      : !anti
        ? 'choose the place itself with nodeAffinityPreset, as kubernetes.io/hostname'
        : text.toLowerCase() === 'hard'
          ? 'write a topologySpreadConstraint for kubernetes.io/hostname with DoNotSchedule, which is weaker: once ' +
            'every host has a machine, a second one is allowed'
          : 'leave it out: the controller spreads machines over hosts by itself where it can';
  return {
    code: 'PV601',
    severity: 'warning',
    path: `${CLOUD_PATH}.${place}`,
    what: `machine-controller ${controller} ignores ${path} since ${ignoredSince}: ${text} has no effect`,
    why: 'The MachineDeployment is accepted, and its machines run wherever there is room',
    fix: `${instead}; removing the key replaces every machine once`,
    source: 'machine-controller 5819bb5f2 (#1445), 40cb0e45b',
  };
}

function unknownKey(
  path: string,
  place: string,
  known: string | undefined,
  { controller, isTold }: ControllerContext,
): Finding {
  const anti = /(^|\.)nodeAntiAffinity(Preset)?$/i.test(path);
  const flat = /^(pod|node)(Anti)?AffinityPreset$/i.test(path);
  const prefix = path.slice(0, path.lastIndexOf('.') + 1);
  const siblings = [
    ...new Set(
      fieldsOf(controller)
        .filter((each) => each.startsWith(prefix))
        .map((each) => each.slice(prefix.length).split(/[.[]/)[0]!),
    ),
  ];
  const isPlaceless =
    generationOf(controller) === 'flat' && (flat || /^(affinity|topologySpreadConstraints)/i.test(path));
  const fix = isPlaceless
    ? 'leave it out, or use machine-controller 1.46 or later: this one cannot place machines at all'
    : anti
      ? 'name the nodes that are welcome, with nodeAffinityPreset; no release ever had a preset to avoid nodes'
      : flat && siblings.includes('affinity')
        ? `write it below affinity, as affinity.${path}`
        : known !== undefined
          ? movedTo(known)
          : siblings.length === 0
            ? 'leave it out'
            : chooseFrom(path.slice(prefix.length), siblings);
  const finding = refused(`${CLOUD_PATH}.${place}`, `machine-controller ${controller} has no ${path}`, fix);
  return known !== undefined && !isTold ? { ...finding, severity: 'warning' } : finding;
}

/** Where something is today that once was elsewhere. */
const MOVED: Readonly<Record<string, string>> = {
  kubeconfig: 'auth.kubeconfig',
  cpus: 'virtualMachine.template.cpus',
  memory: 'virtualMachine.template.memory',
  sourceURL: 'virtualMachine.template.primaryDisk.osImage',
  pvcSize: 'virtualMachine.template.primaryDisk.size',
  storageClassName: 'virtualMachine.template.primaryDisk.storageClassName',
  dnsPolicy: 'virtualMachine.dnsPolicy',
  dnsConfig: 'virtualMachine.dnsConfig',
};

function movedTo(path: string): string {
  const [first = ''] = path.split('.');
  return Object.hasOwn(MOVED, first)
    ? `write ${MOVED[first]}${path.slice(first.length)}`
    : path === 'namespace'
      ? 'leave it out: machines are created in the namespace of the controller'
      : 'leave it out, or use a release of the controller that has it';
}

/** Why a value matters that the webhook looks at. */
export const AT_ONCE = 'The webhook of the controller rejects the MachineDeployment';

/** Why one matters that it lets through. */
export const LATER = 'The MachineDeployment is accepted, and KubeVirt then refuses each of its machines';

/** A value that a pool of machines cannot have. */
export function wrong(path: string, what: string, why: string, fix: string): Finding {
  return {
    code: 'PV603',
    severity: 'error',
    path,
    what,
    why,
    fix,
    source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go',
  };
}

/** What is wrong with the shape of a value, or with how the controller reads it. */
function checkShape({ shape }: FieldFact, value: unknown, place: string): Finding[] {
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
function checkNetwork(network: unknown): Finding[] {
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
function wrongShape(place: string, value: unknown, wanted: string): Finding[] {
  return [refused(`${CLOUD_PATH}.${place}`, `${shownAt(value, place)} is not ${wanted}`, `write ${wanted}`)];
}

/** What the strict reader rejects. */
function refused(path: string, what: string, fix: string): Finding {
  return {
    code: 'PV602',
    severity: 'error',
    path,
    what,
    why:
      'The controller decodes its provider spec strictly: its webhook rejects the MachineDeployment, even when only ' +
      'replicas change',
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
            'The controller does not escape what it writes back, so that the text becomes another one or cannot be ' +
              'read',
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
          'It takes a value, a secretKeyRef or a configMapKeyRef, and passes over everything else silently',
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
