import type { CheckContext } from '../../src/cluster/cluster-view';
import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../src/kube/object';
import { node } from '../node';
import { kubevirtObject, vmObject } from '../objects';
import { processorMs } from '../processor-time';

const kubevirt = (developerConfiguration: object, configuration: object = {}, rest: object = {}): KubeObject =>
  kubevirtObject({ configuration: { developerConfiguration, ...configuration }, ...rest });

const vm = (name: string, spec: object, template: object = {}): KubeObject =>
  vmObject(spec, { metadata: { name, namespace: 'shop' }, template });

const object = (apiVersion: string, kind: string, spec: object): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'x' },
  spec,
});

const found = (objects: KubeObject[], release = '1.9', context: Partial<CheckContext> = {}) =>
  checkObjects(objects, { target: { kubevirt: release }, ...context }).filter(({ code }) => ABOUT_GATES.test(code));

/** The other rules have something to say about these sketches of objects too. */
const ABOUT_GATES = /^PV(2|909|910)/;

const said = (objects: KubeObject[], release?: string, context?: Partial<CheckContext>) =>
  found(objects, release, context).map(({ code, severity }) => `${code} ${severity}`);

test.each<[object, string, string[]]>([
  [{ featureGates: ['HostDisk'] }, '1.9', []],
  [{ featureGates: ['LiveMigration'] }, '1.9', ['PV201 info']],
  [{ featureGates: ['Snapshot'] }, '1.9', ['PV201 info']],
  [{ featureGates: ['Snapshot'] }, '1.8', []],
  [{ featureGates: ['MultiArchitecture'] }, '1.8', ['PV201 info']],
  [{ featureGates: ['Hostdisk'] }, '1.9', ['PV202 error']],
  [{ featureGates: ['Snapshots'] }, '1.3', ['PV202 error']],
  [{ featureGates: ['SomethingElseEntirely'] }, '1.9', ['PV202 warning']],
  [{ featureGates: ['HotplugVolumes'] }, '1.9', ['PV203 warning']],
  [{ featureGates: ['Macvtap'] }, '1.3', ['PV204 warning']],
  [{ featureGates: ['ObjectGraph'] }, '1.5', ['PV205 warning']],
  [{ featureGates: ['ObjectGraph'] }, '1.6', []],
  [{ featureGates: ['PersistentReservation'] }, '1.9', []],
  [{ disabledFeatureGates: ['VMExport'] }, '1.9', ['PV206 error']],
  [{ disabledFeatureGates: ['ImageVolume'] }, '1.9', []],
  [{ disabledFeatureGates: ['ImageVolume'] }, '1.8', []],
  [{ disabledFeatureGates: ['CPUManager'] }, '1.9', ['PV201 info']],
  [{ disabledFeatureGates: ['Imagevolume'] }, '1.9', ['PV202 error']],
  [{ disabledFeatureGates: ['Imagevolume'] }, '1.7', []],
  [{ featureGates: ['Snapshot'], disabledFeatureGates: ['Snapshot'] }, '1.9', ['PV207 error']],
  [{ featureGates: ['Snapshot'], disabledFeatureGates: ['Snapshot'] }, '1.7', []],
  [{ featureGates: 'HostDisk', disabledFeatureGates: [1, null] }, '1.9', []],
])('%j in KubeVirt %s gives %j', (lists, release, expected) => {
  expect(said([kubevirt(lists)], release)).toEqual(expected);
});

test('a misspelt gate names the right one, case included', () => {
  const [finding] = found([kubevirt({ featureGates: ['livemigration'] })], '1.9');
  expect(finding).toMatchObject({
    path: 'spec.configuration.developerConfiguration.featureGates[0]',
    what: 'KubeVirt 1.9 has no feature gate "livemigration": names are case-sensitive',
    fix: 'did you mean "LiveMigration"?',
  });
});

test('a gate of your own build is known by its stage', () => {
  const objects = [kubevirt({ featureGates: ['OfOurOwn'] })];
  expect(said(objects)).toEqual(['PV202 warning']);
  expect(said(objects, '1.9', { supportByArch: { OfOurOwn: { stage: 'Alpha' } } })).toEqual([]);
});

const VOLUME = { volumes: [{ name: 'fs', persistentVolumeClaim: { claimName: 'x' } }] };

/** Each row of the table of fields: what needs a gate, and where it begins and ends. */
test.each<[string, object, string, string, string[]]>([
  ['HostDisk', { volumes: [{ name: 'a', hostDisk: { path: '/x' } }] }, '1.3', 'error', ['volumes[0].hostDisk']],
  [
    'HostDevices',
    { domain: { devices: { hostDevices: [{ name: 'a', deviceName: 'b' }] } } },
    '1.9',
    'error',
    ['domain.devices.hostDevices'],
  ],
  [
    'DownwardMetrics',
    { volumes: [{ name: 'a', downwardMetrics: {} }] },
    '1.9',
    'error',
    ['volumes[0].downwardMetrics'],
  ],
  [
    'DownwardMetrics',
    { domain: { devices: { downwardMetrics: {} } } },
    '1.9',
    'error',
    ['domain.devices.downwardMetrics'],
  ],
  [
    'NUMA',
    { domain: { cpu: { numa: { guestMappingPassthrough: {} } } } },
    '1.3',
    'error',
    ['domain.cpu.numa.guestMappingPassthrough'],
  ],
  ['VSOCK', { domain: { devices: { autoattachVSOCK: true } } }, '1.9', 'error', ['domain.devices.autoattachVSOCK']],
  [
    'PersistentReservation',
    { domain: { devices: { disks: [{ name: 'a', lun: { reservation: true } }] } }, volumes: [{ name: 'a' }] },
    '1.9',
    'error',
    ['domain.devices.disks[0].lun.reservation'],
  ],
  ['WorkloadEncryptionSEV', { domain: { launchSecurity: { sev: {} } } }, '1.8', 'error', ['domain.launchSecurity.sev']],
  ['WorkloadEncryptionSEV', { domain: { launchSecurity: { sev: {} } } }, '1.6', 'error', ['domain.launchSecurity.sev']],
  ['WorkloadEncryptionSEV', { domain: { launchSecurity: { sev: {} } } }, '1.5', 'error', ['domain.launchSecurity']],
  ['WorkloadEncryptionSEV', { domain: { launchSecurity: { snp: {} } } }, '1.7', 'error', ['domain.launchSecurity.snp']],
  ['WorkloadEncryptionTDX', { domain: { launchSecurity: { tdx: {} } } }, '1.9', 'error', ['domain.launchSecurity.tdx']],
  [
    'SecureExecution',
    { architecture: 's390x', domain: { launchSecurity: {} } },
    '1.8',
    'error',
    ['domain.launchSecurity'],
  ],
  [
    'EnableVirtioFsStorageVolumes',
    { ...VOLUME, domain: { devices: { filesystems: [{ name: 'fs' }] } } },
    '1.9',
    'error',
    ['domain.devices.filesystems[0]'],
  ],
  [
    'EnableVirtioFsConfigVolumes',
    { volumes: [{ name: 'fs', configMap: {} }], domain: { devices: { filesystems: [{ name: 'fs' }] } } },
    '1.7',
    'error',
    ['domain.devices.filesystems[0]'],
  ],
  [
    'ExperimentalVirtiofsSupport',
    { ...VOLUME, domain: { devices: { filesystems: [{ name: 'fs' }] } } },
    '1.4',
    'error',
    ['domain.devices.filesystems'],
  ],
  [
    'VMPersistentState',
    { domain: { devices: { tpm: { persistent: true } } } },
    '1.5',
    'error',
    ['domain.devices.tpm.persistent'],
  ],
  [
    'VMPersistentState',
    { domain: { firmware: { bootloader: { efi: { persistent: true } } } } },
    '1.5',
    'error',
    ['domain.firmware.bootloader.efi.persistent'],
  ],
  ['VideoConfig', { domain: { devices: { video: { type: 'virtio' } } } }, '1.8', 'error', ['domain.devices.video']],
  [
    'PanicDevices',
    { domain: { devices: { panicDevices: [{ model: 'isa' }] } } },
    '1.8',
    'error',
    ['domain.devices.panicDevices[0]'],
  ],
  [
    'DeclarativeHotplugVolumes',
    { domain: { devices: { disks: [{ name: 'tray', cdrom: {} }] } } },
    '1.8',
    'error',
    ['domain.devices.disks[0]'],
  ],
  [
    'GPUsWithDRA',
    { domain: { devices: { gpus: [{ name: 'g', claimName: 'c', requestName: 'r' }] } } },
    '1.8',
    'error',
    ['domain.devices.gpus[0]'],
  ],
  [
    'NetworkDevicesWithDRA',
    { networks: [{ name: 'n', resourceClaim: {} }] },
    '1.9',
    'error',
    ['networks[0].resourceClaim'],
  ],
  [
    'PasstBinding',
    { domain: { devices: { interfaces: [{ name: 'n', passtBinding: {} }] } } },
    '1.8',
    'error',
    ['domain.devices.interfaces[0].passtBinding'],
  ],
  [
    'PortRangesSpec',
    { domain: { devices: { interfaces: [{ name: 'n', portRanges: [{}] }] } } },
    '1.9',
    'error',
    ['domain.devices.interfaces[0].portRanges'],
  ],
  ['RebootPolicy', { domain: { rebootPolicy: 'Reboot' } }, '1.8', 'error', ['domain.rebootPolicy']],
  [
    'ReservedOverheadMemlock',
    { domain: { memory: { reservedOverhead: {} } } },
    '1.8',
    'error',
    ['domain.memory.reservedOverhead'],
  ],
  [
    'ContainerPathVolumes',
    { volumes: [{ name: 'a', containerPath: {} }] },
    '1.9',
    'warning',
    ['volumes[0].containerPath'],
  ],
  [
    'CPUManager',
    { domain: { cpu: { dedicatedCpuPlacement: true } } },
    '1.9',
    'warning',
    ['domain.cpu.dedicatedCpuPlacement'],
  ],
])('%s: %j is rejected or useless in KubeVirt %s without it', (gate, spec, release, severity, paths) => {
  const off = found([kubevirt({}), vm('web', spec)], release);
  expect(off.map((finding) => [finding.code, finding.severity, finding.path])).toEqual(
    paths.map((path) => ['PV208', severity, `spec.template.spec.${path}`]),
  );
  expect(off.every(({ what }) => what.includes(gate))).toBe(true);
  const on = found([kubevirt({ featureGates: [gate] }), vm('web', spec)], release);
  expect(on.filter(({ code }) => code === 'PV208')).toEqual([]);
});

test.each<[string, object, string]>([
  ['Beta is on from 1.9', { domain: { launchSecurity: { sev: {} } } }, '1.9'],
  ['NUMA is GA from 1.4', { domain: { cpu: { numa: { guestMappingPassthrough: {} } } } }, '1.4'],
  ['video needs no gate from 1.9', { domain: { devices: { video: { type: 'virtio' } } } }, '1.9'],
  ['nor before there was one', { domain: { devices: { video: { type: 'virtio' } } } }, '1.5'],
  [
    'false asks for nothing',
    { domain: { devices: { autoattachVSOCK: false }, cpu: { dedicatedCpuPlacement: false } } },
    '1.9',
  ],
  ['launchSecurity of s390x is free from 1.9', { architecture: 's390x', domain: { launchSecurity: {} } }, '1.9'],
  ['a named GPU is no claim', { domain: { devices: { gpus: [{ name: 'g', deviceName: 'nvidia.com/x' }] } } }, '1.8'],
  ['container disks work either way', { volumes: [{ name: 'a', containerDisk: { image: 'x' } }] }, '1.8'],
])('%s', (_why, spec, release) => {
  expect(said([kubevirt({}), vm('web', spec)], release)).toEqual([]);
});

test('a gate that the cluster turned off is told apart from one that nobody turned on', () => {
  const sev = vm('web', { domain: { launchSecurity: { sev: {} } } });
  const [finding] = found([kubevirt({ disabledFeatureGates: ['WorkloadEncryptionSEV'] }), sev]);
  expect(finding).toMatchObject({ code: 'PV208', severity: 'error', fix: expect.stringContaining('remove') });
});

test('without a KubeVirt at hand only the defaults are known, so it is an info', () => {
  const disk = vm('web', { volumes: [{ name: 'a', hostDisk: {} }] });
  expect(said([disk])).toEqual(['PV208 info']);
  expect(said([vm('web', { domain: { rebootPolicy: 'Reboot' } })])).toEqual([]);
});

test('PersistentReservation follows its own field from 1.9', () => {
  const lun = vm('web', { domain: { devices: { disks: [{ name: 'a', lun: { reservation: true } }] } } });
  const configured = (enabled: boolean) =>
    kubevirt({ featureGates: ['PersistentReservation'] }, { persistentReservationConfiguration: { enabled } });
  expect(said([configured(true), lun])).toEqual([]);
  expect(said([configured(false), lun])).toEqual(['PV208 error']);
});

test('either virtiofs gate will do up to 1.7', () => {
  const fs = vm('web', { ...VOLUME, domain: { devices: { filesystems: [{ name: 'fs' }] } } });
  const old = kubevirt({ featureGates: ['ExperimentalVirtiofsSupport'] });
  expect(said([old, fs], '1.7')).toEqual(['PV203 warning']);
  expect(said([old, fs], '1.8')).toEqual(['PV204 warning', 'PV208 error']);
});

test('up to 1.7 a mixed cluster needs MultiArchitecture', () => {
  const vms = [vm('a', { architecture: 'amd64' }), vm('b', { architecture: 'arm64' })];
  expect(said([kubevirt({}), ...vms], '1.7')).toEqual(['PV208 warning', 'PV208 warning']);
  expect(said([kubevirt({ featureGates: ['MultiArchitecture'] }), ...vms], '1.7')).toEqual([]);
  expect(said([kubevirt({}), vms[0]!], '1.7')).toEqual([]);
  expect(said([kubevirt({}), ...vms], '1.8')).toEqual([]);
});

test('what is discontinued is rejected whatever the gates say', () => {
  const passt = vm('web', { domain: { devices: { interfaces: [{ name: 'a', passt: {} }] } } });
  expect(said([passt])).toEqual(['PV204 error']);
  expect(said([kubevirt({ featureGates: ['Passt'] }), passt])).toEqual(['PV204 warning', 'PV204 error']);
  expect(said([vm('web', { utilityVolumes: [{ name: 'a' }] })])).toEqual(['PV208 error']);
});

test('annotations of a template need their gate, on every kind that makes guests', () => {
  const template = { metadata: { annotations: { 'hooks.kubevirt.io/hookSidecars': '[{}]' } }, spec: {} };
  const set = object('kubevirt.io/v1', 'VirtualMachineInstanceReplicaSet', { template });
  const pool = object('pool.kubevirt.io/v1beta1', 'VirtualMachinePool', {
    virtualMachineTemplate: { spec: { template } },
  });
  const path = 'metadata.annotations["hooks.kubevirt.io/hookSidecars"]';
  expect(found([kubevirt({}), set, pool]).map((finding) => finding.path)).toEqual([
    `spec.template.${path}`,
    `spec.virtualMachineTemplate.spec.template.${path}`,
  ]);
});

test.each<[string, KubeObject, string, string[]]>([
  ['Snapshot', object('snapshot.kubevirt.io/v1beta1', 'VirtualMachineSnapshot', {}), '1.8', ['PV208 error']],
  ['Snapshot', object('snapshot.kubevirt.io/v1beta1', 'VirtualMachineSnapshot', {}), '1.9', []],
  ['VMExport', object('export.kubevirt.io/v1beta1', 'VirtualMachineExport', {}), '1.8', ['PV208 error']],
  [
    'DecentralizedLiveMigration',
    object('kubevirt.io/v1', 'VirtualMachineInstanceMigration', { sendTo: {} }),
    '1.9',
    ['PV208 error'],
  ],
  [
    'MigrationPriorityQueue',
    object('kubevirt.io/v1', 'VirtualMachineInstanceMigration', { priority: 'x' }),
    '1.8',
    ['PV208 error'],
  ],
  ['DecentralizedLiveMigration', { ...vm('a', {}), spec: { runStrategy: 'WaitAsReceiver' } }, '1.9', ['PV208 error']],
  [
    'MigrationStallDetection',
    object('migrations.kubevirt.io/v1alpha1', 'MigrationPolicy', { maxDowntimeMs: 1 }),
    '1.9',
    ['PV208 error'],
  ],
])('%s and the objects of its own', (_gate, each, release, expected) => {
  expect(said([kubevirt({}), each], release)).toEqual(expected);
});

test.each<[object, object, string, string[]]>([
  [{}, { hypervisors: [{ name: 'hyperv-direct' }] }, '1.9', ['PV208 warning']],
  [{ featureGates: ['ConfigurableHypervisor'] }, { hypervisors: [{ name: 'hyperv-direct' }] }, '1.9', []],
  [{}, { virtTemplateDeployment: { enabled: true } }, '1.8', ['PV208 error']],
  [{}, { roleAggregationStrategy: 'Manual' }, '1.8', ['PV208 error']],
  [{}, { roleAggregationStrategy: 'AggregateToDefault' }, '1.8', []],
  [{}, { migrations: { maxDowntimeMs: 300 } }, '1.9', ['PV208 error']],
])('%j with %j in KubeVirt %s gives %j', (lists, configuration, release, expected) => {
  expect(said([kubevirt(lists, configuration)], release)).toEqual(expected);
});

test('a Grace GPU needs three gates', () => {
  const device = { resourceName: 'nvidia.com/GH200', pciVendorSelector: '10DE:2342' };
  const permitted = { permittedHostDevices: { pciHostDevices: [device] } };
  const guest = vm('web', { domain: { devices: { gpus: [{ name: 'g', deviceName: 'nvidia.com/GH200' }] } } });
  expect(said([kubevirt({}, permitted), guest])).toEqual(['PV208 error', 'PV208 error', 'PV208 error']);
  expect(
    said([kubevirt({ featureGates: ['GraceIOVirtualization', 'PCINUMAAwareTopology', 'IOMMUFD'] }, permitted), guest]),
  ).toEqual([]);
});

test.each<[string, CheckContext['architectures'], string[]]>([
  ['HypervStrictCheck', ['arm64'], ['PV209 error']],
  ['HypervStrictCheck', ['arm64', 's390x'], ['PV209 error']],
  ['HypervStrictCheck', ['amd64', 'arm64'], ['PV210 warning']],
  ['HypervStrictCheck', ['amd64'], []],
  ['HostDisk', ['s390x'], ['PV211 info']],
  ['HostDisk', ['arm64'], []],
  ['WorkloadEncryptionTDX', ['amd64'], ['PV210 warning']],
  ['VGPULiveMigration', ['amd64', 'arm64'], []],
  // Generally available: listing it was not chosen.
  ['NUMA', ['s390x'], ['PV201 info']],
])('%s listed where VMs run on %j gives %j', (gate, architectures, expected) => {
  expect(said([kubevirt({ featureGates: [gate] })], '1.9', { architectures: architectures! })).toEqual(expected);
});

test('the VMs concerned are named: those on the architecture that use the gate', () => {
  const pinned = { domain: { cpu: { dedicatedCpuPlacement: true } } };
  const objects = [
    kubevirt({ featureGates: ['CPUManager'] }),
    vm('a', { architecture: 's390x', ...pinned }),
    vm('b', { architecture: 'amd64', ...pinned }),
    vm('c', { architecture: 's390x' }),
  ];
  const [finding] = found(objects);
  expect(finding).toMatchObject({ code: 'PV210', what: 'CPUManager is unsupported on s390x (concerned: shop/a)' });
});

const NODES = [
  node({ pool: 'intel', architecture: 'amd64' }),
  node({ pool: 'control', architecture: 'arm64', role: 'control-plane' }),
];

test('what the control plane runs on does not count, nor nodes that KubeVirt leaves out', () => {
  const lists = { featureGates: ['HypervStrictCheck'] };
  expect(said([kubevirt(lists)], '1.9', { nodes: NODES })).toEqual([]);
  const placed = { workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } } };
  expect(said([kubevirt(lists, {}, placed)], '1.9', { architectures: ['amd64', 'arm64'] })).toEqual(['PV209 error']);
});

test('a platform knows better', () => {
  const context = { architectures: ['s390x'], supportByArch: { HostDisk: { s390x: 'Supported' } } } as const;
  expect(said([kubevirt({ featureGates: ['HostDisk'] })], '1.9', context)).toEqual([]);
});

test('a HyperConverged of a known release tells the gates too', () => {
  const hco = (spec: object) => object('hco.kubevirt.io/v1beta1', 'HyperConverged', spec);
  const pinned = vm('a', { domain: { cpu: { dedicatedCpuPlacement: true } } });
  const disk = vm('b', { volumes: [{ name: 'a', hostDisk: {} }] });
  const metrics = vm('c', { volumes: [{ name: 'a', downwardMetrics: {} }] });
  const target = { target: { kubevirt: '1.8', hco: '1.18' } };
  expect(found([hco({}), pinned], '1.8', target)).toEqual([]);
  expect(found([hco({}), disk], '1.8', target)).toMatchObject([
    { code: 'PV208', severity: 'error', fix: expect.stringContaining('kubevirt.kubevirt.io/jsonpatch') },
  ]);
  expect(found([hco({}), metrics], '1.8', target)).toMatchObject([
    { severity: 'error', fix: 'set its gate downwardMetrics of the HyperConverged, or leave the field out' },
  ]);
  expect(found([hco({ featureGates: { downwardMetrics: true } }), metrics], '1.8', target)).toEqual([]);
  expect(said([hco({}), disk], '1.8')).toEqual(['PV208 error']);
  const owned = [hco({}), kubevirt({ featureGates: ['HostDisk', 'CPUManager'] })];
  expect(said(owned, '1.8', target)).toEqual(['PV212 error']);
  expect(said(owned, '1.8')).toEqual(['PV212 error']);
});

const hyperConverged = (spec: object, patch?: object[], apiVersion = 'hco.kubevirt.io/v1beta1'): KubeObject => ({
  apiVersion,
  kind: 'HyperConverged',
  metadata: {
    name: 'kubevirt-hyperconverged',
    ...(patch === undefined ? {} : { annotations: { 'kubevirt.kubevirt.io/jsonpatch': JSON.stringify(patch) } }),
  },
  spec,
});
const HOST_DISK = vm('disk', {
  domain: { devices: {} },
  volumes: [{ name: 'a', hostDisk: { path: '/a', type: 'Disk' } }],
});
const HCO_1_18 = { target: { kubevirt: '1.8', hco: '1.18' } };

test.each<[string, object[] | undefined, string[]]>([
  ['without a patch', undefined, ['PV208 error']],
  [
    'with the gate in its patch',
    [{ op: 'add', path: '/spec/configuration/developerConfiguration/featureGates/-', value: 'HostDisk' }],
    [],
  ],
  [
    'with a patch that nobody can follow',
    [{ op: 'remove', path: '/spec/configuration/developerConfiguration/featureGates/0' }],
    ['PV208 info'],
  ],
])('a VM beside a HyperConverged %s', (_, patch, expected) => {
  expect(said([hyperConverged({}, patch), HOST_DISK], '1.8', HCO_1_18)).toEqual(expected);
});

test('a HyperConverged tells the gates where nobody says its release', () => {
  expect(said([hyperConverged({}), HOST_DISK], '1.8')).toEqual(['PV208 error']);
  const metrics = vm('m', { domain: { devices: { downwardMetrics: {} } } });
  expect(said([hyperConverged({ featureGates: { downwardMetrics: true } }), metrics], '1.8')).toEqual([]);
});

test('the lists of a KubeVirt that HyperConverged made are nobody’s to clean up', () => {
  const own = kubevirt({ featureGates: ['LiveMigration', 'Nonsense'], disabledFeatureGates: ['VSOCK'] });
  const made = { ...own, metadata: { ...own.metadata, labels: { 'app.kubernetes.io/managed-by': 'hco-operator' } } };
  expect(said([own], '1.9')).toEqual(['PV201 info', 'PV202 warning', 'PV201 info']);
  expect(said([made, hyperConverged({})], '1.9', { target: { kubevirt: '1.9', hco: '1.19' } })).toEqual([
    'PV202 warning',
  ]);
});

const affinity = (operator: string, ...values: string[]) => ({
  workloads: {
    nodePlacement: {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'kubernetes.io/arch', operator, values }] }],
          },
        },
      },
    },
  },
});

const MIXED = [node({ pool: 'a', architecture: 'amd64' }), node({ pool: 'z', architecture: 's390x' })];

test.each<[string, object, Partial<CheckContext>, string[]]>([
  ['nodes', {}, { nodes: MIXED }, ['PV210 warning']],
  ['nodes', affinity('In', 'amd64'), { nodes: MIXED }, []],
  ['architectures', affinity('NotIn', 's390x'), { architectures: ['amd64', 's390x'] }, []],
  ['architectures', affinity('In', 's390x'), { architectures: ['amd64', 's390x'] }, ['PV209 error']],
])('with known %s the affinity of workloads counts as a selector does: %j', (_, placement, context, expected) => {
  expect(said([kubevirt({ featureGates: ['CPUManager'] }, {}, placement)], '1.9', context)).toEqual(expected);
});

test('a reservation that its own field turns off is turned on there', () => {
  const disk = { name: 'a', lun: { reservation: true } };
  const guest = vm('m', { domain: { devices: { disks: [disk] } } });
  const off = kubevirt({}, { persistentReservationConfiguration: { enabled: false } });
  expect(found([off, guest]).map(({ fix }) => fix)).toEqual([
    'write persistentReservationConfiguration.enabled: true, which stands above the gate, or leave the field out',
  ]);
});

const V1 = 'hco.kubevirt.io/v1';

test.each<[string, string, object, string[]]>([
  [V1, '1.19', [{ name: 'downwardMetrics' }, { name: 'objectGraph', state: 'Disabled' }], []],
  [V1, '1.19', [{ name: 'downwardMetric' }], ['PV202 warning']],
  [V1, '1.19', [{ name: 'zzz' }], ['PV202 warning']],
  [V1, '1.19', [{ name: 'DownwardMetrics' }], []],
  [V1, '1.18', [{ name: 'DownwardMetrics' }], ['PV202 warning']],
  [V1, '1.19', [{ name: 'HostDisk' }], ['PV212 error']],
  [V1, '1.19', [{ name: 'downwardMetrics' }, { name: 'DownwardMetrics', state: 'Disabled' }], ['PV207 error']],
  [V1, '1.18', [{ name: 'downwardMetrics' }, { name: 'downwardMetrics' }], ['PV207 warning']],
  [V1, '1.19', [{ name: 'videoConfig' }], ['PV201 warning']],
  [V1, '1.19', [{ name: 'persistentReservation' }], ['PV203 warning']],
  [V1, '1.18', [{ name: 'template' }], ['PV205 warning']],
  ['hco.kubevirt.io/v1beta1', '1.18', { nonRoot: true, downwardMetrics: true }, ['PV201 warning']],
])('gates of HyperConverged itself: %s on %s with %j gives %j', (apiVersion, hco, featureGates, expected) => {
  const context = { target: { kubevirt: hco === '1.19' ? '1.9' : '1.8', hco } };
  expect(said([hyperConverged({ featureGates }, undefined, apiVersion)], undefined, context)).toEqual(expected);
});

test('a gate that a field contradicts is denied', () => {
  const spec = {
    featureGates: [{ name: 'disableMDevConfiguration' }],
    virtualization: { mediatedDevicesConfiguration: { enabled: true } },
  };
  expect(said([hyperConverged(spec, undefined, V1)], '1.9', { target: { kubevirt: '1.9', hco: '1.19' } })).toEqual([
    'PV203 error',
  ]);
});

test('thousands of disks of one VM take no time', () => {
  const names = Array.from({ length: 4000 }, (_, i) => `d${i}`);
  const big = vm('big', {
    domain: { devices: { disks: names.map((name) => ({ name, cdrom: { bus: 'sata' } })) } },
    volumes: names.map((name) => ({ name, containerDisk: { image: 'x' } })),
  });
  expect(processorMs(() => found([big]))).toBeLessThan(20_000);
});

test.each([
  { domain: { devices: { hostDevices: [] } } },
  { domain: { devices: { interfaces: [{ name: 'n', portRanges: [] }] } } },
  { utilityVolumes: [] },
])('%j needs no gate: an empty list is gone once virt-api has written the spec back', (spec) => {
  expect(found([kubevirt({}), vm('web', spec)], '1.9')).toEqual([]);
});

test('with HyperConverged in the target, gates are those that it turns on by itself', () => {
  const device = { domain: { devices: { hostDevices: [{ name: 'x', deviceName: 'vendor/x' }] } } };
  const lists = (context?: Partial<CheckContext>) => found([vm('web', device)], '1.8', context);
  expect(lists().map(({ code, severity }) => `${code} ${severity}`)).toEqual(['PV208 info']);
  expect(lists({ target: { kubevirt: '1.8', hco: '1.18' } })).toEqual([]);
});

test('what HyperConverged turns off by itself is told in its words', () => {
  const [finding] = found([vm('web', { domain: { devices: { downwardMetrics: {} } } })], '1.8', {
    target: { kubevirt: '1.8', hco: '1.18' },
  });
  expect(finding).toMatchObject({
    code: 'PV208',
    severity: 'info',
    what: 'this needs the feature gate DownwardMetrics, which is off by default in HyperConverged 1.18',
    fix: expect.stringContaining('its gate downwardMetrics'),
  });
});
