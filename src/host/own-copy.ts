/**
 * A copy of plain data that has nothing in common with the original.
 *
 * What is read from a text are pieces of that text, and V8 keeps a text for as long as one piece of it is there: a name
 * that stays of a cluster would keep its file in memory, and the names of a fleet all of them.
 */
export function ownCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
