import type { Finding } from '../../findings/finding';
import { suggestionFor } from '../../findings/suggestion';
import { isMap } from '../../kube/object';
import type { AnyRow, AnyTable } from '../rows/row';
import { type Keyed, keyedOf, wordsOf } from '../rows/shapes';
import { valueFindings } from './issue-finding';
import { innermost } from './issue-words';

/**
 * What is wrong with the props of a construct, as a file with the same keys would be told.
 *
 * zod is asked only where a key is unknown or something is of another sort than its example: all other values go to the
 * object as they are, and rules judge them there.
 *
 * @param others names of props that were given and are no keys of ours
 * @param isOurs whether the construct is of our class: one that extends it may have props of its own
 */
export function propFindings(
  table: AnyTable,
  declaration: object,
  others: readonly string[],
  isOurs: boolean,
): readonly Finding[] {
  const strangers =
    others.length === 0 || isOurs ? others : others.filter((key) => isSlip(key, Object.keys(table.rows)));
  if (strangers.length === 0 && isSound(table, declaration)) {
    return NOTHING;
  }
  const value = { ...declaration, ...Object.fromEntries(strangers.map((key) => [key, null])) };
  const parsed = table.shape().safeParse(value);
  return parsed.success ? NOTHING : valueFindings(parsed.error.issues, value, (path) => keysAt(table, path));
}

const NOTHING: readonly never[] = [];

/** Names of props with a value that are no keys of a table. */
export function otherProps({ rows }: AnyTable, props: object): readonly string[] {
  const others = Object.keys(props).filter(
    (key) => !Object.hasOwn(rows, key) && (props as Record<string, unknown>)[key] !== undefined,
  );
  return others.length === 0 ? NOTHING : others;
}

function isSlip(key: string, known: readonly string[]): boolean {
  return key.length >= LONG && suggestionFor(key, known) !== undefined;
}

/** Two short words are near each other by chance. */
const LONG = 6;

/** Whether all of a declaration is of a sort that the ways to the object can take. */
export function isSound(table: AnyTable, declaration: object): boolean {
  return !isStrange(table, declaration);
}

/** A declaration as a file would be read: without what is of the wrong type, about which there is a finding. */
export function soundPart(table: AnyTable, declaration: object): object {
  const parsed = table.shape().safeParse(declaration);
  if (parsed.success) {
    return parsed.data as object;
  }
  const wrong = parsed.error.issues.flatMap((issue): Path[] => {
    const { code, path } = issue;
    if (code === 'unrecognized_keys') {
      return issue.keys.map((key) => [...path, key]);
    }
    return [valueAt(declaration, path) === undefined && path.length > 1 ? path.slice(0, -1) : path];
  });
  return without(declaration, wrong) as object;
}

/** A declaration without values that its keys cannot hold; what it lacks is another matter. */
export function sayablePart(table: AnyTable, declaration: object): object {
  const parsed = table.shape().safeParse(declaration);
  const paths = parsed.error?.issues.flatMap(innermost).map(({ path }) => path) ?? [];
  return without(
    declaration,
    paths.filter((path) => path.length > 0 && valueAt(declaration, path) !== undefined),
  ) as object;
}

type Path = readonly PropertyKey[];

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((at, step) => (at as Record<PropertyKey, unknown> | null | undefined)?.[step], value);
}

/** A copy of a value without what is at these paths. */
function without(value: unknown, paths: readonly Path[]): unknown {
  const isGone = (key: PropertyKey) => paths.some((path) => path.length === 1 && path[0] === key);
  const kept = (key: PropertyKey, part: unknown) => {
    const below = paths.filter((path) => path.length > 1 && path[0] === key).map((path) => path.slice(1));
    return below.length === 0 ? part : without(part, below);
  };
  if (Array.isArray(value)) {
    return value.flatMap((item, i) => (isGone(i) ? [] : [kept(i, item)]));
  }
  return isMap(value)
    ? Object.fromEntries(
        Object.entries(value)
          .filter(([key]) => !isGone(key))
          .map(([key, part]) => [key, kept(key, part)]),
      )
    : value;
}

/** Whether something in a declaration is of another sort than the examples of its keys. */
function isStrange({ rows }: AnyTable, declaration: unknown): boolean {
  if (!isMap(declaration)) {
    return true;
  }
  const { sorts, required } = sortsOf(rows);
  for (const key of Object.keys(declaration)) {
    const sort = sorts.get(key) ?? addSort(sorts, key, rows);
    const value = declaration[key];
    if (sort === undefined || (value === null ? !sort.isDerived : isStrangeValue(sort, value))) {
      return true;
    }
  }
  return required.some((key) => declaration[key] === undefined);
}

function isStrangeValue({ example, keyed, words }: Sort, value: unknown): boolean {
  if (keyed?.isEach === true) {
    const items = Array.isArray(value) ? value : isMap(value) ? Object.values(value) : [];
    return isOther(value, example) || items.some((item) => isStrange(keyed.table, item));
  }
  if (Array.isArray(example)) {
    return !Array.isArray(value) || value.some((item) => isOther(item, example[0]));
  }
  if (isMap(value) && keyed !== undefined) {
    return isStrange(keyed.table, value);
  }
  return (
    isOther(value, example) || value === '' || (typeof value === 'string' && words !== undefined && !words.has(value))
  );
}

/** What the value of a row has to be like. */
interface Sort {
  readonly example: unknown;
  readonly keyed: Keyed | undefined;
  /** Those that it may be, where it is no other text. */
  readonly words: ReadonlySet<string> | undefined;
  /** Whether null says something. */
  readonly isDerived: boolean;
}

/** What the values of a table have to be like. */
interface Sorts {
  /** Of keys that were met. */
  readonly sorts: Map<string, Sort>;
  readonly required: readonly string[];
}

const SORTS = new WeakMap<object, Sorts>();

function sortsOf(rows: AnyTable['rows']): Sorts {
  let known = SORTS.get(rows);
  if (known === undefined) {
    known = { sorts: new Map(), required: Object.keys(rows).filter((key) => rows[key]!.isRequired === true) };
    SORTS.set(rows, known);
  }
  return known;
}

function addSort(sorts: Map<string, Sort>, key: string, rows: AnyTable['rows']): Sort | undefined {
  const row = Object.hasOwn(rows, key) ? rows[key]! : undefined;
  if (row === undefined) {
    return undefined;
  }
  const sort = {
    example: row.example,
    keyed: keyedIn(row),
    words: wordsOf(row.shape),
    isDerived: row.derive !== undefined,
  };
  sorts.set(key, sort);
  return sort;
}

/** What of the value of a row has keys of its own. */
function keyedIn({ below, example, shape }: AnyRow): Keyed | undefined {
  return below === undefined ? keyedOf(shape) : { table: below, isEach: Array.isArray(example) };
}

/** Whether one value is a map, a list, a text, a number or a boolean, and another one is not. */
function isOther(value: unknown, example: unknown): boolean {
  return typeof value !== typeof example || Array.isArray(value) !== Array.isArray(example) || value === null;
}

/** The keys of a table at a path. */
function keysAt(table: AnyTable, path: readonly (string | number)[]): readonly string[] {
  let at: AnyTable | undefined = table;
  let isItem = false;
  for (const step of path) {
    if (isItem) {
      isItem = false;
      continue;
    }
    const row: AnyRow | undefined = at?.rows[step];
    const keyed: Keyed | undefined = row === undefined ? undefined : keyedIn(row);
    at = keyed?.table;
    isItem = keyed?.isEach === true;
  }
  return Object.keys(at?.rows ?? {});
}
