import { isArchitecture } from '../architectures/architecture';
import { ARCH_LABEL, ARCHITECTURES, type Architecture } from '../architectures/facts';
import { selectsNode } from '../kube/node-selector';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { type ClusterNode, isControlPlane } from '../target/node';

/**
 * The architecture that virt-api itself runs on; nothing where that is not known or there are several.
 *
 * The KubeVirt resource places it with `spec.infra`; else it goes to the control plane. Where no node is known, virt-operator
 * wrote down its own architecture, and virt-api goes where that one goes.
 *
 * Source: kubevirt pkg/virt-operator/resource/placement/placement.go, pkg/virt-operator/util/config.go.
 */
export function apiArchitecture(
  kubevirts: readonly (KubeObject | undefined)[],
  nodes: readonly ClusterNode[] | undefined,
): Architecture | undefined {
  const placement = kubevirts.map((each) => valueAt(each, 'spec.infra.nodePlacement')).find(isMap);
  const possible =
    nodes === undefined
      ? placement === undefined
        ? []
        : ARCHITECTURES.filter((each) => selectsNode(placement, anyNode(each)) !== 'no')
      : nodes
          .filter((node) => (placement === undefined ? isControlPlane(node) : selectsNode(placement, node) !== 'no'))
          .map(({ architecture }) => architecture);
  const found = new Set<string>(possible);
  const told = kubevirts.map((each) => valueAt(each, 'status.defaultArchitecture')).find(isArchitecture);
  const isLeftOpen = found.size === 0 || (nodes === undefined && found.size === ARCHITECTURES.length);
  const [only] = isLeftOpen ? [told] : found.size === 1 ? found : [];
  return isArchitecture(only) ? only : undefined;
}

/** Nothing but the label of the architecture is known of nodes that were not shown. */
function anyNode(architecture: Architecture): Parameters<typeof selectsNode>[1] {
  return { name: '', labels: { [ARCH_LABEL]: architecture }, known: 'declared' };
}
