import { DRIFT } from '../argocd/drift';
import { groupOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { pathOfSteps } from '../kube/path';
import { NOISE_ROWS } from '../review/diff/noise-rows';

/** A field of a live object that its author did not write. */
interface ServerField {
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

/** A field that was left out of an object, and the row that says why. */
export interface LeftOutField {
  readonly path: string;
  readonly by: string;
  readonly source: string;
}

const VM = 'VirtualMachine.kubevirt.io';

const GO_TIME =
  'kubernetes/apimachinery pkg/apis/meta/v1/types.go: creationTimestamp of embedded metadata is written as null';

/** Rows beyond what every review leaves out and what Argo CD is told to ignore. */
const OWN_ROWS: readonly ServerField[] = [
  {
    path: ['metadata', 'finalizers'],
    values: [
      'kubevirt.io/virtualMachineControllerFinalize',
      'kubevirt.io/foregroundDeleteVirtualMachine',
      'foregroundDeleteVirtualMachine',
      'foregroundDeleteKubeVirt',
      'kubevirt.io/foregroundDeleteKubeVirt',
      'kubevirt.io/hyperconverged',
      'cdi.kubevirt.io/dataImportCronFinalizer',
      'kubernetes.io/pvc-protection',
      'snapshot.kubevirt.io/vmsnapshot-protection',
    ],
    by: 'the controller of the object',
    source: 'kubevirt/kubevirt staging/src/kubevirt.io/api/core/v1/types.go, pkg/virt-operator/util KubeVirtFinalizer',
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

/** Every row, by who writes it. */
export const SERVER_FIELDS: readonly ServerField[] = [
  ...NOISE_ROWS,
  ...DRIFT.filter(({ alsoInGit }) => alsoInGit !== true).flatMap(({ group, kind, paths, by, source }) =>
    paths.map((path) => ({ kind: `${kind}.${group}`, path, by, source })),
  ),
  ...OWN_ROWS,
];

/** An object as its author would have written it, and what a cluster had added to it. */
interface AuthoredObject {
  readonly object: KubeObject;
  readonly leftOut: readonly LeftOutField[];
}

/** Whether an object was read from a cluster, as opposed to written by hand: the API server gave it a UID. */
export function isLive({ metadata }: KubeObject): boolean {
  return isMap(metadata) && (typeof metadata.uid === 'string' || typeof metadata.resourceVersion === 'string');
}

/**
 * Leaves out what a cluster wrote.
 *
 * In a file that a person wrote the same fields are left out too where no API server takes them from a manifest; what only a live
 * object is sure not to have from its author, as a finalizer, stays there.
 */
export function withoutServerFields(object: KubeObject): AuthoredObject {
  const rows = isLive(object) ? SERVER_FIELDS : NOISE_ROWS;
  const group = groupOf(object.apiVersion);
  const kind = group === '' ? object.kind : `${object.kind}.${group}`;
  const leftOut: LeftOutField[] = [];
  let left: unknown = object;
  for (const row of rows as readonly ServerField[]) {
    if (row.kind === undefined || row.kind === kind) {
      const next = without(left, row, 0);
      if (next !== left) {
        left = next;
        leftOut.push({ path: pathText(row), by: row.by, source: row.source });
      }
    }
  }
  return { object: left as KubeObject, leftOut };
}

function pathText({ path }: ServerField): string {
  return pathOfSteps(path.map((step) => (step === '*' ? { text: '', isItem: true } : { text: step, isItem: false })));
}

function without(value: unknown, row: ServerField, at: number): unknown {
  const step = row.path[at]!;
  if (step === '*') {
    if (!Array.isArray(value)) {
      return value;
    }
    const items = value.map((item) => without(item, row, at + 1));
    return items.every((item, i) => item === value[i]) ? value : items;
  }
  if (!isMap(value) || !Object.hasOwn(value, step)) {
    return value;
  }
  const { [step]: part, ...others } = value;
  const left = at === row.path.length - 1 ? remaining(part, row) : without(part, row, at + 1);
  if (left === part) {
    return value;
  }
  // A map that held nothing else was made for what is left out now.
  const isGone = left === undefined || (isMap(left) && Object.keys(left).length === 0);
  return isGone ? others : { ...value, [step]: left };
}

/** The rest of a value of the row's field. */
function remaining(part: unknown, { values }: ServerField): unknown {
  if (values === undefined) {
    return undefined;
  }
  if (!Array.isArray(part)) {
    return values.includes(part) ? undefined : part;
  }
  const rest = part.filter((item) => !values.includes(item));
  return rest.length === part.length ? part : rest.length === 0 ? undefined : rest;
}
