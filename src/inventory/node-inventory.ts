import { isMap, type KubeObject } from '../kube/object';
import type { ClusterNode } from './node';
import { isNode, readNode } from './read-node';

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
    return new NodeInventory(objects.filter(isNode).map(readNode));
  }

  private constructor(public readonly nodes: readonly ClusterNode[]) {}
}

function isObject(value: unknown): value is KubeObject {
  return isMap(value) && typeof value.apiVersion === 'string' && isMap(value.metadata);
}
