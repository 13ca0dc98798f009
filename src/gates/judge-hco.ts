import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { isMap, own } from '../kube/object';
import { valueAt } from '../kube/path';
import { minorOf, type Release } from '../kube/release';
import { HCO_FEATURE_GATES, type HcoGateForm, hcoGateOf, isSameHcoGate } from './hco';
import { hcoWordFor, unsayableGate } from './hco-kubevirt';
import { isFeatureGate } from './stages';

const SOURCE = 'HCO api/v1/featuregates; pkg/webhooks/validator';

/** The switch for images by architecture, which has rules of its own. */
const SWITCH = 'enableMultiArchBootImageImport';

/** What is wrong with naming a gate of HyperConverged in a release; nothing where it does what it is there for. */
export function judgeHcoGate(name: string, state: 'on' | 'off', hco: Release): Omit<Finding, 'path'> | undefined {
  const gate = hcoGateOf(name, hco);
  if (gate === undefined) {
    return absent(name, state, hco);
  }
  if (gate.default === undefined) {
    return {
      code: 'PV201',
      severity: 'warning',
      what: `${name} does nothing in HyperConverged ${hco}`,
      why: 'The release accepts the gate and ignores it',
      fix: gate.replacement === undefined ? 'remove it' : `remove it and set ${gate.replacement}`,
      source: SOURCE,
    };
  }
  return undefined;
}

/** A name that the release does not have: not yet, as a gate of KubeVirt, or not at all. */
function absent(name: string, state: 'on' | 'off', hco: Release): Omit<Finding, 'path'> {
  if (Object.hasOwn(HCO_FEATURE_GATES, name)) {
    return {
      code: 'PV205',
      severity: 'error',
      what: `HyperConverged ${hco} does not have the gate ${name} yet`,
      why: 'The API server prunes or rejects it, and it changes nothing',
      fix: 'leave it out, or target a later release',
      source: SOURCE,
    };
  }
  const useful = usefulGates(hco);
  const isKubeVirts = isFeatureGate(name);
  const word = isKubeVirts ? hcoWordFor(name, hco) : undefined;
  if (isKubeVirts && word === undefined) {
    const { path: _, ...finding } = unsayableGate(name, state, hco);
    return finding;
  }
  return {
    code: 'PV202',
    severity: 'error',
    what: `HyperConverged has no gate "${name}"`,
    why: 'An unknown name is rejected or ignored, and the feature stays as it is',
    fix: word === undefined ? chooseFrom(name, useful) : `it is a gate of KubeVirt: set ${word} instead`,
    source: SOURCE,
  };
}

function usefulGates(hco: Release): string[] {
  return Object.keys(HCO_FEATURE_GATES).filter((each) => hcoGateOf(each, hco)?.default !== undefined);
}

interface HcoGateEntry {
  readonly name: string;
  readonly path: string;
  readonly state: 'on' | 'off';
}

/** The gates of its own that a HyperConverged resource names, as its release and its version of the API take them. */
export function checkHcoOwnGates(
  hyperConverged: { readonly [key: string]: unknown },
  hco: Release,
  version: 'v1' | 'v1beta1',
): Finding[] {
  const form: HcoGateForm = version === 'v1' ? 'list' : 'field';
  const entries = entriesIn(valueAt(hyperConverged, 'spec.featureGates'), form);
  return entries.flatMap((entry, i) => {
    const first = entries.findIndex(({ name }) => isSameHcoGate(name, entry.name, hco));
    return first === i ? judgeEntry(entry, hyperConverged, hco, form) : twice(entry, entries[first]!, hco);
  });
}

function entriesIn(gates: unknown, form: HcoGateForm): HcoGateEntry[] {
  if (form === 'field') {
    return Object.entries(isMap(gates) ? gates : {})
      .filter(([, value]) => typeof value === 'boolean')
      .map(([name, value]) => ({ name, path: `spec.featureGates.${name}`, state: value === true ? 'on' : 'off' }));
  }
  return (Array.isArray(gates) ? (gates as unknown[]) : []).flatMap((gate, i) =>
    isMap(gate) && typeof gate.name === 'string'
      ? [{ name: gate.name, path: `spec.featureGates[${i}]`, state: gate.state === 'Disabled' ? 'off' : 'on' }]
      : [],
  );
}

function judgeEntry(
  { name, path, state }: HcoGateEntry,
  hyperConverged: unknown,
  hco: Release,
  form: HcoGateForm,
): Finding[] {
  const spelled =
    Object.keys(HCO_FEATURE_GATES).find((each) => each === name || isSameHcoGate(each, name, hco)) ?? name;
  const gate = hcoGateOf(spelled, hco);
  if (spelled === SWITCH) {
    // Before 1.16 it is a field that the release does not have, and said so.
    return [];
  }
  if (gate !== undefined && !gate.forms.includes(form) && gate.phase !== 'discontinued') {
    // A field that v1beta1 does not have is said by the schema.
    return [];
  }
  const judged = judgeHcoGate(spelled, state, hco);
  if (judged !== undefined) {
    // A list takes any name and ignores it; for another field v1beta1 has no place.
    const isIgnored = form === 'list' && judged.severity === 'error' && judged.code !== 'PV212';
    return [{ ...judged, ...(isIgnored ? { severity: 'warning' as const } : {}), path }];
  }
  if (gate?.phase !== 'deprecated' || gate.replacement === undefined || form === 'field') {
    return [];
  }
  return [deprecated(spelled, path, state, gate.replacement, hyperConverged, hco)];
}

/** Gates that became a field, and whether the field is the other way round. */
const FIELDS: Readonly<Record<string, { readonly path: string; readonly inverted: boolean }>> = {
  disableMDevConfiguration: { path: 'spec.virtualization.mediatedDevicesConfiguration.enabled', inverted: true },
  persistentReservation: { path: 'spec.storage.persistentReservationConfiguration.enabled', inverted: false },
};

function deprecated(
  name: string,
  path: string,
  state: 'on' | 'off',
  replacement: string,
  hyperConverged: unknown,
  hco: Release,
): Finding {
  const field = own(FIELDS, name);
  const written = field === undefined ? undefined : valueAt(hyperConverged, field.path);
  const wanted = field === undefined ? undefined : (state === 'on') !== field.inverted;
  const contradicts = typeof written === 'boolean' && written !== wanted;
  return {
    code: 'PV203',
    severity: contradicts ? 'error' : 'warning',
    path,
    what: contradicts
      ? `the gate ${name} is ${state}, and ${field!.path} says the contrary`
      : `the gate ${name} is deprecated in HyperConverged ${minorOf(hco)}: there is a field for it`,
    why: contradicts
      ? 'The webhook denies the resource when it is created, and removes one of them later'
      : 'The webhook copies it into the field and may remove it from the list, so Argo CD and the webhook undo each ' +
        'other',
    fix:
      field === undefined
        ? `remove it and set ${replacement}`
        : `remove it and write ${field.path}: ${written ?? wanted}`,
    source: 'HCO pkg/webhooks/mutator/fg_to_fields.go',
  };
}

function twice({ name, path }: HcoGateEntry, earlier: HcoGateEntry, hco: Release): Finding[] {
  const isDenied = isSameHcoGate('A', 'a', hco);
  return [
    {
      code: 'PV207',
      severity: isDenied ? 'error' : 'warning',
      path,
      what: `the gate ${name} is in the list twice${name === earlier.name ? '' : `, as ${earlier.name} too: case does not count`}`,
      why: isDenied
        ? 'The API server denies the resource: each gate can be there once'
        : 'The first of them counts, and HyperConverged does not say so',
      fix: 'keep one of them',
      source: 'HCO deploy/crds/hco00.crd.yaml, release-1.19',
    },
  ];
}
