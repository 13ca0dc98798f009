import { isMap } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import { atLeast, type Release } from '../kube/release';
import { servesHcoV1 } from '../target/facts';

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

/** First HyperConverged that does not care about the case of a name in its list, and refuses a name twice. */
const ANY_CASE_SINCE: Release = '1.19';

/** Whether a release takes two names in its list for one. HCO api/v1/featuregates/feature_gates.go. */
export function isSameHcoGate(a: string, b: string, hco: Release): boolean {
  return atLeast(hco, ANY_CASE_SINCE) ? a.toLowerCase() === b.toLowerCase() : a === b;
}
