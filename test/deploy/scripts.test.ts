import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { BIN } from '../built-program';

const DEPLOY = join(ROOT, 'deploy');
const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=a@b.c', ...args], { cwd: folder, encoding: 'utf8' });

const vm = (more = '') => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop }
spec:
  runStrategy: Always
  template: { spec: { architecture: amd64, ${more}domain: { devices: {} } } }
`;

const POLICY = `kind: ReviewPolicy
spec: { rules: [{ name: restarts, action: acknowledge, effects: [restart-required] }] }
`;

/** A branch that makes a VM restart, which the policy of main wants to be acknowledged. */
function branch(): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, { 'vms/web.yaml': vm(), 'polyvirt-review.yaml': POLICY });
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'first');
  git(folder, 'checkout', '--quiet', '-b', 'change');
  writeFiles(folder, {
    'vms/web.yaml': vm('hostname: other, '),
    'polyvirt-review.yaml': 'kind: ReviewPolicy\nspec: {}\n',
  });
  git(folder, 'commit', '--quiet', '--all', '--message', 'change');
  return folder;
}

function sh(script: string, folder: string, env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync('sh', [join(DEPLOY, script)], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, POLYVIRT: `${process.execPath} ${BIN}`, ...env },
  });
  return { status, stdout, stderr };
}

/** A program of this name that writes down how it is called, and answers with a text. */
function fake(folder: string, name: string, answer: string): Record<string, string> {
  const bin = join(folder, '../fake');
  writeFiles(bin, { [name]: `#!/bin/sh\necho "$*" >> ${bin}/calls\ncat ${bin}/answer\n`, answer });
  chmodSync(join(bin, name), 0o755);
  return { PATH: `${bin}:${process.env.PATH}` };
}

const read = (name: string) => parse(readFileSync(join(DEPLOY, name), 'utf8'));

const calls = (folder: string) => readFileSync(join(folder, '../fake/calls'), 'utf8').trim().split('\n');

test('a job reviews, and fails where the policy of the base branch blocks', () => {
  const folder = branch();
  const env = { BASE: 'main', DIR: 'vms', POLICY: 'main:polyvirt-review.yaml', LINK: 'https://ci.example/1' };
  expect(sh('review.sh', folder, env)).toMatchObject({ status: 0, stdout: '' });
  const out = join(folder, 'polyvirt-review');
  expect(readdirSync(out).sort()).toEqual([
    '.gitignore',
    'review.html',
    'review.json',
    'review.md',
    'review.sarif',
    'status',
  ]);
  expect(readFileSync(join(out, 'status'), 'utf8')).toBe('11\n');
  expect(readFileSync(join(out, 'review.md'), 'utf8')).toMatch(
    /^<!-- polyvirt-review: review -->\n### polyvirt review: disruptive/,
  );
  expect(sh('gate.sh', folder)).toMatchObject({ status: 1, stderr: 'polyvirt review: blocked by policy\n' });
  expect(sh('gate.sh', folder, { FAIL_ON: 'never' }).status).toBe(0);
  expect(sh('gate.sh', folder, { FAIL_ON: 'sometimes' }).status).toBe(2);

  expect(sh('review.sh', folder, { ...env, LABELS: 'bug,polyvirt-ack/restarts' }).status).toBe(0);
  expect(sh('gate.sh', folder).status).toBe(0);
  expect(sh('gate.sh', folder, { FAIL_ON: 'changes' })).toMatchObject({
    status: 1,
    stderr: 'polyvirt review: something changes\n',
  });
});

test('what cannot be read fails the job, and leaves no comment to post', () => {
  const folder = branch();
  writeFiles(folder, { 'vms/web.yaml': 'a: [\n' });
  const { status, stderr } = sh('review.sh', folder, { BASE: 'main', DIR: 'vms' });
  expect([status, stderr.split('\n')[0]]).toEqual([1, expect.stringContaining('error PV030 at vms/web.yaml')]);
  expect(existsSync(join(folder, 'polyvirt-review/review.md'))).toBe(false);
  expect(sh('review.sh', folder, { BASE: 'nosuch' }).status).toBe(2);
});

test('what changes and was not judged fails the job, and its comment says so', () => {
  const folder = branch();
  writeFiles(folder, { 'vms/overlay/kustomization.yaml': 'resources: [https://example.org/base]\nnamePrefix: x-\n' });
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'overlay');
  const { status, stderr } = sh('review.sh', folder, { BASE: 'main', DIR: 'vms' });
  expect([status, stderr.split('\n')[0]]).toEqual([
    0,
    expect.stringContaining('error PV029 at vms/overlay/kustomization.yaml: it changed but was not judged'),
  ]);
  const comment = readFileSync(join(folder, 'polyvirt-review/review.md'), 'utf8');
  expect(comment).toContain('### polyvirt review: not judged');
  expect(comment).toContain('1 change was not judged. Of what was: 1 virtual machine needs a restart.');
  expect(readFileSync(join(folder, 'polyvirt-review/status'), 'utf8')).toBe('1\n');
  for (const fail of ['blocked', 'changes', 'never']) {
    expect(sh('gate.sh', folder, { FAIL_ON: fail })).toMatchObject({
      status: 1,
      stderr: 'polyvirt review: something changes that was not judged\n',
    });
  }
  expect(sh('pre-commit/review.sh', folder).status).toBe(0);
  writeFiles(folder, { 'vms/overlay/kustomization.yaml': 'resources: [https://example.org/base]\nnamePrefix: y-\n' });
  expect(sh('pre-commit/review.sh', folder).status).toBe(1);
});

test('the hook says what a commit does, and rejects what the policy blocks', () => {
  const folder = branch();
  expect(sh('pre-commit/review.sh', folder)).toMatchObject({ status: 0, stdout: '' });
  writeFiles(folder, { 'vms/web.yaml': vm('hostname: third, '), 'polyvirt-review.yaml': POLICY });
  const { status, stderr } = sh('pre-commit/review.sh', folder);
  expect(status).toBe(1);
  expect(stderr).toContain('1 virtual machine needs a restart.');
  expect(sh('pre-commit/review.sh', folder, { POLYVIRT_REVIEW: 'off' })).toMatchObject({ status: 0, stderr: '' });
});

test('a commit through the hook holds what was to be committed', () => {
  const folder = branch();
  writeFiles(folder, { '.git/hooks/pre-commit': readFileSync(join(DEPLOY, 'pre-commit/review.sh'), 'utf8') });
  chmodSync(join(folder, '.git/hooks/pre-commit'), 0o755);
  writeFiles(folder, { 'vms/web.yaml': vm('hostname: third, ') });
  const commit = ['-c', 'user.name=n', '-c', 'user.email=a@b.c', 'commit', '--quiet', '--all', '--message', 'third'];
  const { status, stderr } = spawnSync('git', commit, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, POLYVIRT: `${process.execPath} ${BIN}` },
  });
  expect([status, stderr.split('\n')[0]]).toEqual([0, '1 virtual machine needs a restart.']);
  // With --all git gives the hook an index of its own, which must not become that of another checkout.
  expect(git(folder, 'show', '--format=', '--name-only', 'HEAD')).toBe('vms/web.yaml\n');
  expect(git(folder, 'status', '--porcelain')).toBe('');
});

test('scripts of the actions are there, can be run, and get no value of others as code', () => {
  for (const [folder, name] of [
    ['github', 'github/action.yml'],
    ['github/comment', 'github/comment/action.yml'],
  ] as const) {
    const scripts: string[] = read(name).runs.steps.map(({ run }: { run: string }) => run);
    expect(scripts.join('\n')).not.toContain('${{');
    const called = [...scripts.join('\n').matchAll(/\$GITHUB_ACTION_PATH\/([\w./-]+)/g)].map(([, path]) => path!);
    expect(called.filter((path) => !existsSync(join(DEPLOY, folder, path)))).toEqual([]);
    expect(called).not.toEqual([]);
  }
  expect(read('pre-commit/pre-commit-config.yaml').repos).toHaveLength(1);
  for (const name of readdirSync(DEPLOY, { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.sh'),
  )) {
    expect([name, spawnSync('sh', ['-n', join(DEPLOY, name)]).status]).toEqual([name, 0]);
  }
});

test('a job runs programs of commits only where it is told to', () => {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, { a: '' });
  const env = fake(folder, 'polyvirt-fake', '');
  const called = (script: string, more: Record<string, string>) => {
    git(folder, 'init', '--quiet');
    git(folder, 'add', '--all');
    git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'first');
    sh(script, folder, { ...env, BASE: 'main', POLYVIRT: 'polyvirt-fake', ...more });
    return calls(folder).at(-1);
  };
  for (const script of ['review.sh', 'pre-commit/review.sh']) {
    expect(called(script, {})).not.toContain('--programs');
    expect(called(script, { PROGRAMS: 'no' })).not.toContain('--programs');
    expect(called(script, { PROGRAMS: 'yes' })).toContain('--programs');
  }
  const { inputs } = parse(readFileSync(join(DEPLOY, 'github/action.yml'), 'utf8'));
  expect(inputs.programs.default).toBe('no');
});
