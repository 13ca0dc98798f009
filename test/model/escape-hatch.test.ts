import type { KubeObject } from '../../src/kube/object';
import { leftOutOfVm } from '../../src/model/manifests/left-out-of-vm';
import { virtualMachine } from '../../src/model/manifests/virtual-machine';
import { merged } from '../../src/model/merge-spec';
import { platformContext } from '../../src/model/platform';
import type { VirtualMachineDeclaration } from '../../src/model/virtual-machine';

const PLATFORM = platformContext({
  name: 'edge',
  namespace: 'shop',
  target: { kubevirt: '1.9' },
  nodes: [{ pool: 'intel', architecture: 'amd64' }],
});

const VM: VirtualMachineDeclaration = {
  name: 'web',
  memory: '2Gi',
  cpu: { cores: 2 },
  disks: [
    { name: 'os', containerDisk: { image: 'x' } },
    { name: 'data', dataVolumeTemplate: { source: { blank: {} }, size: '1Gi' } },
  ],
  networks: [{ name: 'default', pod: {}, binding: 'masquerade' }],
};

const vmWith = (more: object): KubeObject => virtualMachine({ ...VM, ...more }, PLATFORM);
const saidOf = (more: object) =>
  leftOutOfVm({ ...VM, ...more }, PLATFORM).map(({ code, path, what }) => `${code} ${path}: ${what}`);
const inGuest = (spec: object) => ({ spec: { template: { spec } } });
const inDomain = (domain: object) => inGuest({ domain });

test.each<[what: string, base: unknown, over: unknown, expected: unknown]>([
  ['maps by key', { a: { b: 1, c: 2 } }, { a: { c: 3 } }, { a: { b: 1, c: 3 } }],
  ['null removes', { a: 1, b: { c: 1, d: 2 } }, { a: null, b: { c: null } }, { b: { d: 2 } }],
  ['null of what is not there is nothing', { a: 1 }, { b: null, c: { d: null } }, { a: 1, c: {} }],
  [
    'named things by name',
    [{ name: 'a', x: 1 }, { name: 'b' }],
    [{ name: 'b', y: 2 }],
    [
      { name: 'a', x: 1 },
      { name: 'b', y: 2 },
    ],
  ],
  ['a new name comes last', [{ name: 'a' }], [{ name: 'b' }], [{ name: 'a' }, { name: 'b' }]],
  [
    'all names set the order',
    [{ name: 'a', x: 1 }, { name: 'b' }],
    [{ name: 'b' }, { name: 'a' }],
    [{ name: 'b' }, { name: 'a', x: 1 }],
  ],
  [
    'some names leave the order',
    [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
    [{ name: 'c' }, { name: 'a' }],
    [{ name: 'a' }, { name: 'b' }, { name: 'c' }],
  ],
  [
    'templates by the name in their metadata',
    [{ metadata: { name: 'a' }, spec: { x: 1 } }],
    [{ metadata: { name: 'a' }, spec: { y: 2 } }],
    [{ metadata: { name: 'a' }, spec: { x: 1, y: 2 } }],
  ],
  ['a list without names replaces', [{ key: 'a' }], [{ key: 'b' }], [{ key: 'b' }]],
  ['a list of texts replaces', ['a', 'b'], ['c'], ['c']],
  ['null removes in what is added too', [], [{ name: 'a', x: null, y: [{ z: null }] }], [{ name: 'a', y: [{}] }]],
  ['an empty list changes nothing of named things', [{ name: 'a' }], [], [{ name: 'a' }]],
  ['a map instead of a value', 'efi', { efi: {} }, { efi: {} }],
  ['a value instead of a map', { efi: {} }, 'efi', 'efi'],
])('%s', (_what, base, over, expected) => {
  expect(merged(base, over)).toEqual(expected);
});

test('a key that every object has is a key like any other', () => {
  const laid = merged({ a: 1 }, JSON.parse('{"__proto__": {"b": 1}, "constructor": {"c": 2}}')) as object;
  expect(JSON.stringify(laid)).toBe('{"a":1,"__proto__":{"b":1},"constructor":{"c":2}}');
});

test.each<[what: string, more: object, said: string[]]>([
  [
    'a simple key',
    { evictionStrategy: 'None', ...inGuest({ evictionStrategy: 'LiveMigrate' }) },
    ['PV027 spec.template.spec.evictionStrategy: evictionStrategy sets something else'],
  ],
  [
    'a nested key',
    inDomain({ cpu: { cores: 4 } }),
    ['PV027 spec.template.spec.domain.cpu.cores: cpu.cores sets something else'],
  ],
  [
    'a size',
    inDomain({ memory: { guest: '4Gi' } }),
    ['PV027 spec.template.spec.domain.memory.guest: memory sets something else'],
  ],
  [
    'the volume of a disk, by its name',
    inGuest({ volumes: [{ name: 'os', containerDisk: { image: 'y' } }] }),
    ['PV027 spec.template.spec.volumes[os].containerDisk.image: disks[os].containerDisk.image sets something else'],
  ],
  [
    'a volume of the VM, by its name',
    {
      spec: {
        dataVolumeTemplates: [
          { metadata: { name: 'web-data' }, spec: { storage: { resources: { requests: { storage: '9Gi' } } } } },
        ],
      },
    },
    [
      'PV027 spec.dataVolumeTemplates[web-data].spec.storage.resources.requests.storage: disks[data].dataVolumeTemplate.size sets something else',
    ],
  ],
  [
    'a word that stands for a map',
    { firmware: { bootloader: 'efi' }, ...inDomain({ firmware: { bootloader: { efi: { secureBoot: true } } } }) },
    ['PV027 spec.template.spec.domain.firmware.bootloader.efi.secureBoot: firmware.bootloader sets something else'],
  ],
  [
    'a label of the template',
    { template: { labels: { a: 'b' } }, spec: { template: { metadata: { labels: { a: 'c' } } } } },
    ['PV027 spec.template.metadata.labels.a: template.labels.a sets something else'],
  ],
  [
    'a list without names',
    { tolerations: [{ key: 'a' }], ...inGuest({ tolerations: [{ key: 'b' }] }) },
    ['PV027 spec.template.spec.tolerations: tolerations sets something else'],
  ],
  ['what is removed', inDomain({ cpu: null }), ['PV027 spec.template.spec.domain.cpu: cpu sets something else']],
  [
    'what is removed with all around it',
    inDomain({ devices: null }),
    ['PV027 spec.template.spec.domain.devices: disks sets something else'],
  ],
  ['the whole template removed', { spec: { template: null } }, ['PV027 spec.template: disks sets something else']],
])('PV027: spec against %s', (_what, more, said) => {
  expect(saidOf(more)).toEqual(said);
});

test.each<[what: string, more: object]>([
  ['the bus of a disk', inDomain({ devices: { disks: [{ name: 'os', disk: { bus: 'scsi' } }] } })],
  ['a machine type', inDomain({ machine: { type: 'pc-q35-rhel9.4.0' } })],
  ['an identity', inDomain({ firmware: { uuid: 'a', serial: null } })],
  ['all of the firmware', inDomain({ firmware: null })],
  ['when it runs', { spec: { runStrategy: 'Halted' } }],
  ['an architecture', inGuest({ architecture: null })],
  ['what a key leaves to the cluster', { machineType: null, ...inDomain({ machine: { type: 'q35' } }) }],
  ['the same value', inDomain({ cpu: { cores: 2 } })],
  ['more than a key says', inDomain({ cpu: { maxSockets: 4 }, memory: { maxGuest: '8Gi' } })],
  [
    'more of a volume',
    { spec: { dataVolumeTemplates: [{ metadata: { name: 'web-data' }, spec: { priorityClassName: 'high' } }] } },
  ],
  ['one more disk', inDomain({ devices: { disks: [{ name: 'more', disk: {} }] } })],
  ['only the order', inDomain({ devices: { disks: [{ name: 'data' }, { name: 'os' }] } })],
  ['nothing there removed', inDomain({ clock: null })],
])('spec may say %s: no key sets something else', (_what, more) => {
  expect(saidOf(more)).toEqual([]);
});

test.each<[what: string, patch: object, said: string]>([
  [
    'add, around nothing',
    { op: 'add', path: '/metadata/labels/a', value: 'b' },
    '/metadata/labels/a does not apply: there is nothing around it',
  ],
  ['add, without a value', { op: 'add', path: '/spec/a' }, '/spec/a does not apply: it has no value'],
  [
    'add, beyond the list',
    { op: 'add', path: '/spec/template/spec/volumes/9', value: {} },
    '/spec/template/spec/volumes/9 does not apply: the list is shorter',
  ],
  [
    'add, by name',
    { op: 'add', path: '/spec/template/spec/volumes/os', value: {} },
    '/spec/template/spec/volumes/os does not apply: an item of a list is named by its position',
  ],
  ['remove', { op: 'remove', path: '/spec/nope' }, '/spec/nope does not apply: there is nothing there'],
  ['replace', { op: 'replace', path: '/spec/nope', value: 1 }, '/spec/nope does not apply: there is nothing there'],
  ['move', { op: 'move', from: '/spec/nope', path: '/spec/a' }, '/spec/a does not apply: there is nothing at from'],
  ['copy', { op: 'copy', from: '/spec/nope', path: '/spec/a' }, '/spec/a does not apply: there is nothing at from'],
  ['copy, from nowhere', { op: 'copy', path: '/spec/a' }, '/spec/a does not apply: it has no from'],
  [
    'test',
    { op: 'test', path: '/spec/runStrategy', value: 'Halted' },
    '/spec/runStrategy does not apply: what it tests for is not there',
  ],
  ['no slash', { op: 'add', path: 'spec', value: {} }, 'spec does not apply: a pointer begins with /'],
  [
    'the whole object',
    { op: 'replace', path: '', value: null },
    ' does not apply: what it leaves is no Kubernetes object',
  ],
  [
    'what makes it an object',
    { op: 'remove', path: '/metadata' },
    '/metadata does not apply: what it leaves is no Kubernetes object',
  ],
  [
    'a prototype',
    { op: 'add', path: '/__proto__/x', value: 1 },
    '/__proto__/x does not apply: it is no operation of JSON Patch',
  ],
  [
    'no operation',
    { op: 'put', path: '/spec/a', value: 1 },
    '/spec/a does not apply: it is no operation of JSON Patch',
  ],
])('PV028: %s', (_what, patch, said) => {
  const good = { op: 'add', path: '/spec/kept', value: true };
  expect(saidOf({ patches: [good, patch] })).toEqual([`PV028 patches[1]: the patch at ${said}`]);
  // The others are applied, so that all that is wrong is said at once.
  expect(vmWith({ patches: [patch, good] })).toEqual(vmWith({ patches: [good] }));
});

test.each<[patch: object, expected: object]>([
  [{ op: 'add', path: '/metadata/labels', value: { a: 'b' } }, { metadata: { labels: { a: 'b' } } }],
  [{ op: 'replace', path: '/spec/runStrategy', value: 'Halted' }, { spec: { runStrategy: 'Halted' } }],
  [{ op: 'copy', from: '/metadata/name', path: '/metadata/generateName' }, { metadata: { generateName: 'web' } }],
  [{ op: 'move', from: '/spec/runStrategy', path: '/spec/was' }, { spec: { was: 'Always' } }],
  [{ op: 'test', path: '/spec/runStrategy', value: 'Always' }, { spec: { runStrategy: 'Always' } }],
])('%j is applied last', (patch, expected) => {
  expect(vmWith({ patches: [patch] })).toMatchObject(expected);
  expect(saidOf({ patches: [patch] })).toEqual([]);
});

test('patches see what spec has laid over the keys', () => {
  const vm = vmWith({
    spec: { runStrategy: 'Manual' },
    patches: [
      { op: 'test', path: '/spec/runStrategy', value: 'Manual' },
      { op: 'remove', path: '/spec/runStrategy' },
    ],
  });
  expect(vm.spec).not.toHaveProperty('runStrategy');
});
