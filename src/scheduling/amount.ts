import { asText } from '../kube/as-text';
import { parseQuantity } from '../kube/quantity';

const NANO = 1_000_000_000n;

/** CPUs in thousandths, everything else in whole units, rounded up as Kubernetes does. */
export function amountOf(resource: string, text: unknown): bigint | undefined {
  const nano = parseQuantity(asText(text))?.nano;
  return nano === undefined ? undefined : fromNano(resource, nano);
}

/** The same of an amount in billionths. */
export function fromNano(resource: string, nano: bigint): bigint {
  const unit = resource === 'cpu' ? NANO / 1000n : NANO;
  return (nano + unit - 1n) / unit;
}

/** `1500m`, `4`, `8Gi`. */
export function shown(resource: string, amount: bigint): string {
  if (resource === 'cpu') {
    return amount % 1000n === 0n ? String(amount / 1000n) : `${amount}m`;
  }
  if (!/^(memory|ephemeral-storage|hugepages-)/.test(resource)) {
    return String(amount);
  }
  const units = ['', 'Ki', 'Mi', 'Gi', 'Ti'];
  let [value, unit] = [amount, 0];
  // Below a mebibyte amounts are not told apart; above, what is rounded would make two amounts look alike that are not.
  while (unit < units.length - 1 && value !== 0n && (value % 1024n === 0n || (unit < 2 && value >= 10_240n))) {
    value /= 1024n;
    unit += 1;
  }
  return `${value}${units[unit]}`;
}
