import { isMap } from '../kube/object';
import { merged } from '../model/merge-spec';
import { itemName } from '../model/object-steps';
import { isSame } from '../model/rows/row';

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
