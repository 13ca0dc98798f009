import { ARCH_LABEL, ARCHITECTURE_FACTS, type Architecture } from '../architectures/facts';
import { NODE_LABELS } from '../architectures/node-labels';
import { tableOf } from '../kube/object';
import { type ClusterNode, ROLE_LABEL, SCHEDULABLE_LABEL, ZONE_LABEL } from './node';
import type { NodePoolDeclaration } from './node-pool';

/** More than any cluster has; a mistyped count must not fill the memory. */
export const MOST_NODES = 100_000;

/**
 * The nodes of a pool, taken to carry what Kubernetes and KubeVirt put on a healthy node.
 *
 * What a pool cannot know, as CPU models, is not there, and the node says that it is declared only.
 */
export function poolNodes(pool: NodePoolDeclaration): ClusterNode[] {
  const count = Math.min(pool.count ?? 1, MOST_NODES);
  return Array.from({ length: Number.isInteger(count) && count > 0 ? count : 0 }, (_, i) => poolNode(pool, i));
}

function poolNode(pool: NodePoolDeclaration, i: number): ClusterNode {
  const { architecture, role = 'worker', zones = [], taints = [], cpu, memory, devices = {} } = pool;
  const name = `${pool.pool}-${i + 1}`;
  const zone = zones[i % zones.length];
  const amounts = Object.entries({ cpu, memory, ...devices }).filter(([, amount]) => amount !== undefined);
  return {
    name,
    architecture,
    labels: tableOf(
      Object.entries({
        [ARCH_LABEL]: architecture,
        'kubernetes.io/os': 'linux',
        'kubernetes.io/hostname': name,
        [`${ROLE_LABEL}${role}`]: '',
        ...(zone === undefined ? {} : { [ZONE_LABEL]: zone }),
        ...(role === 'worker' ? handlerLabels(architecture) : {}),
        ...pool.labels,
      }),
    ),
    taints,
    unschedulable: false,
    ready: true,
    allocatable: tableOf(amounts.map(([resource, amount]) => [resource, String(amount)])),
    known: 'declared',
    lacks: role === 'worker' ? [NODE_LABELS.obsoleteModel] : [SCHEDULABLE_LABEL, NODE_LABELS.obsoleteModel],
  };
}

/** What virt-handler puts on every healthy node: that it is there, and the machine type that guests get by default. */
export function handlerLabels(architecture: string): Record<string, string> {
  const fact = Object.hasOwn(ARCHITECTURE_FACTS, architecture)
    ? ARCHITECTURE_FACTS[architecture as Architecture]
    : undefined;
  return {
    [SCHEDULABLE_LABEL]: 'true',
    ...(fact === undefined ? {} : { [`${NODE_LABELS.machineType}${fact.machineType}`]: 'true' }),
  };
}
