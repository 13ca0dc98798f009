import { checkObjects } from '../../src/check/check';
import type { ClusterNode } from '../../src/inventory/node';
import type { NodePoolDeclaration } from '../../src/inventory/node-pool';
import { poolNodes } from '../../src/inventory/pool-nodes';
import type { KubeObject } from '../../src/kube/object';

const KVM = { 'devices.kubevirt.io/kvm': '1k', 'devices.kubevirt.io/tun': '1k', 'devices.kubevirt.io/vhost-net': '1k' };

function node(name: string, allocatable: Record<string, string>, labels: Record<string, string> = {}): ClusterNode {
  return {
    name,
    architecture: 'amd64',
    labels: { 'kubernetes.io/arch': 'amd64', 'kubevirt.io/schedulable': 'true', ...labels },
    taints: [],
    unschedulable: false,
    ready: true,
    allocatable,
    known: 'exported',
  };
}

function pool(more: Partial<NodePoolDeclaration> = {}): ClusterNode[] {
  return poolNodes({ pool: 'intel', architecture: 'amd64', ...more });
}

function vm(domain: object, more: object = {}): KubeObject {
  const spec = { architecture: 'amd64', domain: { memory: { guest: '1Gi' }, ...domain }, ...more };
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'web' },
    spec: { runStrategy: 'Always', template: { spec } },
  };
}

function gpus(...names: string[]): object {
  return { devices: { gpus: names.map((deviceName, i) => ({ name: `g${i}`, deviceName })) } };
}

function found(nodes: ClusterNode[], machine: KubeObject, ...existing: KubeObject[]) {
  return checkObjects([machine], { target: { kubevirt: '1.9' }, nodes, existing }).filter(
    ({ code }) => code === 'PV450',
  );
}

const AT = 'spec.template.spec.domain.devices.gpus[g0].deviceName';

test.each<{ what: string; nodes: ClusterNode[]; machine: KubeObject; paths: string[] }>([
  {
    what: 'a device that is there',
    nodes: [node('a', { ...KVM, 'x/gpu': '1' })],
    machine: vm(gpus('x/gpu')),
    paths: [],
  },
  {
    what: 'a device of another name',
    nodes: [node('a', { ...KVM, 'x/old': '1' })],
    machine: vm(gpus('x/gpu')),
    paths: [AT],
  },
  {
    what: 'two where a node has one',
    nodes: [node('a', { ...KVM, 'x/gpu': '1' })],
    machine: vm(gpus('x/gpu', 'x/gpu')),
    paths: [AT],
  },
  { what: 'none left', nodes: [node('a', { ...KVM, 'x/gpu': '0' })], machine: vm(gpus('x/gpu')), paths: [AT] },
  {
    what: 'a device on a node that is not selected',
    nodes: [node('a', { ...KVM, 'x/gpu': '1' }), node('b', KVM, { zone: 'z' })],
    machine: vm(gpus('x/gpu'), { nodeSelector: { zone: 'z' } }),
    paths: [AT],
  },
  {
    what: 'a node without KVM',
    nodes: [node('a', { 'devices.kubevirt.io/tun': '1k', 'devices.kubevirt.io/vhost-net': '1k' })],
    machine: vm({}),
    paths: ['spec.template.spec.domain'],
  },
  { what: 'a node that shows no devices', nodes: [node('a', { cpu: '8' })], machine: vm({}), paths: [] },
  { what: 'a node that shows nothing', nodes: [node('a', {})], machine: vm(gpus('x/gpu')), paths: [] },
  { what: 'a pool that names no devices', nodes: pool(), machine: vm(gpus('x/gpu')), paths: [] },
  {
    what: 'a pool that names others',
    nodes: pool({ devices: { 'x/old': 2 } }),
    machine: vm(gpus('x/gpu')),
    paths: [AT],
  },
  { what: 'a pool that names it', nodes: pool({ devices: { 'x/gpu': 2 } }), machine: vm(gpus('x/gpu')), paths: [] },
  {
    what: 'what the machine’s own resources name',
    nodes: [node('a', KVM)],
    machine: vm({ resources: { limits: { 'x/nic': 1 } } }),
    paths: ['spec.template.spec.domain.resources.limits["x/nic"]'],
  },
])('$what', ({ nodes, machine, paths }) => {
  expect(found(nodes, machine).map(({ path }) => path)).toEqual(paths);
});

test('nothing is said where nodes are not known', () => {
  const findings = checkObjects([vm(gpus('x/gpu'))], { target: { kubevirt: '1.9' } });
  expect(findings.filter(({ code }) => code === 'PV450')).toEqual([]);
});

test('a device that the KubeVirt to be applied will offer is a warning, unless somebody else should offer it', () => {
  const kubevirt = (more: object): KubeObject => ({
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: 'kubevirt', namespace: 'kubevirt' },
    spec: {
      configuration: {
        permittedHostDevices: { pciHostDevices: [{ pciVendorSelector: '10DE:20B0', resourceName: 'x/gpu', ...more }] },
      },
    },
  });
  const severity = (more: object) => found([node('a', KVM)], vm(gpus('x/gpu')), kubevirt(more))[0]?.severity;
  expect(severity({})).toBe('warning');
  expect(severity({ externalResourceProvider: true })).toBe('error');
});
