import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../src/kube/object';
import type { PlatformContext } from '../../src/model/context';
import { leftOutOfInstance, leftOutOfVm } from '../../src/model/manifests/left-out-of-vm';
import type { VirtualMachineDeclaration } from '../../src/model/virtual-machine';
import { findingsOfVm } from '../declared';
import { node } from '../node';
import { vmObject } from '../objects';

const ARM = node({ pool: 'a', architecture: 'arm64' });
const PLATFORM: PlatformContext = { name: 'p', target: { kubevirt: '1.9', cdi: '1.66' }, nodes: [ARM], requested: [] };
const VM = { name: 'web', memory: '4Gi' };
const os = { name: 'os', containerDisk: { image: 'example.com/os' } };

const found = (part: object, platform: Partial<PlatformContext> = {}, asked = 'error') =>
  [
    ...new Set(
      findingsOfVm({ ...VM, ...part } as VirtualMachineDeclaration, { ...PLATFORM, ...platform })
        .filter(({ severity }) => severity === asked)
        .map(({ code, path }) => `${code} ${path}`),
    ),
  ].sort();

test.each<[string, object, string[]]>([
  ['a good one', { disks: [os], networks: [{ name: 'default', pod: {}, binding: 'masquerade' }] }, []],
  ['an unknown architecture', { architecture: 'arm46' }, ['PV101 architecture']],
  ['an architecture without nodes', { architecture: 's390x' }, ['PV107 architecture']],
  ['a bad name', { name: 'Web_1' }, ['PV002 name']],
  ['a bad namespace', { namespace: 'a.b' }, ['PV002 namespace']],
  ['a malformed quantity', { memory: '4GB' }, ['PV042 memory']],
  ['no memory', { memory: undefined }, ['PV004 memory']],
  ['memory beside an instancetype', { instancetype: { name: 'u1' } }, ['PV111 memory']],
  ['cores beside one', { memory: undefined, cpu: { cores: 2 }, instancetype: { name: 'u1' } }, ['PV111 cpu.cores']],
  ['an instancetype alone', { memory: undefined, instancetype: { name: 'u1' } }, []],
  ['half a core', { cpu: { cores: 0.5 } }, ['PV041 cpu.cores']],
  ['a watchdog on arm64', { watchdog: 'reset' }, ['PV105 watchdog']],
  ['two disks of one name', { disks: [os, os] }, ['PV802 disks[1].name']],
  [
    'a disk with the name of the cloud-init disk',
    { disks: [{ ...os, name: 'cloudinit' }], cloudInit: { type: 'noCloud', userData: 'x' } },
    ['PV802 disks[1].name'],
  ],
  [
    'one boot order twice',
    {
      disks: [
        { ...os, bootOrder: 1 },
        { ...os, name: 'b', bootOrder: 1 },
      ],
    },
    ['PV802 disks[b].bootOrder'],
  ],
  ['a disk with a bad name', { disks: [{ ...os, name: 'os.1' }] }, ['PV002 disks[0].name']],
  [
    'an empty disk of no size',
    { disks: [{ name: 'e', emptyDisk: { capacity: '50 G' } }] },
    ['PV042 disks[e].emptyDisk.capacity'],
  ],
  ['a clone of no size', { disks: [{ name: 'r', dataVolumeTemplate: { source: { sourceRef: { name: 'x' } } } }] }, []],
  [
    'two pod networks',
    {
      networks: [
        { name: 'a', pod: {}, binding: 'masquerade' },
        { name: 'b', pod: {}, binding: 'bridge' },
      ],
    },
    ['PV802 networks'],
  ],
  [
    'a bad MAC address',
    { networks: [{ name: 'a', pod: {}, binding: 'bridge', macAddress: '02:00' }] },
    ['PV003 networks[a].macAddress'],
  ],
  ['empty cloud-init', { cloudInit: { type: 'noCloud' } }, ['PV004 cloudInit']],
  ['cloud-init twice', { cloudInit: { type: 'noCloud', userData: 'a', userDataSecret: 'b' } }, ['PV802 cloudInit']],
  ['a long cloud-init', { cloudInit: { type: 'noCloud', userData: 'x'.repeat(2049) } }, ['PV003 cloudInit.userData']],
  ['a bad host name', { hostname: 'Bad_Host' }, ['PV002 hostname']],
  ['a disk with a blank in its serial', { disks: [{ ...os, serial: 'a b' }] }, ['PV003 disks[os].serial']],
  ['a machine with a blank in its serial', { firmware: { serial: 'a b' } }, []],
  ['a shrinking guest', { cpu: { sockets: 4, maxSockets: 2 } }, ['PV001 cpu.maxSockets']],
  [
    'a port beyond',
    { networks: [{ name: 'a', pod: {}, binding: 'masquerade', ports: [{ port: 70000 }] }] },
    ['PV003 networks[a].ports[0].port'],
  ],
  [
    'nodes of a zone that is two',
    { placement: { hard: [{ zones: ['a'] }, { zones: ['b'] }] } },
    ['PV513 placement.hard[1]'],
  ],
  [
    'nodes of a zone that is another than selected',
    { nodeSelector: { z: 'a' }, placement: { hard: [{ key: 'z', values: ['b'] }] } },
    ['PV513 placement.hard[0]'],
  ],
  [
    'the company of those that it avoids',
    {
      placement: {
        apart: [{ type: 'hard', labels: { app: 'db' } }],
        together: [{ type: 'hard', labels: { app: 'db' } }],
      },
    },
    // None of them is known either.
    ['PV502 placement.together', 'PV513 placement.apart[0]'],
  ],
  ['nodes of another architecture', { placement: { hard: [{ architectures: ['amd64'] }] } }, ['PV513 placement.hard']],
  ['the company of nobody', { placement: { apart: [{ type: 'soft' }] } }, ['PV511 placement.apart[0].labels']],
  [
    'the company of no labels',
    { placement: { spread: [{ type: 'soft', labels: {} }] } },
    ['PV511 placement.spread[0].labels'],
  ],
  ['nodes by two names', { placement: { hard: [{ key: 'a', zones: ['b'] }] } }, ['PV512 placement.hard[0]']],
  ['a weight beyond', { placement: { soft: [{ key: 'a', weight: 101 }] } }, ['PV512 placement.soft[0].weight']],
  ['a value that is none', { placement: { soft: [{ key: 'a', values: ['-x'] }] } }, ['PV516 placement.soft[0].values']],
  [
    'labels that are none',
    { labels: { 'a b': 'c', ok: '-' }, nodeSelector: { n: 5 } },
    ['PV003 labels["a b"]', 'PV003 labels.ok', 'PV041 nodeSelector.n'],
  ],
  [
    'several at once',
    { name: 'Web', memory: 'x', architecture: 'y' },
    ['PV002 name', 'PV101 architecture', 'PV042 memory'],
  ],
])('%s: %j gives %j', (_name, part, expected) => {
  expect(found(part)).toEqual([...expected].sort());
});

// virt-api takes them; an error is what a cluster rejects.
test.each<[string, object, string]>([
  ['no UUID', { firmware: { uuid: 'abc' } }, 'PV003 firmware.uuid'],
  ['eight bytes', { memory: '8' }, 'PV001 memory'],
  [
    'an import of no size',
    { disks: [{ name: 'r', dataVolumeTemplate: { source: { registry: { url: 'docker://x' } } } }] },
    'PV004 disks[r].dataVolumeTemplate.size',
  ],
])('%s: %j warns of %s', (_name, part, expected) => {
  expect(found(part)).toEqual([]);
  expect(found(part, {}, 'warning')).toContain(expected);
});

test('a watchdog needs to know the architecture', () => {
  const open = { name: 'p', target: { kubevirt: '1.9' }, requested: [] };
  expect(leftOutOfVm({ ...VM, watchdog: 'reset' }, open).map(({ code }) => code)).toEqual(['PV004']);
});

test('a watchdog that came later is left out, and said once', () => {
  const old = { target: { kubevirt: '1.4' }, nodes: [node({ pool: 'z', architecture: 's390x' })] };
  expect(found({ watchdog: 'reset' }, old)).toEqual(['PV105 watchdog']);
});

test('nothing rejects negative patience, and it is none', () => {
  const all = findingsOfVm({ ...VM, terminationGracePeriodSeconds: -4 }, PLATFORM);
  expect(all).toMatchObject([{ code: 'PV003', severity: 'warning', path: 'terminationGracePeriodSeconds' }]);
});

test('what KubeVirt’s placement keeps from the workers counts', () => {
  const nodes = [ARM, node({ pool: 'x', architecture: 'amd64' })];
  const kubevirt = { workloads: { architecture: 'amd64' as const }, defaultArchitecture: 'amd64' as const };
  expect(found({ architecture: 'arm64' }, { nodes, kubevirt })).toEqual(['PV107 architecture']);
});

test.each<[object, string[]]>([
  [{ kubevirt: '1.6.3' }, ['PV907 disks[r].dataVolumeTemplate.source.registry.architecture']],
  [{ kubevirt: '1.6.4' }, []],
  [{ kubevirt: '1.6' }, []],
  [{ kubevirt: '1.7' }, []],
])('the architecture of an own import on %j gives %j', (target, expected) => {
  const disks = [
    {
      name: 'r',
      dataVolumeTemplate: { size: '1Gi', source: { registry: { url: 'docker://x', architecture: 'arm64' } } },
    },
  ];
  expect(found({ disks }, { target: target as PlatformContext['target'] })).toEqual(expected);
});

const plain = (spec: object): KubeObject =>
  vmObject(
    { domain: { memory: { guest: '1Gi' }, devices: {} }, ...spec },
    { metadata: { name: 'web' }, runStrategy: 'Halted' },
  );

test('an architecture that is left open is a warning, where the cluster could be of several', () => {
  const said = findingsOfVm(VM, { name: 'p', target: { kubevirt: '1.9' }, requested: [] });
  expect(said).toMatchObject([{ code: 'PV102', severity: 'warning', path: 'architecture' }]);
  const codes = (context: object, ...others: KubeObject[]) =>
    checkObjects([plain({}), ...others], { target: { kubevirt: '1.9' }, ...context }).map(({ code }) => code);
  expect(codes({})).toEqual([]);
  expect(codes({ nodes: [ARM] })).toEqual([]);
  expect(codes({ nodes: [ARM, node({ pool: 'x', architecture: 'amd64' })] })).toEqual(['PV102']);
});

test('since 1.9 a gate lets nodes emulate another architecture', () => {
  const kubevirt = { featureGates: ['CrossArchitectureVirtualization'] };
  expect(leftOutOfVm({ ...VM, architecture: 'amd64' }, { ...PLATFORM, kubevirt })).toEqual([]);
  expect(found({ architecture: 'amd64' }, { kubevirt, target: { kubevirt: '1.8' } })).toEqual(['PV107 architecture']);
});

test('an instance of its own has no volumes of its own', () => {
  const disks = [{ name: 'r', dataVolumeTemplate: { source: { sourceRef: { name: 'x' } } } }];
  expect(leftOutOfInstance({ ...VM, disks }, PLATFORM).map(({ code }) => code)).toEqual(['PV003']);
});

test('every finding has the four parts', () => {
  const all = findingsOfVm({ name: 'X', memory: 'x', architecture: 'y' as 'amd64', disks: [os, os] }, PLATFORM);
  for (const { what, why, fix, path } of all) {
    expect([what, why, fix, path].every((part) => typeof part === 'string' && part.length > 0)).toBe(true);
  }
});
