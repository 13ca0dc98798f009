import { type Fields, isMap, type MutableFields } from '../kube/object';
import { itemName } from './object-steps';

/**
 * A part of an object with another laid over it: maps by key, lists of named things by name, all else replaced.
 *
 * A list that names all elements sets their order.
 *
 * @param nulls whether `null` removes, as in an object, or is a value, as in a declaration
 */
export function merged(base: unknown, over: unknown, nulls: 'remove' | 'keep' = 'remove'): unknown {
  if (isMap(over)) {
    return mergedMap(isMap(base) ? base : {}, over, nulls);
  }
  return Array.isArray(over) ? mergedList(Array.isArray(base) ? base : [], over, nulls) : over;
}

function mergedMap(base: Fields, over: Fields, nulls: 'remove' | 'keep'): MutableFields {
  const result: MutableFields = { ...base };
  for (const key of Object.keys(over)) {
    if (over[key] === null && nulls === 'remove') {
      delete result[key];
    } else {
      const value = merged(Object.hasOwn(result, key) ? result[key] : undefined, over[key], nulls);
      // Assigned, a key that is called `__proto__` would vanish instead of being judged.
      Object.defineProperty(result, key, { value, enumerable: true, writable: true, configurable: true });
    }
  }
  return result;
}

function mergedList(base: readonly unknown[], over: readonly unknown[], nulls: 'remove' | 'keep'): unknown[] {
  const names = over.map(itemName);
  if (![...base.map(itemName), ...names].every((name) => name !== undefined)) {
    return over.map((item) => merged(undefined, item, nulls));
  }
  const kept = base.map((item) => {
    const found = over.find((each) => itemName(each) === itemName(item));
    return found === undefined ? item : merged(item, found, nulls);
  });
  const added = over.filter((item) => !base.some((each) => itemName(each) === itemName(item)));
  const all = [...kept, ...added.map((item) => merged(undefined, item, nulls))];
  const place = (item: unknown) => names.indexOf(itemName(item));
  return base.every((item) => names.includes(itemName(item))) ? all.sort((a, b) => place(a) - place(b)) : all;
}
