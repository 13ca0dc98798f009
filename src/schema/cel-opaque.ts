import { type CelMap, type CelValue, celMap } from '@bufbuild/cel';

/**
 * A value of a type that CEL itself does not have, as a quantity or an address.
 *
 * The evaluator knows no types but its own and those of protobuf, so it is a map with a key that no manifest has: two of
 * them are equal when their content is.
 */
export function opaque(type: string, content: CelValue): CelMap {
  return celMap(new Map<string, CelValue>([[keyOf(type), content]]));
}

/** What is in such a value. A value of another type is a mistake in the rule. */
export function contentOf(type: string, value: CelMap): CelValue {
  const content = value.get(keyOf(type));
  if (content === undefined) {
    throw new Error(`found no matching overload: this is not of the type ${type}`);
  }
  return content;
}

/** Whether a value is of such a type. */
export function isOpaque(type: string, value: CelMap): boolean {
  return value.has(keyOf(type));
}

function keyOf(type: string): string {
  return `\0${type}`;
}
