import { checkObjects } from '../../src/check/check';
import { askedOf } from '../../src/hypervisors/asked';
import { CATALOGUE, catalogued } from '../../src/hypervisors/catalogue';
import { checkFeatures } from '../../src/hypervisors/check-features';
import { FEATURE_NAMES, type Feature } from '../../src/hypervisors/features';
import { platformObjects } from '../../src/manifests/platform';

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
  persistentEfi: guest({}, {}, { firmware: { bootloader: { efi: { persistent: true } } } }),
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
  for (const profile of CATALOGUE) {
    expect(checkFeatures(guest(), profile, 'amd64')).toEqual([]);
  }
});

test.each(FEATURE_NAMES)('%s is refused, left open or let through as each hypervisor has it', (feature) => {
  for (const profile of CATALOGUE) {
    const { value } = profile.features[feature];
    const codes = checkFeatures(SPECS[feature] as never, profile, 'amd64').map(({ code }) => code);
    expect([profile.name, codes]).toEqual([profile.name, value === undefined ? ['PV405'] : value ? [] : ['PV404']]);
  }
});

test('Cloud Hypervisor refuses every device that its driver refuses', () => {
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
  const machine = objects.map(({ object }) => object).find(({ kind }) => kind === 'VirtualMachine')!;
  expect(machine.spec).toMatchObject({
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
  expect(said.what).toContain('cloud-init comes as a raw virtio disk');
  expect(context.hypervisors?.declared).toHaveLength(1);
});

test('manifests that somebody else wrote are judged by the label, the field, or what KubeVirt runs', () => {
  const machine = (name: string, metadata: object, spec: object) => ({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name },
    spec: {
      runStrategy: 'Always',
      template: {
        metadata,
        spec: { architecture: 'amd64', ...guest({ tpm: {} }, spec, { memory: { guest: '1Gi' } }) },
      },
    },
  });
  const objects = [
    machine('labelled', { labels: { 'polyvirt.io/hypervisor': 'cloud-hypervisor' } }, {}),
    machine('plain', {}, {}),
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
  const asked = askedOf({ domain: { firmware: { bootloader: { efi } } } }, architecture);
  expect(asked.some(({ feature }) => feature === 'secureBoot')).toBe(expected);
});

test('a TPM that is turned off is none', () => {
  const asked = (tpm: object) =>
    askedOf({ domain: { devices: { tpm } } }, 'amd64').some(({ feature }) => feature === 'tpm');
  expect([asked({}), asked({ enabled: false })]).toEqual([true, false]);
});
