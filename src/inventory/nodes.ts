import type { Finding } from '../findings/finding';
import type { ClusterNode } from './node';
import { NodeInventory } from './node-inventory';
import type { NodePoolDeclaration } from './node-pool';
import { poolNodes } from './pool-nodes';
import { checkNodePools } from './rules';

/** The nodes of a cluster as they are declared: pools of nodes that are alike, or those that it really has. */
export type InventoryDeclaration = readonly NodePoolDeclaration[] | NodeInventory;

/** Every node, one by one. */
export function nodesOf(declared: InventoryDeclaration): readonly ClusterNode[] {
  return declared instanceof NodeInventory ? declared.nodes : declared.flatMap(poolNodes);
}

/** What is wrong with nodes as declared. */
export function checkNodes(declared: InventoryDeclaration): Finding[] {
  if (!(declared instanceof NodeInventory)) {
    return checkNodePools(declared);
  }
  return declared.nodes.length > 0
    ? []
    : [
        {
          code: 'PV003',
          severity: 'error',
          path: 'nodes',
          what: 'there is no node in it',
          why: 'On a cluster without nodes nothing runs, so every rule about nodes would refuse everything',
          fix: 'export them again: kubectl get nodes -o yaml',
        },
      ];
}
