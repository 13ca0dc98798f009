import { asText } from '../kube/object';
import {
  BOOTS_SECURELY,
  bootsSecurely,
  CDROM_ON_VIRTIO,
  CDROMS,
  cdromOnVirtio,
  DISKS,
  dedicatedThreads,
  EFI,
  isStrangeBus,
  MACHINE_TYPE,
  machineType,
  nothingAt,
  oneOf,
  secureBootNeedsSmm,
  secureBootNeedsSmmInCel,
} from './admission-conditions';
import { DEVICE_ROWS } from './device-rows';
import { ARCHITECTURE_FACTS, ARCHITECTURES, ARM64_SECURE_BOOT_SINCE } from './facts';
import type { AdmissionRow } from './instance-row';
import {
  at,
  busOf,
  busOr,
  disksOf,
  foundInSpec,
  IS_CDROM,
  isBusOfPcs,
  isThere,
  isTrue,
  itemsWhere,
} from './instance-view';
import { checkLaunchSecurity, checkSev, LAUNCH_SECURITY, SEV } from './launch-security';

const ADMITTER = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const ARM64 = 'kubevirt pkg/virt-api/webhooks/arm64.go';

/**
 * What KubeVirt rejects when the instance is created, which for a VirtualMachine is long after it was accepted.
 *
 * A row is a rule with the architectures and releases it holds for; a new one is a row here.
 */
export const ADMISSION_ROWS: readonly AdmissionRow[] = [
  {
    architectures: ['arm64'],
    kubevirt: {},
    at: 'instance',
    ...nothingAt('domain.firmware.bootloader.bios', 'arm64 guests do not boot from BIOS', 'use UEFI: efi'),
    source: ARM64,
  },
  {
    architectures: ['arm64'],
    kubevirt: { before: ARM64_SECURE_BOOT_SINCE },
    at: 'instance',
    about: EFI,
    when: bootsSecurely,
    rejects: () => [
      { path: `${EFI}.secureBoot`, what: 'arm64 guests have no secure boot', fix: 'write secureBoot: false' },
    ],
    cel: [
      {
        refused: BOOTS_SECURELY,
        path: `${EFI}.secureBoot`,
        what: 'arm64 guests have no secure boot',
        fix: 'write secureBoot: false',
      },
    ],
    source: ARM64,
  },
  {
    architectures: ARCHITECTURES,
    kubevirt: {},
    at: 'machine',
    about: EFI,
    when: bootsSecurely,
    rejects: secureBootNeedsSmm,
    cel: secureBootNeedsSmmInCel,
    source: ADMITTER,
  },
  {
    architectures: ['arm64'],
    kubevirt: { since: '1.6' },
    at: 'instance',
    ...oneOf('domain.cpu.model', ['host-passthrough'], (model) => `arm64 guests cannot have the CPU model ${model}`),
    source: ARM64,
  },
  {
    architectures: ['arm64'],
    kubevirt: { before: '1.6' },
    at: 'instance',
    about: 'domain.cpu.model',
    when: (model) => model === 'host-model',
    rejects: () => [
      { path: 'domain.cpu.model', what: 'arm64 guests cannot have the CPU model host-model', fix: 'leave it out' },
    ],
    cel: [
      {
        ...foundInSpec('domain.cpu.model', (model) => `${model} == "host-model"`),
        path: 'domain.cpu.model',
        what: 'arm64 guests cannot have the CPU model host-model',
        fix: 'leave it out',
      },
    ],
    source: ARM64,
  },
  { architectures: ['arm64'], kubevirt: {}, at: 'machine', ...dedicatedThreads(1), source: ADMITTER },
  { architectures: ['amd64', 's390x'], kubevirt: {}, at: 'machine', ...dedicatedThreads(2), source: ADMITTER },
  {
    architectures: ARCHITECTURES,
    kubevirt: {},
    at: 'machine',
    about: 'domain.cpu.numa.guestMappingPassthrough',
    rejects: (spec) =>
      at(spec, 'domain.cpu.dedicatedCpuPlacement') === true && at(spec, 'domain.memory.hugepages') !== undefined
        ? []
        : [
            {
              path: 'domain.cpu.numa.guestMappingPassthrough',
              what: 'NUMA mapping needs dedicated CPUs and huge pages',
              fix: 'add dedicatedCpuPlacement: true and memory.hugepages, or leave it out',
              wants: 'domain.cpu.dedicatedCpuPlacement',
            },
          ],
    cel: [
      {
        refused:
          `${isThere('domain.cpu.numa.guestMappingPassthrough')} && !(${isTrue('domain.cpu.dedicatedCpuPlacement')} ` +
          `&& ${isThere('domain.memory.hugepages')})`,
        path: 'domain.cpu.numa.guestMappingPassthrough',
        what: 'NUMA mapping needs dedicated CPUs and huge pages',
        fix: 'add dedicatedCpuPlacement: true and memory.hugepages, or leave it out',
        isOfNothing: true,
      },
    ],
    source: ADMITTER,
  },
  {
    architectures: ['arm64'],
    kubevirt: {},
    at: 'instance',
    about: DISKS,
    when: (disk) => isBusOfPcs(busOf(disk)),
    rejects: (spec) =>
      disksOf(spec)
        .filter(({ bus }) => isBusOfPcs(bus))
        .map(({ path, device, bus }) => ({
          path: `${path}.bus`,
          what: `arm64 guests have no ${asText(bus)} bus`,
          fix: device === 'cdrom' ? 'write scsi' : 'write virtio or scsi',
        })),
    cel: [true, false].map((isCdrom) => ({
      ...itemsWhere('variables.disks', `${isCdrom ? IS_CDROM : `!(${IS_CDROM})`} && ${busOr('""')} in ["sata", "usb"]`),
      path: 'domain.devices.disks',
      what: 'arm64 guests have neither SATA nor USB disks',
      fix: isCdrom ? 'write scsi' : 'write virtio or scsi',
    })),
    source: ARM64,
  },
  {
    architectures: ARCHITECTURES,
    kubevirt: {},
    at: 'machine',
    about: DISKS,
    when: (disk) => isStrangeBus(busOf(disk)),
    rejects: (spec) =>
      disksOf(spec)
        .filter(({ bus }) => isStrangeBus(bus))
        .map(({ path, bus }) => ({
          path: `${path}.bus`,
          what: `there is no bus ${asText(bus)}`,
          fix: 'write virtio, scsi, sata or usb, as far as the architecture has them',
        })),
    cel: [
      {
        ...itemsWhere('variables.disks', `!(${busOr('""')} in ["", "virtio", "scsi", "sata", "usb"])`),
        path: 'domain.devices.disks',
        what: 'there is no such bus',
        fix: 'write virtio, scsi, sata or usb, as far as the architecture has them',
      },
    ],
    source: ADMITTER,
  },
  {
    architectures: ARCHITECTURES,
    kubevirt: {},
    at: 'machine',
    about: CDROMS,
    rejects: cdromOnVirtio,
    cel: CDROM_ON_VIRTIO,
    source: ADMITTER,
  },
  {
    architectures: ['arm64', 's390x'],
    kubevirt: {},
    at: 'instance',
    about: CDROMS,
    rejects: (spec, { architecture }) =>
      disksOf(spec)
        .filter(({ device, bus }) => device === 'cdrom' && (bus === undefined || bus === ''))
        .map(({ path }) => ({
          path: `${path}.bus`,
          what: `a CD-ROM without a bus gets virtio on ${architecture}, which is then rejected`,
          fix: `write ${ARCHITECTURE_FACTS[architecture].cdromBus}`,
        })),
    cel: [
      {
        ...itemsWhere('variables.disks', `${IS_CDROM} && each.cdrom.?bus.orValue("") == ""`),
        path: 'domain.devices.disks',
        what: 'a CD-ROM without a bus gets virtio on this architecture, which is then rejected',
        fix: `write ${ARCHITECTURE_FACTS.arm64.cdromBus}`,
        isOfNothing: true,
      },
    ],
    source: `kubevirt pkg/defaults; ${ADMITTER}; kubevirt#9792`,
  },
  ...DEVICE_ROWS,
  {
    architectures: ['arm64'],
    kubevirt: { since: '1.7' },
    at: 'machine',
    ...nothingAt('domain.launchSecurity', 'arm64 guests have no launch security', 'leave it out'),
    source: ADMITTER,
  },
  {
    architectures: ['amd64'],
    kubevirt: { since: '1.7' },
    at: 'machine',
    about: 'domain.launchSecurity',
    rejects: checkLaunchSecurity,
    cel: LAUNCH_SECURITY,
    source: ADMITTER,
  },
  {
    architectures: ARCHITECTURES,
    kubevirt: { before: '1.7' },
    at: 'machine',
    about: 'domain.launchSecurity.sev',
    rejects: checkSev,
    cel: SEV,
    source: ADMITTER,
  },
  {
    architectures: ARCHITECTURES,
    kubevirt: {},
    at: 'machine',
    rejects: machineType,
    cel: MACHINE_TYPE,
    source: ADMITTER,
  },
];
