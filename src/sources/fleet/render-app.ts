import type { Cluster, PlaceOf } from '../../cluster/cluster';
import type { Finding, Place } from '../../findings/finding';
import { judge } from '../../judge/judge';
import type { ClusterResult } from '../../sinks/cluster-result';
import { type Rendering, renderCluster } from '../../sinks/render-cluster';
import type { Sink } from '../../sinks/sink';
import type { AppLocation } from '../program/find-app';
import { appClusters } from '../program/run-app';
import type { RenderedFleet } from './render-fleet';

/** How the name of a file begins that stands for an owner, until the program was asked where that is. */
const OWNER = '\0';

/** While a program runs, places are owners. */
const ownerPlace: PlaceOf = (owner) => ({ file: `${OWNER}${owner}` });

/**
 * Renders the clusters of a program as it makes them: what is written of one is forgotten before the next.
 */
export async function renderApp(
  app: AppLocation,
  rendering: Rendering,
  sink: Sink,
  progress: (done: number) => void,
): Promise<RenderedFleet> {
  const clusters: ClusterResult[] = [];
  /** Only those with pools can have something to do with each other. */
  const withPools = new Map<string, (shared: readonly Finding[]) => readonly Finding[]>();
  const running = appClusters(app);
  for await (const declared of running.clusters) {
    const cluster = withOwners(declared);
    const { result, texts, made } = renderCluster(cluster, rendering);
    sink.take(result, texts, { ...made, files: [] });
    clusters.push(result);
    if (result.pools.pools.length > 0) {
      withPools.set(result.name, (shared) => judge(cluster, { ...rendering, shared }).findings);
    }
    progress(clusters.length);
  }
  const end = await running.end();
  return {
    clusters,
    findings: end.findings,
    judgeAgain: ({ name }, shared) => withPools.get(name)!(shared),
    locate: async (findings) => {
      try {
        return located(findings, await end.places(findings.flatMap(ownerOf)));
      } finally {
        end.close();
      }
    },
  };
}

/** A cluster whose findings are at their owners. */
function withOwners(cluster: Cluster): Cluster {
  return {
    ...cluster,
    placeOf: ownerPlace,
    findings: cluster.findings.map(({ owner, ...finding }) =>
      owner === undefined ? finding : { ...finding, ...ownerPlace(owner) },
    ),
  };
}

function ownerOf({ file }: Finding): string[] {
  return file?.startsWith(OWNER) === true ? [file.slice(OWNER.length)] : [];
}

/** Places where owners were; nothing where the program does not know. */
function located(findings: readonly Finding[], places: ReadonlyMap<string, Place>): Finding[] {
  return findings.map((finding) => {
    const [owner] = ownerOf(finding);
    if (owner === undefined) {
      return finding;
    }
    const { file: _owner, ...rest } = finding;
    return { ...rest, ...places.get(owner) };
  });
}
