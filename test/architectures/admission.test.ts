import { ARCHITECTURE_FACTS, ARCHITECTURES, type Architecture } from '../../src/architectures/facts';
import { checkInstance } from '../../src/architectures/instance-row';

const refusalsOf = (...args: Parameters<typeof checkInstance>) =>
  checkInstance(...args).filter(({ code }) => code !== 'PV109');

const domain = (part: object) => ({ domain: part });
const disk = (device: string, bus?: string) =>
  domain({ devices: { disks: [{ name: 'd', [device]: bus === undefined ? {} : { bus } }] } });
const boot = (bootloader: object, features?: object) =>
  domain({ firmware: { bootloader }, ...(features === undefined ? {} : { features }) });

const device = (devices: object) => domain({ devices });
const secured = (launchSecurity: object, efi: object, features: object = {}) =>
  domain({ launchSecurity, features, firmware: { bootloader: { efi } } });

interface Case {
  readonly spec: object;
  readonly on: Architecture;
  readonly kubevirt: string;
  readonly path?: string;
}

/** A case with a path is rejected there; one without is accepted. Both sides of every boundary. */
const CASES: readonly Case[] = [
  { spec: boot({ bios: {} }), on: 'arm64', kubevirt: '1.9', path: 'domain.firmware.bootloader.bios' },
  { spec: boot({ bios: {} }), on: 'amd64', kubevirt: '1.9' },
  {
    spec: domain({ launchSecurity: { sev: {} } }),
    on: 'arm64',
    kubevirt: '1.6',
    path: 'domain.firmware.bootloader',
  },
  {
    spec: domain({ launchSecurity: { sev: {} } }),
    on: 'amd64',
    kubevirt: '1.3',
    path: 'domain.firmware.bootloader',
  },
  { spec: secured({ sev: {} }, { secureBoot: false }), on: 'arm64', kubevirt: '1.6' },
  { spec: domain({ launchSecurity: {} }), on: 's390x', kubevirt: '1.6' },
  {
    spec: boot({ efi: { secureBoot: true } }, { smm: {} }),
    on: 'arm64',
    kubevirt: '1.8.2',
    path: 'domain.firmware.bootloader.efi.secureBoot',
  },
  { spec: boot({ efi: { secureBoot: true } }, { smm: {} }), on: 'arm64', kubevirt: '1.8.3' },
  { spec: boot({ efi: { secureBoot: true } }, { smm: {} }), on: 'arm64', kubevirt: '1.8' },
  { spec: boot({ efi: { secureBoot: true } }, { smm: {} }), on: 'arm64', kubevirt: '1.9' },
  { spec: device({ video: {} }), on: 'amd64', kubevirt: '1.9', path: 'domain.devices.video.type' },
  { spec: device({ video: { type: '' } }), on: 'arm64', kubevirt: '1.6', path: 'domain.devices.video.type' },
  {
    spec: device({ sound: { name: '', model: 'ich9' } }),
    on: 's390x',
    kubevirt: '1.9',
    path: 'domain.devices.sound.name',
  },
  {
    spec: device({ inputs: [{ name: 'i', type: '' }] }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.devices.inputs[i].type',
  },
  { spec: boot({ efi: { secureBoot: false } }), on: 'arm64', kubevirt: '1.8' },
  { spec: boot({ efi: {} }), on: 'amd64', kubevirt: '1.9', path: 'domain.firmware.bootloader.efi' },
  { spec: boot({ efi: { secureBoot: true } }), on: 'amd64', kubevirt: '1.3', path: 'domain.firmware.bootloader.efi' },
  {
    spec: boot({ efi: {} }, { smm: { enabled: false } }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.firmware.bootloader.efi',
  },
  { spec: boot({ efi: {} }, { smm: { enabled: true } }), on: 'amd64', kubevirt: '1.9' },
  { spec: boot({ efi: { secureBoot: false } }), on: 's390x', kubevirt: '1.9' },
  { spec: domain({ cpu: { model: 'Haswell' } }), on: 'arm64', kubevirt: '1.6', path: 'domain.cpu.model' },
  { spec: domain({ cpu: { model: 'Haswell' } }), on: 'arm64', kubevirt: '1.5' },
  { spec: domain({ cpu: { model: 'host-model' } }), on: 'arm64', kubevirt: '1.5', path: 'domain.cpu.model' },
  { spec: domain({ cpu: { model: 'host-passthrough' } }), on: 'arm64', kubevirt: '1.9' },
  { spec: domain({ cpu: { model: 'Haswell' } }), on: 'amd64', kubevirt: '1.9' },
  {
    spec: domain({ cpu: { threads: 2, dedicatedCpuPlacement: true } }),
    on: 'arm64',
    kubevirt: '1.9',
    path: 'domain.cpu.threads',
  },
  { spec: domain({ cpu: { threads: 2 } }), on: 'arm64', kubevirt: '1.9' },
  { spec: domain({ cpu: { threads: 2, dedicatedCpuPlacement: true } }), on: 'amd64', kubevirt: '1.9' },
  {
    spec: domain({ cpu: { threads: 3, dedicatedCpuPlacement: true } }),
    on: 's390x',
    kubevirt: '1.9',
    path: 'domain.cpu.threads',
  },
  { spec: disk('disk', 'sata'), on: 'arm64', kubevirt: '1.9', path: 'domain.devices.disks[d].disk.bus' },
  { spec: disk('disk', 'sata'), on: 'amd64', kubevirt: '1.9' },
  { spec: disk('disk'), on: 'arm64', kubevirt: '1.9' },
  { spec: disk('cdrom', 'virtio'), on: 'amd64', kubevirt: '1.9', path: 'domain.devices.disks[d].cdrom.bus' },
  { spec: disk('cdrom'), on: 'amd64', kubevirt: '1.9' },
  { spec: disk('cdrom'), on: 'arm64', kubevirt: '1.9', path: 'domain.devices.disks[d].cdrom.bus' },
  { spec: disk('cdrom'), on: 's390x', kubevirt: '1.9', path: 'domain.devices.disks[d].cdrom.bus' },
  { spec: disk('cdrom', 'scsi'), on: 's390x', kubevirt: '1.9' },
  {
    spec: domain({ devices: { watchdog: { name: 'w', i6300esb: {} } } }),
    on: 'arm64',
    kubevirt: '1.3',
    path: 'domain.devices.watchdog',
  },
  { spec: domain({ devices: { watchdog: { name: 'w', i6300esb: {} } } }), on: 'amd64', kubevirt: '1.9' },
  {
    spec: domain({ devices: { watchdog: { name: 'w', i6300esb: {} } } }),
    on: 's390x',
    kubevirt: '1.6',
    path: 'domain.devices.watchdog',
  },
  { spec: domain({ devices: { watchdog: { name: 'w', i6300esb: {} } } }), on: 's390x', kubevirt: '1.5' },
  { spec: domain({ devices: { watchdog: { name: 'w', diag288: {} } } }), on: 's390x', kubevirt: '1.6' },
  { spec: domain({ machine: { type: 'q35' } }), on: 'arm64', kubevirt: '1.9', path: 'domain.machine.type' },
  { spec: domain({ machine: { type: 'pc-q35-rhel9.6.0' } }), on: 'amd64', kubevirt: '1.9' },
  { spec: disk('disk', 'ide'), on: 'amd64', kubevirt: '1.9', path: 'domain.devices.disks[d].disk.bus' },
  { spec: disk('cdrom', ''), on: 's390x', kubevirt: '1.9', path: 'domain.devices.disks[d].cdrom.bus' },
  {
    spec: domain({ cpu: { numa: { guestMappingPassthrough: {} } } }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.cpu.numa.guestMappingPassthrough',
  },
  {
    spec: domain({
      cpu: { numa: { guestMappingPassthrough: {} }, dedicatedCpuPlacement: true },
      memory: { hugepages: {} },
    }),
    on: 'amd64',
    kubevirt: '1.9',
  },
  { spec: device({ sound: { name: 's' } }), on: 'arm64', kubevirt: '1.3', path: 'domain.devices.sound' },
  { spec: device({ sound: { name: 's', model: 'ich9' } }), on: 'amd64', kubevirt: '1.9' },
  {
    spec: device({ sound: { name: 's', model: 'sb16' } }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.devices.sound.model',
  },
  { spec: device({ video: { type: 'bochs' } }), on: 'amd64', kubevirt: '1.6' },
  { spec: device({ video: { type: 'qxl' } }), on: 'amd64', kubevirt: '1.6', path: 'domain.devices.video.type' },
  { spec: device({ video: { type: 'ramfb' } }), on: 'arm64', kubevirt: '1.6' },
  { spec: device({ video: { type: 'vga' } }), on: 'arm64', kubevirt: '1.6', path: 'domain.devices.video.type' },
  { spec: device({ video: { type: 'vga' } }), on: 'arm64', kubevirt: '1.5' },
  { spec: device({ video: { type: 'ramfb' } }), on: 's390x', kubevirt: '1.6', path: 'domain.devices.video.type' },
  { spec: device({ video: { type: 'virtio' } }), on: 's390x', kubevirt: '1.9' },
  {
    spec: device({ video: { type: 'virtio' }, autoattachGraphicsDevice: false }),
    on: 'amd64',
    kubevirt: '1.6',
    path: 'domain.devices.video',
  },
  {
    spec: device({ panicDevices: [{ model: 'isa' }] }),
    on: 's390x',
    kubevirt: '1.6',
    path: 'domain.devices.panicDevices',
  },
  { spec: device({ panicDevices: [{ model: 'isa' }] }), on: 's390x', kubevirt: '1.5' },
  { spec: device({ panicDevices: [{ model: 'pvpanic' }] }), on: 'arm64', kubevirt: '1.9' },
  {
    spec: device({ panicDevices: [{ model: 'hyper' }] }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.devices.panicDevices[0].model',
  },
  { spec: device({ inputs: [{ name: 'i', type: 'tablet', bus: 'usb' }] }), on: 'amd64', kubevirt: '1.9' },
  {
    spec: device({ inputs: [{ name: 'i', type: 'mouse' }] }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.devices.inputs[i].type',
  },
  {
    spec: device({ inputs: [{ name: 'i', type: '' }] }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.devices.inputs[i].type',
  },
  {
    spec: device({ inputs: [{ name: 'i', type: 'tablet', bus: 'ps2' }] }),
    on: 's390x',
    kubevirt: '1.3',
    path: 'domain.devices.inputs[i].bus',
  },
  { spec: domain({ launchSecurity: {} }), on: 'arm64', kubevirt: '1.7', path: 'domain.launchSecurity' },
  { spec: domain({ launchSecurity: {} }), on: 'arm64', kubevirt: '1.6' },
  { spec: domain({ launchSecurity: {} }), on: 's390x', kubevirt: '1.9' },
  { spec: domain({ launchSecurity: {} }), on: 'amd64', kubevirt: '1.7', path: 'domain.launchSecurity' },
  {
    spec: domain({ launchSecurity: { sev: {}, tdx: {} } }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.launchSecurity',
  },
  { spec: domain({ launchSecurity: { sev: {} } }), on: 'amd64', kubevirt: '1.9', path: 'domain.firmware.bootloader' },
  { spec: secured({ sev: {} }, { secureBoot: false }), on: 'amd64', kubevirt: '1.9' },
  {
    spec: secured({ snp: {} }, { secureBoot: true }, { smm: {} }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.firmware.bootloader.efi.secureBoot',
  },
  {
    spec: secured({ snp: {} }, { secureBoot: false, persistent: true }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.firmware.bootloader.efi.persistent',
  },
  { spec: secured({ sev: {} }, { secureBoot: false, persistent: true }), on: 'amd64', kubevirt: '1.9' },
  { spec: secured({ tdx: {} }, {}), on: 'amd64', kubevirt: '1.9' },
  { spec: secured({ tdx: {} }, {}), on: 'amd64', kubevirt: '1.8', path: 'domain.firmware.bootloader.efi' },
  {
    spec: secured({ tdx: {} }, { secureBoot: false }, { smm: {} }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'domain.features.smm',
  },
  {
    spec: secured({ sev: { attestation: {} } }, { secureBoot: false }),
    on: 'amd64',
    kubevirt: '1.9',
    path: 'startStrategy',
  },
  {
    spec: { startStrategy: 'Paused', ...secured({ sev: { attestation: {} } }, { secureBoot: false }) },
    on: 'amd64',
    kubevirt: '1.9',
  },
  { spec: {}, on: 'arm64', kubevirt: '1.9' },
  { spec: { domain: 'not a map' }, on: 'arm64', kubevirt: '1.9' },
];

test.each(CASES)('$on, KubeVirt $kubevirt: $spec is rejected at $path', ({ spec, on, kubevirt, path }) => {
  const findings = refusalsOf(spec as Record<string, unknown>, { architecture: on, kubevirt });
  expect(findings.map((finding) => finding.path)).toEqual(path === undefined ? [] : [path]);
  expect(
    findings.every(({ code, severity, source }) => code === 'PV105' && severity === 'error' && source !== undefined),
  ).toBe(true);
});

test('globs of the cluster replace the built-in ones', () => {
  const spec = domain({ machine: { type: 'q35' } });
  // The example of proposal 000 rejects its own default.
  const findings = refusalsOf(spec, { architecture: 'amd64', kubevirt: '1.9', emulatedMachines: ['pc-*'] });
  expect(findings.map(({ what }) => what)).toEqual(['amd64 does not accept the machine type q35, only pc-*']);
});

test('every architecture accepts its own default machine type', () => {
  for (const architecture of ARCHITECTURES) {
    const { machineType } = ARCHITECTURE_FACTS[architecture];
    expect(refusalsOf(domain({ machine: { type: machineType } }), { architecture, kubevirt: '1.9' })).toEqual([]);
  }
});

test('an instance whose input names no type gets a tablet', () => {
  const spec = device({ inputs: [{ name: 'i', type: '' }, { name: 'j' }] });
  const context = { architecture: 'amd64', kubevirt: '1.9' } as const;
  expect(refusalsOf(spec, { ...context, isVm: false })).toEqual([]);
  expect(refusalsOf(spec, { ...context, isVm: true }).map(({ path }) => path)).toEqual([
    'domain.devices.inputs[i].type',
    'domain.devices.inputs[j].type',
  ]);
});

test('an instance for arm64 has UEFI without secure boot before SEV is looked at, a VM has not', () => {
  const spec = domain({ launchSecurity: { sev: {} } }) as Record<string, unknown>;
  const on = { architecture: 'arm64', kubevirt: '1.6' } as const;
  expect(refusalsOf(spec, { ...on, isVm: false })).toEqual([]);
  expect(refusalsOf(spec, { ...on, isVm: true })).toHaveLength(1);
});
