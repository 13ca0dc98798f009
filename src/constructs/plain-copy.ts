/** Every prop of a construct, and what is made of it: a copy, or something else; the compiler notices a missing one. */
export type PropTable<T> = { readonly [K in keyof T]-?: true | ((value: Exclude<T[K], undefined>) => unknown) };

/**
 * The props that are ours, copied, so that they do not change afterwards.
 *
 * A construct that extends ours may pass its own props along, constructs and functions among them: those are not ours to
 * copy.
 */
export function plainCopy<T extends object, R extends object = T>(props: T, table: PropTable<T>): R {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(props)) {
    const value = props[key as keyof T];
    if (value !== undefined && Object.hasOwn(table, key)) {
      const make = table[key as keyof T] as true | ((value: unknown) => unknown);
      copy[key] = make === true ? copied(value) : make(value);
    }
  }
  return copy as R;
}

/** The props of something that has a name, as they are declared. */
export function declared<T extends object, R extends { readonly name: string }>(
  name: string,
  props: T,
  table: PropTable<T>,
): R {
  const copy = plainCopy<T, { name?: string }>(props, table);
  copy.name = name;
  return copy as R;
}

/** Maps and lists anew; everything else, which has a life of its own, as it is. */
function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (Array.isArray(value)) {
    return value.map(copied);
  }
  if (Object.getPrototypeOf(value) !== Object.prototype) {
    return value;
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    setOwn(copy, key, copied((value as Record<string, unknown>)[key]));
  }
  return copy;
}

/** A key that is called `__proto__` is a key like any other. */
function setOwn(map: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(map, key, { value, enumerable: true, writable: true, configurable: true });
  } else {
    map[key] = value;
  }
}
