import { selectsLabels } from '../kube/label-selector';
import { untolerated } from '../kube/toleration';
import { NodeIndex } from './node-index';
import { type NodeState, withoutPod } from './node-state';
import type { PodTerm, PodView, SpreadConstraint } from './pod-view';

/** A pod that keeps others away, by a term of its own, and where it is. */
interface Guardian {
  readonly pod: PodView;
  readonly term: PodTerm;
  readonly domain: string;
}

/** Pods by the part of the cluster that they are in. */
type ByDomain = ReadonlyMap<string, PodView>;

/** Every label that a namespace is known to have. */
const NAMESPACE_NAME = 'kubernetes.io/metadata.name';

/** All nodes, for filters that look at more than one. What is asked for every node is found once for a pod. */
export class Surroundings {
  private readonly _counts = new WeakMap<SpreadConstraint, ReadonlyMap<string, number>>();
  private readonly _wanted = new WeakMap<PodView, readonly ByDomain[]>();
  private readonly _unwanted = new WeakMap<PodTerm, ByDomain>();
  private readonly _against = new WeakMap<PodView, readonly (readonly [key: string, pods: ByDomain])[]>();
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

  /** How many pods alike each part of the cluster has, of those that the pod may go to. */
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
      for (const other of pods) {
        alike += other.namespace === pod.namespace && isAlike(constraint, pod, other) ? 1 : 0;
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
      this._byDomain(topologyKey, (other) => pod.together.every((term) => isMeant(term, other))),
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
    const found = new Map<string, Map<string, PodView>>();
    for (const { term, domain, pod: other } of this._allGuardians()) {
      if (isMeant(term, pod)) {
        const domains = found.get(term.topologyKey) ?? new Map<string, PodView>();
        found.set(term.topologyKey, domains.set(domain, other));
      }
    }
    this._against.set(pod, [...found]);
    return [...found];
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

  private _byDomain(key: string, isRight: (pod: PodView) => boolean): ByDomain {
    const found = new Map<string, PodView>();
    for (const { node, pods } of this.nodes) {
      const domain = node.labels[key];
      const pod = domain === undefined || found.has(domain) ? undefined : pods.find(isRight);
      if (pod !== undefined) {
        found.set(domain!, pod);
      }
    }
    return found;
  }
}

/** Whether a constraint counts another pod, or the pod itself. */
export function isAlike({ labelSelector, matchLabelKeys }: SpreadConstraint, pod: PodView, other: PodView): boolean {
  return (
    selectsLabels(labelSelector, other.labels) &&
    matchLabelKeys.every((key) => !Object.hasOwn(pod.labels, key) || pod.labels[key] === other.labels[key])
  );
}

/** Whether a term speaks of a pod. */
export function isMeant(
  { namespaces, namespaceSelector, labelSelector }: PodTerm,
  { namespace, labels }: PodView,
): boolean {
  return (
    (namespaces.includes(namespace) || selectsLabels(namespaceSelector, { [NAMESPACE_NAME]: namespace })) &&
    selectsLabels(labelSelector, labels)
  );
}
