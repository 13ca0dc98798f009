import { type CelTwin, celTexts } from '../kube/cel';
import { isEmpty, isMap } from '../kube/object';
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
  listAt,
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
const HAS_SMM = `${isThere('domain.features.smm')} && ${inSpec('domain.features.smm.enabled')}.orValue(true) != false`;

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

const HAS_EFI = 'variables.efi != null';

/** `checkSev` in CEL. */
export const SEV: readonly CelTwin[] = inCelOf(
  'sev',
  isThere(`${PATH}.sev`),
  '(!variables.isVm && variables.architecture in ["", "arm64"])',
);

/** `checkLaunchSecurity` in CEL. */
export const LAUNCH_SECURITY: readonly CelTwin[] = [
  {
    refused: `${isThere(PATH)} && size(${celTexts(KINDS)}.filter(kind, ${inSpec(PATH)}[?kind].orValue(null) != null)) != 1`,
    path: PATH,
    what: 'launchSecurity needs exactly one kind',
    fix: `write one of ${KINDS.join(', ')}`,
  },
  ...KINDS.flatMap((kind) =>
    inCelOf(
      kind,
      [
        isThere(`${PATH}.${kind}`),
        ...KINDS.filter((each) => each !== kind).map((each) => `!(${isThere(`${PATH}.${each}`)})`),
      ].join(' && '),
    ),
  ),
];

/**
 * What one kind asks of the rest of the guest, in CEL.
 *
 * @param given of type bool: whether UEFI is given to a guest that says nothing
 */
function inCelOf(kind: string, isAsked: string, given?: string): CelTwin[] {
  const efi = 'domain.firmware.bootloader.efi';
  const noBootloader = `!(${isThere('domain.firmware.bootloader')})`;
  return [
    {
      refused: `${isAsked} && !(${HAS_EFI})${given === undefined ? '' : ` && !(${given} && ${noBootloader})`}`,
      path: 'domain.firmware.bootloader',
      what: `${kind} needs UEFI`,
      fix: 'write efi: {secureBoot: false}',
      isOfNothing: true,
    },
    ...(kind === 'tdx'
      ? [
          {
            refused: `${isAsked} && ${HAS_SMM}`,
            path: 'domain.features.smm',
            what: 'TDX does not support system management mode',
            fix: 'leave smm out',
          },
        ]
      : [
          {
            refused: `${isAsked} && ${BOOTS_SECURELY}`,
            path: `${efi}.secureBoot`,
            what: `${kind} has no secure boot`,
            fix: 'write secureBoot: false',
          },
        ]),
    ...(kind === 'sev'
      ? [
          {
            refused: `${isAsked} && ${isThere(`${PATH}.sev.attestation`)} && ${inSpec('startStrategy')}.orValue("") != "Paused"`,
            path: 'startStrategy',
            what: 'SEV attestation needs a guest that starts paused',
            fix: 'write startStrategy: Paused',
          },
        ]
      : [
          {
            refused: `${isAsked} && ${isTrue(`${efi}.persistent`)}`,
            path: `${efi}.persistent`,
            what: `${kind} has no persistent UEFI variables`,
            fix: 'leave persistent out',
          },
        ]),
    {
      ...whereAsked(isAsked, itemsWhere('variables.interfaces', 'each.?bootOrder.orValue(0) != 0')),
      path: 'domain.devices.interfaces',
      what: `${kind} guests cannot boot from the network`,
      fix: 'leave bootOrder out',
    },
  ];
}

function whereAsked(
  isAsked: string,
  { refused, ...rest }: Pick<CelTwin, 'refused' | 'value'>,
): Pick<CelTwin, 'refused' | 'value'> {
  return { refused: `${isAsked} && ${refused}`, ...rest };
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
    refusals.push({
      path: 'domain.features.smm',
      what: 'TDX does not support system management mode',
      fix: 'leave smm out',
    });
  }
  if (at(spec, `${PATH}.sev.attestation`) !== undefined && at(spec, 'startStrategy') !== 'Paused') {
    refusals.push({
      path: 'startStrategy',
      what: 'SEV attestation needs a guest that starts paused',
      fix: 'write startStrategy: Paused',
    });
  }
  listAt(spec, 'domain.devices.interfaces').forEach(({ name, bootOrder }, i) => {
    if (!isEmpty(bootOrder)) {
      refusals.push({
        path: `domain.devices.interfaces[${typeof name === 'string' ? name : i}].bootOrder`,
        what: `${kind} guests cannot boot from the network`,
        fix: 'leave bootOrder out',
      });
    }
  });
  return refusals;
}
