import { type CheckContext, ClusterView } from '../../cluster/cluster-view';
import { instanceOf } from '../../cluster/instance-of';
import { clusterHypervisor, saidHypervisor } from '../../cluster/vm-hypervisor';
import type { KubeObject } from '../../kube/object';

/** The VMs among objects, each with the hypervisor that it runs on. */
export function vmHypervisors(
  objects: readonly KubeObject[],
  context: CheckContext,
): { readonly object: KubeObject; readonly hypervisor: string }[] {
  const everywhere = clusterHypervisor(new ClusterView(objects, context));
  return objects.flatMap((object) => {
    const instance = instanceOf(object);
    return instance === undefined ? [] : [{ object, hypervisor: saidHypervisor(instance) ?? everywhere }];
  });
}
