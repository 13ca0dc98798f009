import type { ClusterNode } from '../src/inventory/node';
import { type NodePoolDeclaration, poolNodes } from '../src/inventory/node-pool';

/** The first node of a pool. */
export function node(pool: NodePoolDeclaration): ClusterNode {
  return poolNodes(pool)[0]!;
}
