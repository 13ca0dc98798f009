import { MOST_REPLICAS } from '../model/virtual-machine';
import type { VmKeys } from './alike';

/** An entry of the list of VMs, and the VMs that it stands for, by their positions. */
export interface VmEntry {
  readonly keys: VmKeys;
  readonly of: readonly number[];
}

/** VMs that differ in nothing but a number at the end of their names, from 1 on, become one entry each. */
export function joinReplicas(vms: readonly VmKeys[]): VmEntry[] {
  const families = new Map<string, number[]>();
  for (const [i, { name, ...rest }] of vms.entries()) {
    const [, prefix] = /^(.+)-[1-9]\d*$/.exec(name) ?? [];
    if (prefix !== undefined) {
      const key = `${prefix}\0${JSON.stringify(rest)}`;
      families.set(key, [...(families.get(key) ?? []), i]);
    }
  }
  const joined = new Map<number, VmEntry | undefined>();
  for (const [key, of] of families) {
    const [prefix = ''] = key.split('\0');
    const numbers = new Set(of.map((i) => Number(vms[i]!.name.slice(prefix.length + 1))));
    const isWhole = of.length > 1 && numbers.size === of.length && of.length <= MOST_REPLICAS;
    if (isWhole && of.every((_, i) => numbers.has(i + 1))) {
      const { name: _, ...rest } = vms[of[0]!]!;
      for (const i of of) {
        joined.set(i, undefined);
      }
      joined.set(of[0]!, { keys: { name: prefix, replicas: of.length, ...rest }, of });
    }
  }
  return vms.flatMap((keys, i): VmEntry[] => {
    const entry = joined.get(i);
    return entry !== undefined ? [entry] : joined.has(i) ? [] : [{ keys, of: [i] }];
  });
}
