import type { Taint } from '../inventory/node';
import type { Certainty, Requirement } from '../kube/node-selector';
import type { PodTerm, SpreadConstraint } from './pod-view';

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
export type Cause =
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
