import { ARCHITECTURE_FACTS, type Architecture } from '../../architectures/facts';
import { type Part, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import type { Found, Said } from '../rule';
import { isPciAddress } from './addresses';

const SOURCE = 'kubevirt pkg/storage/admitters/disks.go';

/** What a disk is to the guest; nothing where it does not say, which is a disk once the instance is created. */
export function deviceOf({ item }: Part): 'disk' | 'lun' | 'cdrom' | undefined {
  return isMap(item.disk) ? 'disk' : isMap(item.lun) ? 'lun' : isMap(item.cdrom) ? 'cdrom' : undefined;
}

/** The bus of a disk: as it is written, and as the instance will have it. */
export interface DiskBus {
  readonly device: 'disk' | 'lun' | 'cdrom';
  /** Empty where the disk names none. */
  readonly written: string;
  /** Empty where the disk names none and the architecture is not known. */
  readonly created: string;
}

/** The bus of a disk; KubeVirt adds the one of the architecture when it creates the instance, not to a VirtualMachine. */
export function busOf(disk: Part, architecture: Architecture | undefined): DiskBus {
  const device = deviceOf(disk);
  const target = device === undefined ? undefined : disk.item[device];
  const written = isMap(target) ? textOf(target.bus) : '';
  const own = architecture === undefined ? '' : ARCHITECTURE_FACTS[architecture].diskBus;
  return { device: device ?? 'disk', written, created: written === '' ? own : written };
}

/** Whether a disk has something that not every bus has. */
export function needsBus({ disk, dedicatedIOThread }: Part['item']): boolean {
  return dedicatedIOThread === true || (isMap(disk) && (disk.readonly === true || textOf(disk.pciAddress) !== ''));
}

/** Refusals of virt-api because of the bus of a disk. */
export function* checkDiskBus({ item }: Part, bus: DiskBus, isOfVm: boolean): Found {
  const isReadOnly = isMap(item.disk) && item.disk.readonly === true;
  const address = isMap(item.disk) ? textOf(item.disk.pciAddress) : '';
  if (item.dedicatedIOThread === true && bus.created !== '' && bus.created !== 'virtio') {
    yield {
      code: 'PV003',
      path: 'dedicatedIOThread',
      what: `a disk on ${nameOf(bus)} cannot have an I/O thread of its own`,
      fix: 'write bus: virtio, or leave dedicatedIOThread out',
      ...whenCreated(bus),
      source: SOURCE,
    };
  }
  if (isReadOnly && bus.created === 'sata') {
    yield {
      code: 'PV003',
      path: 'disk.readonly',
      what: `a disk on ${nameOf(bus)} cannot be read-only`,
      fix: 'write bus: virtio or scsi, or use a cdrom',
      ...whenCreated(bus),
      source: SOURCE,
    };
  }
  if (address !== '') {
    yield* checkAddress(address, bus, isOfVm);
  }
}

function* checkAddress(address: string, bus: DiskBus, isOfVm: boolean): Found {
  if (!isPciAddress(address)) {
    yield {
      code: 'PV003',
      path: 'disk.pciAddress',
      what: `${shownValue(address)} is not a PCI address`,
      fix: "write domain, bus, device and function, for example '0000:81:01.0'",
      source: SOURCE,
    };
  }
  // A VirtualMachine is looked at before the architecture gives its disks a bus.
  const isRefused = isOfVm ? bus.written !== 'virtio' : bus.created !== '' && bus.created !== 'virtio';
  if (isRefused) {
    yield {
      code: 'PV003',
      path: 'disk.pciAddress',
      what:
        'only a virtio disk has a PCI address, but this one is on ' +
        `${bus.written === '' && isOfVm ? 'none' : nameOf(bus)}`,
      fix: 'write bus: virtio',
      ...(bus.written === '' ? { wants: 'disk.bus' } : {}),
      source: SOURCE,
    };
  }
}

function nameOf({ written, created }: DiskBus): string {
  return written === '' ? `${created}, the default of the architecture,` : created;
}

/** Where the disk names no bus, the instance is rejected and not the VirtualMachine; a preference may name one. */
export function whenCreated({ device, written }: DiskBus): Pick<Said, 'isLate' | 'wants'> {
  return written === '' ? { isLate: true, wants: `${device}.bus` } : {};
}
