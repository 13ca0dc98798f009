import { asText, isMap, type MutableFields } from '../kube/object';
import { keyRow, type QuickValue, tableOf } from '../model/rows/map-schema';
import type { AnyRow, AnyTable } from '../model/rows/row';

/**
 * Reads a value in which nothing is wrong, as zod reads it, in a tenth of the time; what zod would not take, or this does not know, is for
 * zod, whose words every message is made of.
 *
 * A value is the one that was given, and no copy of it, unless zod would give another one.
 */
export const quickValue: QuickValue = (schema, value) => {
  const read = readerOf(schema as Schema)(value);
  return read === ODD ? undefined : { value: read };
};

type Reader = (value: unknown) => unknown;

/** In place of a value that is for zod. */
const ODD: unique symbol = Symbol('odd');

/** As much of a schema as is looked at. */
interface Schema {
  readonly _zod: { readonly def: Definition; readonly values?: ReadonlySet<unknown> };
}

interface Definition {
  readonly type: string;
  readonly checks?: readonly { readonly _zod: { readonly def: Check } }[];
  readonly format?: string;
  readonly element?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly options?: readonly Schema[];
  readonly in?: Schema;
  readonly out?: { readonly _zod: { readonly def: { readonly type: string; readonly transform?: unknown } } };
  readonly getter?: () => Schema;
}

interface Check {
  readonly check: string;
  readonly minimum?: number;
  readonly value?: number;
  readonly inclusive?: boolean;
}

const READERS = new WeakMap<object, Reader>();

function readerOf(schema: Schema): Reader {
  let reader = READERS.get(schema);
  if (reader === undefined) {
    reader = readerFor(schema) ?? (() => ODD);
    READERS.set(schema, reader);
  }
  return reader;
}

/** Nothing for a schema that only zod knows. */
function readerFor(schema: Schema): Reader | undefined {
  const { def, values } = schema._zod;
  const table = tableOf(schema);
  if (table !== undefined) {
    return mapOf(table);
  }
  const checks = (def.checks ?? []).map((each) => each._zod.def);
  switch (def.type) {
    case 'string':
      return lengthOf(checks, (least) => taking((value) => typeof value === 'string' && value.length >= least));
    case 'number':
      return def.format === undefined || def.format === 'safeint'
        ? numberOf(checks, def.format === 'safeint')
        : undefined;
    case 'boolean':
      return checks.length === 0 ? taking((value) => typeof value === 'boolean') : undefined;
    case 'enum':
    case 'literal':
      return checks.length === 0 && values !== undefined ? taking((value) => values.has(value)) : undefined;
    case 'unknown':
      return checks.length === 0 ? (value) => value : undefined;
    case 'array':
      return lengthOf(checks, (least) => listOf(readerOf(def.element!), least));
    case 'record':
      return checks.length === 0 && isAnyText(def.keyType!) ? recordOf(readerOf(def.valueType!)) : undefined;
    case 'union':
      return checks.length === 0 ? firstOf(def.options!) : undefined;
    case 'pipe':
      return checks.length === 0 ? textOf(def) : undefined;
    case 'lazy':
      return checks.length === 0 ? lateOf(def.getter!) : undefined;
    default:
      return undefined;
  }
}

const taking =
  (isTaken: (value: unknown) => boolean): Reader =>
  (value) =>
    isTaken(value) ? value : ODD;

/** A reader of a value of which nothing but its length is checked. */
function lengthOf(checks: readonly Check[], made: (least: number) => Reader): Reader | undefined {
  return checks.every(({ check }) => check === 'min_length')
    ? made(Math.max(0, ...checks.map(({ minimum = 0 }) => minimum)))
    : undefined;
}

function numberOf(checks: readonly Check[], isWhole: boolean): Reader | undefined {
  if (!checks.every(({ check, inclusive }) => check === 'greater_than' && inclusive === true)) {
    return undefined;
  }
  const least = Math.max(Number.NEGATIVE_INFINITY, ...checks.map(({ value }) => value!));
  const isNumber = isWhole ? Number.isSafeInteger : Number.isFinite;
  return taking((value) => isNumber(value) && (value as number) >= least);
}

function isAnyText({ _zod: { def } }: Schema): boolean {
  return def.type === 'string' && (def.checks ?? []).length === 0;
}

/** One of several forms. What the first takes is what zod takes; a form that only zod knows may come before one that takes it. */
function firstOf(options: readonly Schema[]): Reader {
  const forms = options.map((option) => ({ isKnown: isKnown(option), read: readerOf(option) }));
  return (value) => {
    for (const { isKnown: isOurs, read } of forms) {
      const found = read(value);
      if (found !== ODD || !isOurs) {
        return found;
      }
    }
    return ODD;
  };
}

/** Whether a value that is odd to the reader of a schema is one that zod rejects. */
function isKnown(schema: Schema): boolean {
  const { def } = schema._zod;
  return ['string', 'number', 'boolean', 'enum', 'literal'].includes(def.type) && readerFor(schema) !== undefined;
}

/** A quantity: what is no text becomes one. */
function textOf({ in: from, out }: Definition): Reader | undefined {
  const { type, transform } = out!._zod.def;
  if (type !== 'transform' || transform !== String) {
    return undefined;
  }
  const read = readerOf(from!);
  return (value) => {
    const found = read(value);
    return found === ODD || typeof found === 'string' ? found : asText(found);
  };
}

/** A schema may lead back to itself. */
function lateOf(getter: () => Schema): Reader {
  let read: Reader | undefined;
  return (value) => {
    read ??= readerOf(getter());
    return read(value);
  };
}

function listOf(read: Reader, least: number): Reader {
  return (value) => {
    if (!Array.isArray(value) || value.length < least) {
      return ODD;
    }
    let copy: unknown[] | undefined;
    for (let i = 0; i < value.length; i++) {
      const item: unknown = value[i];
      const found = read(item);
      if (found === ODD) {
        return ODD;
      }
      if (found !== item) {
        copy ??= [...(value as unknown[])];
        copy[i] = found;
      }
    }
    return copy ?? value;
  };
}

function recordOf(read: Reader): Reader {
  return (value) =>
    isMap(value) && Object.getPrototypeOf(value) === Object.prototype ? eachKey(value, () => read) : ODD;
}

function mapOf(table: AnyTable): Reader {
  const { rows } = table;
  const needed = Object.keys(rows).filter((key) => rows[key]!.isRequired === true);
  // Of a hundred keys a map has ten: a reader is made when its key is met.
  const readers = new Map<string, Reader>();
  const readerOfKey = (key: string): Reader | undefined => {
    let reader = readers.get(key);
    if (reader === undefined) {
      const row = keyRow(table, key);
      reader = row === undefined ? undefined : rowReader(row);
      if (reader !== undefined) {
        readers.set(key, reader);
      }
    }
    return reader;
  };
  return (value) =>
    isMap(value) && needed.every((key) => value[key] !== undefined) ? eachKey(value, readerOfKey) : ODD;
}

function rowReader({ shape, derive }: AnyRow): Reader {
  const read = readerOf(shape() as unknown as Schema);
  return derive === undefined ? read : (value) => (value === null ? null : read(value));
}

function eachKey(map: Readonly<Record<string, unknown>>, readerOfKey: (key: string) => Reader | undefined): unknown {
  let copy: MutableFields | undefined;
  for (const key in map) {
    const read = key === '__proto__' ? undefined : readerOfKey(key);
    const value = map[key];
    const found = read === undefined ? ODD : read(value);
    if (found === ODD) {
      return ODD;
    }
    if (found !== value) {
      copy ??= { ...map };
      copy[key] = found;
    }
  }
  return copy ?? map;
}
