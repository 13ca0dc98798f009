/** Parts of plain data that are the same object wherever they occur, and never change. */
const COMMON = new WeakSet<object>();

/**
 * A part that many objects have in common, as the machines of a fleet have their devices and where they go.
 *
 * What is found out about such a part once holds wherever it is met again. It is a copy: what others have written stays theirs.
 */
export function asCommon<T extends object>(part: T): T {
  if (isCommon(part)) {
    return part;
  }
  const copy = frozenCopy(part) as T;
  COMMON.add(copy);
  return copy;
}

/** A map whose maps and lists are common parts. */
export function withCommonParts<T extends object>(map: T): T {
  return Object.fromEntries(
    Object.entries(map).map(([key, part]: [string, unknown]) => [
      key,
      typeof part === 'object' && part !== null ? asCommon(part) : part,
    ]),
  ) as T;
}

export function isCommon(value: object): boolean {
  return COMMON.has(value);
}

/** A pure function of plain data that remembers what it said of common parts. */
export function byPart<T extends object, R>(look: (part: T) => R): (part: T) => R {
  const known = new WeakMap<T, R>();
  return (part) => {
    const before = known.get(part);
    if (before !== undefined) {
      return before;
    }
    const said = look(part);
    if (isCommon(part)) {
      known.set(part, said);
    }
    return said;
  };
}

function frozenCopy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Object.freeze(
    Array.isArray(value)
      ? value.map(frozenCopy)
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, frozenCopy(part)])),
  );
}
