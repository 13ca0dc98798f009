import { ARCH_LABEL, ARCHITECTURE_FACTS, type Architecture, NODE_LABELS } from '../architectures/facts';
import { tableOf } from '../kube/object';
import { type QuantityInput, quantityText } from '../kube/quantity';
import { type ClusterNode, ROLE_LABEL, SCHEDULABLE_LABEL, type Taint, ZONE_LABEL } from './node';

/** What the nodes of a pool are for. */
export type NodeRole = 'worker' | 'control-plane';

/** Nodes that are alike, as plain data. */
export interface NodePoolDeclaration extends NodePoolProps {
  /** The nodes are named `<pool>-1`, `<pool>-2` and so on. */
  readonly pool: string;

  /**
   * Memory that a node can give away.
   *
   * @default - unknown
   */
  readonly memory?: string;
}

/** What a pool is made of. */
export interface NodePoolProps {
  /** CPU architecture of every node. */
  readonly architecture: Architecture;

  /**
   * How many nodes there are.
   *
   * @default 1
   */
  readonly count?: number;

  /**
   * What the nodes are for: virtual machines run on workers.
   *
   * @default 'worker'
   */
  readonly role?: NodeRole;

  /**
   * Zones that the nodes are spread over, in turn.
   *
   * @default - no zone is known
   */
  readonly zones?: readonly string[];

  /**
   * Labels of every node, beside those that Kubernetes and KubeVirt put there.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Taints of every node.
   *
   * @default - none
   */
  readonly taints?: readonly Taint[];

  /**
   * CPU cores that a node can give away.
   *
   * @default - unknown
   */
  readonly cpu?: number;

  /**
   * Memory that a node can give away.
   *
   * @default - unknown
   */
  readonly memory?: QuantityInput;

  /**
   * Device resources of a node, as `nvidia.com/A100: 2`, beside those that KubeVirt brings.
   *
   * @default - none
   */
  readonly devices?: Readonly<Record<string, number>>;
}

/** Nodes of a cluster that are alike. */
export class NodePool {
  /** A pool of nodes with one name. */
  public static of(pool: string, props: NodePoolProps): NodePool {
    const { memory, ...rest } = props;
    return new NodePool({ pool, ...rest, ...(memory === undefined ? {} : { memory: quantityText(memory) }) });
  }

  private constructor(public readonly declaration: NodePoolDeclaration) {}
}

/** More than any cluster has; a mistyped count must not fill the memory. */
export const MOST_NODES = 100_000;

/**
 * The nodes of a pool, taken to carry what Kubernetes and KubeVirt put on a healthy node.
 *
 * Facts that a pool cannot know, as CPU models, are absent, and the node says that it is declared only.
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

/** Labels that virt-handler puts on every healthy node: that it is there, and the default machine type. */
export function handlerLabels(architecture: string): Record<string, string> {
  const fact = Object.hasOwn(ARCHITECTURE_FACTS, architecture)
    ? ARCHITECTURE_FACTS[architecture as Architecture]
    : undefined;
  return {
    [SCHEDULABLE_LABEL]: 'true',
    ...(fact === undefined ? {} : { [`${NODE_LABELS.machineType}${fact.machineType}`]: 'true' }),
  };
}
