import type { KubeObject } from '../src/kube/object';

// Objects as a user writes them, for tests that are about a part of one.

/** What a test says of a VirtualMachine beside the spec of its instance: further keys are those of its own spec. */
interface VmParts {
  readonly metadata?: object;
  /** What the template has beside its spec. */
  readonly template?: object;
  readonly [key: string]: unknown;
}

/** A VirtualMachine that runs, with this spec of its instance. */
export function vmObject(spec: object, { metadata, template, ...own }: VmParts = {}): KubeObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: metadata ?? { name: 'web', namespace: 'shop' },
    spec: { runStrategy: 'Always', ...own, template: { ...template, spec } },
  } as KubeObject;
}

/** The KubeVirt resource of a cluster, under its usual name. */
export function kubevirtObject(spec: object = {}, more: object = {}): KubeObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: 'kubevirt', namespace: 'kubevirt' },
    spec,
    ...more,
  };
}

/** What a test says of a Node beside its name. */
interface NodeParts {
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: object;
  readonly status?: object;
}

/** A Node as a cluster exports it, with these labels beside that of its architecture. */
export function nodeObject(name: string, architecture: string, { labels, spec, status }: NodeParts = {}): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/arch': architecture, ...labels } },
    ...(spec === undefined ? {} : { spec }),
    status: { nodeInfo: { architecture }, ...status },
  };
}

/** A Node of amd64 on which virt-handler runs, with room for this much memory. */
export function kvmNodeObject(name: string, memory: string, { labels, spec, status }: NodeParts = {}): KubeObject {
  const allocatable = {
    cpu: '8',
    memory,
    pods: '110',
    'ephemeral-storage': '100Gi',
    'devices.kubevirt.io/kvm': '1k',
    'devices.kubevirt.io/tun': '1k',
    'devices.kubevirt.io/vhost-net': '1k',
  };
  const own = {
    'kubernetes.io/hostname': name,
    'kubevirt.io/schedulable': 'true',
    'machine-type.node.kubevirt.io/q35': 'true',
    ...labels,
  };
  return nodeObject(name, 'amd64', {
    labels: own,
    ...(spec === undefined ? {} : { spec }),
    status: { allocatable, ...status },
  });
}
