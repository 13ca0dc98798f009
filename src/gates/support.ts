import type { Architecture } from '../architectures/facts';
import { type Enablement, enablementOf, type GateLists } from './enablement';
import type { FeatureGates, GateEntry, Support } from './registry';
import type { FeatureGate } from './stages';

/** How well a gate is supported on an architecture: the four statuses of the proposal, VEP 123. */
export const SUPPORT_STATUSES = ['Supported', 'Pending', 'Unsupported', 'Unverified'] as const;

/** A status of the proposal, or `Unspecified` where there is no evidence. */
export type SupportStatus = (typeof SUPPORT_STATUSES)[number] | 'Unspecified';

/** Statuses by architecture. An absent one is unspecified, as in the proposal. */
export type SupportByArch = Readonly<Partial<Record<Architecture, SupportStatus>>>;

/**
 * Support by architecture, as of KubeVirt 1.9.
 *
 * Our own reading: upstream closed the proposal and keeps no such table. What each cell rests on is in `evidence.ts`, in
 * the same order; a cell without evidence is left out, never guessed.
 *
 * - Supported: upstream tests it on that architecture, or says that it works.
 * - Pending: upstream says "not yet", or the work is under way.
 * - Unsupported: admission rejects it, the hardware cannot, or upstream says so.
 * - Unverified: it should work, and upstream has no evidence.
 */
export const SUPPORT_BY_ARCH = {
  AlignCPUs: { s390x: 'Unsupported' },
  AutoResourceLimitsGate: { amd64: 'Supported', s390x: 'Supported' },
  BochsDisplayForEFIGuests: { amd64: 'Supported', arm64: 'Unsupported', s390x: 'Unsupported' },
  ClusterProfiler: { amd64: 'Supported', arm64: 'Supported' },
  CommonInstancetypesDeploymentGate: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  ConfigurableHypervisor: { amd64: 'Pending' },
  ContainerPathVolumes: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Pending' },
  CPUManager: { amd64: 'Supported', arm64: 'Supported', s390x: 'Unsupported' },
  CPUNodeDiscovery: { amd64: 'Supported', arm64: 'Unsupported', s390x: 'Supported' },
  CrossArchitectureVirtualization: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Pending' },
  DecentralizedLiveMigration: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  DeclarativeHotplugVolumes: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  DisableCustomSELinuxPolicy: { amd64: 'Supported' },
  DisableMDEVConfiguration: { amd64: 'Supported' },
  DockerSELinuxMCSWorkaround: {},
  DownwardMetrics: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Supported' },
  DynamicPodInterfaceNaming: { amd64: 'Supported' },
  EnableVirtioFsConfigVolumes: { amd64: 'Supported', arm64: 'Supported', s390x: 'Pending' },
  EnableVirtioFsStorageVolumes: { amd64: 'Supported', arm64: 'Supported', s390x: 'Pending' },
  ExpandDisks: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  ExperimentalIgnitionSupport: { amd64: 'Supported', arm64: 'Supported', s390x: 'Unverified' },
  ExperimentalVirtiofsSupport: {},
  ExternalNetResourceInjection: { amd64: 'Supported' },
  FirmwareAutoSelection: { amd64: 'Supported', arm64: 'Pending', s390x: 'Unsupported' },
  GPU: { amd64: 'Supported', arm64: 'Unverified' },
  GPUsWithDRA: { amd64: 'Supported' },
  GraceIOVirtualization: { amd64: 'Unsupported', arm64: 'Pending', s390x: 'Unsupported' },
  HostDevices: { amd64: 'Supported', arm64: 'Unverified' },
  HostDevicesWithDRA: { s390x: 'Unverified' },
  HostDisk: { amd64: 'Supported', arm64: 'Supported', s390x: 'Unverified' },
  HotplugNICs: { amd64: 'Supported', arm64: 'Pending', s390x: 'Supported' },
  HotplugVolumes: { amd64: 'Supported', arm64: 'Pending', s390x: 'Unverified' },
  HypervStrictCheck: { amd64: 'Supported', arm64: 'Unsupported', s390x: 'Unsupported' },
  ImageVolume: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  IncrementalBackup: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  InstancetypeReferencePolicy: { amd64: 'Supported', s390x: 'Supported' },
  IOMMUFD: { arm64: 'Pending' },
  KubevirtSeccompProfile: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  LibvirtHooksServerAndClient: {},
  LiveMigration: { amd64: 'Supported', arm64: 'Supported', s390x: 'Supported' },
  LiveUpdateNADRef: { amd64: 'Supported' },
  Macvtap: {},
  MigrationPriorityQueue: { amd64: 'Supported', s390x: 'Supported' },
  MigrationStallDetection: {},
  MultiArchitecture: {},
  NetworkBindingPlugins: { amd64: 'Supported' },
  NetworkDevicesWithDRA: {},
  NodeRestriction: { amd64: 'Supported' },
  NonRoot: { amd64: 'Supported', arm64: 'Supported', s390x: 'Supported' },
  NUMA: { amd64: 'Supported', arm64: 'Pending', s390x: 'Unsupported' },
  ObjectGraph: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  OCIExport: { amd64: 'Supported' },
  OptOutRoleAggregation: { amd64: 'Supported' },
  PanicDevices: { amd64: 'Supported', arm64: 'Supported', s390x: 'Unsupported' },
  Passt: {},
  PasstBinding: { amd64: 'Supported', s390x: 'Pending' },
  PasstIPStackMigration: {},
  PCINUMAAwareTopology: { arm64: 'Unverified', s390x: 'Unsupported' },
  PersistentReservation: { amd64: 'Supported' },
  Plugins: { amd64: 'Supported' },
  PodSecondaryInterfaceNamingUpgrade: {},
  PortRangesSpec: {},
  PSA: { amd64: 'Supported' },
  RebootPolicy: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  ReservedOverheadMemlock: {},
  Root: { amd64: 'Supported', arm64: 'Supported' },
  SecureExecution: { amd64: 'Unsupported', arm64: 'Unsupported', s390x: 'Supported' },
  Sidecar: { amd64: 'Supported', arm64: 'Supported', s390x: 'Unverified' },
  Snapshot: { amd64: 'Supported', arm64: 'Supported', s390x: 'Supported' },
  SRIOVLiveMigration: { amd64: 'Supported', arm64: 'Unverified' },
  Template: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  UtilityVolumes: { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' },
  VGPULiveMigration: {},
  VideoConfig: { amd64: 'Supported', arm64: 'Supported', s390x: 'Supported' },
  VMExport: { amd64: 'Supported', arm64: 'Pending', s390x: 'Unverified' },
  VmiMemoryOverheadReport: { amd64: 'Supported' },
  VMLiveUpdateFeatures: { amd64: 'Supported', arm64: 'Pending', s390x: 'Supported' },
  VMPersistentState: { amd64: 'Supported' },
  VMStatsCollector: {},
  VolumeMigration: { amd64: 'Supported' },
  VolumesUpdateStrategy: { amd64: 'Supported' },
  VSOCK: { amd64: 'Supported', arm64: 'Supported' },
  WorkloadEncryptionSEV: { amd64: 'Supported', arm64: 'Unsupported', s390x: 'Unsupported' },
  WorkloadEncryptionTDX: { amd64: 'Pending', arm64: 'Unsupported', s390x: 'Unsupported' },
} as const satisfies Record<FeatureGate, SupportByArch>;

/** One gate of a release, with whether it is on. */
export interface MatrixRow extends GateEntry, Enablement {}

/** What to show of the gates × architectures. */
interface MatrixFilter {
  readonly architectures: readonly Architecture[];
  /** Only gates with one of these statuses on one of the architectures. */
  readonly statuses?: readonly SupportStatus[];
  /** Only gates that are on. */
  readonly onlyEnabled?: boolean;
}

/** The gates of a release that pass a filter. */
export function gateMatrix(gates: FeatureGates, lists: GateLists, filter: MatrixFilter): MatrixRow[] {
  return gates
    .list()
    .map((entry) => ({ ...entry, ...enablementOf(entry.name, lists, gates.kubevirt, (name) => gates.stageOf(name)) }))
    .filter(({ enabled }) => enabled || filter.onlyEnabled !== true)
    .filter(
      ({ support }) =>
        filter.statuses === undefined ||
        filter.architectures.some((architecture) => filter.statuses!.includes(support[architecture].status)),
    );
}

/** How one architecture stands beside another. */
type Parity = 'alike' | 'behind' | 'ahead' | 'unknown';

/** Whether a status rests on little: no test shows it, or it was inferred. */
export function isThin({ status, evidence }: Support): boolean {
  return status === 'Unverified' || status === 'Unspecified' || /\binferred\b/.test(evidence);
}

/** Better is less. What is unspecified has no place. */
const RANK: Readonly<Record<Exclude<SupportStatus, 'Unspecified'>, number>> = {
  Supported: 0,
  Unverified: 1,
  Pending: 2,
  Unsupported: 3,
};

/** How a gate on an architecture stands beside the same gate on another. */
export function parityOf(
  { support }: Pick<GateEntry, 'support'>,
  beside: Architecture,
  architecture: Architecture,
): Parity {
  const [theirs, ours] = [support[beside].status, support[architecture].status];
  if (theirs === 'Unspecified' || ours === 'Unspecified') {
    return 'unknown';
  }
  const difference = RANK[ours] - RANK[theirs];
  return difference === 0 ? 'alike' : difference > 0 ? 'behind' : 'ahead';
}
