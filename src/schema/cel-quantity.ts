import {
  type CelFunc,
  type CelMap,
  CelScalar,
  type CelValue,
  celFunc,
  celMap,
  celMethod,
  mapType,
} from '@bufbuild/cel';
import { parseQuantity } from '../kube/quantity';

const { BOOL, DOUBLE, DYN, INT, STRING } = CelScalar;
const QUANTITY = mapType(STRING, DYN);
const ONE = 1_000_000_000n;

/** Quantities in rules: `quantity(self.memory).isGreaterThan(quantity('1Gi'))`. */
export const QUANTITY_FUNCTIONS: readonly CelFunc[] = [
  celFunc('quantity', [STRING], QUANTITY, (text) => ofNano(read(text))),
  celFunc('isQuantity', [STRING], BOOL, (text) => parseQuantity(text) !== undefined),
  compare('isGreaterThan', (a, b) => a > b),
  compare('isLessThan', (a, b) => a < b),
  celMethod('compareTo', QUANTITY, [QUANTITY], INT, function (other) {
    const [a, b] = [nanoOf(this), nanoOf(other)];
    return a < b ? -1n : a > b ? 1n : 0n;
  }),
  celMethod('sign', QUANTITY, [], INT, function () {
    const nano = nanoOf(this);
    return nano < 0n ? -1n : nano > 0n ? 1n : 0n;
  }),
  celMethod('isInteger', QUANTITY, [], BOOL, function () {
    return nanoOf(this) % ONE === 0n;
  }),
  celMethod('asInteger', QUANTITY, [], INT, function () {
    if (nanoOf(this) % ONE !== 0n) {
      throw new Error('the quantity is not a whole number');
    }
    return nanoOf(this) / ONE;
  }),
  celMethod('asApproximateFloat', QUANTITY, [], DOUBLE, function () {
    return Number(nanoOf(this)) / Number(ONE);
  }),
  ...sums('add', (a, b) => a + b),
  ...sums('sub', (a, b) => a - b),
];

function compare(name: string, holds: (a: bigint, b: bigint) => boolean): CelFunc {
  return celMethod(name, QUANTITY, [QUANTITY], BOOL, function (other) {
    return holds(nanoOf(this), nanoOf(other));
  });
}

/** With another quantity, or with a whole number. */
function sums(name: string, sum: (a: bigint, b: bigint) => bigint): CelFunc[] {
  return [
    celMethod(name, QUANTITY, [QUANTITY], QUANTITY, function (other) {
      return ofNano(sum(nanoOf(this), nanoOf(other)));
    }),
    celMethod(name, QUANTITY, [INT], QUANTITY, function (other) {
      return ofNano(sum(nanoOf(this), other * ONE));
    }),
  ];
}

function read(text: string): bigint {
  const quantity = parseQuantity(text);
  if (quantity === undefined) {
    throw new Error('it is not a quantity');
  }
  return quantity.nano;
}

function ofNano(nano: bigint): CelMap {
  return opaque('quantity', nano);
}

function nanoOf(value: CelMap): bigint {
  return contentOf('quantity', value) as bigint;
}

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
