import type { InstanceSpec } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { atLeast } from '../kube/release';
import { shownValue } from '../secrets/shown-value';
import { whenCreated } from './disk-bus';
import { busOf, deviceOf, disksOf } from './disk-list';
import {
  type Admitter,
  devicesOf,
  isSet,
  type Part,
  partsOf,
  type RefusalContext,
  type Refused,
  textOf,
} from './refused';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

/** First KubeVirt that takes a CD-ROM drive without a volume; its gate decides, and the gates say that. */
const EMPTY_DRIVE_SINCE = '1.6';

/** Directories that KubeVirt keeps for itself. */
const RESERVED = ['/var/run/kubevirt', '/var/run/libvirt'];

/** What virt-api refuses in how disks, file systems and volumes belong together. */
export const checkDiskVolumes: Admitter = function* (spec, context) {
  const volumes = partsOf(spec.volumes, 'volumes');
  const hasEmptyDrives = atLeast(context.kubevirt, EMPTY_DRIVE_SINCE);
  for (const disk of disksOf(spec)) {
    const volume = volumes.findLast(({ name }) => name === disk.name);
    if (volume === undefined) {
      if (!isSet(disk.item.cdrom) || !hasEmptyDrives) {
        yield {
          code: 'PV004',
          path: `${disk.path}.name`,
          what: `there is no volume ${shownValue(disk.name)}`,
          fix: 'add a volume of that name to volumes, or remove the disk',
          source: SOURCE,
        };
      }
      continue;
    }
    if (isSet(disk.item.lun) && !isSet(volume.item.persistentVolumeClaim) && !isSet(volume.item.dataVolume)) {
      yield {
        code: 'PV003',
        path: `${disk.path}.lun`,
        what: `the volume of a LUN is a dataVolume or a persistentVolumeClaim, and ${shownValue(disk.name)} is neither`,
        fix: 'write disk instead of lun, or use such a volume',
        source: SOURCE,
      };
    }
    if (isSet(volume.item.downwardMetrics)) {
      yield* checkMetrics(disk, context);
    }
  }
  const paths = volumes.filter(({ item }) => isMap(item.containerPath));
  if (paths.length > 0) {
    yield* checkContainerPaths(paths, spec);
  }
};

/** Metrics of the host are read by the guest from a disk on virtio. */
function* checkMetrics(disk: Part, context: RefusalContext): Iterable<Refused> {
  const device = deviceOf(disk);
  const fix = 'write disk: { bus: virtio }';
  // KubeVirt makes a disk of one that does not say what it is when it creates the instance, not in a VirtualMachine.
  if (device === undefined ? context.isMachine : device !== 'disk') {
    const what = 'a volume of downwardMetrics needs a disk that says disk';
    yield { code: 'PV004', path: disk.path, what, fix, source: SOURCE };
    return;
  }
  const bus = busOf(disk, context);
  if (bus.created !== '' && bus.created !== 'virtio') {
    yield {
      code: 'PV003',
      path: device === undefined ? disk.path : `${disk.path}.disk`,
      what: `a volume of downwardMetrics needs a disk on virtio, and this one is on ${bus.created}`,
      fix,
      ...whenCreated(bus, disk.path),
      source: SOURCE,
    };
  }
}

/** A directory of the launcher is a file system of the guest, never a disk. Since 1.8, where there are such volumes. */
function* checkContainerPaths(paths: readonly Part[], spec: InstanceSpec): Iterable<Refused> {
  const namesIn = (list: string) =>
    new Set(partsOf(devicesOf(spec)[list], `domain.devices.${list}`).map(({ name }) => name));
  const disks = namesIn('disks');
  const filesystems = namesIn('filesystems');
  for (const { item, name, path } of paths) {
    if (disks.has(name) || !filesystems.has(name)) {
      yield {
        code: 'PV003',
        path: `${path}.containerPath`,
        what: 'a volume of containerPath needs a file system, and no disk',
        fix: 'add one of its name to domain.devices.filesystems, and remove the disk of its name',
        isLate: true,
        source: SOURCE,
      };
    }
    const directory = isMap(item.containerPath) ? textOf(item.containerPath.path) : '';
    if (RESERVED.some((prefix) => directory.startsWith(prefix))) {
      yield {
        code: 'PV003',
        path: `${path}.containerPath.path`,
        what: `KubeVirt keeps ${shownValue(directory)} for itself`,
        fix: `use a path outside of ${RESERVED.join(' and ')}`,
        isLate: true,
        source: SOURCE,
      };
    }
  }
}
