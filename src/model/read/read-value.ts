import { isMap } from '../../kube/object';

/** What a reader says where it cannot say yes. */
export const NO: unique symbol = Symbol('no');

/** Makes of a value what a schema makes of it, or says no. */
export type Reader = (value: unknown) => unknown;

/** What is read of a part of something. */
interface ReadPart {
  readonly read: Reader;
  readonly isOptional: boolean;
}

/** A list of which every item is right. */
export function allOf(value: unknown, { read }: ReadPart): unknown {
  if (!Array.isArray(value)) {
    return NO;
  }
  const items: unknown[] = [];
  for (const item of value) {
    const found = read(item);
    if (found === NO) {
      return NO;
    }
    items.push(found);
  }
  return items;
}

/** A map of which every key and value is right. */
export function entriesOf(value: unknown, key: ReadPart, part: ReadPart): unknown {
  if (!isOrdinary(value)) {
    return NO;
  }
  const entries: Record<string, unknown> = {};
  for (const name of Object.keys(value)) {
    const found = part.read(value[name]);
    if (found === NO || key.read(name) !== name) {
      return NO;
    }
    entries[name] = found;
  }
  return entries;
}

/** A map of certain keys, in the order in which the schema has them; a loose one may have others too. */
export function partsOf(value: unknown, shape: Readonly<Record<string, ReadPart>>, how: 'strict' | 'loose'): unknown {
  if (!isOrdinary(value)) {
    return NO;
  }
  const parts: Record<string, unknown> = {};
  let known = 0;
  for (const key in shape) {
    const { read, isOptional } = shape[key]!;
    if (Object.hasOwn(value, key)) {
      const found = read(value[key]);
      if (found === NO) {
        return NO;
      }
      parts[key] = found;
      known += 1;
    } else if (!isOptional) {
      return NO;
    }
  }
  const keys = Object.keys(value);
  if (known === keys.length) {
    return parts;
  }
  return how === 'strict' ? NO : { ...parts, ...value, ...parts };
}

/** A map without anything that has a meaning for JavaScript: what becomes of that is for zod to say. */
function isOrdinary(value: unknown): value is Record<string, unknown> {
  if (!isMap(value) || Object.hasOwn(value, '__proto__') || Object.hasOwn(value, 'constructor')) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
