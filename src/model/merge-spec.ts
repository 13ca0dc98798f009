import { type Fields, isMap, type MutableFields } from '../kube/object';

/**
 * A part of an object with another laid over it: maps by key, lists of named things by name, all else replaced.
 *
 * A list that names all elements sets their order.
 *
 * @param nulls whether `null` removes, as in an object, or is a value, as in a declaration
 */
export function merged(base: unknown, over: unknown, nulls: 'remove' | 'keep' = 'remove'): unknown {
  if (isMap(base) && isMap(over)) {
    return mergedMap(base, over, nulls);
  }
  if (Array.isArray(base) && Array.isArray(over)) {
    return mergedList(base, over, nulls);
  }
  return isMap(over) ? mergedMap({}, over, nulls) : over;
}

function mergedMap(base: Fields, over: Fields, nulls: 'remove' | 'keep'): MutableFields {
  const result: MutableFields = { ...base };
  for (const key of Object.keys(over)) {
    if (over[key] === null && nulls === 'remove') {
      delete result[key];
    } else {
      result[key] = merged(result[key], over[key], nulls);
    }
  }
  return result;
}

function mergedList(base: readonly unknown[], over: readonly unknown[], nulls: 'remove' | 'keep'): unknown[] {
  const names = over.map(nameOf);
  if (![...base.map(nameOf), ...names].every((name) => name !== undefined)) {
    return [...over];
  }
  const kept = base.map((item) => {
    const found = over.find((each) => nameOf(each) === nameOf(item));
    return found === undefined ? item : merged(item, found, nulls);
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
