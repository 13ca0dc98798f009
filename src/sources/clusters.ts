import type { Cluster } from '../cluster/cluster';
import type { Finding } from '../findings/finding';
import type { Source } from './find-source';
import { platformClusters } from './read-platforms';

/** A source that was opened: its clusters come one at a time, in the order in which they are declared. */
export interface OpenSource extends AsyncIterable<Cluster> {
  /** What is the matter with the whole, with places; complete once all clusters were taken. */
  readonly findings: readonly Finding[];
}

/** Opens a platform, of files or of a program. What runs programs is loaded only for them. */
export function openSource(source: Source): OpenSource {
  const findings: Finding[] = [];
  return {
    findings,
    async *[Symbol.asyncIterator]() {
      if ('files' in source) {
        yield* platformClusters(source.files, findings);
        return;
      }
      const { appClusters } = await import('./program/run-app');
      const app = appClusters(source.app);
      yield* app.clusters;
      const end = await app.end();
      findings.push(...end.findings);
      end.close();
    },
  };
}
