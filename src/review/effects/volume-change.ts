import { type Fields, isMap } from '../../kube/object';
import { inVm, itemName, itemOf, LISTS, type VmField } from './vm-view';

const FILE_SYSTEMS = 'template.spec.domain.devices.filesystems';

/** A volume and its disk, before and after. */
interface VolumeChange {
  readonly old: Fields | undefined;
  readonly fresh: Fields | undefined;
  readonly oldDisk: Fields | undefined;
  readonly freshDisk: Fields | undefined;
}

/** The volume that a change is about, or whose disk it is about. */
export function volumeOf({ change, before, after }: VmField): VolumeChange {
  const name = itemName(change, 'volumes') ?? itemName(change, 'disks');
  return {
    old: itemOf(before, LISTS.volumes, name),
    fresh: itemOf(after, LISTS.volumes, name),
    oldDisk: itemOf(before, LISTS.disks, name),
    freshDisk: itemOf(after, LISTS.disks, name),
  };
}

/** The claim or data volume that a volume is, by its name; nothing for what is made with the VM. */
function claimOf(volume: Fields | undefined): { readonly name: unknown; readonly isHotpluggable: boolean } | undefined {
  const { persistentVolumeClaim: claim, dataVolume } = volume ?? {};
  if (isMap(claim)) {
    return { name: claim.claimName, isHotpluggable: claim.hotpluggable === true };
  }
  return isMap(dataVolume) ? { name: dataVolume.name, isHotpluggable: dataVolume.hotpluggable === true } : undefined;
}

/** Source: kubevirt pkg/storage/types/volume.go IsHotplugVolume. */
function isHotplug(volume: Fields | undefined): boolean {
  const dump = volume?.memoryDump;
  return claimOf(volume)?.isHotpluggable === true || (isMap(dump) && dump.hotpluggable === true);
}

/** Whether updateVolumesStrategy is Migration: claims that change are copied, and nothing is plugged in. */
export function migratesVolumes({ after }: VmField): boolean {
  return inVm(after, 'updateVolumesStrategy') === 'Migration';
}

/** Whether one claim takes the place of another. */
export function isSwap(view: VmField): boolean {
  const { old, fresh } = volumeOf(view);
  const [was, is] = [claimOf(old), claimOf(fresh)];
  return was !== undefined && is !== undefined && was.name !== is.name;
}

/** A CD-ROM drive itself, and not what is in it. */
export function isDriveChange(view: VmField, which: 'added' | 'removed'): boolean {
  const { oldDisk, freshDisk } = volumeOf(view);
  return which === 'added'
    ? oldDisk === undefined && isMap(freshDisk?.cdrom)
    : freshDisk === undefined && isMap(oldDisk?.cdrom);
}

/**
 * Whether a restart is not asked for, though the volume or the disk is another; CD-ROM drives that go are a row.
 *
 * Source: kubevirt pkg/virt-controller/watch/vm/vm.go validLiveUpdateVolumes, validLiveUpdateDisks.
 */
export function isFree(view: VmField): boolean {
  const { old, fresh, freshDisk } = volumeOf(view);
  if (view.path.startsWith(LISTS.disks)) {
    return freshDisk === undefined ? old === undefined || isHotplug(old) : isHotplug(fresh);
  }
  if (fresh === undefined || isHotplug(fresh)) {
    return isHotplug(fresh ?? old);
  }
  return old !== undefined && claimOf(fresh) !== undefined && migratesVolumes(view);
}

/** Whether a volume that is fixed in the running VM becomes one that is plugged in: the instance keeps it as it is. */
export function isFixedInInstance(view: VmField): boolean {
  const { old, fresh } = volumeOf(view);
  return old !== undefined && !isHotplug(old) && isHotplug(fresh);
}

/** Whether only the disk is another: one that is plugged in stays as it is. */
export function isDiskAlone(view: VmField): boolean {
  const { old, fresh } = volumeOf(view);
  return old !== undefined && fresh !== undefined && JSON.stringify(old) === JSON.stringify(fresh);
}

/**
 * Why virt-api refuses to plug a volume into the instance; nothing where it does not.
 *
 * Source: kubevirt pkg/storage/admitters/storagehotplug.go validateExpectedDisksAndFilesystems,
 * ValidateHotplugDiskConfiguration, asked of disks that the instance does not have yet.
 */
export function plugObstacle(view: VmField): string | undefined {
  const { fresh, oldDisk, freshDisk } = volumeOf(view);
  if (fresh === undefined || oldDisk !== undefined) {
    return undefined;
  }
  if (freshDisk === undefined) {
    return 'the volume has no disk';
  }
  const { disk, lun } = freshDisk;
  if (!isMap(disk) && !isMap(lun)) {
    return 'only a disk or a LUN is plugged in';
  }
  const bus = isMap(disk) ? disk.bus : isMap(lun) ? lun.bus : undefined;
  if (bus !== 'scsi' && (bus !== 'virtio' || !isMap(disk))) {
    return isMap(disk) ? 'its bus is neither virtio nor scsi' : 'a LUN is plugged in on scsi only';
  }
  return freshDisk.dedicatedIOThread === true && bus !== 'virtio' ? 'an I/O thread needs virtio' : undefined;
}

/**
 * Why the content of a volume is not copied while the VM runs; nothing where it is.
 *
 * Source: kubevirt pkg/virt-controller/watch/volume-migration/volume-migration.go ValidateVolumes,
 * ValidateVolumesUpdateMigration.
 */
export function moveObstacle(view: VmField): string | undefined {
  const { oldDisk } = volumeOf(view);
  const { before, live, change } = view;
  if (itemOf(before, FILE_SYSTEMS, itemName(change, 'volumes')) !== undefined) {
    return 'it is shared as a file system';
  }
  if (oldDisk?.shareable === true) {
    return 'other VMs share it';
  }
  if (isMap(oldDisk?.lun)) {
    return 'it is a LUN';
  }
  if (live.storageMigratable === false) {
    return 'the VM cannot migrate';
  }
  const left = live.started?.readWriteOnce?.find((name) => !isMoved(view, name));
  return left === undefined ? undefined : `the volume ${left} is ReadWriteOnce and stays`;
}

/** Whether a volume of the VM, by its name, gets another claim. */
function isMoved({ before, after }: VmField, name: string): boolean {
  const [was, is] = [claimOf(itemOf(before, LISTS.volumes, name)), claimOf(itemOf(after, LISTS.volumes, name))];
  return was !== undefined && is !== undefined && was.name !== is.name;
}
