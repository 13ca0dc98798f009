import { ARCH_LABEL } from '../architectures/facts';
import { meets, meetsTerm, type Requirement, selectsNodeBy } from '../kube/node-selector';
import { untolerated } from '../kube/toleration';
import type { NodeState } from './node-state';
import { apart, spread, together } from './pod-filters';
import type { PodView } from './pod-view';
import { resources } from './resource-filter';
import type { Surroundings } from './surroundings';
import type { ObjectionKind, Verdict } from './verdict';

/** A filter says nothing where it has nothing against the node. */
type Filter = (pod: PodView, state: NodeState, around: Surroundings) => Verdict | undefined;

/**
 * In the order of kube-scheduler, whose first objection is the one that it tells.
 *
 * What needs volumes, ports or extenders is not here.
 *
 * @see k8s.io/kubernetes pkg/scheduler/apis/config/v1/default_plugins.go
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

const UNSCHEDULABLE = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

function unschedulable({ tolerations }: PodView, { node }: NodeState): Verdict | undefined {
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

function taints({ tolerations }: PodView, { node }: NodeState): Verdict | undefined {
  const taint = untolerated(node.taints, tolerations);
  return taint === undefined
    ? undefined
    : {
        answer: 'no',
        reason: 'node(s) had untolerated taint(s)',
        kind: 'taint',
        detail: `the taint ${shownTaint(taint)} is not tolerated`,
        cause: { type: 'taint', taint },
      };
}

/** `dedicated=db:NoSchedule`, as kubectl writes it. */
export function shownTaint({ key, value, effect }: { key: string; value?: string; effect: string }): string {
  return `${key}${value === undefined || value === '' ? '' : `=${value}`}:${effect}`;
}

const NODE_AFFINITY = "node(s) didn't match Pod's node affinity/selector";

function nodeAffinity(pod: PodView, { node }: NodeState): Verdict | undefined {
  const answer = selectsNodeBy(pod.selector, pod.terms, node);
  if (answer === 'yes') {
    return undefined;
  }
  const base = { answer, reason: NODE_AFFINITY } as const;
  const selected = pod.selector.find((requirement) => meets(node, requirement) === answer);
  if (selected !== undefined) {
    const kind: ObjectionKind = selected.key === ARCH_LABEL ? 'architecture' : 'selector';
    return {
      ...base,
      kind,
      detail: detailOf(selected, node.labels, answer),
      cause: { type: 'selector', requirement: selected },
    };
  }
  const [culprit] = unmet(pod.terms ?? [], node);
  const detail =
    culprit === undefined
      ? 'no term of the required node affinity selects anything'
      : detailOf(culprit, node.labels, answer);
  return { ...base, kind: 'affinity', detail, cause: { type: 'affinity' } };
}

/** What the node lacks of the term that it comes nearest to; nothing of a term that selects no node at all. */
export function unmet(terms: readonly (readonly Requirement[])[], node: NodeState['node']): readonly Requirement[] {
  return terms
    .filter((term) => term.length > 0)
    .map((term) => {
      const answer = meetsTerm(node, term);
      return term.filter((requirement) => meets(node, requirement) === answer);
    })
    .reduce<readonly Requirement[]>((best, each) => (best.length === 0 || each.length < best.length ? each : best), []);
}

function detailOf(
  { key, operator, values, isField }: Requirement,
  labels: Readonly<Record<string, string>>,
  answer: Verdict['answer'],
): string {
  const own = labels[key];
  const isOpen = answer === 'unknown';
  if (key === ARCH_LABEL) {
    return `architecture ${values.join(' or ')} is wanted, the node is ${own ?? 'of an unknown one'}`;
  }
  const wanted =
    operator === 'In' && values.length === 1
      ? `${key}=${values[0]}`
      : `${key} ${operator}${values.length === 0 ? '' : ` ${values.join(', ')}`}`;
  const found = isField === true ? 'it is not' : own === undefined ? 'it has no such label' : `it has ${key}=${own}`;
  return `${isField === true ? 'field' : 'label'} ${wanted} is wanted, ${isOpen ? 'and whether the node has it is not known' : found}`;
}
