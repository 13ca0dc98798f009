import { type Fields, isMap } from '../../kube/object';
import { VM_CONTROLLER, type VmRow } from './effect-row';
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
function volumeOf({ change, before, after }: VmField): VolumeChange {
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
function migratesVolumes({ after }: VmField): boolean {
  return inVm(after, 'updateVolumesStrategy') === 'Migration';
}

/** Whether one claim takes the place of another. */
function isSwap(view: VmField): boolean {
  const { old, fresh } = volumeOf(view);
  const [was, is] = [claimOf(old), claimOf(fresh)];
  return was !== undefined && is !== undefined && was.name !== is.name;
}

/** A CD-ROM drive itself, and not what is in it. */
function isDriveChange(view: VmField, which: 'added' | 'removed'): boolean {
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
function isFree(view: VmField): boolean {
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
function isFixedInInstance(view: VmField): boolean {
  const { old, fresh } = volumeOf(view);
  return old !== undefined && !isHotplug(old) && isHotplug(fresh);
}

/** Whether only the disk is another: one that is plugged in stays as it is. */
function isDiskAlone(view: VmField): boolean {
  const { old, fresh } = volumeOf(view);
  return old !== undefined && fresh !== undefined && JSON.stringify(old) === JSON.stringify(fresh);
}

/**
 * Why virt-api refuses to plug a volume into the instance; nothing where it does not.
 *
 * Source: kubevirt pkg/storage/admitters/storagehotplug.go validateExpectedDisksAndFilesystems,
 * ValidateHotplugDiskConfiguration, asked of disks that the instance does not have yet.
 */
function plugObstacle(view: VmField): string | undefined {
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
function moveObstacle(view: VmField): string | undefined {
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

const isDeclarative = ({ facts }: VmField) =>
  facts.isOn('DeclarativeHotplugVolumes') && !facts.isListed('HotplugVolumes');

const RESTART = { effect: 'restart-required', severity: 'disruptive', assumes: ['last-start'] } as const;
const SILENT = { effect: 'next-start', severity: 'caution' } as const;
const HOTPLUG = 'kubevirt pkg/storage/hotplug/hotplug.go';
const LIVE_VOLUMES = `${VM_CONTROLLER} validLiveUpdateVolumes`;
const LIVE_DISKS = `${VM_CONTROLLER} validLiveUpdateDisks`;
const MIGRATION = `${VM_CONTROLLER} handleVolumeUpdateRequest; watch/volume-migration/volume-migration.go`;

/** What rows of a volume hold for its disk too: the two come and go together. */
function forBoth(row: Omit<VmRow, 'path'>): VmRow[] {
  return [
    { ...row, path: LISTS.volumes },
    { ...row, path: LISTS.disks },
  ];
}

/** Another claim under updateVolumesStrategy Migration. */
const MOVED_ROWS: readonly VmRow[] = [
  {
    path: LISTS.volumes,
    when: ({ facts }) => facts.strategy === 'Stage',
    effect: 'next-start',
    severity: 'destructive',
    always: true,
    text: 'The next start boots from the new claim, to which nothing was copied: under Stage no storage is migrated, and no condition says so.',
    source: `${LIVE_VOLUMES}, and the strategy that sync asks for`,
  },
  {
    path: LISTS.volumes,
    when: (view) => moveObstacle(view) !== undefined,
    effect: 'restart-required',
    severity: 'destructive',
    byHandler: true,
    assumes: ['last-start'],
    text: (view) =>
      `Restart needed, after which the VM runs from another disk: nothing is copied, since ${moveObstacle(view)}.`,
    source: MIGRATION,
  },
  {
    path: LISTS.volumes,
    effect: 'live-migrate',
    severity: 'caution',
    byMigration: 'of its storage',
    waits: true,
    assumes: ['last-start'],
    text: 'The content is copied to the new claim by a live migration of the storage; that claim must exist.',
    source: MIGRATION,
  },
];

/** Volumes that are plugged in and out while the VM runs, with their disks. */
const PLUGGED_ROWS: readonly Omit<VmRow, 'path'>[] = [
  {
    when: migratesVolumes,
    ...SILENT,
    text: 'Counts at the next start, and no condition says so: with updateVolumesStrategy Migration nothing is plugged in.',
    source: HOTPLUG,
  },
  {
    when: (view) => isFixedInInstance(view) && !isSwap(view),
    effect: 'next-start',
    severity: 'info',
    text: 'Nothing changes in the running VM: from its next start on, the volume is one that is plugged in.',
    source: `${LIVE_VOLUMES}; ${HOTPLUG} filterHotplugVMIVolumes`,
  },
  {
    when: isFixedInInstance,
    ...SILENT,
    text: 'The running VM keeps the claim that it was started with; the next start uses the other one, and no condition says so.',
    source: `${LIVE_VOLUMES}; ${HOTPLUG} filterHotplugVMIVolumes`,
  },
  {
    when: (view) => !isDeclarative(view),
    ...SILENT,
    text: 'Counts at the next start, and no condition says so: DeclarativeHotplugVolumes is off, or HotplugVolumes is listed.',
    source: 'kubevirt pkg/virt-config/feature-gates.go; on by default from 1.9',
  },
  {
    when: isDiskAlone,
    ...SILENT,
    text: 'Counts at the next start, and no condition says so: a disk that is plugged in stays as it is.',
    source: `${HOTPLUG} filterHotplugVMIDisks`,
  },
  {
    when: (view) => plugObstacle(view) !== undefined,
    effect: 'pending',
    severity: 'caution',
    text: (view) =>
      `Accepted and not applied: virt-api refuses to plug it into the running VM, since ${plugObstacle(view)}. Restart the VM to apply it.`,
    source: `${HOTPLUG}; pkg/storage/admitters/storagehotplug.go`,
  },
  {
    when: (view) => volumeOf(view).fresh === undefined && isMap(volumeOf(view).freshDisk?.cdrom),
    effect: 'live-update',
    severity: 'info',
    text: 'The medium is ejected from the running VM; the drive stays, empty.',
    source: `${HOTPLUG} filterHotplugVMIDisks`,
  },
  {
    when: (view) => volumeOf(view).fresh === undefined,
    effect: 'live-update',
    severity: 'caution',
    text: 'The disk is taken out of the running VM.',
    source: HOTPLUG,
  },
  {
    when: (view) => volumeOf(view).old !== undefined,
    effect: 'live-update',
    severity: 'caution',
    text: 'The disk in the running VM is replaced by another.',
    source: HOTPLUG,
  },
  {
    effect: 'live-update',
    severity: 'info',
    text: 'The disk is plugged into the running VM.',
    source: `${HOTPLUG}; ${LIVE_VOLUMES}`,
  },
];

/** Everything else: it is compared with what the VM was started with. */
const COMPARED_ROWS: readonly VmRow[] = [
  {
    path: LISTS.volumes,
    when: isSwap,
    effect: 'restart-required',
    severity: 'destructive',
    assumes: ['last-start'],
    text: 'Restart needed, after which the VM runs from another disk: nothing is copied.',
    source: LIVE_VOLUMES,
  },
  {
    path: `${LISTS.volumes}[].containerDisk.image`,
    ...RESTART,
    text: 'Restart needed, which drops all that was written to the old image: a container disk keeps nothing.',
    source: LIVE_VOLUMES,
  },
  {
    path: LISTS.volumes,
    ...RESTART,
    text: 'Restart needed: this volume is not one that is plugged into running VMs.',
    source: LIVE_VOLUMES,
  },
  { path: LISTS.disks, ...RESTART, text: 'Restart needed: disks are changed by starting anew.', source: LIVE_DISKS },
];

/** Volumes and disks of a VM that runs, kubevirt 1.3 to 1.9. */
export const VOLUME_ROWS: readonly VmRow[] = [
  {
    path: LISTS.disks,
    when: ({ change }) => change.order !== undefined,
    ...SILENT,
    always: true,
    text: 'The guest sees its disks in another order from its next start on: names of devices change, and the disk that it boots from where no bootOrder says which.',
    source: 'kubevirt pkg/virt-launcher/virtwrap/converter: disks are made in the order of the list',
  },
  ...forBoth({
    since: '1.6.4',
    when: (view) => isDriveChange(view, 'removed'),
    ...RESTART,
    text: 'Restart needed: a CD-ROM drive is not taken out while the VM runs; leave the disk and remove the volume to eject.',
    source: `${LIVE_DISKS}, 1.6.4 and later`,
  }),
  ...forBoth({
    when: (view) => isDriveChange(view, 'added') && !isFree(view),
    ...RESTART,
    text: 'Restart needed: a CD-ROM drive is not plugged in while the VM runs; media in a drive change.',
    source: LIVE_DISKS,
  }),
  ...MOVED_ROWS.map(
    (row): VmRow => ({ ...row, when: both((view) => isSwap(view) && migratesVolumes(view), row.when) }),
  ),
  ...PLUGGED_ROWS.flatMap((row) => forBoth({ ...row, when: both(isFree, row.when) })),
  ...COMPARED_ROWS,
];

function both(first: (view: VmField) => boolean, second: VmRow['when']): (view: VmField) => boolean {
  return (view) => first(view) && (second === undefined || second(view));
}
