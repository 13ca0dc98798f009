import type { Finding } from '../findings/finding';
import type { Reference } from '../instancetypes/expand';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { ClusterView } from './cluster-view';
import { instanceOf } from './instance-of';
import { machineOf } from './machine';

/** Instance types and preferences that machines name and that are not at hand: each is said once, for all of them. */
export function checkInstancetypes(objects: readonly KubeObject[], cluster: ClusterView): Finding[] {
  const missing = new Map<string, { readonly reference: Reference; readonly first: KubeObject; count: number }>();
  for (const object of objects.filter(namesOne)) {
    for (const reference of machineOf(object, cluster)?.expanded.missing ?? []) {
      const key = `${reference.kind}\0${reference.name}`;
      const found = missing.get(key);
      if (found === undefined) {
        missing.set(key, { reference, first: object, count: 1 });
      } else {
        found.count += 1;
      }
    }
  }
  return [...missing.values()].map(({ reference: { kind, name, path }, first, count }) => ({
    code: 'PV112',
    severity: 'info' as const,
    object: findingObject(first),
    path,
    what: `${kind} ${name} is not at hand${count === 1 ? '' : `; ${count} machines name it`}`,
    why: `What it sets is not judged: ${/preference/i.test(kind) ? 'buses, firmware, machine type, architecture' : 'CPUs, memory, devices, node selectors'}`,
    fix: name.startsWith('of the volume ')
      ? 'nothing, or name it: a label of the volume decides which one it is'
      : 'name the file that it is in too, or a snapshot of the cluster with --cluster',
  }));
}

function namesOne(object: KubeObject): boolean {
  const machine = instanceOf(object)?.machine?.spec;
  return isMap(machine?.instancetype) || isMap(machine?.preference);
}
