import type { KubeObject } from '../../src/kube/object';
import { MACHINE_POOL, type MachinePoolDeclaration } from '../../src/model/machine-pool';
import { leftOutOfMachinePool, machinePool, readMachineDeployment } from '../../src/model/manifests/machine-pool';
import { platformContext } from '../../src/model/platform';
import type { AnyTable } from '../../src/model/rows/row';
import type { PlacementDeclaration } from '../../src/placement/declaration';
import { samplesOf } from './samples';

const DISK = { size: '25Gi', storageClassName: 'fast', osImage: 'http://images.example.com/ubuntu.img' };

const POOL = { name: 'workers', kubelet: '1.33.1', memory: '4Gi', cpus: '2', primaryDisk: DISK };

const on = (machineController: string) => platformContext({ name: 'plant', target: { machineController } });

const BASES: readonly (readonly [controller: string, base: MachinePoolDeclaration])[] = [
  ['1.45.0', POOL],
  ['1.45.0', { ...POOL, dialect: 'proposal' }],
  ['1.54.0', POOL],
  ['1.60.0', POOL],
  ['1.66.2', POOL],
  [
    '1.66.2',
    {
      ...POOL,
      dialect: 'capk',
      clusterName: 'north',
      clusterApi: { bootstrap: { kind: 'KubeadmConfigTemplate', name: 'workers' } },
    },
  ],
];

/** What a pool of this form says in no object, each with its reason. */
const UNSEEN: Readonly<Record<string, readonly string[]>> = {
  // The controller is told by its environment.
  infraNamespace: ['1.54.0', '1.60.0'],
  // That it is the dialect which it is anyway.
  dialect: ['proposal'],
};

const CASES = BASES.flatMap(([controller, base]) =>
  samplesOf(MACHINE_POOL as unknown as AnyTable, '').map(([key, sample]) => ({
    form: base.dialect ?? controller,
    controller,
    key,
    base,
    pool: { ...base, ...sample } as MachinePoolDeclaration,
  })),
);

test.each(CASES)(
  '$form: $key changes an object, or a finding says why not',
  ({ form, controller, key, base, pool }) => {
    const platform = on(controller);
    const made = (each: MachinePoolDeclaration) => JSON.stringify(machinePool(each, platform));
    const isTold = leftOutOfMachinePool(pool, platform).length > leftOutOfMachinePool(base, platform).length;
    const isSame = JSON.stringify(pool) === JSON.stringify(base) || UNSEEN[key]?.includes(form) === true;
    expect(isTold || made(pool) !== made(base)).toBe(!isSame);
  },
);

test.each(CASES.filter(({ form }) => form !== 'capk'))(
  '$form: $key is read back as something that makes the same object',
  ({ controller, pool }) => {
    const platform = on(controller);
    const [object] = machinePool(pool, platform) as [KubeObject];
    const back = readMachineDeployment(object, platform);
    expect(machinePool(back, platform)).toEqual([object]);
    expect(leftOutOfMachinePool(back, platform).filter(({ code }) => code === 'PV907')).toEqual([]);
  },
);

const PLACEMENTS: readonly (readonly [controller: string, placement: PlacementDeclaration])[] = [
  ['1.54.0', { hard: [{ key: 'rack', values: ['r1', 'r2'] }], together: [{ type: 'soft' }] }],
  ['1.54.0', { soft: [{ zones: ['a'] }], apart: [{ type: 'hard' }] }],
  ['1.66.2', { hard: [{ architectures: ['arm64'] }] }],
  ['1.66.2', { soft: [{ key: 'rack' }], spread: [{ type: 'hard', topologyKey: 'rack', maxSkew: 2 }] }],
];

test.each(PLACEMENTS)('on %s a placement is read back as %j', (controller, placement) => {
  const [object] = machinePool({ ...POOL, placement }, on(controller)) as [KubeObject];
  expect(readMachineDeployment(object, on(controller))).toEqual({ ...POOL, placement });
});

test('what no key says is read back as spec, and laid over the object', () => {
  const platform = on('1.66.2');
  const [object] = machinePool(POOL, platform) as [KubeObject];
  const other = { ...object, spec: { ...(object.spec as object), strategy: { type: 'OnDelete' } } };
  const back = readMachineDeployment(other, platform);
  expect(back.spec).toEqual({ strategy: { rollingUpdate: null, type: 'OnDelete' } });
  expect(machinePool(back, platform)).toEqual([other]);
});
