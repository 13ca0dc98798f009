import { isMap, own } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { atLeast, type Release } from '../kube/release';
import { servesHcoV1 } from '../target/facts';
import type { GateLists } from './enablement';

/** How far a gate of HyperConverged is, in its words. Before 1.18 it kept none for some gates. */
export type HcoPhase = 'alpha' | 'beta' | 'deprecated' | 'discontinued' | 'unspecified';

/** A gate of HyperConverged from one release on. */
export interface HcoStep {
  readonly since: Release;
  readonly phase: HcoPhase;
  /** What it is where it is not set; absent where it is ignored, set or not. */
  readonly default?: boolean;
}

/** What is known of one gate. */
export interface HcoGateFact {
  /** Oldest first; `1.14` also stands for what came before. */
  readonly history: readonly HcoStep[];
  /** Where to set the same when it is ignored or on its way out. */
  readonly replacement?: string;
  /** Only in the list of API v1, not as a field of v1beta1. */
  readonly onlyV1?: true;
}

const OFF = { default: false } as const;
const ON = { default: true } as const;
/** From 1.18 phases are declared; before that they are what comments call them. */
const off = (since: Release, phase: HcoPhase = 'alpha'): HcoStep => ({ since, phase, ...OFF });
const on = (since: Release, phase: HcoPhase = 'beta'): HcoStep => ({ since, phase, ...ON });
const ignored = (since: Release, phase: HcoPhase = 'deprecated'): HcoStep => ({ since, phase });

const IGNORED = [ignored('1.14'), ignored('1.19', 'discontinued')];

/**
 * Feature gates of HyperConverged itself, 1.14 to 1.19.
 *
 * In v1beta1 a gate is a field, `featureGates: { downwardMetrics: true }`; from 1.18 API v1 has a list,
 * `featureGates: [{ name: downwardMetrics, state: Enabled }]`.
 */
export const HCO_FEATURE_GATES = {
  alignCPUs: { history: [off('1.14')] },
  autoResourceLimits: { history: [off('1.14'), ignored('1.15'), ignored('1.19', 'discontinued')] },
  containerPathVolumes: { history: [off('1.18')] },
  decentralizedLiveMigration: { history: [off('1.16'), on('1.18')] },
  declarativeHotplugVolumes: { history: [off('1.16'), on('1.19')] },
  deployKubeSecondaryDNS: { history: [off('1.14', 'unspecified'), off('1.18')] },
  deployKubevirtIpamController: { history: IGNORED },
  deployObservabilityController: { history: [off('1.19')], onlyV1: true },
  deployTektonTaskResources: { history: IGNORED },
  deployVmConsoleProxy: {
    history: [off('1.14', 'unspecified'), ignored('1.15'), ignored('1.19', 'discontinued')],
    replacement: 'spec.deployVmConsoleProxy',
  },
  disableMDevConfiguration: {
    history: [off('1.14', 'unspecified'), off('1.18'), off('1.19', 'deprecated')],
    replacement: 'v1 spec.virtualization.mediatedDevicesConfiguration.enabled, the other way round',
  },
  downwardMetrics: { history: [off('1.14', 'unspecified'), off('1.18')] },
  enableApplicationAwareQuota: {
    history: [off('1.14', 'unspecified'), ignored('1.15'), ignored('1.19', 'discontinued')],
    replacement: 'spec.enableApplicationAwareQuota',
  },
  enableCommonBootImageImport: {
    history: [on('1.14', 'unspecified'), ignored('1.15'), ignored('1.19', 'discontinued')],
    replacement: 'spec.enableCommonBootImageImport',
  },
  enableManagedTenantQuota: { history: IGNORED },
  enableMultiArchBootImageImport: {
    history: [off('1.16'), off('1.19', 'deprecated')],
    replacement: 'v1 spec.workloadSources.enableMultiArchBootImageImport',
  },
  incrementalBackup: { history: [off('1.18')] },
  nonRoot: { history: IGNORED },
  objectGraph: { history: [off('1.17')] },
  persistentReservation: {
    history: [off('1.14', 'unspecified'), off('1.18'), off('1.19', 'deprecated')],
    replacement: 'v1 spec.storage.persistentReservationConfiguration.enabled',
  },
  primaryUserDefinedNetworkBinding: { history: IGNORED },
  template: { history: [on('1.19')], onlyV1: true },
  videoConfig: { history: [on('1.17'), ignored('1.19', 'discontinued')] },
  withHostPassthroughCPU: { history: IGNORED },
} as const satisfies Record<string, HcoGateFact>;

/** A gate of HyperConverged. */
export type HcoFeatureGate = keyof typeof HCO_FEATURE_GATES;

/** Where a release takes a gate: a field of v1beta1, an entry of the list of v1, or both. */
export type HcoGateForm = 'field' | 'list';

/** A gate of HyperConverged in a release; nothing where the release does not have it. */
export function hcoGateOf(
  name: string,
  hco: Release,
): (HcoStep & { readonly forms: readonly HcoGateForm[]; readonly replacement?: string }) | undefined {
  if (!Object.hasOwn(HCO_FEATURE_GATES, name)) {
    return undefined;
  }
  const fact: HcoGateFact = HCO_FEATURE_GATES[name as HcoFeatureGate];
  const step = fact.history.findLast(({ since }) => atLeast(hco, since));
  if (step === undefined) {
    return undefined;
  }
  const inList = servesHcoV1(hco) && step.phase !== 'discontinued';
  return {
    ...step,
    forms: [...(fact.onlyV1 === true ? [] : (['field'] as const)), ...(inList ? (['list'] as const) : [])],
    ...(fact.replacement === undefined ? {} : { replacement: fact.replacement }),
  };
}

/** Whether a HyperConverged resource, of either API version, has one of its own gates on. */
export function isHcoGateOn(hyperConverged: unknown, name: HcoFeatureGate, hco: Release): boolean {
  const byDefault = hcoGateOf(name, hco)?.default;
  return byDefault !== undefined && (hcoStateOf(hyperConverged, name, hco) ?? byDefault);
}

/** What a HyperConverged resource, of either API version, says about one of its own gates; nothing where it does not. */
export function hcoStateOf(hyperConverged: unknown, name: string, hco: Release): boolean | undefined {
  const field = valueAt(hyperConverged, `spec.featureGates.${name}`);
  if (typeof field === 'boolean') {
    return field;
  }
  const entry = valuesAt(hyperConverged, 'spec.featureGates[]').find(
    ({ value }) => isMap(value) && typeof value.name === 'string' && isSameHcoGate(value.name, name, hco),
  );
  return entry === undefined ? undefined : valueAt(entry.value, 'state') !== 'Disabled';
}

/** First HyperConverged that does not care about the case of a name in its list, and rejects a name twice. */
const ANY_CASE_SINCE: Release = '1.19';

/** Whether a release takes two names in its list for one. HCO api/v1/featuregates/feature_gates.go. */
export function isSameHcoGate(a: string, b: string, hco: Release): boolean {
  return atLeast(hco, ANY_CASE_SINCE) ? a.toLowerCase() === b.toLowerCase() : a === b;
}

/** The annotation by which the KubeVirt that HyperConverged writes can be patched all the same. */
export const HCO_KUBEVIRT_PATCH = 'kubevirt.kubevirt.io/jsonpatch';

/** The lists after a patch; where its outcome is unknown, why. */
interface PatchedLists {
  readonly lists: GateLists;
  readonly unknown?: string;
}

const CONFIGURATION = ['spec', 'configuration'];

/** Where in a KubeVirt each of the lists is. */
const PLACES = {
  featureGates: [...CONFIGURATION, 'developerConfiguration', 'featureGates'],
  disabledFeatureGates: [...CONFIGURATION, 'developerConfiguration', 'disabledFeatureGates'],
  persistentReservation: [...CONFIGURATION, 'persistentReservationConfiguration', 'enabled'],
} as const satisfies Record<keyof GateLists, readonly string[]>;

type Key = keyof GateLists;
type State = Partial<Record<Key, unknown>>;

/** A patch that cannot be followed. */
class Unfollowable extends Error {}

/**
 * The lists that HyperConverged writes, with the patch of its annotation on top.
 *
 * Only what touches the lists counts. In which order HyperConverged writes them is not known, so an operation on an item
 * by its place cannot be followed; nor can one that HyperConverged itself fails at.
 */
export function patchedLists(hyperConverged: unknown, lists: GateLists): PatchedLists {
  const text = valueAt(hyperConverged, `metadata.annotations["${HCO_KUBEVIRT_PATCH}"]`);
  if (typeof text !== 'string') {
    return { lists };
  }
  try {
    return { lists: listsOf(operationsIn(text).reduce<State>(applied, { ...lists })) };
  } catch (error) {
    if (error instanceof Unfollowable) {
      return { lists, unknown: `the annotation ${HCO_KUBEVIRT_PATCH} cannot be followed: ${error.message}` };
    }
    throw error;
  }
}

interface PatchOperation {
  readonly op: string;
  readonly path: readonly string[];
  readonly from?: readonly string[];
  readonly value: unknown;
}

function operationsIn(text: string): PatchOperation[] {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Unfollowable('it is not JSON');
  }
  if (!Array.isArray(read)) {
    throw new Unfollowable('it is not a list of operations');
  }
  return read.map((each: unknown) => {
    const { op, path, from, value }: Readonly<Record<string, unknown>> = isMap(each) ? each : {};
    if (typeof op !== 'string' || typeof path !== 'string' || (path !== '' && !path.startsWith('/'))) {
      throw new Unfollowable('an operation has no op or no path');
    }
    return { op, path: stepsOf(path), value, ...(typeof from === 'string' ? { from: stepsOf(from) } : {}) };
  });
}

/** RFC 6901: `~1` is a slash, `~0` a tilde. */
function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function applied(state: State, { op, path, from, value }: PatchOperation): State {
  const touched = (Object.keys(PLACES) as Key[]).filter((key) => isOnOneWay(PLACES[key], path));
  switch (op) {
    case 'add':
    case 'replace':
    case 'remove':
      return {
        ...state,
        ...Object.fromEntries(touched.map((key) => [key, changed(state[key], PLACES[key], op, path, value)])),
      };
    case 'move':
    case 'copy':
    case 'test':
      if (
        touched.length > 0 ||
        (from !== undefined && Object.values(PLACES).some((place) => isOnOneWay(place, from)))
      ) {
        throw new Unfollowable(`it has the operation ${op} on gates`);
      }
      return state;
    default:
      throw new Unfollowable(`there is no operation "${op}"`);
  }
}

/** Whether one path leads to the other. */
function isOnOneWay(a: readonly string[], b: readonly string[]): boolean {
  return a.slice(0, b.length).every((step, i) => step === b[i]);
}

function changed(
  now: unknown,
  place: readonly string[],
  op: 'add' | 'replace' | 'remove',
  path: readonly string[],
  value: unknown,
): unknown {
  if (path.length <= place.length) {
    if (op !== 'add' && path.length === place.length && now === undefined) {
      throw new Unfollowable(`there is no ${place.at(-1)} to ${op}`);
    }
    const below = place.slice(path.length);
    return op === 'remove'
      ? undefined
      : below.reduce<unknown>((part, step) => (isMap(part) ? own(part, step) : undefined), value);
  }
  const [at, ...deeper] = path.slice(place.length);
  if (!Array.isArray(now) || deeper.length > 0) {
    throw new Unfollowable(`there is no list ${place.at(-1)} to change`);
  }
  if (op !== 'add' || !(at === '-' || (/^(0|[1-9]\d*)$/.test(at!) && Number(at) <= now.length))) {
    throw new Unfollowable(`which gate ${place.at(-1)}/${at} is depends on the order that HyperConverged writes`);
  }
  return [...(now as unknown[]), value];
}

function listsOf({ featureGates, disabledFeatureGates, persistentReservation }: State): GateLists {
  return {
    featureGates: textsIn(featureGates),
    disabledFeatureGates: textsIn(disabledFeatureGates),
    ...(typeof persistentReservation === 'boolean' ? { persistentReservation } : {}),
  };
}

function textsIn(list: unknown): string[] {
  const items: unknown[] = list === undefined || list === null ? [] : Array.isArray(list) ? list : [list];
  if (!items.every((item) => typeof item === 'string')) {
    throw new Unfollowable('it makes gates of something that is no name');
  }
  return items;
}
