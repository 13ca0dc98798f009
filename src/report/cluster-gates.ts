import { ARCHITECTURES, type Architecture } from '../architectures/facts';
import type { Cluster } from '../cluster/cluster';
import { isKubeVirt } from '../cluster/cluster-view';
import { gateStateOf } from '../cluster/gate-state';
import type { GateLists } from '../gates/enablement';
import type { FeatureGates } from '../gates/registry';
import type { MatrixRow } from '../gates/support';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { workerArchitectures } from '../inventory/rules';

/** The gates of one cluster. */
export interface ClusterGates {
  readonly gates: FeatureGates;
  readonly lists: GateLists;
  /** Architectures of its workload nodes; all of KubeVirt's where they are not known. */
  readonly architectures: readonly Architecture[];
  /** Whether a gate was chosen by its users, as opposed to being on by itself. */
  readonly isChoice: (row: MatrixRow) => boolean;
  /** What is not known of the gates, in words. */
  readonly note?: string;
}

/** The gates as the KubeVirt or the HyperConverged among the objects of a cluster has them. */
export function clusterGates(cluster: Cluster, title: string): ClusterGates {
  const objects = cluster.objects.map(({ object }) => object);
  const architectures = architecturesOf(cluster);
  const kubevirt = objects.find(isKubeVirt);
  const hyperConverged = objects.find(isHyperConverged);
  const { gates, lists, note } = gateStateOf(kubevirt, hyperConverged, cluster, architectures);
  // What an operator lists of its own accord.
  const untouched = hyperConverged === undefined ? undefined : { ...hyperConverged, metadata: { name: '' }, spec: {} };
  const given = kubevirt === undefined ? gateStateOf(undefined, untouched, cluster, architectures).lists : {};
  const isKnown = kubevirt !== undefined || hyperConverged !== undefined;
  const unknown = isKnown ? note : `${title} declares no KubeVirt, so only what is on by itself is known`;
  return {
    gates,
    lists,
    architectures,
    isChoice: ({ name, reason }) =>
      (reason === 'listed' || reason === 'configured') && given.featureGates?.includes(name) !== true,
    ...(unknown === undefined ? {} : { note: unknown }),
  };
}

function architecturesOf({ nodes, architectures }: Cluster): readonly Architecture[] {
  return nodes === undefined ? (architectures ?? ARCHITECTURES) : workerArchitectures(nodes);
}
