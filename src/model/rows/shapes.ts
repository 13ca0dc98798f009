import { ARCHITECTURES, type Architecture } from '../../architectures/facts';
import * as z from '../read/zod';
import type { AnyTable } from './row';

/** A schema that is made when it is first asked for: most files use few of the keys. */
export type Shape<T> = () => z.ZodMiniType<T>;

/** What a shape takes. */
export type Of<S> = S extends Shape<infer T> ? T : never;

/** Hints for editors that do not judge a value: rules do that, which see every object. */
export interface Hint {
  readonly enum?: readonly string[];
  /** Values to offer where any other is as good. */
  readonly suggestions?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  /** Exactly one of these keys should be there. */
  readonly oneOf?: readonly string[];
  readonly description?: string;
}

const HINTS = new WeakMap<object, Hint>();

/** What editors are told beside what the schema says. */
export function hintOf(schema: object): Hint | undefined {
  return HINTS.get(schema);
}

/** The same schema with a hint. */
export function hinted<S extends z.ZodMiniType>(schema: S, hint: Hint): S {
  HINTS.set(schema, { ...HINTS.get(schema), ...hint });
  return schema;
}

/** Makes something once: a schema, as a rule. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Text that is not empty. */
export const text: Shape<string> = once(() => z.string().check(z.minLength(1)));

/** Any text. */
export const anyText: Shape<string> = once(() => z.string());

export const flag: Shape<boolean> = once(() => z.boolean());

export const int: Shape<number> = once(() => z.int());

/** A whole number from 0. */
export const whole = once(() => z.int().check(z.minimum(0))) as Shape<number>;

/** A whole number from 1. */
export const count: Shape<number> = once(() => z.int().check(z.minimum(1)));

/** A Kubernetes quantity: `8Gi`, or a bare number of bytes. */
export const quantity = once(() =>
  z.pipe(z.union([z.string(), z.number()]), z.transform<string | number, string>(String)),
) as Shape<string>;

/** A number, or a name: of a port. */
export const intOrText = once(() => z.union([z.int(), z.string()])) as Shape<number | string>;

/** Text by text, as labels and annotations are. */
export const textMap = once(() => z.record(z.string(), z.string())) as Shape<Readonly<Record<string, string>>>;

/** Quantities by resource. */
export const quantityMap = once(() => z.record(z.string(), quantity())) as Shape<Readonly<Record<string, string>>>;

/** Nothing but a key: `pod: {}`. */
export const nothing = once(() => z.record(z.string(), z.never())) as unknown as Shape<Nothing>;

/** A map in which there is nothing. */
export type Nothing = Readonly<Record<string, never>>;

/** A part of an object as Kubernetes has it, which rules judge in the object. */
export const asWritten = once(() => z.record(z.string(), z.unknown())) as Shape<Readonly<Record<string, unknown>>>;

/** One of the architectures that KubeVirt runs on. */
export const architecture = once(() => z.enum(ARCHITECTURES)) as Shape<Architecture>;

/** One of a few words, each of which is written in another form. */
export function word<T extends string>(...words: readonly T[]): Shape<T> {
  const shape = once(() => z.enum(words));
  WORDS.set(shape, new Set<string>(words));
  return shape as unknown as Shape<T>;
}

const WORDS = new WeakMap<object, ReadonlySet<string>>();

/** The words that a shape takes, where it takes no other text. */
export function wordsOf(shape: object): ReadonlySet<string> | undefined {
  return WORDS.get(shape);
}

/** Text of which the usual values are known: editors offer them, and a rule judges the object. */
export function known<T extends string>(...values: readonly T[]): Shape<T> {
  return once(() => hinted(z.string(), { enum: values })) as unknown as Shape<T>;
}

/** Text that is not empty, of which some values are worth offering: others are as good. */
export function suggested<T extends string>(values: readonly string[]): Shape<T> {
  return once(() => hinted(z.string().check(z.minLength(1)), { suggestions: values })) as unknown as Shape<T>;
}

/** What of a value has the keys of a table: the value itself, or each of its items. */
export interface Keyed {
  readonly table: AnyTable;
  readonly isEach: boolean;
}

const KEYED = new WeakMap<object, Keyed>();

/** What of a value of this shape has keys of its own; nothing where none has. */
export function keyedOf(shape: object): Keyed | undefined {
  return KEYED.get(shape);
}

/** The same shape, known to have the keys of a table. */
export function keyed<S extends object>(shape: S, what: Keyed | undefined): S {
  if (what !== undefined) {
    KEYED.set(shape, what);
  }
  return shape;
}

/** The same of each item. */
function eachOf(item: object): Keyed | undefined {
  const what = keyedOf(item);
  return what === undefined || what.isEach ? undefined : { ...what, isEach: true };
}

/** A list. */
export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  return keyed(
    once(() => z.array(item())),
    eachOf(item),
  ) as unknown as Shape<readonly T[]>;
}

/** One or the other. */
export function either<A, B>(a: Shape<A>, b: Shape<B>): Shape<A | B> {
  const shape = keyed(
    once(() => z.union([a(), b()])),
    keyedOf(a) === undefined || keyedOf(b) === undefined ? (keyedOf(a) ?? keyedOf(b)) : undefined,
  );
  // Beside a word there is a map, never another text.
  const words = wordsOf(a) ?? wordsOf(b);
  if (words !== undefined) {
    WORDS.set(shape, words);
  }
  return shape as unknown as Shape<A | B>;
}

/** Values by a name of their own. */
export function byName<T>(value: Shape<T>): Shape<Readonly<Record<string, T>>> {
  return keyed(
    once(() => z.record(z.string(), value())),
    eachOf(value),
  ) as unknown as Shape<Readonly<Record<string, T>>>;
}
