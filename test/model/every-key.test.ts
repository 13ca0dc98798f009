import type { KubeObject } from '../../src/kube/object';
import { COMPANIONS } from '../../src/model/companions';
import { DATA_VOLUME, type DataVolumeDeclaration } from '../../src/model/data-volume';
import type { GoldenImageDeclaration } from '../../src/model/golden-image';
import { GOLDEN_IMAGE_KEYS } from '../../src/model/golden-image-rows';
import { HYPER_CONVERGED } from '../../src/model/hyper-converged';
import { KUBEVIRT } from '../../src/model/kubevirt';
import { MACHINE_POOL, type MachinePoolDeclaration } from '../../src/model/machine-pool';
import { companion, readCompanion } from '../../src/model/manifests/companion';
import { dataVolume, readDataVolume } from '../../src/model/manifests/data-volume';
import { dataImportCronTemplate, readGoldenImage } from '../../src/model/manifests/golden-image';
import { hyperConverged, readHyperConverged } from '../../src/model/manifests/hyper-converged';
import { kubeVirt, readKubeVirt } from '../../src/model/manifests/kubevirt';
import { machinePool, readMachineDeployment } from '../../src/model/manifests/machine-pool';
import { readVirtualMachine, virtualMachine } from '../../src/model/manifests/virtual-machine';
import { platformContext } from '../../src/model/platform';
import type { AnyTable } from '../../src/model/rows/row';
import { VIRTUAL_MACHINE, type VirtualMachineDeclaration } from '../../src/model/virtual-machine';
import { type Json, samplesOf } from './samples';

const PLATFORM = platformContext({
  name: 'edge',
  target: { kubevirt: '1.9' },
  nodes: [
    { pool: 'intel', architecture: 'amd64' },
    { pool: 'ampere', architecture: 'arm64' },
  ],
  kubevirt: { defaultArchitecture: 'amd64' },
});

const WITH_HCO = { ...PLATFORM, target: { kubevirt: '1.9', hco: '1.19' } };

const WITH_MACHINES = { ...PLATFORM, target: { kubevirt: '1.9', machineController: '1.66.2' } };

interface Kind {
  readonly name: string;
  readonly table: AnyTable;
  readonly base: Json;
  readonly make: (declaration: Json) => KubeObject;
  readonly read: (object: KubeObject) => Json;
  /** Keys that say nothing there, or are read back in another form. */
  readonly otherForm?: readonly RegExp[];
}

/** What a declaration must have. */
const COMPANION_BASES: Readonly<Partial<Record<keyof typeof COMPANIONS, Json>>> = {
  instancetypes: { cpu: { guest: 2 }, memory: '2Gi' },
  clusterInstancetypes: { cpu: { guest: 2 }, memory: '2Gi' },
  virtualMachinePools: { virtualMachineTemplate: { memory: '2Gi' } },
  snapshots: { source: { name: 'db' } },
  restores: { target: { name: 'db' }, snapshot: 'nightly' },
  clones: { source: { name: 'db' } },
  exports: { source: { name: 'db' } },
};

const KINDS: readonly Kind[] = [
  {
    name: 'VirtualMachine',
    table: VIRTUAL_MACHINE,
    base: { name: 'web', memory: '2Gi' },
    make: (declaration) => virtualMachine(declaration as unknown as VirtualMachineDeclaration, PLATFORM),
    read: (object) => readVirtualMachine(object, PLATFORM) as unknown as Json,
  },
  {
    name: 'DataVolume',
    table: DATA_VOLUME,
    base: { name: 'web', source: { blank: {} }, size: '2Gi' },
    make: (declaration) => dataVolume(declaration as unknown as DataVolumeDeclaration, PLATFORM),
    read: (object) => readDataVolume(object, PLATFORM) as unknown as Json,
  },
  {
    name: 'KubeVirt',
    table: KUBEVIRT,
    base: {},
    make: (declaration) => kubeVirt(declaration, PLATFORM),
    read: (object) => readKubeVirt(object, PLATFORM) as unknown as Json,
  },
  ...(['v1', 'v1beta1'] as const).map((version) => ({
    name: `HyperConverged ${version}`,
    table: HYPER_CONVERGED,
    base: version === 'v1' ? {} : { version },
    make: (declaration: Json) => hyperConverged(declaration, [], WITH_HCO),
    read: (object: KubeObject) => readHyperConverged(object, WITH_HCO) as unknown as Json,
  })),
  {
    name: 'GoldenImage',
    table: GOLDEN_IMAGE_KEYS,
    base: { name: 'mine', size: '20Gi' },
    make: (declaration) =>
      dataImportCronTemplate(declaration as unknown as GoldenImageDeclaration, '1.19') as unknown as KubeObject,
    read: (object) => readGoldenImage(object as never, '1.19') as unknown as Json,
  },
  ...Object.entries(COMPANIONS).map(([key, [kind]]) => ({
    name: kind.kind,
    table: kind.table as unknown as AnyTable,
    base: { name: 'mine', ...COMPANION_BASES[key as keyof typeof COMPANIONS] },
    make: (declaration: Json) => companion(kind as never, declaration, PLATFORM),
    read: (object: KubeObject) => readCompanion(kind as never, object, PLATFORM) as Json,
  })),
  {
    name: 'MachineDeployment',
    table: MACHINE_POOL as unknown as AnyTable,
    base: { name: 'web', kubelet: '1.33.1' },
    make: (declaration) => machinePool(declaration as unknown as MachinePoolDeclaration, WITH_MACHINES)[0]!,
    read: (object) => readMachineDeployment(object, WITH_MACHINES) as unknown as Json,
    // What this controller can say of a placement: see test/model/machine-pool.
    otherForm: [/^clusterApi/, /^presets/, /^placement\./],
  },
];

const SAMPLES = KINDS.flatMap((kind) =>
  samplesOf(kind.table, '').map(([key, sample]) => ({ kind, key, sample, title: `${kind.name} ${key}` })),
);

/** Keys that are read back in another form of the same object. */
const OTHER_FORM = [
  /goldenImage/,
  /^placement\.tolerations$/,
  /^placement\.avoid/,
  /^spec$/,
  /^patches$/,
  /^disabled$/,
  /^hypervisor$/,

  /device$/,
  /^memory\.guest$/,
  /^disks\[\]\.cloudInit/,
];

/** Of a pool, what the newest machine-controller has no place for: findings say so. */
const OF_OTHERS = /^(clusterApi|placement\.(avoid|together|apart|tolerations)|presets\.(podA|nodeAnti).*)/;

/** A pool says of its VMs what a VM says. */
const OF_TEMPLATE = /^virtualMachineTemplate\./;

test('every key of every kind has a sample', () => {
  expect(SAMPLES.length).toBeGreaterThan(300);
});

// Of a hypervisor it depends on the cluster whether the VM itself says it: see test/hypervisors. And some of a pool only another
// controller makes something of: see test/model/machine-pool.
test.each(
  SAMPLES.filter(
    ({ kind, key }) =>
      key.replace(OF_TEMPLATE, '') !== 'hypervisor' && !(kind.name === 'MachineDeployment' && OF_OTHERS.test(key)),
  ),
)('$title changes the manifest', ({ kind, sample }) => {
  const declared = { ...kind.base, ...sample };
  const isSame = JSON.stringify(kind.make(declared)) === JSON.stringify(kind.make(kind.base));
  expect(isSame).toBe(JSON.stringify(declared) === JSON.stringify(kind.base));
});

test.each(SAMPLES)('$title is read back from the manifest', ({ kind, key, sample }) => {
  const object = kind.make({ ...kind.base, ...sample });
  const back = kind.read(object);
  expect(kind.make(back)).toEqual(object);
  if (![...OTHER_FORM, ...(kind.otherForm ?? [])].some((form) => form.test(key.replace(OF_TEMPLATE, '')))) {
    expect(back).toEqual({ ...kind.base, ...sample });
  }
});
