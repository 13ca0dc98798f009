import { compareFindings, type Finding } from '../../findings/finding';
import { foundAt } from '../../host/open-text';
import { checkAnything } from '../../judge/judge';
import { checkNamesAcross } from '../../rules/machines/shared-names';
import { type ClusterResult, objectCount } from '../../sinks/cluster-result';
import type { Rendering } from '../../sinks/render-cluster';
import type { Sink } from '../../sinks/sink';
import type { CacheSettings } from '../../speed/folder';
import type { Source } from '../find-source';
import { rootOf } from '../read-platforms';
import { ClusterCache } from './cluster-cache';
import { FleetRecord } from './fleet-record';
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
}

const LARGE_FILE = 64 << 10;

/** Renders a platform, one cluster at a time. */
export async function renderFleet(source: Source, rendering: FleetRendering, sink: Sink): Promise<Fleet> {
  if ('app' in source) {
    const { renderApp } = await import('./render-app');
    const made = await renderApp(source.app, rendering, sink, (done) => rendering.progress(done, undefined));
    return { ...(await together(made, sink)), remember: () => undefined };
  }
  const { files } = source;
  const memory = memoryFor(files, rendering);
  const { progress } = rendering;
  const remembered = { ...rendering, isRemembered: memory.record !== undefined };
  const fleet = renderFiles(files, remembered, sink, memory, (done) => progress(done, files.length));
  return {
    ...(await together(fleet, sink)),
    remember: (committedMs) => memory.record?.save(fleet.clustersOf, committedMs),
  };
}

/** What is known from before, where that is worth looking up. */
function memoryFor(files: readonly string[], rendering: FleetRendering): Memory {
  if (rendering.output === undefined || !isFleet(files)) {
    return {};
  }
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
