import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';
import { isMap, type KubeObject } from '../kube/object';
import type { ClusterView } from './cluster-view';
import { instanceOf } from './instance-of';
import { machineOf } from './machine';

/** Instance types and preferences that machines name and that are not at hand. Told for each machine. */
export function checkInstancetypes(objects: readonly KubeObject[], cluster: ClusterView): Finding[] {
  return objects.filter(namesOne).flatMap((object) =>
    (machineOf(object, cluster)?.expanded.missing ?? []).map(({ kind, name, path }) => ({
      code: 'PV112',
      severity: 'info' as const,
      object: findingObject(object),
      path,
      what: `${kind} ${name} is not at hand`,
      why: `What it sets is not judged: ${/preference/i.test(kind) ? 'buses, firmware, machine type, architecture' : 'CPUs, memory, devices, node selectors'}`,
      fix: name.startsWith('of the volume ')
        ? 'nothing, or name it: a label of the volume decides which one it is'
        : 'name the file that it is in too, or a snapshot of the cluster with --cluster',
    })),
  );
}

function namesOne(object: KubeObject): boolean {
  const machine = instanceOf(object)?.machine?.spec;
  return isMap(machine?.instancetype) || isMap(machine?.preference);
}
