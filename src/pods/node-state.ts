import { asText, tableOf } from '../kube/object';
import { parseQuantity } from '../kube/quantity';
import type { ClusterNode } from '../target/node';
import type { PodView } from './pod-view';

/** A node with what runs on it. */
export interface NodeState {
  readonly node: ClusterNode;
  /** What it can give away: CPUs in thousandths, everything else in whole units. A resource that is not there is unknown or none. */
  readonly allocatable: Readonly<Record<string, bigint>>;
  /** What is taken of it. */
  readonly used: Readonly<Record<string, bigint>>;
  readonly pods: readonly PodView[];
}

/** A node with nothing on it. */
export function emptyNode(node: ClusterNode): NodeState {
  const entries = Object.entries(node.allocatable).flatMap(([resource, text]) => {
    const amount = amountOf(resource, text);
    return amount === undefined ? [] : [[resource, amount] as const];
  });
  return { node, allocatable: tableOf(entries), used: tableOf<bigint>([]), pods: [] };
}

/** The node with more pods on it. */
export function withPods(state: NodeState, pods: readonly PodView[]): NodeState {
  if (pods.length === 0) {
    return state;
  }
  const used = tableOf(Object.entries(state.used));
  for (const { requests } of pods) {
    for (const [resource, amount] of Object.entries(requests)) {
      used[resource] = (used[resource] ?? 0n) + amount;
    }
  }
  return { ...state, used, pods: [...state.pods, ...pods] };
}

/** The node without a pod that is on it. */
export function withoutPod(state: NodeState, pod: PodView): NodeState {
  const used = tableOf(Object.entries(state.used));
  for (const [resource, amount] of Object.entries(pod.requests)) {
    used[resource] = (used[resource] ?? 0n) - amount;
  }
  return { ...state, used, pods: state.pods.filter((other) => other !== pod) };
}

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
