/** Where common parts are known; a registered symbol, so that two copies of polyvirt in one program agree. */
const KNOWN = Symbol.for('polyvirt.common');

const shared = globalThis as { [KNOWN]?: WeakSet<object> };
shared[KNOWN] ??= new WeakSet();

/** Parts of plain data that are the same object wherever they occur, and never change. */
const COMMON = shared[KNOWN];

/** Whether somebody has made a common part of this: what is found out about it once holds wherever it is met again. */
export function isCommon(value: object): boolean {
  return COMMON.has(value);
}

/** Makes a common part of a map or a list, for ever. */
export function makeCommon(part: object): void {
  COMMON.add(part);
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
