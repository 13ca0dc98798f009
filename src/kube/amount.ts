import { parseQuantity } from './quantity';

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

/** A quantity as the API server shows it, whatever its spelling; a text that is none stays as it is. */
export function shownQuantity(text: string): string {
  const amount = amountOf(text);
  return amount === undefined ? text : amountText(amount);
}
