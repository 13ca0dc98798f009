import { isMap } from '../kube/object';

/** The spec of a VirtualMachineInstance, or of the template of a VirtualMachine: plain data of any origin. */
export type InstanceSpec = Readonly<Record<string, unknown>>;

/** A disk of an instance, as rules look at it. */
export interface DiskView {
  /** Below the instance's spec. */
  readonly path: string;
  readonly device: string;
  readonly bus: unknown;
}

/** Every disk with the device that it is; one without a device is a disk, as KubeVirt takes it. */
export function disksOf(spec: InstanceSpec): DiskView[] {
  return listAt(spec, 'domain.devices.disks').map((disk, i) => {
    const device = ['cdrom', 'lun', 'disk'].find((kind) => isMap(disk[kind])) ?? 'disk';
    const target = disk[device];
    return {
      path: `domain.devices.disks[${typeof disk.name === 'string' ? disk.name : i}].${device}`,
      device,
      bus: isMap(target) ? target.bus : undefined,
    };
  });
}

/** The maps of a list at a path; nothing where there is no list. */
export function listAt(spec: InstanceSpec, path: string): Readonly<Record<string, unknown>>[] {
  const list = at(spec, path);
  return Array.isArray(list) ? list.filter(isMap) : [];
}

/** The value at a dotted path, or nothing. */
export function at(spec: InstanceSpec, path: string): unknown {
  let value: unknown = spec;
  for (const key of path.split('.')) {
    value = isMap(value) ? value[key] : undefined;
  }
  return value;
}

/** The value at a path as findings write it, with the names of list items: `domain.devices.disks[os].disk.bus`. */
export function valueAtPath(spec: InstanceSpec, path: string): unknown {
  let value: unknown = spec;
  for (const step of path.match(/\["[^"]*"\]|[^.[\]]+/g) ?? []) {
    const key = step.startsWith('[') ? step.slice(2, -2) : step;
    value = Array.isArray(value)
      ? (value.find((item) => isMap(item) && item.name === key) ?? value[Number(key)])
      : isMap(value)
        ? value[key]
        : undefined;
  }
  return value;
}
