import { runStrategyOf } from '../../cluster/run-strategy';
import { isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import type { FieldChange } from '../diff/field-change';
import type { Effect } from './effect';
import type { LiveState } from './live-state';

const SOURCE = 'kubevirt pkg/storage/admitters/vm-storage-status.go';

/** Why virt-api refuses a change of a VM while a snapshot is taken of it, or one is restored; nothing where it does not. */
export function inProgressRefusal(
  before: KubeObject,
  after: KubeObject,
  changes: readonly FieldChange[],
  { snapshot, restore }: LiveState,
): Effect | undefined {
  if (restore !== undefined && runStrategyOf(before.spec) !== runStrategyOf(after.spec)) {
    return refused(`the run strategy stays until the restore ${restore} ends`, 'validateRestoreStatus');
  }
  if (snapshot === undefined) {
    return undefined;
  }
  if (changes.some(isOfVolumes) || namesOf(before) !== namesOf(after)) {
    return refused(`volumes, and their order, stay until the snapshot ${snapshot} is taken`, 'validateSnapshotStatus');
  }
  return isSameRunning(before.spec, after.spec)
    ? undefined
    : refused(`running and runStrategy stay until the snapshot ${snapshot} is taken`, 'validateSnapshotStatus');
}

function refused(why: string, check: string): Effect {
  return { effect: 'rejected', severity: 'rejected', text: `Refused: ${why}.`, source: `${SOURCE} ${check}` };
}

const VOLUMES = ['spec', 'template', 'spec', 'volumes'];

/** Volumes that came or went with all that is around them count too. */
function isOfVolumes({ steps }: FieldChange): boolean {
  return steps.length > 0 && VOLUMES.slice(0, steps.length).every((key, i) => steps[i] === key);
}

function namesOf({ spec }: KubeObject): string {
  const volumes = valueAt(spec, 'template.spec.volumes');
  return JSON.stringify(Array.isArray(volumes) ? volumes.map((volume) => (isMap(volume) ? volume.name : volume)) : []);
}

/** Both sides say it by the same field, and alike: another word for the same is a change to virt-api. */
function isSameRunning(before: unknown, after: unknown): boolean {
  for (const key of ['running', 'runStrategy']) {
    const [was, is] = [valueAt(before, key), valueAt(after, key)].map((value) => value ?? undefined);
    if (was !== undefined && is !== undefined) {
      return was === is;
    }
  }
  return false;
}
