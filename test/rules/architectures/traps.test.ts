import type { Architecture } from '../../../src/architectures/facts';
import { checkInstance } from '../../../src/architectures/instance-row';
import { checkClusterTraps } from '../../../src/rules/architectures/cluster-traps';

const trapsIn = (...args: Parameters<typeof checkInstance>) =>
  checkInstance(...args).filter(({ code }) => code !== 'PV105');

const domain = (part: object) => ({ domain: part });
const device = (devices: object) => domain({ devices });

interface Case {
  readonly spec: object;
  readonly on: Architecture;
  readonly kubevirt: string;
  /** Severity and path of what is caught; nothing where it is not. */
  readonly caught?: string;
}

const CASES: readonly Case[] = [
  {
    spec: device({ disks: [{ name: 'd', disk: { bus: 'sata' } }] }),
    on: 's390x',
    kubevirt: '1.9',
    caught: 'warning domain.devices.disks[d].disk.bus',
  },
  { spec: device({ disks: [{ name: 'd', disk: { bus: 'sata' } }] }), on: 'amd64', kubevirt: '1.9' },
  {
    spec: device({ inputs: [{ name: 'i', type: 'tablet' }] }),
    on: 's390x',
    kubevirt: '1.9',
    caught: 'warning domain.devices.inputs[i].bus',
  },
  { spec: device({ inputs: [{ name: 'i', type: 'tablet', bus: 'virtio' }] }), on: 's390x', kubevirt: '1.9' },
  { spec: device({ sound: { name: 's' } }), on: 's390x', kubevirt: '1.9', caught: 'warning domain.devices.sound' },
  { spec: device({ tpm: {} }), on: 's390x', kubevirt: '1.9', caught: 'warning domain.devices.tpm' },
  { spec: device({ tpm: { enabled: false } }), on: 's390x', kubevirt: '1.9' },
  { spec: device({ tpm: {} }), on: 'arm64', kubevirt: '1.9' },
  {
    spec: device({ tpm: { persistent: true } }),
    on: 'arm64',
    kubevirt: '1.9',
    caught: 'warning domain.devices.tpm.persistent',
  },
  {
    spec: domain({ firmware: { bootloader: { efi: { secureBoot: false } } } }),
    on: 's390x',
    kubevirt: '1.9',
    caught: 'warning domain.firmware.bootloader.efi',
  },
  { spec: domain({ cpu: { numa: {} } }), on: 's390x', kubevirt: '1.9', caught: 'warning domain.cpu.numa' },
  {
    spec: domain({ memory: { hugepages: {} } }),
    on: 's390x',
    kubevirt: '1.9',
    caught: 'warning domain.memory.hugepages',
  },
  { spec: domain({ memory: { hugepages: {} } }), on: 's390x', kubevirt: '1.8' },
  {
    spec: device({ filesystems: [{ name: 'f', virtiofs: {} }] }),
    on: 's390x',
    kubevirt: '1.9',
    caught: 'warning domain.devices.filesystems[f].virtiofs',
  },
  { spec: device({ filesystems: [{ name: 'f', virtiofs: {} }] }), on: 's390x', kubevirt: '1.8' },
  {
    spec: device({ interfaces: [{ name: 'i', passtBinding: {} }] }),
    on: 's390x',
    kubevirt: '1.9',
    caught: 'warning domain.devices.interfaces[i].passtBinding',
  },
  {
    spec: device({ disks: [{ name: 'd', blockSize: { custom: { logical: 8192 } } }] }),
    on: 's390x',
    kubevirt: '1.9',
    caught: 'error domain.devices.disks[d].blockSize.custom.logical',
  },
  { spec: device({ disks: [{ name: 'd', blockSize: { custom: { logical: 4096 } } }] }), on: 's390x', kubevirt: '1.9' },
  {
    spec: domain({ features: { hyperv: {} } }),
    on: 'arm64',
    kubevirt: '1.9',
    caught: 'warning domain.features.hyperv',
  },
  { spec: domain({ features: { hyperv: {} } }), on: 'amd64', kubevirt: '1.9' },
  {
    spec: domain({ memory: { maxGuest: '8Gi' } }),
    on: 'arm64',
    kubevirt: '1.9',
    caught: 'warning domain.memory.maxGuest',
  },
  {
    spec: domain({ firmware: { bootloader: { efi: { secureBoot: true } } } }),
    on: 'arm64',
    kubevirt: '1.9',
    caught: 'warning domain.firmware.bootloader.efi.secureBoot',
  },
  { spec: domain({ firmware: { bootloader: { efi: { secureBoot: true } } } }), on: 'arm64', kubevirt: '1.8.2' },
  {
    spec: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } },
    on: 'arm64',
    kubevirt: '1.8',
    caught: 'warning nodeSelector["kubernetes.io/arch"]',
  },
  {
    spec: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } },
    on: 'arm64',
    kubevirt: '1.9',
    caught: 'warning nodeSelector["kubernetes.io/arch"]',
  },
  { spec: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } }, on: 'arm64', kubevirt: '1.9' },
];

test.each(CASES)('$on, KubeVirt $kubevirt: $spec catches $caught', ({ spec, on, kubevirt, caught }) => {
  const findings = trapsIn(spec as Record<string, unknown>, { architecture: on, kubevirt });
  expect(findings.map(({ severity, path }) => `${severity} ${path}`)).toEqual(caught === undefined ? [] : [caught]);
  expect(
    findings.every(
      ({ code, why, source }) =>
        code === 'PV109' && why.startsWith('KubeVirt accepts it, but ') && source !== undefined,
    ),
  ).toBe(true);
});

const kubevirt = (configuration: object) => ({ spec: { configuration } });
const MIXED: Architecture[] = ['amd64', 's390x'];

test.each<[object, string, Architecture[], string[]]>([
  [
    { architectureConfiguration: { amd64: { ovmfPath: '/usr/share/OVMF' } } },
    '1.9',
    [],
    ['warning PV110 architectureConfiguration.amd64.ovmfPath'],
  ],
  [{ architectureConfiguration: { amd64: { ovmfPath: '/usr/share/OVMF' } } }, '1.8', [], []],
  [{ architectureConfiguration: { amd64: { ovmfPath: '/usr/share/edk2/ovmf' } } }, '1.9', [], []],
  [
    { architectureConfiguration: { amd64: { machineType: 'q35', emulatedMachines: ['pc-*'] } } },
    '1.3',
    [],
    ['error PV108 architectureConfiguration.amd64'],
  ],
  [{ architectureConfiguration: { arm64: { emulatedMachines: ['virt*'] } } }, '1.9', [], []],
  [{ machineType: 'q35', ovmfPath: '' }, '1.9', MIXED, ['warning PV110 machineType']],
  [{ machineType: 'q35' }, '1.9', ['amd64'], []],
  [{ cpuModel: 'Haswell' }, '1.9', MIXED, ['warning PV110 cpuModel']],
  [{ cpuModel: 'Haswell' }, '1.9', ['amd64', 'arm64'], []],
  [{ cpuModel: 'host-model' }, '1.9', MIXED, []],
])('%j on KubeVirt %s with %j gives %j', (configuration, release, architectures, expected) => {
  const found = checkClusterTraps(kubevirt(configuration), { kubevirt: release, architectures });
  expect(
    found.map(({ severity, code, path }) => `${severity} ${code} ${path?.replace('spec.configuration.', '')}`),
  ).toEqual(expected);
});

test.each([{}, { spec: 'x' }, { spec: { configuration: { architectureConfiguration: { amd64: 'x' } } } }])(
  '%j has nothing to say',
  (object) => {
    expect(checkClusterTraps(object, { kubevirt: '1.9', architectures: ['amd64'] })).toEqual([]);
  },
);
