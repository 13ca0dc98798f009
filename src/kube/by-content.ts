import { byPart } from './common-part';

/** More than these are all different anyway. */
const MOST = 1000;

/**
 * A pure function of plain data that remembers what it said of the same data before.
 *
 * For what machines of a fleet have in common, and what takes longer to look at than to write down.
 */
export function byContent<T extends object, R>(look: (data: T) => R): (data: T) => R {
  const known = new Map<string, R>();
  return byPart((data) => {
    const content = JSON.stringify(data) ?? '';
    const before = known.get(content);
    if (before !== undefined) {
      return before;
    }
    const said = look(data);
    if (known.size < MOST) {
      known.set(content, said);
    }
    return said;
  });
}
