import { type CheckContext, ClusterView } from '../../../src/cluster/cluster-view';
import { explainVm } from '../../../src/cluster/explain-vm';
import { checkObjects } from '../../../src/cluster/judge/apply-rules';
import { foldFindings } from '../../../src/cluster/judge/judge';
import type { KubeObject } from '../../../src/kube/object';
import type { ClusterNode } from '../../../src/target/node';
import { poolNodes } from '../../../src/target/node-pool';
import { exportedNode as exported } from '../../node';
import { kubevirtObject, vmObject } from '../../objects';

const ON_1_9: CheckContext = { target: { kubevirt: '1.9' } };

/** With memory, without which no instance is created, unless an instance type brings it. */
const withMemory = (
  { domain, ...template }: { readonly domain?: object },
  { instancetype }: { instancetype?: unknown },
) => ({
  domain: { devices: {}, ...(instancetype === undefined ? { memory: { guest: '1Gi' } } : {}), ...domain },
  ...template,
});

const vm = (template: object, part: object = {}, name = 'web'): KubeObject =>
  vmObject(withMemory(template, part), { metadata: { name, namespace: 'shop' }, ...part });

const object = (apiVersion: string, kind: string, name: string, part: object = {}): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'shop' },
  ...part,
});

const kubevirt = (configuration: object, part: object = {}): KubeObject => kubevirtObject({ configuration }, part);

const found = (objects: readonly KubeObject[], context: Partial<CheckContext> = {}) =>
  foldFindings(checkObjects(objects, { ...ON_1_9, ...context })).map(
    ({ severity, code, path }) => `${severity} ${code} ${path}`,
  );

describe('nodes', () => {
  const NODES = [exported('a', 'arm64', { rack: '1' }), exported('b', 'arm64', { rack: '2' })];
  const required = (...terms: object[]) => ({
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
  });
  const SPEC = 'spec.template.spec';

  test.each<[string, object, readonly ClusterNode[], string[]]>([
    ['what some node has', { nodeSelector: { rack: '2' } }, NODES, []],
    ['what none has', { nodeSelector: { rack: '3' } }, NODES, [`error PV501 ${SPEC}.nodeSelector["rack"]`]],
    [
      'what no node can have together',
      {
        nodeSelector: { rack: '2' },
        affinity: required({ matchExpressions: [{ key: 'rack', operator: 'In', values: ['1'] }] }),
      },
      NODES,
      [
        `error PV513 ${SPEC}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0].matchExpressions[0]`,
      ],
    ],
    [
      'a label that were not written down for a pool',
      { nodeSelector: { rack: '3' } },
      poolNodes({ pool: 'p', architecture: 'arm64' }),
      [],
    ],
    [
      'a zone that the pool does not have',
      { nodeSelector: { 'topology.kubernetes.io/zone': 'c' } },
      poolNodes({ pool: 'p', architecture: 'arm64', zones: ['a'] }),
      [`error PV501 ${SPEC}.nodeSelector["topology.kubernetes.io/zone"]`],
    ],
    ['an architecture that no node has', {}, [exported('z', 's390x')], [`error PV107 ${SPEC}.architecture`]],
    [
      'one that only nodes without virt-handler have',
      {},
      [
        exported('a', 'arm64', { 'kubevirt.io/schedulable': 'false' }),
        exported('z', 's390x', { 'kubevirt.io/schedulable': 'true' }),
      ],
      [`error PV107 ${SPEC}.architecture`],
    ],
    ['nothing where nodes are not known', { nodeSelector: { rack: '3' } }, undefined as never, []],
  ])('%s', (_name, template, nodes, expected) => {
    expect(found([vm({ architecture: 'arm64', ...template })], nodes === undefined ? {} : { nodes })).toEqual(expected);
  });

  test('the finding names what the nodes have, and what was probably meant', () => {
    const nodes = [exported('a', 'arm64', { pool: 'ampere' })];
    const [finding] = checkObjects([vm({ architecture: 'arm64', nodeSelector: { pool: 'ampre' } })], {
      ...ON_1_9,
      nodes,
    });
    expect(finding).toMatchObject({ what: expect.stringContaining('ampere'), fix: 'did you mean ampere?' });
  });

  test('KubeVirt’s own placement counts', () => {
    const placed = kubevirt({}, { spec: { workloads: { nodePlacement: { nodeSelector: { rack: '1' } } } } });
    const vmObject = vm({ architecture: 'arm64', nodeSelector: { rack: '2' } });
    expect(found([placed, vmObject], { nodes: NODES })).toEqual([`error PV501 ${SPEC}.nodeSelector["rack"]`]);
  });

  test('emulation is a trap on amd64 and arm64, and impossible elsewhere', () => {
    const gate = kubevirt({
      architectureConfiguration: { defaultArchitecture: 'amd64' },
      developerConfiguration: { featureGates: ['CrossArchitectureVirtualization'] },
    });
    const on = (architecture: string, node: string, release = '1.9') =>
      found([gate, vm({ architecture })], { nodes: [exported('n', node)], target: { kubevirt: release } }).filter(
        (each) => /PV10[79]/.test(each),
      );
    expect(on('arm64', 'amd64')).toEqual([`warning PV109 ${SPEC}.architecture`]);
    expect(on('arm64', 's390x')).toEqual([`error PV107 ${SPEC}.architecture`]);
    expect(on('arm64', 'amd64', '1.8')).toEqual([`error PV107 ${SPEC}.architecture`]);
  });
});

describe('the architecture of a VM that names none', () => {
  const BIOS = { domain: { devices: {}, firmware: { bootloader: { bios: {} } } } };
  const refused = (objects: readonly KubeObject[], context: Partial<CheckContext> = {}) =>
    found(objects, context).some((each) => each.startsWith('error PV105'));
  const source = object('cdi.kubevirt.io/v1beta1', 'DataSource', 'fedora', {
    metadata: { name: 'fedora', namespace: 'images', labels: { 'template.kubevirt.io/architecture': 'arm64' } },
  });
  const pointer = object('cdi.kubevirt.io/v1beta1', 'DataSource', 'latest', {
    metadata: { name: 'latest', namespace: 'images' },
    spec: { source: { dataSource: { name: 'fedora', namespace: 'images' } } },
  });
  const imported = (name: string) =>
    vm(BIOS, {
      dataVolumeTemplates: [
        { metadata: { name: 'os' }, spec: { sourceRef: { kind: 'DataSource', name, namespace: 'images' } } },
      ],
    });

  test('is that of the cluster, of the resource that exists, of the only nodes', () => {
    const resource = kubevirt({ architectureConfiguration: { defaultArchitecture: 'arm64' } });
    expect(refused([vm(BIOS)])).toBe(false);
    expect(refused([vm(BIOS), resource])).toBe(true);
    expect(refused([vm(BIOS)], { existing: [resource] })).toBe(true);
    expect(refused([vm(BIOS)], { existing: [kubevirt({}, { status: { defaultArchitecture: 'arm64' } })] })).toBe(true);
    expect(refused([vm(BIOS)], { nodes: [exported('a', 'arm64')] })).toBe(true);
    expect(refused([vm(BIOS)], { nodes: [exported('a', 'arm64'), exported('b', 'amd64')] })).toBe(false);
  });

  test('is that of its data source since 1.6.4, also behind a pointer', () => {
    expect(refused([imported('fedora')], { existing: [source] })).toBe(true);
    expect(refused([imported('latest')], { existing: [source, pointer] })).toBe(true);
    expect(refused([imported('fedora')], { existing: [source], target: { kubevirt: '1.6.3' } })).toBe(false);
    expect(refused([imported('debian')], { existing: [source] })).toBe(false);
  });

  test('must be that of its data source, also behind a pointer and through a data volume', () => {
    const of = (architecture: string | undefined, name: string) => ({
      ...imported(name),
      spec: { ...(imported(name).spec as object), template: { spec: { domain: { devices: {} }, architecture } } },
    });
    const mismatches = (objects: readonly KubeObject[], context: Partial<CheckContext> = {}) =>
      found(objects, { existing: [source, pointer], ...context }).filter((each) => each.includes('PV316'));
    const path = 'error PV316 spec.dataVolumeTemplates[os].spec.sourceRef';
    expect(mismatches([of('amd64', 'fedora')])).toEqual([path]);
    expect(mismatches([of('amd64', 'latest')])).toEqual([path]);
    expect(mismatches([of('arm64', 'latest'), of(undefined, 'fedora'), of('amd64', 'debian')])).toEqual([]);
    const amd64 = [exported('a', 'amd64')];
    expect(mismatches([of(undefined, 'fedora')], { nodes: amd64, target: { kubevirt: '1.6.3' } })).toEqual([path]);
    const volume = object('cdi.kubevirt.io/v1beta1', 'DataVolume', 'os', {
      spec: { sourceRef: { kind: 'DataSource', name: 'latest', namespace: 'images' } },
    });
    const booting = vm({
      architecture: 'amd64',
      domain: { devices: {} },
      volumes: [{ name: 'os', dataVolume: { name: 'os' } }],
    });
    expect(mismatches([booting, volume])).toEqual(['error PV316 spec.template.spec.volumes[os].dataVolume.name']);
  });
});

describe('instance types and preferences', () => {
  const preference = (spec: object) =>
    object('instancetype.kubevirt.io/v1beta1', 'VirtualMachinePreference', 'linux', { spec });
  const vmObject = vm(
    { architecture: 'arm64', domain: { devices: { disks: [{ name: 'cd', cdrom: {} }] } } },
    { preference: { kind: 'VirtualMachinePreference', name: 'linux' } },
  );
  const BUS = 'spec.template.spec.domain.devices.disks[cd].cdrom.bus';

  test('a VM is judged with what its preference brings', () => {
    expect(found([vmObject, preference({ devices: { preferredCdromBus: 'scsi' } })])).toEqual([]);
    const [finding] = checkObjects([vmObject, preference({ devices: { preferredCdromBus: 'sata' } })], ON_1_9);
    expect(finding).toMatchObject({ code: 'PV105', severity: 'error', path: BUS });
    expect(finding!.what).toContain('the preference linux wants it');
  });

  test('what follows from nothing being said is not sure while the preference was not found', () => {
    expect(found([vmObject])).toEqual(['info PV112 spec.preference', `warning PV105 ${BUS}`]);
  });

  test('one that many VMs name is told once', () => {
    const others = ['a', 'b', 'c'].map((name) =>
      vm({ architecture: 'amd64' }, { instancetype: { name: 'ours.small' } }, name),
    );
    const findings = foldFindings(checkObjects(others, ON_1_9));
    expect(findings).toMatchObject([{ code: 'PV112', what: expect.stringContaining('3 VMs') }]);
  });
});

describe('references', () => {
  const volumes = (...list: object[]) =>
    vm({
      architecture: 'amd64',
      volumes: list,
      domain: { devices: { disks: list.map((volume) => ({ ...volume, disk: undefined })) } },
    });
  const paths = (objects: readonly KubeObject[], existing: readonly KubeObject[] = []) =>
    checkObjects(objects, { ...ON_1_9, existing })
      .filter(({ code }) => code === 'PV805')
      .map(({ path }) => path!.replace('spec.template.spec.', ''));

  test.each<[string, object, string, KubeObject]>([
    [
      'a data volume',
      { dataVolume: { name: 'x' } },
      'dataVolume.name',
      object('cdi.kubevirt.io/v1beta1', 'DataVolume', 'x'),
    ],
    ['its claim', { dataVolume: { name: 'x' } }, 'dataVolume.name', object('v1', 'PersistentVolumeClaim', 'x')],
    [
      'a claim',
      { persistentVolumeClaim: { claimName: 'x' } },
      'persistentVolumeClaim.claimName',
      object('v1', 'PersistentVolumeClaim', 'x'),
    ],
    ['a secret', { secret: { secretName: 'x' } }, 'secret.secretName', object('v1', 'Secret', 'x')],
    ['a config map', { configMap: { name: 'x' } }, 'configMap.name', object('v1', 'ConfigMap', 'x')],
    [
      'user data',
      { cloudInitNoCloud: { secretRef: { name: 'x' } } },
      'cloudInitNoCloud.secretRef.name',
      object('v1', 'Secret', 'x'),
    ],
  ])('%s', (_name, volume, path, target) => {
    const vmObject = volumes({ name: 'v', ...volume });
    expect(paths([vmObject])).toEqual([`volumes[v].${path}`]);
    expect(paths([vmObject, target])).toEqual([]);
    expect(paths([vmObject], [target])).toEqual([]);
    expect(paths([vmObject, { ...target, metadata: { name: 'x', namespace: 'elsewhere' } }])).toEqual([
      `volumes[v].${path}`,
    ]);
    expect(paths([vmObject, { ...target, metadata: { name: 'x' } }])).toEqual([]);
  });

  test('its own template, and what may be missing, are there', () => {
    const own = vm(
      {
        volumes: [
          { name: 'v', dataVolume: { name: 'x' } },
          { name: 'w', secret: { secretName: 'y', optional: true } },
        ],
      },
      { dataVolumeTemplates: [{ metadata: { name: 'x' }, spec: { source: { blank: {} } } }] },
    );
    expect(paths([own])).toEqual([]);
  });

  test('what an import needs', () => {
    const volume = object('cdi.kubevirt.io/v1beta1', 'DataVolume', 'os', {
      spec: { source: { registry: { url: 'docker://x', secretRef: 'login', certConfigMap: 'ca' } } },
    });
    expect(paths([volume])).toEqual(['spec.source.registry.secretRef', 'spec.source.registry.certConfigMap']);
    const cloned = object('cdi.kubevirt.io/v1beta1', 'DataVolume', 'os', {
      spec: { sourceRef: { kind: 'DataSource', name: 'fedora', namespace: 'images' } },
    });
    expect(paths([cloned])).toEqual(['spec.sourceRef.name']);
    const source = object('cdi.kubevirt.io/v1beta1', 'DataSource', 'fedora', {
      metadata: { name: 'fedora', namespace: 'images' },
    });
    expect(paths([cloned], [source])).toEqual([]);
  });
});

test('one digest for several architectures is a trap, a tag or one architecture is none', () => {
  const disk = (architecture: string, image: string) =>
    vm({ architecture, volumes: [{ name: 'os', containerDisk: { image } }] }, {}, architecture);
  const codes = (image: string, ...architectures: string[]) =>
    found(architectures.map((architecture) => disk(architecture, image))).filter((each) => each.includes('PV113'));
  const digest = 'example.com/os@sha256:01';
  expect(codes(digest, 'amd64', 'arm64')).toEqual(['warning PV113 spec.template.spec.volumes[os].containerDisk.image']);
  expect(codes(digest, 'amd64')).toEqual([]);
  expect(codes('example.com/os:1', 'amd64', 'arm64')).toEqual([]);
});

describe('what becomes of a VM', () => {
  const explained = (
    vmObject: KubeObject,
    release: string,
    configuration?: object,
    existing: readonly KubeObject[] = [],
  ) => {
    const objects = [vmObject, ...(configuration === undefined ? [] : [kubevirt(configuration)])];
    const cluster = new ClusterView(objects, { target: { kubevirt: release }, existing });
    return Object.fromEntries(
      explainVm(vmObject, cluster)!.fields.map(({ path, value, from }) => [path, [value, from] as const]),
    );
  };
  const DISKS = {
    devices: {
      disks: [
        { name: 'os', disk: {} },
        { name: 'cd', cdrom: { bus: 'scsi' } },
      ],
    },
  };
  const bare = (architecture?: string, domain: object = {}) =>
    vm({ ...(architecture === undefined ? {} : { architecture }), domain: { ...DISKS, ...domain } });

  test.each<[string, string, object]>([
    [
      'amd64',
      '1.9',
      {
        'domain.machine.type': ['q35', 'default'],
        'domain.cpu.model': ['host-model', 'default'],
        'domain.devices.disks[os].disk.bus': ['sata', 'default'],
        'domain.features.acpi.enabled': [true, 'default'],
        'domain.firmware': ['BIOS', 'default'],
        'domain.devices.video.type': ['vga', 'default'],
        'domain.cpu.maxSockets': [4, 'default'],
      },
    ],
    [
      'arm64',
      '1.9',
      {
        'domain.machine.type': ['virt', 'default'],
        'domain.cpu.model': ['host-passthrough', 'default'],
        'domain.devices.disks[os].disk.bus': ['virtio', 'default'],
        'domain.firmware.bootloader.efi.secureBoot': [false, 'default'],
        'domain.firmware': ['UEFI from /usr/share/AAVMF', 'default'],
        'domain.devices.video.type': ['virtio', 'default'],
      },
    ],
    [
      's390x',
      '1.9',
      {
        'domain.machine.type': ['s390-ccw-virtio', 'default'],
        'domain.features.acpi.enabled': [false, 'default'],
        'domain.devices.disks[os].disk.bus': ['virtio', 'default'],
        'domain.cpu.model': ['host-model', 'default'],
      },
    ],
  ])('%s on %s', (architecture, release, expected) => {
    const fields = explained(bare(architecture), release);
    expect(fields).toMatchObject({
      architecture: [architecture, 'explicit'],
      'domain.devices.disks[cd].cdrom.bus': ['scsi', 'explicit'],
      'domain.cpu.sockets': [1, 'default'],
      ...expected,
    });
    expect('domain.cpu.maxSockets' in fields).toBe(architecture !== 'arm64');
  });

  test('releases differ', () => {
    expect(explained(bare('amd64'), '1.5')).not.toHaveProperty(['domain.cpu.maxSockets']);
    const uefi = { firmware: { bootloader: { efi: {} } }, features: { smm: {} } };
    expect(explained(bare('amd64', uefi), '1.8')).toHaveProperty(['domain.firmware', 0], 'UEFI from /usr/share/OVMF');
    expect(explained(bare('amd64', uefi), '1.9')).toHaveProperty(
      ['domain.firmware', 0],
      'UEFI from /usr/share/edk2/ovmf',
    );
    expect(explained(bare('amd64', uefi), '1.9')).toHaveProperty(['domain.devices.video.type', 0], 'bochs');
    const secure = (release: string) =>
      explained(bare('arm64', uefi), release)['domain.firmware.bootloader.efi.secureBoot'];
    expect([secure('1.8.2'), secure('1.8.3')]).toEqual([undefined, [false, 'default']]);
    const watched = bare('s390x', { devices: { watchdog: { name: 'dog' } } });
    expect(explained(watched, '1.6')).toHaveProperty(['domain.devices.watchdog.diag288.action', 0], 'reset');
    expect(explained(watched, '1.5')).not.toHaveProperty(['domain.devices.watchdog.diag288.action']);
  });

  test('the KubeVirt resource decides', () => {
    const configuration = {
      architectureConfiguration: { defaultArchitecture: 'arm64', arm64: { machineType: 'virt-rhel9.6.0' } },
      cpuModel: 'Haswell',
      evictionStrategy: 'LiveMigrate',
      network: { defaultNetworkInterface: 'masquerade' },
    };
    expect(explained(bare(), '1.9', configuration)).toMatchObject({
      architecture: ['arm64', 'platform'],
      'domain.machine.type': ['virt-rhel9.6.0', 'platform'],
      'domain.cpu.model': ['host-passthrough', 'default'],
      evictionStrategy: ['LiveMigrate', 'platform'],
      'domain.devices.interfaces': [[{ name: 'default', masquerade: {} }], 'platform'],
    });
    expect(explained(bare('s390x'), '1.9', configuration)).toMatchObject({
      'domain.cpu.model': ['Haswell', 'platform'],
    });
    const live = { vmRolloutStrategy: 'Stage' };
    expect(explained(bare('amd64'), '1.9', live)).not.toHaveProperty(['domain.cpu.maxSockets']);
    const more = { liveUpdateConfiguration: { maxCpuSockets: 6, maxGuest: '64Gi' } };
    expect(explained(bare('amd64', { memory: { guest: '2Gi' } }), '1.9', more)).toMatchObject({
      'domain.cpu.maxSockets': [6, 'platform'],
      'domain.memory.maxGuest': ['64Gi', 'platform'],
    });
  });

  test.each<[string, object, unknown]>([
    ['four times the memory', { memory: { guest: '2Gi' } }, '8Gi'],
    ['too little to grow', { memory: { guest: '512Mi' } }, undefined],
    ['not in blocks', { memory: { guest: '1025Mi' } }, undefined],
    ['realtime', { memory: { guest: '2Gi' }, cpu: { realtime: {} } }, undefined],
    ['from a request', { resources: { requests: { memory: '1Gi' } } }, '4Gi'],
  ])('room for memory: %s', (_name, domain, expected) => {
    expect(explained(bare('amd64', domain), '1.9')['domain.memory.maxGuest']?.[0]).toEqual(expected);
  });

  test.each<[string, object, object]>([
    ['nothing said', {}, { sockets: 1, cores: 1, threads: 1, maxSockets: 4 }],
    ['cores said', { cpu: { cores: 4 } }, { cores: 4, maxSockets: 4 }],
    ['a limit', { resources: { limits: { cpu: '2500m' } } }, { sockets: 3, cores: 1, threads: 1, maxSockets: 12 }],
    ['many', { cpu: { sockets: 200, cores: 2 } }, { sockets: 200, cores: 2, maxSockets: 256 }],
  ])('CPUs: %s', (_name, domain, expected) => {
    const fields = explained(bare('amd64', domain), '1.9');
    const cpu = Object.entries(fields).filter(([path]) =>
      /^domain\.cpu\.(sockets|cores|threads|maxSockets)$/.test(path),
    );
    expect(Object.fromEntries(cpu.map(([path, [value]]) => [path.slice(11), value]))).toEqual(expected);
  });

  test.each<[string, object, object]>([
    ['a fraction', {}, { maxHotplugRatio: 1.5, maxCpuSockets: 1.5 }],
    ['a negative number', { cpu: { sockets: -1 } }, { maxHotplugRatio: -4, maxCpuSockets: -1 }],
    ['no number', { cpu: { sockets: 'many', cores: Number.NaN } }, { maxHotplugRatio: 'x', maxCpuSockets: {} }],
    ['a huge number', { cpu: { threads: 1e300 } }, { maxHotplugRatio: 1e300, maxCpuSockets: 10n ** 30n }],
  ])('%s is no count: the default holds', (_name, domain, liveUpdateConfiguration) => {
    const vmObject = bare('amd64', { memory: { guest: '1Gi' }, ...domain });
    expect(explained(vmObject, '1.9', { liveUpdateConfiguration })).toMatchObject({
      'domain.cpu.maxSockets': [4, 'default'],
      'domain.memory.maxGuest': ['4Gi', 'default'],
    });
  });

  test.each(['amd64', 'arm64', 's390x'])('scalars in the place of maps do not hold up %s', (architecture) => {
    const odd = bare(architecture, {
      devices: {
        disks: [
          { name: 'a', disk: 'foo' },
          { name: 'b', disk: 1 },
        ],
        watchdog: 'x',
        interfaces: 'x',
      },
      cpu: 'x',
      memory: 1,
      firmware: { bootloader: 'x' },
      features: [],
      machine: 'q35',
    });
    expect(explained(odd, '1.9')).not.toHaveProperty(['domain.devices.disks[a].disk.bus']);
  });

  test('instance type and preference are named', () => {
    const type = object('instancetype.kubevirt.io/v1beta1', 'VirtualMachineClusterInstancetype', 'small', {
      metadata: { name: 'small' },
      spec: { cpu: { guest: 2 }, memory: { guest: '4Gi' } },
    });
    const vmObject = vm({ architecture: 'amd64', domain: DISKS }, { instancetype: { name: 'small' } });
    expect(explained(vmObject, '1.9', undefined, [type])).toMatchObject({
      'domain.cpu.sockets': [2, 'instancetype'],
      'domain.memory.guest': ['4Gi', 'instancetype'],
      'domain.memory.maxGuest': ['16Gi', 'default'],
    });
    expect(explained(vmObject, '1.9')).toHaveProperty(['spec.instancetype', 1], 'unknown');
  });

  test('an architecture that nobody knows is told as unknown', () => {
    expect(explained(bare(), '1.9')).toMatchObject({ architecture: [null, 'unknown'] });
    expect(explained(bare('riscv64'), '1.9')).toMatchObject({ architecture: ['riscv64', 'unknown'] });
  });
});

describe('what makes instances', () => {
  const BIOS = {
    architecture: 'arm64',
    domain: { devices: {}, memory: { guest: '1Gi' }, firmware: { bootloader: { bios: {} } } },
  };
  const codes = (made: KubeObject) => checkObjects([made], ON_1_9).map(({ code, path }) => `${code} ${path}`);
  const type = { instancetype: { name: 'ours.small' } };

  test('a replica set', () => {
    const set = object('kubevirt.io/v1', 'VirtualMachineInstanceReplicaSet', 'web', {
      spec: { selector: {}, template: { spec: BIOS } },
    });
    expect(codes(set)).toEqual(['PV105 spec.template.spec.domain.firmware.bootloader.bios']);
  });

  test('a pool, with its instance type', () => {
    const pool = object('pool.kubevirt.io/v1beta1', 'VirtualMachinePool', 'web', {
      spec: {
        selector: {},
        virtualMachineTemplate: { spec: { runStrategy: 'Always', ...type, template: { spec: BIOS } } },
      },
    });
    const path = 'spec.virtualMachineTemplate.spec';
    expect(codes(pool)).toEqual([
      `PV112 ${path}.instancetype`,
      `PV111 ${path}.template.spec.domain.memory.guest`,
      `PV105 ${path}.template.spec.domain.firmware.bootloader.bios`,
    ]);
  });
});

describe('what the KubeVirt resource says of the whole cluster', () => {
  const typed = (architecture: string, type?: string) =>
    vm({ architecture, domain: { devices: {}, ...(type === undefined ? {} : { machine: { type } }) } });
  const refused = (configuration: object, vmObject: KubeObject) =>
    found([kubevirt(configuration), vmObject]).filter((each) => each.includes('PV105'));

  test('its machine types override those of architectures', () => {
    const whole = { machineType: 'pc-q35-6.2', emulatedMachines: ['pc-q35*'] };
    expect(refused(whole, typed('amd64'))).toEqual([]);
    expect(refused(whole, typed('amd64', 'q35'))).toHaveLength(1);
    expect(refused({ machineType: 'q35' }, typed('arm64'))).toHaveLength(1);
    expect(refused({ machineType: 'q35' }, typed('arm64', 'virt'))).toEqual([]);
    expect(refused({ machineType: '', emulatedMachines: [] }, typed('arm64'))).toEqual([]);
  });

  test('what runs tells what the files leave open', () => {
    const running = kubevirt({}, { status: { defaultArchitecture: 'arm64' } });
    const bios = vm({ domain: { devices: {}, firmware: { bootloader: { bios: {} } } } });
    const codes = (own: object) => found([kubevirt(own), bios], { existing: [running] });
    expect(codes({})).toContainEqual(expect.stringContaining('error PV105'));
    expect(codes({ architectureConfiguration: { defaultArchitecture: '' } })).toContainEqual(
      expect.stringContaining('error PV105'),
    );
    expect(codes({ architectureConfiguration: { defaultArchitecture: 'amd64' } })).toEqual([]);
  });
});

describe('while a preference was not found', () => {
  const wish = { preference: { name: 'ours' } };
  const first = (template: object, objects: readonly KubeObject[] = []) =>
    found([vm(template, wish), ...objects]).filter((each) => !each.includes('PV112'));
  const efi = (on: string) => ({
    architecture: on,
    domain: { devices: {}, firmware: { bootloader: { efi: { persistent: true } } } },
  });

  test('what it may add is not missing for sure', () => {
    expect(first(efi('amd64'))).toEqual([expect.stringContaining('warning PV105')]);
    expect(found([vm(efi('amd64'))])).toEqual([expect.stringContaining('error PV105')]);
  });

  test('neither is an architecture that only a default says', () => {
    const bios = { domain: { devices: {}, firmware: { bootloader: { bios: {} } } } };
    const byDefault = kubevirt({ architectureConfiguration: { defaultArchitecture: 'arm64' } });
    expect(first(bios, [byDefault])).toEqual([expect.stringContaining('warning PV105')]);
    expect(first({ architecture: 'arm64', ...bios })).toEqual([expect.stringContaining('error PV105')]);
  });
});

test('a preference requires an architecture of the default too', () => {
  const preference = object('instancetype.kubevirt.io/v1beta1', 'VirtualMachinePreference', 'linux', {
    spec: { requirements: { architecture: 'arm64' } },
  });
  const vmObject = vm({}, { preference: { kind: 'VirtualMachinePreference', name: 'linux' } });
  const byDefault = kubevirt({ architectureConfiguration: { defaultArchitecture: 'amd64' } });
  expect(found([vmObject, preference, byDefault])).toEqual(['error PV111 spec.template.spec.architecture']);
});

test('what is wrong on every architecture is told in the words of each', () => {
  const vmObject = vm({ domain: { devices: { sound: { name: 'a', model: 'foo' } }, machine: { type: 'foo' } } });
  const findings = checkObjects([vmObject], ON_1_9).filter(({ code }) => code === 'PV105');
  expect(findings.map(({ path }) => path)).toEqual([
    'spec.template.spec.domain.devices.sound.model',
    'spec.template.spec.domain.machine.type',
  ]);
  expect(findings[1]!.what).toMatch(/amd64 .*; arm64 .*; s390x /);
});

test('a selector for another architecture is told once', () => {
  const vmObject = vm({ architecture: 'arm64', nodeSelector: { 'kubernetes.io/arch': 'amd64' } });
  const nodes = [exported('a', 'arm64'), exported('b', 'amd64')];
  expect(found([vmObject], { nodes })).toEqual([expect.stringContaining('warning PV109')]);
});

test('a node that does not tell its architecture may have any', () => {
  expect(found([vm({ architecture: 'arm64' })], { nodes: [exported('a', '')] })).toEqual([]);
});

test('an arm64 instance has secure boot turned off before it is looked at, a VM has not', () => {
  const spec = { architecture: 'arm64', domain: { devices: {}, firmware: { bootloader: { efi: {} } } } };
  const instance = object('kubevirt.io/v1', 'VirtualMachineInstance', 'web', { spec });
  const codes = (made: KubeObject, release: string) =>
    found([made], { target: { kubevirt: release } }).filter((each) => each.includes('PV105'));
  expect(codes(instance, '1.9')).toEqual([]);
  expect(codes(instance, '1.8.3')).toEqual([]);
  expect(codes(instance, '1.8.2')).not.toEqual([]);
  expect(codes(vm(spec), '1.9')).not.toEqual([]);
});
