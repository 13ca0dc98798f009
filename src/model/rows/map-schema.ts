import { isMap, type MutableFields } from '../../kube/object';
import type * as Z from '../read/zod';
import * as z from '../read/zod';
import type { AnyRow, AnyTable } from './row';

const TABLES = new WeakMap<object, AnyTable>();

/** The table that a schema is the map of. */
export function tableOf(schema: object): AnyTable | undefined {
  return TABLES.get(schema);
}

/**
 * A map of the keys of a table, and of no others.
 *
 * zod's own makes the schemas of all keys before it reads the first map; a table has a hundred, and a map ten. Here the
 * schema of a key is made when the key is met.
 */
export function mapSchema(table: AnyTable): Z.ZodMiniType {
  const schema = z.unknown().check((payload) => readMap(table, payload));
  TABLES.set(schema, table);
  return schema;
}

/** The row of a key of a table; a key may be called `constructor`. */
export function keyRow({ rows }: AnyTable, key: string): AnyRow | undefined {
  return Object.hasOwn(rows, key) ? rows[key] : undefined;
}

/** A reader of values in which nothing is wrong; it says nothing of one that it is not sure to read as zod does. */
export type QuickValue = (schema: Z.ZodMiniType, value: unknown) => { readonly value: unknown } | undefined;

let quick: QuickValue | undefined;

/** Gives a reader that is asked before zod. The command does it; without one all is the same, and takes longer. */
export function setQuickValue(reader: QuickValue | undefined): void {
  quick = reader;
}

function readMap(table: AnyTable, payload: Z.core.ParsePayload): void {
  const { rows } = table;
  const { value, issues } = payload;
  if (!isMap(value)) {
    issues.push({ code: 'invalid_type', expected: 'object', input: value });
    return;
  }
  const read: MutableFields = {};
  const strangers: string[] = [];
  const part = (key: string, { shape, example }: AnyRow, input: unknown) => {
    const usual = quick?.(shape(), input);
    if (usual !== undefined) {
      read[key] = usual.value;
      return;
    }
    const result = shape()._zod.run({ value: input, issues: [] }, { async: false }) as Z.core.ParsePayload;
    for (const issue of result.issues) {
      const path = issue.path ?? [];
      issues.push({ ...issue, path: [key, ...path], ...(path.length === 0 ? { example } : {}) });
    }
    read[key] = result.value;
  };
  for (const key of Object.keys(value)) {
    const row = keyRow(table, key);
    if (row === undefined) {
      strangers.push(key);
    } else if (value[key] === null && row.derive !== undefined) {
      read[key] = null;
    } else {
      part(key, row, value[key]);
    }
  }
  for (const key of Object.keys(rows)) {
    if (rows[key]!.isRequired === true && !Object.hasOwn(value, key)) {
      part(key, rows[key]!, undefined);
    }
  }
  if (strangers.length > 0) {
    issues.push({ code: 'unrecognized_keys', keys: strangers, input: value });
  }
  payload.value = read;
}
