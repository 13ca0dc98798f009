import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const VM = `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: {name: web, namespace: shop}
spec:
  runStrategy: Always
  template:
    spec:
      architecture: s390x
      domain: {devices: {disks: [{name: os, disk: {}}]}, memory: {guest: 2Gi}}
`;

function folderWith(files: Record<string, string>): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, { keep: '', ...files });
  return folder;
}

test('what a cluster makes of a VM, with reasons', async () => {
  const folder = folderWith({ 'vm.yaml': VM });
  const { code, stdout } = await polyvirt(folder, ['explain', 'VirtualMachine/web', 'vm.yaml', '--kubevirt', '1.8']);
  expect(code).toBe(0);
  expect(stdout).toContain('VirtualMachine web in shop, on KubeVirt 1.8\n');
  expect(stdout).toMatch(/^architecture +s390x +explicit +set by the VM$/m);
  expect(stdout).toMatch(/^domain\.machine\.type +s390-ccw-virtio +default +KubeVirt’s own for s390x$/m);
  expect(stdout).toMatch(/^domain\.devices\.disks\[os\]\.disk\.bus +virtio +default /m);
});

test('as JSON, as the schema says', async () => {
  const folder = folderWith({ 'vm.yaml': VM });
  const { stdout } = await polyvirt(folder, ['explain', 'vm/shop/web', 'vm.yaml', '-f', 'json']);
  const schema = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/explain.schema.json'), 'utf8'));
  const validate = new Ajv2020().compile(schema);
  const explained = JSON.parse(stdout);
  expect(validate(explained) || validate.errors).toBe(true);
  expect(explained.object).toEqual({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    namespace: 'shop',
    name: 'web',
  });
  expect(explained.fields).toContainEqual(
    expect.objectContaining({ path: 'domain.cpu.model', value: 'host-model', from: 'default' }),
  );
});

test('the pod that it will run in, with reasons', async () => {
  const folder = folderWith({ 'vm.yaml': VM });
  const { stdout } = await polyvirt(folder, ['explain', 'vm/web', 'vm.yaml', '--kubevirt', '1.6']);
  // 2Gi = 2048; 4 page tables + 220 processes + 8 CPU + 8 input and output + 32 video = 272.
  expect(stdout).toMatch(
    /^spec\.containers\[compute\]\.resources\.requests\.memory +2316Mi +2Gi for the guest and 268Mi around it: /m,
  );
  expect(stdout).toMatch(/^spec\.nodeSelector\["kubernetes\.io\/arch"\] +s390x +the architecture of the guest$/m);
  expect(stdout).toContain('- the KubeVirt resource was not given');
});

test('the pod alone, as YAML or JSON', async () => {
  const folder = folderWith({ 'vm.yaml': VM });
  const json = await polyvirt(folder, ['explain', 'vm/web', 'vm.yaml', '--pod', '--format', 'json']);
  expect(json.code).toBe(0);
  expect(JSON.parse(json.stdout)).toMatchObject({ kind: 'Pod', metadata: { generateName: 'virt-launcher-web-' } });
  const yaml = await polyvirt(folder, ['explain', 'vm/web', 'vm.yaml', '--pod']);
  expect(yaml.stdout).toContain('    kubernetes.io/arch: s390x\n');
  expect(yaml.stdout.startsWith('apiVersion: v1\nkind: Pod\n')).toBe(true);
});

test('no pod where the architecture or the instance type is not known', async () => {
  const folder = folderWith({
    'vm.yaml': VM.replace('      architecture: s390x\n', '').replace(
      '  template:',
      '  instancetype: {name: big}\n  template:',
    ),
  });
  const { code, stdout, stderr } = await polyvirt(folder, ['explain', 'vm/web', 'vm.yaml', '--pod']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('- the architecture: ');
  expect(stderr).toContain('big, which was not found');
  const explained = JSON.parse((await polyvirt(folder, ['explain', 'vm/web', 'vm.yaml', '-f', 'json'])).stdout);
  expect(explained).toMatchObject({ pod: null, podLines: [] });
});

test('of a platform, from its file or its program', async () => {
  const platform = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: {name: plant}
spec:
  nodes: [{pool: arm, architecture: arm64}]
  kubevirt: {architectureConfiguration: {arm64: {machineType: virt-rhel9.6.0}}}
  virtualMachines: [{name: web, memory: 1Gi}]
`;
  const { stdout } = await polyvirt(folderWith({ 'polyvirt.yaml': platform }), ['explain', 'vm/web']);
  expect(stdout).toMatch(/^domain\.machine\.type +virt-rhel9\.6\.0 /m);
  const app = appFolder({
    'main.ts': `import { App } from 'cdk8s';
import { NodePool, Platform, VirtualMachine } from 'polyvirt';
const app = new App();
const plant = new Platform(app, 'plant', { nodes: [NodePool.of('arm', { architecture: 'arm64' })] });
new VirtualMachine(plant, 'web', { memory: '1Gi' });
app.synth();
`,
  });
  expect((await polyvirt(app, ['explain', 'vm/web'])).stdout).toMatch(/^domain\.machine\.type +virt /m);
});

test.each<[string[], number, string]>([
  [['vm/wep', 'vm.yaml'], 1, 'did you mean "web"'],
  [['vm/other/web', 'vm.yaml'], 1, 'there is no VirtualMachine web'],
  [['pod/web', 'vm.yaml'], 1, 'VirtualMachine/NAME'],
  [['constructor/x', 'vm.yaml'], 1, 'VirtualMachine/NAME'],
  [['vm/web', 'none.yaml'], 2, 'PV034'],
  [['vm/web'], 2, 'PV010'],
  [['vm/web', '--kubevirt', '1.6'], 2, 'name the files'],
  [['vm/web', 'bad.yaml'], 1, 'PV030'],
  [['vm/web', 'nothing.yaml'], 1, 'VirtualMachine web has no spec.template.spec'],
  [['vmi/web', 'nothing.yaml'], 1, 'VirtualMachineInstance web has no spec,'],
  [['PV999'], 1, 'there is no finding PV999'],
])('%j gives %i', async (args, code, expected) => {
  const nothing = ['VirtualMachine', 'VirtualMachineInstance']
    .map(
      (kind) =>
        `apiVersion: kubevirt.io/v1\nkind: ${kind}\nmetadata: {name: web}\nspec: ${kind === 'VirtualMachine' ? '{template: null}' : 'null'}\n`,
    )
    .join('---\n');
  const folder = folderWith({ 'vm.yaml': VM, 'bad.yaml': 'a: [\n', 'nothing.yaml': nothing });
  expect(await polyvirt(folder, ['explain', ...args])).toMatchObject({
    code,
    stderr: expect.stringContaining(expected),
  });
});
