import type { Finding } from '../findings/finding';
import { isMap, type KubeObject } from '../kube/object';
import { type ClusterNode, readNodes } from './node';
import { type NodePoolDeclaration, poolNodes } from './node-pool';
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

/** The nodes that a cluster really has, exported from it. */
export class NodeInventory {
  /**
   * What `kubectl get nodes -o json` printed: a list, or its items.
   *
   * A program imports the file as it is: `import nodes from './nodes.json'`.
   */
  public static of(exported: unknown): NodeInventory {
    const items = isMap(exported) && Array.isArray(exported.items) ? exported.items : exported;
    const objects = (Array.isArray(items) ? items : [items]).filter(isObject);
    return new NodeInventory(readNodes(objects));
  }

  private constructor(public readonly nodes: readonly ClusterNode[]) {}
}

function isObject(value: unknown): value is KubeObject {
  return isMap(value) && typeof value.apiVersion === 'string' && isMap(value.metadata);
}
