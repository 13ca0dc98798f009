import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { FEATURE_NAMES } from '../../src/hypervisors/features';
import { PROPERTIES } from '../../src/hypervisors/profile';
import { appFolder, ROOT } from '../app-folder';
import { polyvirt } from '../run-cli';

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9", kubernetes: "1.36" }
  namespace: shop
  nodes: [{ pool: intel, architecture: amd64 }]
  hypervisors:
  - name: acme
    extends: cloud-hypervisor
    realisation: pod-policy
    image: registry.example/acme:v1
    properties: { daemonOverhead: 30Mi, vmmOverhead: 64Mi }
  kubevirt: {}
  virtualMachines:
  - { name: web, memory: 1Gi, hypervisor: acme }
  - { name: db, memory: 1Gi }
`;

const folder = appFolder({
  'good.yaml': PLATFORM,
  'bad.yaml': PLATFORM.replace('hypervisor: acme }', 'hypervisor: acme, tpm: persistent }'),
});
const hypervisors = (...args: string[]) => polyvirt(folder, ['hypervisors', ...args]);
const json = async (...args: string[]) => JSON.parse((await hypervisors(...args, '--format', 'json')).stdout);

test.each([[[]], [['--kubevirt', '1.4']], [['good.yaml']], [['bad.yaml']]])(
  'JSON of %j is what its schema says',
  async (args) => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/hypervisors.schema.json'), 'utf8'));
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    validate(await json(...args));
    expect(validate.errors).toBeNull();
  },
);

test('the catalogue has every driver with every property and feature', async () => {
  const { hypervisors: all, machines: vms } = await json();
  expect(all).toHaveLength(12);
  expect(vms).toBeUndefined();
  for (const { properties, features } of all) {
    expect(Object.keys(properties)).toEqual([...PROPERTIES]);
    expect(Object.keys(features)).toEqual([...FEATURE_NAMES]);
  }
});

test('overheads are those of the release', async () => {
  const daemon = async (release: string) =>
    (await json('--kubevirt', release)).hypervisors[0].properties.daemonOverhead.value;
  expect([await daemon('1.4'), await daemon('1.5'), await daemon('1.9')]).toEqual(['35Mi', '40Mi', '40Mi']);
});

test('a platform shows its own hypervisors, and its VMs with the way that they take', async () => {
  const report = await json('good.yaml');
  expect(report.hypervisors.at(-1)).toMatchObject({
    name: 'acme',
    driver: 'Cloud Hypervisor',
    realisations: ['cluster-image', 'pod-policy', 'plugin', 'proposal'],
    properties: { vmmOverhead: { value: '64Mi', confidence: 'documented' }, user: { value: null } },
    features: { tpm: 'no', vsock: 'yes', hugepages: 'unknown' },
  });
  expect(report.machines).toEqual([
    {
      kind: 'VirtualMachine',
      namespace: 'shop',
      name: 'web',
      hypervisor: 'acme',
      realisation: 'pod-policy',
      errors: [],
    },
    {
      kind: 'VirtualMachine',
      namespace: 'shop',
      name: 'db',
      hypervisor: 'qemu-kvm',
      realisation: 'native',
      errors: [],
    },
  ]);
});

test('--fail fails for a VM that asks for what it cannot have', async () => {
  expect((await hypervisors('good.yaml', '--fail')).code).toBe(0);
  expect((await hypervisors('bad.yaml')).code).toBe(0);
  const { code, stderr } = await hypervisors('bad.yaml', '--fail');
  expect(code).toBe(1);
  expect(stderr).toContain('error: web (PV404)');
});

test('text and Markdown show VMs, properties and features', async () => {
  const { stdout } = await hypervisors('good.yaml');
  expect(stdout).toMatch(/^VirtualMachine\/shop\/web +acme +pod-policy +-$/m);
  expect(stdout).toMatch(/^cloud-hypervisor +virtchd +modular +no ~ /m);
  expect(stdout).toMatch(/^CD-ROM drives +✓ yes +✓ yes +✗ no /m);
  const markdown = (await hypervisors('--format', 'markdown')).stdout;
  expect(markdown).toContain('| vmware-esx | VMware ESX | none |');
  expect(markdown).toMatch(/^\| feature \| qemu-kvm \| qemu-mshv \| cloud-hypervisor \|/m);
});

test.each([
  [['--fail'], /name its folder/],
  [['good.yaml', '--kubevirt', '1.8'], /leave --kubevirt out/],
  [['good.yaml', '--cluster', 'edgy'], /did you mean "edge"/],
  [['--kubevirt', 'new'], /PV902/],
])('%j is called wrongly', async (args, message) => {
  const { code, stderr } = await hypervisors(...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
});

test('explain prints one of them with its sources', async () => {
  const { code, stdout } = await polyvirt(folder, ['explain', 'hypervisor/vmware-esx']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Does not run in a launcher pod: the driver is remote only/m);
  expect(stdout).toMatch(/^ {2}URI +esx:\/\/host {2}\(documented: libvirt docs\/drvesx\.rst/m);
  const unknown = await polyvirt(folder, ['explain', 'hypervisor/kvm']);
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('Did you mean "qemu-kvm"?');
});

describe('explain for programs', () => {
  const explained = (subject: string, ...args: string[]) => polyvirt(folder, ['explain', subject, ...args]);
  const valid = (schema: string, value: unknown) => {
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(
      JSON.parse(readFileSync(join(ROOT, `docs/schemas/${schema}.schema.json`), 'utf8')),
    );
    validate(value);
    return validate.errors;
  };

  test('a hypervisor of the catalogue', async () => {
    const report = JSON.parse((await explained('hypervisor/cloud-hypervisor', '--format', 'json')).stdout);
    expect(valid('explain-hypervisor', report)).toBeNull();
    expect(report).toMatchObject({
      name: 'cloud-hypervisor',
      kubevirt: '1.9',
      native: null,
      architectures: { value: ['amd64', 'arm64'], confidence: 'documented' },
      properties: { daemon: { value: 'virtchd' } },
      features: { tpm: { value: 'no', confidence: 'documented' } },
    });
    expect(Object.keys(report.features)).toEqual([...FEATURE_NAMES]);
  });

  test.each([
    { kubevirt: '1.7', name: 'cloud-hypervisor', realisations: ['cluster-image', 'pod-policy', 'proposal'] },
    { kubevirt: '1.9', name: 'cloud-hypervisor', realisations: ['cluster-image', 'pod-policy', 'plugin', 'proposal'] },
    { kubevirt: '1.7', name: 'qemu-mshv', realisations: ['pod-policy', 'proposal'] },
    { kubevirt: '1.8', name: 'qemu-mshv', realisations: ['native', 'cluster-image', 'pod-policy', 'proposal'] },
    { kubevirt: '1.7', name: 'qemu-kvm', realisations: ['native', 'cluster-image', 'pod-policy', 'proposal'] },
    { kubevirt: '1.9', name: 'qemu-kvm', realisations: ['native', 'cluster-image', 'pod-policy', 'proposal'] },
    { kubevirt: '1.9', name: 'lxc', realisations: ['pod-policy', 'proposal'] },
    { kubevirt: '1.9', name: 'vmware-esx', realisations: [] },
  ])('KubeVirt $kubevirt can have $name by $realisations', async ({ kubevirt, name, realisations }) => {
    const { stdout } = await explained(`hypervisor/${name}`, '--kubevirt', kubevirt, '-f', 'json');
    expect(JSON.parse(stdout)).toMatchObject({ kubevirt, realisations });
    expect((await explained(`hypervisor/${name}`, '--kubevirt', kubevirt)).stdout).toContain(
      `Realisations with KubeVirt ${kubevirt}: ${realisations.join(', ') || 'none'}.`,
    );
  });

  test('says that what a Plugin does is not done where there is none', async () => {
    const before = (await explained('hypervisor/cloud-hypervisor', '--kubevirt', '1.8')).stdout;
    expect(before).toContain('Effect of each property, by pod-policy:');
    expect(before).toMatch(/machine type +none: only a Plugin changes the domain/);
    expect(before).toContain('With KubeVirt 1.8 it has no Plugin: what a Plugin does is not done.');
    const { stdout } = await explained('hypervisor/cloud-hypervisor', '--kubevirt', '1.9');
    expect(stdout).toContain('Effect of each property, by pod-policy or plugin:');
    expect(stdout).toMatch(/machine type +a Plugin writes it/);
    expect((await explained('hypervisor/bhyve')).stdout).toContain(
      'No property has an effect: KubeVirt 1.9 takes this hypervisor',
    );
  });

  test('what a Plugin changes, what it cannot, and the environment are shown', async () => {
    const { stdout } = await explained('hypervisor/cloud-hypervisor');
    expect(stdout).toContain('  emulator /usr/bin/cloud-hypervisor\n');
    expect(stdout).toContain('not changed: the connection URI and the libvirt daemon');
    expect(stdout).toContain('  LIBVIRT_DEFAULT_URI=ch:///session\n');
    expect((await explained('hypervisor/qemu-kvm')).stdout).not.toContain('Domain, by plugin');
  });

  test('your own, as the platform has it', async () => {
    const report = JSON.parse((await explained('hypervisor/acme', '--platform', 'good.yaml', '-f', 'json')).stdout);
    expect(valid('explain-hypervisor', report)).toBeNull();
    expect(report).toMatchObject({
      name: 'acme',
      platform: 'edge',
      properties: { vmmOverhead: { value: '64Mi', source: 'as this platform says' }, daemon: { value: 'virtchd' } },
    });
    expect((await explained('hypervisor/acme', '--platform', 'good.yaml')).stdout).toMatch(
      /, as the platform edge has it$/m,
    );
    const unknown = await explained('hypervisor/acmee', '--platform', 'good.yaml');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('Did you mean "acme"?') });
  });

  test('a gate of KubeVirt, and one of HyperConverged', async () => {
    const gate = JSON.parse((await explained('gate/ImageVolume', '-f', 'json')).stdout);
    expect(valid('explain-gate', gate)).toBeNull();
    expect(gate).toMatchObject({
      gate: 'ImageVolume',
      of: 'KubeVirt',
      stages: [
        { stage: 'Alpha', since: '1.6' },
        { stage: 'Beta', since: '1.7' },
      ],
    });
    const managed = JSON.parse((await explained('gate/persistentReservation', '-f', 'json')).stdout);
    expect(valid('explain-gate', managed)).toBeNull();
    expect(managed).toMatchObject({ of: 'HyperConverged', decides: ['PersistentReservation'] });
    expect((await explained('gate/ImageVolume', '-f', 'yaml')).stdout).toMatch(/^gate: ImageVolume$/m);
  });
});

test('a release that nobody knows is said', async () => {
  const { stderr, code } = await hypervisors('--kubevirt', '9.9');
  expect({ stderr, code }).toEqual({ stderr: expect.stringContaining('info PV904'), code: 0 });
});

test('the VMs of several clusters are one table, and overheads are there for each of their releases', async () => {
  const { code, stdout } = await polyvirt(join(ROOT, 'test/fleet'), ['hypervisors', '.']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^cluster +machine +hypervisor +realisation +errors$/m);
  expect(stdout).toMatch(/^edge +VirtualMachine\/factory\/historian +qemu-kvm +native +-$/m);
  expect(stdout).toMatch(/^lab +VirtualMachine\/lab\/builder /m);
  expect(stdout.match(/^The launcher pod, KubeVirt .*$/gm)).toEqual([
    'The launcher pod, KubeVirt 1.6',
    'The launcher pod, KubeVirt 1.8',
    'The launcher pod, KubeVirt 1.9',
  ]);
  expect(stdout.match(/^Features of a virtual machine$/gm)).toHaveLength(1);
  const json = (await polyvirt(join(ROOT, 'test/fleet'), ['hypervisors', '.', '-f', 'json'])).stdout;
  expect(json.trimEnd().split('\n')).toHaveLength(6);
  const html = (await polyvirt(join(ROOT, 'test/fleet'), ['hypervisors', '.', '-f', 'html'])).stdout;
  expect(html).toContain('<th scope="row">edge</th><td>VirtualMachine/factory/historian</td>');
});
