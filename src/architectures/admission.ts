import type { Finding } from '../findings/finding';
import { isMap } from '../kube/object';
import { atLeast, holdsIn, type Release, type ReleaseRange } from '../kube/release';
import { ARCHITECTURE_FACTS, ARCHITECTURES, type Architecture } from './facts';
import { matchesGlob } from './machine-glob';

/** The spec of a VirtualMachineInstance, or of the template of a VirtualMachine: plain data of any origin. */
export type InstanceSpec = Readonly<Record<string, unknown>>;

/** What the cluster is configured to, as far as admission asks for it. */
export interface AdmissionContext {
  readonly architecture: Architecture;
  readonly kubevirt: Release;
  /** Globs that replace KubeVirt's own for this architecture. */
  readonly emulatedMachines?: readonly string[];
}

/** One thing that the creation of an instance refuses. */
interface AdmissionRow {
  readonly architectures: readonly Architecture[];
  readonly kubevirt: ReleaseRange;
  /** Whether a VirtualMachine is refused at once, or only the instance that it makes later. */
  readonly at: 'machine' | 'instance';
  readonly refuses: (spec: InstanceSpec, context: AdmissionContext) => readonly Refusal[];
  readonly source: string;
}

interface Refusal {
  /** Below the instance's spec. */
  readonly path: string;
  readonly what: string;
  readonly fix: string;
}

const ADMITTER = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const ARM64 = 'kubevirt pkg/virt-api/webhooks/arm64.go';

/**
 * What KubeVirt refuses when the instance is created, which for a VirtualMachine is long after it was accepted.
 *
 * A row is a rule with the architectures and releases it holds for; a new one is a row here.
 */
const ROWS: readonly AdmissionRow[] = [
  {
    architectures: ['arm64'],
    kubevirt: {},
    at: 'instance',
    refuses: (spec) =>
      at(spec, 'domain.firmware.bootloader.bios') === undefined
        ? []
        : [
            {
              path: 'domain.firmware.bootloader.bios',
              what: 'arm64 guests do not boot from BIOS',
              fix: 'use UEFI: efi',
            },
          ],
    source: ARM64,
  },
  {
    architectures: ['arm64'],
    kubevirt: { before: '1.9' },
    at: 'instance',
    refuses: (spec) => {
      const efi = at(spec, 'domain.firmware.bootloader.efi');
      return !isMap(efi) || efi.secureBoot === false
        ? []
        : [
            {
              path: 'domain.firmware.bootloader.efi.secureBoot',
              what: 'arm64 guests have no secure boot',
              fix: 'turn it off: efi',
            },
          ];
    },
    source: ARM64,
  },
  {
    architectures: ARCHITECTURES,
    kubevirt: {},
    at: 'machine',
    refuses: (spec, { kubevirt }) => {
      const efi = at(spec, 'domain.firmware.bootloader.efi');
      const smm = at(spec, 'domain.features.smm');
      const smmOn = isMap(smm) && smm.enabled !== false;
      return !isMap(efi) ||
        efi.secureBoot === false ||
        smmOn ||
        (at(spec, 'domain.launchSecurity.tdx') !== undefined && atLeast(kubevirt, '1.9'))
        ? []
        : [
            {
              path: 'domain.firmware.bootloader.efi',
              what: 'secure boot is on unless it is turned off, and it needs the feature smm',
              fix: 'write secureBoot: false, or enable features.smm',
            },
          ];
    },
    source: ADMITTER,
  },
  {
    architectures: ['arm64'],
    kubevirt: { since: '1.6' },
    at: 'instance',
    refuses: (spec) => cpuModel(spec, (model) => model !== '' && model !== 'host-passthrough'),
    source: ARM64,
  },
  {
    architectures: ['arm64'],
    kubevirt: { before: '1.6' },
    at: 'instance',
    refuses: (spec) => cpuModel(spec, (model) => model === 'host-model'),
    source: ARM64,
  },
  {
    architectures: ['arm64'],
    kubevirt: {},
    at: 'machine',
    refuses: (spec) => dedicatedThreads(spec, 1),
    source: ADMITTER,
  },
  {
    architectures: ['amd64', 's390x'],
    kubevirt: {},
    at: 'machine',
    refuses: (spec) => dedicatedThreads(spec, 2),
    source: ADMITTER,
  },
  {
    architectures: ['arm64'],
    kubevirt: {},
    at: 'instance',
    refuses: (spec) =>
      disksOf(spec)
        .filter(({ bus }) => bus !== undefined && bus !== '' && bus !== 'virtio' && bus !== 'scsi')
        .map(({ path, bus }) => ({
          path: `${path}.bus`,
          what: `arm64 guests have no ${String(bus)} bus`,
          fix: 'write virtio or scsi, or leave it to polyvirt',
        })),
    source: ARM64,
  },
  {
    architectures: ARCHITECTURES,
    kubevirt: {},
    at: 'machine',
    refuses: (spec, { architecture }) =>
      disksOf(spec)
        .filter(({ device, bus }) => device === 'cdrom' && (bus === 'virtio' || (!bus && architecture !== 'amd64')))
        .map(({ path, bus }) => ({
          path: `${path}.bus`,
          what: bus ? 'a CD-ROM cannot be on virtio' : `a CD-ROM without a bus gets virtio on ${architecture}`,
          fix: `write ${ARCHITECTURE_FACTS[architecture].cdromBus}`,
        })),
    source: `${ADMITTER}; kubevirt#9792`,
  },
  {
    architectures: ['arm64'],
    kubevirt: {},
    at: 'instance',
    refuses: (spec) =>
      at(spec, 'domain.devices.watchdog') === undefined
        ? []
        : [{ path: 'domain.devices.watchdog', what: 'arm64 guests have no watchdog', fix: 'leave it out' }],
    source: ARM64,
  },
  {
    architectures: ['amd64', 's390x'],
    kubevirt: { since: '1.6' },
    at: 'instance',
    refuses: (spec, { architecture }) => {
      const watchdog = at(spec, 'domain.devices.watchdog');
      const { device } = ARCHITECTURE_FACTS[architecture].watchdog!;
      return !isMap(watchdog) || Object.keys(watchdog).every((key) => key === 'name' || key === device)
        ? []
        : [
            {
              path: 'domain.devices.watchdog',
              what: `the only watchdog of ${architecture} is ${device}`,
              fix: `use ${device}`,
            },
          ];
    },
    source: `${ADMITTER}, 1.6 and later`,
  },
  {
    architectures: ARCHITECTURES,
    kubevirt: {},
    at: 'machine',
    refuses: (spec, { architecture, emulatedMachines }) => {
      const type = at(spec, 'domain.machine.type');
      const allowed = emulatedMachines ?? ARCHITECTURE_FACTS[architecture].emulatedMachines;
      return typeof type !== 'string' || type === '' || allowed.some((glob) => matchesGlob(glob, type))
        ? []
        : [
            {
              path: 'domain.machine.type',
              what: `${architecture} accepts no machine type ${type}, only ${allowed.join(', ')}`,
              fix: `leave it to polyvirt, or add it to architectureConfiguration.${architecture}.emulatedMachines`,
            },
          ];
    },
    source: ADMITTER,
  },
];

/** What KubeVirt would refuse when it creates this instance on this architecture. */
export function checkAdmission(spec: InstanceSpec, context: AdmissionContext): Finding[] {
  return ROWS.filter(
    (row) => row.architectures.includes(context.architecture) && holdsIn(row.kubevirt, context.kubevirt),
  ).flatMap((row) =>
    row.refuses(spec, context).map((refusal) => ({
      code: 'PV105',
      severity: 'error' as const,
      ...refusal,
      why:
        row.at === 'machine'
          ? 'KubeVirt’s admission refuses it'
          : 'KubeVirt refuses the instance; a VirtualMachine is accepted and shown as synced, and then never starts',
      source: row.source,
    })),
  );
}

function cpuModel(spec: InstanceSpec, refused: (model: string) => boolean): Refusal[] {
  const model = at(spec, 'domain.cpu.model');
  return typeof model !== 'string' || !refused(model)
    ? []
    : [
        {
          path: 'domain.cpu.model',
          what: `arm64 guests cannot have the CPU model ${model}`,
          fix: 'leave it out: host-passthrough is the only one',
        },
      ];
}

function dedicatedThreads(spec: InstanceSpec, most: number): Refusal[] {
  const threads = at(spec, 'domain.cpu.threads');
  return at(spec, 'domain.cpu.dedicatedCpuPlacement') !== true || typeof threads !== 'number' || threads <= most
    ? []
    : [
        {
          path: 'domain.cpu.threads',
          what: `${threads} threads of a core cannot be placed on dedicated CPUs`,
          fix: `write at most ${most}, and more cores instead`,
        },
      ];
}

interface DiskView {
  readonly path: string;
  readonly device: string;
  readonly bus: unknown;
}

/** Every disk with the device that it is; one without a device is a disk, as KubeVirt takes it. */
function disksOf(spec: InstanceSpec): DiskView[] {
  const disks = at(spec, 'domain.devices.disks');
  return !Array.isArray(disks)
    ? []
    : disks.filter(isMap).map((disk) => {
        const device = ['cdrom', 'lun', 'disk'].find((kind) => isMap(disk[kind])) ?? 'disk';
        const target = disk[device];
        return {
          path: `domain.devices.disks[${String(disk.name)}].${device}`,
          device,
          bus: isMap(target) ? target.bus : undefined,
        };
      });
}

/** The value at a dotted path, or nothing. */
function at(spec: InstanceSpec, path: string): unknown {
  let value: unknown = spec;
  for (const key of path.split('.')) {
    value = isMap(value) ? value[key] : undefined;
  }
  return value;
}
