import type { ArgocdDeclaration } from '../argocd/declaration';
import type { PoolNames } from '../cluster/shared-names';
import type { Finding, Place } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import type { OutputFile } from '../kube/yaml/files';

/**
 * The remains of a written cluster: plain data, so that a fleet takes little memory, and a cache can hold it.
 */
export interface ClusterResult {
  readonly name: string;
  readonly isPlatform: boolean;
  /** What it is, in a line for people; empty where it is no platform. */
  readonly about: string;
  readonly kinds: readonly KindCount[];
  /** Kinds that no rule is about, as `v1 Service`, and how many objects are of each. */
  readonly unjudged: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** What the other clusters have to know of it. */
  readonly pools: PoolNames;
  /** Its files; none where it went to a stream. */
  readonly files: readonly FileMark[];
}

/** How many objects of one kind there are, and of which architectures. */
export interface KindCount {
  readonly kind: string;
  readonly count: number;
  readonly architectures: Readonly<Record<string, number>>;
}

/** A file by what is in it. */
export interface FileMark {
  /** Below the output folder. */
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
}

/** How many objects a cluster has. */
export function objectCount({ kinds }: Pick<ClusterResult, 'kinds'>): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}

/** A cluster as it was made. To keep its objects is to keep the fleet. */
export interface MadeCluster {
  readonly objects: readonly KubeObject[];
  readonly argocd?: ArgocdDeclaration;
  /** Files that were read for it, by their absolute paths, the one that declares it first; of a program none are known. */
  readonly files: readonly string[];
  /** Folders in which some of them were looked for. */
  readonly folders?: readonly string[];
  /** Where it is declared; absent where a thread of its own rendered it. */
  readonly place?: () => Place | undefined;
}

/** Where clusters go, one at a time. Nothing is to be seen of them before all of them are well. */
export interface Sink {
  /** Whether everything of a cluster is there already, as it was rendered before: then it need not be rendered again. */
  readonly holds: (result: ClusterResult) => boolean;
  /** Takes note of a cluster that is known to be there, and nothing else with it. */
  readonly keep: (result: ClusterResult) => void;
  /** Takes the texts of a cluster, or what else it is about. */
  readonly take: (result: ClusterResult, texts: readonly OutputFile[], made: MadeCluster) => void;
  /** Findings about all of them together, with their places. */
  readonly remarks?: () => readonly Finding[];
}
