import { ARCHITECTURE_FACTS, type Bus } from '../architectures/facts';
import { compact, type Fields, isMap, type MutableFields } from '../kube/object';
import type { QuantityInput } from '../kube/quantity';
import type { StorageOptions } from './data-volume';
import type { DataVolumeSource } from './data-volume-source';
import { ENABLED, type Enabled } from './enabled';
import { derived, field, group, type Row, required, table } from './rows/row';
import { count, flag, int, known, text, word } from './rows/shapes';
import { namedTwice, split } from './rows/split';
import { Volume } from './volume';
import type { ContainerVolumeOptions, DataVolumeTemplateOptions, VolumeDeclaration } from './volume-kinds';
import { VOLUME_KEYS, VOLUME_ROWS, type VolumeContext } from './volume-rows';

/** How the guest sees a volume. */
export type DiskDevice = 'disk' | 'cdrom' | 'lun';

/** A disk and what is behind it, as plain data. */
export interface DiskDeclaration extends DiskOptions, VolumeDeclaration {
  /** The name by which the guest's definition knows it. */
  readonly name: string;
  /**
   * How the guest sees it. `null` declares the volume alone: KubeVirt plugs it in as the preference says, or as a disk.
   *
   * @default 'disk'
   */
  readonly device?: DiskDevice | null;
}

/** How a volume is plugged into the guest. */
export interface DiskOptions {
  /**
   * Bus that it is plugged into.
   *
   * @default - `virtio` for a disk; for a CD-ROM `sata` on amd64 and `scsi` elsewhere, since KubeVirt's own default
   * there is rejected by its own admission; `scsi` for a LUN
   */
  readonly bus?: Bus | null;

  /**
   * Its place in the order of booting, 1 first.
   *
   * @default - the order of the list
   */
  readonly bootOrder?: number;

  /**
   * Whether the guest may only read it.
   *
   * @default false
   */
  readonly readonly?: boolean;

  /**
   * Serial number that the guest sees: letters, digits and `_ . + -`.
   *
   * @default - none
   */
  readonly serial?: string;

  /**
   * How the host caches it.
   *
   * @default - KubeVirt's: `none` where the storage can do it
   */
  readonly cache?: 'none' | 'writethrough' | 'writeback';

  /**
   * How the host reads and writes it: `native`, `default` or `threads`.
   *
   * @default - KubeVirt's: `native` where the storage can do it
   */
  readonly io?: 'native' | 'default' | 'threads';

  /**
   * What happens on an error of the storage.
   *
   * @default - KubeVirt's: `stop`
   */
  readonly errorPolicy?: 'stop' | 'ignore' | 'report' | 'enospace';

  /**
   * Whether several guests may write it at once.
   *
   * @default false
   */
  readonly shareable?: boolean;

  /**
   * Whether it gets a thread of its own for reading and writing.
   *
   * @default - what `ioThreadsPolicy` says
   */
  readonly dedicatedIOThread?: boolean;

  /**
   * Sizes of the blocks that the guest sees.
   *
   * @default - KubeVirt's: 512 bytes
   */
  readonly blockSize?: BlockSize;

  /**
   * Tag by which the guest finds it in its metadata.
   *
   * @default - none
   */
  readonly tag?: string;

  /**
   * Whether blocks that change are noted, for incremental backups.
   *
   * @default - what KubeVirt is told
   */
  readonly changedBlockTracking?: boolean;

  /**
   * Address on the guest's PCI bus. For a disk on virtio.
   *
   * @default - one that KubeVirt chooses
   */
  readonly pciAddress?: string;

  /**
   * Whether the tray of a CD-ROM is `open` or `closed`.
   *
   * @default - KubeVirt's: `closed`
   */
  readonly tray?: 'open' | 'closed';

  /**
   * Whether a LUN may be reserved for the guest. Needs the gate PersistentReservation.
   *
   * @default false
   */
  readonly reservation?: boolean;
}

/** Sizes of the blocks of a disk. */
export interface BlockSize {
  /** Sizes of your own. */
  readonly custom?: CustomBlockSize;
  /** Those of the volume. */
  readonly matchVolume?: Enabled;
}

/** Sizes of blocks, in bytes. */
interface CustomBlockSize {
  /** Of a logical block. */
  readonly logical?: number;
  /** Of a physical block. */
  readonly physical?: number;
  /** Of what is given back at once. */
  readonly discardGranularity?: number;
}

export const BLOCK_SIZE = table<BlockSize>('BlockSize', () => ({
  custom: group(
    'custom',
    table<CustomBlockSize>('CustomBlockSize', () => ({
      logical: field('logical', int, 4096),
      physical: field('physical', int, 4096),
      discardGranularity: field('discardGranularity', int, 4096),
    })),
  ),
  matchVolume: group('matchVolume', ENABLED),
}));

/** A disk of a virtual machine: a volume under the name by which the guest's definition knows it. */
export class Disk {
  /** A volume as a disk. */
  public static of(name: string, volume: Volume, options: DiskOptions = {}): Disk {
    return new Disk({ name, ...options, ...volume.declaration });
  }

  /** A volume as a CD-ROM. */
  public static cdrom(name: string, volume: Volume, options: DiskOptions = {}): Disk {
    return new Disk({ name, device: 'cdrom', ...options, ...volume.declaration });
  }

  /** A volume as a LUN, so that the guest can send SCSI commands to it. */
  public static lun(name: string, volume: Volume, options: DiskOptions = {}): Disk {
    return new Disk({ name, device: 'lun', ...options, ...volume.declaration });
  }

  /** A disk inside a container image. */
  public static container(name: string, image: string, options: ContainerVolumeOptions & DiskOptions = {}): Disk {
    const { imagePullPolicy, imagePullSecret, path, ...disk } = options;
    return Disk.of(name, Volume.container(image, compact({ imagePullPolicy, imagePullSecret, path }) ?? {}), disk);
  }

  /** A disk of the virtual machine's own, filled from a source and deleted with the VM. */
  public static own(
    name: string,
    source: DataVolumeSource,
    storage: StorageOptions & DataVolumeTemplateOptions,
    options: DiskOptions = {},
  ): Disk {
    return Disk.of(name, Volume.own(source, storage), options);
  }

  /** A DataVolume that exists beside the virtual machine. */
  public static dataVolume(name: string, dataVolume: string, options: DiskOptions = {}): Disk {
    return Disk.of(name, Volume.dataVolume(dataVolume), options);
  }

  /** A claim that exists already. */
  public static claim(name: string, claimName: string, options: DiskOptions = {}): Disk {
    return Disk.of(name, Volume.claim(claimName), options);
  }

  /** An empty disk of this size, lost at the next start. */
  public static empty(name: string, capacity: QuantityInput, options: DiskOptions = {}): Disk {
    return Disk.of(name, Volume.empty(capacity), options);
  }

  private constructor(public readonly declaration: DiskDeclaration) {}
}

/** Inputs that decide the bus of a disk that names none. */
export interface DiskContext extends VolumeContext {
  /** A preference fills in what is empty; writing a bus would overrule it. */
  readonly hasPreference: boolean;
}

const DEVICES = ['disk', 'cdrom', 'lun'] as const;

/** A disk while it is made or read back. What is below `disk`, `cdrom` or `lun` is kept apart until it is known which. */
interface DiskParts {
  readonly device?: MutableFields;
  readonly target?: MutableFields;
  readonly kind?: string;
}

/** Puts the device of a disk together. Of a volume alone nothing is left: it is no item of the disks. */
function joinDevice(made: MutableFields): void {
  const { device = {}, target, kind = target === undefined ? undefined : 'disk' } = made as unknown as DiskParts;
  if (kind !== undefined) {
    device[kind] = target ?? {};
  } else if (Object.keys(device).length === 1) {
    delete device.name;
  }
  made.device = device;
}

/** Takes it apart again. */
function splitDevice(made: MutableFields): void {
  const { device = {} } = made as unknown as DiskParts;
  const kind = DEVICES.find((each) => isMap(device[each]));
  if (kind !== undefined) {
    made.target = device[kind];
    delete device[kind];
    made.kind = kind;
  }
}

/** The bus of a disk that names none. */
export function defaultBus({ architecture, hasPreference }: DiskContext, { device }: Fields): Bus | undefined {
  if (device === null) {
    return undefined;
  }
  if (device === 'cdrom') {
    // KubeVirt's default off amd64 is virtio, which it then rejects for a CD-ROM: say it even under a preference.
    const trap = architecture !== undefined && architecture !== 'amd64';
    return architecture !== undefined && (trap || !hasPreference)
      ? ARCHITECTURE_FACTS[architecture].cdromBus
      : undefined;
  }
  if (hasPreference) {
    return undefined;
  }
  return device === 'lun' ? 'scsi' : 'virtio';
}

/** A disk: the device that the guest sees, the volume behind it, and the template that makes that. */
const DISK = table<DiskDeclaration, DiskContext>(
  'DiskDeclaration',
  () => ({
    name: required(namedTwice('device', 'volume')),
    device: derived({ ...field('kind', word(...DEVICES), 'cdrom'), fields: ['kind!'] }, () => 'disk'),
    bus: derived(
      field('target.bus', known('virtio', 'scsi', 'sata', 'usb'), 'scsi') as Row<Bus, DiskContext>,
      defaultBus,
    ),
    readonly: field('target.readonly', flag, true),
    pciAddress: field('target.pciAddress', text, '0000:81:01.0'),
    tray: field('target.tray', known('open', 'closed'), 'open'),
    reservation: field('target.reservation', flag, true),
    bootOrder: field('device.bootOrder', count, 7),
    serial: field('device.serial', text, 'D7'),
    cache: field('device.cache', known('none', 'writethrough', 'writeback'), 'none'),
    io: field('device.io', known('native', 'default', 'threads'), 'threads'),
    errorPolicy: field('device.errorPolicy', known('stop', 'ignore', 'report', 'enospace'), 'report'),
    shareable: field('device.shareable', flag, true),
    dedicatedIOThread: field('device.dedicatedIOThread', flag, true),
    blockSize: group('device.blockSize', BLOCK_SIZE),
    tag: field('device.tag', text, 'database'),
    changedBlockTracking: field('device.changedBlockTracking', flag, true),
    ...VOLUME_ROWS,
  }),
  VOLUME_KEYS,
);

/** The disks of an instance, below a path of its object. */
export function diskRow(base: string): Row<readonly DiskDeclaration[], DiskContext> {
  const parts = {
    device: `${base}.domain.devices.disks`,
    volume: `${base}.volumes`,
    template: 'spec.dataVolumeTemplates',
  };
  const row = split(parts, DISK, {
    example: { name: 'data', containerDisk: { image: 'quay.io/containerdisks/fedora:42' } },
    join: joinDevice,
    takeApart: splitDevice,
    alone: 'volume',
  });
  return {
    ...row,
    place: (field) =>
      field.startsWith('target.')
        ? DEVICES.flatMap((device) => row.place(field.replace('target', `device.${device}`)))
        : field === 'kind'
          ? DEVICES.flatMap((device) => row.place(`device.${device}`))
          : row.place(field),
  };
}
