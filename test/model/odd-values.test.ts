import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { isMap, type KubeObject } from '../../src/kube/object';
import { adaptTo } from '../../src/model/adapt';
import type { PlatformContext } from '../../src/model/context';
import { DATA_VOLUME } from '../../src/model/data-volume';
import { dataVolume, leftOutOfDataVolume } from '../../src/model/manifests/data-volume';
import { leftOutOfInstance, leftOutOfVm } from '../../src/model/manifests/left-out-of-vm';
import { virtualMachine, virtualMachineInstance } from '../../src/model/manifests/virtual-machine';
import { platformContext } from '../../src/model/platform';
import { isSound, otherProps, propFindings, soundPart } from '../../src/model/read/prop-findings';
import type { AnyTable } from '../../src/model/rows/row';
import { VIRTUAL_MACHINE, VIRTUAL_MACHINE_INSTANCE } from '../../src/model/virtual-machine';

const PLATFORM = platformContext({
  name: 'edge',
  target: { kubevirt: '1.9' },
  nodes: [{ pool: 'intel', architecture: 'amd64' }],
});

interface Kind {
  readonly name: string;
  readonly table: AnyTable;
  readonly base: object;
  readonly make: (declaration: never, platform: PlatformContext) => KubeObject;
  readonly leftOut: (declaration: never, platform: PlatformContext) => readonly unknown[];
}

const KINDS: readonly Kind[] = [
  {
    name: 'VirtualMachine',
    table: VIRTUAL_MACHINE,
    base: { name: 'web', memory: '2Gi' },
    make: (vm, platform) => {
      virtualMachine(adaptTo('amd64', vm, platform).declaration, platform);
      return virtualMachine(vm, platform);
    },
    leftOut: leftOutOfVm,
  },
  {
    name: 'VirtualMachineInstance',
    table: VIRTUAL_MACHINE_INSTANCE,
    base: { name: 'web', memory: '2Gi' },
    make: virtualMachineInstance,
    leftOut: leftOutOfInstance,
  },
  {
    name: 'DataVolume',
    table: DATA_VOLUME,
    base: { name: 'web', source: { blank: {} }, size: '2Gi' },
    make: dataVolume,
    leftOut: leftOutOfDataVolume,
  },
];

type With = (value: unknown) => object;

/** A way to put a value at each key, however deep, and at each item of a list. */
function placesIn(table: AnyTable, path = ''): [path: string, put: With][] {
  return Object.entries(table.rows).flatMap(([key, row]): [string, With][] => {
    const at = `${path}${key}`;
    const own: [string, With] = [at, (value) => ({ [key]: value })];
    if (row.below === undefined) {
      return [own];
    }
    const isList = Array.isArray(row.example);
    const around: unknown = isList ? row.example[0] : row.example;
    const inside = (value: object) => ({ ...(isMap(around) ? around : {}), ...value });
    return [
      own,
      ...(isList ? [[`${at}[]`, (value: unknown) => ({ [key]: [value] })] as [string, With]] : []),
      ...placesIn(row.below, `${at}${isList ? '[]' : ''}.`).map(([name, put]): [string, With] => [
        name,
        (value) => ({ [key]: isList ? [inside(put(value))] : inside(put(value)) }),
      ]),
    ];
  });
}

const ODD: readonly unknown[] = [5, 'x', '', null, true, [], {}, [null], [5], ['a'], [{}], { a: 1 }];

test.each(KINDS)('no value of any key of $name ends polyvirt, and none is left out silently', (kind) => {
  const silent: string[] = [];
  for (const [path, put] of placesIn(kind.table)) {
    for (const odd of ODD) {
      const given = { ...kind.base, ...put(odd) };
      const declaration = (isSound(kind.table, given) ? given : soundPart(kind.table, given)) as never;
      const object = kind.make(declaration, PLATFORM);
      const found = [
        ...kind.leftOut(declaration, PLATFORM),
        ...propFindings(kind.table, given, otherProps(kind.table, given), true),
      ];
      const isWrong = found.length === 0 && !kind.table.shape().safeParse(given).success;
      if (isWrong && checkObjects([object], { target: PLATFORM.target }).length === 0) {
        silent.push(`${path}: ${JSON.stringify(odd)}`);
      }
    }
  }
  expect(silent).toEqual([]);
});
