import { isMap, type KubeObject } from '../../kube/object';
import { valuesAt } from '../../kube/path';
import type { ObjectField, ObjectRow } from './effect-row';

const KINDS = ['KubeVirt.kubevirt.io'];
const METHODS = 'spec.workloadUpdateStrategy.workloadUpdateMethods';
const UPDATER = 'kubevirt pkg/virt-controller/watch/workload-updater/workload-updater.go';

const methodsOf = (object: KubeObject) => valuesAt(object, `${METHODS}[]`).map(({ value }) => value);

/** Whether a patch of KubeVirt's own objects concerns the image of launchers. */
function patchesLauncher({ change }: ObjectField): boolean {
  const patches = [change.before, change.after].flatMap((value) => (Array.isArray(value) ? value : [value]));
  return patches.some((patch) =>
    JSON.stringify(isMap(patch) ? (patch.patch ?? patch) : (patch ?? '')).includes('virt-launcher'),
  );
}

function launcherRows(path: string, when: ObjectRow['when'] | undefined, what: string): ObjectRow[] {
  const is = when ?? (() => true);
  return [
    {
      kinds: KINDS,
      path,
      when: (view) => is(view) && methodsOf(view.after).includes('LiveMigrate'),
      effect: 'fleet-migrate',
      severity: 'disruptive',
      also: ['components-rolled'],
      text: `${what}; then every running VM that can is live-migrated to the new launcher, 5 at a time unless configured.`,
      otherwise: 'components that virt-operator has images for in its own environment stay',
      source: `${UPDATER} sync`,
    },
    {
      kinds: KINDS,
      path,
      when: (view) => is(view) && methodsOf(view.after).includes('Evict'),
      effect: 'restart-forced',
      severity: 'disruptive',
      also: ['components-rolled'],
      text: `${what}; then running VMs are shut down and started again, 10 a minute unless configured.`,
      source: `${UPDATER} sync`,
    },
    {
      kinds: KINDS,
      path,
      ...(when === undefined ? {} : { when }),
      effect: 'components-rolled',
      severity: 'caution',
      text: `${what}; running VMs stay on the old launcher, and count as outdated.`,
      source: `${UPDATER} getUpdateData`,
    },
  ];
}

/** Fields of a KubeVirt that reach running VMs, since their launcher is another or may be replaced now. */
export const LAUNCHER_ROWS: readonly ObjectRow[] = [
  ...launcherRows('spec.imageTag', undefined, 'KubeVirt is upgraded, and its pods restart'),
  ...launcherRows('spec.imageRegistry', undefined, 'The pods of KubeVirt restart from the other registry'),
  ...launcherRows('spec.customizeComponents', patchesLauncher, 'The pods that are patched restart'),
  {
    kinds: KINDS,
    path: 'spec.workloadUpdateStrategy',
    when: ({ before, after }) => methodsOf(after).includes('Evict') && !methodsOf(before).includes('Evict'),
    effect: 'restart-forced',
    severity: 'disruptive',
    text: 'VMs on an old launcher, and live updates that were waiting, are shut down and started again now, 10 a minute unless configured, where they cannot be live-migrated.',
    source: `${UPDATER} getUpdateData`,
  },
  {
    kinds: KINDS,
    path: 'spec.workloadUpdateStrategy',
    when: ({ before, after }) => methodsOf(after).some((method) => !methodsOf(before).includes(method)),
    effect: 'fleet-migrate',
    severity: 'caution',
    text: 'VMs on an old launcher, and live updates that were waiting, are moved now.',
    source: `${UPDATER} getUpdateData`,
  },
  {
    kinds: KINDS,
    path: 'spec.workloadUpdateStrategy',
    effect: 'none',
    severity: 'caution',
    text: 'From now on live updates and old launchers are handled otherwise; nothing moves by itself.',
    source: `${UPDATER} getUpdateData`,
  },
];
