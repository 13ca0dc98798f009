import { asText, isMap } from '../kube/object';
import { itemName } from '../model/object-steps';

/** A VM as keys of a platform. */
export type VmKeys = Readonly<Record<string, unknown>> & { readonly name: string };

/** The identity of a guest, or that it has none. */
const IDENTITY = /^\.firmware(\.uuid|\.serial)?$|\.macAddress$/;

/**
 * Groups VMs that are alike, whatever belongs to one VM only, as its name, its addresses and its user data.
 *
 * What belongs to one VM is told by its values: they hold its name, or hardly two VMs have the same.
 */
export function alikeGroups(vms: readonly VmKeys[]): VmKeys[][] {
  const leaves = vms.map(leavesOf);
  const values = new Map<string, Map<string, number>>();
  for (const each of leaves) {
    for (const [path, value] of each) {
      const counts = values.get(path) ?? new Map<string, number>();
      values.set(path, counts.set(value, (counts.get(value) ?? 0) + 1));
    }
  }
  const totals = new Map([...values].map(([path, counts]) => [path, [...counts.values()].reduce((a, b) => a + b, 0)]));
  const isOwn = (path: string, value: string, { name }: VmKeys) => {
    if (IDENTITY.test(path)) {
      return true;
    }
    const counts = values.get(path)!;
    const total = totals.get(path)!;
    return holdsName(value, name) || (total > 2 && counts.size * 2 > total && counts.get(value) === 1);
  };
  const groups = new Map<string, VmKeys[]>();
  for (const [i, vm] of vms.entries()) {
    const shared = leaves[i]!.filter(([path, value]) => !isOwn(path, value, vm));
    const key = JSON.stringify(shared.sort(([a], [b]) => (a < b ? -1 : 1)));
    groups.set(key, [...(groups.get(key) ?? []), vm]);
  }
  return [...groups.values()];
}

/** Every scalar of a VM by its path; items of lists by their names where they have them. */
export function leavesOf(vm: Readonly<Record<string, unknown>>): [path: string, value: string][] {
  const found: [string, string][] = [];
  const visit = (value: unknown, path: string): void => {
    if (Array.isArray(value)) {
      value.forEach((item, i) => {
        visit(item, `${path}[${itemName(item) ?? i}]`);
      });
    } else if (isMap(value) && Object.keys(value).length > 0) {
      for (const [key, part] of Object.entries(value)) {
        visit(part, `${path}.${key}`);
      }
    } else {
      found.push([path, isMap(value) ? '{}' : `${typeof value} ${asText(value)}`]);
    }
  };
  visit(vm, '');
  return found;
}

/** A text without the name of its VM, cut where the name was; `web` is no part of `webapp`. */
export function withoutName(text: string, name: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = name === '' ? -1 : text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (at >= from && !isWord(text[at - 1]) && !isWord(text[at + name.length])) {
      parts.push(text.slice(from, at));
      from = at + name.length;
    }
  }
  return [...parts, text.slice(from)];
}

/** Whether a text holds the name of its VM. */
export function holdsName(text: string, name: string): boolean {
  return text.includes(name) && withoutName(text, name).length > 1;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /[A-Za-z0-9]/.test(character);
}
