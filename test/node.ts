import type { ClusterNode } from '../src/target/node';
import { type NodePoolDeclaration, poolNodes } from '../src/target/node-pool';

/** The first node of a pool. */
export function node(pool: NodePoolDeclaration): ClusterNode {
  return poolNodes(pool)[0]!;
}

/** A node as a cluster exports it: its labels, and nothing else unless it is said. */
export function exportedNode(
  name: string,
  architecture: string,
  labels: Readonly<Record<string, string>> = {},
  rest: Partial<ClusterNode> = {},
): ClusterNode {
  return {
    name,
    architecture,
    labels: { 'kubernetes.io/arch': architecture, ...labels },
    taints: [],
    unschedulable: false,
    ready: true,
    allocatable: {},
    known: 'exported',
    ...rest,
  };
}
