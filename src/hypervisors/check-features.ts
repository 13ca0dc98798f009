import { ARCHITECTURE_FACTS, type Architecture } from '../architectures/facts';
import {
  at,
  busOr,
  disksOf,
  type InstanceSpec,
  IS_CDROM,
  IS_LUN,
  inSpec,
  isThere,
  isTrue,
  itemsAt,
  itemsWhere,
  listAt,
} from '../architectures/instance-view';
import type { Finding } from '../findings/finding';
import { type CelTwin, celText } from '../kube/cel';
import { asText, isMap, own } from '../kube/object';
import { FEATURES, type Feature } from './features';
import type { HypervisorProfile } from './profile';

/** What an instance asks for and its hypervisor lacks; and what is unknown, in one line. */
export function checkFeatures(spec: InstanceSpec, profile: HypervisorProfile, context: AskingContext): Finding[] {
  const asked = askedOf(spec, context);
  const { architecture } = context;
  const open = asked.filter(({ feature }) => profile.features[feature].value === undefined);
  return [
    ...checkArchitecture(profile, architecture),
    ...checkBootOrder(spec, profile),
    ...asked
      .filter(({ feature }) => profile.features[feature].value === false)
      .map(({ feature, path, fix, why, byCluster }) => ({
        code: 'PV404',
        severity: byCluster === true ? ('warning' as const) : ('error' as const),
        path,
        what:
          `${profile.name} has no support for ` +
          `${FEATURES[feature]}${byCluster === true ? ', which the cluster requires for every VM' : ''}`,
        why: why ?? 'libvirt rejects the guest when its pod starts, long after KubeVirt accepted the VM',
        fix: `${fix}, or choose a hypervisor that has it`,
        source: profile.features[feature].source,
      })),
    ...(open.length === 0
      ? []
      : [
          {
            code: 'PV405',
            severity: 'info' as const,
            path: open[0]!.path,
            what:
              `it is unknown whether ${profile.name} supports ` +
              `${[...new Set(open.map(({ feature }) => FEATURES[feature]))].join(', ')}`,
            why: 'If it does not, the guest does not start',
            fix: 'try it, and say so under features of the hypervisor',
          },
        ]),
  ];
}

/** A hypervisor that has to be told what to boot from. */
function checkBootOrder(spec: InstanceSpec, { name, properties }: HypervisorProfile): Finding[] {
  const devices = ['disks', 'interfaces'].flatMap((list) => listAt(spec, `domain.devices.${list}`));
  return properties.bootOrder.value !== true || devices.length === 0 || devices.some(({ bootOrder }) => bootOrder)
    ? []
    : [
        {
          code: 'PV404',
          severity: 'error',
          path: 'domain.devices.disks',
          what: `${name} has no default boot order, and no device of the VM sets one`,
          why: 'The guest has nothing that it boots from',
          fix: 'write bootOrder: 1 at the disk that it boots from',
          source: properties.bootOrder.source,
        },
      ];
}

/** KubeVirt accepts the VM: none of its components knows which hypervisor runs which guests. */
function checkArchitecture(
  { name, architectures }: HypervisorProfile,
  architecture: AskingContext['architecture'],
): Finding[] {
  return architecture === undefined || architectures.value?.includes(architecture) !== false
    ? []
    : [
        {
          code: 'PV413',
          severity: 'error',
          path: 'architecture',
          what: `${name} supports ${architectures.value.join(' and ')}, but the VM is ${architecture}`,
          why: 'No node of this architecture can run it, so its pod stays Pending or its guest does not start',
          fix:
            `choose a hypervisor that runs ${architecture}, as qemu-kvm, or make the VM ` +
            `${architectures.value.join(' or ')}`,
          source: architectures.source,
        },
      ];
}

/** A feature that an instance asks for, and where. */
interface AskedFeature {
  readonly feature: Feature;
  /** Below the instance's spec. */
  readonly path: string;
  /** What to do instead. */
  readonly fix: string;
  /** The consequence, where it is not that the guest does not start. */
  readonly why?: string;
  /** Whether the cluster asks for it, for every instance that says nothing else. */
  readonly byCluster?: true;
}

/** What is known of an instance beside its spec. */
interface AskingContext {
  /** Of the guest, since it decides what KubeVirt takes for granted; nothing where it is unknown. */
  readonly architecture: Architecture | undefined;
  /** That of the whole cluster, where the KubeVirt resource says one. */
  readonly evictionStrategy?: string;
}

/** Features that are asked for by a field being there. */
const BY_FIELD: readonly (readonly [path: string, feature: Feature])[] = [
  ['domain.devices.video', 'video'],
  ['domain.devices.inputs', 'input'],
  ['domain.devices.sound', 'sound'],
  ['domain.devices.tpm', 'tpm'],
  ['domain.devices.watchdog', 'watchdog'],
  ['domain.devices.filesystems', 'filesystem'],
  ['domain.devices.hostDevices', 'hostDevices'],
  ['domain.devices.gpus', 'gpus'],
  ['domain.devices.panicDevices', 'panic'],
  ['domain.devices.rng', 'rng'],
  ['domain.devices.clientPassthrough', 'usbRedirection'],
  ['domain.devices.downwardMetrics', 'downwardMetrics'],
  ['domain.launchSecurity', 'launchSecurity'],
  ['domain.firmware.kernelBoot', 'kernelBoot'],
  ['domain.memory.hugepages', 'hugepages'],
  ['domain.memory.maxGuest', 'hotplugMemory'],
  ['domain.cpu.numa', 'numa'],
];

/** Features that are asked for by a switch. */
const BY_SWITCH: readonly (readonly [path: string, value: unknown, feature: Feature])[] = [
  ['domain.devices.autoattachVSOCK', true, 'vsock'],
  ['domain.devices.autoattachInputDevice', true, 'input'],
  ['domain.cpu.dedicatedCpuPlacement', true, 'dedicatedCpus'],
  ['domain.firmware.bootloader.efi.persistent', true, 'persistentEfi'],
];

/** What KubeVirt adds by itself unless it is told not to. */
const BY_ITSELF: readonly (readonly [path: string, feature: Feature])[] = [
  ['domain.devices.autoattachGraphicsDevice', 'graphics'],
  ['domain.devices.autoattachMemBalloon', 'ballooning'],
  ['domain.devices.autoattachSerialConsole', 'serialConsole'],
];

const BUSES: Readonly<Record<string, Feature>> = { sata: 'sataDisk', scsi: 'scsiDisk', usb: 'usbDisk' };

/** Volumes that the launcher makes an ISO image of. */
const GENERATED = ['cloudInitNoCloud', 'cloudInitConfigDrive', 'sysprep', 'configMap', 'secret', 'serviceAccount'];

/** Everything that an instance asks of its hypervisor. */
export function askedOf(spec: InstanceSpec, context: AskingContext): AskedFeature[] {
  const { architecture } = context;
  return [
    ...BY_FIELD.filter(([path]) => isSaid(at(spec, path))).map(([path, feature]) => ({
      feature,
      path,
      fix: `leave ${path} out`,
    })),
    ...BY_SWITCH.filter(([path, value]) => at(spec, path) === value).map(([path, , feature]) => ({
      feature,
      path,
      fix: `leave ${path} out`,
    })),
    ...askedOfFirmware(spec, architecture),
    ...BY_ITSELF.filter(([path]) => at(spec, path) !== false).map(([path, feature]) => ({
      feature,
      path,
      fix: `write ${path}: false, since KubeVirt adds it otherwise`,
    })),
    ...askedOfDisks(spec, architecture),
    ...askedOfVolumes(spec),
    ...askedOfCards(spec),
    ...askedOfDrains(spec, context),
  ];
}

/** A drain asks the cluster to migrate a guest, unless the guest says that it does not matter. */
function askedOfDrains(spec: InstanceSpec, { evictionStrategy }: AskingContext): AskedFeature[] {
  const own = spec.evictionStrategy ?? undefined;
  const path = 'evictionStrategy';
  if ((own ?? evictionStrategy) !== 'LiveMigrate') {
    return [];
  }
  const why =
    'The guest runs, and a drain of its node waits forever: KubeVirt lets no pod go that it has to migrate first';
  return [
    own === undefined
      ? { feature: 'liveMigration', path, why, fix: 'write evictionStrategy: None for this machine', byCluster: true }
      : { feature: 'liveMigration', path, why, fix: 'write evictionStrategy: None' },
  ];
}

/** What the guest gets without a device of its own for it. */
function askedOfVolumes(spec: InstanceSpec): AskedFeature[] {
  return listAt(spec, 'volumes').flatMap((volume, i): AskedFeature[] => {
    const path = `volumes[${typeof volume.name === 'string' ? volume.name : i}].downwardMetrics`;
    return isSaid(volume.downwardMetrics) ? [{ feature: 'downwardMetrics', path, fix: `leave ${path} out` }] : [];
  });
}

function askedOfDisks(spec: InstanceSpec, architecture: Architecture | undefined): AskedFeature[] {
  const volumes = new Map(listAt(spec, 'volumes').map((volume) => [volume.name, volume]));
  const disks = listAt(spec, 'domain.devices.disks');
  return disksOf(spec).flatMap((view, i): AskedFeature[] => {
    const { path, device } = view;
    const volume = volumes.get(disks[i]?.name) ?? {};
    const isGenerated = GENERATED.some((source) => volume[source] !== undefined);
    if (device === 'cdrom') {
      return [
        isGenerated
          ? { feature: 'iso', path, fix: 'give it as a raw disk: disk: { bus: virtio }' }
          : { feature: 'cdrom', path, fix: 'give it as a disk, if the guest can use it as one' },
      ];
    }
    const bus = view.bus ?? (architecture === undefined ? undefined : ARCHITECTURE_FACTS[architecture].diskBus);
    const feature = own(BUSES, asText(bus));
    const hotplug = isSaid(at(volume, 'dataVolume.hotpluggable')) || at(volume, 'persistentVolumeClaim.hotpluggable');
    return [
      ...(device === 'lun' ? [{ feature: 'lun' as const, path, fix: 'give it as a disk on virtio' }] : []),
      ...(feature === undefined || device === 'lun' ? [] : [{ feature, path, fix: `write bus: virtio` }]),
      ...(hotplug === true ? [{ feature: 'hotplugDisks' as const, path, fix: 'leave hotpluggable out' }] : []),
    ];
  });
}

function askedOfCards(spec: InstanceSpec): AskedFeature[] {
  return listAt(spec, 'domain.devices.interfaces').flatMap((card, i): AskedFeature[] => {
    const path = `domain.devices.interfaces[${typeof card.name === 'string' ? card.name : i}]`;
    if (card.sriov !== undefined) {
      return [{ feature: 'sriov', path: `${path}.sriov`, fix: 'choose another binding' }];
    }
    return card.model === undefined || card.model === 'virtio'
      ? []
      : [{ feature: 'otherNic', path: `${path}.model`, fix: 'write model: virtio, or leave it out' }];
  });
}

/** UEFI means secure boot unless it is turned off, which KubeVirt does for arm64. */
function askedOfFirmware(spec: InstanceSpec, architecture: string | undefined): AskedFeature[] {
  const efi = at(spec, 'domain.firmware.bootloader.efi');
  const path = 'domain.firmware.bootloader.efi.secureBoot';
  const isOn = isMap(efi) && (efi.secureBoot === true || (efi.secureBoot !== false && architecture !== 'arm64'));
  return isOn ? [{ feature: 'secureBoot', path, fix: `write ${path}: false` }] : [];
}

/** An empty list asks for nothing; an empty map, as `tpm: {}`, does, unless it says that it is off. */
function isSaid(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.length > 0;
  }
  return isMap(value) ? value.enabled !== false : value !== undefined && value !== null && value !== false;
}

/** What an instance asks of its hypervisor, in CEL: what `askedOf` is for `check`. */
interface AskedTwin extends CelTwin {
  readonly feature: Feature;
  /** Whether the cluster asks for it, for every instance that says nothing else. */
  readonly byCluster?: true;
}

/** Of the fields that ask for a feature by being there: lists, which ask for nothing when they are empty. */
const LISTS: ReadonlySet<string> = new Set(
  ['inputs', 'filesystems', 'hostDevices', 'gpus', 'panicDevices'].map((list) => `domain.devices.${list}`),
);
/** Of the same: quantities. The others are maps, which may say that they are off. */
const SCALARS: ReadonlySet<string> = new Set(['domain.memory.maxGuest']);

const HAS_VOLUME = `variables.volumes.exists(volume, volume.?name.orValue("") == each.?name.orValue("") && (${GENERATED.map(
  (source) => `volume.?${source}.orValue(null) != null`,
).join(' || ')}))`;

const DISK_BUSES = `{${Object.entries(ARCHITECTURE_FACTS)
  .map(([architecture, { diskBus }]) => `${celText(architecture)}: ${celText(diskBus)}`)
  .join(', ')}}[?variables.architecture].orValue("")`;

const IS_HOTPLUGGED = `variables.volumes.exists(volume, volume.?name.orValue("") == each.?name.orValue("") && (${[
  'dataVolume',
  'persistentVolumeClaim',
]
  .map((source) => `volume.?${source}.?hotpluggable.orValue(false) == true`)
  .join(' || ')}))`;

/** Every way in which an instance asks for a feature. */
export function askedTwins(): readonly AskedTwin[] {
  return [
    ...BY_FIELD.map(([path, feature]) => ({ ...asked(feature, path), refused: isAskedBy(path) })),
    ...BY_SWITCH.map(([path, , feature]) => ({ ...asked(feature, path), refused: isTrue(path) })),
    {
      ...asked('secureBoot', 'domain.firmware.bootloader.efi.secureBoot'),
      refused:
        'variables.efi != null && (variables.efi.?secureBoot.orValue(false) == true || ' +
        '(variables.efi.?secureBoot.orValue(true) != false && variables.architecture != "arm64"))',
      fix: 'write domain.firmware.bootloader.efi.secureBoot: false',
    },
    ...BY_ITSELF.map(([path, feature]) => ({
      ...asked(feature, path),
      refused: `${inSpec(path)}.orValue(true) != false`,
      fix: `write ${path}: false, since KubeVirt adds it otherwise`,
      isOfNothing: true as const,
    })),
    ofDisks('iso', `${IS_CDROM} && ${HAS_VOLUME}`, 'give it as a raw disk: disk: { bus: virtio }'),
    ofDisks('cdrom', `${IS_CDROM} && !${HAS_VOLUME}`, 'give it as a disk, if the guest can use it as one'),
    ofDisks('lun', IS_LUN, 'give it as a disk on virtio'),
    ...Object.entries(BUSES).map(([bus, feature]) => ({
      ...ofDisks(
        feature,
        `!(${IS_CDROM}) && !(${IS_LUN}) && ${busOr(DISK_BUSES)} == ${celText(bus)}`,
        'write bus: virtio',
      ),
      isOfNothing: true as const,
    })),
    ofDisks('hotplugDisks', `!(${IS_CDROM}) && ${IS_HOTPLUGGED}`, 'leave hotpluggable out'),
    {
      ...asked('downwardMetrics', 'volumes'),
      ...itemsWhere('variables.volumes', 'each.?downwardMetrics.orValue(null) != null'),
    },
    {
      ...asked('sriov', 'domain.devices.interfaces'),
      ...itemsWhere('variables.interfaces', 'each.?sriov.orValue(null) != null'),
      fix: 'choose another binding',
    },
    {
      ...asked('otherNic', 'domain.devices.interfaces'),
      ...itemsWhere(
        'variables.interfaces',
        'each.?sriov.orValue(null) == null && each.?model.orValue("virtio") != "virtio"',
      ),
      fix: 'write model: virtio, or leave it out',
    },
    {
      ...asked('liveMigration', 'evictionStrategy'),
      refused: `${inSpec('evictionStrategy')}.orValue("") == "LiveMigrate"`,
      fix: 'write evictionStrategy: None',
    },
    {
      ...asked('liveMigration', 'evictionStrategy'),
      refused: `!(${isThere('evictionStrategy')}) && params.?data.?evictionStrategy.orValue("") == "LiveMigrate"`,
      fix: 'write evictionStrategy: None for this machine',
      byCluster: true,
    },
  ];
}

/** A guest of a hypervisor without an order of booting by itself, of which no device says its place. */
export const NO_BOOT_ORDER: CelTwin = {
  refused:
    'size(variables.disks) + size(variables.interfaces) > 0 && !variables.disks.exists(each, ' +
    'each.?bootOrder.orValue(0) != 0) && ' +
    '!variables.interfaces.exists(each, each.?bootOrder.orValue(0) != 0)',
  path: 'domain.devices.disks',
  what: 'this hypervisor has no default boot order, and no device of the VM sets one',
  fix: 'write bootOrder: 1 at the disk that it boots from',
};

function asked(feature: Feature, path: string): Omit<AskedTwin, 'refused'> {
  return { feature, path, what: `no support for ${FEATURES[feature]}`, fix: `leave ${path} out` };
}

function ofDisks(feature: Feature, condition: string, fix: string): AskedTwin {
  return { ...asked(feature, 'domain.devices.disks'), ...itemsWhere('variables.disks', condition), fix };
}

function isAskedBy(path: string): string {
  if (LISTS.has(path)) {
    return `size(${itemsAt(path)}) > 0`;
  }
  return SCALARS.has(path) ? isThere(path) : `${isThere(path)} && ${inSpec(`${path}.enabled`)}.orValue(true) != false`;
}
