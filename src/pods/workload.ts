import type { KubeObject } from '../kube/object';
import type { DrainOutcome } from './drain';
import type { PodView } from './pod-view';

/** Something that wants to run. */
export interface Workload {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Of its guest, as KubeVirt would default it; absent where that is not known. */
  readonly architecture?: string;
  /** What makes it, where it is not an object by itself. */
  readonly spawnedBy?: { readonly kind: string; readonly name: string };
  /** Nothing where it cannot be told. */
  readonly pod?: PodView;
  /** By architecture of nodes, where its own is unknown: what then is against a node is against it anyway. */
  readonly podsByArchitecture?: ReadonlyMap<string, PodView>;
  /** What would change the pod and is not known, or why there is none. */
  readonly doubts?: readonly string[];
  /** Why its namespace never lets it run, whatever the nodes are. */
  readonly refused?: string;
  /** What the quotas of its namespace count for it. */
  readonly charges?: readonly QuotaCharge[];
  /** Whether it stays off until it is started by hand: it takes no room. */
  readonly isHalted?: true;
  /** Where the instance is in its object, for changes to it. */
  readonly path?: string;
  /** Why it asks for a label of its node. */
  readonly because?: (label: string) => string | undefined;
  /** What its live migration depends on. */
  readonly migration?: MigrationTraits;
  /** The same with less of a resource, so that its pod asks for no more than an amount; nothing where that cannot be. */
  readonly resized?: (resource: string, most: bigint) => Resized | undefined;
}

/** What a quota counts for one pod, in billionths. */
export interface QuotaCharge {
  readonly quota: KubeObject;
  readonly hard: ReadonlyMap<string, bigint>;
  readonly usage: ReadonlyMap<string, bigint>;
  /** Whether the second pod of a migration counts too. */
  readonly isPerPod: boolean;
}

/** What a guest needs to find again where it migrates to. */
export interface MigrationTraits {
  /** Whether it has the CPU model of its host. */
  readonly isHostModel: boolean;
  /** Whether KubeVirt keeps it on CPUs of one vendor. */
  readonly keepsVendor: boolean;
  /** What of the VM itself rules migration out, in KubeVirt's words. */
  readonly obstacle?: string;
  /** Facts still needed to rule out every obstacle. */
  readonly unknown?: readonly string[];
  /** What becomes of it when its pod is evicted, by its strategy. */
  readonly drain?: DrainOutcome;
  readonly evictionStrategy?: string;
}

/** A workload that asks for less. */
export interface Resized {
  readonly pod: PodView;
  /** The field that is to be changed, below the instance, and both of its values. */
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** `shop/web`. */
export function shownName({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return namespace === '' ? name : `${namespace}/${name}`;
}

/** By namespace, then by name. */
export function compareNames(
  a: { readonly namespace: string; readonly name: string },
  b: { readonly namespace: string; readonly name: string },
): number {
  return compare(a.namespace, b.namespace) || compare(a.name, b.name);
}

/** Byte by byte, so that the same input gives the same order everywhere. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
