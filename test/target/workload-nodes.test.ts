import type { ClusterNode } from '../../src/target/node';
import { poolNodes } from '../../src/target/node-pool';
import { workloadNodes } from '../../src/target/nodes';
import { exportedNode as node } from '../node';

const WORKER = { 'node-role.kubernetes.io/worker': '' };
const MASTER = { 'node-role.kubernetes.io/master': '' };
const CONTROL_PLANE = { 'node-role.kubernetes.io/control-plane': '' };

const MIXED = [
  node('c1', 'amd64', CONTROL_PLANE),
  node('a1', 'amd64', { ...WORKER, zone: 'x' }),
  node('b1', 'arm64', { ...WORKER, rack: '7' }),
  node('b2', 'arm64', WORKER),
];

const required = (...nodeSelectorTerms: object[]) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const expression = (key: string, operator: string, ...values: string[]) => ({
  matchExpressions: [{ key, operator, ...(values.length === 0 ? {} : { values }) }],
});

test.each<[string, object | undefined, string[]]>([
  ['nobody places workloads: the label of workers', undefined, ['a1', 'b1', 'b2']],
  ['an empty placement asks nothing', { nodeSelector: {} }, ['a1', 'b1', 'b2']],
  ['tolerations ask nothing', { tolerations: [{ operator: 'Exists' }] }, ['a1', 'b1', 'b2']],
  [
    'preferences ask nothing',
    { affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } } },
    ['a1', 'b1', 'b2'],
  ],
  ['a selector, with the control plane', { nodeSelector: { 'kubernetes.io/arch': 'amd64' } }, ['c1', 'a1']],
  ['In', required(expression('kubernetes.io/arch', 'In', 'arm64')), ['b1', 'b2']],
  ['NotIn holds without the label', required(expression('zone', 'NotIn', 'x')), ['c1', 'b1', 'b2']],
  ['Exists', required(expression('rack', 'Exists')), ['b1']],
  ['DoesNotExist', required(expression('rack', 'DoesNotExist')), ['c1', 'a1', 'b2']],
  ['Gt', required(expression('rack', 'Gt', '6')), ['b1']],
  ['Lt', required(expression('rack', 'Lt', '7')), []],
  ['Gt of no number', required(expression('zone', 'Gt', '6')), []],
  ['any of the terms', required(expression('rack', 'Exists'), expression('zone', 'Exists')), ['a1', 'b1']],
  ['an empty term matches nothing', required({}), []],
  ['no term matches nothing', required(), []],
  ['a name', required({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b2'] }] }), ['b2']],
  ['an operator that does not exist', required(expression('rack', 'Is', '7')), []],
  [
    'selector and affinity',
    { nodeSelector: { zone: 'x' }, ...required(expression('kubernetes.io/arch', 'In', 'arm64')) },
    [],
  ],
])('%s', (_name, placement, names) => {
  const found = workloadNodes(MIXED, placement as Record<string, unknown> | undefined);
  expect(found?.nodes.map(({ name }) => name)).toEqual(names);
});

test('architectures are sorted, and come from what the node tells, not from its label', () => {
  const nodes = [
    node('b', 's390x', { ...WORKER, 'kubernetes.io/arch': 'amd64' }),
    node('a', 'arm64', WORKER),
    node('x', '', WORKER),
    node('m', 'ppc64le', MASTER),
  ];
  expect(workloadNodes(nodes, undefined)).toMatchObject({
    workloads: ['arm64', 's390x'],
    controlPlane: ['ppc64le'],
    byPlacement: false,
  });
});

test('a cordoned, tainted or sick node counts', () => {
  const sick = node('b', 'arm64', WORKER, {
    unschedulable: true,
    ready: false,
    taints: [{ key: 'x', effect: 'NoSchedule' }],
  });
  expect(workloadNodes([sick], undefined)?.workloads).toEqual(['arm64']);
});

test('kubeadm labels no workers: the list is empty', () => {
  expect(workloadNodes([node('c', 'amd64', CONTROL_PLANE), node('w', 'amd64')], undefined)?.workloads).toEqual([]);
});

test('a compact node is both; neither an arbiter nor the label of HyperShift makes a control plane', () => {
  const compact = workloadNodes([node('n', 'amd64', { ...WORKER, ...MASTER })], undefined);
  expect(compact).toMatchObject({ workloads: ['amd64'], controlPlane: ['amd64'] });
  const others = [
    node('a', 'amd64', { 'node-role.kubernetes.io/arbiter': '' }),
    node('h', 'arm64', { 'node-role.kubevirt.io/control-plane': '' }),
  ];
  expect(workloadNodes(others, undefined)?.controlPlane).toEqual([]);
});

test.each<[string, ClusterNode[], string | undefined]>([
  ['that of the control plane where workers have it', MIXED, 'amd64'],
  ['else that of most workers', [node('c', 's390x', CONTROL_PLANE), ...MIXED.slice(1)], 'arm64'],
  ['the first by name in a tie', [node('b', 'arm64', WORKER), node('a', 'amd64', WORKER)], 'amd64'],
  ['nothing without workers', [node('c', 'amd64', CONTROL_PLANE)], undefined],
])('the default architecture is %s', (_name, nodes, expected) => {
  expect(workloadNodes(nodes, undefined)?.defaultArchitecture).toBe(expected);
});

test('without nodes, and for a label that no declared pool has, the answer is unknown', () => {
  const pools = poolNodes({ pool: 'p', architecture: 'amd64', labels: { tier: 'gold' } });
  expect(workloadNodes(undefined, undefined)).toBeUndefined();
  expect(workloadNodes(pools, { nodeSelector: { disk: 'ssd' } })).toBeUndefined();
  expect(workloadNodes(pools, { nodeSelector: { tier: 'gold' } })?.workloads).toEqual(['amd64']);
  expect(workloadNodes(pools, { nodeSelector: { tier: 'iron' } })?.workloads).toEqual([]);
});
