import { ARCH_LABEL } from '../architectures/facts';
import { selectsLabels } from '../kube/label-selector';
import { type Answer, meets, type Requirement, selectsNodeBy } from '../kube/node-selector';
import { untolerated } from '../kube/toleration';
import type { NodeState } from './node-state';
import type { PodView } from './pod-view';
import type { Surroundings } from './surroundings';

/** What one filter says about a pod and a node. */
export interface Verdict {
  readonly answer: Answer;
  /** As kube-scheduler words it. */
  readonly reason: string;
  /** What it is about, in our words. */
  readonly detail: string;
}

/** A filter says nothing where it has nothing against the node. */
type Filter = (pod: PodView, state: NodeState, around: Surroundings) => Verdict | undefined;

/**
 * In the order of kube-scheduler, whose first objection is the one that it tells.
 *
 * What needs volumes, ports or extenders is not here.
 */
const FILTERS: readonly Filter[] = [unschedulable, taints, nodeAffinity, resources, spread, together, apart];

/** Whether a pod may go to a node: nothing where nothing is against it. */
export function objectionTo(pod: PodView, state: NodeState, around: Surroundings): Verdict | undefined {
  let unsure: Verdict | undefined;
  for (const filter of FILTERS) {
    const verdict = filter(pod, state, around);
    if (verdict?.answer === 'no') {
      return verdict;
    }
    unsure ??= verdict;
  }
  return unsure;
}

function no(reason: string, detail: string): Verdict {
  return { answer: 'no', reason, detail };
}

function unknown(reason: string, detail: string): Verdict {
  return { answer: 'unknown', reason, detail };
}

const UNSCHEDULABLE = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

function unschedulable({ tolerations }: PodView, { node }: NodeState): Verdict | undefined {
  return node.unschedulable && untolerated([UNSCHEDULABLE], tolerations) !== undefined
    ? no('node(s) were unschedulable', `${node.name} is cordoned`)
    : undefined;
}

function taints({ tolerations }: PodView, { node }: NodeState): Verdict | undefined {
  const taint = untolerated(node.taints, tolerations);
  const value = taint?.value === undefined || taint.value === '' ? '' : `=${taint.value}`;
  return taint === undefined
    ? undefined
    : no('node(s) had untolerated taint(s)', `the taint ${taint.key}${value}:${taint.effect} is not tolerated`);
}

const NODE_AFFINITY = "node(s) didn't match Pod's node affinity/selector";

function nodeAffinity(pod: PodView, { node }: NodeState): Verdict | undefined {
  const answer = selectsNodeBy(pod.selector, pod.terms, node);
  if (answer === 'yes') {
    return undefined;
  }
  const culprit =
    pod.selector.find((requirement) => meets(node, requirement) === answer) ??
    pod.terms?.flat().find((requirement) => meets(node, requirement) === answer);
  const detail = culprit === undefined ? 'no term of the required node affinity fits' : detailOf(culprit, node.labels);
  return answer === 'no' ? no(NODE_AFFINITY, detail) : unknown(NODE_AFFINITY, detail);
}

function detailOf({ key, operator, values, isField }: Requirement, labels: Readonly<Record<string, string>>): string {
  const own = labels[key];
  if (key === ARCH_LABEL) {
    return `architecture ${values.join(' or ')} is wanted, the node is ${own ?? 'of an unknown one'}`;
  }
  const wanted = `${isField === true ? 'field' : 'label'} ${key} ${operator} ${values.join(', ')}`.trimEnd();
  return `${wanted} is wanted, the node has ${own === undefined ? 'no such label' : own}`;
}

function resources(pod: PodView, state: NodeState): Verdict | undefined {
  let unsure: Verdict | undefined;
  const { pods: most } = state.allocatable;
  if (most !== undefined && BigInt(state.pods.length) >= most) {
    return no('Too many pods', `${state.pods.length} pods run there, and it takes ${most}`);
  }
  for (const [resource, wanted] of Object.entries(pod.requests)) {
    if (wanted === 0n) {
      continue;
    }
    const has = state.allocatable[resource];
    if (has === undefined) {
      // A declared node has what KubeVirt brings along; what nobody said of it is open.
      if (state.node.known === 'declared') {
        unsure ??= resource.startsWith('devices.kubevirt.io/')
          ? undefined
          : unknown(`Insufficient ${resource}`, `how much ${resource} the node has is not known`);
        continue;
      }
      return no(`Insufficient ${resource}`, `the node has no ${resource}`);
    }
    const free = has - (state.used[resource] ?? 0n);
    if (wanted > free) {
      return no(
        `Insufficient ${resource}`,
        `${shown(resource, wanted)} of ${resource} is wanted, ${shown(resource, free)} of ${shown(resource, has)} is free`,
      );
    }
  }
  return unsure;
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
  while (unit < units.length - 1 && (value >= 10_240n || (value !== 0n && value % 1024n === 0n))) {
    value /= 1024n;
    unit += 1;
  }
  return `${value}${units[unit]}`;
}

function spread(pod: PodView, { node }: NodeState, around: Surroundings): Verdict | undefined {
  for (const constraint of pod.spread) {
    if (!constraint.isHard) {
      continue;
    }
    const { topologyKey, maxSkew, labelSelector } = constraint;
    const here = node.labels[topologyKey];
    if (here === undefined) {
      return node.known === 'declared'
        ? unknown(SPREAD, `whether the node has the label ${topologyKey} is not known`)
        : no(`${SPREAD} (missing required label)`, `the node has no label ${topologyKey}`);
    }
    const counts = around.spreadCounts(pod, constraint);
    const own = (counts.get(here) ?? 0) + (selectsLabels(labelSelector, pod.labels) ? 1 : 0);
    const least = Math.min(...counts.values());
    if (own - least > maxSkew) {
      return no(SPREAD, `${here} would have ${own} of them, another ${topologyKey} has ${least}`);
    }
  }
  return undefined;
}

const SPREAD = "node(s) didn't match pod topology spread constraints";

function together(pod: PodView, { node }: NodeState, around: Surroundings): Verdict | undefined {
  for (const term of pod.together) {
    const here = node.labels[term.topologyKey];
    // The first of a group may be alone.
    const isFirst =
      term.namespaces.includes(pod.namespace) &&
      selectsLabels(term.labelSelector, pod.labels) &&
      around.podsOf(term).length === 0;
    if (here === undefined || (!isFirst && around.podsOf(term, here).length === 0)) {
      const detail = `no pod that it wants beside it is in the same ${term.topologyKey}`;
      return no("node(s) didn't match pod affinity rules", detail);
    }
  }
  return undefined;
}

function apart(pod: PodView, { node }: NodeState, around: Surroundings): Verdict | undefined {
  for (const term of pod.apart) {
    const here = node.labels[term.topologyKey];
    const [other] = here === undefined ? [] : around.podsOf(term, here);
    if (other !== undefined) {
      return no("node(s) didn't match pod anti-affinity rules", `${other.name} is in the same ${term.topologyKey}`);
    }
  }
  const guardian = around
    .guardians()
    .find(
      ({ term, domain }) =>
        domain === node.labels[term.topologyKey] &&
        term.namespaces.includes(pod.namespace) &&
        selectsLabels(term.labelSelector, pod.labels),
    );
  return guardian === undefined
    ? undefined
    : no(
        "node(s) didn't satisfy existing pods anti-affinity rules",
        `${guardian.pod.name} does not want it in the same ${guardian.term.topologyKey}`,
      );
}
