import { checkObjects } from '../../../src/cluster/judge/apply-rules';
import { catalogue, catalogued } from '../../../src/hypervisors/catalogue';
import { askedOf, checkFeatures } from '../../../src/hypervisors/check-features';
import { FEATURE_NAMES, type Feature } from '../../../src/hypervisors/features';
import type { KubeObject } from '../../../src/kube/object';
import { platformObjects } from '../../../src/model/manifests/platform';
import { kubevirtObject, vmObject } from '../../objects';

/** A guest with nothing that KubeVirt would attach by itself. */
function guest(devices: object = {}, more: object = {}, domain: object = {}) {
  const off = { autoattachGraphicsDevice: false, autoattachMemBalloon: false, autoattachSerialConsole: false };
  return { domain: { devices: { ...off, ...devices }, ...domain }, ...more };
}

const SPECS: Record<Feature, object> = {
  cdrom: guest({ disks: [{ name: 'a', cdrom: { bus: 'sata' } }] }, { volumes: [{ name: 'a', containerDisk: {} }] }),
  iso: guest({ disks: [{ name: 'a', cdrom: { bus: 'sata' } }] }, { volumes: [{ name: 'a', cloudInitNoCloud: {} }] }),
  lun: guest({ disks: [{ name: 'a', lun: { bus: 'scsi' } }] }),
  // On amd64 a disk that says nothing is on SATA.
  sataDisk: guest({ disks: [{ name: 'a', disk: {} }] }),
  scsiDisk: guest({ disks: [{ name: 'a', disk: { bus: 'scsi' } }] }),
  usbDisk: guest({ disks: [{ name: 'a', disk: { bus: 'usb' } }] }),
  otherNic: guest({ interfaces: [{ name: 'a', model: 'e1000', masquerade: {} }] }),
  ballooning: guest({ autoattachMemBalloon: true }),
  graphics: guest({ autoattachGraphicsDevice: undefined }),
  video: guest({ video: { type: 'virtio' } }),
  input: guest({ inputs: [{ name: 'a', type: 'tablet' }] }),
  sound: guest({ sound: { name: 'a' } }),
  tpm: guest({ tpm: {} }),
  watchdog: guest({ watchdog: { name: 'a', i6300esb: {} } }),
  filesystem: guest({ filesystems: [{ name: 'a', virtiofs: {} }] }),
  vsock: guest({ autoattachVSOCK: true }),
  hostDevices: guest({ hostDevices: [{ name: 'a', deviceName: 'b' }] }),
  gpus: guest({ gpus: [{ name: 'a', deviceName: 'b' }] }),
  sriov: guest({ interfaces: [{ name: 'a', sriov: {} }] }),
  panic: guest({ panicDevices: [{ model: 'isa' }] }),
  rng: guest({ rng: {} }),
  serialConsole: guest({ autoattachSerialConsole: true }),
  usbRedirection: guest({ clientPassthrough: {} }),
  secureBoot: guest({}, {}, { firmware: { bootloader: { efi: { secureBoot: true } } } }),
  persistentEfi: guest({}, {}, { firmware: { bootloader: { efi: { persistent: true, secureBoot: false } } } }),
  launchSecurity: guest({}, {}, { launchSecurity: { sev: {} } }),
  downwardMetrics: guest({ downwardMetrics: {} }),
  kernelBoot: guest({}, {}, { firmware: { kernelBoot: { container: {} } } }),
  hugepages: guest({}, {}, { memory: { hugepages: { pageSize: '2Mi' } } }),
  numa: guest({}, {}, { cpu: { numa: { guestMappingPassthrough: {} } } }),
  dedicatedCpus: guest({}, {}, { cpu: { dedicatedCpuPlacement: true } }),
  hotplugDisks: guest(
    { disks: [{ name: 'a', disk: { bus: 'virtio' } }] },
    { volumes: [{ name: 'a', dataVolume: { name: 'd', hotpluggable: true } }] },
  ),
  hotplugMemory: guest({}, {}, { memory: { maxGuest: '4Gi' } }),
  liveMigration: guest({}, { evictionStrategy: 'LiveMigrate' }),
};

test('a guest with nothing asks for nothing', () => {
  for (const profile of catalogue()) {
    expect(checkFeatures(guest(), profile, { architecture: 'amd64' })).toEqual([]);
  }
});

test.each(FEATURE_NAMES)('%s is rejected, left open or let through as each hypervisor has it', (feature) => {
  for (const profile of catalogue()) {
    const { value } = profile.features[feature];
    const codes = checkFeatures(SPECS[feature] as never, profile, { architecture: 'amd64' }).map(({ code }) => code);
    expect([profile.name, codes]).toEqual([profile.name, value === undefined ? ['PV405'] : value ? [] : ['PV404']]);
  }
});

test('Cloud Hypervisor rejects every device that its driver rejects', () => {
  const refused = FEATURE_NAMES.filter((feature) => catalogued('cloud-hypervisor')!.features[feature].value === false);
  expect(refused).toEqual(
    expect.arrayContaining([
      'filesystem',
      'input',
      'sound',
      'video',
      'watchdog',
      'graphics',
      'usbRedirection',
      'ballooning',
      'tpm',
      'panic',
      'cdrom',
      'iso',
    ]),
  );
});

const IMAGE = { all: `registry.example/ch@sha256:${'c'.repeat(64)}` };

test('cloud-init becomes a raw disk, also under a preference, and a finding says so', () => {
  const { objects, findings, context } = platformObjects({
    name: 'edge',
    nodes: [{ pool: 'intel', architecture: 'amd64' }],
    kubevirt: {},
    hypervisors: [{ name: 'cloud-hypervisor', image: IMAGE, realisation: 'cluster-image' }],
    virtualMachines: [
      {
        name: 'web',
        memory: '1Gi',
        preference: { name: 'fedora' },
        cloudInit: { type: 'noCloud', userData: '#cloud-config' },
      },
    ],
  });
  const vm = objects.map(({ object }) => object).find(({ kind }) => kind === 'VirtualMachine')!;
  expect(vm.spec).toMatchObject({
    template: {
      spec: {
        domain: {
          devices: {
            autoattachGraphicsDevice: false,
            autoattachMemBalloon: false,
            disks: [{ name: 'cloudinit', disk: { bus: 'virtio' } }],
          },
        },
      },
    },
  });
  const said = findings.map(({ finding }) => finding).find(({ code }) => code === 'PV406')!;
  expect(said.what).toContain('cloud-init is a virtio disk (an ISO 9660 image in a raw file) and no CD drive');
  expect(context.hypervisors?.declared).toHaveLength(1);
});

test('what a VM says itself about devices of its hypervisor is no news', () => {
  const { findings } = platformObjects({
    name: 'edge',
    nodes: [{ pool: 'intel', architecture: 'amd64' }],
    kubevirt: {},
    hypervisors: [{ name: 'cloud-hypervisor', image: IMAGE, realisation: 'cluster-image' }],
    virtualMachines: [
      { name: 'half', memory: '1Gi', autoattachGraphicsDevice: false },
      { name: 'all', memory: '1Gi', autoattachGraphicsDevice: false, autoattachMemBalloon: false },
    ],
  });
  const said = findings.map(({ finding }) => finding).filter(({ code }) => code === 'PV406');
  expect(said.map(({ what }) => what)).toEqual(['for cloud-hypervisor no memory balloon is attached']);
});

test('manifests that somebody else wrote are judged by the label, the field, or what KubeVirt runs', () => {
  const vm = (name: string, metadata: object, spec: object) =>
    vmObject(
      { architecture: 'amd64', ...guest({ tpm: {} }, spec, { memory: { guest: '1Gi' } }) },
      { metadata: { name }, template: { metadata } },
    );
  const objects = [
    vm('labelled', { labels: { 'polyvirt.io/hypervisor': 'cloud-hypervisor' } }, {}),
    vm('plain', {}, {}),
  ];
  const found = checkObjects(objects, { target: { kubevirt: '1.9' } }).filter(({ code }) => code === 'PV404');
  expect(found.map(({ object, path }) => [object?.name, path])).toEqual([
    ['labelled', 'spec.template.spec.domain.devices.tpm'],
  ]);
});

test.each<[string, object, 'amd64' | 'arm64', boolean]>([
  ['UEFI alone', {}, 'amd64', true],
  ['turned off', { secureBoot: false }, 'amd64', false],
  ['UEFI alone on arm64', {}, 'arm64', false],
  ['asked for on arm64', { secureBoot: true }, 'arm64', true],
])('secure boot is on unless it is turned off: %s', (_name, efi, architecture, expected) => {
  const asked = askedOf({ domain: { firmware: { bootloader: { efi } } } }, { architecture });
  expect(asked.some(({ feature }) => feature === 'secureBoot')).toBe(expected);
});

test('a TPM that is turned off is none', () => {
  const asked = (tpm: object) =>
    askedOf({ domain: { devices: { tpm } } }, { architecture: 'amd64' }).some(({ feature }) => feature === 'tpm');
  expect([asked({}), asked({ enabled: false })]).toEqual([true, false]);
});

test('metrics of the host are asked for by a volume too', () => {
  const volumes = [{ name: 'm', downwardMetrics: {} }];
  const found = checkFeatures(guest({}, { volumes }), catalogued('cloud-hypervisor')!, { architecture: 'amd64' });
  expect(found).toEqual([expect.objectContaining({ code: 'PV404', path: 'volumes[m].downwardMetrics' })]);
});

describe('a drain asks for live migration', () => {
  const found = (spec: object, evictionStrategy?: string) =>
    checkFeatures(guest({}, spec), catalogued('cloud-hypervisor')!, {
      architecture: 'amd64',
      ...(evictionStrategy === undefined ? {} : { evictionStrategy }),
    }).map(({ severity, why }) => [severity, /drain of its node waits/.test(why)]);

  test.each<[string, object, string | undefined, [string, boolean][]]>([
    ['of the VM', { evictionStrategy: 'LiveMigrate' }, undefined, [['error', true]]],
    ['of the cluster', {}, 'LiveMigrate', [['warning', true]]],
    ['of the cluster, and the VM says otherwise', { evictionStrategy: 'None' }, 'LiveMigrate', []],
    ['if possible', {}, 'LiveMigrateIfPossible', []],
    ['not at all', {}, undefined, []],
  ])('by the strategy %s', (_what, spec, evictionStrategy, expected) => {
    expect(found(spec, evictionStrategy)).toEqual(expected);
  });
});

describe('a machine with the label of a policy', () => {
  const labelled = (value: string): KubeObject => ({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachineInstance',
    metadata: { name: 'web', labels: { 'polyvirt.io/hypervisor': value } },
    spec: { architecture: 'amd64', ...guest({}, {}, { memory: { guest: '1Gi' } }) },
  });
  const managed = (apiVersion: string, spec: object): KubeObject => ({
    apiVersion: `hco.kubevirt.io/${apiVersion}`,
    kind: 'HyperConverged',
    metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt' },
    spec,
  });
  const policy: KubeObject = {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'MutatingAdmissionPolicy',
    metadata: { name: 'own' },
    spec: { matchConstraints: { objectSelector: { matchLabels: { 'polyvirt.io/hypervisor': 'own' } } } },
  };
  const codes = (value: string, ...existing: KubeObject[]) =>
    checkObjects([labelled(value)], { target: { kubevirt: '1.9' }, existing })
      .filter(({ code }) => ['PV401', 'PV404', 'PV411'].includes(code))
      .map(({ code, severity, path }) => `${code} ${severity} ${path}`);
  const AT = 'metadata.labels["polyvirt.io/hypervisor"]';

  test.each<[string, string, KubeObject[], string[]]>([
    ['a name that nobody knows', 'cloud-hypervizor', [], [`PV401 warning ${AT}`]],
    ['a name of the catalogue', 'cloud-hypervisor', [], []],
    ['a name that a policy knows', 'own', [policy], []],
    [
      'launchers that are kept up to date',
      'cloud-hypervisor',
      [kubevirtObject({ workloadUpdateStrategy: { workloadUpdateMethods: ['LiveMigrate'] } })],
      [`PV411 error ${AT}`],
    ],
    ['launchers that are not', 'cloud-hypervisor', [kubevirtObject({ workloadUpdateStrategy: {} })], []],
    ['HyperConverged, which does so by default', 'cloud-hypervisor', [managed('v1beta1', {})], [`PV411 error ${AT}`]],
    [
      'HyperConverged that is told not to',
      'cloud-hypervisor',
      [managed('v1', { virtualization: { workloadUpdateStrategy: { workloadUpdateMethods: [] } } })],
      [],
    ],
    [
      'a cluster that migrates every guest',
      'cloud-hypervisor',
      [kubevirtObject({ configuration: { evictionStrategy: 'LiveMigrate' } })],
      ['PV404 warning spec.evictionStrategy'],
    ],
  ])('%s', (_what, value, existing, expected) => {
    expect(codes(value, ...existing)).toEqual(expected);
  });
});

test.each<[string, 'amd64' | 'arm64' | 's390x' | undefined, string[]]>([
  ['qemu-kvm', 's390x', []],
  ['qemu-mshv', 'amd64', []],
  ['qemu-mshv', 'arm64', ['PV413']],
  ['qemu-mshv', 's390x', ['PV413']],
  ['qemu-mshv', undefined, []],
  ['cloud-hypervisor', 'arm64', []],
  ['cloud-hypervisor', 's390x', ['PV413']],
  ['xen', 's390x', []],
])('%s and a guest of %s', (name, architecture, codes) => {
  expect(checkFeatures(guest(), catalogued(name)!, { architecture }).map(({ code }) => code)).toEqual(codes);
});
