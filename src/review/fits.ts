import type { ClusterView } from '../cluster/cluster-view';
import { createdInstanceOf } from '../cluster/created-instance';
import { workloadOf } from '../cluster/workloads';
import { withKubeVirt } from '../inventory/kubevirt-nodes';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { isPending, place, schedulerMessage } from '../scheduling/place';
import type { FitChange } from './result';

/** Why no node takes a VM: empty where one does, nothing where that is not known. */
export type Fit = string | undefined;

/** Whether some node of its cluster takes a VM, each looked at as if it were alone there. */
export function fitOf(object: KubeObject, cluster: ClusterView): Fit {
  const created = createdInstanceOf(object, cluster);
  if (cluster.nodes === undefined || cluster.nodes.length === 0 || created === undefined) {
    return undefined;
  }
  const { nodes } = withKubeVirt(cluster.nodes, cluster.workloadPlacement);
  const [placed] = place([workloadOf(created, cluster)], nodes);
  return placed !== undefined && isPending(placed) ? schedulerMessage(placed) : '';
}

/** VMs that fitted and fit no more, and the other way round. */
export function fitChanges(
  pairs: readonly { readonly before?: KubeObject; readonly after: KubeObject }[],
  was: ClusterView,
  is: ClusterView,
): { lost: FitChange[]; gained: FitChange[] } {
  const [lost, gained]: [FitChange[], FitChange[]] = [[], []];
  for (const { before, after } of pairs) {
    const now = fitOf(after, is);
    if (now === undefined) {
      continue;
    }
    const then = before === undefined ? '' : fitOf(before, was);
    if (now !== '' && (then === '' || then === undefined)) {
      lost.push({ object: findingObject(after), reason: now });
    } else if (now === '' && then !== undefined && then !== '') {
      gained.push({ object: findingObject(after), reason: then });
    }
  }
  return { lost, gained };
}
