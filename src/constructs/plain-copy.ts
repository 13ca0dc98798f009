/**
 * The props that are ours, copied, so that nobody changes them afterwards.
 *
 * A construct that extends ours may pass its own props along, constructs and functions among them: those are not ours to
 * copy.
 *
 * @param keys every prop of the construct; the compiler notices a missing one
 */
export function plainCopy<T extends object>(props: T, keys: Readonly<Record<keyof T, true>>): T {
  const copy: Partial<T> = {};
  for (const key of Object.keys(props) as (keyof T)[]) {
    if (key in keys && props[key] !== undefined) {
      copy[key] = copied(props[key]) as T[keyof T];
    }
  }
  return copy as T;
}

/** Maps and lists anew; everything else, which has a life of its own, as it is. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(copied);
  }
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part)]));
}
