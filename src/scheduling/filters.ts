import type { Taint } from '../inventory/node';
import { untolerated } from '../kube/toleration';
import type { NodeState } from './node-state';
import { apart, spread, together } from './pod-filters';
import type { PodView } from './pod-view';
import { resources } from './resource-filter';
import type { Surroundings } from './surroundings';
import type { FilterVerdict } from './verdict';

/** A filter says nothing where it has nothing against the node. */
type Filter = (pod: PodView, state: NodeState, around: Surroundings) => FilterVerdict | undefined;

/**
 * In the order of kube-scheduler, whose first objection is the one that it tells.
 *
 * What needs volumes, ports or extenders is not here.
 *
 * @see k8s.io/kubernetes pkg/scheduler/apis/config/v1/default_plugins.go
 */
const FILTERS: readonly Filter[] = [unschedulable, taints, nodeAffinity, resources, spread, together, apart];

/** Whether a pod may go to a node: nothing where nothing is against it. */
export function objectionTo(pod: PodView, state: NodeState, around: Surroundings): FilterVerdict | undefined {
  let unsure: FilterVerdict | undefined;
  for (const filter of FILTERS) {
    const verdict = filter(pod, state, around);
    if (verdict?.answer === 'no') {
      return verdict;
    }
    unsure ??= verdict;
  }
  return unsure;
}

const UNSCHEDULABLE = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

function unschedulable({ tolerations }: PodView, { node }: NodeState): FilterVerdict | undefined {
  return node.unschedulable && untolerated([UNSCHEDULABLE], tolerations) !== undefined
    ? {
        answer: 'no',
        reason: 'node(s) were unschedulable',
        kind: 'cordon',
        detail: 'the node is cordoned',
        cause: { type: 'cordon' },
      }
    : undefined;
}

/** The same taint is on many nodes. */
const byTaint = new WeakMap<Taint, FilterVerdict>();

function taints({ tolerations }: PodView, { node }: NodeState): FilterVerdict | undefined {
  const taint = node.taints.length === 0 ? undefined : untolerated(node.taints, tolerations);
  if (taint === undefined) {
    return undefined;
  }
  const verdict = byTaint.get(taint) ?? {
    answer: 'no',
    reason: 'node(s) had untolerated taint(s)',
    kind: 'taint',
    detail: `the taint ${shownTaint(taint)} is not tolerated`,
    cause: { type: 'taint', taint },
  };
  byTaint.set(taint, verdict);
  return verdict;
}

/** `dedicated=db:NoSchedule`, as kubectl writes it. */
export function shownTaint({ key, value, effect }: { key: string; value?: string; effect: string }): string {
  return `${key}${value === undefined || value === '' ? '' : `=${value}`}:${effect}`;
}

function nodeAffinity(pod: PodView, { node }: NodeState, { index }: Surroundings): FilterVerdict | undefined {
  return index.objectionTo(pod, node);
}
