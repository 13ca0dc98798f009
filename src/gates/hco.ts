import type { Finding } from '../findings/finding';
import { isMap } from '../kube/object';
import { atLeast, minorOf, type Release } from '../kube/release';
import { valueAt, valuesAt } from '../kube/values-at';
import { isOnByItself } from './enablement';
import type { FeatureGate } from './stages';

/** How far a gate of HyperConverged is, in its words. Before 1.18 it kept none for some gates. */
export type HcoPhase = 'alpha' | 'beta' | 'deprecated' | 'discontinued' | 'unspecified';

/** A gate of HyperConverged from one release on. */
export interface HcoStep {
  readonly since: Release;
  readonly phase: HcoPhase;
  /** What it is where nobody sets it; absent where it is ignored, set or not. */
  readonly default?: boolean;
}

/** What is known of one gate. */
export interface HcoGateFact {
  /** Oldest first; `1.14` also stands for what came before. */
  readonly history: readonly HcoStep[];
  /** The gate of KubeVirt that it turns on. */
  readonly kubevirt?: FeatureGate;
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
  alignCPUs: { history: [off('1.14')], kubevirt: 'AlignCPUs' },
  autoResourceLimits: { history: [off('1.14'), ignored('1.15'), ignored('1.19', 'discontinued')] },
  containerPathVolumes: { history: [off('1.18')], kubevirt: 'ContainerPathVolumes' },
  decentralizedLiveMigration: { history: [off('1.16'), on('1.18')], kubevirt: 'DecentralizedLiveMigration' },
  declarativeHotplugVolumes: { history: [off('1.16'), on('1.19')], kubevirt: 'DeclarativeHotplugVolumes' },
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
    kubevirt: 'DisableMDEVConfiguration',
    replacement: 'v1 spec.virtualization.mediatedDevicesConfiguration.enabled, the other way round',
  },
  downwardMetrics: { history: [off('1.14', 'unspecified'), off('1.18')], kubevirt: 'DownwardMetrics' },
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
  incrementalBackup: { history: [off('1.18')], kubevirt: 'IncrementalBackup' },
  nonRoot: { history: IGNORED },
  objectGraph: { history: [off('1.17')], kubevirt: 'ObjectGraph' },
  persistentReservation: {
    history: [off('1.14', 'unspecified'), off('1.18'), off('1.19', 'deprecated')],
    kubevirt: 'PersistentReservation',
    replacement: 'v1 spec.storage.persistentReservationConfiguration.enabled',
  },
  primaryUserDefinedNetworkBinding: { history: IGNORED },
  template: { history: [on('1.19')], kubevirt: 'Template', onlyV1: true },
  videoConfig: { history: [on('1.17'), ignored('1.19', 'discontinued')], kubevirt: 'VideoConfig' },
  withHostPassthroughCPU: { history: IGNORED },
} as const satisfies Record<string, HcoGateFact>;

/** A gate of HyperConverged. */
export type HcoFeatureGate = keyof typeof HCO_FEATURE_GATES;

/** First HyperConverged with API v1, where gates are a list. */
export const HCO_V1_SINCE: Release = '1.18';

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
  const inList = atLeast(hco, HCO_V1_SINCE) && step.phase !== 'discontinued';
  return {
    ...step,
    forms: [...(fact.onlyV1 === true ? [] : (['field'] as const)), ...(inList ? (['list'] as const) : [])],
    ...(fact.replacement === undefined ? {} : { replacement: fact.replacement }),
  };
}

/** How a HyperConverged resource says that a KubeVirt gate is on or off, where it can. */
export function hcoGateFor(gate: string, hco: Release): HcoFeatureGate | undefined {
  return (Object.keys(HCO_FEATURE_GATES) as HcoFeatureGate[]).find((name) => {
    const { kubevirt }: HcoGateFact = HCO_FEATURE_GATES[name];
    return kubevirt === gate && hcoGateOf(name, hco)?.default !== undefined;
  });
}

/** The KubeVirt gates that a HyperConverged resource of either API version turns on by gates of its own. */
export function kubeVirtGatesOf(hyperConverged: unknown, hco: Release): FeatureGate[] {
  return (Object.keys(HCO_FEATURE_GATES) as HcoFeatureGate[]).flatMap((name) => {
    const { kubevirt }: HcoGateFact = HCO_FEATURE_GATES[name];
    const byDefault = hcoGateOf(name, hco)?.default;
    return kubevirt !== undefined && byDefault !== undefined && (stateIn(hyperConverged, name) ?? byDefault)
      ? [kubevirt]
      : [];
  });
}

function stateIn(hyperConverged: unknown, name: string): boolean | undefined {
  const field = valueAt(hyperConverged, `spec.featureGates.${name}`);
  if (typeof field === 'boolean') {
    return field;
  }
  const entry = valuesAt(hyperConverged, 'spec.featureGates[]').find(
    ({ value }) => isMap(value) && value.name === name,
  );
  return entry === undefined ? undefined : valueAt(entry.value, 'state') !== 'Disabled';
}

/** The annotation by which the KubeVirt that HyperConverged writes can be patched all the same. */
export const HCO_KUBEVIRT_PATCH = 'kubevirt.kubevirt.io/jsonpatch';

/**
 * KubeVirt gates that a HyperConverged resource cannot turn on or off: it writes the lists itself and has a word for few.
 *
 * A gate that is so by itself needs no word.
 */
export function checkHcoGates(
  wanted: { readonly on?: readonly string[]; readonly off?: readonly string[] },
  target: { readonly hco: Release; readonly kubevirt: Release },
): Finding[] {
  const cannot = (gate: string, state: 'on' | 'off'): Finding[] =>
    isOnByItself(gate, target.kubevirt) === (state === 'on') || hcoGateFor(gate, target.hco) !== undefined
      ? []
      : [unsayable(gate, state, target)];
  return [
    ...(wanted.on ?? []).flatMap((gate) => cannot(gate, 'on')),
    ...(wanted.off ?? []).flatMap((gate) => cannot(gate, 'off')),
  ];
}

function unsayable(gate: string, state: 'on' | 'off', { hco }: { readonly hco: Release }): Finding {
  const list = state === 'on' ? 'featureGates' : 'disabledFeatureGates';
  return {
    code: 'PV212',
    severity: 'error',
    path: list,
    what: `HyperConverged ${minorOf(hco)} cannot turn the KubeVirt gate ${gate} ${state}`,
    why: 'It owns the KubeVirt resource and writes its gates anew, so what is changed there by hand is gone at once',
    fix:
      `do without it, or add it to /spec/configuration/developerConfiguration/${list} by the annotation ` +
      `${HCO_KUBEVIRT_PATCH}; its price is the condition TaintedConfiguration and the alert UnsupportedHCOModification`,
    source: 'HCO docs/cluster-configuration.md, and pkg/featuregatedetails/feature-gates.json from 1.18',
  };
}
