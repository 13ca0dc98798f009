import { checkObjects } from '../../../src/cluster/judge/apply-rules';
import { check } from '../../../src/cluster/judge/library';
import type { KubeObject } from '../../../src/kube/object';
import { kubevirtObject, vmObject } from '../../objects';

const CONTEXT = { target: { kubevirt: '1.9' } };
/** With memory, without which no instance is created. */
const vm = (
  name: string,
  { domain, ...spec }: { readonly domain?: object; readonly [key: string]: unknown } = {},
): KubeObject =>
  vmObject({ domain: { devices: {}, memory: { guest: '1Gi' }, ...domain }, ...spec }, { metadata: { name } });

test('a second object with the same identity is an error, whatever its version', () => {
  const objects = [vm('a'), { ...vm('a'), apiVersion: 'kubevirt.io/v1alpha3' }, vm('b')];
  expect(checkObjects(objects, CONTEXT)).toMatchObject([{ code: 'PV801', object: { name: 'a' } }]);
});

test('a VM is judged as the instance that it will become', () => {
  const memory = { guest: '1Gi' };
  const spec = { architecture: 'arm64', domain: { cpu: { model: 'Haswell' }, devices: {}, memory } };
  expect(checkObjects([vm('a', spec)], CONTEXT)).toMatchObject([
    { code: 'PV105', path: 'spec.template.spec.domain.cpu.model' },
  ]);
  const instance: KubeObject = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: { name: 'a' },
    spec,
  };
  expect(checkObjects([instance], CONTEXT)).toMatchObject([{ code: 'PV105', path: 'spec.domain.cpu.model' }]);
});

test('what virt-api rejects around the template is told at its place', () => {
  const vmObject = vm('a');
  const templates = [
    {
      metadata: { name: 'os' },
      spec: { source: { blank: {} }, storage: { resources: { requests: { storage: '1Gi' } } } },
    },
  ];
  const object = { ...vmObject, spec: { ...(vmObject.spec as object), dataVolumeTemplates: templates } };
  expect(checkObjects([object], CONTEXT)).toMatchObject([
    { code: 'PV004', severity: 'error', path: 'spec.dataVolumeTemplates[os]' },
  ]);
});

test('what no instance type says is an error although the instance type was not found', () => {
  const vmObject = vm('a', { volumes: [{ name: 'os', dataVolume: {} }] });
  const object = { ...vmObject, spec: { ...(vmObject.spec as object), instancetype: { name: 'u1' } } };
  const found = checkObjects([object], CONTEXT).filter(({ code }) => code === 'PV004');
  expect(found).toMatchObject([{ severity: 'error', path: 'spec.template.spec.volumes[os].dataVolume.name' }]);
});

test('a bus that a preference may say makes what needs it a warning', () => {
  const disks = [{ name: 'os', disk: { pciAddress: '0000:81:01.0' } }];
  const vmObject = vm('a', {
    domain: { devices: { disks } },
    volumes: [{ name: 'os', emptyDisk: { capacity: '1Gi' } }],
  });
  const object = { ...vmObject, spec: { ...(vmObject.spec as object), preference: { name: 'ours' } } };
  const severities = (each: KubeObject) =>
    checkObjects([each], CONTEXT).flatMap(({ code, severity }) => (code === 'PV003' ? [severity] : []));
  expect(severities(vmObject)).toEqual(['error']);
  expect(severities(object)).toEqual(['warning']);
});

test('the KubeVirt among the objects says whether a bridge may be on the pod network', () => {
  const kubevirt = (network: object): KubeObject => kubevirtObject({ configuration: { network } });
  const codes = (network: object) => checkObjects([kubevirt(network), vm('a')], CONTEXT).map(({ code }) => code);
  expect(codes({})).toEqual([]);
  expect(codes({ permitBridgeInterfaceOnPodNetwork: false })).toEqual(['PV003']);
});

test('the KubeVirt among the objects says which machine types there are', () => {
  const spec = { architecture: 'amd64', domain: { machine: { type: 'q35' }, devices: {} } };
  const kubevirt: KubeObject = kubevirtObject({
    configuration: { architectureConfiguration: { amd64: { emulatedMachines: ['pc-*'] } } },
  });
  expect(checkObjects([vm('a', spec)], CONTEXT)).toEqual([]);
  expect(checkObjects([kubevirt, vm('a', spec)], CONTEXT).map(({ code }) => code)).toEqual(['PV108', 'PV105']);
});

test.each([
  [
    {
      apiVersion: 'example.com/v1',
      kind: 'VirtualMachine',
      metadata: { name: 'x' },
      spec: { template: { spec: { architecture: 'arm64' } } },
    },
  ],
  [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: {} }],
])('%j has nothing to say', (object) => {
  expect(checkObjects([object as KubeObject], CONTEXT)).toEqual([]);
});

test('the structure is that of the release', () => {
  const object = vm('a', { architecture: 'amd64', domain: { devices: { video: { type: 'vga' } }, cpus: 2 } });
  const found = (kubevirt: string) =>
    checkObjects([object], { target: { kubevirt } }).map(({ code, path }) => `${code} ${path}`);
  expect(found('1.9')).toEqual(['PV040 spec.template.spec.domain.cpus']);
  expect(found('1.5')).toEqual([
    'PV045 spec.template.spec.domain.devices.video',
    'PV040 spec.template.spec.domain.cpus',
  ]);
});

test('one MAC address on two cards is told, however it is written', () => {
  const card = (macAddress: string) => ({
    domain: { devices: { interfaces: [{ name: 'lan', bridge: {}, macAddress }] } },
    networks: [{ name: 'lan', multus: { networkName: 'lan' } }],
  });
  const objects = [
    vm('a', card('02:00:00:00:00:0A')),
    vm('b', card('02-00-00-00-00-0a')),
    vm('c', card('02:00:00:00:00:0b')),
  ];
  expect(checkObjects(objects, CONTEXT)).toMatchObject([
    {
      code: 'PV804',
      object: { name: 'b' },
      path: 'spec.template.spec.domain.devices.interfaces[lan].macAddress',
      what: '02:00:00:00:00:0a is also the MAC address of VirtualMachine a too',
    },
  ]);
});

test('as a library: objects in, findings out', () => {
  const broken = vm('a', { architecture: 'arm64', domain: { cpu: { model: 'Haswell' }, devices: {} } });
  expect(check([broken], { target: { kubevirt: '1.6' } }).map(({ code }) => code)).toEqual(['PV105']);
  expect(check([broken], { target: { kubevirt: '1.5' } })).toEqual([]);
  expect(check([], { target: { kubevirt: 'new' } }).map(({ code }) => code)).toEqual(['PV902']);
});

test.each<[string, object]>([
  ['amd64', { domain: { devices: { watchdog: { name: 'w', diag288: null } } } }],
  ['arm64', { domain: { firmware: { bootloader: { bios: null } }, devices: { watchdog: null, sound: null } } }],
  [
    'arm64',
    {
      domain: { launchSecurity: null, cpu: { numa: null }, devices: { disks: [{ name: 'a', cdrom: null }] } },
      volumes: [{ name: 'a', emptyDisk: { capacity: '1Gi' }, containerDisk: null }],
    },
  ],
  ['s390x', { domain: { cpu: { numa: null }, devices: { tpm: null, video: null } }, nodeSelector: null }],
  ['amd64', { nodeSelector: { 'kubernetes.io/arch': null } }],
])('on %s %j says nothing: null is as good as absent', (architecture, spec) => {
  expect(checkObjects([vm('a', { architecture, domain: { devices: {} }, ...spec })], CONTEXT)).toEqual([]);
});

test('an architecture that is null is left to the cluster', () => {
  expect(checkObjects([vm('a', { architecture: null })], CONTEXT)).toEqual([]);
});

test.each<[string, Record<string, unknown>]>([
  ['a volume', { volumes: [{ name: 'a', toString: {}, constructor: {} }] }],
  ['a label', { nodeSelector: { constructor: 'x' } }],
  ['an architecture', { architecture: 'constructor' }],
])('%s may be called like what every object of JavaScript has', (_, spec) => {
  const codes = checkObjects([vm('a', spec)], CONTEXT).map(({ code, fix }) => `${code} ${fix}`);
  expect(codes.join()).not.toContain('native code');
});

test.each<[unknown, string[]]>([
  [{ name: 123 }, ['metadata.name its name is 123, not a text']],
  [
    { name: ['a'], namespace: 1 },
    ['metadata.name its name is a list, not a text', 'metadata.namespace its namespace is 1, not a text'],
  ],
  [{ namespace: 'shop' }, ['metadata.name the object has no name']],
  [{ name: '', namespace: null }, ['metadata.name the object has no name']],
  [null, ['metadata.name the object has no name']],
  ['web', ['metadata.name the object has no name']],
  [undefined, ['metadata.name the object has no name']],
  [{ generateName: 'web-' }, []],
])('metadata: %j gives %j and holds up no other rule', (metadata, expected) => {
  const volumes = [{ name: 'a', persistentVolumeClaim: { claimName: 'a' } }];
  const interfaces = [{ name: 'a', macAddress: '02:00:00:00:00:01' }];
  const odd = { ...vm('a', { volumes, domain: { devices: { interfaces } } }), metadata } as KubeObject;
  const node = { apiVersion: 'v1', kind: 'Node', metadata } as unknown as KubeObject;
  const found = checkObjects([odd, node, { ...odd, kind: 'KubeVirt' }], { ...CONTEXT, existing: [odd, node] });
  const names = found.filter(({ code, object }) => code === 'PV002' && object?.kind === 'VirtualMachine');
  expect(names.map(({ path, what }) => `${path} ${what}`)).toEqual(expected);
});

describe('the library', () => {
  const told = (...objects: unknown[]) =>
    check(objects as KubeObject[], { existing: objects as KubeObject[] }).map(({ code, path }) => `${code} ${path}`);

  test.each<[unknown, string[]]>([
    [null, ['PV003 [0]']],
    ['text', ['PV003 [0]']],
    [{ kind: 'ConfigMap', metadata: { name: 'a' } }, ['PV003 [0]']],
    [{ apiVersion: 'v1', kind: 'ConfigMap' }, ['PV002 metadata.name']],
    [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: null }, ['PV002 metadata.name']],
  ])('%j gives %j', (object, expected) => {
    expect(told(object)).toEqual(expected);
  });

  test('a List is judged by what is in it', () => {
    const bios = vm('b', { architecture: 'arm64', domain: { devices: {}, firmware: { bootloader: { bios: {} } } } });
    expect(told({ apiVersion: 'v1', kind: 'List', items: [vm('a'), bios, null] })).toEqual([
      'PV003 [0].items[2]',
      'PV105 spec.template.spec.domain.firmware.bootloader.bios',
    ]);
  });
});

test('objects whose names are made up later do not overwrite each other', () => {
  const made = (kind: string, generateName: string) => ({ ...vm(''), kind, metadata: { generateName } }) as never;
  const objects = [made('VirtualMachine', 'a-'), made('VirtualMachine', 'a-'), made('VirtualMachine', 'b-')];
  expect(checkObjects(objects, CONTEXT)).toEqual([]);
});

describe('one MAC address', () => {
  const POD = { pod: {} };
  const nad = (networkName: string) => ({ multus: { networkName } });
  const card = (kind: string, name: string, network?: object, metadata: object = {}): KubeObject => {
    const interfaces = [{ name: 'a', macAddress: '02:00:00:00:00:01' }];
    const networks = network === undefined ? {} : { networks: [{ name: 'a', ...network }] };
    const spec = { domain: { devices: { interfaces } }, ...networks };
    const whole = kind === 'VirtualMachine' ? { runStrategy: 'Always', template: { spec } } : spec;
    return { apiVersion: 'kubevirt.io/v1', kind, metadata: { name, namespace: 'shop', ...metadata }, spec: whole };
  };
  const vm1 = (network?: object, metadata?: object) => card('VirtualMachine', 'web', network, metadata);
  const vm2 = (network?: object, metadata?: object) => card('VirtualMachine', 'db', network, metadata);

  test.each<[string, KubeObject[], number]>([
    ['of a VM and its instance', [vm1(POD), card('VirtualMachineInstance', 'web', POD)], 0],
    ['of these and another', [vm1(POD), card('VirtualMachineInstance', 'web', POD), vm2(POD)], 1],
    [
      'of an instance and its owner',
      [
        card('VirtualMachineInstance', 'x', POD, { ownerReferences: [{ kind: 'VirtualMachine', name: 'web' }] }),
        vm1(POD),
      ],
      0,
    ],
    [
      'of an instance of another namespace',
      [vm1(POD), card('VirtualMachineInstance', 'web', POD, { namespace: 'a' })],
      1,
    ],
    ['on the pod network', [vm1(POD), vm2(POD)], 1],
    ['on two networks', [vm1(POD), vm2(nad('blue'))], 0],
    ['on two more', [vm1(nad('red')), vm2(nad('blue'))], 0],
    ['on one, by its full name', [vm1(nad('blue')), vm2(nad('shop/blue'))], 1],
    ['on networks of two namespaces', [vm1(nad('blue')), vm2(nad('blue'), { namespace: 'mill' })], 0],
    ['on a network that is not said', [vm1(), vm2(nad('blue'))], 1],
    ['on another that is not said', [vm1(nad('blue')), vm2()], 1],
  ])('%s', (_, objects, count) => {
    expect(checkObjects(objects, CONTEXT).filter(({ code }) => code === 'PV804')).toHaveLength(count);
  });
});

test('a KubeVirt without metadata beside a HyperConverged holds up no rule', () => {
  const hco = { apiVersion: 'hco.kubevirt.io/v1beta1', kind: 'HyperConverged', metadata: { name: 'a' }, spec: {} };
  const kubevirt = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata: null, spec: {} } as never;
  const codes = checkObjects([hco, kubevirt], { target: { kubevirt: '1.9', hco: '1.17' } }).map(({ code }) => code);
  expect(codes).toEqual(expect.arrayContaining(['PV002', 'PV312']));
});
