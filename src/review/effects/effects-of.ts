import { runStrategyOf } from '../../cluster/instance-of';
import { isHyperConverged } from '../../golden-images/hyper-converged-view';
import { isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';
import { compareObjects, type FieldChange, patternOf } from '../diff/compare';
import { kindName } from '../diff/field-cursor';
import type { ClusterFacts } from './cluster-facts';
import { type Effect, worstOf } from './effect';
import { effectOfRow, expandChange, type FieldEffect, type ObjectField, type ObjectRow, rowFor } from './effect-row';
import { FIXED_ROWS, LAST_ROWS, PLAIN_ROWS } from './fixed-rows';
import { GROUP_ROWS, POOL_ROWS, updateStrategyOf } from './group-rows';
import { asV1, HYPER_CONVERGED_ROWS, imageEffect } from './hyper-converged';
import { KUBEVIRT_ROWS } from './kubevirt-rows';
import { syncOptions } from './life-cycle';
import type { LiveState } from './live-state';
import { type ModifiedObject, vmEffects } from './vm';

/** Everything but virtual machines, by kind. The first row that is about a field counts. */
const ROWS_BY_KIND = new Map<string, ObjectRow[]>();
for (const row of [
  ...FIXED_ROWS,
  ...POOL_ROWS,
  ...GROUP_ROWS,
  ...KUBEVIRT_ROWS,
  ...HYPER_CONVERGED_ROWS,
  ...PLAIN_ROWS,
]) {
  for (const kind of row.kinds) {
    ROWS_BY_KIND.set(kind, [...(ROWS_BY_KIND.get(kind) ?? []), row]);
  }
}

/** What two states of one object come to. */
export interface ObjectEffect {
  readonly effect: Effect;
  readonly fields: readonly FieldEffect[];
}

/** What the change of an object does, field by field and as a whole; nothing where a cluster sees none. */
export function effectsOf(
  before: KubeObject,
  after: KubeObject,
  was: ClusterFacts,
  facts: ClusterFacts,
): ObjectEffect | undefined {
  const pair = alike({ before, after, was, facts });
  const changes = compareObjects(pair.before, pair.after, facts.view.target);
  const fields = judged(changes, pair);
  const refusal =
    kindName(pair.after) === VIRTUAL_MACHINE
      ? inProgressRefusal(pair.before, pair.after, changes, facts.liveOf(pair.before))
      : undefined;
  const [first, ...more] = [...(refusal === undefined ? [] : [refusal]), ...fields.map(({ effect }) => effect)];
  if (first === undefined) {
    return undefined;
  }
  return { effect: replaced(worstOf([first, ...more]), after), fields };
}

const VIRTUAL_MACHINE = 'VirtualMachine.kubevirt.io';

/** Two versions of an API are made one where their fields are in other places. */
function alike(pair: ModifiedObject): ModifiedObject {
  const { before, after } = pair;
  return isHyperConverged(after) && before.apiVersion !== after.apiVersion
    ? { ...pair, before: asV1(before), after: asV1(after) }
    : pair;
}

function judged(changes: readonly FieldChange[], pair: ModifiedObject): FieldEffect[] {
  switch (kindName(pair.after)) {
    case VIRTUAL_MACHINE:
      return vmEffects(changes, pair);
    case 'VirtualMachinePool.pool.kubevirt.io':
      return poolEffects(changes, pair);
    default:
      return changes.map((change) => ({ change, effect: objectEffect(change, pair) }));
  }
}

function objectEffect(whole: FieldChange, pair: ModifiedObject): Effect {
  const [first, ...more] = expandChange(whole).map((change) => partEffect(change, pair));
  return worstOf([first!, ...more]);
}

function partEffect(change: FieldChange, pair: ModifiedObject): Effect {
  const view: ObjectField = { ...pair, change, path: patternOf(change.steps) };
  const images = isHyperConverged(pair.after) ? imageEffect(view) : undefined;
  if (images !== undefined) {
    return images;
  }
  const rows = ROWS_BY_KIND.get(kindName(pair.after)) ?? [];
  const { kubevirt } = pair.facts;
  const row =
    rowFor<ObjectField, ObjectRow>(rows, view, kubevirt) ??
    rowFor<ObjectField, Omit<ObjectRow, 'kinds'>>(LAST_ROWS, view, kubevirt)!;
  return effectOfRow(row, view);
}

const VM_IN_POOL = ['spec', 'virtualMachineTemplate', 'spec'];

/** The VMs of a pool that updates opportunistically are judged one by one, as if each were changed by itself. */
function poolEffects(changes: readonly FieldChange[], pair: ModifiedObject): FieldEffect[] {
  if (updateStrategyOf(pair) !== 'opportunistic') {
    return changes.map((change) => ({ change, effect: objectEffect(change, pair) }));
  }
  const isInside = ({ steps }: FieldChange) => VM_IN_POOL.every((key, i) => steps[i] === key);
  const inside = changes.filter(isInside);
  const vms = { ...pair, before: vmIn(pair.before), after: vmIn(pair.after) };
  const effects = vmEffects(
    inside.map((change) => ({ ...change, steps: change.steps.slice(2) })),
    vms,
  );
  return [
    ...changes.filter((change) => !isInside(change)).map((change) => ({ change, effect: objectEffect(change, pair) })),
    ...effects.map(({ effect }, i) => ({ change: inside[i]!, effect: { ...effect, also: ['per-vm-rules'] } })),
  ];
}

/** A VM of a pool, as the pool makes it. */
function vmIn(pool: KubeObject): KubeObject {
  const template = (pool.spec as { virtualMachineTemplate?: { spec?: unknown } } | undefined)?.virtualMachineTemplate;
  return { ...pool, apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', spec: template?.spec ?? {} };
}

/** Options by which Argo CD replaces an object instead of applying the change. */
function replaced(effect: Effect, after: KubeObject): Effect {
  const options = syncOptions(after);
  if (!options.includes('Replace=true') || (effect.severity === 'rejected' && effect.isFixed !== true)) {
    return effect;
  }
  if (options.includes('Force=true')) {
    return {
      effect: 'recreate',
      severity: 'destructive',
      text: `Deleted and made anew, since it says Force=true,Replace=true${kindName(after) === VIRTUAL_MACHINE ? ': the VM stops and its disks go with it' : ''}.`,
      source: 'argo-cd 3.5 gitops-engine/pkg/sync/sync_context.go',
    };
  }
  return effect.severity === 'rejected'
    ? effect
    : { ...effect, assumes: [...new Set([...(effect.assumes ?? []), 'filled-in' as const])] };
}

const SOURCE = 'kubevirt pkg/storage/admitters/vm-storage-status.go';

/** Why virt-api rejects a change of a VM while a snapshot is taken of it, or one is restored; nothing where it does not. */
function inProgressRefusal(
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
