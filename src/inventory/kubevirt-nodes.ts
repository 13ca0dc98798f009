import { ARCH_LABEL, NODE_LABELS } from '../architectures/facts';
import { type NodeSelection, selectsNode } from '../kube/node-selector';
import { type ClusterNode, SCHEDULABLE_LABEL } from './node';
import { handlerLabels } from './node-pool';

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
      ...(comes.labels ? ['no node has labels of KubeVirt’s labeller: the default machine type is taken to come'] : []),
      ...(comes.devices ? ['no node has devices of KubeVirt: kvm, tun and vhost-net are taken to come'] : []),
      ...(comes.storage
        ? ['no node tells its ephemeral-storage: a launcher pod asks for 50M, and it is taken to be there']
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
