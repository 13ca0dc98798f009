import type { TreeCluster } from '../../cluster/tree';
import type { Finding, Place } from '../../findings/finding';
import type { Around } from '../../judge/synthesize';
import type { ClusterResult } from '../../sinks/cluster-result';
import type { Rendering } from '../../sinks/render-cluster';
import type { Sink } from '../../sinks/sink';
import type { AppLocation } from '../program/find-app';
import { streamApp } from '../program/run-app';
import type { RenderedFleet } from './render-fleet';
import { canStream, StreamedCluster } from './streamed-cluster';

/** How the name of a file begins that stands for an owner, until the program was asked where that is. */
const OWNER = '\0';

/** While a program runs, places are owners. What it says of the whole comes at the end. */
const AROUND: Around = { findings: [], placeOf: (owner) => ({ file: `${OWNER}${owner}` }) };

/**
 * Renders the clusters of a program as it makes them: what is written of one is forgotten before the next. Machines of one are
 * judged and written while the program still makes the others.
 */
export async function renderApp(
  app: AppLocation,
  rendering: Rendering,
  sink: Sink,
  progress: (done: number) => void,
): Promise<RenderedFleet> {
  const clusters: ClusterResult[] = [];
  const streamed = new Map<string, StreamedCluster>();
  /** Only those with pools can have something to do with each other. */
  const withPools = new Map<string, (shared: readonly Finding[]) => readonly Finding[]>();
  const stream = (cluster: TreeCluster) => {
    // Who only looks at objects wants whole ones.
    if (rendering.into === 'nothing' || !canStream(cluster)) {
      return undefined;
    }
    const begun = new StreamedCluster(cluster, rendering);
    streamed.set(cluster.path, begun);
    return begun.take;
  };
  const take = (declared: TreeCluster): void => {
    const cluster = withOwners(declared);
    const begun = streamed.get(cluster.path) ?? new StreamedCluster(cluster, rendering);
    streamed.delete(cluster.path);
    const { result, texts, made } = begun.end(cluster, AROUND);
    sink.take(result, texts, { ...made, files: [] });
    clusters.push(result);
    if (result.pools.pools.length > 0) {
      withPools.set(result.name, (shared) => begun.again(cluster, AROUND, shared));
    }
    progress(clusters.length);
  };
  const end = await streamApp(app, { take, stream });
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
function withOwners(cluster: TreeCluster): TreeCluster {
  return {
    ...cluster,
    findings: cluster.findings.map(({ owner, ...finding }) =>
      owner === undefined ? finding : { ...finding, ...AROUND.placeOf(owner) },
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
