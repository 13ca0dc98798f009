import { type Requirement, requiredTerms, selectorRequirements } from '../kube/node-selector';
import { isMap } from '../kube/object';

type Map = Readonly<Record<string, unknown>>;

/** A taint that a pod puts up with, as it was written. */
export interface Toleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

/** How pods are to be spread over a part of the cluster. */
export interface SpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly isHard: boolean;
  readonly labelSelector: unknown;
}

/** Pods that a pod wants beside it, or not. */
export interface PodTerm {
  readonly topologyKey: string;
  readonly labelSelector: unknown;
  readonly namespaces: readonly string[];
}

/** A pod as kube-scheduler looks at it. */
export interface PodView {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  /** What it asks of nodes: all of these, and one of the terms, if there are any. */
  readonly selector: readonly Requirement[];
  readonly terms: readonly (readonly Requirement[])[] | undefined;
  readonly tolerations: readonly Toleration[];
  /** What it asks for, by resource: CPUs in thousandths, everything else in whole units. */
  readonly requests: Readonly<Record<string, bigint>>;
  readonly spread: readonly SpreadConstraint[];
  readonly together: readonly PodTerm[];
  readonly apart: readonly PodTerm[];
}

/** The parts of a pod's spec that say where it may go. What is of another type than it should be is taken as absent. */
export function schedulingOf(
  spec: Map,
  namespace: string,
): Omit<PodView, 'name' | 'namespace' | 'labels' | 'requests'> {
  const affinity = isMap(spec.affinity) ? spec.affinity : {};
  return {
    selector: selectorRequirements(spec.nodeSelector),
    terms: requiredTerms(spec.affinity),
    tolerations: maps(spec.tolerations) as readonly Toleration[],
    spread: maps(spec.topologySpreadConstraints).map((constraint) => ({
      maxSkew: typeof constraint.maxSkew === 'number' ? constraint.maxSkew : 1,
      topologyKey: String(constraint.topologyKey),
      isHard: constraint.whenUnsatisfiable !== 'ScheduleAnyway',
      labelSelector: constraint.labelSelector,
    })),
    together: termsOf(affinity.podAffinity, namespace),
    apart: termsOf(affinity.podAntiAffinity, namespace),
  };
}

function termsOf(affinity: unknown, namespace: string): PodTerm[] {
  const required = isMap(affinity) ? affinity.requiredDuringSchedulingIgnoredDuringExecution : undefined;
  return maps(required).map(({ topologyKey, labelSelector, namespaces }) => ({
    topologyKey: String(topologyKey),
    labelSelector,
    namespaces: Array.isArray(namespaces) && namespaces.length > 0 ? namespaces.map(String) : [namespace],
  }));
}

function maps(value: unknown): Map[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}
