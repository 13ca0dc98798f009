import type { Finding } from '../../findings/finding';
import { suggestionFor } from '../../findings/suggestion';
import { isMap } from '../../kube/object';
import type { AnyRow, AnyTable } from '../rows/row';
import { valueFindings } from './issue-finding';

/**
 * What is wrong with the props of a construct, as a file with the same keys would be told.
 *
 * zod is asked only where a key is unknown or something is no list or map where one is asked for: all other values go to the
 * object as they are, and rules judge them there.
 *
 * @param props as they were given, with those that are no keys of ours
 * @param isOurs whether the construct is of our class: one that extends it may have props of its own
 */
export function propFindings(table: AnyTable, declaration: object, props: object, isOurs: boolean): readonly Finding[] {
  const rows = table.rows;
  const known = Object.keys(rows);
  const strangers = Object.keys(props).filter(
    (key) =>
      !Object.hasOwn(rows, key) &&
      (props as Record<string, unknown>)[key] !== undefined &&
      (isOurs || (key.length >= LONG && suggestionFor(key, known) !== undefined)),
  );
  if (strangers.length === 0 && !isStrange(table, declaration)) {
    return NOTHING;
  }
  const value = { ...declaration, ...Object.fromEntries(strangers.map((key) => [key, null])) };
  const parsed = table.shape().safeParse(value);
  return parsed.success ? NOTHING : valueFindings(parsed.error.issues, value, (path) => keysAt(table, path));
}

const NOTHING: readonly never[] = [];

/** Two short words are near each other by chance. */
const LONG = 6;

/** Whether something in a declaration is not of the shape that the ways there can take. */
function isStrange({ rows }: AnyTable, declaration: unknown): boolean {
  if (!isMap(declaration)) {
    return true;
  }
  const all = rows;
  for (const key of Object.keys(declaration)) {
    const row = Object.hasOwn(all, key) ? all[key]! : undefined;
    const value = declaration[key];
    if (row === undefined) {
      return true;
    }
    if (value === null ? row.derive === undefined : row.below !== undefined && isStrangeBelow(row, row.below, value)) {
      return true;
    }
  }
  return Object.keys(all).some((key) => all[key]!.isRequired === true && declaration[key] === undefined);
}

function isStrangeBelow(row: AnyRow, below: AnyTable, value: unknown): boolean {
  if (Array.isArray(row.example)) {
    return !Array.isArray(value) || value.some((item) => isStrange(below, item));
  }
  // A word instead of a map.
  return typeof value === 'string' ? false : isStrange(below, value);
}

/** The keys of a table at a path. */
function keysAt(table: AnyTable, path: readonly (string | number)[]): readonly string[] {
  let at: AnyTable | undefined = table;
  for (const step of path) {
    at = typeof step === 'number' ? at : at?.rows[step]?.below;
  }
  return Object.keys(at?.rows ?? {});
}
