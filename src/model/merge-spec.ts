import { isMap, type MutableFields } from '../kube/object';

/**
 * A part of an object with another laid over it: maps by key, lists of named things by name, all else replaced.
 *
 * `null` removes. A list that names all elements sets their order.
 */
export function merged(base: unknown, over: unknown): unknown {
  if (isMap(base) && isMap(over)) {
    return mergedMap(base, over);
  }
  if (Array.isArray(base) && Array.isArray(over)) {
    return mergedList(base, over);
  }
  return isMap(over) ? mergedMap({}, over) : over;
}

function mergedMap(base: Readonly<Record<string, unknown>>, over: Readonly<Record<string, unknown>>): MutableFields {
  const result: MutableFields = { ...base };
  for (const key of Object.keys(over)) {
    if (over[key] === null) {
      delete result[key];
    } else {
      result[key] = merged(result[key], over[key]);
    }
  }
  return result;
}

function mergedList(base: readonly unknown[], over: readonly unknown[]): unknown[] {
  const names = over.map(nameOf);
  if (![...base.map(nameOf), ...names].every((name) => name !== undefined)) {
    return [...over];
  }
  const kept = base.map((item) => {
    const found = over.find((each) => nameOf(each) === nameOf(item));
    return found === undefined ? item : merged(item, found);
  });
  const added = over.filter((item) => !base.some((each) => nameOf(each) === nameOf(item)));
  const all = [...kept, ...added];
  const place = (item: unknown) => names.indexOf(nameOf(item));
  return base.every((item) => names.includes(nameOf(item))) ? all.sort((a, b) => place(a) - place(b)) : all;
}

/** What names an item: its name, or that of its metadata. */
function nameOf(item: unknown): string | undefined {
  if (!isMap(item)) {
    return undefined;
  }
  const name = item.name ?? (isMap(item.metadata) ? item.metadata.name : undefined);
  return typeof name === 'string' ? name : undefined;
}
