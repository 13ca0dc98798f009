import { isMap, type KubeObject } from '../../kube/object';
import { keysOf, valueAt } from '../../kube/path';
import { HCO_MOVES } from '../hco-moves';
import type { Effect } from './effect';
import type { ObjectField, ObjectRow } from './effect-row';
import { goldenImageEffect } from './golden-image-effect';
import { itemName } from './vm-view';

const KINDS = ['HyperConverged.hco.kubevirt.io'];
const OPERANDS = 'HCO controllers/operands';

/** What decides about golden images. */
const ABOUT_IMAGES = /dataImportCronTemplates|enableMultiArchBootImageImport|enableCommonBootImageImport/;

/** What a change of a HyperConverged does to golden images; nothing where it is about something else. */
export function imageEffect(view: ObjectField): Effect | undefined {
  const { change, path } = view;
  // In v1 a gate is an item of a list: its name is in the way to it, or in the item itself.
  const words = JSON.stringify([change.steps, change.before, change.after]);
  return ABOUT_IMAGES.test(path) || words.includes('MultiArchBootImageImport')
    ? goldenImageEffect(itemName(change, 'dataImportCronTemplates'), view)
    : undefined;
}

/** The rest of a HyperConverged, which it passes on to KubeVirt and CDI; both versions of its API. */
export const HYPER_CONVERGED_ROWS: readonly ObjectRow[] = [
  ...['spec.workloads', 'spec.deployment.nodePlacements.workload'].map(
    (path): ObjectRow => ({
      kinds: KINDS,
      path,
      effect: 'components-rolled',
      severity: 'disruptive',
      text: 'virt-handler rolls, and leaves nodes that do not match: VMs there run on, and can neither migrate nor be stopped. Images may be imported for other architectures.',
      source: `${OPERANDS}; kubevirt pkg/virt-operator/resource/apply/apps.go syncDaemonSet`,
    }),
  ),
  ...[
    'spec.infra',
    'spec.deployment.nodePlacements.infra',
    'spec.uninstallStrategy',
    'spec.deployment.uninstallStrategy',
  ].map(
    (path): ObjectRow => ({
      kinds: KINDS,
      path,
      effect: 'components-rolled',
      severity: 'caution',
      text: 'Pods of the operands restart; virtual machines run on.',
      source: OPERANDS,
    }),
  ),
  ...['kubevirt', 'containerizeddataimporter', 'networkaddonsconfigs', 'ssp'].map(
    (name): ObjectRow => ({
      kinds: KINDS,
      path: `metadata.annotations.${name}.kubevirt.io/jsonpatch`,
      effect: 'live-update',
      severity: 'caution',
      text: 'Patches what HyperConverged makes, and marks the installation as tainted; what the patch does is not told here.',
      source: 'HCO pkg/util, docs/cluster-configuration.md',
    }),
  ),
  {
    kinds: KINDS,
    path: 'spec',
    effect: 'live-update',
    severity: 'info',
    text: 'Passed on to KubeVirt and CDI, which see it at once.',
    source: OPERANDS,
  },
];

/** A HyperConverged in the words of v1, so that another version of its API alone is no change. */
export function asV1(object: KubeObject): KubeObject {
  if (!object.apiVersion.endsWith('/v1beta1') || !isMap(object.spec)) {
    return object;
  }
  const copy = structuredClone(object) as Record<string, unknown> & KubeObject;
  for (const { v1beta1, v1 } of HCO_MOVES) {
    const value = valueAt(copy, v1beta1);
    if (value !== undefined) {
      move(copy, keysOf(v1beta1), undefined);
      move(copy, keysOf(v1), value);
    }
  }
  return { ...copy, apiVersion: object.apiVersion.replace('v1beta1', 'v1') };
}

/** Puts a value at a path, or takes it away. */
function move(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [last, ...above] = [...path].reverse() as [string, ...string[]];
  let around = root;
  for (const key of above.reverse()) {
    const next = isMap(around[key]) ? (around[key] as Record<string, unknown>) : {};
    around[key] = next;
    around = next;
  }
  if (value === undefined) {
    delete around[last];
  } else {
    around[last] = value;
  }
}
