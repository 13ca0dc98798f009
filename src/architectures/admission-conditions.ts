import { type CelTwin, celTexts } from '../kube/cel';
import { isMap } from '../kube/object';
import { atLeast, type Release } from '../kube/release';
import { matchesGlob } from './architecture';
import { ARCHITECTURE_FACTS, ARCHITECTURES, ARM64_SECURE_BOOT_SINCE, type Architecture } from './facts';
import type { AdmissionContext, AdmissionRow, Refusal } from './instance-row';
import {
  at,
  disksOf,
  foundInSpec,
  type InstanceSpec,
  IS_CDROM,
  inSpec,
  isThere,
  isTrue,
  itemsWhere,
} from './instance-view';

/** What a row of admission asks, and of which field. */
type AdmissionCondition = Pick<AdmissionRow, 'about' | 'when' | 'rejects' | 'cel'>;

/** Refuses whatever is at a path. */
export function nothingAt(path: string, what: string, fix: string): AdmissionCondition {
  return { about: path, rejects: () => [{ path, what, fix }], cel: [{ ...foundInSpec(path), path, what, fix }] };
}

/** Refuses a text at a path that is not in a list; absent and empty are always fine. The value is the last word of what is said. */
export function oneOf(path: string, allowed: readonly string[], what: (value: string) => string): AdmissionCondition {
  const fix = `write ${allowed.join(' or ')}`;
  return {
    about: path,
    when: (value) => typeof value === 'string' && value !== '' && !allowed.includes(value),
    rejects: (spec) => [{ path, what: what(at(spec, path) as string), fix }],
    cel: [
      {
        refused: `!(${inSpec(path)}.orValue("") in ${celTexts(['', ...allowed])})`,
        value: `string(${inSpec(path)}.orValue(""))`,
        path,
        what: what('this').replace(/ this$/, ''),
        fix,
      },
    ],
  };
}

export const EFI = 'domain.firmware.bootloader.efi';
export const DISKS = 'domain.devices.disks[]';
export const CDROMS = 'domain.devices.disks[].cdrom';
const isOn = (value: unknown) => value === true;
/** `efi: {}` alone means secure boot. */
export const bootsSecurely = (efi: unknown) => isMap(efi) && efi.secureBoot !== false;
export const isStrangeBus = (bus: unknown) =>
  typeof bus === 'string' && !['', 'virtio', 'scsi', 'sata', 'usb'].includes(bus);

/**
 * Secure boot needs system management mode.
 *
 * Since 1.8.3 an arm64 instance has it turned off before it is looked at; a VirtualMachine is looked at as it is.
 */
export function secureBootNeedsSmm(spec: InstanceSpec, context: AdmissionContext): Refusal[] {
  const { architecture, kubevirt, isVm } = context;
  const efi = at(spec, 'domain.firmware.bootloader.efi');
  const isTurnedOff = isVm === false && architecture === 'arm64' && atLeast(kubevirt, ARM64_SECURE_BOOT_SINCE);
  if (!isMap(efi) || efi.secureBoot === false || (isTurnedOff && efi.secureBoot !== true)) {
    return [];
  }
  const smm = at(spec, 'domain.features.smm');
  const exempt = at(spec, 'domain.launchSecurity.tdx') !== undefined && atLeast(kubevirt, '1.9');
  return (isMap(smm) && smm.enabled !== false) || exempt
    ? []
    : [
        {
          path: 'domain.firmware.bootloader.efi',
          what: 'secure boot is on by default and needs the feature smm',
          fix: 'write secureBoot: false, or enable features.smm',
          wants: 'domain.features.smm',
        },
      ];
}

/** In CEL: UEFI, and with it secure boot unless that is turned off. */
export const BOOTS_SECURELY = 'variables.efi != null && variables.efi.?secureBoot.orValue(true) != false';
export const HAS_SMM = `${isThere('domain.features.smm')} && ${inSpec('domain.features.smm.enabled')}.orValue(true) != false`;

/** `secureBootNeedsSmm` in CEL. */
export function secureBootNeedsSmmInCel(kubevirt: Release): CelTwin[] {
  const turnedOff =
    '!variables.isVm && variables.architecture in ["", "arm64"] && variables.efi.?secureBoot.orValue(false) != true';
  return [
    {
      refused: [
        BOOTS_SECURELY,
        ...(atLeast(kubevirt, ARM64_SECURE_BOOT_SINCE) ? [`!(${turnedOff})`] : []),
        `!(${HAS_SMM})`,
        ...(atLeast(kubevirt, '1.9') ? [`!(${isThere('domain.launchSecurity.tdx')})`] : []),
      ].join(' && '),
      path: 'domain.firmware.bootloader.efi',
      what: 'secure boot is on by default and needs the feature smm',
      fix: 'write secureBoot: false, or enable features.smm',
      isOfNothing: true,
    },
  ];
}

/** Threads of one core that dedicated CPUs can have. */
export function dedicatedThreads(most: number): AdmissionCondition {
  return {
    about: 'domain.cpu.dedicatedCpuPlacement',
    when: isOn,
    rejects: (spec) => {
      const threads = at(spec, 'domain.cpu.threads');
      return typeof threads !== 'number' || threads <= most
        ? []
        : [
            {
              path: 'domain.cpu.threads',
              what: `${threads} threads of a core cannot be placed on dedicated CPUs`,
              fix: `write at most ${most}, and more cores instead`,
            },
          ];
    },
    cel: [
      {
        refused: `${isTrue('domain.cpu.dedicatedCpuPlacement')} && ${inSpec('domain.cpu.threads')}.orValue(0) > ${most}`,
        value: `string(${inSpec('domain.cpu.threads')}.orValue(0))`,
        path: 'domain.cpu.threads',
        what: 'threads of a core that cannot be placed on dedicated CPUs',
        fix: `write at most ${most}, and more cores instead`,
      },
    ],
  };
}

/** A CD-ROM is never on virtio. */
export function cdromOnVirtio(spec: InstanceSpec, { architecture }: AdmissionContext): Refusal[] {
  return disksOf(spec)
    .filter(({ device, bus }) => device === 'cdrom' && bus === 'virtio')
    .map(({ path }) => ({
      path: `${path}.bus`,
      what: 'a CD-ROM cannot use virtio',
      fix: `write ${ARCHITECTURE_FACTS[architecture].cdromBus}`,
    }));
}

/** `cdromOnVirtio` in CEL. */
export const CDROM_ON_VIRTIO: readonly CelTwin[] = ARCHITECTURES.map((architecture) => ({
  ...itemsWhere(
    'variables.disks',
    `${IS_CDROM} && each.cdrom.?bus.orValue("") == "virtio" && variables.architecture in ` +
      `${celTexts(architecture === 'amd64' ? ['', architecture] : [architecture])}`,
  ),
  path: 'domain.devices.disks',
  what: 'a CD-ROM cannot use virtio',
  fix: `write ${ARCHITECTURE_FACTS[architecture].cdromBus}`,
}));

/** Each architecture has one watchdog. */
export function onlyWatchdog(spec: InstanceSpec, { architecture }: AdmissionContext): Refusal[] {
  const watchdog = at(spec, 'domain.devices.watchdog');
  const device = ARCHITECTURE_FACTS[architecture].watchdog?.device ?? 'none';
  return !isMap(watchdog) ||
    Object.keys(watchdog).every((key) => key === 'name' || key === device || watchdog[key] === null)
    ? []
    : [
        {
          path: 'domain.devices.watchdog',
          what: `the only watchdog of ${architecture} is ${device}`,
          fix: `use ${device}`,
        },
      ];
}

/** `onlyWatchdog` in CEL. */
export function onlyWatchdogInCel(architecture: Architecture): CelTwin[] {
  const device = ARCHITECTURE_FACTS[architecture].watchdog?.device ?? 'none';
  const path = 'domain.devices.watchdog';
  return [
    {
      ...foundInSpec(path, (value) => `${value}.exists(key, !(key in ${celTexts(['name', device])}))`),
      path,
      what: `the only watchdog of ${architecture} is ${device}`,
      fix: `use ${device}`,
    },
  ];
}

/** `machineType` in CEL. */
export const MACHINE_TYPE: readonly CelTwin[] = [
  {
    refused: 'variables.machineType != "" && !variables.machineType.matches(variables.machineTypes)',
    value: 'variables.machineType',
    path: 'domain.machine.type',
    what: 'KubeVirt is not configured to accept this machine type on this architecture',
    fix: 'write another one, or add it to emulatedMachines of architectureConfiguration',
    isOfNothing: true,
  },
];

/** Also the one that the cluster writes into guests of every architecture, where a guest names none. */
export function machineType(spec: InstanceSpec, context: AdmissionContext): Refusal[] {
  const { architecture, emulatedMachines } = context;
  const own = at(spec, 'domain.machine.type');
  const isOwn = typeof own === 'string' && own !== '';
  const type = isOwn ? own : context.machineType;
  const allowed = emulatedMachines ?? ARCHITECTURE_FACTS[architecture].emulatedMachines;
  return type === undefined || allowed.some((glob) => matchesGlob(glob, type))
    ? []
    : [
        {
          path: 'domain.machine.type',
          what:
            `${architecture} does not accept the machine type ${type}, only ` +
            `${allowed.join(', ')}${isOwn ? '' : ', and KubeVirt writes it into every guest without one'}`,
          fix: `write another one, or add it to architectureConfiguration.${architecture}.emulatedMachines`,
        },
      ];
}
