import type { Architecture } from '../architectures/facts';
import type { ClusterView } from '../cluster/cluster-view';
import { checkFits } from '../cluster/fits';
import type { Machine } from '../cluster/machine-of';
import type { Finding } from '../findings/finding';
import { checkDevices } from './devices';
import { checkRunsSomewhere } from './nodes';

/**
 * Whether there is a node for a VM, where nodes are known.
 *
 * @param isTold whether it is refused, or has no node for a reason that is told already: that is not told again
 */
export function checkNodes(
  machine: Machine,
  architecture: Architecture,
  cluster: ClusterView,
  isTold: boolean,
): readonly Finding[] {
  const { object, expanded } = machine;
  const nowhere = [
    ...checkRunsSomewhere(expanded.spec, architecture, cluster),
    ...checkDevices(object, expanded.spec, architecture, cluster),
  ];
  return isTold || nowhere.length > 0 ? nowhere : checkFits(machine, cluster);
}
