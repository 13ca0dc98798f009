import { identityKey, identityOf } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import type { LiveState } from './effects/cluster-facts';

/** Phases of an instance in which there is no VM any more. */
const ENDED: ReadonlySet<unknown> = new Set(['Succeeded', 'Failed']);

/** What a snapshot of a cluster tells of its VMs; nothing where there are no instances in it. */
export function liveStates(existing: readonly KubeObject[]): (vm: KubeObject) => LiveState {
  const instances = new Map(
    existing
      .filter(({ kind, apiVersion }) => kind === 'VirtualMachineInstance' && apiVersion.startsWith('kubevirt.io/'))
      .map((instance) => [keyOf(instance), instance]),
  );
  if (instances.size === 0) {
    return () => ({});
  }
  return (vm) => {
    const instance = instances.get(keyOf({ ...vm, apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance' }));
    if (instance === undefined || ENDED.has(valueAt(instance, 'status.phase'))) {
      return { running: false };
    }
    const migratable = conditionOf(instance, 'LiveMigratable');
    return { running: true, ...(migratable === undefined ? {} : { migratable }) };
  };
}

function keyOf(object: KubeObject): string {
  return identityKey(identityOf(object));
}

function conditionOf(instance: KubeObject, type: string): boolean | undefined {
  const conditions = valueAt(instance, 'status.conditions');
  const found = Array.isArray(conditions) ? conditions.find((each) => isMap(each) && each.type === type) : undefined;
  return found === undefined ? undefined : found.status === 'True';
}
