import type { DevicesDisk, Volume } from '../../imports/kubevirt';
import { ARCHITECTURE_FACTS, type Architecture, type Bus } from '../architectures/facts';
import { compact } from '../kube/object';
import type { CloudInitDeclaration } from '../platform/cloud-init';
import { CLOUD_INIT_DISK } from '../platform/cloud-init';
import type { DiskDeclaration } from '../platform/disk';
import type { VolumeDeclaration } from '../platform/volume';

/** How one disk appears in an instance: as the guest's device, and as the volume behind it. */
export interface DiskParts {
  readonly device: DevicesDisk;
  readonly volume: Volume;
}

/** What decides the bus of a disk that names none. */
export interface BusContext {
  /** Absent where the cluster decides. */
  readonly architecture: Architecture | undefined;
  /** A preference fills in what is empty; writing a bus would overrule it. */
  readonly hasPreference: boolean;
  /** Whether cloud-init has to be a raw disk, since the hypervisor takes no ISO image. */
  readonly needsRawDisk?: boolean;
}

/**
 * Device and volume of one disk.
 *
 * @param ownVolume name of the DataVolume that the machine makes for it
 */
export function diskParts(disk: DiskDeclaration, ownVolume: string, context: BusContext): DiskParts {
  const { name, device = 'disk', bus, bootOrder, readonly, serial, cache, ...volume } = disk;
  const target = compact({ bus: bus ?? defaultBus(device, context), readonly }) ?? {};
  return {
    device: { name, [device]: target, ...compact({ bootOrder, cache, serial }) },
    volume: { name, ...volumeSource(volume, ownVolume) },
  };
}

/** The disk that carries cloud-init. */
export function cloudInitParts(cloudInit: CloudInitDeclaration, context: BusContext): DiskParts {
  const { type, userData, userDataSecret, networkData, networkDataSecret } = cloudInit;
  const source = type === 'noCloud' ? 'cloudInitNoCloud' : 'cloudInitConfigDrive';
  return {
    device: {
      name: CLOUD_INIT_DISK,
      disk: compact({ bus: context.needsRawDisk ? 'virtio' : defaultBus('disk', context) }) ?? {},
    },
    volume: {
      name: CLOUD_INIT_DISK,
      [source]: {
        ...compact({
          userData,
          secretRef: userDataSecret === undefined ? undefined : { name: userDataSecret },
          networkData,
          networkDataSecretRef: networkDataSecret === undefined ? undefined : { name: networkDataSecret },
        }),
      },
    },
  };
}

function defaultBus(device: string, { architecture, hasPreference }: BusContext): Bus | undefined {
  if (device === 'cdrom') {
    // KubeVirt's default off amd64 is virtio, which it then refuses for a CD-ROM: say it even under a preference.
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

/** Volumes are declared as KubeVirt spells them, but for two. */
function volumeSource(volume: VolumeDeclaration, ownVolume: string): Omit<Volume, 'name'> {
  if ('dataVolumeTemplate' in volume) {
    return { dataVolume: { name: ownVolume } };
  }
  if ('ephemeral' in volume) {
    return { ephemeral: { persistentVolumeClaim: volume.ephemeral } };
  }
  return volume;
}
