import { type Fields, isMap } from '../../kube/object';
import { VM_CONTROLLER, type VmRow } from './effect-row';
import { inVm, itemName, itemOf, LISTS, type VmField } from './vm-view';

/** A volume and its disk, before and after. */
interface VolumeChange {
  readonly old: Fields | undefined;
  readonly fresh: Fields | undefined;
  readonly oldDisk: Fields | undefined;
  readonly freshDisk: Fields | undefined;
}

function volumeOf({ change, before, after }: VmField): VolumeChange {
  const name = itemName(change, 'volumes') ?? itemName(change, 'disks');
  return {
    old: itemOf(before, LISTS.volumes, name),
    fresh: itemOf(after, LISTS.volumes, name),
    oldDisk: itemOf(before, LISTS.disks, name),
    freshDisk: itemOf(after, LISTS.disks, name),
  };
}

/** The claim or data volume that a volume is, with what it is called; nothing for what is made with the VM. */
function claimOf(volume: Fields | undefined): { readonly name: unknown; readonly hotpluggable: boolean } | undefined {
  const { persistentVolumeClaim: claim, dataVolume } = volume ?? {};
  if (isMap(claim)) {
    return { name: claim.claimName, hotpluggable: claim.hotpluggable === true };
  }
  return isMap(dataVolume) ? { name: dataVolume.name, hotpluggable: dataVolume.hotpluggable === true } : undefined;
}

/** Whether the volume is plugged in and out while the VM runs, on every side on which it is. */
function isPluggable(view: VmField): boolean {
  const { old, fresh, oldDisk, freshDisk } = volumeOf(view);
  const volumes = [old, fresh].filter((volume) => volume !== undefined);
  const disks = [oldDisk, freshDisk].filter((disk) => disk !== undefined);
  return (
    volumes.length > 0 &&
    volumes.every((volume) => claimOf(volume)?.hotpluggable === true) &&
    disks.every(isPluggableDisk)
  );
}

/** Disks on virtio or scsi, LUNs on scsi, and CD-ROMs, whose media change. */
function isPluggableDisk(disk: Fields): boolean {
  if (isMap(disk.cdrom)) {
    return true;
  }
  return isMap(disk.lun)
    ? disk.lun.bus === 'scsi'
    : isMap(disk.disk) && (disk.disk.bus === 'virtio' || disk.disk.bus === 'scsi');
}

/** The drive itself, and not what is in it. */
function isDriveChange(view: VmField, which: 'added' | 'removed'): boolean {
  const { oldDisk, freshDisk } = volumeOf(view);
  return which === 'added'
    ? oldDisk === undefined && isMap(freshDisk?.cdrom)
    : freshDisk === undefined && isMap(oldDisk?.cdrom);
}

const isDeclarative = ({ facts }: VmField) =>
  facts.isOn('DeclarativeHotplugVolumes') && !facts.isListed('HotplugVolumes');
const migratesVolumes = ({ after }: VmField) => inVm(after, 'updateVolumesStrategy') === 'Migration';

/** Whether one claim takes the place of another. */
function isSwap(view: VmField): boolean {
  const { old, fresh } = volumeOf(view);
  const [was, is] = [claimOf(old), claimOf(fresh)];
  return was !== undefined && is !== undefined && was.name !== is.name;
}

/** Why the content of a volume cannot be moved while the VM runs. */
function moveObstacle(view: VmField): string | undefined {
  const { freshDisk } = volumeOf(view);
  const name = itemName(view.change, 'volumes') ?? '';
  if (itemOf(view.after, 'template.spec.domain.devices.filesystems', name) !== undefined) {
    return 'it is shared as a file system';
  }
  if (freshDisk?.shareable === true) {
    return 'other VMs share it';
  }
  return isMap(freshDisk?.lun) ? 'it is a LUN' : undefined;
}

const RESTART = { effect: 'restart-required', severity: 'disruptive', assumes: ['last-start'] } as const;
const SILENT = { effect: 'next-start', severity: 'caution' } as const;
const HOTPLUG = 'kubevirt pkg/storage/hotplug/hotplug.go';
const LIVE_VOLUMES = `${VM_CONTROLLER} validLiveUpdateVolumes`;
const LIVE_DISKS = `${VM_CONTROLLER} validLiveUpdateDisks`;

/** What rows of a volume hold for its disk too: the two come and go together. */
function forBoth(row: Omit<VmRow, 'path'>): VmRow[] {
  return [
    { ...row, path: LISTS.volumes },
    { ...row, path: LISTS.disks },
  ];
}

/** Volumes and disks of a VM that runs, kubevirt 1.3 to 1.9. */
export const VOLUME_ROWS: readonly VmRow[] = [
  ...forBoth({
    when: (view) => isDriveChange(view, 'added'),
    ...RESTART,
    text: 'Restart needed: a CD-ROM drive is not plugged in while the VM runs; media in a drive change.',
    source: LIVE_DISKS,
  }),
  ...forBoth({
    since: '1.7',
    when: (view) => isDriveChange(view, 'removed'),
    ...RESTART,
    text: 'Restart needed: a CD-ROM drive is not taken out while the VM runs; leave the disk and remove the volume to eject.',
    source: `${LIVE_DISKS}, 1.7 and later`,
  }),
  ...forBoth({
    when: (view) => isPluggable(view) && migratesVolumes(view),
    ...SILENT,
    text: 'Counts at the next start, and no condition says so: with updateVolumesStrategy Migration nothing is plugged in.',
    source: HOTPLUG,
  }),
  ...forBoth({
    when: (view) => isPluggable(view) && !isDeclarative(view),
    ...SILENT,
    text: 'Counts at the next start, and no condition says so: DeclarativeHotplugVolumes is off, or HotplugVolumes is listed.',
    source: 'kubevirt pkg/virt-config/feature-gates.go; on by default from 1.9',
  }),
  ...forBoth({
    when: (view) => isPluggable(view) && volumeOf(view).fresh === undefined && isMap(volumeOf(view).freshDisk?.cdrom),
    effect: 'live-update',
    severity: 'info',
    text: 'The medium is ejected from the running VM; the drive stays, empty.',
    source: `${HOTPLUG} filterHotplugVMIDisks`,
  }),
  ...forBoth({
    when: (view) => isPluggable(view) && volumeOf(view).fresh === undefined,
    effect: 'live-update',
    severity: 'caution',
    text: 'The disk is taken out of the running VM.',
    source: HOTPLUG,
  }),
  ...forBoth({
    when: (view) => isPluggable(view) && isSwap(view),
    effect: 'live-update',
    severity: 'caution',
    text: 'The disk in the running VM is replaced by another.',
    source: HOTPLUG,
  }),
  ...forBoth({
    when: isPluggable,
    effect: 'live-update',
    severity: 'info',
    text: 'The disk is plugged into the running VM.',
    source: `${HOTPLUG}; ${LIVE_VOLUMES}`,
  }),
  {
    path: LISTS.volumes,
    when: (view) => isSwap(view) && migratesVolumes(view) && view.facts.strategy === 'Stage',
    effect: 'next-start',
    severity: 'destructive',
    always: true,
    text: 'The next start boots from the new claim, to which nothing was copied: under Stage no storage is migrated, and no condition says so.',
    source: `${LIVE_VOLUMES}, and the strategy that sync asks for`,
  },
  {
    path: LISTS.volumes,
    when: (view) => isSwap(view) && migratesVolumes(view) && moveObstacle(view) === undefined,
    effect: 'live-migrate',
    severity: 'caution',
    byMigration: 'of its storage',
    waits: true,
    assumes: ['last-start'],
    text: 'The content is copied to the new claim by a live migration of the storage; that claim must exist.',
    source: `${VM_CONTROLLER} handleVolumeUpdateRequest; watch/volume-migration/volume-migration.go`,
  },
  {
    path: LISTS.volumes,
    when: isSwap,
    effect: 'restart-required',
    severity: 'destructive',
    assumes: ['last-start'],
    text: (view) =>
      `Restart needed, after which the VM runs from another disk: nothing is copied${moveObstacle(view) === undefined ? '' : `, since ${moveObstacle(view)}`}.`,
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

const PATH = 'dataVolumeTemplates';

/** Whether a volume of the VM is made from the template. */
function isUsed({ change, after }: VmField): boolean {
  const name = itemName(change, PATH);
  const volumes = inVm(after, LISTS.volumes);
  return (
    Array.isArray(volumes) &&
    volumes.some(
      (volume) =>
        isMap(volume) &&
        ((isMap(volume.dataVolume) && volume.dataVolume.name === name) ||
          (isMap(volume.persistentVolumeClaim) && volume.persistentVolumeClaim.claimName === name)),
    )
  );
}

const isWhole = ({ path }: VmField) => path === PATH || path === `${PATH}[]`;
const HANDLER = `${VM_CONTROLLER} handleDataVolumes`;

/** Templates of data volumes of a VM that exists: KubeVirt looks only whether there is one of that name. */
export const DATA_VOLUME_ROWS: readonly VmRow[] = [
  {
    path: PATH,
    when: (view) =>
      isWhole(view) && view.change.after !== undefined && itemName(view.change, PATH) !== undefined && !isUsed(view),
    effect: 'rejected',
    severity: 'rejected',
    always: true,
    text: 'Refused: no volume of the VM uses this template.',
    source: 'kubevirt pkg/storage/admitters/data-volume-template.go ValidateDataVolumeTemplate',
  },
  {
    path: PATH,
    when: (view) => isWhole(view) && view.change.after !== undefined && view.change.before === undefined,
    effect: 'create',
    severity: 'caution',
    always: true,
    also: ['reimport'],
    text: 'A data volume is made and filled at once, also for a VM that does not run; until that ends, nothing else of the VM is changed.',
    source: HANDLER,
  },
  {
    path: PATH,
    when: (view) => isWhole(view) && view.change.after === undefined,
    effect: 'none',
    severity: 'caution',
    always: true,
    text: 'The data volume stays, owned by the VM, until that is deleted.',
    source: HANDLER,
  },
  {
    path: PATH,
    effect: 'none',
    severity: 'caution',
    always: true,
    text: 'This changes nothing that exists: a data volume is made once, and only a new VM would use it.',
    source: HANDLER,
  },
];
