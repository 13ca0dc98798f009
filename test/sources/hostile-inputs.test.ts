import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, appFolder, ROOT, textsBelow, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';
import { HOSTILE_INPUTS, type HostileInput, plantSecrets, SECRET } from './hostile-inputs';

const LEAK = `const leak = (found: unknown) =>
  new ApiObject(edge, 'Leak', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'leak' }, data: { found: JSON.stringify(found) } });
`;

/** Longer than anything takes here, on a VM that has other things to do. */
const PATIENCE_MS = 30_000;

/** A repository as somebody wrote it, beside what it is after. */
function repositoryOf({ program = '', files = {}, links = {}, pipes = [] }: HostileInput): string {
  const folder = realpathSync(appFolder());
  const [repository, outside] = [join(folder, 'repository'), join(folder, 'outside')];
  plantSecrets(outside);
  const named = (text: string) => text.replaceAll('OUTSIDE', outside);
  const main = named(
    app(`${LEAK}${program}\nnew VirtualMachine(edge, 'web', { architecture: 'amd64', memory: '2Gi' });`),
  );
  writeFiles(folder, { 'node_modules/leaky/index.js': `module.exports = '${SECRET}';\n` });
  writeFiles(repository, {
    'cdk8s.yaml': 'app: npx ts-node main.ts\n',
    'main.ts': main,
    'main.tsx': main,
    '.git/config': `[credential]\n\ttoken = ${SECRET}\n`,
    'a.json': '{}',
    ...Object.fromEntries(Object.entries(files).map(([path, text]) => [path, named(text)])),
  });
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(repository, path)), { recursive: true });
    symlinkSync(named(target), join(repository, path));
  }
  for (const path of pipes) {
    spawnSync('mkfifo', [join(repository, path)]);
  }
  return repository;
}

test('there are enough of them', () => {
  expect(HOSTILE_INPUTS.length).toBeGreaterThan(60);
});

test.each(HOSTILE_INPUTS.map((each) => [each.name, each] as const))('the plugin: %s', async (_name, each) => {
  const repository = repositoryOf(each);
  const cache = join(repository, '../cache');
  const started = performance.now();
  const run = await polyvirt(repository, ['argocd', 'generate', '--programs'], { POLYVIRT_CACHE: cache });
  const seconds = performance.now() - started;
  expect(run.stdout + run.stderr + JSON.stringify(textsBelow(cache))).not.toMatch(SECRET);
  expect(run.stderr).not.toContain('repository_word_51');
  expect(run.stderr.slice(0, 2000)).toMatch(each.code === undefined ? /^$/ : new RegExp(`error ${each.code}\\b`));
  expect(run.code).toBe(each.code === undefined ? 0 : 1);
  expect(run.stdout === '').toBe(each.code !== undefined);
  expect(seconds).toBeLessThan(PATIENCE_MS);
});

const git = (folder: string, ...args: string[]) =>
  spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'commit.gpgsign=false', ...args], {
    cwd: folder,
  });

/** One of each kind: git has neither pipes nor what is above it. */
const COMMITTED = HOSTILE_INPUTS.filter(({ name }) =>
  [
    'a text by its path',
    'data that is broken',
    'all files of the machine',
    'a source map that is broken',
    'extends by an absolute path',
    'paths to a broken package',
    'main in a broken folder',
    'a link to a folder',
    'a pattern within the repository',
  ].includes(name),
);

test.each(COMMITTED.map((each) => [each.name, each] as const))('a commit: %s', async (_name, each) => {
  const repository = repositoryOf(each);
  const folder = join(repository, '..');
  rmSync(join(repository, '.git'), { recursive: true });
  git(repository, 'init', '--quiet');
  git(repository, 'add', '--force', '--all');
  git(repository, 'commit', '--quiet', '--message', 'x');
  const cache = join(folder, 'cache');
  // The checkout of a review is elsewhere: what is beside the repository is beside that too.
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  symlinkSync(join(folder, 'outside'), join(scratch, 'outside'));
  if (!existsSync(join(repository, 'node_modules'))) {
    symlinkSync(join(folder, 'node_modules'), join(repository, 'node_modules'));
  }
  const environment = { POLYVIRT_CACHE: cache, TMPDIR: scratch };
  const refused = await polyvirt(repository, ['review', 'HEAD', 'HEAD'], environment);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/PV721\b.*nothing was compared/);
  const run = await polyvirt(repository, ['review', 'HEAD', 'HEAD', '--programs'], environment);
  expect(run.stdout + run.stderr + JSON.stringify(textsBelow(cache))).not.toMatch(SECRET);
  expect(run.stderr).toMatch(each.code === undefined ? /^/ : new RegExp(`\\b${each.code}\\b`));
  expect(run.code).toBe(each.code === undefined ? 0 : 1);
  // What a program made with leave is no answer without it.
  expect((await polyvirt(repository, ['review', 'HEAD', 'HEAD'], environment)).code).toBe(1);
});

test('what the bundler waits for above the repository does not keep us forever', async () => {
  const repository = repositoryOf({ name: 'a pipe above the repository' });
  spawnSync('mkfifo', [join(repository, '../package.json')]);
  const { bundleApp } = require(
    join(ROOT, 'lib/src/sources/program/bundle-app.js'),
  ) as typeof import('../../src/sources/program/bundle-app');
  const location = { folder: repository, entry: join(repository, 'main.ts'), output: join(repository, 'dist') };
  const bundling = { within: { root: repository, packages: [] }, patienceMs: 1000 };
  await expect(bundleApp(location, bundling)).rejects.toMatchObject({
    findings: [{ code: 'PV012', what: 'the bundler did not end in time' }],
  });
});
