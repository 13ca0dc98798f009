import type { KubeObject } from '../kube/object';
import { type Loss, lossOf } from '../pods/place';
import { type PlaceReport, placeReport } from '../pods/place-report';
import { withKubeVirt } from '../target/node-pool';
import { type CheckContext, ClusterView } from './cluster-view';
import { runningPods } from './pod-view-of';
import { workloadsOf } from './workloads';

/** How workloads are placed. */
export interface PlaceObjectsOptions {
  /** Pods of the cluster: what they take is subtracted first. */
  readonly pods?: readonly KubeObject[];
  /** Whether to put workloads on nodes one after the other. */
  readonly pack?: boolean;
  /** Nodes, zones (`zone=…`), architectures (`arch=…`) or labels that are lost at once. */
  readonly without?: readonly string[];
  /** Whether to say of each zone what its loss leaves. */
  readonly zones?: boolean;
  /** Nodes, zones, architectures or labels that are emptied in an orderly way. */
  readonly drain?: readonly string[];
  readonly migration?: boolean;
  readonly rollout?: boolean;
}

/** A report, or what is wrong with what was asked for. */
type PlacedObjects = { readonly report: PlaceReport } | { readonly mistakes: readonly string[] };

/** Where the VMs of one cluster can run on the nodes that it has. */
export function placeObjects(
  objects: readonly KubeObject[],
  context: CheckContext,
  {
    pods,
    pack = false,
    without = [],
    zones = false,
    drain = [],
    migration = false,
    rollout = false,
  }: PlaceObjectsOptions = {},
): PlacedObjects {
  const cluster = new ClusterView(objects, context);
  const { nodes, assumed } = withKubeVirt(cluster.nodes ?? [], cluster.workloadPlacement);
  const losses = without.map((said) => lossOf(said, nodes));
  const drained = drain.map((said) => lossOf(said, nodes));
  const mistakes = [...losses, ...drained].filter((loss) => typeof loss === 'string');
  if (mistakes.length > 0) {
    return { mistakes };
  }
  const running = pods === undefined ? undefined : runningPods(pods, cluster);
  const { workloads, pools, leftOut } = workloadsOf(objects, cluster, running, {
    migration: migration || drained.length > 0,
  });
  return {
    report: placeReport(workloads, nodes, {
      assumed: [...assumed, ...leftOut],
      pack,
      migration,
      without: losses as Loss[],
      zones,
      drained: drained as Loss[],
      ...(running === undefined ? {} : { running }),
      ...(rollout ? { rollouts: pools } : {}),
    }),
  };
}
