import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9" }
  nodes:
  - { pool: control, architecture: amd64, role: control-plane }
  - { pool: intel, architecture: amd64, count: 2, zones: [a, b], cpu: 8, memory: 16Gi }
  - { pool: ampere, architecture: arm64, count: 1, zones: [b], cpu: 8, memory: 16Gi }
  kubevirt: { defaultArchitecture: amd64 }
  virtualMachines:
  - { name: web, namespace: shop, architecture: amd64, memory: 4Gi }
  - { name: small, namespace: shop, architecture: arm64, memory: 1Gi, nodeSelector: { topology.kubernetes.io/zone: b } }
`;

const VMS = ['web', 'db']
  .map(
    (name, i) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: ${name}, namespace: shop }
spec:
  runStrategy: Always
  template: { spec: { architecture: amd64, domain: { memory: { guest: ${i === 0 ? '2Gi' : '20Gi'} }, devices: {} } } }
`,
  )
  .join('---\n');

const NODES = ['n1', 'n2']
  .map(
    (name) => `apiVersion: v1
kind: Node
metadata: { name: ${name}, labels: { kubernetes.io/arch: amd64, kubevirt.io/schedulable: "true", kubernetes.io/hostname: ${name} } }
status: { allocatable: { cpu: "8", memory: 8Gi, pods: "10" }, nodeInfo: { architecture: amd64 } }
`,
  )
  .join('---\n');

const PODS = `apiVersion: v1
kind: Pod
metadata: { name: busy, namespace: other }
spec: { nodeName: n1, containers: [{ name: a, resources: { requests: { memory: 7Gi } } }] }
status: { phase: Running }
`;

const POOL = `apiVersion: cluster.k8s.io/v1alpha1
kind: MachineDeployment
metadata: { name: workers, namespace: kube-system }
spec:
  replicas: 2
  selector: { matchLabels: { pool: workers } }
  template:
    metadata: { labels: { pool: workers } }
    spec:
      versions: { kubelet: 1.34.1 }
      providerSpec:
        value:
          cloudProvider: kubevirt
          cloudProviderSpec:
            clusterName: c1
            virtualMachine: { template: { cpus: "2", memory: 5Gi, primaryDisk: { osImage: "http://x/y", size: 10Gi, storageClassName: fast } } }
`;

const folder = appFolder({
  'platform.yaml': PLATFORM,
  'vms.yaml': VMS,
  'nodes.yaml': NODES,
  'pods.yaml': PODS,
  'pool.yaml': POOL,
  'broken.yaml': 'a: [',
  'empty.yaml': '',
});
const run = (...args: string[]) => polyvirt(folder, ['place', ...args]);
const validate = new Ajv2020().compile(JSON.parse(readFileSync(join(ROOT, 'docs/schemas/place.schema.json'), 'utf8')));

async function json(...args: string[]) {
  const { code, stdout, stderr } = await run(...args, '--format', 'json');
  expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  const parsed = JSON.parse(stdout);
  expect(validate(parsed) ? [] : validate.errors).toEqual([]);
  return parsed;
}

test('a platform on its pools, as text, with why nowhere else', async () => {
  const { code, stdout, stderr } = await run('platform.yaml', '--without', 'ampere-1', '--migration');
  expect([code, stderr]).toEqual([0, '2 workloads on 4 nodes; pending forever: 0\n']);
  expect(stdout).toContain('its scores are not predicted');
  expect(stdout).toContain('shop/small  1/4   0        3    can run');
  expect(stdout).toContain(
    "  not on intel-1, intel-2: node(s) didn't match Pod's node affinity/selector (architecture arm64 is wanted, the node is amd64)",
  );
  expect(stdout).toContain('virt-handler does not run there');
  expect(stdout).toContain('Without ampere-1:\n  VirtualMachine shop/small has nowhere to go');
});

test('platforms below a folder, each with the manifests beside it', async () => {
  const platform = (name: string) => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  nodes: [{ pool: ${name}-pool, architecture: amd64, count: 1, cpu: 8, memory: 16Gi }]
  kubevirt: {}
  virtualMachines: [{ name: web, namespace: shop, architecture: amd64, memory: 2Gi }]
`;
  const vm = (name: string) =>
    `apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata: { name: ${name}, namespace: shop }\nspec: { runStrategy: Always, template: { spec: { architecture: amd64, domain: { memory: { guest: 2Gi }, devices: {} } } } }\n`;
  const around = join(appFolder(), 'work');
  writeFiles(around, {
    'infra/fra/polyvirt.yaml': platform('fra'),
    'infra/fra/vms/db.yaml': vm('db'),
    'infra/nyc/polyvirt.yaml': platform('nyc'),
  });
  const { code, stdout } = await polyvirt(around, ['place', '.', '--format', 'json']);
  expect(code).toBe(0);
  const told = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { cluster: string; workloads: { name: string; fits: string[] }[] })
    .flatMap(({ cluster, workloads }) =>
      workloads.map(({ name, fits }) => `${name} in ${cluster}: ${fits.join(', ')}`),
    );
  expect(told.sort()).toEqual(['db in fra: fra-pool-1', 'web in fra: fra-pool-1', 'web in nyc: nyc-pool-1']);
});

test('any YAML on exported nodes: shapes, the smallest change, what runs, packing', async () => {
  const alone = await json('vms.yaml', '--nodes', 'nodes.yaml');
  expect(alone).toMatchObject({
    mode: 'alone',
    pending: ['db'],
    workloads: [
      {
        name: 'db',
        rejects: [{ node: 'n1', reason: 'Insufficient memory', kind: 'memory' }, { node: 'n2' }],
        message: '0/2 nodes are available: 2 Insufficient memory.',
        change: { node: 'n1', changes: [{ on: 'machine', path: 'spec.template.spec.domain.memory.guest' }] },
      },
      { kind: 'VirtualMachine', namespace: 'shop', name: 'web', fits: ['n1', 'n2'], rejects: [] },
    ],
  });
  const busy = await json('vms.yaml', '--nodes', 'nodes.yaml', '--pods', 'pods.yaml', '--pack');
  expect(busy).toMatchObject({ mode: 'packed', workloads: [{ name: 'db' }, { name: 'web', placedOn: 'n2' }] });
  // The same of one stream with all of it; what has nothing to do with where a pod goes is no doubt about it.
  const stream = await json('vms.yaml', 'nodes.yaml', 'pods.yaml', '--pack');
  expect(stream.workloads).toMatchObject([{ name: 'db' }, { name: 'web', placedOn: 'n2' }]);
  expect(stream.workloads.flatMap(({ doubts }: { doubts: string[] }) => doubts).join()).not.toContain('image');
});

test('machines of a pool are counted one by one, and their surge is tried', async () => {
  const report = await json('pool.yaml', '--nodes', 'nodes.yaml', '--rollout', '--pack');
  expect(report.workloads.map((each: { name: string; placedOn: string }) => [each.name, each.placedOn])).toEqual([
    ['workers-1', 'n1'],
    ['workers-2', 'n2'],
  ]);
  expect(report.rollouts).toMatchObject([{ name: 'workers', replicas: 2, surge: 1, placed: 2, outcome: 'stuck' }]);
});

test('Markdown, SVG and HTML', async () => {
  const markdown = (await run('vms.yaml', '--nodes', 'nodes.yaml', '--format', 'markdown')).stdout;
  expect(markdown).toContain('| shop/db | 0/2 | 0 | 2 | PENDING |');
  expect(markdown).toContain('### Pending forever');
  expect((await run('vms.yaml', '--nodes', 'nodes.yaml', '--format', 'svg')).stdout).toMatch(/^<svg .*<\/svg>\n$/s);
  expect((await run('vms.yaml', '--nodes', 'nodes.yaml', '--format', 'html')).stdout).toMatch(
    /^<!doctype html>.*<\/html>\n$/s,
  );
});

test.each<[string, string[], number, string]>([
  ['something is pending', ['vms.yaml', '--nodes', 'nodes.yaml', '--fail'], 1, 'pending forever: 1'],
  ['no nodes are known', ['vms.yaml', '--no-platform'], 2, 'the nodes are not known'],
  ['nodes that are none', ['vms.yaml', '--nodes', 'vms.yaml'], 2, 'it contains no node, but 2 other objects'],
  ['nodes that are nothing', ['vms.yaml', '--nodes', 'empty.yaml'], 2, 'it contains no node'],
  ['pods that are no YAML', ['vms.yaml', '--nodes', 'nodes.yaml', '--pods', 'broken.yaml'], 2, 'PV030'],
  ['pods that are none', ['vms.yaml', '--nodes', 'nodes.yaml', '--pods', 'nodes.yaml'], 2, 'it contains no pod'],
  ['a node that is not there', ['vms.yaml', '--nodes', 'nodes.yaml', '--without', 'n3'], 2, 'did you mean "n1"?'],
  ['no VMs', ['nodes.yaml'], 2, 'there is no virtual machine in nodes.yaml'],
  ['a cluster that is not there', ['platform.yaml', '--only', 'egde'], 2, 'did you mean "edge"?'],
])('%s: exit code and a word about it', async (_name, args, code, word) => {
  const result = await run(...args);
  expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(word)]);
});

describe('a drain', () => {
  const vm = (name: string, spec: string) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: ${name}, namespace: shop }
spec:
  runStrategy: Always
  template: { spec: { architecture: amd64, ${spec} } }
---
`;
  const card = (binding: string) =>
    `domain: { memory: { guest: 1Gi }, cpu: { model: Skylake }, devices: { interfaces: [{ name: default, ${binding}: {} }] } }, networks: [{ name: default, pod: {} }]`;
  const objects = [
    'apiVersion: kubevirt.io/v1\nkind: KubeVirt\nmetadata: { name: kubevirt, namespace: kubevirt }\nspec: {}\n---\n',
    vm('moves', `evictionStrategy: LiveMigrate, ${card('masquerade')}`),
    vm('blocks', `evictionStrategy: LiveMigrate, ${card('bridge')}`),
    vm('stops', card('masquerade')),
    vm('waits', `evictionStrategy: External, ${card('masquerade')}`),
    vm(
      'open',
      `evictionStrategy: LiveMigrate, volumes: [{ name: os, persistentVolumeClaim: { claimName: os } }], ${card('masquerade')}`,
    ),
    vm('pinned', `evictionStrategy: LiveMigrate, nodeSelector: { kubernetes.io/hostname: n1 }, ${card('masquerade')}`),
  ];
  const nodes = NODES.replaceAll(
    'kubernetes.io/arch: amd64,',
    'kubernetes.io/arch: amd64, cpu-model.node.kubevirt.io/Skylake: "true", machine-type.node.kubevirt.io/q35: "true",',
  ).replaceAll(
    'pods: "10"',
    'pods: "10", devices.kubevirt.io/kvm: "10", devices.kubevirt.io/tun: "10", devices.kubevirt.io/vhost-net: "10"',
  );
  const drain = async (...args: string[]) => {
    const folder = appFolder({ 'vms.yaml': objects.join(''), 'nodes.yaml': nodes });
    return polyvirt(folder, ['place', 'vms.yaml', '--nodes', 'nodes.yaml', '--kubevirt', '1.9', ...args]);
  };

  test('says of each guest what becomes of it', async () => {
    const { code, stdout } = await drain('--drain', 'n1', '--format', 'json', '--fail');
    const report = JSON.parse(stdout);
    expect(validate(report)).toBe(true);
    expect(
      Object.fromEntries(
        report.drain.guests.map(({ name, outcome, to }: Record<string, unknown>) => [name, [outcome, to]]),
      ),
    ).toEqual({
      moves: ['migrates', ['n2']],
      blocks: ['blocks', []],
      stops: ['stops', ['n2']],
      waits: ['external', []],
      open: ['unknown', []],
      pinned: ['blocks', []],
    });
    expect(code).toBe(1);
  });

  test('says so in words, and knows that what is lost takes no guest', async () => {
    const { stdout } = await drain('--drain', 'n1', '--without', 'n2');
    expect(stdout).toContain('Drain of n1:');
    expect(stdout).toContain('VirtualMachine shop/blocks: stays, and the drain waits forever');
    expect(stdout).toContain(
      'VirtualMachine shop/moves, VirtualMachine shop/pinned: stays, and the drain waits forever',
    );
    expect(stdout).toContain('(no other node takes it)');
    expect(stdout).toContain('the access modes of the claim os, which was not found');
  });
});
