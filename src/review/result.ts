import type { FindingObject, Place } from '../findings/finding';
import type { NotJudged } from '../findings/not-judged';
import type { ShownFinding } from '../findings/shown-finding';
import type { Assumption, EffectName, EffectSeverity } from './effects/effect';
import type { ReviewedRollout } from './rollouts';

/** What a field comes to. Values that are secret are replaced. */
export interface ReviewedField {
  /** `spec.template.spec.volumes[root].persistentVolumeClaim.claimName`. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
  /** Set where the values must not be shown: they differ, and that is all that is said. */
  readonly hidden?: true;
  readonly effect: EffectName;
  readonly severity: EffectSeverity;
  readonly text: string;
  readonly ifRunning?: true;
  readonly otherwise?: string;
  readonly also?: readonly string[];
  readonly source: string;
}

/** Where a change was made: what of the user's it comes from. */
export interface ChangeOrigin extends Partial<Place> {
  /** The construct, or the part of a platform file: `edge/web/Resource`, `edge/virtualMachines/0`. */
  readonly construct?: string;
}

/** One object that changes, and what that does. */
export interface ReviewedChange {
  /** Name of the cluster, where there are names. */
  readonly cluster?: string;
  readonly object: FindingObject;
  readonly change: 'added' | 'removed' | 'modified' | 'renamed';
  /** What it was called before, where it was renamed. */
  readonly from?: FindingObject;
  readonly effect: EffectName;
  readonly severity: EffectSeverity;
  readonly text: string;
  readonly ifRunning?: true;
  readonly otherwise?: string;
  readonly also?: readonly string[];
  readonly assumes?: readonly Assumption[];
  readonly source: string;
  readonly fields: readonly ReviewedField[];
  readonly origin?: ChangeOrigin;
  /** Both states without what is secret, where they were asked for. */
  readonly states?: ObjectStates;
}

/** Two states of an object, without what is secret. */
export interface ObjectStates {
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** A finding of one cluster. */
export type ClusterFinding = ShownFinding & { readonly cluster?: string };

/** A VM that no node takes any more, or that some node takes now. */
export interface FitChange {
  readonly cluster?: string;
  readonly object: FindingObject;
  /** As kube-scheduler would say it. */
  readonly reason: string;
}

/** An alert that starts, or stops, firing. */
export interface AlertChange {
  readonly cluster?: string;
  readonly alert: string;
  readonly images: readonly string[];
}

/** A gate that is on on one side only. */
export interface GateChange {
  readonly cluster?: string;
  readonly gate: string;
  readonly before: 'on' | 'off';
  readonly after: 'on' | 'off';
}

/** Releases that a cluster is declared with, where they change. */
export interface TargetChange {
  readonly cluster?: string;
  readonly component: string;
  readonly before?: string;
  readonly after?: string;
}

/** What is known without looking at any single change. */
export interface Verdict {
  /** How many objects, by effect. */
  readonly effects: Readonly<Partial<Record<EffectName, number>>>;
  readonly severities: Readonly<Partial<Record<EffectSeverity, number>>>;
  /** The worst of them; nothing where nothing changes. */
  readonly worst: EffectSeverity | null;
  readonly objects: number;
  readonly clusters: { readonly touched: readonly string[]; readonly all: number };
}

/** What a review comes to. */
export interface Review {
  readonly verdict: Verdict;
  readonly changes: readonly ReviewedChange[];
  readonly findings: { readonly appeared: readonly ClusterFinding[]; readonly resolved: readonly ClusterFinding[] };
  readonly placement: { readonly lost: readonly FitChange[]; readonly gained: readonly FitChange[] };
  readonly alerts: { readonly started: readonly AlertChange[]; readonly stopped: readonly AlertChange[] };
  readonly gates: readonly GateChange[];
  readonly targets: readonly TargetChange[];
  /** How manifests of both sides were put to clusters, in a line; absent where they are of one, or platforms tell. */
  readonly clustered?: string;
  /** What was built before it was compared, and by which release of which tool; absent where nothing was. */
  readonly rendered?: readonly string[];
  /** In which order ApplicationSets bring what changes; absent where none has an order. */
  readonly rollouts?: readonly ReviewedRollout[];
  /** Sources of objects that were not judged, changed ones first: where there are any, the review is not the whole truth. */
  readonly notJudged: readonly NotJudged[];
  /** What the effects rest on, each once. */
  readonly assumptions: readonly { readonly name: Assumption; readonly text: string }[];
}
