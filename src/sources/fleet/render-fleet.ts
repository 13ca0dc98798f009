import { compareFindings, type Finding } from '../../findings/finding';
import { foundAt } from '../../host/kind-of-file';
import { checkAnything } from '../../judge/synthesize';
import { checkNamesAcross } from '../../rules/machines/shared-names';
import { type ClusterResult, objectCount } from '../../sinks/cluster-result';
import type { Rendering } from '../../sinks/render-cluster';
import type { Sink } from '../../sinks/sink';
import type { CacheSettings } from '../../speed/folder';
import type { Crew } from '../crew';
import type { Source } from '../find-source';
import { rootOf } from '../read-platforms';
import { type Memory, renderFiles } from './render-files';

/** The clusters of a platform, before they are looked at together. */
export interface RenderedFleet {
  readonly clusters: readonly ClusterResult[];
  /** What is the matter with the whole. */
  readonly findings: readonly Finding[];
  /** What there is to say about a cluster when what it shares with others counts too. */
  readonly judgeAgain: (cluster: ClusterResult, shared: readonly Finding[]) => readonly Finding[];
  /** Joins places that could not be known before. */
  readonly locate: (findings: readonly Finding[]) => Promise<Finding[]>;
}

/** Everything that a platform comes to, without its texts. */
export interface Fleet {
  /** In the order of their names. */
  readonly clusters: readonly ClusterResult[];
  /** Of all clusters, errors first. */
  readonly findings: readonly Finding[];
  /** To be called once the texts are where they belong. */
  readonly remember: (committedMs: number) => void;
}

/** How a fleet is rendered. */
export interface FleetRendering extends Rendering {
  readonly env: CacheSettings;
  /** The folder that it goes to, where it goes to one. */
  readonly output?: string;
  readonly progress: (done: number, total: number | undefined) => void;
  /**
   * How many threads render clusters.
   *
   * @default - the one that everything runs in
   */
  readonly jobs?: number | undefined;
}

const LARGE_FILE = 64 << 10;

/** Renders a platform, one cluster at a time. What runs programs is loaded only for them. */
export async function renderFleet(source: Source, rendering: FleetRendering, sink: Sink): Promise<Fleet> {
  if ('app' in source) {
    const { renderApp } = require('./render-app') as typeof import('./render-app');
    const made = await renderApp(source.app, rendering, sink, (done) => rendering.progress(done, undefined));
    return { ...(await together(made, sink)), remember: () => undefined };
  }
  const { files } = source;
  const memory = memoryFor(files, rendering);
  const { format, into, today, others, progress } = rendering;
  const remembered = { format, into, today, others, isRemembered: memory.record !== undefined };
  const crew = crewFor(files, rendering.jobs ?? 1, remembered);
  const fleet = await renderFiles(
    files,
    remembered,
    sink,
    memory,
    (done) => progress(done, files.length),
    crew,
  ).finally(() => crew?.close());
  return {
    ...(await together(fleet, sink)),
    remember: (committedMs) => memory.record?.save(fleet.clustersOf, committedMs),
  };
}

/** Those who help, where that is asked for and there is something to share. */
function crewFor(files: readonly string[], jobs: number, rendering: Rendering): Crew | undefined {
  if (jobs <= 1 || !isFleet(files)) {
    return undefined;
  }
  const { Crew } = require('../crew') as typeof import('../crew');
  return new Crew(jobs, { root: rootOf(files), rendering });
}

/** What is known from before, where that is worth looking up. */
function memoryFor(files: readonly string[], rendering: FleetRendering): Memory {
  if (rendering.output === undefined || !isFleet(files)) {
    return {};
  }
  const { ClusterCache } = require('./cluster-cache') as typeof import('./cluster-cache');
  const { FleetRecord } = require('./fleet-record') as typeof import('./fleet-record');
  const cache = ClusterCache.of(rootOf(files), rendering, rendering.env);
  return cache === undefined ? {} : { cache, record: new FleetRecord(cache, files, rendering.output) };
}

/** One cluster, or a few in one file, are rendered sooner than they are looked up. */
function isFleet(files: readonly string[]): boolean {
  return files.length > 1 || files.some((path) => (foundAt(path)?.size ?? 0) > LARGE_FILE);
}

/** Looks at the clusters together. */
async function together(fleet: RenderedFleet, sink: Sink): Promise<Pick<Fleet, 'clusters' | 'findings'>> {
  const clusters = [...fleet.clusters].sort((a, b) => (a.name < b.name ? -1 : 1));
  const shared = checkNamesAcross(clusters.map(({ pools }) => pools));
  const counted = clusters.map((cluster) => ({ ...cluster, objects: { length: objectCount(cluster) } }));
  const findings = [
    ...fleet.findings,
    ...checkAnything(counted, fleet.findings),
    ...clusters.flatMap((cluster, i) =>
      shared[i]!.length === 0 ? cluster.findings : fleet.judgeAgain(cluster, shared[i]!),
    ),
    ...(sink.remarks?.() ?? []),
  ];
  return { clusters, findings: (await fleet.locate(findings)).sort(compareFindings) };
}
