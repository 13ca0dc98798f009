import type { ClusterNode } from '../inventory/node';
import { parseQuantity } from '../kube/quantity';
import type { PodView } from './pod-view';

const NANO = 1_000_000_000n;

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
  return { node, allocatable: Object.fromEntries(entries), used: {}, pods: [] };
}

/** The node with one more pod on it. */
export function withPod(state: NodeState, pod: PodView): NodeState {
  const used = { ...state.used };
  for (const [resource, amount] of Object.entries(pod.requests)) {
    used[resource] = (used[resource] ?? 0n) + amount;
  }
  return { ...state, used, pods: [...state.pods, pod] };
}

/** CPUs in thousandths, everything else in whole units, rounded up as Kubernetes does. */
export function amountOf(resource: string, text: unknown): bigint | undefined {
  const nano = parseQuantity(String(text))?.nano;
  const unit = resource === 'cpu' ? NANO / 1000n : NANO;
  return nano === undefined ? undefined : (nano + unit - 1n) / unit;
}
