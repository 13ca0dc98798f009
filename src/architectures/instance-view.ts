import { isMap } from '../kube/object';
import { keysOf, pathSteps } from '../kube/path';

/** The spec of a VirtualMachineInstance, or of the template of a VirtualMachine: plain data of any origin. */
export type InstanceSpec = Readonly<Record<string, unknown>>;

/** A disk of an instance, as rules look at it. One without a device is a disk, as KubeVirt takes it. */
class DiskView {
  public readonly device: 'cdrom' | 'lun' | 'disk';
  public readonly bus: unknown;

  constructor(
    private readonly disk: Readonly<Record<string, unknown>>,
    private readonly position: number,
  ) {
    this.device = deviceOf(disk);
    this.bus = busOf(disk);
  }

  /** Below the instance's spec. Made when it is asked for: hardly any disk has anything wrong with it. */
  public get path(): string {
    const { name } = this.disk;
    return `domain.devices.disks[${typeof name === 'string' ? name : this.position}].${this.device}`;
  }
}

function deviceOf(disk: Readonly<Record<string, unknown>>): DiskView['device'] {
  return isMap(disk.cdrom) ? 'cdrom' : isMap(disk.lun) ? 'lun' : 'disk';
}

/** The bus that a disk is on; nothing where it says none. */
export function busOf(disk: unknown): unknown {
  const target = isMap(disk) ? disk[deviceOf(disk)] : undefined;
  return isMap(target) ? (target.bus ?? undefined) : undefined;
}

/** Whether a bus is one that only amd64 has. */
export function isBusOfPcs(bus: unknown): boolean {
  return bus === 'sata' || bus === 'usb';
}

/** Every disk with the device that it is. */
export function disksOf(spec: InstanceSpec): DiskView[] {
  return listAt(spec, 'domain.devices.disks').map((disk, i) => new DiskView(disk, i));
}

/** The maps of a list at a path; nothing where there is no list. */
export function listAt(spec: InstanceSpec, path: string): readonly Readonly<Record<string, unknown>>[] {
  return mapsIn(at(spec, path));
}

/** The maps of a list; nothing where it is none. */
export function mapsIn(list: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (!Array.isArray(list)) {
    return NOTHING;
  }
  return list.every(isMap) ? list : list.filter(isMap);
}

const NOTHING: readonly never[] = [];

/** The value at a dotted path, or nothing; null is nothing too, as the API server drops it. */
export function at(spec: InstanceSpec, path: string): unknown {
  let value: unknown = spec;
  for (const key of keysOf(path)) {
    // Most paths lead nowhere in most instances.
    if (!isMap(value)) {
      return undefined;
    }
    value = value[key];
  }
  return value ?? undefined;
}

/** The value at a path as findings write it, with the names of list items: `domain.devices.disks[os].disk.bus`. */
export function valueAtPath(spec: InstanceSpec, path: string): unknown {
  let value: unknown = spec;
  for (const { text: key } of pathSteps(path) ?? []) {
    value = Array.isArray(value)
      ? (value.find((item) => isMap(item) && item.name === key) ?? value[Number(key)])
      : isMap(value)
        ? value[key]
        : undefined;
  }
  return value ?? undefined;
}
