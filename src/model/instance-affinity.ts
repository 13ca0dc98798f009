import type { VirtualMachineInstanceSpec } from '../../imports/kubevirt';
import { type Fields, isMap } from '../kube/object';
import { keysOf } from '../kube/path';
import { field, put, type Row } from './rows/row';
import { asWritten, listOf, type Shape } from './rows/shapes';
import { at } from './rows/taken';

/** Affinity of a pod, as Kubernetes spells it. */
export type Affinity = NonNullable<VirtualMachineInstanceSpec['affinity']>;

/** How pods of one kind are spread, as Kubernetes spells it. */
export type TopologySpreadConstraint = NonNullable<VirtualMachineInstanceSpec['topologySpreadConstraints']>[number];

type Spread = readonly TopologySpreadConstraint[];

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

/** Affinity as Kubernetes spells it, beside what `placement` has written. */
export function affinityRow(path: string): Row<Affinity> {
  const row = field<Affinity>(path, asWritten as unknown as Shape<Affinity>, {
    podAntiAffinity: { [REQUIRED]: [{ topologyKey: 'kubernetes.io/hostname', namespaces: ['shop'] }] },
  });
  const keys = keysOf(path);
  return { ...row, write: (value, out) => put(out, keys, both(at(out, keys), value)) };
}

/** Spread constraints as Kubernetes spells them, beside what `placement` has written. */
export function spreadRow(path: string): Row<Spread> {
  const row = field<Spread>(path, listOf(asWritten) as unknown as Shape<Spread>, [
    { maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule', minDomains: 2 },
  ]);
  const keys = keysOf(path);
  return { ...row, write: (value, out) => put(out, keys, both(at(out, keys), value)) };
}

/** Two demands of which each holds. */
function both(a: unknown, b: unknown): unknown {
  if (Array.isArray(a) && Array.isArray(b)) {
    return [...a, ...b];
  }
  if (!isMap(a) || !isMap(b)) {
    return b;
  }
  const joined: Record<string, unknown> = { ...a };
  for (const [key, value] of Object.entries(b)) {
    joined[key] = key === 'nodeSelectorTerms' ? eachWithEach(a[key], value) : both(a[key], value);
  }
  return joined;
}

/** Terms of nodes are alternatives: each of the one with each of the other. */
function eachWithEach(a: unknown, b: unknown): unknown {
  if (!Array.isArray(a) || !Array.isArray(b)) {
    return b;
  }
  return a.flatMap((one: Fields) => b.map((other: Fields) => both(one, other)));
}
