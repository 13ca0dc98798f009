import { selectsLabels } from '../kube/label-selector';
import { selectsNodeBy } from '../kube/node-selector';
import type { NodeState } from './node-state';
import type { PodTerm, PodView, SpreadConstraint } from './pod-view';

/** A pod that keeps others away, and where it is. */
export interface Guardian {
  readonly pod: PodView;
  readonly term: PodTerm;
  readonly domain: string;
}

/** All nodes, for filters that look at more than one; what is asked for every node is counted once. */
export class Surroundings {
  private readonly _counts = new WeakMap<SpreadConstraint, ReadonlyMap<string, number>>();
  private _guardians: readonly Guardian[] | undefined;

  constructor(public readonly nodes: readonly NodeState[]) {}

  /** How many pods alike each part of the cluster has, of those that the pod may go to. */
  public spreadCounts(pod: PodView, constraint: SpreadConstraint): ReadonlyMap<string, number> {
    const known = this._counts.get(constraint);
    if (known !== undefined) {
      return known;
    }
    const counts = new Map<string, number>();
    for (const { node, pods } of this.nodes) {
      const domain = node.labels[constraint.topologyKey];
      if (domain !== undefined && selectsNodeBy(pod.selector, pod.terms, node) !== 'no') {
        const alike = pods.filter(
          ({ namespace, labels }) => namespace === pod.namespace && selectsLabels(constraint.labelSelector, labels),
        );
        counts.set(domain, (counts.get(domain) ?? 0) + alike.length);
      }
    }
    this._counts.set(constraint, counts);
    return counts;
  }

  /** Pods that keep others away from where they are. */
  public guardians(): readonly Guardian[] {
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

  /** Pods that a term speaks of, in one part of the cluster or in all of it. */
  public podsOf(term: PodTerm, domain?: string): PodView[] {
    return this.nodes.flatMap(({ node, pods }) => {
      const here = node.labels[term.topologyKey];
      return pods.length === 0 || here === undefined || (domain !== undefined && here !== domain)
        ? []
        : pods.filter(
            ({ namespace, labels }) => term.namespaces.includes(namespace) && selectsLabels(term.labelSelector, labels),
          );
    });
  }
}
