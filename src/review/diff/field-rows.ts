import type { ReleaseRange } from '../../kube/release';

/** How a list is compared. */
export interface ListRow {
  /** A pattern as `patternOf` makes it; what begins with `…` holds for every path that ends with the rest. */
  readonly path: string;
  /** What tells its items apart, where the tables do not say it. */
  readonly keys?: readonly string[];
  /** What a key is where it is not said. */
  readonly keyDefaults?: Readonly<Record<string, unknown>>;
  /** Whether another order is the same list. */
  readonly unordered?: true;
  readonly source: string;
}

const BY_NAME = 'kubevirt pkg/virt-controller/watch/vm/vm.go, pkg/network/vmliveupdate/restart.go: compared by name';
const KUBERNETES = 'Kubernetes API, x-kubernetes-list-map-keys of the built-in kinds';

/**
 * Lists whose order, or whose keys, the CRDs do not tell.
 *
 * CRDs of KubeVirt call most of their lists atomic, though its controllers look items up by name.
 */
export const LIST_ROWS: readonly ListRow[] = [
  { path: '…template.spec.volumes', keys: ['name'], unordered: true, source: BY_NAME },
  // Their order is what the guest sees at its next start.
  { path: '…domain.devices.disks', keys: ['name'], source: BY_NAME },
  { path: '…domain.devices.interfaces', keys: ['name'], source: BY_NAME },
  { path: '…template.spec.networks', keys: ['name'], unordered: true, source: BY_NAME },
  {
    path: '…dataVolumeTemplates',
    keys: ['metadata.name'],
    unordered: true,
    source: 'kubevirt pkg/virt-controller/watch/vm/vm.go handleDataVolumes: looked up by name',
  },
  {
    path: '…dataImportCronTemplates',
    keys: ['metadata.name'],
    unordered: true,
    source: 'HCO controllers/handlers/golden-images: looked up by name',
  },
  {
    path: '…developerConfiguration.featureGates',
    unordered: true,
    source: 'kubevirt pkg/virt-config/feature-gates.go: asked by name',
  },
  {
    path: '…developerConfiguration.disabledFeatureGates',
    unordered: true,
    source: 'kubevirt pkg/virt-config/feature-gates.go: asked by name',
  },
  {
    path: '…workloadUpdateMethods',
    unordered: true,
    source: 'kubevirt pkg/virt-controller/watch/workload-updater: asked by name',
  },
  { path: '…emulatedMachines', unordered: true, source: 'kubevirt vmi-create-admitter.go: any glob may match' },
  { path: '…accessModes', unordered: true, source: KUBERNETES },
  { path: '…finalizers', unordered: true, source: KUBERNETES },
  {
    path: '…spec.ports',
    keys: ['port', 'protocol'],
    keyDefaults: { protocol: 'TCP' },
    unordered: true,
    source: KUBERNETES,
  },
  { path: '…imagePullSecrets', keys: ['name'], unordered: true, source: KUBERNETES },
  { path: '…ownerReferences', keys: ['uid'], unordered: true, source: KUBERNETES },
  { path: '…topologySpreadConstraints', keys: ['topologyKey', 'whenUnsatisfiable'], source: KUBERNETES },
];

/** Fields of kinds without a table that hold quantities, by the key that is around them. */
export const QUANTITY_PARENTS: ReadonlySet<string> = new Set(['requests', 'limits', 'capacity', 'hard', 'allocatable']);

/** Fields of kinds without a table that are quantities themselves. */
export const QUANTITY_KEYS: ReadonlySet<string> = new Set(['sizeLimit']);

/** Maps of kinds without a table in which an empty one is none; any other empty map may say something, as `emptyDir`. */
export const FREE_MAPS: ReadonlySet<string> = new Set([
  'labels',
  'annotations',
  'matchLabels',
  'nodeSelector',
  'data',
  'binaryData',
  'stringData',
  'requests',
  'limits',
  'parameters',
]);

/** Where a controller compares bytes, so that another spelling of the same is something else. Key order does not count. */
export const RAW_FIELDS: readonly { readonly kind: string; readonly path: string; readonly source: string }[] = [
  {
    kind: 'MachineDeployment.cluster.k8s.io',
    path: 'spec.template.spec.providerSpec',
    source: 'machine-controller 1.66 pkg/controller/util/machine_deployment.go EqualIgnoreHash',
  },
];

/** A value that a cluster fills in where a manifest says nothing, so that saying it changes nothing. */
interface FilledInValue extends ReleaseRange {
  /** `Kind.group`. */
  readonly kinds: readonly string[];
  readonly path: string;
  readonly value: unknown;
  readonly source: string;
}

const DEFAULTS = 'Kubernetes API, defaults of the built-in kinds';
const TEMPLATE = 'spec.template.spec';
const API_TYPES = 'kubevirt staging/src/kubevirt.io/api/core/v1/schema.go: no pointer, so that zero is not said';

/** Fields of an instance whose zero is the same as nothing. Empty texts are so everywhere in it. */
const ZEROS: Readonly<Record<string, unknown>> = {
  'domain.cpu.cores': 0,
  'domain.cpu.sockets': 0,
  'domain.cpu.maxSockets': 0,
  'domain.cpu.threads': 0,
  'domain.cpu.dedicatedCpuPlacement': false,
  'domain.cpu.isolateEmulatorThread': false,
  'domain.resources': {},
  'domain.resources.overcommitGuestOverhead': false,
  'domain.features.apic.endOfInterrupt': false,
  'domain.features.kvm.hidden': false,
  'domain.devices': {},
  'domain.devices.disableHotplug': false,
  'domain.devices.disks[].disk.readonly': false,
  'domain.devices.disks[].lun.readonly': false,
  'domain.devices.disks[].lun.reservation': false,
  'domain.devices.interfaces[].acpiIndex': 0,
  'networks[].multus.default': false,
  'volumes[].dataVolume.hotpluggable': false,
  'volumes[].persistentVolumeClaim.hotpluggable': false,
  'volumes[].persistentVolumeClaim.readOnly': false,
};

const WORKLOADS = ['Deployment.apps', 'StatefulSet.apps', 'ReplicaSet.apps'];

/** Where an empty text is the same as none: fields of an instance are no pointers. */
export const EMPTY_TEXTS: Readonly<Record<string, string>> = { 'VirtualMachine.kubevirt.io': TEMPLATE };

/** What the API server and webhooks fill in. Defaults of CRDs are in their tables. */
export const DEFAULT_ROWS: readonly FilledInValue[] = [
  { kinds: WORKLOADS, path: 'spec.replicas', value: 1, source: DEFAULTS },
  { kinds: ['Deployment.apps'], path: 'spec.revisionHistoryLimit', value: 10, source: DEFAULTS },
  { kinds: ['Deployment.apps'], path: 'spec.progressDeadlineSeconds', value: 600, source: DEFAULTS },
  { kinds: ['Service'], path: 'spec.type', value: 'ClusterIP', source: DEFAULTS },
  { kinds: ['Service'], path: 'spec.sessionAffinity', value: 'None', source: DEFAULTS },
  { kinds: ['Service'], path: 'spec.ports[].protocol', value: 'TCP', source: DEFAULTS },
  { kinds: ['PersistentVolumeClaim'], path: 'spec.volumeMode', value: 'Filesystem', source: DEFAULTS },
  { kinds: ['StorageClass.storage.k8s.io'], path: 'reclaimPolicy', value: 'Delete', source: DEFAULTS },
  { kinds: ['StorageClass.storage.k8s.io'], path: 'volumeBindingMode', value: 'Immediate', source: DEFAULTS },
  { kinds: ['Secret'], path: 'type', value: 'Opaque', source: DEFAULTS },
  ...Object.entries(ZEROS).map(([path, value]) => ({
    kinds: ['VirtualMachine.kubevirt.io'],
    path: `${TEMPLATE}.${path}`,
    value,
    source: API_TYPES,
  })),
  {
    kinds: ['VirtualMachine.kubevirt.io'],
    path: 'spec.instancetype.kind',
    value: 'VirtualMachineClusterInstancetype',
    source: 'kubevirt pkg/instancetype/webhooks/vm/mutator.go, 1.0 and later',
  },
  {
    kinds: ['VirtualMachine.kubevirt.io'],
    path: 'spec.preference.kind',
    value: 'VirtualMachineClusterPreference',
    source: 'kubevirt pkg/instancetype/webhooks/vm/mutator.go, 1.0 and later',
  },
  {
    kinds: ['MachineDeployment.cluster.k8s.io'],
    path: 'spec.replicas',
    value: 1,
    source: 'machine-controller pkg/apis/cluster/v1alpha1/machinedeployment_types.go PopulateDefaultsMachineDeployment',
  },
  {
    kinds: ['VirtualMachinePool.pool.kubevirt.io', 'VirtualMachineInstanceReplicaSet.kubevirt.io'],
    path: 'spec.replicas',
    value: 1,
    source: 'kubevirt pkg/virt-controller/watch/pool/pool.go, watch/replicaset/replicaset.go: absent counts as one',
  },
];
