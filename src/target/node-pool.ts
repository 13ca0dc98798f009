import { ARCH_LABEL, ARCHITECTURE_FACTS, type Architecture, NODE_LABELS } from '../architectures/facts';
import { type NodeSelection, selectsNode } from '../kube/node-selector';
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
function handlerLabels(architecture: string): Record<string, string> {
  const fact = Object.hasOwn(ARCHITECTURE_FACTS, architecture)
    ? ARCHITECTURE_FACTS[architecture as Architecture]
    : undefined;
  return {
    [SCHEDULABLE_LABEL]: 'true',
    ...(fact === undefined ? {} : { [`${NODE_LABELS.machineType}${fact.machineType}`]: 'true' }),
  };
}

/** Nodes with what KubeVirt brings, and what of it was taken for granted. */
interface KubeVirtNodes {
  readonly nodes: readonly ClusterNode[];
  /** In words; empty where the nodes show all of it. */
  readonly assumed: readonly string[];
}

/** Labels of virt-handler itself, and those of its labeller. */
const HANDLER_LABELS = /^(kubevirt\.io\/|cpumanager$)/;
const LABELLER_LABELS = /\.node\.kubevirt\.io\//;

/** Resources of virt-handler's device plugins, of which a node has this many unless configured otherwise. */
const STORAGE = 'ephemeral-storage';
const DEVICE_PREFIX = 'devices.kubevirt.io/';
const DEVICES = {
  'devices.kubevirt.io/kvm': '1000',
  'devices.kubevirt.io/tun': '1000',
  'devices.kubevirt.io/vhost-net': '1000',
};

/**
 * Nodes as a launcher pod will find them.
 *
 * An export from before KubeVirt is there, or a shortened one, shows nothing of what virt-handler adds: it is taken to
 * come, as for declared nodes. As soon as one node shows it, a node without it has none.
 *
 * @param placement where the KubeVirt resource lets virt-handler run
 */
export function withKubeVirt(nodes: readonly ClusterNode[], placement: NodeSelection = {}): KubeVirtNodes {
  const exported = nodes.filter(({ known }) => known === 'exported');
  const isSeen = (pattern: RegExp) =>
    exported.some(({ labels }) => Object.keys(labels).some((label) => pattern.test(label)));
  const comes = {
    handler: exported.length > 0 && !exported.some(({ labels }) => SCHEDULABLE_LABEL in labels),
    labels: exported.length > 0 && !isSeen(LABELLER_LABELS),
    devices:
      exported.length > 0 &&
      !exported.some(({ allocatable }) => Object.keys(allocatable).some((name) => name.startsWith(DEVICE_PREFIX))),
    storage: exported.length > 0 && !exported.some(({ allocatable }) => STORAGE in allocatable),
  };
  return {
    nodes: nodes.map((node) =>
      placed(node.known === 'exported' ? completed(withArchitecture(node), comes) : node, comes, placement),
    ),
    assumed: [
      ...(comes.handler ? ['no node has the label kubevirt.io/schedulable: virt-handler is taken to come to all'] : []),
      ...(comes.labels
        ? ['no node has labels of KubeVirt’s labeller: the default machine type is assumed to be available']
        : []),
      ...(comes.devices ? ['no node has devices of KubeVirt: kvm, tun and vhost-net are taken to come'] : []),
      ...(comes.storage
        ? ['no node reports ephemeral-storage: a launcher pod asks for 50M, and it is assumed to be there']
        : []),
    ],
  };
}

/** Every kubelet labels its node with its architecture; where neither is told, it may be any, and have any machine type. */
function withArchitecture(node: ClusterNode): ClusterNode {
  const { [ARCH_LABEL]: told = '', ...labels } = node.labels;
  if (told !== '') {
    return node;
  }
  return node.architecture === ''
    ? { ...node, labels, awaits: new RegExp(`^(${ARCH_LABEL}$|${NODE_LABELS.machineType})`) }
    : { ...node, labels: { ...labels, [ARCH_LABEL]: node.architecture } };
}

interface Coming {
  readonly handler: boolean;
  readonly labels: boolean;
  readonly devices: boolean;
  readonly storage: boolean;
}

function completed(node: ClusterNode, { handler, labels, devices, storage }: Coming): ClusterNode {
  if (!handler && !labels && !devices && !storage) {
    return node;
  }
  const { [SCHEDULABLE_LABEL]: schedulable, ...machineTypes } = handlerLabels(node.architecture);
  const awaits = [
    ...(node.awaits === undefined ? [] : [node.awaits.source]),
    ...(handler ? [HANDLER_LABELS.source] : []),
    ...(labels ? [LABELLER_LABELS.source] : []),
  ];
  return {
    ...node,
    labels: {
      ...(handler ? { [SCHEDULABLE_LABEL]: schedulable! } : {}),
      ...(labels ? machineTypes : {}),
      ...node.labels,
    },
    allocatable: { ...(devices ? DEVICES : {}), ...(storage ? { [STORAGE]: '1Pi' } : {}), ...node.allocatable },
    ...(awaits.length === 0 ? {} : { awaits: new RegExp(awaits.join('|')) }),
  };
}

/** virt-handler does not come to a node that the KubeVirt resource leaves out. One that is there says so itself. */
function placed(node: ClusterNode, { handler }: Coming, placement: NodeSelection): ClusterNode {
  const isOpen = node.known === 'declared' || handler;
  if (!isOpen || selectsNode(placement, node) !== 'no') {
    return node;
  }
  const { [SCHEDULABLE_LABEL]: _, ...labels } = node.labels;
  const { awaits: __, ...rest } = node;
  return { ...rest, labels, lacks: [...(node.lacks ?? []), SCHEDULABLE_LABEL] };
}
