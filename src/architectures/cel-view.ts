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
import { ARCHITECTURES } from './facts';

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

/**
 * An instance as conditions in CEL look at it, whatever object it is of: what `instance-view.ts` is for functions.
 *
 * A template, its metadata and its labels may be null in what the API server takes; everything else has the type of its CRD.
 */
export function instanceVariables(): readonly CelVariable[] {
  return [
    {
      name: 'template',
      expression:
        'optional.ofNonZeroValue((object.kind == "VirtualMachineInstance" ? optional.of(object) : object.kind == "VirtualMachinePool" ? ' +
        'object.?spec.?virtualMachineTemplate.?spec.?template : object.?spec.?template).orValue(null)).orValue({})',
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
        'variables.template.?spec.orValue(null) == null',
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
