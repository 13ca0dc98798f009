import type { ClusterNode } from './node';

/** OpenShift, OKD included, or any other Kubernetes. HyperConverged deploys some of its operators on the former only. */
export type Distribution = 'openshift' | 'kubernetes';

/** All that there are. */
export const DISTRIBUTIONS: readonly Distribution[] = ['openshift', 'kubernetes'];

/** Its kubelets label every node with the system that it runs. */
const OPENSHIFT_PREFIX = 'node.openshift.io/';

/** What the nodes give away. Without such a label it stays open: the export may be shortened. */
export function distributionOf(nodes: readonly ClusterNode[] | undefined): Distribution | undefined {
  const tells = ({ labels }: ClusterNode) => Object.keys(labels).some((label) => label.startsWith(OPENSHIFT_PREFIX));
  return nodes?.some(tells) === true ? 'openshift' : undefined;
}
