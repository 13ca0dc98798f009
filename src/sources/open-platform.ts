import type { Cluster, PlaceOf } from '../cluster/cluster';
import type { Finding, Place } from '../findings/finding';
import type { Source } from './find-source';
import type { AppLocation } from './program/find-app';
import type { AppEnd } from './program/run-app';
import { platformClusters } from './read-platforms';

/** A source that was opened: its clusters come one at a time, in the order in which they are declared. */
export interface OpenSource extends AsyncIterable<Cluster> {
  /** What is the matter with the whole, with places; complete once all clusters were taken. */
  readonly findings: readonly Finding[];
  /**
   * Findings about its clusters, with their places. To be called once all clusters were taken: a program knows its places only then,
   * and its process waits to be asked for them.
   */
  readonly locate: (findings: readonly Finding[]) => Promise<Finding[]>;
}

/** Opens a platform, of files or of a program. What runs programs is loaded only for them. */
export function openPlatform(source: Source): OpenSource {
  return 'files' in source ? ofFiles(source.files) : ofApp(source.app);
}

function ofFiles(files: readonly string[]): OpenSource {
  const findings: Finding[] = [];
  return {
    findings,
    async *[Symbol.asyncIterator]() {
      yield* platformClusters(files, findings);
    },
    locate: async (all) => [...all],
  };
}

/** While a program runs, places are owners: names of files that begin so stand for them. */
function ofApp(app: AppLocation): OpenSource {
  const findings: Finding[] = [];
  const mark = `\0${app.folder}\0`;
  const placeOf: PlaceOf = (owner) => ({ file: `${mark}${owner}` });
  const ownerOf = ({ file }: Finding) => (file?.startsWith(mark) === true ? [file.slice(mark.length)] : []);
  let end: AppEnd | undefined;
  return {
    findings,
    async *[Symbol.asyncIterator]() {
      const { appClusters } = await import('./program/run-app');
      const running = appClusters(app);
      for await (const cluster of running.clusters) {
        yield withOwners(cluster, placeOf);
      }
      end = await running.end();
      findings.push(...end.findings);
    },
    locate: async (all) => {
      try {
        const places = await end?.places(all.flatMap(ownerOf));
        return all.map((finding) => {
          const [owner] = ownerOf(finding);
          return owner === undefined ? finding : located(finding, places?.get(owner));
        });
      } finally {
        end?.close();
      }
    },
  };
}

/** A cluster whose findings are at their owners. */
function withOwners(cluster: Cluster, placeOf: PlaceOf): Cluster {
  return {
    ...cluster,
    placeOf,
    findings: cluster.findings.map(({ owner, ...finding }) =>
      owner === undefined ? finding : { ...finding, ...placeOf(owner) },
    ),
  };
}

/** A finding with a place in the place of its owner; with none where the program does not know. */
function located({ file: _owner, ...finding }: Finding, place: Place | undefined): Finding {
  return { ...finding, ...place };
}
