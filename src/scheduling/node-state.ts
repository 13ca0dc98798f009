import type { ClusterNode } from '../inventory/node';
import { tableOf } from '../kube/object';
import { amountOf } from './amount';
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
