import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { notJudgedKinds, review } from '../../src/index';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const run = (folder: string, ...args: string[]) => polyvirt(folder, args);

const VM = `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop }
spec: { runStrategy: Always, template: { spec: { architecture: amd64, domain: { memory: { guest: 4Gi }, devices: {} } } } }
`;

const FILES = {
  'vm.yaml': VM,
  'service.yaml':
    'apiVersion: v1\nkind: Service\nmetadata: { name: web, namespace: shop }\nspec: { ports: [{ port: 80 }] }\n',
  'edge/kustomization.yaml': 'patches: [{ path: cpu.yaml }]\n',
  'edge/cpu.yaml': VM,
  'chart/Chart.yaml': 'name: x\nversion: 1.0.0\n',
  'chart/templates/vm.yaml': '{{ if .Values.on }}\na: b\n{{ end }}\n',
  'prod-values.yaml': 'a: 1\n',
  'lib.jsonnet': '{}',
  '.gitlab-ci.yml': 'stages: []\n',
  'app.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec: { source: { repoURL: 'https://me:hunter2@example.com/x', chart: web, targetRevision: '1' }, destination: {} }
`,
};

/** A folder with files. */
function folderOf(files: Record<string, string>): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, files);
  return folder;
}

const NAMES = ['chart', 'lib.jsonnet', 'edge/kustomization.yaml', 'prod-values.yaml:1', 'Application argocd/web'];

test('check names what it did not judge, in every format', async () => {
  const folder = folderOf(FILES);
  const text = await run(folder, 'check', '.');
  expect(text.code).toBe(0);
  expect(text.stderr).toContain('not judged: edge/kustomization.yaml with edge/cpu.yaml: a kustomization');
  expect(text.stderr).toContain('kustomize build edge | polyvirt check -');
  expect(text.stderr).toContain(
    '3 objects for KubeVirt 1.9; findings: none in what was judged; of kinds that are not judged: 2, of argoproj.io/v1alpha1 Application, v1 Service; not judged: ',
  );
  const json = JSON.parse((await run(folder, 'check', '.', '--format', 'json')).stdout);
  expect(json.notJudged.map(({ name }: { name: string }) => name)).toEqual([
    ...NAMES,
    'argoproj.io/v1alpha1 Application',
    'v1 Service',
  ]);
  const validate = new Ajv2020().compile(
    JSON.parse(readFileSync(join(ROOT, 'docs/schemas/check.schema.json'), 'utf8')),
  );
  expect([validate(json), validate.errors]).toEqual([true, null]);
  const sarif = JSON.parse((await run(folder, 'check', '.', '--format', 'sarif')).stdout);
  const [{ toolExecutionNotifications: told }] = sarif.runs[0].invocations;
  expect(told).toHaveLength(7);
  expect(told[0]).toMatchObject({
    descriptor: { id: 'PV029' },
    level: 'note',
    locations: [{ physicalLocation: { artifactLocation: { uri: 'chart' } } }],
  });
  const junit = (await run(folder, 'check', '.', '--format', 'junit')).stdout;
  expect(junit).toContain('tests="10" failures="0" errors="0" skipped="7"');
  expect(junit).toContain(
    '<testcase classname="not judged" name="chart" file="chart">\n      <skipped message="chart: a Helm',
  );
  const github = (await run(folder, 'check', '.', '--format', 'github')).stdout;
  expect(github).toContain('::notice file=chart,title=not judged::chart: a Helm chart, which is not rendered here.');
  const markdown = (await run(folder, 'check', '.', '--format', 'markdown')).stdout;
  expect(markdown).toContain(
    '**polyvirt check passed**: 3 objects; findings: none; not judged: 7\n\n### Not judged\n\n- chart',
  );
  for (const said of [text.stderr, junit, github, markdown, JSON.stringify([json, sarif])]) {
    expect(said).not.toContain('hunter2');
  }
});

test.each([
  ['chart', 1],
  ['chart/Chart.yaml', 1],
  ['edge', 1],
  ['lib.jsonnet', 1],
  ['prod-values.yaml', 0],
  ['vm.yaml', 0],
])('check %s alone, of which nothing or all is judged, exits with %i', async (path, code) => {
  const { code: exit, stderr } = await run(folderOf(FILES), 'check', path);
  expect([exit, /error PV029 .*nothing was judged/.test(stderr)]).toEqual([code, code === 1]);
  expect(stderr.includes('findings: none\n')).toBe(path === 'vm.yaml');
});

test('files of a folder that were named one by one are no more objects than those of the folder', async () => {
  const { stderr } = await run(folderOf(FILES), 'check', 'vm.yaml', 'edge/cpu.yaml', 'edge/kustomization.yaml');
  expect(stderr).toContain('1 object for KubeVirt 1.9; findings: none in what was judged; not judged: edge/kust');
});

test('a review says in every format what changes and was not judged, and what is the same', async () => {
  const more = { 'edge/cpu.yaml': VM.replace('4Gi', '8Gi') };
  const both = (name: string, files: Record<string, string>) =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [`${name}/${path}`, text]));
  const folder = folderOf({ ...both('old', FILES), ...both('new', { ...FILES, ...more }) });
  const files = ['txt', 'md', 'html', 'json', 'sarif', 'diff'].map((ending) => `review.${ending}`);
  const { code, stdout, stderr } = await run(
    folder,
    ...['review', 'old', 'new', ...files.flatMap((file) => ['--write', file])],
  );
  expect(code).toBe(1);
  expect(stdout.split('\n').slice(0, 4)).toEqual([
    '1 change was not judged. Of what was: Nothing changes in what was judged.',
    '',
    'Changed, and not judged:',
    expect.stringContaining('new/edge/kustomization.yaml (modified: new/edge/cpu.yaml): a kustomization'),
  ]);
  expect(stdout).toContain('Not judged, and unchanged or not deployed:\n  Application argocd/web: ');
  expect(stderr).toMatch(
    /^error PV029 at new\/edge\/kustomization.yaml: it changed but was not judged: .* Fix: build it .* kustomize build new\/edge/s,
  );
  const [text, markdown, html, json, sarif, diff] = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(text).toBe(stdout);
  expect(markdown).toContain('### polyvirt review: not judged');
  for (const page of [markdown, html]) {
    expect(page).toContain('Changed, and not judged');
  }
  expect(html).toContain('<h1>polyvirt review: not judged</h1>');
  expect(diff).toMatch(/^# not judged: new\/edge\/kustomization.yaml/);
  const invocation = JSON.parse(sarif!).runs[0].invocations[0];
  expect([invocation.executionSuccessful, invocation.toolExecutionNotifications[0].level]).toEqual([false, 'error']);
  const validate = new Ajv2020().compile(
    JSON.parse(readFileSync(join(ROOT, 'docs/schemas/review.schema.json'), 'utf8')),
  );
  expect([validate(JSON.parse(json!)), validate.errors]).toEqual([true, null]);
  const same = await run(folder, 'review', 'old', 'old');
  expect([same.code, same.stderr, same.stdout.split('\n')[0]]).toEqual([0, '', 'Nothing changes in what was judged.']);
});

test('one cluster that has no name is the one that the other side names', async () => {
  const folder = folderOf({
    'polyvirt.yaml': `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: '1.9' }
  virtualMachines: [{ name: web, namespace: shop, architecture: amd64, memory: 4Gi }]
`,
  });
  await run(folder, 'synth');
  const { code, stdout } = await run(folder, 'review', 'dist', 'polyvirt.yaml', '--no-platform');
  expect([code, stdout]).toEqual([0, 'Nothing changes on a cluster.\n']);
});

test('the library says what was not judged', () => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'a' } };
  expect(notJudgedKinds([service, service])).toEqual([{ apiVersion: 'v1', kind: 'Service', objects: 2 }]);
  const values = (size: number) => ({ size }) as never;
  const told = review([service, values(1)], [service, values(2)]).notJudged;
  expect(told.map(({ name, change }) => [name, change])).toEqual([
    ['[1]', 'removed'],
    ['[1]', 'added'],
  ]);
  expect(review([values(1)], [values(1)]).notJudged.map(({ change }) => change)).toEqual(['none']);
});
