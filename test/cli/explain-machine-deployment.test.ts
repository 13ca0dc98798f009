import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: plant }
spec:
  target: { machineController: "1.66.2" }
  machines:
  - name: workers
    kubelet: "1.34.1"
    cpus: "1"
    memory: 2Gi
    primaryDisk: { size: 10Gi, storageClassName: local-path, osImage: "http://images.example.com/ubuntu.img" }
    placement: { soft: [{ key: rack, values: [r1] }] }
`;

function folderWith(files: Record<string, string>): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, { keep: '', ...files });
  return folder;
}

/** The files of pools that a platform was written to. */
function manifestsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /machinedeployment[^/]*$/i.test(file),
  );
}

test('the machine that a pool of a platform makes, as YAML', async () => {
  const { code, stdout } = await polyvirt(folderWith({ 'polyvirt.yaml': PLATFORM }), [
    'explain',
    'MachineDeployment/workers',
  ]);
  expect(code).toBe(0);
  expect(stdout).toContain('# Each machine of workers, as machine-controller 1.66.2 makes it.');
  expect(stdout).toContain('# metadata.namespace: that of the controller itself, from its environment');
  expect(stdout).toContain('kind: VirtualMachine');
  expect(stdout).toContain('runStrategy: Once');
  expect(stdout).toContain('whenUnsatisfiable: ScheduleAnyway');
});

test('as JSON, as the schema says', async () => {
  const { stdout } = await polyvirt(folderWith({ 'polyvirt.yaml': PLATFORM }), [
    'explain',
    'md/kube-system/workers',
    '-f',
    'json',
  ]);
  const validate = new Ajv2020().compile(
    JSON.parse(readFileSync(join(ROOT, 'docs/schemas/explain.schema.json'), 'utf8')),
  );
  const explained = JSON.parse(stdout);
  expect(validate(explained) || validate.errors).toBe(true);
  expect(explained.virtualMachine.spec.template.metadata.labels.md).toBe('workers');
});

test('one that there is not', async () => {
  const { code, stderr } = await polyvirt(folderWith({ 'polyvirt.yaml': PLATFORM }), ['explain', 'md/worker']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('there is no MachineDeployment worker. did you mean "workers"'),
  ]);
});

test('a pool of Cluster API, and one whose template was not found', async () => {
  const capk = PLATFORM.replace('    kubelet:', '    dialect: capk\n    clusterName: north\n    kubelet:').concat(
    '    clusterApi: { bootstrap: { kind: KubeadmConfigTemplate, name: b } }\n',
  );
  const folder = folderWith({ 'polyvirt.yaml': capk });
  const { code, stdout } = await polyvirt(folder, ['explain', 'MachineDeployment/workers']);
  expect(code).toBe(0);
  expect(stdout).toContain('# Each machine of workers, as Cluster API makes it.');
  expect(stdout).toContain('name: workers-xxxxx-yyyyy-os');
  await polyvirt(folder, ['synth']);
  const alone = await polyvirt(folder, ['explain', 'md/workers', ...manifestsIn(folder)]);
  expect([alone.code, alone.stderr]).toEqual([
    1,
    expect.stringMatching(/KubevirtMachineTemplate workers-\w+ of workers/),
  ]);
});
