import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { isMap, type KubeObject } from '../../src/kube/object';
import { pathSteps } from '../../src/kube/path';
import { readYaml, type YamlDocument } from '../../src/kube/yaml/reader';
import { readVirtualMachine, virtualMachine } from '../../src/model/manifests/virtual-machine';
import { valueAtSteps } from '../../src/model/object-steps';
import { platformContext } from '../../src/model/platform';
import { isSound, otherProps, propFindings } from '../../src/model/read/prop-findings';
import { readPlatform } from '../../src/model/read/read-platform';
import { VIRTUAL_MACHINE, type VirtualMachineDeclaration } from '../../src/model/virtual-machine';

const PLATFORM = platformContext({
  name: 'edge',
  namespace: 'shop',
  target: { kubevirt: '1.9' },
  nodes: [{ pool: 'intel', architecture: 'amd64' }],
});

const VM = {
  name: 'web',
  memory: '2Gi',
  disks: [{ name: 'os', containerDisk: { image: 'x' } }],
} as const;

const made = (more: object): KubeObject =>
  virtualMachine({ ...VM, ...more } as unknown as VirtualMachineDeclaration, PLATFORM);
const SPEC = 'spec.template.spec';

test.each<[what: string, more: object, field: string]>([
  ['namespace', { namespace: null }, 'metadata.namespace'],
  ['architecture', { architecture: null }, `${SPEC}.architecture`],
  ['machineType', { machineType: null }, `${SPEC}.domain.machine`],
  ['firmware', { firmware: null }, `${SPEC}.domain.firmware`],
  ['firmware.uuid', { firmware: { uuid: null } }, `${SPEC}.domain.firmware.uuid`],
  ['firmware.serial', { firmware: { serial: null } }, `${SPEC}.domain.firmware.serial`],
  ['runStrategy', { runStrategy: null }, 'spec.runStrategy'],
  ['device of a volume', { disks: [{ ...VM.disks[0], device: null }] }, `${SPEC}.domain.devices.disks[os]`],
  ['bus of a disk', { disks: [{ ...VM.disks[0], bus: null }] }, `${SPEC}.domain.devices.disks[os].disk.bus`],
  [
    'bus of cloud-init',
    { cloudInit: { type: 'noCloud', userData: 'a', bus: null } },
    `${SPEC}.domain.devices.disks[cloudinit].disk.bus`,
  ],
])('null leaves %s to the cluster, in files and in programs', (_what, more, field) => {
  const steps = pathSteps(field)!;
  const without = Object.fromEntries(
    Object.entries(more).map(([key, value]) => [
      key,
      JSON.parse(JSON.stringify(value), (_key, part: unknown) => part ?? undefined),
    ]),
  );
  expect(valueAtSteps(made(without), steps)).toBeDefined();
  expect(valueAtSteps(made(more), steps)).toBeUndefined();
  const declaration = { ...VM, ...more };
  expect(isSound(VIRTUAL_MACHINE, declaration)).toBe(true);
  expect(propFindings(VIRTUAL_MACHINE, declaration, otherProps(VIRTUAL_MACHINE, declaration), true)).toEqual([]);
  const [document] = [
    ...readYaml(
      `apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: { name: edge }\nspec:\n  virtualMachines: [${JSON.stringify(declaration)}]\n`,
    ),
  ] as YamlDocument[];
  expect(readPlatform(document!).findings).toEqual([]);
  // The object tells it apart from silence.
  expect(virtualMachine(readVirtualMachine(made(more), PLATFORM), PLATFORM)).toEqual(made(more));
});

test('null leaves SMM to the cluster, which secure boot would bring', () => {
  const firmware = { bootloader: 'efi-secure-boot' };
  const smm = pathSteps(`${SPEC}.domain.features.smm`)!;
  expect(valueAtSteps(made({ firmware }), smm)).toEqual({ enabled: true });
  expect(valueAtSteps(made({ firmware, features: { smm: null } }), smm)).toBeUndefined();
  expect(valueAtSteps(made({ firmware, features: null }), smm)).toBeUndefined();
});

test.each(Object.entries(VIRTUAL_MACHINE.rows as Record<string, { example: unknown }>))(
  'the example of %s passes the structure of the newest target',
  (key, { example }) => {
    const object = made({ [key]: key === 'name' || !isMap(example) ? example : { ...example } });
    const structure = checkObjects([object], { target: PLATFORM.target }).filter(({ code }) =>
      /^PV04[0-5]$/.test(code),
    );
    expect(structure).toEqual([]);
  },
);

/** What a cluster of a release rejects for its structure, of a VM with the example of one key. */
function refused(key: string, example: unknown, kubevirt: string): string[] {
  const target = { kubevirt };
  const platform = platformContext({ name: 'edge', target, nodes: [{ pool: 'intel', architecture: 'amd64' }] });
  const object = virtualMachine({ ...VM, [key]: example } as unknown as VirtualMachineDeclaration, platform);
  return checkObjects([object], { target })
    .filter(({ code }) => /^PV04[0-5]$/.test(code))
    .map(({ code, path }) => `${code} ${path}`);
}

test('a key whose field the target lacks is one finding, at its field', () => {
  const found = Object.entries(VIRTUAL_MACHINE.rows as Record<string, { example: unknown }>)
    .map(([key, { example }]) => [key, refused(key, example, '1.6')] as const)
    .filter(([, findings]) => findings.length > 0);
  expect(Object.fromEntries(found)).toEqual({
    rebootPolicy: [`PV045 ${SPEC}.domain.rebootPolicy`],
    serviceAccountName: [`PV045 ${SPEC}.serviceAccountName`],
    utilityVolumes: [`PV045 ${SPEC}.utilityVolumes`],
  });
});
