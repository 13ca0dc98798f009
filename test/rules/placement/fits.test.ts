import { check, NodeInventory, NodePool, place } from '../../../src/index';
import type { KubeObject } from '../../../src/kube/object';
import { kubevirtObject, kvmNodeObject, vmObject } from '../../objects';

interface Part {
  readonly labels?: Record<string, string>;
  readonly taints?: object[];
  readonly memory?: string;
  readonly unschedulable?: boolean;
}

const node = (name: string, { labels, taints = [], memory = '16Gi', unschedulable = false }: Part = {}) =>
  kvmNodeObject(name, memory, { labels: labels ?? {}, spec: { taints, unschedulable } });

const vm = (memory: string, spec: object = {}, name = 'web'): KubeObject =>
  vmObject(
    { architecture: 'amd64', domain: { memory: { guest: memory }, devices: {} }, ...spec },
    { metadata: { name, namespace: 'shop' } },
  );

const found = (objects: readonly KubeObject[], nodes: readonly object[]) =>
  check(objects, { nodes: NodeInventory.of(nodes) })
    .filter(({ code }) => /^PV(107|45|5)/.test(code))
    .map(({ code, severity, path, what, fix }) => ({ code, severity, path, what, fix }));

test('a VM that fits no node is told once, with what would be enough', () => {
  expect(found([vm('4Gi')], [node('a')])).toEqual([]);
  expect(found([vm('16Gi')], [node('a'), node('b', { memory: '8Gi' })])).toEqual([
    {
      code: 'PV502',
      severity: 'error',
      path: 'spec.template.spec.domain.memory.guest',
      what: 'its pod fits no node; kube-scheduler would say: 0/2 nodes are available: 2 Insufficient memory.',
      fix: expect.stringMatching(/^lower domain\.memory\.guest from 16Gi to \d+Mi \(then it fits a\)/),
    },
  ]);
});

test('the proposed memory is enough, and no more than it has to be', () => {
  const [finding] = found([vm('16Gi')], [node('a')]);
  const [, mebibytes] = /to (\d+)Mi/.exec(finding!.fix)!;
  expect(found([vm(`${mebibytes}Mi`)], [node('a')])).toEqual([]);
  expect(found([vm(`${Number(mebibytes) + 1}Mi`)], [node('a')])).toHaveLength(1);
});

/** Each makes a VM that fits no node of one that does. */
const UNFIT: readonly (readonly [string, object])[] = [
  ['memory', { domain: { memory: { guest: '64Gi' }, devices: {} } }],
  ['cores', { domain: { memory: { guest: '1Gi' }, cpu: { cores: 500 }, devices: {} } }],
  ['a request', { domain: { memory: { guest: '1Gi' }, resources: { requests: { memory: '64Gi' } }, devices: {} } }],
  ['a machine type', { domain: { memory: { guest: '1Gi' }, machine: { type: 'pc-q35-rhel6' }, devices: {} } }],
  ['a CPU model', { domain: { memory: { guest: '1Gi' }, cpu: { model: 'Nowhere' }, devices: {} } }],
  ['hugepages', { domain: { memory: { guest: '1Gi', hugepages: { pageSize: '1Gi' } }, devices: {} } }],
];

test.each(UNFIT)('VMs that fit say nothing of one that differs from them in %s', (_, spec) => {
  const nodes = [node('a')];
  const alone = found([vm('1Gi', spec, 'last')], nodes);
  expect(alone).toHaveLength(1);
  const others = [vm('1Gi', {}, 'a'), vm('2Gi', {}, 'b'), vm('1Gi', { hostname: 'c' }, 'c')];
  expect(found([...others, vm('1Gi', spec, 'last')], nodes)).toEqual(alone);
});

test('what is told already is not told again', () => {
  const codes = (object: KubeObject, nodes: object[]) => found([object], nodes).map(({ code }) => code);
  expect(codes(vm('1Gi', { nodeSelector: { rack: '7' } }), [node('a')])).toEqual(['PV501']);
  expect(codes(vm('1Gi', { architecture: 'arm64' }), [node('a')])).toEqual(['PV107']);
  const gpu = {
    domain: { memory: { guest: '1Gi' }, devices: { gpus: [{ name: 'g', deviceName: 'nvidia.com/A100' }] } },
  };
  expect(codes(vm('1Gi', gpu), [node('a')])).toEqual(['PV450']);
});

test('nodes in trouble are a warning, a taint for good is an error, a machine type that is nowhere too', () => {
  const severity = (object: KubeObject, nodes: object[]) =>
    found([object], nodes).map((each) => [each.code, each.severity]);
  expect(severity(vm('1Gi'), [node('a', { unschedulable: true })])).toEqual([['PV502', 'warning']]);
  const ill = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
  expect(severity(vm('1Gi'), [node('a', { taints: [ill] })])).toEqual([['PV502', 'warning']]);
  const taint = { key: 'dedicated', value: 'db', effect: 'NoSchedule' };
  expect(severity(vm('1Gi'), [node('a', { taints: [taint] })])).toEqual([['PV502', 'error']]);
  const typed = { domain: { machine: { type: 'pc-q35-rhel9.6.0' }, memory: { guest: '1Gi' }, devices: {} } };
  expect(severity(vm('1Gi', typed), [node('a')])).toEqual([['PV502', 'error']]);
});

test('VMs that are alike are judged once, and each is told', () => {
  const objects = ['a', 'b'].map((name) => vm('32Gi', {}, name));
  const [finding, ...more] = check(objects, { nodes: NodeInventory.of([node('n')]) }).filter(
    ({ code }) => code === 'PV502',
  );
  expect([finding?.what, more.length]).toEqual([expect.stringContaining('Insufficient memory'), expect.any(Number)]);
});

test('an export without anything of KubeVirt, or shortened, is taken to get it', () => {
  const bare = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'n', labels: { 'kubernetes.io/arch': 'amd64' } },
    status: { allocatable: { cpu: '8', memory: '16Gi' }, nodeInfo: { architecture: 'amd64' } },
  };
  const { workloads, assumed } = place([vm('4Gi'), vm('20Gi', {}, 'large')], { nodes: NodeInventory.of([bare]) });
  expect(workloads.map(({ name, fits }) => [name, fits])).toEqual([
    ['large', []],
    ['web', ['n']],
  ]);
  expect(assumed).toHaveLength(4);
});

test('place as a library: pools, a loss, and what is wrong with it', () => {
  const nodes = [
    NodePool.of('intel', { architecture: 'amd64', count: 2, zones: ['a', 'b'], cpu: 8, memory: '16Gi' }),
    NodePool.of('ampere', { architecture: 'arm64' }),
  ];
  const pinned = vm('4Gi', { nodeSelector: { 'topology.kubernetes.io/zone': 'a' } });
  const report = place([pinned, vm('4Gi', { architecture: 'arm64' }, 'arm')], { nodes, without: ['zone=a'] });
  expect(report.pending).toEqual([]);
  expect(report.workloads.map(({ name, fits, unknown }) => [name, fits, unknown.map(({ node: at }) => at)])).toEqual([
    ['arm', [], ['ampere-1']],
    ['web', ['intel-1'], []],
  ]);
  expect(report.without?.stranded).toEqual([{ kind: 'VirtualMachine', namespace: 'shop', name: 'web' }]);
  expect(() => place([pinned], { nodes, without: ['intel-3'] })).toThrow('did you mean "intel-1"?');
});

describe('clusters that come one after the other', () => {
  const codes = (nodes: readonly object[], others: readonly KubeObject[] = []) =>
    check([...others, vm('12Gi')], { nodes: NodeInventory.of(nodes) })
      .filter(({ code }) => code === 'PV502')
      .map(({ what }) => what.replace(/.*: 0/, '0'));
  const small = [node('a', { memory: '8Gi' })];

  test('differ in their nodes, and so in what is said of the same machine', () => {
    expect(codes([node('a')])).toEqual([]);
    expect(codes(small)).toEqual(['0/1 nodes are available: 1 Insufficient memory.']);
    expect(codes([node('a')])).toEqual([]);
    expect(codes([...small, node('b', { memory: '9Gi' })])).toEqual([
      '0/2 nodes are available: 2 Insufficient memory.',
    ]);
    expect(codes(small)).toEqual(['0/1 nodes are available: 1 Insufficient memory.']);
  });

  test('differ in their other objects', () => {
    const kubevirt = (ratio: number): KubeObject =>
      kubevirtObject({ configuration: { developerConfiguration: { memoryOvercommit: ratio } } });
    expect(codes(small, [kubevirt(100)])).toHaveLength(1);
    expect(codes(small, [kubevirt(200)])).toEqual([]);
    expect(codes(small, [kubevirt(100)])).toHaveLength(1);
  });
});
