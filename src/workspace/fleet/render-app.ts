import type { AppLocation } from '../find-app';
import { readTree } from '../read-tree';
import { judgeCluster } from '../synthesize';
import { renderCluster } from './render-cluster';
import type { FleetRendering, RenderedFleet } from './render-fleet';
import type { Sink } from './sink';

/** TEMPORARY until streamApp. */
export async function renderApp(app: AppLocation, rendering: FleetRendering, sink: Sink): Promise<RenderedFleet> {
  const tree = await readTree({ app, output: app.output });
  const clusters = tree.clusters.map((cluster) => {
    const { result, texts } = renderCluster(cluster, tree, rendering);
    sink.take(result, texts);
    return result;
  });
  return {
    clusters,
    findings: tree.findings,
    judgeAgain: ({ name }, shared) =>
      judgeCluster(tree.clusters.find((cluster) => cluster.name === name)!, tree, rendering.today, false, shared)
        .findings,
  };
}
