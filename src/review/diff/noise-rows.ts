import { CONTROLLER_FINALIZERS, DRIFT } from '../../argocd/drift';

/** A part that writes itself into every object that was on a cluster, and says nothing about what is wanted. */
interface NoiseRow {
  readonly path: readonly string[];
  /** Who writes it. */
  readonly by: string;
  readonly source: string;
}

/** A field of a live object that its author did not write, and may well write in a file. */
export interface LiveRow {
  /** Kinds that have it, as `VirtualMachine.kubevirt.io`; absent for all. */
  readonly kind?: string;
  /** Keys; `*` for every item of a list. */
  readonly path: readonly string[];
  /** Who writes it. */
  readonly by: string;
  /** The values that are left out, of a list of texts or of a scalar; absent for any. */
  readonly values?: readonly unknown[];
  readonly source: string;
}

const OBJECT_META = 'kubernetes/apimachinery pkg/apis/meta/v1/types.go ObjectMeta: populated by the system, read-only';

export const NOISE_ROWS: readonly NoiseRow[] = [
  { path: ['status'], by: 'controllers', source: 'Kubernetes API conventions, spec and status' },
  { path: ['metadata', 'managedFields'], by: 'the API server', source: OBJECT_META },
  { path: ['metadata', 'creationTimestamp'], by: 'the API server', source: OBJECT_META },
  { path: ['metadata', 'resourceVersion'], by: 'the API server', source: OBJECT_META },
  { path: ['metadata', 'uid'], by: 'the API server', source: OBJECT_META },
  { path: ['metadata', 'generation'], by: 'the API server', source: OBJECT_META },
  { path: ['metadata', 'selfLink'], by: 'the API server', source: OBJECT_META },
  {
    path: ['metadata', 'annotations', 'kubectl.kubernetes.io/last-applied-configuration'],
    by: 'kubectl apply',
    source: 'kubernetes/api core/v1/annotation_key_constants.go LastAppliedConfigAnnotation',
  },
  {
    path: ['metadata', 'annotations', 'argocd.argoproj.io/tracking-id'],
    by: 'Argo CD',
    source: 'argoproj/argo-cd common/common.go AnnotationKeyAppInstance',
  },
  ...['kubevirt.io/latest-observed-api-version', 'kubevirt.io/storage-observed-api-version'].map((key) => ({
    path: ['metadata', 'annotations', key],
    by: 'virt-controller, virt-operator',
    source: 'kubevirt/kubevirt pkg/controller/controller.go SetLatestApiVersionAnnotation',
  })),
];

const VM = 'VirtualMachine.kubevirt.io';

const GO_TIME =
  'kubernetes/apimachinery pkg/apis/meta/v1/types.go: creationTimestamp of embedded metadata is written as null';

/** Finalizers of controllers: those of others in the same list have an author. */
const finalizers = (values: readonly string[], by: string, source: string): LiveRow => ({
  path: ['metadata', 'finalizers'],
  values,
  by,
  source,
});

/** What servers write into live objects, beyond what is noise in files too. */
export const LIVE_ROWS: readonly LiveRow[] = [
  ...DRIFT.filter(({ alsoInGit }) => alsoInGit !== true).flatMap(({ group, kind, paths, by, source }) =>
    paths.map((path) => ({ kind: `${kind}.${group}`, path, by, source })),
  ),
  ...Object.values(CONTROLLER_FINALIZERS).map(({ finalizers: values, by, source }) => finalizers(values, by, source)),
  finalizers(
    ['snapshot.kubevirt.io/snapshot-source-protection'],
    'virt-controller',
    'kubevirt/kubevirt pkg/storage/snapshot/source.go',
  ),
  finalizers(
    ['kubevirt.io/migrationJobFinalize'],
    'virt-api',
    'kubevirt/kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators',
  ),
  finalizers(
    ['kubevirt.io/virtOperatorFinalizer'],
    'virt-operator',
    'kubevirt/kubevirt pkg/virt-operator/resource/apply/delete.go',
  ),
  finalizers(
    ['snapshot.kubevirt.io/vmsnapshotcontent-protection', 'backup.kubevirt.io/vmbackup-protection'],
    'virt-controller',
    'kubevirt/kubevirt pkg/storage/snapshot, pkg/storage/cbt/backup.go',
  ),
  finalizers(
    ['synchronization.kubevirt.io/migrationFinalizer'],
    'virt-synchronization-controller',
    'kubevirt/kubevirt pkg/synchronization-controller/synchronization-controller.go',
  ),
  finalizers(
    ['ssp.kubevirt.io/finalizer', 'finalize.ssp.kubevirt.io'],
    'ssp-operator',
    'kubevirt/ssp-operator internal/controllers/ssp_controller.go finalizerName, oldFinalizerName',
  ),
  finalizers(
    [
      'cdi.kubevirt.io/dataImportCronFinalizer',
      'cdi.kubevirt.io/dataVolumeFinalizer',
      'cdi.kubevirt.io/clonePopulator',
      'cdi.kubevirt.io/cloneSource',
      'cdi.kubevirt.io/importImageStream',
      'cdi.kubevirt.io/objectTransfer',
    ],
    'CDI',
    'kubevirt/containerized-data-importer pkg/operator/controller, pkg/controller',
  ),
  finalizers(
    ['machine-delete-finalizer', 'machine-node-delete-finalizer', 'machine.cluster.k8s.io'],
    'machine-controller',
    'kubermatic/machine-controller pkg/controller/machine/controller.go, sdk/apis/cluster/v1alpha1/machine_types.go',
  ),
  finalizers(
    ['kubernetes.io/pvc-protection'],
    'kube-controller-manager',
    'kubernetes/kubernetes pkg/controller/volume/pvcprotection',
  ),
  {
    kind: VM,
    path: ['metadata', 'annotations', 'restore.kubevirt.io/lastRestoreUID'],
    by: 'virt-controller',
    source: 'kubevirt/kubevirt pkg/storage/snapshot/restore.go lastRestoreAnnotation',
  },
  { kind: VM, path: ['spec', 'template', 'metadata', 'creationTimestamp'], by: 'the API server', source: GO_TIME },
  {
    kind: VM,
    path: ['spec', 'dataVolumeTemplates', '*', 'metadata', 'creationTimestamp'],
    by: 'the API server',
    source: GO_TIME,
  },
  {
    kind: 'VirtualMachinePool.pool.kubevirt.io',
    path: ['spec', 'virtualMachineTemplate', 'metadata', 'creationTimestamp'],
    by: 'the API server',
    source: GO_TIME,
  },
  {
    kind: 'VirtualMachinePool.pool.kubevirt.io',
    path: ['spec', 'virtualMachineTemplate', 'spec', 'template', 'metadata', 'creationTimestamp'],
    by: 'the API server',
    source: GO_TIME,
  },
  ...['cdi.kubevirt.io/storage.deleteAfterCompletion', 'cdi.kubevirt.io/storage.usePopulator'].map((key) => ({
    kind: 'DataVolume.cdi.kubevirt.io',
    path: ['metadata', 'annotations', key],
    by: 'CDI',
    source:
      'kubevirt/containerized-data-importer pkg/apiserver/webhooks/datavolume-mutate.go, pkg/controller/datavolume',
  })),
  ...[
    'pv.kubernetes.io/bind-completed',
    'pv.kubernetes.io/bound-by-controller',
    'volume.kubernetes.io/selected-node',
    'volume.kubernetes.io/storage-provisioner',
    'volume.beta.kubernetes.io/storage-provisioner',
  ].map((key) => ({
    kind: 'PersistentVolumeClaim',
    path: ['metadata', 'annotations', key],
    by: 'kube-controller-manager, kube-scheduler',
    source: 'kubernetes/kubernetes pkg/controller/volume/persistentvolume, volumebinding',
  })),
];
