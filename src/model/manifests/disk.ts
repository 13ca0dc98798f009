import type { DevicesDisk, Volume } from '../../../imports/kubevirt';
import { ARCHITECTURE_FACTS, type Architecture, type Bus } from '../../architectures/facts';
import { compact } from '../../kube/object';
import type { CloudInitDeclaration } from '../cloud-init';
import { CLOUD_INIT_DISK } from '../cloud-init';
import type { DiskDeclaration } from '../disk';
import type { VolumeDeclaration } from '../volume';

/** What decides the bus of a disk that names none. */
export interface BusContext {
  /** Absent where the cluster decides. */
  readonly architecture: Architecture | undefined;
  /** A preference fills in what is empty; writing a bus would overrule it. */
  readonly hasPreference: boolean;
  /** Whether cloud-init has to be a raw disk, since the hypervisor takes no ISO image. */
  readonly needsRawDisk?: boolean;
}

/** A disk as the guest sees it. */
export function diskDevice(disk: DiskDeclaration, context: BusContext): DevicesDisk {
  const { name, device = 'disk', bus, bootOrder, readonly, serial, cache } = disk;
  const target = compact({ bus: bus ?? defaultBus(device, context), readonly }) ?? {};
  return { name, [device]: target, ...compact({ bootOrder, cache, serial }) };
}

/**
 * The volume behind a disk.
 *
 * @param ownVolume name of the DataVolume that the VM makes for it
 */
export function diskVolume(disk: DiskDeclaration, ownVolume: string): Volume {
  const {
    name,
    device: _device,
    bus: _bus,
    bootOrder: _order,
    readonly: _readonly,
    serial: _serial,
    cache: _cache,
    ...volume
  } = disk;
  return { name, ...volumeSource(volume, ownVolume) };
}

/** The disk that carries cloud-init, as the guest sees it. */
export function cloudInitDevice(context: BusContext): DevicesDisk {
  const bus = context.needsRawDisk ? 'virtio' : defaultBus('disk', context);
  return { name: CLOUD_INIT_DISK, disk: compact({ bus }) ?? {} };
}

/** The volume that cloud-init is written to. */
export function cloudInitVolume(cloudInit: CloudInitDeclaration): Volume {
  const { type, userData, userDataSecret, networkData, networkDataSecret } = cloudInit;
  return {
    name: CLOUD_INIT_DISK,
    [type === 'noCloud' ? 'cloudInitNoCloud' : 'cloudInitConfigDrive']:
      compact({
        userData,
        secretRef: userDataSecret === undefined ? undefined : { name: userDataSecret },
        networkData,
        networkDataSecretRef: networkDataSecret === undefined ? undefined : { name: networkDataSecret },
      }) ?? {},
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
