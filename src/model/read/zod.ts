/**
 * The parts of zod that are used here, by name.
 *
 * zod as a whole costs 80 ms to load, half of it messages in fifty languages. Our build replaces this file by one that
 * holds just these parts, which costs 3 ms; see `scripts/setup.mjs`.
 */
export {
  array,
  boolean,
  check,
  type core,
  enum,
  exactOptional,
  globalRegistry,
  int,
  lazy,
  literal,
  looseObject,
  maximum,
  minimum,
  minLength,
  never,
  nullable,
  number,
  optional,
  partialRecord,
  pipe,
  record,
  regex,
  strictObject,
  string,
  toJSONSchema,
  transform,
  union,
  unknown,
  type ZodMiniExactOptional,
  type ZodMiniString,
  type ZodMiniType,
} from 'zod/mini';
