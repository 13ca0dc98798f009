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
const WORKLOADS = ['Deployment.apps', 'StatefulSet.apps', 'ReplicaSet.apps'];

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
