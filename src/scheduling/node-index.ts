import { ARCH_LABEL } from '../architectures/facts';
import { type ClusterNode, SCHEDULABLE_LABEL } from '../inventory/node';
import { type Certainty, meets, type Requirement } from '../kube/node-selector';
import type { PodView } from './pod-view';
import type { FilterVerdict } from './verdict';

const NODE_AFFINITY = "node(s) didn't match Pod's node affinity/selector";

/** What a selector and terms say of each node, in the order of nodes. */
type Objections = readonly (FilterVerdict | undefined)[];

/**
 * Label requirements of pods, matched once for all pods that ask the same.
 *
 * Every launcher pod asks for the same handful of labels, so a fleet comes to few answers beside its number of VMs times
 * that of nodes.
 */
export class NodeIndex {
  private readonly _answers = new Map<string, readonly Certainty[]>();
  private readonly _objections = new Map<string, Objections>();
  private readonly _byPod = new WeakMap<PodView, Objections>();
  private readonly _positions: ReadonlyMap<ClusterNode, number>;

  constructor(private readonly nodes: readonly ClusterNode[]) {
    this._positions = new Map(nodes.map((node, i) => [node, i]));
  }

  /** What of the node's labels is against a pod. A node that is not one of these, as one that was changed, is looked at by itself. */
  public objectionTo(pod: PodView, node: ClusterNode): FilterVerdict | undefined {
    const position = this._positions.get(node);
    return position === undefined ? selectionOf(pod, node, meets) : this._objectionsTo(pod)[position];
  }

  private _objectionsTo(pod: PodView): Objections {
    const known = this._byPod.get(pod);
    if (known !== undefined) {
      return known;
    }
    const key = JSON.stringify([pod.selector, pod.terms]);
    const found = this._objections.get(key) ?? this._find(pod);
    this._objections.set(key, found);
    this._byPod.set(pod, found);
    return found;
  }

  private _find(pod: PodView): Objections {
    const answers = new Map<Requirement, readonly Certainty[]>();
    for (const requirement of [...pod.selector, ...(pod.terms ?? []).flat()]) {
      answers.set(requirement, this._answersTo(requirement));
    }
    return this.nodes.map((node, i) => selectionOf(pod, node, (_, requirement) => answers.get(requirement)![i]!));
  }

  private _answersTo(requirement: Requirement): readonly Certainty[] {
    const key = JSON.stringify(requirement);
    const known = this._answers.get(key) ?? this.nodes.map((node) => meets(node, requirement));
    this._answers.set(key, known);
    return known;
  }
}

/** The selector and one term of the required affinity, as kube-scheduler decides; what is against it, if anything. */
function selectionOf(
  { selector, terms }: PodView,
  node: ClusterNode,
  answerTo: (node: ClusterNode, requirement: Requirement) => Certainty,
): FilterVerdict | undefined {
  let unsure: FilterVerdict | undefined;
  for (const requirement of selector) {
    const answer = answerTo(node, requirement);
    if (answer === 'no') {
      return ofSelector(requirement, node, answer);
    }
    if (answer === 'unknown') {
      unsure ??= ofSelector(requirement, node, answer);
    }
  }
  if (terms === undefined) {
    return unsure;
  }
  const { answer, missing } = nearest(terms, (requirement) => answerTo(node, requirement));
  if (answer === 'yes') {
    return unsure;
  }
  return answer === 'no' || unsure === undefined ? ofAffinity(missing[0], node, answer) : unsure;
}

/** The term that a node comes nearest to: what can be said of it, and what the node lacks. One without requirements selects nothing. */
function nearest(
  terms: readonly (readonly Requirement[])[],
  answerTo: (requirement: Requirement) => Certainty,
): { readonly answer: Certainty; readonly missing: readonly Requirement[] } {
  let best: { answer: Certainty; missing: readonly Requirement[] } = { answer: 'no', missing: [] };
  for (const term of terms.filter(({ length }) => length > 0)) {
    const refused = term.filter((requirement) => answerTo(requirement) === 'no');
    const open = refused.length > 0 ? [] : term.filter((requirement) => answerTo(requirement) === 'unknown');
    if (refused.length === 0 && open.length === 0) {
      return { answer: 'yes', missing: [] };
    }
    const isNearer = best.answer === 'no' && (best.missing.length === 0 || refused.length < best.missing.length);
    best = isNearer ? { answer: open.length > 0 ? 'unknown' : 'no', missing: [...refused, ...open] } : best;
  }
  return best;
}

/** Gaps between the node and the term it comes nearest to; undefined where no term asks for anything. */
export function unmet(terms: readonly (readonly Requirement[])[], node: ClusterNode): readonly Requirement[] {
  return nearest(terms, (requirement) => meets(node, requirement)).missing;
}

function ofSelector(requirement: Requirement, node: ClusterNode, answer: Certainty): FilterVerdict {
  return {
    answer,
    reason: NODE_AFFINITY,
    kind: requirement.key === ARCH_LABEL ? 'architecture' : 'selector',
    detail: detailOf(requirement, node.labels, answer),
    cause: { type: 'selector', requirement },
  };
}

function ofAffinity(missing: Requirement | undefined, node: ClusterNode, answer: Certainty): FilterVerdict {
  const detail =
    missing === undefined
      ? 'no term of the required node affinity selects anything'
      : detailOf(missing, node.labels, answer);
  return { answer, reason: NODE_AFFINITY, kind: 'affinity', detail, cause: { type: 'affinity' } };
}

function detailOf(
  { key, operator, values, isField }: Requirement,
  labels: ClusterNode['labels'],
  answer: Certainty,
): string {
  const own = labels[key];
  if (key === ARCH_LABEL) {
    return `architecture ${values.join(' or ')} is wanted, the node is ${own ?? 'of an unknown one'}`;
  }
  if (key === SCHEDULABLE_LABEL && answer === 'no') {
    return `virt-handler does not run there: label ${key}=true is wanted, it has ${own === undefined ? 'no such label' : own}`;
  }
  const wanted =
    operator === 'In' && values.length === 1
      ? `${key}=${values[0]}`
      : `${key} ${operator}${values.length === 0 ? '' : ` ${values.join(', ')}`}`;
  const found = isField === true ? 'it is not' : own === undefined ? 'it has no such label' : `it has ${key}=${own}`;
  const known = answer === 'unknown' ? 'and whether the node has it is not known' : found;
  return `${isField === true ? 'field' : 'label'} ${wanted} is wanted, ${known}`;
}
