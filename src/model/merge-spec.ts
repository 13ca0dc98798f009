import { isMap, type MutableFields } from '../kube/object';

/**
 * A part of an object with another laid over it: maps by key, lists of named things by name, all else replaced.
 *
 * `null` removes. A list that names all elements sets their order.
 */
export function merged(base: unknown, over: unknown): unknown {
  if (isMap(over)) {
    return mergedMap(isMap(base) ? base : {}, over);
  }
  return Array.isArray(over) ? mergedList(Array.isArray(base) ? base : [], over) : over;
}

function mergedMap(base: Readonly<Record<string, unknown>>, over: Readonly<Record<string, unknown>>): MutableFields {
  const result: MutableFields = { ...base };
  for (const key of Object.keys(over)) {
    if (over[key] === null) {
      delete result[key];
    } else {
      const value = merged(Object.hasOwn(result, key) ? result[key] : undefined, over[key]);
      // Assigned, a key that is called `__proto__` would vanish instead of being judged.
      Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true });
    }
  }
  return result;
}

function mergedList(base: readonly unknown[], over: readonly unknown[]): unknown[] {
  const names = over.map(itemName);
  if (![...base.map(itemName), ...names].every((name) => name !== undefined)) {
    return over.map((item) => merged(undefined, item));
  }
  const kept = base.map((item) => {
    const found = over.find((each) => itemName(each) === itemName(item));
    return found === undefined ? item : merged(item, found);
  });
  const added = over.filter((item) => !base.some((each) => itemName(each) === itemName(item)));
  const all = [...kept, ...added.map((item) => merged(undefined, item))];
  const place = (item: unknown) => names.indexOf(itemName(item));
  return base.every((item) => names.includes(itemName(item))) ? all.sort((a, b) => place(a) - place(b)) : all;
}

/** What names an item: its name, or that of its metadata. */
export function itemName(item: unknown): string | undefined {
  if (!isMap(item)) {
    return undefined;
  }
  const name = item.name ?? (isMap(item.metadata) ? item.metadata.name : undefined);
  return typeof name === 'string' ? name : undefined;
}
