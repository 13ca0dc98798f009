import { parseQuantity } from '../kube/quantity';

const NANO = 1_000_000_000n;
const BINARY = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;
const DECIMAL = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;

/** A quantity that remembers how it was written, since Kubernetes writes a sum as its first part was. */
export interface Amount {
  /** In billionths. */
  readonly nano: bigint;
  readonly format: 'binary' | 'decimal';
}

/** The quantity that a value is; nothing where it is none. */
export function amountOf(value: unknown): Amount | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const parsed = parseQuantity(text);
  return parsed === undefined ? undefined : { nano: parsed.nano, format: text.endsWith('i') ? 'binary' : 'decimal' };
}

/** A quantity that is more than nothing. */
export function positiveAmount(value: unknown): Amount | undefined {
  const amount = amountOf(value);
  return amount !== undefined && amount.nano > 0n ? amount : undefined;
}

/** So many bytes, or whole things of any other kind. */
export function whole(count: bigint | number, format: Amount['format'] = 'decimal'): Amount {
  return { nano: BigInt(count) * NANO, format };
}

/** So many Mi. */
export function mebibytes(count: number): Amount {
  return whole(BigInt(count) << 20n, 'binary');
}

/** Two together, written as the first; as the second where the first is nothing. */
export function plus(first: Amount | undefined, second: Amount): Amount {
  return first === undefined || first.nano === 0n ? second : { nano: first.nano + second.nano, format: first.format };
}

/** All together. */
export function sum(amounts: readonly Amount[]): Amount {
  return amounts.reduce(plus, whole(0));
}

/** In whole units, rounded up as Kubernetes does. */
export function wholeUnits({ nano }: Amount): bigint {
  return (nano + NANO - 1n) / NANO;
}

/** As Kubernetes writes it: the largest unit that leaves a whole number; small binary ones without any. */
export function amountText({ nano, format }: Amount): string {
  const isBinary = format === 'binary' && nano % NANO === 0n && (nano >= 1024n * NANO || nano <= -1024n * NANO);
  return isBinary ? scaled(nano / NANO, 1024n, BINARY) : scaled(nano, 1000n, DECIMAL);
}

function scaled(count: bigint, base: bigint, units: readonly string[]): string {
  let [value, unit] = [count, 0];
  while (value !== 0n && unit < units.length - 1 && value % base === 0n) {
    value /= base;
    unit += 1;
  }
  return value === 0n ? '0' : `${value}${units[unit]}`;
}

/** A whole number that is not negative, as YAML or a careless hand wrote it; nothing where it is none. */
export function countOf(value: unknown): number | undefined {
  const count = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN;
  return Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}

/** A number with a fraction; nothing where it is none. */
export function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'number' || (typeof value === 'string' && value !== '') ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The whole part of a number, exact as far as the number is; nothing where there is no end to it. */
export function integerPart(number: number): bigint {
  return Number.isFinite(number) ? BigInt(Math.trunc(number)) : 0n;
}
