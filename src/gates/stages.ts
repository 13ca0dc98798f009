import { atLeast, minorOf, type Release } from '../kube/release';

/** How far a gate is, in KubeVirt's words. */
export type Stage = 'Alpha' | 'Beta' | 'GA' | 'Deprecated' | 'Discontinued';

/** Stages in the order in which a gate can go through them. It may leave some out; it never goes back. */
export const STAGES: readonly Stage[] = ['Alpha', 'Beta', 'GA', 'Deprecated', 'Discontinued'];

/** The release in which a gate reached each of its stages. A stage holds until the next one. */
type StageHistory = Readonly<Partial<Record<Stage, Release>>>;

/**
 * Every gate that some KubeVirt from 1.3 to 1.9 registers, with the first release of each stage.
 *
 * `1.3` also stands for whatever came before it: older releases are not in the tables. Read from the registrations, not
 * from the comments beside them, which disagree in places (ExpandDisks says GA 1.8 and registers GA in 1.9).
 * `npm run gates -- path/to/kubevirt 1.10` prints the rows that a newer release adds or changes.
 */
export const FEATURE_GATES = {
  AlignCPUs: { Alpha: '1.3' },
  AutoResourceLimitsGate: { Alpha: '1.3', GA: '1.5' },
  BochsDisplayForEFIGuests: { Alpha: '1.3', GA: '1.4' },
  ClusterProfiler: { Alpha: '1.3', GA: '1.6' },
  CommonInstancetypesDeploymentGate: { Beta: '1.3', GA: '1.4' },
  ConfigurableHypervisor: { Alpha: '1.8' },
  ContainerPathVolumes: { Alpha: '1.8' },
  CPUManager: { Alpha: '1.3' },
  CPUNodeDiscovery: { GA: '1.3' },
  CrossArchitectureVirtualization: { Alpha: '1.9' },
  DecentralizedLiveMigration: { Alpha: '1.6' },
  DeclarativeHotplugVolumes: { Alpha: '1.6', Beta: '1.9' },
  DisableCustomSELinuxPolicy: { Alpha: '1.3', GA: '1.5' },
  DisableMDEVConfiguration: { Alpha: '1.3', Deprecated: '1.8' },
  DockerSELinuxMCSWorkaround: { Alpha: '1.3', Deprecated: '1.4' },
  DownwardMetrics: { Alpha: '1.3' },
  DynamicPodInterfaceNaming: { Alpha: '1.4', GA: '1.5' },
  EnableVirtioFsConfigVolumes: { Alpha: '1.5', GA: '1.8' },
  EnableVirtioFsStorageVolumes: { Alpha: '1.5' },
  ExpandDisks: { Alpha: '1.3', GA: '1.9' },
  ExperimentalIgnitionSupport: { Alpha: '1.3' },
  ExperimentalVirtiofsSupport: { Alpha: '1.3', Deprecated: '1.5', Discontinued: '1.8' },
  ExternalNetResourceInjection: { Beta: '1.8' },
  FirmwareAutoSelection: { Alpha: '1.9' },
  GPU: { Alpha: '1.3', GA: '1.4' },
  GPUsWithDRA: { Alpha: '1.6', Beta: '1.9' },
  GraceIOVirtualization: { Alpha: '1.9' },
  HostDevices: { Alpha: '1.3' },
  HostDevicesWithDRA: { Alpha: '1.6', Beta: '1.9' },
  HostDisk: { Alpha: '1.3' },
  HotplugNICs: { Beta: '1.3', GA: '1.4' },
  HotplugVolumes: { Alpha: '1.3', Deprecated: '1.9' },
  HypervStrictCheck: { Alpha: '1.3' },
  ImageVolume: { Alpha: '1.6', Beta: '1.7' },
  IncrementalBackup: { Alpha: '1.7' },
  InstancetypeReferencePolicy: { Alpha: '1.4', Beta: '1.5', GA: '1.6' },
  IOMMUFD: { Alpha: '1.9' },
  KubevirtSeccompProfile: { Alpha: '1.3', Beta: '1.7' },
  LibvirtHooksServerAndClient: { Alpha: '1.8', Beta: '1.9' },
  LiveMigration: { GA: '1.3' },
  LiveUpdateNADRef: { Beta: '1.8', GA: '1.9' },
  Macvtap: { Discontinued: '1.3' },
  MigrationPriorityQueue: { Alpha: '1.7', Beta: '1.8', GA: '1.9' },
  MigrationStallDetection: { Alpha: '1.9' },
  MultiArchitecture: { Alpha: '1.3', Deprecated: '1.8' },
  NetworkBindingPlugins: { Alpha: '1.3', Beta: '1.4', GA: '1.5' },
  NetworkDevicesWithDRA: { Alpha: '1.9' },
  NodeRestriction: { Alpha: '1.3', Beta: '1.6' },
  NonRoot: { GA: '1.3' },
  NUMA: { Alpha: '1.3', GA: '1.4' },
  ObjectGraph: { Alpha: '1.9' },
  OCIExport: { Alpha: '1.9' },
  OptOutRoleAggregation: { Alpha: '1.8', Beta: '1.9' },
  PanicDevices: { Alpha: '1.6', Beta: '1.7', GA: '1.9' },
  Passt: { Discontinued: '1.3' },
  PasstBinding: { Beta: '1.8' },
  PasstIPStackMigration: { Alpha: '1.6', Discontinued: '1.8' },
  PCINUMAAwareTopology: { Alpha: '1.8' },
  PersistentReservation: { Alpha: '1.3', GA: '1.9' },
  Plugins: { Alpha: '1.9' },
  PodSecondaryInterfaceNamingUpgrade: { Beta: '1.8' },
  PortRangesSpec: { Alpha: '1.9' },
  PSA: { GA: '1.3' },
  RebootPolicy: { Alpha: '1.8', Beta: '1.9' },
  ReservedOverheadMemlock: { Alpha: '1.8' },
  Root: { Alpha: '1.3' },
  SecureExecution: { Beta: '1.7', GA: '1.9' },
  Sidecar: { Alpha: '1.3' },
  Snapshot: { Alpha: '1.3', Beta: '1.6' },
  SRIOVLiveMigration: { GA: '1.3' },
  Template: { Alpha: '1.8', Beta: '1.9' },
  UtilityVolumes: { Alpha: '1.8' },
  VGPULiveMigration: { Alpha: '1.9' },
  VideoConfig: { Alpha: '1.6', Beta: '1.7', GA: '1.9' },
  VMExport: { Alpha: '1.3', Beta: '1.6', GA: '1.9' },
  VmiMemoryOverheadReport: { Alpha: '1.8', Beta: '1.9' },
  VMLiveUpdateFeatures: { Alpha: '1.3', GA: '1.5' },
  VMPersistentState: { Alpha: '1.3', GA: '1.6' },
  VMStatsCollector: { Alpha: '1.9' },
  VolumeMigration: { Alpha: '1.3', GA: '1.5' },
  VolumesUpdateStrategy: { Alpha: '1.3', GA: '1.5' },
  VSOCK: { Alpha: '1.3' },
  WorkloadEncryptionSEV: { Alpha: '1.3', Beta: '1.9' },
  WorkloadEncryptionTDX: { Alpha: '1.7' },
} as const satisfies Record<string, StageHistory>;

/** A gate of the table: a name that is not in it does not compile. */
export type FeatureGate = keyof typeof FEATURE_GATES;

/** Up to 1.4 KubeVirt keeps no stage of a gate that is neither GA nor on its way out: it is opt-in, which counts as Alpha. */
const STAGES_RECORDED_SINCE: Release = '1.5';

/** Where a comment beside the gate told its stage before KubeVirt kept it. */
const STAGE_IN_A_COMMENT: Readonly<Partial<Record<FeatureGate, readonly Release[]>>> = {
  CommonInstancetypesDeploymentGate: ['1.3'],
  HotplugNICs: ['1.3'],
  InstancetypeReferencePolicy: ['1.4'],
  NetworkBindingPlugins: ['1.4'],
  NodeRestriction: ['1.3', '1.4'],
};

/** Gates that KubeVirt reads before it registers them: listing them worked, since it asked for no registration up to 1.8. */
const READ_BEFORE_REGISTERED: Readonly<Partial<Record<FeatureGate, Release>>> = {
  ObjectGraph: '1.6',
  SecureExecution: '1.6',
};

/** Registered as deprecated, and read by nothing any more. Other deprecated gates still do what they did. */
const READ_BY_NOTHING_SINCE: Readonly<Partial<Record<FeatureGate, Release>>> = {
  // Commit a6e7f952 removed the check of the architecture that it was for.
  MultiArchitecture: '1.8',
};

/** The replacement of a gate that is on its way out. */
export const REPLACED_BY: Readonly<Partial<Record<FeatureGate, string>>> = {
  DisableMDEVConfiguration: 'mediatedDevicesConfiguration.enabled: false in the configuration of KubeVirt, from 1.8',
  ExperimentalVirtiofsSupport: 'EnableVirtioFsStorageVolumes and EnableVirtioFsConfigVolumes',
  HotplugVolumes: 'DeclarativeHotplugVolumes',
  Macvtap: 'a network binding plugin',
  Passt: 'passtBinding of an interface, from 1.8, or a network binding plugin',
};

/** Every name of the table, in its order. */
export const GATE_NAMES = Object.keys(FEATURE_GATES) as readonly FeatureGate[];

/** Whether some release of KubeVirt in the table registers a gate of this name, letter by letter. */
export function isFeatureGate(name: string): name is FeatureGate {
  return Object.hasOwn(FEATURE_GATES, name);
}

/** One step in the life of a gate. */
interface StageStep {
  readonly stage: Stage;
  readonly since: Release;
}

/** The life of a gate, oldest first. */
export function stepsOf(gate: FeatureGate): StageStep[] {
  const history: StageHistory = FEATURE_GATES[gate];
  return STAGES.flatMap((stage) => {
    const since = history[stage];
    return since === undefined ? [] : [{ stage, since }];
  });
}

/** The stage of a gate in a release, or nothing where it is not registered. */
export function stageOf(gate: string, kubevirt: Release): Stage | undefined {
  return isFeatureGate(gate) ? stepsOf(gate).findLast(({ since }) => atLeast(kubevirt, since))?.stage : undefined;
}

/** The gates that a release registers. */
export function gatesOf(kubevirt: Release): FeatureGate[] {
  return GATE_NAMES.filter((gate) => stageOf(gate, kubevirt) !== undefined);
}

/** Whether a release reads the gate although it does not register it. */
export function isReadUnregistered(gate: string, kubevirt: Release): boolean {
  const since = isFeatureGate(gate) ? READ_BEFORE_REGISTERED[gate] : undefined;
  return since !== undefined && atLeast(kubevirt, since) && stageOf(gate, kubevirt) === undefined;
}

/** A gate that changes nothing in a release, listed or not. Unknown names are left alone. */
export function isInert(gate: string, kubevirt: Release): boolean {
  const unread = isFeatureGate(gate) ? READ_BY_NOTHING_SINCE[gate] : undefined;
  return stageOf(gate, kubevirt) === 'Discontinued' || (unread !== undefined && atLeast(kubevirt, unread));
}

/** How surely a stage is known: what KubeVirt registers, what a comment says, or that it is opt-in and no more. */
export function stageIsFrom(gate: FeatureGate, kubevirt: Release): 'registration' | 'comment' | 'opt-in' | undefined {
  const stage = stageOf(gate, kubevirt);
  if (stage === undefined) {
    return undefined;
  }
  if (atLeast(kubevirt, STAGES_RECORDED_SINCE) || (stage !== 'Alpha' && stage !== 'Beta')) {
    return 'registration';
  }
  return STAGE_IN_A_COMMENT[gate]?.includes(minorOf(kubevirt)) ? 'comment' : 'opt-in';
}

/** Where the stage of a gate was read. */
export function sourceOf(gate: FeatureGate, kubevirt: Release): string {
  const stage = stageOf(gate, kubevirt);
  const isActive = stage === 'Alpha' || stage === 'Beta';
  if (!atLeast(kubevirt, STAGES_RECORDED_SINCE)) {
    return `kubevirt pkg/virt-config/${isActive ? '' : 'deprecation/'}feature-gates.go, ${minorOf(kubevirt)}`;
  }
  return `kubevirt pkg/virt-config/featuregate/${isActive ? 'active' : 'inactive'}.go, ${minorOf(kubevirt)}`;
}
