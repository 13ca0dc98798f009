import { type Fields, isMap, type MutableFields } from '../../kube/object';
import { keysOf } from '../../kube/path';
import type * as Z from '../read/zod';
import * as z from '../read/zod';
import { mapSchema } from './map-schema';
import { keyed, once, type Shape } from './shapes';
import { at, Taken } from './taken';

/**
 * One key of a declaration: what it may hold, the field that it becomes, and the way there and back.
 *
 * @typeParam V what it holds, as plain data
 * @typeParam C what the ways have to know beside the value
 */
export interface Row<in out V, in C = unknown> {
  /**
   * The fields that it becomes, from the object of its table; the first is the one that people are told of.
   *
   * `[*]` is the item of a list by the name that both have. What is below a field is below the key too, unless it ends with
   * `!`: then it is said in another form.
   */
  readonly fields: readonly string[];
  readonly shape: Shape<V>;
  /** A value that makes another object than none does. */
  readonly example: V;
  readonly isRequired?: boolean;
  /** Whether it takes a part of what another row would take whole. */
  readonly isReadFirst?: boolean;
  /** Written where the key is absent; `null` instead of a value leaves that to the cluster. */
  readonly derive?: (context: C, said: Fields) => V | undefined;
  readonly write: (value: V, out: MutableFields, context: C) => void;
  /**
   * Takes the value out of an object; nothing where it says none, or one that the key cannot say.
   *
   * @param said what the rows before read
   */
  readonly read: (from: Taken, context: C, said: Fields) => V | undefined;
  /** The keys below it, where it has any. */
  readonly below?: AnyTable;
  /** Where a field of the keys below is, from the object of this table. */
  readonly place?: (field: string) => readonly string[];
}

/** A row per key; the compiler asks for each, and for the word that it must be there. */
export type Rows<T, C> = {
  readonly [K in keyof T]-?: undefined extends T[K]
    ? Row<Exclude<T[K], undefined | null>, C>
    : Row<T[K], C> & { readonly isRequired: true };
};

/** The keys of one interface. */
export interface Table<in out T, in C = unknown> {
  /** Name of the interface, under which its sentences are found. */
  readonly name: string;
  readonly rows: Rows<T, C>;
  /** A map of these keys and no others. */
  readonly shape: Shape<T>;
  /** Exactly one of them should be there. */
  readonly oneOf: readonly string[];
  /** Their order, worked out when a table is first written. */
  readonly order: () => Order;
}

/** A row, as what goes through all of them sees it. */
export interface AnyRow extends Pick<Row<never, never>, 'fields' | 'isRequired' | 'below' | 'place'> {
  readonly shape: () => Z.ZodMiniType;
  readonly example: unknown;
  readonly derive?: unknown;
}

/** A table, seen the same way. */
export interface AnyTable extends Pick<Table<never, never>, 'name' | 'oneOf'> {
  readonly rows: Readonly<Record<string, AnyRow>>;
  readonly shape: () => Z.ZodMiniType;
}

/** The rows of an interface, made when they are first asked for: of some thousand a platform uses a few. */
export function table<T, C = unknown>(
  name: string,
  rows: () => Rows<T, C>,
  oneOf: readonly (keyof T & string)[] = [],
): Table<T, C> {
  const known = once(rows);
  const made: Table<T, C> = {
    name,
    get rows() {
      return known();
    },
    oneOf,
    shape: once(() => mapSchema(made as unknown as AnyTable)) as Shape<T>,
    order: once(() => orderOf(known() as unknown as AnyTable['rows'])),
  };
  keyed(made.shape, { table: made as unknown as AnyTable, isEach: false });
  return made;
}

/** The same row of a key that must be there. */
export function required<V, C>(row: Row<V, C>): Row<V, C> & { readonly isRequired: true } {
  return { ...row, isRequired: true };
}

/** The same row of a key that polyvirt has a value for where it is absent. */
export function derived<V, C>(row: Row<V, C>, derive: (context: C, said: Fields) => V | undefined): Row<V, C> {
  return { ...row, derive };
}

/** A key that is a field under another name, or at another place. */
export function field<V>(path: string, shape: Shape<V>, example: NoInfer<V>): Row<V> {
  // Of some thousand rows a platform uses a few: their paths are read when they are.
  const keys = once(() => keysOf(path));
  return {
    fields: [path],
    shape,
    example,
    write: (value, out) => put(out, keys(), value),
    read: (from) => from.take(keys()) as V | undefined,
  };
}

/** A key that is no field of an object: what it says is for polyvirt itself, or for several objects. */
export function setting<V>(shape: Shape<V>, example: NoInfer<V>, below?: AnyTable): Row<V> {
  return {
    fields: [],
    shape,
    example,
    ...(below === undefined ? {} : { below, place: () => [] }),
    write: () => undefined,
    read: () => undefined,
  };
}

/** A list of maps of such keys, or one such map. */
export function settings<T>(below: Table<T>): { readonly map: Row<T>; readonly list: Row<readonly T[]> } {
  const shape = once(() => z.array(below.shape() as Z.ZodMiniType)) as unknown as Shape<readonly T[]>;
  return {
    map: settingOf(below.shape, below, () => exampleOf(below)),
    list: settingOf(shape, below, () => [exampleOf(below)]),
  };
}

/** @param example asked for by pages and tests alone, since it needs the rows below */
function settingOf<V, T>(shape: Shape<V>, below: Table<T>, example: () => V): Row<V> {
  return {
    fields: [],
    shape,
    get example() {
      return example();
    },
    below: below as unknown as AnyTable,
    place: () => [],
    write: () => undefined,
    read: () => undefined,
  };
}

/** The same row with another shape; its example is still made when it is asked for. */
export function reshaped<V, C>(row: Row<V, C>, shape: Shape<V>): Row<V, C> {
  return Object.defineProperties({} as Row<V, C>, {
    ...Object.getOwnPropertyDescriptors(row),
    shape: { enumerable: true, value: shape },
  });
}

/** An empty list says nothing. */
export function notEmpty<T, C>(row: Row<readonly T[], C>): Row<readonly T[], C> {
  return {
    ...row,
    write: (value, out, context) => (listed(value).length === 0 ? undefined : row.write(value, out, context)),
  };
}

/** A map of keys that is a map of the object. */
export function group<T, C>(path: string, below: Table<T, C>, how: { readonly isKept: boolean } = KEPT): Row<T, C> {
  const keys = once(() => keysOf(path));
  const example = once(() => exampleOf(below) as object) as () => T;
  return {
    fields: [path],
    shape: below.shape,
    get example() {
      return example();
    },
    below: below as unknown as AnyTable,
    place: (field) => [`${path}.${field}`],
    write: (value, out, context) => {
      const existing = at(out, keys());
      const made = isMap(existing) ? (existing as MutableFields) : {};
      writeTable(below, value, made, context);
      if (made !== existing && (how.isKept || Object.keys(made).length > 0)) {
        put(out, keys(), made);
      }
    },
    read: (from, context) => {
      const found = from.peek(keys());
      if (!isMap(found)) {
        return undefined;
      }
      const part = new Taken(found as MutableFields);
      const value = readTable(below, part, context);
      const isTaken = Object.keys(part.root).length === 0;
      if (isTaken) {
        from.take(keys());
      }
      return Object.keys(value as object).length > 0 || isTaken ? value : undefined;
    },
  };
}

/** An empty map says something: `acpi: {}`. */
const KEPT = { isKept: true };

/** Where an empty map would be drift against a cluster that has none. */
export const DROPPED_EMPTY = { isKept: false };

/** A list of maps of keys that is a list of the object. */
export function items<T, C>(path: string, below: Table<T, C>): Row<readonly T[], C> {
  const keys = once(() => keysOf(path));
  const example = once(() => [exampleOf(below)]);
  return {
    fields: [path],
    shape: once(() => z.array(below.shape() as Z.ZodMiniType)) as unknown as Shape<readonly T[]>,
    get example() {
      return example();
    },
    below: below as unknown as AnyTable,
    place: (field) => [`${path}[*].${field}`],
    write: (values, out, context) => {
      const made = listed(values).map((value) => {
        const item: MutableFields = {};
        writeTable(below, value, item, context);
        return item;
      });
      if (made.length > 0) {
        put(out, keys(), made);
      }
    },
    read: (from, context) => {
      const found = from.peek(keys());
      if (!Array.isArray(found) || !found.every(isMap)) {
        return undefined;
      }
      const parts = found.map((item) => new Taken(structuredClone(item) as MutableFields));
      const values = parts.map((part) => readTable(below, part, context));
      if (parts.some(({ root }) => Object.keys(root).length > 0)) {
        return undefined;
      }
      from.take(keys());
      return values;
    },
  };
}

/** The example of a table: what must be there, or its first key. */
function exampleOf<T, C>({ rows }: Table<T, C>): T {
  const entries = Object.entries<AnyRow>(rows as never);
  const needed = entries.filter(([, row]) => row.isRequired === true);
  const chosen = needed.length > 0 ? needed : entries.slice(0, 1);
  return Object.fromEntries(chosen.map(([key, row]) => [key, row.example])) as T;
}

/** Writes what a declaration says, and what is derived where it is silent. */
export function writeTable<T, C>(table: Table<T, C>, declaration: T, out: MutableFields, context: C): void {
  const said: Fields = isMap(declaration) ? declaration : {};
  const { keys, rows, positions, derived } = table.order();
  // Of some seventy keys a VM says ten: only those are visited, and those that have a value by themselves.
  const visited: number[] = [];
  for (const key in said) {
    const position = positions.get(key);
    if (position !== undefined && said[key] !== undefined) {
      insert(visited, position);
    }
  }
  for (const position of derived) {
    if (said[keys[position]!] === undefined) {
      insert(visited, position);
    }
  }
  for (const position of visited) {
    const row = rows[position] as unknown as Row<unknown, C>;
    const value = said[keys[position]!];
    const written = value === undefined ? row.derive?.(context, said) : value;
    if (written !== undefined && written !== null) {
      row.write(written, out, context);
    }
  }
}

/** The rows of a table in their order, in which the fields of an object are written. */
export interface Order {
  readonly keys: readonly string[];
  readonly rows: readonly AnyRow[];
  readonly positions: ReadonlyMap<string, number>;
  /** Positions of the rows that derive a value. */
  readonly derived: readonly number[];
}

function orderOf(rows: AnyTable['rows']): Order {
  const keys = Object.keys(rows);
  return {
    keys,
    rows: keys.map((key) => rows[key]!),
    positions: new Map(keys.map((key, i) => [key, i])),
    derived: keys.flatMap((key, i) => (rows[key]!.derive === undefined ? [] : [i])),
  };
}

/** Inserts a number into a sorted list, which is short and mostly in order already. */
function insert(sorted: number[], value: number): void {
  let i = sorted.length;
  while (i > 0 && sorted[i - 1]! > value) {
    sorted[i] = sorted[i - 1]!;
    i--;
  }
  sorted[i] = value;
}

/** Reads an object back: what would be derived is left out, and what would be derived and is not there is `null`. */
export function readTable<T, C>({ rows }: Table<T, C>, from: Taken, context: C): T {
  const declaration: MutableFields = {};
  const all = rows as unknown as Readonly<Record<string, Row<unknown, C>>>;
  const keys = Object.keys(all);
  for (const key of [
    ...keys.filter((each) => all[each]!.isReadFirst),
    ...keys.filter((each) => !all[each]!.isReadFirst),
  ]) {
    const row = all[key]!;
    const value = row.read(from, context, declaration);
    const standard = row.derive?.(context, declaration);
    if (value === undefined ? standard !== undefined : !isSame(value, standard)) {
      declaration[key] = value === undefined ? null : value;
    }
  }
  return declaration as T;
}

/** Writes a value into an object; maps on the way are made. */
export function put(root: MutableFields, keys: readonly string[], value: unknown): void {
  let map = root;
  const last = keys.length - 1;
  for (let i = 0; i < last; i++) {
    const found = map[keys[i]!];
    if (isMap(found)) {
      map = found as MutableFields;
    } else {
      const made: MutableFields = {};
      map[keys[i]!] = made;
      map = made;
    }
  }
  map[keys[last]!] = value;
}

/** Adds an item to a list of an object, which is made where it is not there. */
export function append(root: MutableFields, keys: readonly string[], item: unknown): void {
  const found = at(root, keys);
  if (Array.isArray(found)) {
    found.push(item);
  } else {
    put(root, keys, [item]);
  }
}

/** JavaScript can hand over anything; what is no list has no items, and zod says so. */
export function listed<T>(value: readonly T[]): readonly T[] {
  return Array.isArray(value) ? value : [];
}

/** Whether two values are the same data. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) {
    return true;
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, i) => isSame(item, b[i]));
  }
  if (!isMap(a) || !isMap(b)) {
    return false;
  }
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}
