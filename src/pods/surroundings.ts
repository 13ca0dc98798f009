import { ARCH_LABEL } from '../architectures/facts';
import { isEmptySelector, selectsLabels } from '../kube/label-selector';
import { type Certainty, meets, type Requirement } from '../kube/node-selector';
import { isMap } from '../kube/object';
import { untolerated } from '../kube/toleration';
import { type ClusterNode, SCHEDULABLE_LABEL } from '../target/node';
import { type NodeState, withoutPod } from './node-state';
import type { PodTerm, PodView, SpreadConstraint } from './pod-view';
import type { FilterVerdict } from './scheduler-filters';

/** A pod that keeps others away, by a term of its own, and where it is. */
interface Guardian {
  readonly pod: PodView;
  readonly term: PodTerm;
  readonly domain: string;
}

/** A pod that is meant, or may be: that may depend on labels of a namespace that was not found. */
interface Meant {
  readonly pod: PodView;
  readonly isSure: boolean;
}

/** Pods by the part of the cluster that they are in, those that are meant for sure before others. */
export type ByDomain = ReadonlyMap<string, Meant>;

/** All nodes, for filters that look at more than one. What is asked for every node is found once for a pod. */
export class Surroundings {
  private readonly _counts = new WeakMap<SpreadConstraint, ReadonlyMap<string, number>>();
  private readonly _wanted = new WeakMap<PodView, readonly ByDomain[]>();
  private readonly _unwanted = new WeakMap<PodTerm, ByDomain>();
  private readonly _against = new WeakMap<PodView, readonly (readonly [key: string, pods: ByDomain])[]>();
  private _claims: ReadonlySet<string> | undefined;
  private _guardians: readonly Guardian[] | undefined;

  constructor(
    public readonly nodes: readonly NodeState[],
    /** Labels of nodes do not change with what runs on them. */
    public readonly index: NodeIndex = new NodeIndex(nodes.map(({ node }) => node)),
  ) {}

  /** The same without some of the pods, by their node. What follows from all others is not looked for again. */
  public without(gone: ReadonlyMap<string, readonly PodView[]>): Surroundings {
    const pods = new Set([...gone.values()].flat());
    const nodes = this.nodes.map((state) => (gone.get(state.node.name) ?? []).reduce(withoutPod, state));
    const found = new Surroundings(nodes, this.index);
    found._guardians = this._allGuardians().filter(({ pod }) => !pods.has(pod));
    return found;
  }

  /**
   * How many pods alike each part of the cluster has, of those that the pod may go to.
   *
   * @see k8s.io/kubernetes pkg/scheduler/framework/plugins/podtopologyspread/common.go, countPodsMatchSelector
   */
  public spreadCounts(pod: PodView, constraint: SpreadConstraint): ReadonlyMap<string, number> {
    const known = this._counts.get(constraint);
    if (known !== undefined) {
      return known;
    }
    const keys = pod.spread.filter(({ isHard }) => isHard).map(({ topologyKey }) => topologyKey);
    const counts = new Map<string, number>();
    for (const { node, pods } of this.nodes) {
      const domain = node.labels[constraint.topologyKey];
      // A node that one of the constraints cannot place counts for none of them.
      if (domain === undefined || keys.some((key) => node.labels[key] === undefined)) {
        continue;
      }
      if (constraint.honorsAffinity && this.index.objectionTo(pod, node)?.answer === 'no') {
        continue;
      }
      if (constraint.honorsTaints && untolerated(node.taints, pod.tolerations) !== undefined) {
        continue;
      }
      let alike = counts.get(domain) ?? 0;
      // An empty selector counts no pod that is there, though the pod itself is alike.
      for (const other of isEmptySelector(constraint.labelSelector) ? [] : pods) {
        const isCounted = other.isTerminating !== true && other.namespace === pod.namespace;
        alike += isCounted && isAlike(constraint, other) ? 1 : 0;
      }
      counts.set(domain, alike);
    }
    this._counts.set(constraint, counts);
    return counts;
  }

  /** Pods that meet all of what a pod wants beside it, by each of its terms. */
  public wantedBy(pod: PodView): readonly ByDomain[] {
    const known = this._wanted.get(pod);
    if (known !== undefined) {
      return known;
    }
    const found = pod.together.map(({ topologyKey }) =>
      this._byDomain(topologyKey, (other) => isMeantByAll(pod.together, other)),
    );
    this._wanted.set(pod, found);
    return found;
  }

  /** Pods that a term does not want near. */
  public unwantedBy(term: PodTerm): ByDomain {
    const known = this._unwanted.get(term) ?? this._byDomain(term.topologyKey, (other) => isMeant(term, other));
    this._unwanted.set(term, known);
    return known;
  }

  /** Pods that do not want this one near, by the label that says what near is. */
  public against(pod: PodView): readonly (readonly [key: string, pods: ByDomain])[] {
    const known = this._against.get(pod);
    if (known !== undefined) {
      return known;
    }
    const found = new Map<string, Map<string, Meant>>();
    for (const { term, domain, pod: other } of this._allGuardians()) {
      const domains = found.get(term.topologyKey) ?? new Map<string, Meant>();
      if (add(domains, domain, other, isMeant(term, pod))) {
        found.set(term.topologyKey, domains);
      }
    }
    this._against.set(pod, [...found]);
    return [...found];
  }

  /** Whether a pod that is there mounts a claim, on whichever node. */
  public usesClaim(key: string): boolean {
    this._claims ??= new Set(
      this.nodes.flatMap(({ pods }) => pods.flatMap(({ claims = [] }) => claims.map((claim) => claim.key))),
    );
    return this._claims.has(key);
  }

  private _allGuardians(): readonly Guardian[] {
    this._guardians ??= this.nodes.flatMap(({ node, pods }) =>
      pods.flatMap((pod) =>
        pod.apart.flatMap((term) => {
          const domain = node.labels[term.topologyKey];
          return domain === undefined ? [] : [{ pod, term, domain }];
        }),
      ),
    );
    return this._guardians;
  }

  private _byDomain(key: string, isRight: (pod: PodView) => Certainty): ByDomain {
    const found = new Map<string, Meant>();
    for (const { node, pods } of this.nodes) {
      const domain = node.labels[key];
      if (domain === undefined) {
        continue;
      }
      for (const pod of found.get(domain)?.isSure === true ? [] : pods) {
        add(found, domain, pod, isRight(pod));
      }
    }
    return found;
  }
}

/** Adds a pod that is meant, unless one is known that is so for sure. */
function add(domains: Map<string, Meant>, domain: string, pod: PodView, answer: Certainty): boolean {
  const known = domains.get(domain);
  if (answer === 'no' || known?.isSure === true || (known !== undefined && answer === 'unknown')) {
    return false;
  }
  domains.set(domain, { pod, isSure: answer === 'yes' });
  return true;
}

/** Whether a constraint counts another pod, or the pod itself. */
export function isAlike({ labelSelector }: SpreadConstraint, { labels }: PodView): boolean {
  return selectsLabels(labelSelector, labels);
}

/** Whether a term speaks of a pod. */
function isMeant({ namespaces, namespaceSelector, labelSelector }: PodTerm, pod: PodView): Certainty {
  if (!selectsLabels(labelSelector, pod.labels)) {
    return 'no';
  }
  return namespaces.includes(pod.namespace) ? 'yes' : selectsNamespace(namespaceSelector, pod);
}

/** Whether all of the terms speak of a pod. */
export function isMeantByAll(terms: readonly PodTerm[], pod: PodView): Certainty {
  const answers = terms.map((term) => isMeant(term, pod));
  return answers.includes('no') ? 'no' : answers.includes('unknown') ? 'unknown' : 'yes';
}

/** The label that every namespace has. */
const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/** Without the Namespace only its name is known: what is asked beyond that may hold or not. */
function selectsNamespace(selector: unknown, { namespace, namespaceLabels }: PodView): Certainty {
  const known = { ...namespaceLabels, [NAMESPACE_NAME]: namespace };
  if (namespaceLabels !== undefined || !isMap(selector)) {
    return selectsLabels(selector, known) ? 'yes' : 'no';
  }
  const { matchLabels, matchExpressions } = selector;
  const labels = Object.entries(isMap(matchLabels) ? matchLabels : {});
  const expressions = Array.isArray(matchExpressions) ? matchExpressions : [];
  const isOfName = (key: unknown) => key === NAMESPACE_NAME;
  const ofName = {
    matchLabels: Object.fromEntries(labels.filter(([key]) => isOfName(key))),
    matchExpressions: expressions.filter((each) => isMap(each) && isOfName(each.key)),
  };
  if (!selectsLabels(ofName, known)) {
    return 'no';
  }
  const isAll = labels.every(([key]) => isOfName(key)) && expressions.length === ofName.matchExpressions.length;
  return isAll ? 'yes' : 'unknown';
}

const NODE_AFFINITY = "node(s) didn't match Pod's node affinity/selector";

/** What a selector and terms say of each node, in the order of nodes. */
type Objections = readonly (FilterVerdict | undefined)[];

/**
 * Label requirements of pods, matched once for all pods that ask the same.
 *
 * Every launcher pod asks for the same handful of labels, so a fleet comes to few answers beside its number of VMs times
 * that of nodes.
 */
class NodeIndex {
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
    return (
      `virt-handler does not run there: label ${key}=true is wanted, it has ` +
      `${own === undefined ? 'no such label' : own}`
    );
  }
  const wanted =
    operator === 'In' && values.length === 1
      ? `${key}=${values[0]}`
      : `${key} ${operator}${values.length === 0 ? '' : ` ${values.join(', ')}`}`;
  const found = isField === true ? 'it is not' : own === undefined ? 'it has no such label' : `it has ${key}=${own}`;
  const known = answer === 'unknown' ? 'and whether the node has it is not known' : found;
  return `${isField === true ? 'field' : 'label'} ${wanted} is wanted, ${known}`;
}
