import type { ClusterView } from '../cluster/cluster-view';
import { createdInstanceOf } from '../cluster/created-instance';
import { isVm } from '../cluster/instance-of';
import { type Migratability, migratabilityFrom, updatesOf } from '../cluster/migratability';
import { nameOf, namespaceOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';

/** The fate of running guests, whose launchers are then outdated. */
export interface GuestChanges {
  /** Migrate to a new launcher. */
  readonly moves: readonly string[];
  /** Are shut down and start again in a new one, as their run strategy has it. */
  readonly restarts: readonly string[];
  /** Keep the old launcher until they are restarted by hand. */
  readonly stays: readonly GuestNote[];
  readonly unknown: readonly GuestNote[];
}

/** A guest and why. */
interface GuestNote {
  readonly name: string;
  readonly reason: string;
}

/**
 * How guests come to the launcher of another release: virt-controller migrates those that can migrate, and evicts the others, each
 * where workloadUpdateMethods lists it.
 *
 * @see kubevirt pkg/virt-controller/watch/workload-updater/workload-updater.go getUpdateData
 */
export function guestChanges(objects: readonly KubeObject[], cluster: ClusterView): GuestChanges {
  const { workloadUpdateMethods: methods, by } = updatesOf(cluster);
  const moves: string[] = [];
  const restarts: string[] = [];
  const stays: GuestNote[] = [];
  const unknown: GuestNote[] = [];
  for (const object of runningVms(objects)) {
    const created = createdInstanceOf(object, cluster);
    if (created === undefined) {
      continue;
    }
    const name = [namespaceOf(object), nameOf(object)].filter((each) => each !== undefined).join('/');
    const told = toldBy(object, cluster);
    const predicted = migratabilityFrom(created, cluster);
    const fate = fateOf({ ...predicted, ...(told === undefined ? {} : { migratable: told }) }, methods, by);
    switch (fate.way) {
      case 'moves':
        moves.push(name);
        break;
      case 'restarts':
        restarts.push(name);
        break;
      default:
        (fate.way === 'stays' ? stays : unknown).push({ name, reason: fate.reason });
    }
  }
  return { moves, restarts, stays, unknown };
}

/** VMs and instances that are meant to run; an instance beside its VM is told once. */
function runningVms(objects: readonly KubeObject[]): KubeObject[] {
  const keyOf = (object: KubeObject) => `${namespaceOf(object) ?? ''}/${nameOf(object) ?? ''}`;
  const vms = new Set(objects.filter(({ kind }) => kind === 'VirtualMachine').map(keyOf));
  return objects.filter((object) => {
    const isSpawned = object.kind === 'VirtualMachineInstance' && vms.has(keyOf(object));
    const isHalted = valueAt(object, 'spec.runStrategy') === 'Halted' || valueAt(object, 'spec.running') === false;
    return isVm(object) && !isSpawned && !isHalted;
  });
}

/** virt-handler's condition of the instance, where that is at hand. */
function toldBy(object: KubeObject, cluster: ClusterView): boolean | undefined {
  const instance = cluster.find(
    'kubevirt.io',
    'VirtualMachineInstance',
    nameOf(object) ?? '',
    namespaceOf(object) ?? '',
  );
  const conditions = valueAt(instance, 'status.conditions');
  const found = (Array.isArray(conditions) ? conditions : [])
    .filter(isMap)
    .find(({ type }) => type === 'LiveMigratable');
  return found === undefined ? undefined : found.status === 'True';
}

type Fate = { readonly way: 'moves' | 'restarts' } | { readonly way: 'stays' | 'unknown'; readonly reason: string };

function fateOf(
  { migratable, reason, causes, unknown, drain }: Migratability,
  methods: readonly string[] | undefined,
  by: string | undefined,
): Fate {
  if (methods === undefined) {
    return { way: 'unknown', reason: 'workloadUpdateMethods: neither a KubeVirt nor a HyperConverged was given' };
  }
  if (methods.length === 0) {
    return { way: 'stays', reason: `workloadUpdateMethods of the ${by} is empty` };
  }
  const why = `it cannot migrate (${reason ?? causes[0]?.reason ?? 'as its instance says'})`;
  const open = unknown[0] ?? 'what becomes of it when it is evicted';
  if (methods.includes('LiveMigrate') && migratable !== false) {
    return migratable === true ? { way: 'moves' } : { way: 'unknown', reason: open };
  }
  if (!methods.includes('Evict')) {
    return { way: 'stays', reason: `${why}, and workloadUpdateMethods does not list Evict` };
  }
  switch (drain) {
    case 'migrates':
      return { way: 'moves' };
    case 'stops':
      return { way: 'restarts' };
    case 'blocks':
      return { way: 'stays', reason: `${why}, and its eviction strategy LiveMigrate refuses to shut it down` };
    case 'external':
      return { way: 'stays', reason: 'its eviction strategy External leaves it to another controller' };
    default:
      return { way: 'unknown', reason: open };
  }
}
