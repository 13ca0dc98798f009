import { statSync } from 'node:fs';
import type { CacheSettings } from '../../cache/folder';
import { checkNamesAcross } from '../../check/shared-names';
import { compareFindings, type Finding } from '../../findings/finding';
import type { Source } from '../find-source';
import { rootOf } from '../read-platforms';
import { checkAnything } from '../synthesize';
import { ClusterCache } from './cluster-cache';
import { type ClusterResult, objectCount } from './cluster-result';
import { FleetRecord } from './fleet-record';
import type { Rendering } from './render-cluster';
import { renderFiles } from './render-files';
import type { Sink } from './sink';

/** The clusters of a platform, before they are looked at together. */
export interface RenderedFleet {
  readonly clusters: readonly ClusterResult[];
  /** What is the matter with the whole. */
  readonly findings: readonly Finding[];
  /** What there is to say about a cluster when what it shares with others counts too. */
  readonly judgeAgain: (cluster: ClusterResult, shared: readonly Finding[]) => readonly Finding[];
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

/** Renders a platform, one cluster at a time. What runs programs is loaded only for them. */
export async function renderFleet(source: Source, rendering: FleetRendering, sink: Sink): Promise<Fleet> {
  if ('app' in source) {
    const { renderApp } = require('./render-app') as typeof import('./render-app');
    return { ...together(await renderApp(source.app, rendering, sink)), remember: () => undefined };
  }
  const { files } = source;
  const cache =
    rendering.output !== undefined && isFleet(files)
      ? ClusterCache.of(rootOf(files), rendering, rendering.env)
      : undefined;
  const record = cache === undefined ? undefined : new FleetRecord(cache, files, rendering.output!);
  const fleet = renderFiles(
    files,
    rendering,
    sink,
    { ...(cache === undefined ? {} : { cache }), ...(record === undefined ? {} : { record }) },
    (done) => rendering.progress(done, files.length),
  );
  return { ...together(fleet), remember: (committedMs) => record?.save(fleet.clustersOf, committedMs) };
}

/** One cluster, or a few in one file, are rendered sooner than they are looked up. */
function isFleet(files: readonly string[]): boolean {
  return files.length > 1 || files.some((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > LARGE_FILE);
}

/** Looks at the clusters together. */
function together({ clusters: all, findings, judgeAgain }: RenderedFleet): Pick<Fleet, 'clusters' | 'findings'> {
  const clusters = [...all].sort((a, b) => (a.name < b.name ? -1 : 1));
  const shared = checkNamesAcross(clusters.map(({ pools }) => pools));
  return {
    clusters,
    findings: [
      ...findings,
      ...checkAnything(
        clusters.map((cluster) => ({ ...cluster, objects: { length: objectCount(cluster) } })),
        findings,
      ),
      ...clusters.flatMap((cluster, i) =>
        shared[i]!.length === 0 ? cluster.findings : judgeAgain(cluster, shared[i]!),
      ),
    ].sort(compareFindings),
  };
}
