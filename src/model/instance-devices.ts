import type { MutableFields } from '../kube/object';
import { keysOf } from '../kube/path';
import { type CloudInit, type CloudInitContext, type CloudInitDeclaration, cloudInitRow } from './cloud-init';
import { type Disk, type DiskDeclaration, diskRow } from './disk';
import {
  GPU,
  type Gpu,
  HOST_DEVICE,
  type HostDevice,
  INPUT,
  type InputDevice,
  PANIC_DEVICE,
  type PanicDevice,
  SOUND,
  type Sound,
} from './guest-devices';
import type { Autoattach } from './hypervisors';
import { type Network, type NetworkDeclaration, networkRow } from './network';
import * as z from './read/zod';
import type { Plain } from './rows/plain';
import { derived, field, group, items, put, type Row, type Rows, required, table } from './rows/row';
import { flag, once, type Shape, text } from './rows/shapes';
import { namedTwice, split } from './rows/split';
import { type TpmDevice, tpmRow } from './tpm';
import type { VolumeDeclaration } from './volume-kinds';
import { VOLUME_KEYS, VOLUME_ROWS } from './volume-rows';
import { type WatchdogAction, type WatchdogContext, type WatchdogDevice, watchdogRow } from './watchdog';

/** What is plugged into a guest. */
export interface InstanceDevices {
  /**
   * Disks, in the order of booting. More can be added with `addDisk()`.
   *
   * @default - none
   */
  readonly disks?: readonly (Disk | DiskDeclaration)[];

  /**
   * Folders that the guest shares with its pod, by virtiofs.
   *
   * @default - none
   */
  readonly filesystems?: readonly FilesystemDeclaration[];

  /**
   * What the guest is told at its first boot.
   *
   * @default - nothing
   */
  readonly cloudInit?: CloudInit | CloudInitDeclaration;

  /**
   * Networks. More can be added with `addNetwork()`.
   *
   * @default - KubeVirt's: the pod network
   */
  readonly networks?: readonly (Network | NetworkDeclaration)[];

  /**
   * Graphics processors of the node that the guest gets.
   *
   * @default - none
   */
  readonly gpus?: readonly Gpu[];

  /**
   * Other devices of the node that the guest gets.
   *
   * @default - none
   */
  readonly hostDevices?: readonly HostDevice[];

  /**
   * Claims of devices, for `gpus`, `hostDevices` and `networks`.
   *
   * @default - none
   */
  readonly resourceClaims?: readonly ResourceClaim[];

  /**
   * What a person moves and types with.
   *
   * @default - KubeVirt's: none
   */
  readonly inputs?: readonly InputDevice[];

  /**
   * What happens when the guest stops answering its watchdog. Not on arm64.
   *
   * @default - no watchdog
   */
  readonly watchdog?: WatchdogAction | WatchdogDevice;

  /**
   * A trusted platform module; a persistent one keeps its state over restarts.
   *
   * @default - none
   */
  readonly tpm?: 'transient' | 'persistent' | TpmDevice;

  /**
   * A source of random numbers.
   *
   * @default false
   */
  readonly rng?: true;

  /**
   * A sound card.
   *
   * @default - none
   */
  readonly sound?: Sound;

  /**
   * Model of the graphics card, as `virtio`, `vga`, `bochs`, `ramfb` or `cirrus`.
   *
   * @default - KubeVirt's for the architecture
   */
  readonly video?: string;

  /**
   * Devices that tell the node about a panic of the guest's kernel.
   *
   * @default - none
   */
  readonly panicDevices?: readonly PanicDevice[];

  /**
   * Figures of the node by a virtio channel. Needs the gate DownwardMetrics.
   *
   * @default false
   */
  readonly downwardMetrics?: true;

  /**
   * USB devices of the person who has a console open.
   *
   * @default false
   */
  readonly clientPassthrough?: true;

  /**
   * Whether a graphics card is attached.
   *
   * @default - KubeVirt's: true, unless the hypervisor rejects it
   */
  readonly autoattachGraphicsDevice?: boolean | null;

  /**
   * Whether a memory balloon is attached.
   *
   * @default - KubeVirt's: true, unless the hypervisor rejects it
   */
  readonly autoattachMemBalloon?: boolean | null;

  /**
   * Whether a serial console is attached.
   *
   * @default - KubeVirt's: true, unless the hypervisor rejects it
   */
  readonly autoattachSerialConsole?: boolean | null;

  /**
   * Whether the pod network is attached where there are no networks.
   *
   * @default - KubeVirt's: true
   */
  readonly autoattachPodInterface?: boolean;

  /**
   * Whether a tablet is attached.
   *
   * @default - KubeVirt's: false
   */
  readonly autoattachInputDevice?: boolean;

  /**
   * Whether a VSOCK device is attached. Needs the gate VSOCK.
   *
   * @default false
   */
  readonly autoattachVSOCK?: boolean;

  /**
   * Whether what the serial console prints is in the pod's log.
   *
   * @default - what KubeVirt is told
   */
  readonly logSerialConsole?: boolean;

  /**
   * Whether disks have a queue per processor.
   *
   * @default false
   */
  readonly blockMultiQueue?: boolean;

  /**
   * Whether network cards have a queue per processor.
   *
   * @default false
   */
  readonly networkInterfaceMultiqueue?: boolean;

  /**
   * Whether nothing can be plugged in while the guest runs.
   *
   * @default false
   */
  readonly disableHotplug?: boolean;

  /**
   * Whether virtio devices are those that old guests know.
   *
   * @default false
   */
  readonly useVirtioTransitional?: boolean;
}

/** A folder that the guest shares with its pod, as plain data. */
export interface FilesystemDeclaration extends VolumeDeclaration {
  /** The name by which the guest mounts it. */
  readonly name: string;
}

/** A claim of devices. */
export interface ResourceClaim {
  /** The name that devices refer to. */
  readonly name: string;
  /** Name of a ResourceClaim. */
  readonly resourceClaimName?: string;
  /** Name of a ResourceClaimTemplate. */
  readonly resourceClaimTemplateName?: string;
}

/** A device that is there: `rng: {}`. */
function present(path: string): Row<true> {
  const keys = keysOf(path);
  return {
    fields: [path],
    shape: once(() => z.literal(true)) as unknown as Shape<true>,
    example: true,
    write: (_value, out) => put(out, keys, {}),
    read: (from) => (from.take(keys) === undefined ? undefined : true),
  };
}

/** What the devices of an instance have to know. */
export interface DevicesContext extends CloudInitContext, WatchdogContext {
  /** Devices that KubeVirt would attach and the hypervisor rejects. */
  readonly autoattach: Autoattach;
}

/** A folder that the guest shares with its pod: its device, and the volume behind it. */
const FILESYSTEM = table<FilesystemDeclaration, DevicesContext>(
  'FilesystemDeclaration',
  () => ({ name: required(namedTwice('filesystem', 'volume')), ...VOLUME_ROWS }),
  VOLUME_KEYS,
);

/** Devices as plain data. */
export interface DeclaredDevices extends Plain<Omit<InstanceDevices, 'disks' | 'networks' | 'cloudInit'>> {
  readonly disks?: readonly DiskDeclaration[];
  readonly networks?: readonly NetworkDeclaration[];
  readonly cloudInit?: CloudInitDeclaration;
}

/** The devices of an instance, with the path of its spec in the object. */
export function deviceRows(base: string): Rows<DeclaredDevices, DevicesContext> {
  const devices = `${base}.domain.devices`;
  const switchable = (key: keyof Autoattach) =>
    derived(
      field(`${devices}.${key}`, flag, true) as Row<boolean, DevicesContext>,
      ({ autoattach }) => autoattach[key],
    );
  return {
    // Before disks: of what both could say, the disk is meant unless the file says otherwise.
    filesystems: split(
      { filesystem: `${devices}.filesystems`, volume: `${base}.volumes`, template: 'spec.dataVolumeTemplates' },
      FILESYSTEM,
      {
        example: { name: 'shared', configMap: { name: 'settings' } },
        join: (made) => {
          (made.filesystem as MutableFields).virtiofs = {};
        },
        takeApart: (made) => {
          delete (made.filesystem as MutableFields).virtiofs;
        },
      },
    ),
    disks: diskRow(base),
    cloudInit: cloudInitRow(base),
    networks: networkRow(base),
    gpus: items(`${devices}.gpus`, GPU),
    hostDevices: items(`${devices}.hostDevices`, HOST_DEVICE),
    resourceClaims: items(
      `${base}.resourceClaims`,
      table<ResourceClaim>('ResourceClaim', () => ({
        name: required(field('name', text, 'card')),
        resourceClaimName: field('resourceClaimName', text, 'card'),
        resourceClaimTemplateName: field('resourceClaimTemplateName', text, 'card'),
      })),
    ),
    inputs: items(`${devices}.inputs`, INPUT),
    watchdog: watchdogRow(`${devices}.watchdog`),
    tpm: tpmRow(`${devices}.tpm`),
    rng: present(`${devices}.rng`),
    sound: group(`${devices}.sound`, SOUND),
    video: field(`${devices}.video.type`, text, 'bochs'),
    panicDevices: items(`${devices}.panicDevices`, PANIC_DEVICE),
    downwardMetrics: present(`${devices}.downwardMetrics`),
    clientPassthrough: present(`${devices}.clientPassthrough`),
    autoattachGraphicsDevice: switchable('autoattachGraphicsDevice'),
    autoattachMemBalloon: switchable('autoattachMemBalloon'),
    autoattachSerialConsole: switchable('autoattachSerialConsole'),
    autoattachPodInterface: field(`${devices}.autoattachPodInterface`, flag, false),
    autoattachInputDevice: field(`${devices}.autoattachInputDevice`, flag, true),
    autoattachVSOCK: field(`${devices}.autoattachVSOCK`, flag, true),
    logSerialConsole: field(`${devices}.logSerialConsole`, flag, false),
    blockMultiQueue: field(`${devices}.blockMultiQueue`, flag, true),
    networkInterfaceMultiqueue: field(`${devices}.networkInterfaceMultiqueue`, flag, true),
    disableHotplug: field(`${devices}.disableHotplug`, flag, true),
    useVirtioTransitional: field(`${devices}.useVirtioTransitional`, flag, true),
  };
}
