import { type Certainty, mayHave, namedNodes, type Requirement } from '../kube/node-selector';
import { untolerated } from '../kube/toleration';
import type { Taint } from '../target/node';
import { type NodeState, shown } from './node-state';
import type { PodTerm, PodView, SpreadConstraint } from './pod-view';
import { type ByDomain, isAlike, isMeantByAll, type Surroundings } from './surroundings';
import { claimRefusal, volumeBinding, volumeLimits, volumeRestrictions, volumeZone } from './volume-filters';

const SPREAD = "node(s) didn't match pod topology spread constraints";
const TOGETHER = "node(s) didn't match pod affinity rules";

/** Hard constraints on how pods alike are spread. */
function spread(pod: PodView, { node }: NodeState, around: Surroundings): FilterVerdict | undefined {
  for (const constraint of pod.spread) {
    if (!constraint.isHard) {
      continue;
    }
    const { topologyKey, maxSkew, minDomains } = constraint;
    const cause = { type: 'spread', constraint } as const;
    const here = node.labels[topologyKey];
    if (here === undefined) {
      return mayHave(node, topologyKey)
        ? unknownDomain(SPREAD, 'spread', topologyKey, cause)
        : no(`${SPREAD} (missing required label)`, 'spread', `the node has no label ${topologyKey}`, cause);
    }
    const counts = around.spreadCounts(pod, constraint);
    const own = (counts.get(here) ?? 0) + (isAlike(constraint, pod) ? 1 : 0);
    const least = counts.size < minDomains ? 0 : smallest(counts.values());
    if (own - least > maxSkew) {
      const other = counts.size < minDomains ? `there are fewer than ${minDomains} of them` : `another has ${least}`;
      const detail = `${topologyKey} ${here} would have ${own} of them, ${other}, and ${maxSkew} more is allowed`;
      return no(SPREAD, 'spread', detail, cause);
    }
  }
  return undefined;
}

/** Pods that a pod wants beside it: of each term one that meets all of them. The first of a group may be alone. */
function together(pod: PodView, { node }: NodeState, around: Surroundings): FilterVerdict | undefined {
  if (pod.together.length === 0) {
    return undefined;
  }
  const cause = { type: 'together' } as const;
  const missing = pod.together.find(({ topologyKey }) => node.labels[topologyKey] === undefined);
  if (missing !== undefined) {
    return mayHave(node, missing.topologyKey)
      ? unknownDomain(TOGETHER, 'pod affinity', missing.topologyKey, cause)
      : no(TOGETHER, 'pod affinity', `the node has no label ${missing.topologyKey}`, cause);
  }
  const wanted = around.wantedBy(pod);
  const found = pod.together.map(({ topologyKey }, i) => wanted[i]!.get(node.labels[topologyKey]!));
  const isFirst = firstOfItsKind(pod, wanted);
  if (found.every((each) => each?.isSure === true) || isFirst === 'yes') {
    return undefined;
  }
  if (found.every((each) => each !== undefined) || isFirst === 'unknown') {
    return ofNamespace(TOGETHER, 'pod affinity', cause);
  }
  const { topologyKey } = pod.together[found.findIndex((each) => each?.isSure !== true)]!;
  return no(TOGETHER, 'pod affinity', `no pod that it wants beside it is in the same ${topologyKey}`, cause);
}

/** Whether a pod that wants others like itself is the first of them, and so may be alone. */
function firstOfItsKind(pod: PodView, wanted: readonly ByDomain[]): Certainty {
  const there = wanted.flatMap((domains) => [...domains.values()]);
  const isOne = there.some(({ isSure }) => isSure) ? 'no' : isMeantByAll(pod.together, pod);
  return isOne === 'yes' && there.length > 0 ? 'unknown' : isOne;
}

const APART = "node(s) didn't match pod anti-affinity rules";
const GUARDED = "node(s) didn't satisfy existing pods anti-affinity rules";

/** Pods that a pod does not want near, and pods that do not want it near. */
function apart(pod: PodView, { node }: NodeState, around: Surroundings): FilterVerdict | undefined {
  let unsure: FilterVerdict | undefined;
  for (const term of pod.apart) {
    const here = node.labels[term.topologyKey];
    const other = here === undefined ? undefined : around.unwantedBy(term).get(here);
    const cause = { type: 'apart', term } as const;
    if (other?.isSure === true) {
      return no(APART, 'pod anti-affinity', `${other.pod.name} is in the same ${term.topologyKey}`, cause);
    }
    unsure ??= other === undefined ? undefined : ofNamespace(APART, 'pod anti-affinity', cause);
  }
  for (const [key, guardians] of around.against(pod)) {
    const here = node.labels[key];
    const guardian = here === undefined ? undefined : guardians.get(here);
    const cause = { type: 'guarded' } as const;
    if (guardian?.isSure === true) {
      return no(GUARDED, 'pod anti-affinity', `${guardian.pod.name} does not want it in the same ${key}`, cause);
    }
    unsure ??= guardian === undefined ? undefined : ofNamespace(GUARDED, 'pod anti-affinity', cause);
  }
  return unsure;
}

function smallest(counts: Iterable<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const count of counts) {
    least = Math.min(least, count);
  }
  return least;
}

function no(reason: string, kind: ObjectionKind, detail: string, cause: Cause): FilterVerdict {
  return { answer: 'no', reason, kind, detail, cause };
}

function ofNamespace(reason: string, kind: ObjectionKind, cause: Cause): FilterVerdict {
  const detail = 'a namespaceSelector asks for labels of a Namespace that was not given';
  return { answer: 'unknown', reason, kind, detail, cause };
}

function unknownDomain(reason: string, kind: ObjectionKind, label: string, cause: Cause): FilterVerdict {
  return {
    answer: 'unknown',
    reason,
    kind,
    detail: `whether the node has the label ${label} is not known`,
    cause,
  };
}

/** What an objection is about, in one word. */
export type ObjectionKind =
  | 'pod'
  | 'cordon'
  | 'taint'
  | 'architecture'
  | 'selector'
  | 'affinity'
  | 'pods'
  | 'cpu'
  | 'memory'
  | 'device'
  | 'resource'
  | 'volume'
  | 'spread'
  | 'pod affinity'
  | 'pod anti-affinity';

/** What stands in the way, for the search for a way around it. */
type Cause =
  | { readonly type: 'cordon' }
  | { readonly type: 'taint'; readonly taint: Taint }
  | { readonly type: 'selector'; readonly requirement: Requirement }
  | { readonly type: 'affinity' }
  | { readonly type: 'pods' }
  | { readonly type: 'resource'; readonly resource: string; readonly wanted: bigint; readonly free: bigint | undefined }
  | { readonly type: 'volume' }
  | { readonly type: 'spread'; readonly constraint: SpreadConstraint }
  | { readonly type: 'together' }
  | { readonly type: 'apart'; readonly term: PodTerm }
  | { readonly type: 'guarded' };

/** What one filter says about a pod and a node. */
export interface FilterVerdict {
  readonly answer: Certainty;
  /** As kube-scheduler words it. */
  readonly reason: string;
  readonly kind: ObjectionKind;
  /** What it is about, in our words. */
  readonly detail: string;
  readonly cause: Cause;
  /** Whether it is said of the pod before any node is looked at, and so without a number of nodes. */
  readonly isOfPod?: true;
  /** Further reasons that kube-scheduler counts for the same node, as it does for resources. */
  readonly also?: readonly string[];
}

/** What virt-handler offers on every node where it runs. */
const KUBEVIRT_DEVICE = 'devices.kubevirt.io/';

/** Room for one more pod, and enough of everything that it asks for. kube-scheduler tells all that is short. */
function resources(pod: PodView, state: NodeState): FilterVerdict | undefined {
  const { allocatable, used, pods } = state;
  const most = allocatable.pods;
  const short: FilterVerdict[] = [];
  let unsure: FilterVerdict | undefined;
  if (most !== undefined && BigInt(pods.length) >= most) {
    const detail = `${pods.length} pods run there, and it takes ${most}`;
    short.push({ answer: 'no', reason: 'Too many pods', kind: 'pods', detail, cause: { type: 'pods' } });
  }
  for (const resource of pod.asked) {
    const wanted = pod.requests[resource]!;
    const has = allocatable[resource];
    if (has === undefined) {
      if (isOpen(resource, state)) {
        unsure ??= unknown(resource, wanted);
      } else if (state.node.known !== 'declared') {
        short.push(insufficient(resource, wanted, undefined, `the node has no ${resource}`));
      }
      continue;
    }
    const free = pods.length === 0 ? has : has - (used[resource] ?? 0n);
    if (wanted > free) {
      const left = free === has ? `the node has ${shown(resource, has)}` : freeOf(resource, free, has);
      short.push(insufficient(resource, wanted, free, `${shown(resource, wanted)} is wanted, ${left}`));
    }
  }
  const [first, ...others] = short;
  return first === undefined || others.length === 0
    ? (first ?? unsure)
    : { ...first, also: others.map(({ reason }) => reason) };
}

/**
 * Whether a node may have a resource that it does not show.
 *
 * A declared node has what KubeVirt brings along, and some storage; what else it has is unknown. An export without any resources was
 * shortened: a node has at least a CPU.
 */
function isOpen(resource: string, { node, allocatable }: NodeState): boolean {
  return node.known === 'declared'
    ? !resource.startsWith(KUBEVIRT_DEVICE) && resource !== 'ephemeral-storage'
    : (resource === 'cpu' || resource === 'memory') &&
        allocatable.cpu === undefined &&
        allocatable.memory === undefined;
}

function unknown(resource: string, wanted: bigint): FilterVerdict {
  return {
    answer: 'unknown',
    reason: `Insufficient ${resource}`,
    kind: kindOf(resource),
    detail: `${shown(resource, wanted)} of ${resource} is wanted, how much the node has is not known`,
    cause: { type: 'resource', resource, wanted, free: undefined },
  };
}

function insufficient(resource: string, wanted: bigint, free: bigint | undefined, detail: string): FilterVerdict {
  return {
    answer: 'no',
    reason: `Insufficient ${resource}`,
    kind: kindOf(resource),
    detail,
    cause: { type: 'resource', resource, wanted, free },
  };
}

function freeOf(resource: string, free: bigint, has: bigint): string {
  return `${shown(resource, free > 0n ? free : 0n)} of ${shown(resource, has)} is free`;
}

function kindOf(resource: string): ObjectionKind {
  return resource === 'cpu' || resource === 'memory' ? resource : resource.includes('/') ? 'device' : 'resource';
}

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
