import type { ReleaseRange } from '../../kube/release';

/** A value that a cluster fills in where a manifest says nothing, so that saying it changes nothing. */
interface FilledInValue extends ReleaseRange {
  /** `Kind.group`. */
  readonly kinds: readonly string[];
  readonly path: string;
  readonly value: unknown;
  readonly source: string;
}

const KUBERNETES = 'Kubernetes API, defaults of the built-in kinds';
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
  { kinds: WORKLOADS, path: 'spec.replicas', value: 1, source: KUBERNETES },
  { kinds: ['Deployment.apps'], path: 'spec.revisionHistoryLimit', value: 10, source: KUBERNETES },
  { kinds: ['Deployment.apps'], path: 'spec.progressDeadlineSeconds', value: 600, source: KUBERNETES },
  { kinds: ['Service'], path: 'spec.type', value: 'ClusterIP', source: KUBERNETES },
  { kinds: ['Service'], path: 'spec.sessionAffinity', value: 'None', source: KUBERNETES },
  { kinds: ['Service'], path: 'spec.ports[].protocol', value: 'TCP', source: KUBERNETES },
  { kinds: ['PersistentVolumeClaim'], path: 'spec.volumeMode', value: 'Filesystem', source: KUBERNETES },
  { kinds: ['StorageClass.storage.k8s.io'], path: 'reclaimPolicy', value: 'Delete', source: KUBERNETES },
  { kinds: ['StorageClass.storage.k8s.io'], path: 'volumeBindingMode', value: 'Immediate', source: KUBERNETES },
  { kinds: ['Secret'], path: 'type', value: 'Opaque', source: KUBERNETES },
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
