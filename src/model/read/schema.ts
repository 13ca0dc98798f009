import { allOf, entriesOf, NO, partsOf, type Reader } from './read-value';
import type * as Zod from './zod';
import * as zod from './zod';

/**
 * A schema as data, with the names of zod.
 *
 * Making the schema of a platform with zod takes longer than reading one. So what is right is read by small functions, which
 * are made in no time; zod is loaded where they say no, to say what is wrong, and where the JSON Schema is asked for. They
 * may say no to what zod takes, never the other way round.
 */
export class DeclarationSchema<T = unknown> {
  /** Whether a key may be absent. */
  public readonly isOptional: boolean;
  private made: Zod.ZodMiniType | undefined;

  constructor(
    /** What it makes of a value; `NO` where that is for zod to say. */
    public readonly read: Reader,
    private readonly make: (z: typeof Zod) => Zod.ZodMiniType,
    private readonly traits: { readonly isOptional?: boolean; readonly description?: string } = {},
  ) {
    this.isOptional = traits.isOptional === true;
  }

  /** The same with a sentence for editors. */
  public described(description: string): DeclarationSchema<T> {
    return new DeclarationSchema(this.read, this.make, { ...this.traits, description });
  }

  /** The same for fewer values. */
  public check(...checks: readonly Check[]): DeclarationSchema<T> {
    return new DeclarationSchema(
      (value) => {
        const read = this.read(value);
        return read !== NO && checks.every(({ holds }) => holds(read as never)) ? read : NO;
      },
      (z) => this.zod().check(...checks.map(({ make }) => make(z))),
    );
  }

  /** What zod makes of a value. */
  public safeParse(value: unknown): Parsed<T> {
    const read = this.read(value);
    return read === NO ? (this.zod().safeParse(value) as Parsed<T>) : { success: true, data: read as T };
  }

  /** The same schema in zod, made when it is asked for. */
  public zod(): Zod.ZodMiniType {
    if (this.made === undefined) {
      this.made = this.make(zod);
      if (this.traits.description !== undefined) {
        zod.globalRegistry.add(this.made, { description: this.traits.description });
      }
    }
    return this.made;
  }
}

/** What became of a value. */
export type Parsed<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: Pick<Zod.core.$ZodError, 'issues'> };

/** Something that must be true of a value beside its type. */
export interface Check {
  readonly holds: (value: never) => boolean;
  readonly make: (z: typeof Zod) => Parameters<Zod.ZodMiniType['check']>[0];
}

/** The parts of a map, by key. */
export type SchemaShape = Readonly<Record<string, DeclarationSchema>>;

const simple = (accepts: (value: unknown) => boolean, make: (z: typeof Zod) => Zod.ZodMiniType) =>
  new DeclarationSchema((value) => (accepts(value) ? value : NO), make);

export const string = () =>
  simple(
    (value) => typeof value === 'string',
    (z) => z.string(),
  );

export const number = () => simple(Number.isFinite, (z) => z.number());

export const int = () => simple(Number.isSafeInteger, (z) => z.int());

export const boolean = () =>
  simple(
    (value) => typeof value === 'boolean',
    (z) => z.boolean(),
  );

export const unknown = () =>
  simple(
    (value) => value !== undefined,
    (z) => z.unknown(),
  );

export const never = () =>
  simple(
    () => false,
    (z) => z.never(),
  );

export const literal = (only: string | boolean) =>
  simple(
    (value) => value === only,
    (z) => z.literal(only),
  );

const oneOf = (values: readonly string[]) =>
  simple(
    (value) => values.includes(value as string),
    (z) => z.enum(values),
  );

export { oneOf as enum };

export const array = (item: DeclarationSchema) =>
  new DeclarationSchema(
    (value) => allOf(value, item),
    (z) => z.array(item.zod()),
  );

/** A key that may be absent, but if there has a value. */
export const exactOptional = (schema: DeclarationSchema) =>
  new DeclarationSchema(schema.read, (z) => z.exactOptional(schema.zod()), { isOptional: true });

export const optional = (schema: DeclarationSchema) =>
  new DeclarationSchema(schema.read, (z) => z.optional(schema.zod()), { isOptional: true });

/** The first of several that takes a value. They must not have values in common: see `Schema`. */
export const union = (options: readonly [DeclarationSchema, ...DeclarationSchema[]]) =>
  new DeclarationSchema(
    (value) => {
      for (const option of options) {
        const read = option.read(value);
        if (read !== NO) {
          return read;
        }
      }
      return NO;
    },
    (z) => z.union(options.map((option) => option.zod())),
  );

/** A value in another form. */
export const transformed = <T>(schema: DeclarationSchema, change: (value: T) => unknown) =>
  new DeclarationSchema(
    (value) => {
      const read = schema.read(value);
      return read === NO ? NO : change(read as T);
    },
    (z) => z.pipe(schema.zod(), z.transform(change as (value: unknown) => unknown)),
  );

export const record = (key: DeclarationSchema, value: DeclarationSchema) =>
  new DeclarationSchema(
    (map) => entriesOf(map, key, value),
    (z) => z.record(key.zod() as Zod.ZodMiniString, value.zod()),
  );

export const partialRecord = (key: DeclarationSchema, value: DeclarationSchema) =>
  new DeclarationSchema(
    (map) => entriesOf(map, key, value),
    (z) => z.partialRecord(key.zod() as Zod.ZodMiniString, value.zod()),
  );

export const strictObject = <T = unknown>(shape: SchemaShape) =>
  new DeclarationSchema<T>(
    (map) => partsOf(map, shape, 'strict'),
    (z) => z.strictObject(inZod(shape)),
  );

export const looseObject = <T = unknown>(shape: SchemaShape) =>
  new DeclarationSchema<T>(
    (map) => partsOf(map, shape, 'loose'),
    (z) => z.looseObject(inZod(shape)),
  );

function inZod(shape: SchemaShape): Record<string, Zod.ZodMiniType> {
  return Object.fromEntries(Object.entries(shape).map(([key, schema]) => [key, schema.zod()]));
}

export const minLength = (least: number): Check => ({
  holds: ({ length }: { readonly length: number }) => length >= least,
  make: (z) => z.minLength(least),
});

export const minimum = (least: number): Check => ({
  holds: (value: number) => value >= least,
  make: (z) => z.minimum(least),
});

export const maximum = (most: number): Check => ({
  holds: (value: number) => value <= most,
  make: (z) => z.maximum(most),
});

export const regex = (pattern: RegExp, message: string): Check => ({
  holds: (value: string) => pattern.test(value),
  make: (z) => z.regex(pattern, message),
});
