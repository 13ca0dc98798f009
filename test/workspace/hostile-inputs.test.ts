import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { app, appFolder, polyvirt, textsBelow, writeFiles } from '../app-folder';
import { HOSTILE_INPUTS, type HostileInput, plantSecrets, SECRET } from './hostile-inputs';

const LEAK = `const leak = (found: unknown) =>
  new ApiObject(edge, 'Leak', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'leak' }, data: { found: JSON.stringify(found) } });
`;

/** Longer than anything takes here, on a machine that has other things to do. */
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

test.each(HOSTILE_INPUTS.map((each) => [each.name, each] as const))('the plugin: %s', (_name, each) => {
  const repository = repositoryOf(each);
  const cache = join(repository, '../cache');
  const started = performance.now();
  const run = polyvirt(repository, ['argocd', 'generate', '--programs'], { POLYVIRT_CACHE: cache });
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

/** Git has neither pipes nor what is above it, and a name of its own for its settings. */
const COMMITTED = HOSTILE_INPUTS.filter(
  ({ name, pipes, files = {} }) =>
    pipes === undefined &&
    !Object.keys(files).some((path) => path.startsWith('..')) &&
    !/git|without an end|again/.test(name),
);

test.each(COMMITTED.map((each) => [each.name, each] as const))('a commit: %s', (_name, each) => {
  const written = repositoryOf(each);
  // Beside the checkout that a review makes, so that the same paths lead there.
  const folder = join(written, '..');
  const clone = join(folder, 'clone');
  cpSync(written, clone, { recursive: true, verbatimSymlinks: true, filter: (path) => !path.includes('.git') });
  symlinkSync(join(folder, 'node_modules'), join(clone, 'node_modules.installed'));
  git(clone, 'init', '--quiet');
  git(clone, 'add', '--force', '--all', '--', '.', ':!node_modules.installed');
  git(clone, 'commit', '--quiet', '--message', 'x');
  const cache = join(folder, 'cache');
  const scratch = join(folder, 'polyvirt-review-1-x');
  mkdirSync(scratch, { recursive: true });
  const environment = { POLYVIRT_CACHE: cache, TMPDIR: folder };
  const refused = polyvirt(clone, ['review', 'HEAD', 'HEAD'], environment);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^error PV721\b|^error PV01[15]\b/);
  const run = polyvirt(clone, ['review', 'HEAD', 'HEAD', '--programs'], environment);
  expect(run.stdout + run.stderr + JSON.stringify(textsBelow(cache))).not.toMatch(SECRET);
  expect(run.code).toBe(each.code === undefined ? 0 : 1);
});
