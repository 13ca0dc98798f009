import { type NodeSelection, requiredTerms, selectorRequirements, selectsNode } from '../kube/node-selector';
import { type ClusterNode, isControlPlane, ROLE_LABEL } from './node';

/** Label of the nodes that HyperConverged takes for workers where workloads have no placement. kubeadm sets it nowhere. */
export const WORKER_LABEL = `${ROLE_LABEL}worker`;

/** What HyperConverged makes of the nodes of a cluster, as it tells in `status.nodeInfo`. */
export interface WorkloadNodes {
  /** The nodes that it takes for those of virtual machines. */
  readonly nodes: readonly ClusterNode[];
  /** Their architectures, sorted; also ones that KubeVirt does not run on. */
  readonly workloads: readonly string[];
  /** Those of the control plane, sorted. */
  readonly controlPlane: readonly string[];
  /** The architecture of a VM that names none, where HyperConverged sets it (1.18 and later). */
  readonly defaultArchitecture?: string;
  /** Whether the placement decided, and not the label of workers. */
  readonly byPlacement: boolean;
}

/**
 * The workload nodes exactly as HyperConverged 1.16 and later decides.
 *
 * Taints, cordons and readiness do not count, and neither does the label of the architecture: `nodeInfo` does. Where a
 * placement asks for any label, the label of workers is not asked for as well.
 *
 * Nothing where that cannot be known: without nodes, or where the placement asks for a label that no declared pool has,
 * since the nodes of a pool may have more labels than are declared.
 */
export function workloadNodes(
  nodes: readonly ClusterNode[] | undefined,
  placement: NodeSelection | undefined,
): WorkloadNodes | undefined {
  if (nodes === undefined || asksForUnknown(nodes, placement)) {
    return undefined;
  }
  const { nodeSelector, affinity } = placement ?? {};
  const byPlacement = selectorRequirements(nodeSelector).length > 0 || requiredTerms(affinity) !== undefined;
  const chosen = nodes.filter((node) =>
    byPlacement
      ? selectsNode({ nodeSelector, affinity }, { ...node, known: 'exported' }) === 'yes'
      : WORKER_LABEL in node.labels,
  );
  const workloads = architecturesIn(chosen);
  const controlPlane = architecturesIn(nodes.filter(isControlPlane));
  const standard = defaultOf(chosen, workloads, controlPlane);
  return {
    nodes: chosen,
    workloads,
    controlPlane,
    ...(standard === undefined ? {} : { defaultArchitecture: standard }),
    byPlacement,
  };
}

/** That of the control plane where workloads have it too; else that of most nodes, the first by name where they tie. */
function defaultOf(
  nodes: readonly ClusterNode[],
  workloads: readonly string[],
  [first]: readonly string[],
): string | undefined {
  if (first !== undefined && workloads.includes(first)) {
    return first;
  }
  const count = (wanted: string) => nodes.filter(({ architecture }) => architecture === wanted).length;
  return workloads.reduce<string | undefined>(
    (best, each) => (best === undefined || count(each) > count(best) ? each : best),
    undefined,
  );
}

function asksForUnknown(nodes: readonly ClusterNode[], placement: NodeSelection | undefined): boolean {
  const asked = [
    ...selectorRequirements(placement?.nodeSelector),
    ...(requiredTerms(placement?.affinity) ?? []).flat(),
  ].filter(({ isField }) => isField !== true);
  return (
    nodes.some(({ known }) => known === 'declared') &&
    asked.some(({ key }) => nodes.every(({ labels }) => !(key in labels)))
  );
}

function architecturesIn(nodes: readonly ClusterNode[]): string[] {
  return [...new Set(nodes.map(({ architecture }) => architecture))].filter((name) => name !== '').sort();
}
