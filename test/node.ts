import type { ClusterNode } from '../src/inventory/node';
import type { NodePoolDeclaration } from '../src/inventory/node-pool';
import { poolNodes } from '../src/inventory/pool-nodes';

/** The first node of a pool. */
export function node(pool: NodePoolDeclaration): ClusterNode {
  return poolNodes(pool)[0]!;
}
