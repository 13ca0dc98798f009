import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, appFolder, ROOT, writeFiles } from '../app-folder';
import { BIN, builtPolyvirt, killed } from '../built-program';
import { environment, polyvirt, type Run } from '../run-cli';

/** With it only what is in the cache can be printed: whatever is rendered anew misses the deadline. */
const CACHED_ONLY = { POLYVIRT_DEADLINE: '0.001' };
const cluster = (name: string) => ({ ARGOCD_APP_PARAMETERS: JSON.stringify([{ name: 'cluster', string: name }]) });

/** A copy of the fleet beside a cache of its own. */
function fleet(): { folder: string; cache: string } {
  const folder = join(appFolder(), 'fleet');
  cpSync(join(ROOT, 'test/fleet'), folder, { recursive: true });
  return { folder, cache: join(folder, '../cache') };
}

/** As Argo CD calls it: a process that prints what it printed before, or renders. */
function generate(folder: string, env: NodeJS.ProcessEnv, args: readonly string[] = []): Run {
  return builtPolyvirt(folder, ['argocd', 'generate', ...args], env);
}

const synthesized = async (folder: string, name: string) =>
  (await polyvirt(folder, ['synth', '--stdout', '--cluster', name])).stdout;

test('the bytes are those of synth, the second time from the cache, in any copy', async () => {
  const { folder, cache } = fleet();
  const env = { POLYVIRT_CACHE: cache, ...cluster('edge') };
  const expected = { code: 0, stdout: await synthesized(folder, 'edge'), stderr: '' };
  expect(expected.stdout).toContain('kind: KubeVirt');
  expect(generate(folder, { ...env, ...CACHED_ONLY }).stderr).toMatch(/^error PV706: /);
  expect(generate(folder, env)).toEqual(expected);
  expect(generate(folder, { ...env, ...CACHED_ONLY })).toEqual(expected);
  const copy = join(folder, '../copy');
  cpSync(folder, copy, { recursive: true });
  expect(generate(copy, { ...env, ...CACHED_ONLY })).toEqual(expected);

  // Whatever it depends on makes it another render: files, names, what the cluster serves, parameters.
  writeFiles(copy, { 'clusters/new.yaml': '# edge\n' });
  expect(generate(copy, { ...env, ...CACHED_ONLY }).code).toBe(1);
  expect(generate(folder, { ...env, ...CACHED_ONLY, KUBE_VERSION: '1.36.0' }).code).toBe(1);
  expect(generate(folder, { ...env, ...CACHED_ONLY, ...cluster('warehouse') }).code).toBe(1);

  // An entry that somebody spoiled is rendered anew and replaced.
  for (const part of readdirSync(cache).filter((name) => name !== 'gate')) {
    for (const name of readdirSync(join(cache, part))) {
      const path = join(cache, part, name);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll('KubeVirt', 'KubeVrit'));
    }
  }
  expect(generate(folder, { ...env, ...CACHED_ONLY }).code).toBe(1);
  expect(generate(folder, env)).toEqual(expected);
  expect(generate(folder, { ...env, ...CACHED_ONLY })).toEqual(expected);
});

test('from the cache next to nothing is loaded', () => {
  const { folder, cache } = fleet();
  const hook = join(folder, '../hook.cjs');
  writeFileSync(hook, "process.on('exit', () => process.stderr.write(Object.keys(require.cache).join('\\n')));\n");
  const env = { POLYVIRT_CACHE: cache, ...cluster('edge') };
  generate(folder, env);
  const loaded = generate(folder, { ...env, NODE_OPTIONS: `-r ${hook}` }).stderr.split('\n');
  expect(loaded.filter((name) => name.includes('node_modules'))).toEqual([]);
  expect(
    loaded
      .map((name) => name.replace(/.*lib\/src\//, ''))
      .filter((name) => name !== hook)
      .sort(),
  ).toEqual(['cli/start/bin.js']);
});

function start(folder: string, env: NodeJS.ProcessEnv): Promise<Run> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [BIN, 'argocd', 'generate'], {
      cwd: folder,
      env: environment(env),
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}

test('twenty at once lose nothing and print nothing foreign, also after a kill', async () => {
  const { folder, cache } = fleet();
  await killed(folder, ['argocd', 'generate'], 150);
  const names = ['edge', 'mainframe', 'warehouse'];
  const expected = new Map<string, string>();
  for (const name of names) {
    expected.set(name, await synthesized(folder, name));
  }
  const runs = await Promise.all(
    Array.from({ length: 20 }, async (_each, i) => {
      const name = names[i % 3]!;
      const run = await start(folder, { POLYVIRT_CACHE: cache, ARGOCD_APP_NAME: `app-${i}`, ...cluster(name) });
      return { name, ...run };
    }),
  );
  for (const { name, code, stdout } of runs) {
    expect({ name, code, isSame: stdout === expected.get(name) }).toEqual({ name, code: 0, isSame: true });
  }
  expect(readdirSync(join(cache, 'gate'))).toEqual([]);
});

test('a program is rendered anew exactly when something that it looked at has changed', () => {
  const folder = join(appFolder(), 'repository');
  const cache = join(folder, '../cache');
  mkdirSync(folder);
  const body = `
import { readdirSync } from 'node:fs';
import { size } from './size';
for (const name of readdirSync('machines')) {
  new VirtualMachine(edge, name, { architecture: 'amd64', memory: size, labels: { stage: process.env.ARGOCD_ENV_STAGE ?? 'none' } });
}`;
  writeFiles(folder, {
    'cdk8s.yaml': 'app: npx ts-node main.ts\n',
    'main.ts': app(body),
    'size.ts': "export const size = '2Gi';\n",
    'machines/web': '',
    'README.md': 'one\n',
  });
  const env = { POLYVIRT_CACHE: cache, ARGOCD_APP_REVISION: 'a' };
  const allowed = ['--programs'];
  const again = (more: NodeJS.ProcessEnv = {}) => generate(folder, { ...env, ...CACHED_ONLY, ...more }, allowed).code;
  const first = generate(folder, env, allowed);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(again()).toBe(0);
  // What a program made where it was allowed is no answer where it is not.
  expect(generate(folder, env).stderr).toMatch(/^error PV721: this is a program/);
  // What it never looked at does not matter.
  writeFiles(folder, { 'README.md': 'two\n' });
  expect(again({ ARGOCD_APP_REVISION: 'b', SIDECAR: 'x' })).toBe(0);
  expect(again({ ARGOCD_ENV_STAGE: 'test' })).toBe(1);
  writeFiles(folder, { 'machines/db': '' });
  expect(again()).toBe(1);
  const second = generate(folder, env, allowed);
  expect(second.stdout).toContain('name: db\n');
  writeFiles(folder, { 'size.ts': "export const size = '4Gi';\n" });
  expect(again()).toBe(1);
});

test('what an app announces, and the parameter that chooses a cluster', async () => {
  const { folder, cache } = fleet();
  const announced = async (env: NodeJS.ProcessEnv = {}) =>
    JSON.parse((await polyvirt(folder, ['argocd', 'parameters'], { POLYVIRT_CACHE: cache, ...env })).stdout);
  expect(await announced()).toEqual([
    {
      name: 'cluster',
      title: 'Cluster',
      tooltip: 'Which cluster the Application is for: branch, edge, lab, mainframe, tenants, warehouse.',
    },
  ]);
  const program = join(appFolder(), 'program');
  const body = `
import { Parameter } from 'polyvirt';
new VirtualMachine(edge, Parameter.text('name', 'web', { title: 'Name' }), { architecture: 'amd64', memory: '2Gi' });
Parameter.number('count', 2); Parameter.boolean('ha', true); Parameter.list('zones', ['a']); Parameter.map('labels', { a: 'b' });`;
  writeFiles(program, { 'cdk8s.yaml': 'app: npx ts-node main.ts\n', 'main.ts': app(body) });
  const parameters = (...args: string[]) =>
    polyvirt(program, ['argocd', 'parameters', ...args], { POLYVIRT_CACHE: cache });
  expect(JSON.parse((await parameters('--programs')).stdout)).toEqual([
    { name: 'name', title: 'Name', string: 'web' },
    { name: 'count', itemType: 'number', string: '2' },
    { name: 'ha', itemType: 'boolean', string: 'true' },
    { name: 'zones', collectionType: 'array', array: ['a'] },
    { name: 'labels', collectionType: 'map', map: { a: 'b' } },
  ]);
  expect(await parameters()).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^error PV721: /) });
});

test('an Application whose platform is a program, at the desk', async () => {
  const folder = join(appFolder(), 'repository');
  const vm = "new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: '2Gi' });";
  writeFiles(folder, {
    'cdk8s.yaml': 'app: npx ts-node main.ts\n',
    'main.ts': app(vm),
    'app.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: edge }
spec: { source: { repoURL: x, path: ., plugin: { name: polyvirt } } }
`,
    'plugin.yaml':
      'kind: ConfigManagementPlugin\nmetadata: { name: polyvirt }\nspec: { generate: { command: [sh, -c, "exit 1"] } }\n',
  });
  const simulate = (...args: string[]) =>
    polyvirt(folder, ['argocd', 'simulate', 'app.yaml', '--repo', '.', ...args], { POLYVIRT_CACHE: 'off' });
  expect(await simulate()).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/error PV721: this is a program/),
  });
  expect(await simulate('--programs')).toMatchObject({ code: 0, stdout: expect.stringContaining('name: web\n') });
  expect(await simulate('--programs', '--plugin', 'plugin.yaml')).toMatchObject({ code: 2, stdout: '' });
});

test('the commands are found, and called wrongly they say how', async () => {
  const { folder } = fleet();
  expect((await polyvirt(folder, ['argocd', '--help'])).stdout).toMatch(
    /generate.*parameters.*install.*applications.*doctor.*simulate/s,
  );
  expect(await polyvirt(folder, ['argocd', 'generate', '--help'])).toMatchObject({ code: 0, stderr: '' });
  expect(await polyvirt(folder, ['argocd', 'generate', '--frmat', 'json'])).toMatchObject({ code: 2, stdout: '' });
  expect((await polyvirt(folder, ['argocd', 'generat'])).stderr).toContain('Did you mean generate?');
  const missing = await polyvirt(folder, ['argocd', 'generate', 'nowhere']);
  expect(missing).toMatchObject({ code: 1, stdout: '' });
  expect(missing.stderr).toMatch(/^error PV010: nowhere does not exist/);
});

test('an Application at the desk', async () => {
  const { folder, cache } = fleet();
  writeFiles(folder, {
    'app.yaml': `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: edge }
spec:
  destination: { namespace: shop }
  source: { repoURL: x, path: ., plugin: { name: polyvirt, parameters: [{ name: cluster, string: edge }] } }
`,
    'other.yaml':
      'kind: ConfigManagementPlugin\nmetadata: { name: other }\nspec: { generate: { command: [sh, -c, "echo hello"] } }\n',
  });
  const env = { POLYVIRT_CACHE: cache };
  const simulate = (...args: string[]) =>
    polyvirt(folder, ['argocd', 'simulate', 'app.yaml', '--repo', '.', ...args], env);
  expect(await simulate()).toMatchObject({ code: 0, stdout: await synthesized(folder, 'edge') });
  expect((await simulate()).stderr).toMatch(/^Argo CD would have 12 objects, after \d+\.\d s\.\n$/);
  expect(JSON.parse((await simulate('--parameters')).stdout)).toHaveLength(1);
  expect((await simulate('--plugin', 'other.yaml')).stderr).toContain(
    'could not find cmp-server plugin with name "polyvirt"',
  );
  writeFiles(folder, { '.argocd-source-edge.yaml': 'plugin: { parameters: [{ name: cluster, string: nowhere }] }\n' });
  const wrong = await simulate();
  expect(wrong).toMatchObject({ code: 1, stdout: '' });
  expect(wrong.stderr).toMatch(
    /^Argo CD would show:\nerror generating manifests: `.*argocd generate` failed exit status 1: error PV711 /,
  );
  writeFiles(folder, {
    'other.yaml':
      'kind: ConfigManagementPlugin\nmetadata: { name: polyvirt }\nspec: { generate: { command: [sh, -c, "echo hello"] } }\n',
  });
  expect((await simulate('--plugin', 'other.yaml')).stderr).toContain("Object 'Kind' is missing");
});
