import { asText, isMap } from '../kube/object';
import { merged } from '../model/merge-spec';
import { itemName } from '../model/object-steps';
import { isSame } from '../model/rows/row';

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

/** The common part of several values, so that each can be made by laying the rest over it; undefined where it is empty. */
export function commonPart(values: readonly unknown[]): unknown {
  const [first, ...others] = values;
  if (others.every((other) => isSame(first, other))) {
    return first;
  }
  if (values.every(isMap)) {
    const entries = Object.keys(first as object).flatMap((key): [string, unknown][] => {
      const parts = values.map((value) =>
        Object.hasOwn(value as object, key) ? (value as Record<string, unknown>)[key] : ABSENT,
      );
      const part = parts.includes(ABSENT) ? undefined : commonPart(parts);
      return part === undefined ? [] : [[key, part]];
    });
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  }
  return values.every(isNamedList) ? commonItems(values as readonly (readonly unknown[])[]) : undefined;
}

const ABSENT = Symbol('absent');

/** Lists whose items have names are laid over each other by name. */
function isNamedList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((item) => itemName(item) !== undefined) &&
    new Set(value.map(itemName)).size === value.length
  );
}

function commonItems(lists: readonly (readonly unknown[])[]): unknown {
  const items = lists[0]!.flatMap((item): unknown[] => {
    const twins = lists.map((list) => list.find((other) => itemName(other) === itemName(item)));
    const part = twins.includes(undefined) ? undefined : commonPart(twins);
    // A name alone says nothing.
    return isMap(part) && Object.keys(part).length > 1 ? [part] : [];
  });
  return items.length === 0 ? undefined : items;
}

/** What has to be laid over a common part to get a value; nothing where they are the same. */
export function restOver(base: unknown, wanted: unknown): unknown {
  if (isSame(base, wanted)) {
    return undefined;
  }
  if (isMap(base) && isMap(wanted)) {
    const entries = Object.entries(wanted).flatMap(([key, value]): [string, unknown][] => {
      const rest = Object.hasOwn(base, key) ? restOver(base[key], value) : value;
      return rest === undefined ? [] : [[key, rest]];
    });
    return Object.fromEntries(entries);
  }
  return isNamedList(base) && isNamedList(wanted) ? restItems(base as unknown[], wanted as unknown[]) : wanted;
}

function restItems(base: readonly unknown[], wanted: readonly unknown[]): unknown[] {
  const rest = wanted.map((item) => {
    const below = base.find((each) => itemName(each) === itemName(item));
    const part = below === undefined ? item : restOver(below, item);
    return part === undefined ? undefined : isMap(part) ? { name: itemName(item), ...part } : part;
  });
  const short = rest.filter((item) => item !== undefined);
  // Where their order is another one, all of them are named.
  return isSame(merged(base, short, 'keep'), wanted)
    ? short
    : rest.map((item, i) => item ?? { name: itemName(wanted[i]) });
}

/** How much there is to read in a value: its scalars, and the lines of its texts. What is empty is read as well. */
export function sizeOf(value: unknown): number {
  if (typeof value === 'string') {
    return value.trimEnd().split('\n').length;
  }
  const parts: unknown[] = typeof value === 'object' && value !== null ? Object.values(value) : [];
  return parts.length === 0 ? 1 : parts.reduce((size: number, part) => size + sizeOf(part), 0);
}
