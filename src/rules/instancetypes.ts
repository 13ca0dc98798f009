import type { Machine } from '../cluster/machine-of';
import type { Finding } from '../findings/finding';
import { findingObject } from '../kube/identity';

/** Instance types and preferences that a machine names and that are not at hand. */
export function checkInstancetypes({ object, expanded }: Machine): readonly Finding[] {
  return expanded.missing.map(({ kind, name, path }) => ({
    code: 'PV112',
    severity: 'info' as const,
    object: findingObject(object),
    path,
    what: `${kind} ${name} is not at hand`,
    why: `What it sets is not judged: ${/preference/i.test(kind) ? 'buses, firmware, machine type, architecture' : 'CPUs, memory, devices, node selectors'}`,
    fix: name.startsWith('of the volume ')
      ? 'nothing, or name it: a label of the volume decides which one it is'
      : 'name the file that it is in too, or a snapshot of the cluster with --cluster',
  }));
}
