import {
  type CelHolds,
  type CelTwin,
  type CelVariable,
  celAt,
  celFound,
  celItems,
  celMap,
  celTexts,
  celValue,
} from '../kube/cel';
import { isMap } from '../kube/object';
import { keysOf, pathSteps } from '../kube/path';
import { ARCHITECTURES } from './facts';

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

/** Maps of a spec that are variables, so that one that is null breaks nothing; each after the one that it is in. */
const MAPS: Readonly<Record<string, string>> = {
  domain: 'domain',
  'domain.devices': 'devices',
  'domain.cpu': 'cpu',
  'domain.cpu.numa': 'numa',
  'domain.memory': 'memory',
  'domain.machine': 'machine',
  'domain.features': 'features',
  'domain.firmware': 'firmware',
  'domain.firmware.bootloader': 'bootloader',
  'domain.launchSecurity': 'launchSecurity',
  'domain.launchSecurity.sev': 'sev',
};

/** The variable of the nearest map above a path, and the rest of the path. */
function rootOf(path: string): readonly [root: string, rest: string] {
  const above = Object.keys(MAPS)
    .filter((map) => path.startsWith(`${map}.`))
    .sort((a, b) => b.length - a.length)[0];
  return above === undefined ? ['variables.spec', path] : [`variables.${MAPS[above]}`, path.slice(above.length + 1)];
}

/** The template of the instance that an object makes, which an instance is itself; null where there is none. */
const TEMPLATE =
  '(object.kind == "VirtualMachineInstance" ? optional.of(object) : object.kind == "VirtualMachinePool" ? ' +
  'object.?spec.?virtualMachineTemplate.?spec.?template : object.?spec.?template).orValue(null)';

/**
 * An instance as conditions in CEL look at it, whatever object it is of: what `instance-view.ts` is for functions.
 *
 * A template, its metadata and its labels may be null in what the API server takes; everything else has the type of its CRD.
 */
export function instanceVariables(): readonly CelVariable[] {
  return [
    {
      name: 'template',
      expression: `optional.ofNonZeroValue(${TEMPLATE}).orValue({})`,
    },
    {
      name: 'at',
      expression:
        'object.kind == "VirtualMachineInstance" ? "spec." : object.kind == "VirtualMachinePool" ? ' +
        '"spec.virtualMachineTemplate.spec.template.spec." : "spec.template.spec."',
    },
    { name: 'isVm', expression: 'object.kind != "VirtualMachineInstance"' },
    {
      name: 'vm',
      expression:
        'object.kind == "VirtualMachine" ? object.?spec.orValue({}) : object.kind == "VirtualMachinePool" ? ' +
        'object.?spec.?virtualMachineTemplate.?spec.orValue({}) : {}',
    },
    {
      // By an instance type or a preference; and an object without any instance says nothing of what it lacks.
      name: 'mayBeFilled',
      expression:
        'variables.vm.?instancetype.orValue(null) != null || variables.vm.?preference.orValue(null) != null || ' +
        `${TEMPLATE} == null`,
    },
    { name: 'spec', expression: celMap('variables.template', 'spec') },
    { name: 'metadata', expression: celMap('variables.template', 'metadata') },
    ...['annotations', 'labels'].map((name) => ({
      name,
      expression: celMap('variables.metadata', name),
    })),
    ...Object.entries(MAPS).map(([path, name]) => ({ name, expression: celMap(...rootOf(path)) })),
    { name: 'disks', expression: celItems(...rootOf('domain.devices.disks')) },
    { name: 'volumes', expression: celItems(...rootOf('volumes')) },
    { name: 'interfaces', expression: celItems(...rootOf('domain.devices.interfaces')) },
    { name: 'efi', expression: celValue(...rootOf('domain.firmware.bootloader.efi')) },
    {
      name: 'architecture',
      expression:
        'variables.spec.?architecture.orValue("") != "" ? variables.spec.architecture : params.?data.?defaultArchitecture.orValue("")',
    },
    {
      name: 'machineTypes',
      expression:
        'params.?data[?"emulatedMachines." + (variables.architecture == "" ? "any" : variables.architecture)].orValue("")',
    },
    {
      name: 'machineType',
      expression:
        'variables.machine.?type.orValue("") != "" ? variables.machine.type : ' +
        'params.?data[?"machineType." + (variables.architecture == "" ? "any" : variables.architecture)].orValue("")',
    },
  ];
}

/** Architectures for which a row holds, and those of which nothing is known, where it holds for all. */
export function celArchitectures(architectures: readonly string[]): string {
  return `variables.architecture in ${celTexts(ARCHITECTURES.every((each) => architectures.includes(each)) ? ['', ...architectures] : architectures)}`;
}

/** The optional value at a path below the spec. */
export function inSpec(path: string): string {
  return celAt(...rootOf(path));
}

/** Whether anything is at a path below the spec. */
export function isThere(path: string): string {
  return `${celValue(...rootOf(path))} != null`;
}

/** Whether a switch below the spec is on. */
export function isTrue(path: string): string {
  return `${inSpec(path)}.orValue(false) == true`;
}

/** What is at a path below the spec, of which a condition holds. */
export function foundInSpec(path: string, holds?: CelHolds): Pick<CelTwin, 'refused' | 'value'> {
  return celFound(...rootOf(path), holds);
}

/** The items of a list below the spec. */
export function itemsAt(path: string): string {
  return celItems(...rootOf(path));
}

/** Items of a list below the spec of which a condition on `each` holds, with their names. */
export function itemsWhere(list: string, condition: string): Pick<CelTwin, 'refused' | 'value'> {
  return {
    refused: `${list}.exists(each, ${condition})`,
    value: `${list}.filter(each, ${condition}).map(each, each.?name.orValue("one without a name")).join(", ")`,
  };
}

/** Of a disk `each`: a CD-ROM, a LUN, or else a disk. */
export const IS_CDROM = 'each.?cdrom.orValue(null) != null';
export const IS_LUN = `!(${IS_CDROM}) && each.?lun.orValue(null) != null`;

const TARGET = `(${IS_CDROM} ? each.cdrom : each.?lun.orValue(null) != null ? each.lun : ${celMap('each', 'disk')})`;

/** The bus of a disk `each`, or another text where it says none. */
export function busOr(text: string): string {
  return `${TARGET}.?bus.orValue(${text})`;
}
