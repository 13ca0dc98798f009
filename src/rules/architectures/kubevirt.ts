import { checkClusterTraps } from '../../architectures/cluster-traps';
import type { Rule } from '../rule';

/** Traps in the KubeVirt resource itself. */
export const clusterTraps: Rule = (cluster) => ({
  kubevirt: (object) =>
    checkClusterTraps(object, { kubevirt: cluster.target.kubevirt, architectures: cluster.architectures() }),
});
