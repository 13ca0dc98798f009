import { valueAt } from '../../kube/path';
import { parseQuantity } from '../../kube/quantity';
import type { ObjectField, ObjectRow } from './effect-row';

const KUBERNETES = 'Kubernetes API validation';
const REJECTED = { effect: 'rejected', severity: 'rejected' } as const;

/** Fields that are fixed once an object exists: the API server, or a webhook, rejects another value. */
const FIXED: readonly {
  readonly kinds: readonly string[];
  readonly paths: readonly string[];
  readonly when?: NonNullable<ObjectRow['when']>;
  readonly text: string;
  readonly source: string;
}[] = [
  {
    kinds: ['Deployment.apps', 'DaemonSet.apps', 'ReplicaSet.apps', 'StatefulSet.apps', 'Job.batch'],
    paths: ['spec.selector'],
    text: 'Refused: the selector is fixed.',
    source: KUBERNETES,
  },
  {
    kinds: ['Job.batch'],
    paths: ['spec.template', 'spec.completionMode', 'spec.podFailurePolicy'],
    text: 'Refused: the template of a job is fixed. Give the job another name.',
    source: KUBERNETES,
  },
  {
    kinds: ['StatefulSet.apps'],
    paths: ['spec.volumeClaimTemplates', 'spec.serviceName', 'spec.podManagementPolicy'],
    text: 'Refused: of a stateful set only replicas, template and strategies change.',
    source: KUBERNETES,
  },
  {
    kinds: ['Service'],
    paths: ['spec.clusterIP', 'spec.clusterIPs', 'spec.healthCheckNodePort', 'spec.loadBalancerClass'],
    when: ({ change }) => change.before !== undefined && change.after !== undefined,
    text: 'Refused: the address of a service is fixed once it has one.',
    source: KUBERNETES,
  },
  {
    kinds: ['StorageClass.storage.k8s.io'],
    paths: ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode'],
    text: 'Refused: what a storage class provisions, and how, is fixed.',
    source: KUBERNETES,
  },
  {
    kinds: ['RoleBinding.rbac.authorization.k8s.io', 'ClusterRoleBinding.rbac.authorization.k8s.io'],
    paths: ['roleRef'],
    text: 'Refused: the role of a binding is fixed. Give the binding another name.',
    source: KUBERNETES,
  },
  {
    kinds: ['ConfigMap', 'Secret'],
    paths: ['data', 'binaryData', 'stringData'],
    when: ({ before }) => before.immutable === true,
    text: 'Refused: it is immutable.',
    source: KUBERNETES,
  },
  {
    kinds: ['ConfigMap', 'Secret'],
    paths: ['immutable'],
    when: ({ before }) => before.immutable === true,
    text: 'Refused: what is immutable stays so.',
    source: KUBERNETES,
  },
  { kinds: ['Secret'], paths: ['type'], text: 'Refused: the type of a secret is fixed.', source: KUBERNETES },
  {
    kinds: ['PriorityClass.scheduling.k8s.io'],
    paths: ['value', 'preemptionPolicy'],
    text: 'Refused: the value of a priority class is fixed.',
    source: KUBERNETES,
  },
  {
    kinds: ['RuntimeClass.node.k8s.io'],
    paths: ['handler'],
    text: 'Refused: the handler is fixed.',
    source: KUBERNETES,
  },
  {
    kinds: ['IngressClass.networking.k8s.io'],
    paths: ['spec.controller'],
    text: 'Refused: the controller is fixed.',
    source: KUBERNETES,
  },
  {
    kinds: ['CustomResourceDefinition.apiextensions.k8s.io'],
    paths: ['spec.group', 'spec.scope', 'spec.names.plural', 'spec.names.kind'],
    text: 'Refused: group, scope and names of a CRD are fixed.',
    source: KUBERNETES,
  },
  {
    kinds: [
      'ResourceClaim.resource.k8s.io',
      'ResourceClaimTemplate.resource.k8s.io',
      'VolumeSnapshot.snapshot.storage.k8s.io',
    ],
    paths: ['spec'],
    text: 'Refused: its spec is fixed.',
    source: KUBERNETES,
  },
  {
    kinds: ['PersistentVolumeClaim'],
    paths: ['spec.resources.requests.storage'],
    when: isSmaller,
    text: 'Refused: a claim does not shrink below what it has.',
    source: KUBERNETES,
  },
  {
    kinds: ['PersistentVolumeClaim'],
    paths: ['spec'],
    when: ({ path, change }) =>
      !['spec.resources.requests.storage', 'spec.volumeAttributesClassName'].includes(path) &&
      !(path === 'spec.volumeName' && change.before === undefined),
    text: 'Refused: of a claim only the requested storage and volumeAttributesClassName change.',
    source: KUBERNETES,
  },
  {
    kinds: ['PersistentVolume'],
    paths: ['spec'],
    when: ({ path }) =>
      !/^spec\.(capacity|accessModes|claimRef|mountOptions|nodeAffinity|persistentVolumeReclaimPolicy|storageClassName|volumeAttributesClassName)\b/.test(
        path,
      ),
    text: 'Refused: where a volume is, and how, is fixed.',
    source: KUBERNETES,
  },
  {
    kinds: ['Pod'],
    paths: ['spec'],
    when: ({ path, change }) =>
      !/^spec\.((init|ephemeral)?[cC]ontainers\[\]\.image|activeDeadlineSeconds|terminationGracePeriodSeconds)$/.test(
        path,
      ) && !(path.startsWith('spec.tolerations') && change.before === undefined),
    text: 'Refused: of a pod only images change, and tolerations are added. Delete it and create it anew.',
    source: KUBERNETES,
  },
  {
    kinds: ['PersistentVolume'],
    paths: ['spec.nodeAffinity'],
    when: ({ change }) => change.before !== undefined,
    text: 'Refused: the node affinity of a volume is fixed once it is set.',
    source: KUBERNETES,
  },
  {
    kinds: ['VirtualMachineInstance.kubevirt.io'],
    paths: ['spec'],
    text: 'Refused: an instance is not edited. Delete it and create it anew, or make it a VirtualMachine.',
    source: 'kubevirt vmi-update-admitter.go',
  },
  {
    kinds: [
      'VirtualMachineInstanceMigration.kubevirt.io',
      'VirtualMachineSnapshot.snapshot.kubevirt.io',
      'VirtualMachineRestore.snapshot.kubevirt.io',
      'VirtualMachineExport.export.kubevirt.io',
      'VirtualMachineClone.clone.kubevirt.io',
      'VirtualMachineBackup.backup.kubevirt.io',
      'VirtualMachineBackupTracker.backup.kubevirt.io',
    ],
    paths: ['spec'],
    text: 'Refused: its spec is fixed after creation. Give it another name.',
    source: 'kubevirt pkg/storage/admitters/vmsnapshot.go and others',
  },
  {
    kinds: ['DataVolume.cdi.kubevirt.io'],
    paths: ['spec'],
    when: ({ path }) => !/^spec\.(checkpoints|finalCheckpoint)/.test(path),
    text: 'Refused: the spec of a data volume is fixed. Grow its claim instead.',
    source: 'CDI 1.66 pkg/apiserver/webhooks/datavolume-validate.go',
  },
  {
    kinds: ['DataImportCron.cdi.kubevirt.io'],
    paths: ['spec'],
    text: 'Refused: the spec of an import is fixed. Delete it and create it anew; its retention policy says what stays.',
    source: 'CDI 1.66 pkg/apiserver/webhooks',
  },
  {
    kinds: ['VirtualMachinePool.pool.kubevirt.io'],
    paths: ['spec.selector'],
    text: 'Refused: the selector of a pool is fixed.',
    source: 'kubevirt vmpool-admitter.go',
  },
  {
    kinds: [
      'KubevirtMachineTemplate.infrastructure.cluster.x-k8s.io',
      'KubevirtClusterTemplate.infrastructure.cluster.x-k8s.io',
    ],
    paths: ['spec'],
    text: 'Refused: a template is fixed. Add another one, and point infrastructureRef at it.',
    source: 'cluster-api-provider-kubevirt 0.11 pkg/webhookhandler/validator.go',
  },
  {
    kinds: ['Machine.cluster.k8s.io'],
    paths: ['spec'],
    when: ({ before }) =>
      valueAt(before, 'metadata.annotations["kubermatic.io/bypass-no-spec-mutation-requirement"]') === undefined,
    text: 'Refused: the spec of a VM is fixed.',
    source: 'machine-controller 1.66 pkg/admission',
  },
  {
    kinds: ['MachineDeployment.cluster.x-k8s.io'],
    paths: ['spec.clusterName'],
    text: 'Refused: a pool does not move to another cluster.',
    source: 'cluster-api 1.14 internal/webhooks/machinedeployment.go',
  },
];

/** The same as rows. */
export const FIXED_ROWS: readonly ObjectRow[] = FIXED.flatMap(({ paths, ...row }) =>
  paths.map((path) => ({ ...row, ...REJECTED, isFixed: true, path })),
);

function isSmaller({ change }: ObjectField): boolean {
  const [old, fresh] = [change.before, change.after].map((value) =>
    typeof value === 'string' || typeof value === 'number' ? parseQuantity(String(value))?.nano : undefined,
  );
  return old !== undefined && fresh !== undefined && fresh < old;
}

const INSTANCETYPES = [
  'VirtualMachineInstancetype.instancetype.kubevirt.io',
  'VirtualMachineClusterInstancetype.instancetype.kubevirt.io',
  'VirtualMachinePreference.instancetype.kubevirt.io',
  'VirtualMachineClusterPreference.instancetype.kubevirt.io',
];

const POLICIES = [
  'MutatingAdmissionPolicy.admissionregistration.k8s.io',
  'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io',
  'ValidatingAdmissionPolicy.admissionregistration.k8s.io',
  'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io',
];

/** Effects on kinds that take changes in place. */
export const PLAIN_ROWS: readonly ObjectRow[] = [
  {
    kinds: INSTANCETYPES,
    path: 'spec',
    effect: 'none',
    severity: 'caution',
    text: 'This changes nothing that exists: virtual machines keep the revision that they were made with.',
    source: 'kubevirt pkg/instancetype/find/revision.go, pkg/instancetype/revision/store.go',
  },
  {
    kinds: ['MigrationPolicy.migrations.kubevirt.io'],
    path: 'spec',
    effect: 'next-migration',
    severity: 'info',
    text: 'Counts for migrations that begin later.',
    source: 'kubevirt pkg/virt-controller/watch/migration',
  },
  {
    kinds: ['DataSource.cdi.kubevirt.io'],
    path: 'spec',
    effect: 'live-update',
    severity: 'caution',
    text: 'Disks that are cloned from now on come from the new source; those that there are stay.',
    otherwise: 'undone by CDI, where an import manages the data source',
    source: 'CDI 1.66 pkg/controller/datasource-controller.go',
  },
  {
    kinds: ['StorageProfile.cdi.kubevirt.io'],
    path: 'spec',
    effect: 'live-update',
    severity: 'info',
    text: 'Counts for volumes that are made later.',
    source: 'CDI 1.66 pkg/controller/storageprofile-controller.go',
  },
  {
    kinds: POLICIES,
    path: 'spec',
    effect: 'live-update',
    severity: 'caution',
    text: 'Counts for requests from now on; what is stored stays until it is written again.',
    source: 'Kubernetes API',
  },
  {
    kinds: ['PersistentVolumeClaim'],
    path: 'spec.resources.requests.storage',
    effect: 'live-update',
    severity: 'info',
    text: 'The claim grows, where its storage class allows that.',
    otherwise: 'refused, where the storage class does not allow expansion',
    source: 'Kubernetes API validation',
  },
  {
    kinds: ['ConfigMap', 'Secret'],
    path: '',
    effect: 'live-update',
    severity: 'info',
    text: 'Applied in place; a virtual machine that has it as a disk sees it at its next start.',
    source: 'Kubernetes API; kubevirt pkg/config',
  },
];

/** What holds for metadata of every kind, and for what no row is about. */
export const LAST_ROWS: readonly Omit<ObjectRow, 'kinds'>[] = [
  {
    path: 'apiVersion',
    effect: 'none',
    severity: 'info',
    text: 'The same object in another version of its API.',
    source: 'Kubernetes API',
  },
  { path: 'metadata', effect: 'none', severity: 'info', text: 'No effect on what runs.', source: 'Kubernetes API' },
  { path: '', effect: 'live-update', severity: 'info', text: 'Applied in place.', source: 'Kubernetes API' },
];
