import { type CheckOptions, type KubeObject, migratability, NodeInventory } from '../../src/index';
import { kubevirtObject, vmObject } from '../objects';

const MASQUERADE = {
  domain: { devices: { interfaces: [{ name: 'default', masquerade: {} }] }, memory: { guest: '1Gi' } },
  networks: [{ name: 'default', pod: {} }],
};

/** A guest that can migrate, with something more in its domain, its devices or its spec. */
function guest(domain: object = {}, devices: object = {}, spec: object = {}): KubeObject {
  return vmObject({
    architecture: 'amd64',
    ...MASQUERADE,
    domain: { ...MASQUERADE.domain, ...domain, devices: { ...MASQUERADE.domain.devices, ...devices } },
    ...spec,
  });
}

function on(release: string, object: KubeObject, options: CheckOptions & { configuration?: object } = {}) {
  const { configuration = {}, existing = [], ...rest } = options;
  return migratability(object, {
    target: { kubevirt: release },
    existing: [kubevirtObject({ configuration }), ...existing],
    ...rest,
  });
}

const claim = (name: string, ...accessModes: string[]): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'shop' },
  spec: { accessModes },
});
const volume = (name: string) => ({ name, persistentVolumeClaim: { claimName: name } });
const node = (name: string, labels: object): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { 'kubernetes.io/arch': 'amd64', 'kubevirt.io/schedulable': 'true', ...labels } },
});

test('a guest behind masquerade can migrate, and the host model of its node is taken for granted', () => {
  expect(on('1.9', guest())).toEqual({
    migratable: true,
    storage: true,
    method: 'LiveMigration',
    evictionStrategy: 'None',
    drain: 'stops',
    causes: [],
    unknown: [],
    assumes: [expect.stringContaining('host model')],
  });
});

describe('what stands in the way, by release', () => {
  const SNP = { launchSecurity: { snp: {} } };
  const LUN = { disks: [{ name: 'os', lun: { reservation: true } }] };
  const VIRTIOFS = { filesystems: [{ name: 'home', virtiofs: {} }] };
  test.each<[string, string, KubeObject, string | undefined, boolean]>([
    ['1.9', 'a host device', guest({}, { hostDevices: [{ name: 'a' }] }), 'HostDeviceNotLiveMigratable', false],
    ['1.8', 'a GPU', guest({}, { gpus: [{ name: 'a' }] }), 'HostDeviceNotLiveMigratable', false],
    ['1.9', 'SEV', guest({ launchSecurity: { sev: {} } }), 'SEVNotLiveMigratable', false],
    ['1.9', 'SNP', guest(SNP), 'SEVNotLiveMigratable', false],
    ['1.6', 'SNP, which 1.6 drops', guest(SNP), undefined, true],
    ['1.9', 'TDX', guest({ launchSecurity: { tdx: {} } }), 'TDXNotLiveMigratable', false],
    [
      '1.9',
      'Secure Execution',
      guest({ launchSecurity: {} }, {}, { architecture: 's390x' }),
      'SecureExecutionNotLiveMigratable',
      true,
    ],
    ['1.8', 'a reservation', guest({}, LUN), 'PersistentReservationNotLiveMigratable', false],
    ['1.9', 'a reservation, which moves in 1.9', guest({}, LUN), undefined, false],
    ['1.4', 'virtiofs', guest({}, VIRTIOFS), 'VirtIOFSNotLiveMigratable', false],
    ['1.5', 'virtiofs, which moves since 1.5', guest({}, VIRTIOFS), undefined, true],
    [
      '1.9',
      'all of Hyper-V',
      guest({ features: { hypervPassthrough: { enabled: true } } }),
      'HypervPassthroughNotLiveMigratable',
      false,
    ],
    [
      '1.9',
      'a disk of the host',
      guest({}, {}, { volumes: [{ name: 'os', hostDisk: {} }] }),
      'DisksNotLiveMigratable',
      true,
    ],
  ])('KubeVirt %s: %s', (release, _, object, reason, storage) => {
    const found = on(release, object);
    expect([found.migratable, found.reason, found.storage]).toEqual([reason === undefined, reason, storage]);
  });
});

describe('the card on the pod network', () => {
  const card = (binding: object, annotations: object = {}) =>
    vmObject(
      {
        architecture: 'amd64',
        domain: { devices: { interfaces: [{ name: 'default', ...binding }] } },
        networks: [{ name: 'default', pod: {} }],
      },
      { template: { metadata: { annotations } } },
    );
  const ALLOWED = { 'kubevirt.io/allow-pod-bridge-network-live-migration': 'false' };
  const plugin = (migration: object) => ({ network: { binding: { fast: migration } } });

  test.each<[string, KubeObject, object, boolean]>([
    ['a bridge', card({ bridge: {} }), {}, false],
    ['a bridge with the annotation, whatever its value', card({ bridge: {} }, ALLOWED), {}, true],
    ['a plugin that says nothing', card({ binding: { name: 'fast' } }), plugin({}), false],
    ['a plugin that migrates', card({ binding: { name: 'fast' } }), plugin({ migration: {} }), true],
    ['no network at all, which becomes a bridge', vmObject({ architecture: 'amd64', domain: {} }), {}, false],
    [
      'no network where the cluster has masquerade for it',
      vmObject({ architecture: 'amd64', domain: {} }),
      { network: { defaultNetworkInterface: 'masquerade' } },
      true,
    ],
  ])('%s', (_, object, configuration, migratable) => {
    expect(on('1.9', object, { configuration }).migratable).toBe(migratable);
  });

  test('passtBinding migrates since 1.8, and 1.7 does not have it', () => {
    expect(on('1.8', card({ passtBinding: {} })).migratable).toBe(true);
    expect(on('1.7', card({ passtBinding: {} })).reason).toBe('InterfaceNotLiveMigratable');
  });
});

describe('claims', () => {
  const disks = (...volumes: object[]) => guest({}, {}, { volumes });
  test('ReadWriteMany among the modes that the claim asks for is enough', () => {
    const existing = [claim('a', 'ReadWriteOnce', 'ReadWriteMany'), claim('b', 'ReadWriteMany')];
    expect(on('1.9', disks(volume('a'), volume('b')), { existing }).migratable).toBe(true);
  });

  test('the first that is not shared is told', () => {
    const existing = [claim('a', 'ReadWriteMany'), claim('b', 'ReadOnlyMany')];
    const found = on('1.9', disks(volume('a'), volume('b')), { existing });
    expect(found).toMatchObject({ migratable: false, reason: 'DisksNotLiveMigratable', storage: true });
    expect(found.message).toContain('PVC b is not shared');
  });

  test('one that was not found leaves it open, unless another one stands in the way', () => {
    const found = on('1.9', disks(volume('a')));
    expect([found.migratable, found.storage, found.method]).toEqual([undefined, true, undefined]);
    expect(found.unknown).toEqual(['the access modes of the claim a, which was not found']);
    const existing = [claim('b', 'ReadWriteOnce')];
    expect(on('1.9', disks(volume('a'), volume('b')), { existing }).migratable).toBe(false);
  });

  const ofTemplate = (spec: object) =>
    vmObject(
      { architecture: 'amd64', ...MASQUERADE, volumes: [{ name: 'os', dataVolume: { name: 'os' } }] },
      { dataVolumeTemplates: [{ metadata: { name: 'os' }, spec }] },
    );
  const profile: KubeObject = {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'StorageProfile',
    metadata: { name: 'ceph' },
    spec: {},
    status: {
      claimPropertySets: [
        { accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
        { accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem' },
      ],
    },
  };
  const ceph: KubeObject = {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'ceph', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
  };

  test.each<[string, object, readonly KubeObject[], boolean | undefined]>([
    ['written for the claim', { pvc: { accessModes: ['ReadWriteMany'] } }, [], true],
    ['written for the storage', { storage: { accessModes: ['ReadWriteOnce'] } }, [], false],
    ['left to a profile that was not found', { storage: {} }, [], undefined],
    ['left to the profile of its class', { storage: { storageClassName: 'ceph' } }, [profile], true],
    ['left to that of the default class', { storage: {} }, [profile, ceph], true],
    ['left to it for one volume mode', { storage: { volumeMode: 'Filesystem' } }, [profile, ceph], false],
  ])('modes of a data volume: %s', (_, spec, existing, migratable) => {
    expect(on('1.9', ofTemplate(spec), { existing }).migratable).toBe(migratable);
  });

  test('before 1.6 disks were looked at first', () => {
    const object = guest({}, { hostDevices: [{ name: 'a' }] }, { volumes: [{ name: 'os', hostDisk: {} }] });
    expect(on('1.5', object).reason).toBe('DisksNotLiveMigratable');
    expect(on('1.6', object).reason).toBe('HostDeviceNotLiveMigratable');
  });
});

test('a container disk is copied, and a read-only CD-ROM is not', () => {
  const volumes = [{ name: 'os', containerDisk: { image: 'x' } }];
  expect(on('1.9', guest({}, { disks: [{ name: 'os', disk: {} }] }, { volumes })).method).toBe('BlockMigration');
  expect(on('1.9', guest({}, { disks: [{ name: 'os', cdrom: {} }] }, { volumes })).method).toBe('LiveMigration');
});

describe('one GPU since 1.9', () => {
  const vgpu = guest({}, { gpus: [{ name: 'a', deviceName: 'nvidia.com/vgpu' }] });
  const gate = { developerConfiguration: { featureGates: ['VGPULiveMigration'] } };
  const permitted = { permittedHostDevices: { mediatedDevices: [{ resourceName: 'nvidia.com/vgpu' }] } };
  test.each<[string, object, string | undefined]>([
    ['without the gate', permitted, 'VMI specifies a GPU but feature gate VGPULiveMigration is not enabled'],
    ['that is no mediated device', gate, 'VMI specifies non-migratable GPU device'],
    ['with both', { ...gate, ...permitted }, undefined],
  ])('%s', (_, configuration, message) => {
    expect(on('1.9', vgpu, { configuration }).message).toBe(message);
  });
});

describe('reenlightenment needs a TSC frequency of the cluster', () => {
  const windows = guest({ features: { hyperv: { reenlightenment: {} } } });
  const FREQUENCY = { 'cpu-timer.node.kubevirt.io/tsc-frequency': '2200000000' };
  const nodes = (labels: object) => ({ nodes: NodeInventory.of([node('a', labels)]) });
  const least = (minimumClusterTSCFrequency: number) => ({
    configuration: { developerConfiguration: { minimumClusterTSCFrequency } },
  });
  test.each<[string, Parameters<typeof on>[2], boolean | undefined]>([
    ['whose nodes are not known', {}, undefined],
    ['whose node tells one', nodes(FREQUENCY), true],
    ['whose node tells none', nodes({}), false],
    ['whose node takes no guests', nodes({ ...FREQUENCY, 'kubevirt.io/schedulable': 'false' }), false],
    ['that is configured', least(2_000_000_000), true],
    ['that is configured to nothing, whatever nodes tell', { ...least(0), ...nodes(FREQUENCY) }, false],
  ])('%s', (_, options, migratable) => {
    expect(on('1.9', windows, options).migratable).toBe(migratable);
  });

  test('what comes before a cause that is not known is not told as the reason', () => {
    const found = on(
      '1.9',
      guest({ features: { hyperv: { reenlightenment: {} } } }, {}, { volumes: [{ hostDisk: {} }] }),
    );
    expect([found.migratable, found.reason]).toEqual([false, undefined]);
    expect(found.causes.map(({ reason }) => reason)).toEqual(['DisksNotLiveMigratable']);
  });
});

test('nodes that are labelled and have no host model', () => {
  const nodes = NodeInventory.of([node('old', { 'cpu-model.node.kubevirt.io/Penryn': 'true' })]);
  expect(on('1.9', guest(), { nodes })).toMatchObject({
    reason: 'CPUModeLiveMigratable',
    message: 'the node "old" does not allow migration with host-model',
  });
  expect(on('1.9', guest({ cpu: { model: 'Penryn' } }), { nodes }).migratable).toBe(true);
  const told = NodeInventory.of([node('new', { 'host-model-cpu.node.kubevirt.io/Skylake': 'true' })]);
  expect(on('1.9', guest(), { nodes: told })).toMatchObject({ migratable: true, assumes: [] });
});

test('an annotation of the instance type counts', () => {
  const instancetype: KubeObject = {
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    kind: 'VirtualMachineInstancetype',
    metadata: { name: 'small', namespace: 'shop' },
    spec: {
      cpu: { guest: 1 },
      memory: { guest: '1Gi' },
      annotations: { 'kubevirt.io/allow-pod-bridge-network-live-migration': '' },
    },
  };
  const object = vmObject(
    { architecture: 'amd64', domain: {} },
    { instancetype: { kind: 'VirtualMachineInstancetype', name: 'small' } },
  );
  expect(on('1.9', object, { existing: [instancetype] }).migratable).toBe(true);
  const found = on('1.9', object);
  expect(found).toMatchObject({ causes: [], unknown: [expect.stringContaining('small')] });
  expect(found).not.toHaveProperty('migratable');
});

test.each([
  ['LiveMigrate', 'migrates', 'blocks', 'unknown'],
  ['LiveMigrateIfPossible', 'migrates', 'stops', 'unknown'],
  ['External', 'external', 'external', 'external'],
  ['None', 'stops', 'stops', 'stops'],
])('a drain by %s: %s, or %s where it cannot, or %s where that is not known', (strategy, moved, stuck, unknown) => {
  const drain = (spec: object) => on('1.9', guest({}, {}, { evictionStrategy: strategy, ...spec })).drain;
  expect(drain({})).toBe(moved);
  expect(drain({ volumes: [{ name: 'os', hostDisk: {} }] })).toBe(stuck);
  expect(drain({ volumes: [volume('a')] })).toBe(unknown);
});

test('the strategy of the cluster counts where the VM says none', () => {
  expect(on('1.9', guest(), { configuration: { evictionStrategy: 'LiveMigrate' } })).toMatchObject({
    evictionStrategy: 'LiveMigrate',
    drain: 'migrates',
  });
  expect(migratability(guest()).drain).toBe('unknown');
});

test('what makes no guest cannot migrate', () => {
  expect(() => migratability(claim('a'))).toThrow('PersistentVolumeClaim makes no guest');
});
