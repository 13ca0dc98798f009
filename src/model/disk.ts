import type { Bus } from '../architectures/facts';
import type { QuantityInput } from '../kube/quantity';
import type { DataVolumeSource } from './data-volume-source';
import { type ContainerVolumeOptions, type StorageOptions, Volume, type VolumeDeclaration } from './volume';

/** How the guest sees a volume. */
export type DiskDevice = 'disk' | 'cdrom' | 'lun';

/** A disk and what is behind it, as plain data. */
export type DiskDeclaration = DiskDevicePart & VolumeDeclaration;

/** The part of a disk that the guest sees. */
export interface DiskDevicePart extends DiskOptions {
  readonly name: string;
  readonly device?: DiskDevice;
}

/** How a volume is plugged into the guest. */
export interface DiskOptions {
  /**
   * Bus that it is plugged into.
   *
   * @default - `virtio` for a disk; for a CD-ROM `sata` on amd64 and `scsi` elsewhere, since KubeVirt's own default
   * there is refused by its own admission; `scsi` for a LUN
   */
  readonly bus?: Bus;

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
}

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
    const { imagePullPolicy, imagePullSecret, ...disk } = options;
    return Disk.of(
      name,
      Volume.container(image, {
        ...(imagePullPolicy === undefined ? {} : { imagePullPolicy }),
        ...(imagePullSecret === undefined ? {} : { imagePullSecret }),
      }),
      disk,
    );
  }

  /** A disk of the virtual machine's own, filled from a source and deleted with the VM. */
  public static own(name: string, source: DataVolumeSource, storage: StorageOptions, options: DiskOptions = {}): Disk {
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
