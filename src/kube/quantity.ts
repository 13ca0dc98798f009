import { asText } from './object';

/**
 * Kubernetes quantities (`8Gi`, `500m`, `1e3`), read as `k8s.io/apimachinery/pkg/api/resource` reads them.
 *
 * Exact: a quantity is a whole number of billionths in a BigInt, since `1Gi` and `1073741824` must compare equal and a
 * double loses that above 2^53.
 */
interface Quantity {
  /** The value in billionths (nano), rounded up as Kubernetes does. */
  readonly nano: bigint;
}

/** A quantity as a user may give it: as text, or as something that prints itself as one, like the `Size` of cdk8s. */
export type QuantityInput = string | { asString(): string };

const PATTERN = /^([+-]?)(\d+\.?\d*|\.\d+)(?:([numkMGTPE]|[KMGTPE]i)|[eE]([+-]?\d+))?$/;

const BINARY: Readonly<Record<string, bigint>> = {
  Ki: 1n << 10n,
  Mi: 1n << 20n,
  Gi: 1n << 30n,
  Ti: 1n << 40n,
  Pi: 1n << 50n,
  Ei: 1n << 60n,
};

const DECIMAL: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  '': 0,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/** Far beyond what any cluster has; a longer exponent would only burn memory. */
const MAX_EXPONENT = 60;

/** Manifests have a few quantities, again and again. */
const READ = new Map<string, Quantity | undefined>();
const MOST_READ = 1000;
const LONGEST_READ = 20;

/** The quantity, or nothing where the text is not one. */
export function parseQuantity(text: string): Quantity | undefined {
  const known = READ.get(text);
  if (known !== undefined || READ.has(text)) {
    return known;
  }
  const quantity = readQuantity(text);
  if (text.length <= LONGEST_READ) {
    if (READ.size === MOST_READ) {
      READ.clear();
    }
    READ.set(text, quantity);
  }
  return quantity;
}

function readQuantity(text: string): Quantity | undefined {
  const match = PATTERN.exec(text);
  if (match === null) {
    return undefined;
  }
  const [, sign, digits = '', suffix = '', exponent] = match;
  const power = exponent === undefined ? (DECIMAL[suffix] ?? 0) : Number(exponent);
  if (Math.abs(power) > MAX_EXPONENT || digits.length > MAX_EXPONENT) {
    return undefined;
  }
  const [whole = '', fraction = ''] = digits.split('.');
  const unscaled = BigInt(whole + fraction) * (BINARY[suffix] ?? 1n);
  const magnitude = scale(unscaled, power + 9 - fraction.length);
  return { nano: sign === '-' ? -magnitude : magnitude };
}

/** How a quantity is written in a manifest: as the user wrote it, whatever it is. A rule says whether it is one. */
export function quantityText(input: QuantityInput): string {
  return typeof input === 'object' && typeof input?.asString === 'function' ? input.asString() : asText(input);
}

/** Whether the text is a quantity greater than nothing, as a size or an amount of memory must be. */
export function isPositiveQuantity(text: string): boolean {
  const quantity = parseQuantity(text);
  return quantity !== undefined && quantity.nano > 0n;
}

/** A quantity as a whole number, rounded up as Kubernetes does; nothing where it is none or does not fit. */
export function roundedUp(text: string): number | undefined {
  const quantity = parseQuantity(text);
  const whole = quantity === undefined ? undefined : Number((quantity.nano + 999_999_999n) / 1_000_000_000n);
  return whole !== undefined && Number.isSafeInteger(whole) ? whole : undefined;
}

/** Times a power of ten, rounded up where digits are lost. */
function scale(value: bigint, power: number): bigint {
  if (power >= 0) {
    return value * 10n ** BigInt(power);
  }
  const divisor = 10n ** BigInt(-power);
  return (value + divisor - 1n) / divisor;
}

const NANO = 1_000_000_000n;
const BINARY_UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'] as const;
const DECIMAL_UNITS = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'] as const;
const EXPONENTS = DECIMAL_UNITS.map((_, i) => (i === 3 ? '' : `e${3 * i - 9}`));

/** A quantity that remembers how it was written, since Kubernetes writes a sum as its first part was. */
export interface Amount {
  /** In billionths. */
  readonly nano: bigint;
  readonly format: 'binary' | 'decimal' | 'exponent';
}

/** The quantity that a value is; nothing where it is none. */
export function amountOf(value: unknown): Amount | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  const parsed = parseQuantity(text);
  return parsed === undefined ? undefined : { nano: parsed.nano, format: formatOf(text) };
}

function formatOf(text: string): Amount['format'] {
  return text.endsWith('i') ? 'binary' : /[eE]./.test(text) ? 'exponent' : 'decimal';
}

/** As Kubernetes writes it: the largest unit that leaves a whole number; small binary ones without any. */
export function amountText({ nano, format }: Amount): string {
  const isBinary = format === 'binary' && nano % NANO === 0n && (nano >= 1024n * NANO || nano <= -1024n * NANO);
  return isBinary
    ? scaled(nano / NANO, 1024n, BINARY_UNITS)
    : scaled(nano, 1000n, format === 'exponent' ? EXPONENTS : DECIMAL_UNITS);
}

function scaled(count: bigint, base: bigint, units: readonly string[]): string {
  let [value, unit] = [count, 0];
  while (value !== 0n && unit < units.length - 1 && value % base === 0n) {
    value /= base;
    unit += 1;
  }
  return value === 0n ? '0' : `${value}${units[unit]}`;
}

/** Below 1000 with a unit: the usual spelling, which is canonical. */
const CANONICAL = /^[1-9]\d{0,2}(?:[KMGTPE]i|[numkMGTPE])?$/;

/** A quantity as Go writes it again, whatever its spelling; a text that is none stays as it is. */
export function shownQuantity(text: string): string {
  if (CANONICAL.test(text)) {
    return text;
  }
  const amount = amountOf(text);
  return amount === undefined ? text : amountText(amount);
}
