import type { ArgocdDeclaration } from '../argocd/declaration';
import type { Finding, Place } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import type { OutputFile } from '../kube/yaml/files';
import type { ClusterResult } from './cluster-result';

/** A cluster as it was made. Whoever keeps its objects keeps the fleet. */
export interface MadeCluster {
  readonly objects: readonly KubeObject[];
  readonly argocd?: ArgocdDeclaration;
  /** Files that were read for it, by their absolute paths, the one that declares it first; of a program none are known. */
  readonly files: readonly string[];
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
  /** What there is to say about all of them once they are there, with the places that were given. */
  readonly remarks?: () => readonly Finding[];
}
