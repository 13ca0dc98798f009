import { SCHEDULABLE_LABEL } from '../inventory/node';
import { mayHave } from '../kube/node-selector';
import { valueAt } from '../kube/path';
import { countOf } from '../launcher/amount';
import type { ClusterView } from './cluster-view';

const LABEL = 'cpu-timer.node.kubevirt.io/tsc-frequency';

/**
 * The lowest TSC frequency of a cluster, which guests that need a fixed one are started with: 0 where there is none, nothing where
 * that is not known.
 *
 * @see kubevirt pkg/virt-controller/watch/topology/hinter.go LowestTSCFrequencyOnCluster
 */
export function tscFrequencyOf(cluster: ClusterView): number | undefined {
  const least = valueAt(cluster.configuration, 'developerConfiguration.minimumClusterTSCFrequency');
  if (least !== undefined && least !== null) {
    return countOf(least) ?? 0;
  }
  if (cluster.nodes === undefined) {
    return undefined;
  }
  const withGuests = new Set(
    cluster.ofKind('kubevirt.io', 'VirtualMachineInstance').map((each) => valueAt(each, 'status.nodeName')),
  );
  const frequencies = cluster.nodes
    .filter(({ labels, name }) => labels[SCHEDULABLE_LABEL] === 'true' || withGuests.has(name))
    .map(({ labels }) => countOf(labels[LABEL]) ?? 0)
    .filter((frequency) => frequency > 0);
  if (frequencies.length > 0) {
    return frequencies.reduce((lowest, each) => Math.min(lowest, each));
  }
  return cluster.nodes.some((node) => mayHave(node, LABEL)) ? undefined : 0;
}
