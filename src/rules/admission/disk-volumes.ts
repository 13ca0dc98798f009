import type { CreatedInstance } from '../../cluster/created-instance';
import { isSet, type Part, partsOf, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { atLeast } from '../../kube/release';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';
import { busOf, deviceOf, whenCreated } from './disk-bus';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

/** First KubeVirt that takes a CD-ROM drive without a volume; its gate decides, and the gates say that. */
const EMPTY_DRIVE_SINCE = '1.6';

/** Directories that KubeVirt keeps for itself. */
const RESERVED = ['/var/run/kubevirt', '/var/run/libvirt'];

/** What virt-api rejects in how disks, file systems and volumes belong together. */
export const diskVolumes: Rule = ({ target }) => {
  const hasEmptyDrives = atLeast(target.kubevirt, EMPTY_DRIVE_SINCE);
  return {
    disk: (disk, instance) => {
      const volume = instance.volumes.findLast(({ name }) => name === disk.name);
      if (volume === undefined) {
        return isSet(disk.item.cdrom) && hasEmptyDrives ? NOTHING_WRONG : [withoutVolume(disk)];
      }
      return isSet(disk.item.lun) || isSet(volume.item.downwardMetrics)
        ? checkVolume(disk, volume, instance)
        : NOTHING_WRONG;
    },
    volume: (volume, instance) =>
      isMap(volume.item.containerPath) ? checkContainerPath(volume, instance) : NOTHING_WRONG,
  };
};

function withoutVolume({ name }: Part): Said {
  return {
    code: 'PV004',
    path: 'name',
    what: `there is no volume ${shownValue(name)}`,
    fix: 'add a volume of that name to volumes, or remove the disk',
    source: SOURCE,
  };
}

function* checkVolume(disk: Part, volume: Part, instance: CreatedInstance): Found {
  if (isSet(disk.item.lun) && !isSet(volume.item.persistentVolumeClaim) && !isSet(volume.item.dataVolume)) {
    yield {
      code: 'PV003',
      path: 'lun',
      what:
        `the volume of a LUN must be a dataVolume or a persistentVolumeClaim, but ${shownValue(disk.name)} is ` +
        'neither',
      fix: 'write disk instead of lun, or use such a volume',
      source: SOURCE,
    };
  }
  if (isSet(volume.item.downwardMetrics)) {
    yield* checkMetrics(disk, instance);
  }
}

/** Metrics of the host are read by the guest from a disk on virtio. */
function* checkMetrics(disk: Part, { isOfVm, architecture }: CreatedInstance): Found {
  const device = deviceOf(disk);
  const fix = 'write disk: { bus: virtio }';
  // KubeVirt makes a disk of one that does not say what it is when it creates the instance, not in a VirtualMachine.
  if (device === undefined ? isOfVm : device !== 'disk') {
    const what = 'a volume of downwardMetrics needs a disk that says disk';
    yield { code: 'PV004', what, fix, source: SOURCE };
    return;
  }
  const bus = busOf(disk, architecture);
  if (bus.created !== '' && bus.created !== 'virtio') {
    yield {
      code: 'PV003',
      path: device === undefined ? '' : 'disk',
      what: `a downwardMetrics volume needs a virtio disk, but this one is on ${bus.created}`,
      fix,
      ...whenCreated(bus),
      source: SOURCE,
    };
  }
}

/** A directory of the launcher is a file system of the guest, never a disk. Since 1.8, where there are such volumes. */
function* checkContainerPath({ item, name }: Part, { devices }: CreatedInstance): Found {
  const isIn = (list: string) => partsOf(devices[list], list).some((part) => part.name === name);
  if (isIn('disks') || !isIn('filesystems')) {
    yield {
      code: 'PV003',
      path: 'containerPath',
      what: 'a containerPath volume needs a file system, not a disk',
      fix: 'add one of its name to domain.devices.filesystems, and remove the disk of its name',
      isLate: true,
      source: SOURCE,
    };
  }
  const directory = isMap(item.containerPath) ? textOf(item.containerPath.path) : '';
  if (RESERVED.some((prefix) => directory.startsWith(prefix))) {
    yield {
      code: 'PV003',
      path: 'containerPath.path',
      what: `KubeVirt reserves ${shownValue(directory)}`,
      fix: `use a path outside of ${RESERVED.join(' and ')}`,
      isLate: true,
      source: SOURCE,
    };
  }
}
