import { parseQuantity } from '../kube/quantity';

const BINARY = ['Ei', 'Pi', 'Ti', 'Gi', 'Mi', 'Ki'] as const;
const DECIMAL = ['E', 'P', 'T', 'G', 'M', 'k'] as const;
const NANO = 1_000_000_000n;

/**
 * One spelling for one amount, as Kubernetes itself would print it: `2048Mi` is `2Gi`, `1000m` is `1`.
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
  const [suffixes, base] = text.endsWith('i') ? ([BINARY, 1024n] as const) : ([DECIMAL, 1000n] as const);
  const at = suffixes.findIndex((_, i) => whole % base ** BigInt(6 - i) === 0n);
  return at === -1 ? String(whole) : `${whole / base ** BigInt(6 - at)}${suffixes[at]}`;
}
