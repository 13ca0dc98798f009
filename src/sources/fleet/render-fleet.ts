import { checkAnything, judge } from '../../cluster/judge/judge';
import { checkNamesAcross } from '../../cluster/shared-names';
import { compareFindings, type Finding } from '../../findings/finding';
import { type ClusterResult, objectCount, type Rendering, renderCluster, type Sink } from '../../sinks/render-cluster';
import type { Source } from '../find-source';
import { memory } from '../memory';
import { openPlatform } from '../open-platform';
import { renderFiles } from './render-files';

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
  /** The folder that it goes to, where it goes to one. */
  readonly output?: string;
  readonly progress: (done: number, total: number | undefined) => void;
}

/** Renders a platform, one cluster at a time. */
export async function renderFleet(source: Source, rendering: FleetRendering, sink: Sink): Promise<Fleet> {
  if ('app' in source) {
    return { ...(await together(await renderApp(source, rendering, sink), sink)), remember: () => undefined };
  }
  const { files, given = [] } = source;
  const { output, progress } = rendering;
  // What is kept is what files alone came to.
  const known = output === undefined || given.length > 0 ? undefined : memory().fleet?.(files, output, rendering);
  const remembered = { ...rendering, isRemembered: known !== undefined };
  const fleet = renderFiles(files, remembered, sink, known, given, (done) => progress(done, files.length));
  return { ...(await together(fleet, sink)), remember: (committedMs) => known?.save(committedMs) };
}

/** Renders the clusters of a program as it makes them: what is written of one is forgotten before the next. */
async function renderApp(source: Source, rendering: FleetRendering, sink: Sink): Promise<RenderedFleet> {
  const clusters: ClusterResult[] = [];
  /** Only those with pools can have something to do with each other. */
  const withPools = new Map<string, (shared: readonly Finding[]) => readonly Finding[]>();
  const opened = openPlatform(source, true);
  for await (const cluster of opened) {
    const { result, texts, made } = renderCluster(cluster, rendering);
    sink.take(result, texts, { ...made, files: [] });
    clusters.push(result);
    if (result.pools.pools.length > 0) {
      withPools.set(result.name, (shared) => judge(cluster, { ...rendering, shared }).findings);
    }
    rendering.progress(clusters.length, undefined);
  }
  return {
    clusters,
    findings: opened.findings,
    judgeAgain: ({ name }, shared) => withPools.get(name)!(shared),
    locate: opened.locate,
  };
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
