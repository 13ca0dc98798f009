import type { Taint } from '../inventory/node';
import { namedNodes } from '../kube/node-selector';
import { untolerated } from '../kube/toleration';
import type { NodeState } from './node-state';
import { apart, spread, together } from './pod-filters';
import type { PodView } from './pod-view';
import { resources } from './resource-filter';
import type { Surroundings } from './surroundings';
import type { FilterVerdict } from './verdict';
import { claimRefusal, volumeBinding, volumeLimits, volumeRestrictions, volumeZone } from './volume-filters';

/** A filter says nothing where it has nothing against the node. */
type Filter = (pod: PodView, state: NodeState, around: Surroundings) => FilterVerdict | undefined;

/**
 * In the order of kube-scheduler, whose first objection is the one that it tells: first what it finds before it looks at nodes.
 *
 * What needs ports or extenders is not here.
 *
 * @see k8s.io/kubernetes pkg/scheduler/apis/config/v1/default_plugins.go
 */
const FILTERS: readonly Filter[] = [
  conflict,
  claimRefusal,
  named,
  unschedulable,
  taints,
  nodeAffinity,
  resources,
  volumeRestrictions,
  volumeLimits,
  volumeBinding,
  volumeZone,
  spread,
  together,
  apart,
];

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

/** What kube-scheduler says where terms name nodes and no node can be all of them. */
const CONFLICT = 'pod affinity terms conflict';

const byTerms = new WeakMap<NonNullable<PodView['terms']>, { readonly names: ReadonlySet<string> | undefined }>();

/** Nodes that the terms name are looked for before any filter runs; nothing where they name none. */
function namesIn({ terms }: PodView): ReadonlySet<string> | undefined {
  if (terms === undefined) {
    return undefined;
  }
  const { names } = byTerms.get(terms) ?? { names: namedNodes(terms) };
  byTerms.set(terms, { names });
  return names;
}

function conflict(pod: PodView): FilterVerdict | undefined {
  return namesIn(pod)?.size === 0
    ? {
        answer: 'no',
        reason: CONFLICT,
        kind: 'affinity',
        detail: 'each term of the required node affinity names several nodes at once',
        cause: { type: 'affinity' },
        isOfPod: true,
      }
    : undefined;
}

function named(pod: PodView, { node }: NodeState): FilterVerdict | undefined {
  const names = namesIn(pod);
  return names === undefined || names.has(node.name)
    ? undefined
    : {
        answer: 'no',
        reason: "node(s) didn't satisfy plugin(s) [NodeAffinity]",
        kind: 'affinity',
        detail: `field metadata.name=${[...names].join(' or ')} is wanted, it is not`,
        cause: { type: 'affinity' },
      };
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
