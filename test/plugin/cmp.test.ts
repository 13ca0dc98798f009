import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { copyForCmp } from '../../src/plugin/cmp-copy';
import { runAsCmp } from '../../src/plugin/simulate';
import { repositoryRoot } from '../../src/sources/host/git';
import { appFolder, writeFiles } from '../app-folder';

const env = { PATH: process.env.PATH };
const soon = (ms: number) => performance.now() + ms;

test('a copy has no executable bits unless they are to be kept, and no packages and nothing of git', () => {
  const folder = join(appFolder(), 'repository');
  writeFiles(folder, { 'bin/run.sh': '#!/bin/sh\n', 'node_modules/x/index.js': '', 'a/b.txt': 'b' });
  chmodSync(join(folder, 'bin/run.sh'), 0o755);
  symlinkSync('../a/b.txt', join(folder, 'bin/link'));
  const modes = [false, true].map((kept) => {
    const { root, scratch } = copyForCmp(folder, kept);
    expect(readdirSync(root).sort()).toEqual(['a', 'bin']);
    expect(readFileSync(join(root, 'bin/link'), 'utf8')).toBe('b');
    expect(repositoryRoot(join(root, 'bin'), 'elsewhere')).toBe(root);
    expect(lstatSync(join(root, 'bin/link')).isSymbolicLink()).toBe(true);
    const { mode } = statSync(join(root, 'bin/run.sh'));
    rmSync(scratch, { recursive: true });
    return mode & 0o777;
  });
  expect(modes).toEqual([0o644, 0o755]);
});

test.each(['/etc/passwd', '../outside', 'a/../../outside'])('a link to %s is rejected', (target) => {
  const folder = join(appFolder(), 'repository');
  mkdirSync(folder);
  symlinkSync(target, join(folder, 'link'));
  expect(() => copyForCmp(folder, false)).toThrow('leads out of the repository');
});

test('the repository around an app', () => {
  const folder = appFolder({ 'repo/.git/HEAD': '', 'repo/apps/edge/a': '', 'plain/a': '' });
  expect(repositoryRoot(join(folder, 'repo/apps/edge'), undefined)).toBe(join(folder, 'repo'));
  expect(repositoryRoot(join(folder, 'repo/apps/edge'), 'apps/edge')).toBe(join(folder, 'repo'));
  expect(repositoryRoot(join(folder, 'repo/apps/edge'), 'edge/')).toBe(join(folder, 'repo/apps'));
  expect(repositoryRoot(join(folder, 'plain'), '.')).toBe(join(folder, 'plain'));
});

test('an error is told as Argo CD tells it, a success without its last line break', async () => {
  const call = { folder: '/', env, deadline: soon(60_000) };
  expect(await runAsCmp({ ...call, command: ['sh', '-c', 'echo out; echo log >&2'] })).toEqual({
    stdout: 'out',
    stderr: 'log\n',
  });
  expect(await runAsCmp({ ...call, command: ['sh', '-c', 'echo wrong >&2; exit 3'] })).toMatchObject({
    error: '`sh -c echo wrong >&2; exit 3` failed exit status 3: wrong',
  });
  expect((await runAsCmp({ ...call, command: ['no-such-program'] })).error).toContain(
    'failed spawn no-such-program ENOENT',
  );
});

test('at the deadline the command is killed, and its children are asked to end', async () => {
  const started = performance.now();
  const result = await runAsCmp({
    command: ['sh', '-c', 'trap "" TERM; (trap "echo asked >&2; exit" TERM; while :; do sleep 0.1; done) & wait'],
    folder: '/',
    env,
    deadline: soon(500),
  });
  expect(result.error).toMatch(/failed signal: killed: [\s\S]*asked/);
  expect(performance.now() - started).toBeLessThan(30_000);
});
