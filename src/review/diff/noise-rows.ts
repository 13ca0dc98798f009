import { CONTROLLER_FINALIZERS, DRIFT } from '../../argocd/drift';
import { groupOf } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';

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

/** Whether an object was read from a cluster, as opposed to written by hand: the API server gave it a UID. */
export function isLive({ metadata }: KubeObject): boolean {
  return isMap(metadata) && (typeof metadata.uid === 'string' || typeof metadata.resourceVersion === 'string');
}

/** Whether a row is about objects of this kind. */
export function isAbout({ kind }: LiveRow, object: KubeObject): boolean {
  const group = groupOf(object.apiVersion);
  return kind === undefined || kind === (group === '' ? object.kind : `${object.kind}.${group}`);
}

/** What made an object and makes it again: its controller, by the API's own rule. */
export function ownerOf({ metadata }: KubeObject): Readonly<Record<string, unknown>> | undefined {
  const owners: unknown[] = isMap(metadata) && Array.isArray(metadata.ownerReferences) ? metadata.ownerReferences : [];
  return owners.filter(isMap).find(({ controller }) => controller === true);
}

/** A live object without what servers wrote into it, as far as its other state says nothing about that: an apply leaves it there. */
export function withoutServerMade(object: KubeObject, other: KubeObject): KubeObject {
  return isLive(object)
    ? (LIVE_ROWS.reduce<unknown>(
        (left, row) => (isAbout(row, object) ? without(left, row, other) : left),
        object,
      ) as KubeObject)
    : object;
}

/** A value without the row's field. What another state says at the same path stays. */
export function without(value: unknown, row: LiveRow, other?: unknown, at = 0): unknown {
  const step = row.path[at]!;
  if (step === '*') {
    if (!Array.isArray(value)) {
      return value;
    }
    const items = value.map((item) => without(item, row, undefined, at + 1));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (!isMap(value) || !Object.hasOwn(value, step)) {
    return value;
  }
  const { [step]: part, ...others } = value;
  const said = isMap(other) && Object.hasOwn(other, step) ? other[step] : undefined;
  const left = at === row.path.length - 1 ? remaining(part, row, said) : without(part, row, said, at + 1);
  if (left === part) {
    return value;
  }
  // A map that held nothing else was made for what is left out now.
  const isGone = left === undefined || (isMap(left) && Object.keys(left).length === 0);
  return isGone ? others : { ...value, [step]: left };
}

/** The rest of a value of the row's field. */
function remaining(part: unknown, { values }: LiveRow, said: unknown): unknown {
  if (values === undefined) {
    return said === undefined ? undefined : part;
  }
  if (!Array.isArray(part)) {
    return values.includes(part) && said === undefined ? undefined : part;
  }
  const wanted: readonly unknown[] = Array.isArray(said) ? said : [];
  const rest = part.filter((item) => wanted.includes(item) || !values.includes(item));
  return rest.length === part.length ? part : rest.length === 0 ? undefined : rest;
}
