import { isMap } from '../../kube/object';
import { VM_CONTROLLER, type VmRow } from './effect-row';
import { LISTS, type VmField } from './vm-view';
import {
  isDiskAlone,
  isDriveChange,
  isFixedInInstance,
  isFree,
  isSwap,
  migratesVolumes,
  moveObstacle,
  plugObstacle,
  volumeOf,
} from './volume-change';

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
