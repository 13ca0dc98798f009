import { isMap } from '../kube/object';
import { parseQuantity } from '../kube/quantity';

const BINARY = ['Ei', 'Pi', 'Ti', 'Gi', 'Mi', 'Ki'] as const;
const DECIMAL = ['E', 'P', 'T', 'G', 'M', 'k'] as const;
const NANO = 1_000_000_000n;

/** Below it an amount counts something, as processors, and `1Ki` of them would only puzzle. */
const BINARY_FROM = 1024n * 1024n;

/**
 * One spelling for one amount: `2048Mi` and `2147483648` are `2Gi`, `1000m` is `1`.
 *
 * The controller compares bytes: another spelling of the same amount replaces every machine of the pool.
 */
export function canonicalQuantity(text: string): string {
  const nano = parseQuantity(text)?.nano;
  if (nano === undefined || nano <= 0n) {
    return text;
  }
  if (nano % NANO !== 0n) {
    return nano % 1_000_000n === 0n ? `${nano / 1_000_000n}m` : text;
  }
  const whole = nano / NANO;
  const decimal = withSuffix(whole, DECIMAL, 1000n);
  const binary = whole < BINARY_FROM ? decimal : withSuffix(whole, BINARY, 1024n);
  return binary.length < decimal.length ? binary : decimal;
}

/**
 * The same without maps and lists that have nothing in them, at any depth; nothing where nothing is left.
 *
 * They say as much as an absent key, in other bytes.
 */
export function withoutEmpty<T>(value: T): T | undefined {
  if (Array.isArray(value)) {
    return value.length === 0 ? undefined : (value.map((item) => withoutEmpty(item) ?? item) as T);
  }
  if (!isMap(value)) {
    return value;
  }
  const left = Object.entries(value).flatMap(([key, part]) => {
    const kept = withoutEmpty(part);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return left.length === 0 ? undefined : (Object.fromEntries(left) as T);
}

function withSuffix(whole: bigint, suffixes: readonly string[], base: bigint): string {
  const at = suffixes.findIndex((_, i) => whole % base ** BigInt(6 - i) === 0n);
  return at === -1 ? String(whole) : `${whole / base ** BigInt(6 - at)}${suffixes[at]}`;
}
