import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { checkApplication, checkRepository, checkTimeouts, timeoutsIn, weighRepository } from '../../src/argocd/doctor';
import { application } from '../../src/argocd/fleet/application';
import { INSTALL_FORMS, installFiles } from '../../src/argocd/install/files';
import { streamText } from '../../src/kube/yaml/files';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

test('what no render reads, and is large, is to be excluded', () => {
  const files = [
    { path: 'infra/polyvirt.yaml', bytes: 100 },
    { path: 'videos/a.mp4', bytes: 60e6 },
    { path: 'docs/small.md', bytes: 100 },
    { path: 'top.bin', bytes: 2e6 },
  ];
  const size = weighRepository(files, 5e6, ['infra/polyvirt.yaml']);
  expect(size).toEqual({
    files: 4,
    bytes: 67_000_200,
    historyBytes: 5e6,
    exclude: [
      { pattern: 'videos', bytes: 60e6 },
      { pattern: '.git', bytes: 5e6 },
    ],
  });
  expect(checkRepository(size)).toEqual([
    expect.objectContaining({
      code: 'PV717',
      fix: expect.stringContaining('exclude videos, .git, which leaves 2.0 MB: "videos;.git;node_modules'),
    }),
  ]);
  expect(checkRepository(weighRepository(files.slice(0, 1), 0, []))).toEqual([]);
  const all = weighRepository([{ path: 'infra/big', bytes: 90e6 }], 0, ['infra/big']);
  expect(checkRepository(all)[0]!.fix).toContain('a repository of their own');
});

const RENDERED = {
  folder: 'infra',
  inputs: new Map([
    ['edge', ['infra/clusters/edge.yaml', 'shared/nodes.yaml']],
    ['core', ['infra/polyvirt.yaml']],
  ]),
};

const BASE = { name: 'edge', repoURL: 'x', path: 'infra', destination: { name: 'a' } };
const EDGE = { name: 'polyvirt-v0.1.0', parameters: [{ name: 'cluster', string: 'edge' }] };

test.each<{ what: string; object: ReturnType<typeof application>; codes: string[] }>([
  { what: 'what is committed', object: application({ ...BASE, path: 'dist/edge' }), codes: [] },
  {
    what: 'the real files',
    object: application({ ...BASE, plugin: EDGE, generatePaths: ['/infra/clusters/edge.yaml', '/shared/nodes.yaml'] }),
    codes: [],
  },
  {
    what: 'folders around them',
    object: application({ ...BASE, plugin: EDGE, generatePaths: ['.', '../shared'] }),
    codes: [],
  },
  {
    what: 'patterns',
    object: application({ ...BASE, plugin: EDGE, generatePaths: ['clusters/*.yaml', '/shared/*'] }),
    codes: [],
  },
  { what: 'all', object: application({ ...BASE, plugin: EDGE, generatePaths: ['/'] }), codes: [] },
  { what: 'too little', object: application({ ...BASE, plugin: EDGE, generatePaths: ['.'] }), codes: ['PV718'] },
  {
    what: 'a plugin that does not say which cluster',
    object: application({ ...BASE, plugin: { name: 'polyvirt-v0.1.0' }, generatePaths: ['clusters'] }),
    codes: ['PV718'],
  },
  {
    what: 'a plugin without a version',
    object: application({ ...BASE, path: 'x', plugin: { name: 'polyvirt' } }),
    codes: ['PV714'],
  },
  {
    what: 'an empty directory and no paths',
    object: {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'x' },
      spec: { source: { path: 'x', directory: {} } },
    },
    codes: ['PV720', 'PV718'],
  },
  {
    what: 'several sources',
    object: {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'x', annotations: { 'argocd.argoproj.io/manifest-generate-paths': '.' } },
      spec: { sources: [{ chart: 'x' }, { path: 'y' }] },
    },
    codes: ['PV720'],
  },
])('an Application with $what: $codes', ({ object, codes }) => {
  expect(checkApplication(object, RENDERED).map(({ code }) => code)).toEqual(codes);
});

const container = (name: string, env: Record<string, string>, command: string[] = []) => ({
  name,
  command,
  env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
});

test.each<{ what: string; objects: object[]; paths: string[] }>([
  { what: 'nothing', objects: [], paths: [] },
  {
    what: 'one timeout of two',
    objects: [{ data: { 'controller.repo.server.timeout.seconds': '180' } }],
    paths: ['argocd-cmd-params-cm'],
  },
  {
    what: 'a deadline that comes too late',
    objects: [container('polyvirt', { POLYVIRT_DEADLINE: '60' })],
    paths: ['POLYVIRT_DEADLINE'],
  },
  {
    what: 'the usual deadline with a short timeout',
    objects: [{ data: { 'controller.repo.server.timeout.seconds': '30', 'server.repo.server.timeout.seconds': '30' } }],
    paths: ['POLYVIRT_DEADLINE'],
  },
  {
    what: 'a timeout that does nothing',
    objects: [container('polyvirt', { ARGOCD_EXEC_TIMEOUT: '5m' }, ['/var/run/argocd/argocd-cmp-server'])],
    paths: ['ARGOCD_EXEC_TIMEOUT'],
  },
  {
    what: 'a timeout that does something',
    objects: [container('argocd-repo-server', { ARGOCD_EXEC_TIMEOUT: '5m' }, ['argocd-repo-server'])],
    paths: [],
  },
  {
    what: 'two sizes of messages',
    objects: [container('a', { ARGOCD_GRPC_MAX_SIZE_MB: '100' }), container('b', { ARGOCD_GRPC_MAX_SIZE_MB: '200' })],
    paths: ['ARGOCD_GRPC_MAX_SIZE_MB'],
  },
])('$what: $paths', ({ objects, paths }) => {
  expect(checkTimeouts(timeoutsIn(objects)).map(({ path }) => path)).toEqual(paths);
});

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9" }
  virtualMachines:
    - { name: web, architecture: amd64, cpu: { cores: 1 }, memory: 2Gi, disks: [{ name: os, containerDisk: { image: "quay.io/containerdisks/fedora:42" } }] }
`;

const doctor = (folder: string, ...args: string[]) => polyvirt(folder, ['argocd', 'doctor', ...args]);

test('our own installation and Applications give nothing to say', async () => {
  const folder = join(appFolder(), 'repository');
  const options = {
    version: '0.1.0',
    image: 'x',
    base: 'x',
    packages: { versions: {}, packages: {}, own: { range: '0.1.0' } },
    timeoutS: 120,
    programs: true,
    discover: false,
    namespace: 'argocd',
    instance: 'argocd',
  };
  for (const form of INSTALL_FORMS) {
    writeFiles(
      folder,
      Object.fromEntries(installFiles(options, [form]).map(({ path, text }) => [`argocd/${path}`, text])),
    );
  }
  const own = application({ ...BASE, plugin: { name: 'polyvirt-v0.1.0' }, generatePaths: ['/infra/polyvirt.yaml'] });
  writeFiles(folder, { '.git/HEAD': 'x', 'infra/polyvirt.yaml': PLATFORM, 'apps/edge.yaml': streamText(own, 'yaml') });
  const { code, stdout: out, stderr: err } = await doctor(folder, 'infra');
  expect({ code, err }).toEqual({ code: 0, err: 'findings: none\n' });
  expect(out).toMatch(/estimate +[\d.]+ s of 120 s\n/);
  expect(out).toContain('edge depends on  infra/polyvirt.yaml\n');
  // An administrator stands at the root of the repository.
  expect((await doctor(folder)).stdout).toContain('edge depends on  infra/polyvirt.yaml\n');
  const report = JSON.parse((await doctor(folder, 'infra', '--format', 'json')).stdout);
  expect(report).toMatchObject({
    render: { cluster: 'edge', allowedS: 120 },
    clusters: { edge: ['infra/polyvirt.yaml'] },
    applications: 1,
    findings: [],
  });
  const schema = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/argocd-doctor.schema.json'), 'utf8'));
  const validate = new Ajv2020().compile(schema);
  expect({ valid: validate(report), errors: validate.errors }).toEqual({ valid: true, errors: null });
});

test('what a program imports and reads is what its clusters depend on', async () => {
  const folder = appFolder({
    '.git/HEAD': 'x',
    'main.ts': `import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { Platform, VirtualMachine } from 'polyvirt';
import { memory } from './lib/memory';
const app = new App();
const edge = new Platform(app, 'edge', { target: { kubevirt: '1.9' }, namespace: readFileSync(join(__dirname, 'name.txt'), 'utf8').trim() });
new VirtualMachine(edge, 'web', { architecture: 'amd64', memory });
app.synth();
`,
    'lib/memory.ts': "export const memory = '2Gi';\n",
    'lib/unused.ts': 'export const unused = 1;\n',
    'name.txt': 'shop\n',
  });
  // The built program: the sources lie elsewhere than what they hand to a confined program.
  const { stdout, stderr } = await polyvirt(folder, ['argocd', 'doctor', '--format', 'json']);
  expect(stderr).toBe('');
  const { clusters } = JSON.parse(stdout);
  expect(clusters.edge).toEqual(expect.arrayContaining(['main.ts', 'lib/memory.ts', 'name.txt', 'cdk8s.yaml']));
  expect(clusters.edge.filter((name: string) => /unused|node_modules/.test(name))).toEqual([]);
}, 60_000);

test('a file that is no platform is told as that', async () => {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, { 'app.yaml': streamText(application(BASE), 'yaml') });
  const { code, stderr } = await doctor(folder, 'app.yaml');
  expect([code, stderr]).toEqual([1, expect.stringContaining('error PV033 at app.yaml:')]);
});

test('what is wrong is told with the file that it is in', async () => {
  const folder = join(appFolder(), 'repository');
  const wrong = application({ ...BASE, plugin: { name: 'polyvirt' }, generatePaths: ['elsewhere'] });
  writeFiles(folder, {
    '.git/HEAD': 'x',
    'infra/polyvirt.yaml': PLATFORM,
    'apps/edge.yaml': streamText(wrong, 'yaml'),
    'argocd/cm.yaml':
      'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: argocd-cmd-params-cm }\ndata: { server.repo.server.timeout.seconds: "90" }\n',
  });
  const { code, stderr: err } = await doctor(folder, 'infra');
  expect(code).toBe(1);
  expect([...err.matchAll(/^(error|warning) (PV\d+)/gm)].map(([, , found]) => found).sort()).toEqual([
    'PV714',
    'PV718',
    'PV719',
  ]);
  expect(err).toContain('apps/edge.yaml');
});
