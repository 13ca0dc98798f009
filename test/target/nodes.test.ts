import type { KubeObject } from '../../src/kube/object';
import { readNodes } from '../../src/target/node';
import { checkNodes, NodeInventory, nodesOf } from '../../src/target/nodes';

const EXPORTED = {
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name: 'n1', labels: { 'kubernetes.io/arch': 'arm64', 'kubevirt.io/schedulable': 'true' } },
  spec: { taints: [{ key: 'dedicated', value: 'vm', effect: 'NoSchedule' }], unschedulable: true },
  status: {
    nodeInfo: { architecture: 'arm64' },
    allocatable: { cpu: '63500m', memory: '130Gi', 'devices.kubevirt.io/kvm': '1k' },
    conditions: [{ type: 'Ready', status: 'Unknown' }],
  },
} as unknown as KubeObject;

test('an exported node is what it shows', () => {
  expect(readNodes([EXPORTED])[0]).toEqual({
    name: 'n1',
    architecture: 'arm64',
    labels: { 'kubernetes.io/arch': 'arm64', 'kubevirt.io/schedulable': 'true' },
    taints: [{ key: 'dedicated', value: 'vm', effect: 'NoSchedule' }],
    unschedulable: true,
    ready: false,
    allocatable: { cpu: '63500m', memory: '130Gi', 'devices.kubevirt.io/kvm': '1k' },
    known: 'exported',
  });
});

test('a shortened export is read as far as it goes', () => {
  const bare = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n', labels: { 'kubernetes.io/arch': 's390x' } } };
  expect(readNodes([bare])[0]).toMatchObject({ architecture: 's390x', ready: true, taints: [], allocatable: {} });
  expect(readNodes([{ ...bare, metadata: { name: 'n' } }])[0]).toMatchObject({ architecture: '' });
});

test('a list, its items, and one node are inventories; what is no node is left out', () => {
  const pod = { ...EXPORTED, kind: 'Pod' };
  expect(NodeInventory.of({ kind: 'List', items: [EXPORTED, pod, null] }).nodes).toHaveLength(1);
  expect(NodeInventory.of([EXPORTED]).nodes).toHaveLength(1);
  expect(NodeInventory.of(EXPORTED).nodes).toHaveLength(1);
  expect(checkNodes(NodeInventory.of({ items: [] }))).toMatchObject([{ code: 'PV003', path: 'nodes' }]);
});

test('a node that an export has twice is one node', () => {
  const other = { ...EXPORTED, metadata: { name: 'n2' } };
  expect(NodeInventory.of([EXPORTED, other, EXPORTED]).nodes.map(({ name }) => name)).toEqual(['n1', 'n2']);
});

test('the nodes of a pool carry what Kubernetes and KubeVirt put on a healthy node', () => {
  const nodes = nodesOf([
    {
      pool: 'arm',
      architecture: 'arm64',
      count: 3,
      zones: ['a', 'b'],
      labels: { rack: '7' },
      cpu: 64,
      memory: '128Gi',
      devices: { 'nvidia.com/A100': 2 },
    },
    { pool: 'control', architecture: 'amd64', role: 'control-plane' },
  ]);
  expect(nodes.map(({ name, labels }) => [name, labels['topology.kubernetes.io/zone']])).toEqual([
    ['arm-1', 'a'],
    ['arm-2', 'b'],
    ['arm-3', 'a'],
    ['control-1', undefined],
  ]);
  expect(nodes[0]).toMatchObject({
    labels: { 'kubernetes.io/arch': 'arm64', 'kubevirt.io/schedulable': 'true', rack: '7' },
    allocatable: { cpu: '64', memory: '128Gi', 'nvidia.com/A100': '2' },
    known: 'declared',
  });
  expect(nodes[3]!.labels).not.toHaveProperty('kubevirt.io/schedulable');
});
