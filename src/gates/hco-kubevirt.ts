import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { valueAt } from '../kube/path';
import { atLeast, holdsIn, minorOf, type Release, type ReleaseRange } from '../kube/release';
import { type HyperConvergedVersion, preferredVersion } from '../target/facts';
import { type GateLists, isOn } from './enablement';
import { HCO_KUBEVIRT_PATCH, type HcoFeatureGate, hcoGateOf, isHcoGateOn, patchedLists } from './hco';
import { type FeatureGate, gatesOf, stageOf } from './stages';

/** The setting with which HyperConverged lists a gate in its KubeVirt. */
type Switch =
  | { readonly always: true }
  /** A gate of its own. */
  | { readonly gate: HcoFeatureGate }
  /** A gate of its own that is off. */
  | { readonly unless: HcoFeatureGate }
  | { readonly annotation: string }
  /** Any of these fields being there, by API version. */
  | { readonly fields: readonly string[] }
  /** Workers of this architecture. */
  | { readonly architecture: Architecture };

/** One gate of KubeVirt that HyperConverged lists, in some of its releases. */
type HcoListing = ReleaseRange & { readonly kubevirt: readonly FeatureGate[] } & Switch;

const SOURCE = 'HCO controllers/handlers/kubevirt.go getFeatureGateChecks and hardCodeKvFgs, 1.14 to release-1.19';

/**
 * The KubeVirt gates that HyperConverged lists. All others it leaves out.
 *
 * HypervStrictCheck is not listed where its operator emulates KVM, which is for tests. ExternalNetResourceInjection is
 * listed by 1.19 once its own component runs, which no manifest tells.
 */
const LISTINGS: readonly HcoListing[] = [
  {
    always: true,
    kubevirt: ['CPUManager', 'Snapshot', 'HostDevices', 'KubevirtSeccompProfile', 'HypervStrictCheck'],
  },
  { always: true, before: '1.19', kubevirt: ['ExpandDisks', 'VMExport'] },
  { always: true, before: '1.17', kubevirt: ['VMPersistentState'] },
  { always: true, before: '1.16', kubevirt: ['HotplugVolumes'] },
  {
    always: true,
    before: '1.15',
    kubevirt: [
      'GPU',
      'DisableCustomSELinuxPolicy',
      'NetworkBindingPlugins',
      'VMLiveUpdateFeatures',
      'DynamicPodInterfaceNaming',
      'VolumesUpdateStrategy',
      'VolumeMigration',
    ],
  },
  { always: true, since: '1.15', before: '1.17', kubevirt: ['InstancetypeReferencePolicy'] },
  { always: true, since: '1.18', before: '1.19', kubevirt: ['LiveUpdateNADRef'] },
  { gate: 'downwardMetrics', kubevirt: ['DownwardMetrics'] },
  { gate: 'alignCPUs', kubevirt: ['AlignCPUs'] },
  { gate: 'autoResourceLimits', before: '1.15', kubevirt: ['AutoResourceLimitsGate'] },
  { gate: 'disableMDevConfiguration', before: '1.18', kubevirt: ['DisableMDEVConfiguration'] },
  { gate: 'persistentReservation', before: '1.19', kubevirt: ['PersistentReservation'] },
  { gate: 'enableMultiArchBootImageImport', before: '1.18', kubevirt: ['MultiArchitecture'] },
  { gate: 'videoConfig', kubevirt: ['VideoConfig'] },
  { gate: 'objectGraph', kubevirt: ['ObjectGraph'] },
  { gate: 'decentralizedLiveMigration', kubevirt: ['DecentralizedLiveMigration'] },
  { gate: 'declarativeHotplugVolumes', kubevirt: ['DeclarativeHotplugVolumes'] },
  { unless: 'declarativeHotplugVolumes', since: '1.16', kubevirt: ['HotplugVolumes'] },
  { gate: 'incrementalBackup', kubevirt: ['IncrementalBackup', 'UtilityVolumes'] },
  { gate: 'containerPathVolumes', kubevirt: ['ContainerPathVolumes'] },
  { gate: 'template', kubevirt: ['Template'] },
  {
    annotation: 'hco.kubevirt.io/deployPasstNetworkBinding',
    since: '1.16',
    before: '1.18',
    kubevirt: ['PasstIPStackMigration'],
  },
  { annotation: 'hco.kubevirt.io/deployPasstNetworkBinding', since: '1.18', kubevirt: ['PasstBinding'] },
  { annotation: 'hco.kubevirt.io/deployAIE', since: '1.18', kubevirt: ['PCINUMAAwareTopology'] },
  { annotation: 'hco.kubevirt.io/deployAIE', since: '1.19', kubevirt: ['GraceIOVirtualization', 'IOMMUFD'] },
  { architecture: 's390x', since: '1.17', kubevirt: ['SecureExecution'] },
  {
    fields: ['spec.hypervisors', 'spec.virtualization.hypervisors'],
    since: '1.18',
    kubevirt: ['ConfigurableHypervisor'],
  },
  {
    fields: ['spec.roleAggregationStrategy', 'spec.virtualization.roleAggregationStrategy'],
    since: '1.18',
    kubevirt: ['OptOutRoleAggregation'],
  },
];

/** From here on HyperConverged turns off every Beta gate that it does not list, so none is on by itself. */
const BETA_OFF_SINCE: Release = '1.19';

/** The releases that matter here. */
interface HcoTarget {
  readonly hco: Release;
  readonly kubevirt: Release;
}

/** The lists of a KubeVirt as HyperConverged writes it. */
interface HcoGateLists extends GateLists {
  /** Why it is unknown what they really are: these are the lists without the patch of the resource. */
  readonly unknown?: string;
}

/** The lists of the KubeVirt that a HyperConverged resource comes to, with the patch that it carries. */
export function hcoGateLists(
  hyperConverged: unknown,
  target: HcoTarget,
  workloads: readonly Architecture[] = [],
): HcoGateLists {
  const { lists, unknown } = patchedLists(hyperConverged, writtenLists(hyperConverged, target, workloads));
  return {
    ...lists,
    disabledFeatureGates: lists.disabledFeatureGates ?? [],
    ...(unknown === undefined ? {} : { unknown }),
  };
}

/** The lists before any patch. Before 1.19 there is no list of gates that are off. */
function writtenLists(
  hyperConverged: unknown,
  { hco, kubevirt }: HcoTarget,
  workloads: readonly Architecture[],
): GateLists {
  const featureGates = LISTINGS.filter(
    (row) => holdsIn(row, hco) && isSwitchedOn(row, hyperConverged, hco, workloads),
  ).flatMap((row) => row.kubevirt);
  if (!atLeast(hco, BETA_OFF_SINCE)) {
    return { featureGates };
  }
  const reservation = valueAt(hyperConverged, 'spec.storage.persistentReservationConfiguration.enabled');
  return {
    featureGates,
    disabledFeatureGates: gatesOf(kubevirt).filter(
      (gate) => stageOf(gate, kubevirt) === 'Beta' && !featureGates.includes(gate),
    ),
    persistentReservation:
      typeof reservation === 'boolean' ? reservation : isHcoGateOn(hyperConverged, 'persistentReservation', hco),
  };
}

function isSwitchedOn(
  row: HcoListing,
  hyperConverged: unknown,
  hco: Release,
  workloads: readonly Architecture[],
): boolean {
  if ('gate' in row) {
    return isHcoGateOn(hyperConverged, row.gate, hco);
  }
  if ('unless' in row) {
    return !isHcoGateOn(hyperConverged, row.unless, hco);
  }
  if ('annotation' in row) {
    return valueAt(hyperConverged, `metadata.annotations["${row.annotation}"]`) === 'true';
  }
  if ('fields' in row) {
    return row.fields.some((field) => valueAt(hyperConverged, field) !== undefined);
  }
  return 'always' in row || workloads.includes(row.architecture);
}

/**
 * How a HyperConverged resource says whether a KubeVirt gate is on; nothing where it cannot.
 *
 * @param version the version of its API that the resource is written in; what v1beta1 lacks is only said in v1
 */
export function hcoWordFor(
  gate: string,
  hco: Release,
  version: HyperConvergedVersion = preferredVersion(hco),
): string | undefined {
  if (gate === 'PersistentReservation' && atLeast(hco, BETA_OFF_SINCE) && version === 'v1') {
    return 'spec.storage.persistentReservationConfiguration.enabled';
  }
  const row = LISTINGS.find(
    (each) =>
      (each.kubevirt as readonly string[]).includes(gate) &&
      (holdsIn(each, hco) || gate === 'PersistentReservation') &&
      !('always' in each),
  );
  if (row === undefined || 'always' in row || 'architecture' in row) {
    return undefined;
  }
  if ('annotation' in row) {
    return `the annotation ${row.annotation}: "true"`;
  }
  if ('fields' in row) {
    return row.fields[version === 'v1' ? 1 : 0];
  }
  const name = 'gate' in row ? row.gate : row.unless;
  const known = hcoGateOf(name, hco);
  if (known?.default === undefined) {
    return undefined;
  }
  return known.forms.includes(version === 'v1' ? 'list' : 'field') ? `its gate ${name}` : `its gate ${name}, in API v1`;
}

/** The architecture of workers with which HyperConverged turns a gate on by itself; nothing for most gates. */
export function architectureFor(gate: string, hco: Release): Architecture | undefined {
  const row = LISTINGS.find(
    (each) => 'architecture' in each && (each.kubevirt as readonly string[]).includes(gate) && holdsIn(each, hco),
  );
  return row !== undefined && 'architecture' in row ? row.architecture : undefined;
}

/** The gates of KubeVirt that a gate of HyperConverged decides, in some release. */
export function kubevirtGatesOf(gate: HcoFeatureGate): FeatureGate[] {
  const rows = LISTINGS.filter(
    (row) => ('gate' in row && row.gate === gate) || ('unless' in row && row.unless === gate),
  );
  return [...new Set(rows.flatMap(({ kubevirt }) => kubevirt))];
}

/** The way around for a gate that HyperConverged has no word for, and its price. */
export function patchInstead(gate: string, state: 'on' | 'off'): string {
  const list = state === 'on' ? 'featureGates' : 'disabledFeatureGates';
  return (
    `do without it, or add ${gate} to /spec/configuration/developerConfiguration/${list} by the annotation ` +
    `${HCO_KUBEVIRT_PATCH}; its price is the condition TaintedConfiguration and the alert UnsupportedHCOModification`
  );
}

/**
 * KubeVirt gates that a HyperConverged resource cannot turn on or off.
 *
 * It writes the lists itself, and has a word for few of the gates; one that is so by itself needs no word.
 */
export function checkHcoGates(
  wanted: { readonly on?: readonly string[]; readonly off?: readonly string[] },
  target: HcoTarget,
  workloads: readonly Architecture[] = [],
  hyperConverged: unknown = {},
): Finding[] {
  const lists = hcoGateLists(hyperConverged, target, workloads);
  if (lists.unknown !== undefined) {
    return [];
  }
  const cannot = (gate: string, state: 'on' | 'off'): Finding[] =>
    isOn(gate, lists, target.kubevirt) === (state === 'on') || hcoWordFor(gate, target.hco) !== undefined
      ? []
      : [unsayableGate(gate, state, target.hco)];
  return [
    ...(wanted.on ?? []).flatMap((gate) => cannot(gate, 'on')),
    ...(wanted.off ?? []).flatMap((gate) => cannot(gate, 'off')),
  ];
}

/** A KubeVirt gate that a HyperConverged resource has no word for. */
export function unsayableGate(gate: string, state: 'on' | 'off', hco: Release): Finding {
  return {
    code: 'PV212',
    severity: 'error',
    path: state === 'on' ? 'featureGates' : 'disabledFeatureGates',
    what: `HyperConverged ${minorOf(hco)} cannot turn the KubeVirt gate ${gate} ${state}`,
    why: 'It owns the KubeVirt resource and overwrites its gates, so a manual change is gone at once',
    fix: patchInstead(gate, state),
    source: SOURCE,
  };
}
