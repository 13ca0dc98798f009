import { isMap } from '../kube/object';
import { shownValue } from '../secrets/shown-value';
import { isPciAddress } from './addresses';
import { type Bus, busOf } from './disk-list';
import type { Part, RefusalContext, Refused } from './refused';
import { textOf } from './refused';

const SOURCE = 'kubevirt pkg/storage/admitters/disks.go';

/** Whether a disk has something that not every bus has. */
export function needsBus({ disk, dedicatedIOThread }: Part['item']): boolean {
  return dedicatedIOThread === true || (isMap(disk) && (disk.readonly === true || textOf(disk.pciAddress) !== ''));
}

/** What virt-api refuses in a disk because of the bus that it is on. */
export function* checkDiskBus(disk: Part, context: RefusalContext): Iterable<Refused> {
  const { item, path } = disk;
  const isReadOnly = isMap(item.disk) && item.disk.readonly === true;
  const address = isMap(item.disk) ? textOf(item.disk.pciAddress) : '';
  const bus = busOf(disk, context);
  if (item.dedicatedIOThread === true && bus.created !== '' && bus.created !== 'virtio') {
    yield {
      code: 'PV003',
      path: `${path}.dedicatedIOThread`,
      what: `a disk on ${nameOf(bus)} cannot have an I/O thread of its own`,
      fix: 'write bus: virtio, or leave dedicatedIOThread out',
      ...whenCreated(bus, path),
      source: SOURCE,
    };
  }
  if (isReadOnly && bus.created === 'sata') {
    yield {
      code: 'PV003',
      path: `${path}.disk.readonly`,
      what: `a disk on ${nameOf(bus)} cannot be read-only`,
      fix: 'write bus: virtio or scsi, or use a cdrom',
      ...whenCreated(bus, path),
      source: SOURCE,
    };
  }
  if (address !== '') {
    yield* checkAddress(address, bus, path, context);
  }
}

function* checkAddress(address: string, bus: Bus, path: string, { isMachine }: RefusalContext): Iterable<Refused> {
  if (!isPciAddress(address)) {
    yield {
      code: 'PV003',
      path: `${path}.disk.pciAddress`,
      what: `${shownValue(address)} is not a PCI address`,
      fix: "write domain, bus, device and function, for example '0000:81:01.0'",
      source: SOURCE,
    };
  }
  // A VirtualMachine is looked at before the architecture gives its disks a bus.
  const isRefused = isMachine ? bus.written !== 'virtio' : bus.created !== '' && bus.created !== 'virtio';
  if (isRefused) {
    yield {
      code: 'PV003',
      path: `${path}.disk.pciAddress`,
      what: `only a disk on virtio has a PCI address, and this one is on ${bus.written === '' && isMachine ? 'none' : nameOf(bus)}`,
      fix: 'write bus: virtio',
      ...(bus.written === '' ? { wants: `${path}.disk.bus` } : {}),
      source: SOURCE,
    };
  }
}

function nameOf({ written, created }: Bus): string {
  return written === '' ? `${created}, the default of the architecture,` : created;
}

/** Where the disk names no bus, the instance is refused and not the VirtualMachine; a preference may name one. */
export function whenCreated({ device, written }: Bus, path: string): Pick<Refused, 'isLate' | 'wants'> {
  return written === '' ? { isLate: true, wants: `${path}.${device}.bus` } : {};
}
