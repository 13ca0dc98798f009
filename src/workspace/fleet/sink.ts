import type { OutputFile } from '../../render/files';
import type { ClusterResult } from './cluster-result';

/** Where clusters go, one at a time. Nothing is to be seen of them before all of them are well. */
export interface Sink {
  /** Whether everything of a cluster is there already, as it was rendered before: then it need not be rendered again. */
  readonly holds: (result: ClusterResult) => boolean;
  /** Takes note of a cluster that is known to be there, and nothing else with it. */
  readonly keep: (result: ClusterResult) => void;
  /** Takes the texts of a cluster. */
  readonly take: (result: ClusterResult, texts: readonly OutputFile[]) => void;
}
