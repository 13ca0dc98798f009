import { type Certainty, mayHave } from '../kube/node-selector';
import type { NodeState } from './node-state';
import type { PodView } from './pod-view';
import { type ByDomain, isAlike, isMeantByAll, type Surroundings } from './surroundings';
import type { Cause, FilterVerdict, ObjectionKind } from './verdict';

const SPREAD = "node(s) didn't match pod topology spread constraints";
const TOGETHER = "node(s) didn't match pod affinity rules";

/** Hard constraints on how pods alike are spread. */
export function spread(pod: PodView, { node }: NodeState, around: Surroundings): FilterVerdict | undefined {
  for (const constraint of pod.spread) {
    if (!constraint.isHard) {
      continue;
    }
    const { topologyKey, maxSkew, minDomains } = constraint;
    const cause = { type: 'spread', constraint } as const;
    const here = node.labels[topologyKey];
    if (here === undefined) {
      return mayHave(node, topologyKey)
        ? unknown(SPREAD, 'spread', topologyKey, cause)
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
export function together(pod: PodView, { node }: NodeState, around: Surroundings): FilterVerdict | undefined {
  if (pod.together.length === 0) {
    return undefined;
  }
  const cause = { type: 'together' } as const;
  const missing = pod.together.find(({ topologyKey }) => node.labels[topologyKey] === undefined);
  if (missing !== undefined) {
    return mayHave(node, missing.topologyKey)
      ? unknown(TOGETHER, 'pod affinity', missing.topologyKey, cause)
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
export function apart(pod: PodView, { node }: NodeState, around: Surroundings): FilterVerdict | undefined {
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

function unknown(reason: string, kind: ObjectionKind, label: string, cause: Cause): FilterVerdict {
  return {
    answer: 'unknown',
    reason,
    kind,
    detail: `whether the node has the label ${label} is not known`,
    cause,
  };
}
