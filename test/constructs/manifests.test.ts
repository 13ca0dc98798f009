import { join } from 'node:path';
import { ApiObject, JsonPatch, Testing } from 'cdk8s';
import { Manifests, Platform } from '../../src';
import { findApp } from '../../src/sources/program/find-app';
import { runApp } from '../../src/sources/program/run-app';
import { app, appFolder, textsBelow } from '../app-folder';
import { polyvirt } from '../run-cli';

const VM = `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: old }
spec:
  runStrategy: Halted
  template:
    spec:
      architecture: amd64
      domain:
        memory: { guest: 1Gi }
        devices: { interfaces: [{ name: default, masquerade: {}, model: e1000 }] }
      networks: [{ name: default, pod: {} }]
`;
const SETTINGS = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { country: "NO" }\n';

const program = (body: string) => app(`${body}\nimport { Manifests } from 'polyvirt';`);

test('objects come out as they are, and what is added to them counts', () => {
  const folder = appFolder({ 'legacy/a.yaml': SETTINGS });
  const chart = new Platform(Testing.app(), 'edge', { namespace: 'shop', labels: { team: 'core' } });
  const cwd = process.cwd();
  process.chdir(folder);
  const { apiObjects } = new Manifests(chart, 'legacy', { path: 'legacy' });
  process.chdir(cwd);
  expect(Testing.synth(chart)).toEqual([
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'settings' }, data: { country: 'NO' } },
  ]);
  apiObjects[0]!.metadata.addLabel('more', 'yes');
  apiObjects[0]!.addJsonPatch(JsonPatch.add('/data/size', '1'));
  expect(Testing.synth(chart)).toEqual([
    expect.objectContaining({
      metadata: { name: 'settings', labels: { more: 'yes' } },
      data: { country: 'NO', size: '1' },
    }),
  ]);
  expect(ApiObject.isApiObject(chart.node.findChild('legacy').node.findChild('ConfigMap-settings'))).toBe(true);
});

test('a program and a platform file that bring the same files write the same bytes', async () => {
  const files = { 'legacy/a.yaml': `${SETTINGS}---\n${VM}`, 'legacy/b.yaml': VM.replace('old', 'older') };
  const ofProgram = appFolder({
    ...files,
    'main.ts': program("new Manifests(edge, 'legacy', { path: ['legacy/*.yaml'] });"),
  });
  const ofFile = appFolder({
    ...files,
    'polyvirt.yaml':
      'apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: { name: edge }\nspec:\n  target: { kubevirt: "1.9" }\n  nodes: [{ pool: a, architecture: amd64 }]\n  manifests: [legacy]\n',
  });
  expect((await polyvirt(ofProgram, ['synth'])).stderr).toContain('findings: none');
  expect((await polyvirt(ofFile, ['synth', 'polyvirt.yaml'])).stderr).toContain('findings: none');
  const written = textsBelow(join(ofProgram, 'dist'));
  expect(Object.keys(written)).toHaveLength(3);
  expect(textsBelow(join(ofFile, 'dist'))).toEqual(written);
});

test('a finding is shown at the line of the file, of a patch, or of the construct', async () => {
  const folder = appFolder({
    'legacy/list.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${VM.trim().replace('1Gi', '1Gx').replaceAll('\n', '\n  ')}\n`,
    'legacy/other.yaml': VM.replace('old', 'other'),
    'main.ts': program(`
const { apiObjects } = new Manifests(edge, 'legacy', { path: 'legacy' });
apiObjects[1]!.addJsonPatch(JsonPatch.replace('/spec/template/spec/domain/memory/guest', '2Gx'));
new Manifests(edge, 'nowhere', { path: 'nowhere/*.yaml' });
new Manifests(edge, 'broken', { path: ['list.yml', 3 as never] });
new Manifests(edge, 'outside', { path: '/etc/hosts' });`),
    'list.yml': '# nothing\n---\na: b: c\n',
  });
  const { code, stderr } = await polyvirt(folder, ['synth']);
  expect(code).toBe(1);
  const told = stderr.split('\n').filter((line) => /^(error|warning)/.test(line));
  expect(told).toEqual([
    expect.stringMatching(
      /^error PV042 VirtualMachine old at legacy\/list\.yaml:13:28, spec\.template\.spec\.domain\.memory\.guest: "1Gx"/,
    ),
    expect.stringMatching(/^error PV030 at list\.yml:3:5/),
    expect.stringMatching(/^error PV042 VirtualMachine other at main\.ts:7/),
    expect.stringMatching(/^error PV051 at main\.ts:8:\d+: nowhere\/\*\.yaml matches no/),
    expect.stringMatching(/^error PV032 at main\.ts:9:\d+, path: it is not text/),
    expect.stringMatching(
      /^error PV034 at main\.ts:10:\d+: \/etc\/hosts cannot be read: it is outside of the repository/,
    ),
  ]);
  const other = await polyvirt(join(folder, '..'), ['synth', folder]);
  expect(other.stderr).toContain(`at ${folder.split('/').at(-1)}/legacy/list.yaml:13:28`);
  expect(other.stderr).toContain(`at ${folder.split('/').at(-1)}/list.yml:3:5`);
});

test('forty files are brought by one construct', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`legacy/${i}.yaml`, VM.replace('old', `old-${i}`)]),
  );
  const folder = appFolder({ ...files, 'main.ts': program("new Manifests(edge, 'legacy', { path: 'legacy' });") });
  const { clusters } = await runApp(findApp(folder));
  expect(clusters[0]!.objects).toHaveLength(40);
});
