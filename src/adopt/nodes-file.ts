import type { ClusterNode } from '../inventory/node';
import type { KubeObject } from '../kube/object';
import { emitYaml } from '../kube/yaml/emit';

/** Nodes as objects that say what polyvirt knows of them, and nothing that changes every minute. */
export function nodeObjects(nodes: readonly ClusterNode[]): KubeObject[] {
  return nodes.map(({ name, architecture, labels, taints, unschedulable, ready, allocatable }) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { ...labels } },
    spec: {
      ...(taints.length === 0 ? {} : { taints: taints.map((taint) => ({ ...taint })) }),
      ...(unschedulable ? { unschedulable } : {}),
    },
    status: {
      allocatable: { ...allocatable },
      ...(ready ? {} : { conditions: [{ type: 'Ready', status: 'False' }] }),
      nodeInfo: { architecture },
    },
  }));
}

/** The same as a file beside a platform. */
export function nodesText(nodes: readonly ClusterNode[], isYaml: boolean): string {
  const list = { apiVersion: 'v1', kind: 'List', items: nodeObjects(nodes) };
  return isYaml ? emitYaml(list) : `${JSON.stringify(list, undefined, 2)}\n`;
}
