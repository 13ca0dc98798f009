import { isMap } from '../kube/object';
import { atLeast } from '../kube/release';
import { matchesGlob } from './architecture';
import { isEmpty } from './draft';
import { ARCHITECTURE_FACTS, ARM64_SECURE_BOOT_SINCE } from './facts';
import type { AdmissionContext, AdmissionRow, Refusal } from './instance-row';
import { at, disksOf, type InstanceSpec, listAt } from './instance-view';

/** What a row of admission asks, and of which field. */
type AdmissionCondition = Pick<AdmissionRow, 'about' | 'when' | 'refuses'>;

/** Refuses whatever is at a path. */
export function nothingAt(path: string, what: string, fix: string): AdmissionCondition {
  return { about: path, refuses: () => [{ path, what, fix }] };
}

/** Refuses a scalar at a path that is not in a list; absent and empty are always fine. */
export function oneOf(path: string, allowed: readonly string[], what: (value: string) => string): AdmissionCondition {
  return {
    about: path,
    when: (value) => typeof value === 'string' && value !== '' && !allowed.includes(value),
    refuses: (spec) => [{ path, what: what(at(spec, path) as string), fix: `write ${allowed.join(' or ')}` }],
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
          what: 'secure boot is on unless it is turned off, and it needs the feature smm',
          fix: 'write secureBoot: false, or enable features.smm',
          wants: 'domain.features.smm',
        },
      ];
}

/** Threads of one core that dedicated CPUs can have. */
export function dedicatedThreads(most: number): AdmissionCondition {
  return {
    about: 'domain.cpu.dedicatedCpuPlacement',
    when: isOn,
    refuses: (spec) => {
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
  };
}

/** A CD-ROM is never on virtio. */
export function cdromOnVirtio(spec: InstanceSpec, { architecture }: AdmissionContext): Refusal[] {
  return disksOf(spec)
    .filter(({ device, bus }) => device === 'cdrom' && bus === 'virtio')
    .map(({ path }) => ({
      path: `${path}.bus`,
      what: 'a CD-ROM cannot be on virtio',
      fix: `write ${ARCHITECTURE_FACTS[architecture].cdromBus}`,
    }));
}

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
          what: `${architecture} accepts no machine type ${type}, only ${allowed.join(', ')}${isOwn ? '' : ', and KubeVirt writes it into every guest that names none'}`,
          fix: `write another one, or add it to architectureConfiguration.${architecture}.emulatedMachines`,
        },
      ];
}

const PATH = 'domain.launchSecurity';

/** The kinds of memory encryption that amd64 has; a guest uses one. */
const KINDS = ['sev', 'snp', 'tdx'];

/** Before KubeVirt 1.7 only SEV is looked at, whatever the architecture. */
export function checkSev(spec: InstanceSpec, { architecture, isVm }: AdmissionContext): Refusal[] {
  if (!isMap(at(spec, `${PATH}.sev`))) {
    return [];
  }
  // An instance for arm64 gets UEFI without secure boot before it is looked at.
  const isGiven = architecture === 'arm64' && isVm === false && !isMap(at(spec, 'domain.firmware.bootloader'));
  return [...(isGiven ? [] : checkFirmware(spec, 'sev')), ...checkRest(spec, 'sev')];
}

/** What encrypted memory on amd64 asks of the rest of the guest, from KubeVirt 1.7. */
export function checkLaunchSecurity(spec: InstanceSpec): Refusal[] {
  const security = at(spec, PATH);
  if (!isMap(security)) {
    return [];
  }
  const kinds = KINDS.filter((kind) => !isEmpty(security[kind]));
  if (kinds.length !== 1) {
    return [
      {
        path: PATH,
        what:
          kinds.length === 0 ? 'launch security of no kind' : `launch security of several kinds: ${kinds.join(', ')}`,
        fix: `write one of ${KINDS.join(', ')}`,
      },
    ];
  }
  return [...checkFirmware(spec, kinds[0]!), ...checkRest(spec, kinds[0]!)];
}

function checkFirmware(spec: InstanceSpec, kind: string): Refusal[] {
  const efi = at(spec, 'domain.firmware.bootloader.efi');
  if (!isMap(efi)) {
    return [
      {
        path: 'domain.firmware.bootloader',
        what: `${kind} needs UEFI`,
        fix: 'write efi: {secureBoot: false}',
        wants: 'domain.firmware.bootloader.efi',
      },
    ];
  }
  const refusals: Refusal[] = [];
  if (kind !== 'tdx' && efi.secureBoot !== false) {
    refusals.push({
      path: 'domain.firmware.bootloader.efi.secureBoot',
      what: `${kind} has no secure boot`,
      fix: 'write secureBoot: false',
    });
  }
  if (kind !== 'sev' && efi.persistent === true) {
    refusals.push({
      path: 'domain.firmware.bootloader.efi.persistent',
      what: `${kind} has no persistent UEFI variables`,
      fix: 'leave persistent out',
    });
  }
  return refusals;
}

function checkRest(spec: InstanceSpec, kind: string): Refusal[] {
  const refusals: Refusal[] = [];
  const smm = at(spec, 'domain.features.smm');
  if (kind === 'tdx' && isMap(smm) && smm.enabled !== false) {
    refusals.push({ path: 'domain.features.smm', what: 'tdx has no system management mode', fix: 'leave smm out' });
  }
  if (at(spec, `${PATH}.sev.attestation`) !== undefined && at(spec, 'startStrategy') !== 'Paused') {
    refusals.push({
      path: 'startStrategy',
      what: 'attestation of sev needs a guest that starts paused',
      fix: 'write startStrategy: Paused',
    });
  }
  listAt(spec, 'domain.devices.interfaces').forEach(({ name, bootOrder }, i) => {
    if (!isEmpty(bootOrder)) {
      refusals.push({
        path: `domain.devices.interfaces[${typeof name === 'string' ? name : i}].bootOrder`,
        what: `${kind} guests do not boot from the network`,
        fix: 'leave bootOrder out',
      });
    }
  });
  return refusals;
}
