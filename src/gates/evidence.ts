import type { Architecture } from '../architectures/facts';
import type { FeatureGate } from './stages';

/** What a cell of the table of support rests on; in our words, with the place in kubevirt/kubevirt v1.9.0 unless said. */
type Evidence = Readonly<Partial<Record<Architecture, string>>>;

/** The lanes that run for every change are amd64. */
const GA = 'generally available, and upstream tests every change on amd64';
const SUITE = 'tests/testsuite/kubevirtresource.go';
const UNLABELLED = `the gate is on in every test lane, but no test of its own runs on this architecture (${SUITE})`;
const NUMA_CELL =
  'the launcher adds a NUMA cell for shared memory, which QEMU rejects on s390x (inferred from commit 392ee426)';
const ARM_TABLE = 'the table of gates for arm64 in the user guide says that it works';
const ARM_NOT_VERIFIED = 'the table of gates for arm64 in the user guide says that it is not verified';
const LABELLED = 'tests of its own run on s390x';

/** Tests upstream runs on amd64 for every change. */
const tested = (...files: readonly string[]) => `tests on amd64: ${files.join(', ')}`;

/** Rows in the order of `support.ts`. A gate of which nothing was found has none. */
export const EVIDENCE = {
  AlignCPUs: {
    s390x: `only matters with dedicated CPUs, and the test suite says that CPUManager is not supported there (${SUITE}; inferred)`,
  },
  AutoResourceLimitsGate: { amd64: GA, s390x: `${LABELLED}: tests/vmi_configuration_test.go` },
  BochsDisplayForEFIGuests: {
    amd64: `${GA}; the bochs display is set for amd64 only (pkg/virt-launcher/virtwrap/converter/compute/graphics.go)`,
    arm64: 'bochs is not among the video types that admission allows there (pkg/virt-api/webhooks/arm64.go)',
    s390x: 'bochs is not among the video types that admission allows there (pkg/virt-api/webhooks/s390x.go)',
  },
  ClusterProfiler: { amd64: GA, arm64: ARM_TABLE },
  CommonInstancetypesDeploymentGate: {
    amd64: GA,
    arm64:
      'the bundle ships arm64 preferences (pkg/virt-operator/resource/generate/components/data/common-instancetypes), but no test deploys it there; the "not supported yet" in the user guide is older than that',
    s390x:
      'the bundle ships s390x preferences (pkg/virt-operator/resource/generate/components/data/common-instancetypes), but no test deploys it there',
  },
  ConfigurableHypervisor: {
    amd64: 'Alpha; the one lane for another hypervisor, MSHV, is defined for amd64 (automation/test.sh)',
  },
  ContainerPathVolumes: { amd64: tested('tests/virtiofs/containerpath.go'), arm64: UNLABELLED, s390x: NUMA_CELL },
  CPUManager: {
    amd64: 'tests with dedicated CPUs run on amd64: tests/vmi_configuration_test.go',
    arm64: 'a test runs on arm64 (tests/vmi_configuration_test.go), and the user guide lists it, pinning by taskset',
    s390x: `the test suite turns the gate off there as not supported (${SUITE})`,
  },
  CPUNodeDiscovery: {
    amd64: `${GA}; nodes get labels for CPU models and features (pkg/virt-handler/node-labeller/amd64.go)`,
    arm64:
      'nodes get no labels for CPU models and features (pkg/virt-handler/node-labeller/arm64.go; kubevirt issue 9749)',
    s390x: `${LABELLED}: tests/infrastructure/node-labeller.go`,
  },
  CrossArchitectureVirtualization: {
    amd64: tested('tests/cross_arch_emulation_test.go, in a lane of its own'),
    arm64: 'tests/cross_arch_emulation_test.go has cases for arm64 hosts, in a lane that is off by default',
    s390x: 'VEP 172 plans it; nodes are probed for amd64 and arm64 guests only (node-labeller.sh)',
  },
  DecentralizedLiveMigration: { amd64: tested('tests/migration/namespace.go'), arm64: UNLABELLED, s390x: UNLABELLED },
  DeclarativeHotplugVolumes: { amd64: tested('tests/storage/hotplug.go'), arm64: UNLABELLED, s390x: UNLABELLED },
  DisableCustomSELinuxPolicy: { amd64: GA },
  DisableMDEVConfiguration: {
    amd64: tested('tests/mdev_configuration_allocation_test.go'),
    arm64: 'nothing of its own; the user guide says that mediated devices are not verified there',
  },
  DownwardMetrics: {
    amd64: tested('tests/infrastructure/downward-metrics.go'),
    arm64: 'the table of gates for arm64 in the user guide asks for more information',
    s390x: `${LABELLED}: tests/infrastructure/downward-metrics.go, tests/migration/migration.go`,
  },
  DynamicPodInterfaceNaming: { amd64: GA },
  EnableVirtioFsConfigVolumes: {
    amd64: tested('tests/virtiofs/config.go'),
    arm64: `${ARM_TABLE}, as VirtIOFSGate`,
    s390x: NUMA_CELL,
  },
  EnableVirtioFsStorageVolumes: {
    amd64: tested('tests/virtiofs/datavolume.go'),
    arm64: `${ARM_TABLE}, as VirtIOFSGate`,
    s390x: NUMA_CELL,
  },
  ExpandDisks: {
    amd64: GA,
    arm64: 'the user guide dropped its row; a pull request there (951, not merged) reports that it works',
    s390x: 'generally available, but no test runs on s390x',
  },
  ExperimentalIgnitionSupport: { amd64: tested('tests/vmi_ignition_test.go'), arm64: ARM_TABLE, s390x: UNLABELLED },
  ExternalNetResourceInjection: { amd64: tested('tests/network/sriov.go', 'tests/operator/operator.go') },
  FirmwareAutoSelection: {
    amd64: tested('tests/vmi_configuration_test.go'),
    arm64: 'commit 1d9c34e7 adds it for arm64; VEP 227 and 241 go on with it',
    s390x: 'guests have no UEFI there: the path of the firmware is empty',
  },
  GPU: { amd64: GA, arm64: `${ARM_NOT_VERIFIED}, for want of a GPU` },
  GPUsWithDRA: { amd64: tested('tests/compute/dra.go') },
  GraceIOVirtualization: {
    amd64: 'admission asks for arm64 (pkg/virt-api/webhooks/validating-webhook/admitters/grace_io_virtualization.go)',
    arm64: 'Alpha, for NVIDIA Grace only, without a test (VEP 199)',
    s390x: 'admission asks for arm64 (pkg/virt-api/webhooks/validating-webhook/admitters/grace_io_virtualization.go)',
  },
  HostDevices: {
    amd64: tested('tests/vmi_hostdev_test.go', 'tests/usb/usb.go'),
    arm64: ARM_NOT_VERIFIED,
    s390x: 'nothing that shows it; there is no USB there, and mediated devices are vfio-ap',
  },
  HostDevicesWithDRA: {
    s390x:
      'the code has a path for vfio-ap (pkg/virt-launcher/virtwrap/device/hostdevice/dra/generic_hostdev.go), no test',
  },
  HostDisk: { amd64: tested('tests/storage/hostdisk.go'), arm64: ARM_TABLE, s390x: UNLABELLED },
  HotplugNICs: {
    amd64: GA,
    arm64: 'the table of gates for arm64 in the user guide says "not supported yet", for want of a Multus image',
    s390x: `${LABELLED}, by migration: tests/network/hotplug_bridge.go`,
  },
  HotplugVolumes: {
    amd64: tested('tests/storage/hotplug.go'),
    arm64:
      'the table of gates for arm64 in the user guide says "not supported yet"; a pull request there (951, not merged) reports that it works',
    s390x: 'no test runs on s390x',
  },
  HypervStrictCheck: {
    amd64: tested('tests/hyperv_test.go'),
    arm64:
      'nodes get no Hyper-V labels, so a strict guest finds none (kvm-caps-info-plugin_arm64.go; the user guide agrees)',
    s390x: 'nodes get no Hyper-V labels, so a strict guest finds none (kvm-caps-info-plugin_s390x.go)',
  },
  ImageVolume: {
    amd64: 'the work on the proposal says so (kubevirt pull request 16003), as does its second example',
    arm64: 'the work on the proposal says so (kubevirt pull request 16003), as does its second example',
    s390x: 'the work on the proposal says so (kubevirt pull request 16003), as does its second example',
  },
  IncrementalBackup: { amd64: tested('tests/storage/backup.go'), arm64: UNLABELLED, s390x: UNLABELLED },
  InstancetypeReferencePolicy: { amd64: GA, s390x: `${LABELLED}: tests/instancetype/reference_policy.go` },
  IOMMUFD: { arm64: 'Alpha, needed by GraceIOVirtualization, without a test (VEP 199 and 266)' },
  KubevirtSeccompProfile: {
    amd64: tested('tests/operator/operator.go'),
    arm64: `the test suite installs the profile in every lane, and tests it in none on arm64 (${SUITE})`,
    s390x: `the test suite installs the profile in every lane, and tests it in none on s390x (${SUITE})`,
  },
  LiveMigration: {
    amd64: GA,
    arm64: `${ARM_TABLE}, and a lane of migrations runs on arm64 (automation/test.sh)`,
    s390x: `${LABELLED}: tests/migration`,
  },
  LiveUpdateNADRef: { amd64: tested('tests/network/nad_live_update.go') },
  MigrationPriorityQueue: { amd64: GA, s390x: `${LABELLED}: tests/migration/priority.go` },
  NetworkBindingPlugins: { amd64: GA },
  NodeRestriction: { amd64: tested('tests/infrastructure/security.go') },
  NonRoot: {
    amd64: GA,
    arm64: ARM_TABLE,
    s390x: 'launchers are not root by default in the lane of s390x (inferred)',
  },
  NUMA: {
    amd64: GA,
    arm64: 'the table of gates for arm64 in the user guide says "not supported yet", for want of huge pages',
    s390x: 'the machine type has no NUMA (commit 392ee426)',
  },
  ObjectGraph: { amd64: tested('tests/storage/objectgraph_test.go'), arm64: UNLABELLED, s390x: UNLABELLED },
  OCIExport: { amd64: tested('tests/storage/export.go') },
  OptOutRoleAggregation: { amd64: tested('tests/operator/operator.go') },
  PanicDevices: {
    amd64: tested('tests/vmi_lifecycle_test.go, with the model isa'),
    arm64: 'tests/vmi_lifecycle_test.go has a case for arm64, with the model pvpanic',
    s390x: 'admission rejects panic devices there (vmi-create-admitter.go)',
  },
  PasstBinding: { amd64: tested('tests/network/passt.go'), s390x: NUMA_CELL },
  PCINUMAAwareTopology: {
    arm64: 'Alpha, needed by GraceIOVirtualization, without a test',
    s390x: 'devices have no place on a PCIe bus there (pkg/virt-launcher/virtwrap/converter/arch/s390x.go)',
  },
  PersistentReservation: { amd64: tested('tests/storage/reservation.go') },
  Plugins: { amd64: tested('tests/plugin_test.go') },
  PSA: { amd64: GA },
  RebootPolicy: { amd64: tested('tests/compute/vm_lifecycle.go'), arm64: UNLABELLED, s390x: UNLABELLED },
  Root: { amd64: tested('tests/migration/migration.go'), arm64: ARM_TABLE },
  SecureExecution: {
    amd64: 'a feature of the s390x hardware; admission on amd64 knows SEV, SNP and TDX',
    arm64: 'admission rejects launchSecurity of any kind there',
    s390x: `${LABELLED}: tests/launchsecurity/secure-execution.go; from z15 on`,
  },
  Sidecar: {
    amd64: 'hook sidecars are tested on amd64, with the gate on in every lane',
    arm64: ARM_TABLE,
    s390x: UNLABELLED,
  },
  Snapshot: {
    amd64: 'the suite for clones and snapshots asks for the gate and runs on amd64: tests/clone_test.go',
    arm64: ARM_TABLE,
    s390x: `${LABELLED}: tests/clone_test.go`,
  },
  SRIOVLiveMigration: { amd64: GA, arm64: ARM_NOT_VERIFIED },
  Template: {
    amd64: tested('tests/operator/operator.go'),
    arm64: 'its pods may run on arm64 nodes, by their affinity; no test does',
    s390x: 'its pods may run on s390x nodes, by their affinity; no test does',
  },
  UtilityVolumes: { amd64: tested('tests/storage/utility-volumes.go'), arm64: UNLABELLED, s390x: UNLABELLED },
  VGPULiveMigration: { arm64: 'nothing of its own; the user guide says that mediated devices are not verified there' },
  VideoConfig: {
    amd64: 'admission allows vga, cirrus, virtio, ramfb and bochs (pkg/virt-api/webhooks/amd64.go, VEP 35)',
    arm64: 'admission allows virtio and ramfb (pkg/virt-api/webhooks/arm64.go, VEP 35)',
    s390x: 'admission allows virtio (pkg/virt-api/webhooks/s390x.go, VEP 35)',
  },
  VMExport: {
    amd64: GA,
    arm64: 'the table of gates for arm64 in the user guide says partly: not for DataVolumes and memory dumps',
    s390x: 'the exporter is built for s390x (kubevirt pull request 12844); no test runs there',
  },
  VmiMemoryOverheadReport: { amd64: tested('tests/compute/vmi_memory_overhead.go') },
  VMLiveUpdateFeatures: {
    amd64: GA,
    arm64: 'CPU and memory cannot be added to a running guest: the VM asks for a restart (pkg/defaults/defaults.go)',
    s390x:
      'CPUs can be added, with tests on s390x (tests/hotplug/cpu.go); memory cannot (pkg/liveupdate/memory/memory.go)',
  },
  VMPersistentState: { amd64: GA },
  VolumeMigration: { amd64: `${GA}: tests/storage/migration.go` },
  VolumesUpdateStrategy: { amd64: `${GA}: tests/storage/migration.go` },
  VSOCK: { amd64: tested('tests/vmi_vsock_test.go'), arm64: ARM_TABLE },
  WorkloadEncryptionSEV: {
    amd64: tested('tests/launchsecurity/sev.go'),
    arm64: 'admission rejects launchSecurity of any kind there (vmi-create-admitter.go)',
    s390x: 'SEV is of AMD processors; on s390x launchSecurity means Secure Execution',
  },
  WorkloadEncryptionTDX: {
    amd64: 'Alpha, of Intel processors; admission knows it (pkg/virt-api/webhooks/amd64.go), no test does',
    arm64: 'admission rejects launchSecurity of any kind there (vmi-create-admitter.go)',
    s390x: 'TDX is of Intel processors; on s390x launchSecurity means Secure Execution',
  },
} as const satisfies Partial<Record<FeatureGate, Evidence>>;

/** What is said of a cell without evidence. */
export const NO_EVIDENCE = 'no test, statement or code of upstream speaks of this architecture';

/** What a cell rests on. */
export function evidenceFor(gate: string, architecture: Architecture): string {
  const row: Evidence | undefined = (EVIDENCE as Readonly<Record<string, Evidence>>)[gate];
  return row?.[architecture] ?? NO_EVIDENCE;
}
