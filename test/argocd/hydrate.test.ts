import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitMetadata, type DryCommit } from '../../src/argocd/hydrate';
import { appFolder, textsBelow, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const COMMIT: DryCommit = {
  sha: 'a'.repeat(40),
  repoURL: 'https://git.example/infra.git',
  author: 'Ada <ada@example.org>',
  date: '2026-11-16T09:00:00Z',
  message: 'Raise memory\n\nThe shop needs it.\n\nSigned-off-by: Ada\n',
};

test('the metadata has the keys and the order of Argo CD’s own hydrator, without what is empty', () => {
  expect(commitMetadata(COMMIT)).toBe(`{
  "repoURL": "https://git.example/infra.git",
  "drySha": "${'a'.repeat(40)}",
  "author": "Ada <ada@example.org>",
  "date": "2026-11-16T09:00:00Z",
  "subject": "Raise memory",
  "body": "The shop needs it.\\n\\nSigned-off-by: Ada\\n"
}
`);
});

test('what a commit says of another one is a reference; what is no such thing stays text', () => {
  const message = [
    'Bump the image',
    '',
    'Kept.',
    'Argocd-reference-commit-sha: 1234abc',
    'Argocd-reference-commit-author: Bo <bo@example.org>',
    'Argocd-reference-commit-date: 2026-11-15T00:00:00Z',
    'Argocd-reference-commit-subject: Fix it',
    'Argocd-reference-commit-body: "Two\\nlines"',
    'Argocd-reference-commit-repourl: https://git.example/app.git',
    'Argocd-reference-commit-sha: NOT A SHA',
    'Argocd-reference-commit-body: not JSON',
  ].join('\n');
  expect(JSON.parse(commitMetadata({ ...COMMIT, message }))).toMatchObject({
    subject: 'Bump the image',
    body: 'Kept.\nArgocd-reference-commit-sha: NOT A SHA\nArgocd-reference-commit-body: not JSON\n',
    references: [
      {
        commit: {
          sha: '1234abc',
          author: 'Bo <bo@example.org>',
          date: '2026-11-15T00:00:00Z',
          subject: 'Fix it',
          body: 'Two\nlines',
          repoUrl: 'https://git.example/app.git',
        },
      },
    ],
  });
});

const platform = (name: string, cores = 1) => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  target: { kubevirt: "1.9" }
  virtualMachines:
    - { name: web, architecture: amd64, cpu: { cores: ${cores} }, memory: 2Gi, disks: [{ name: os, containerDisk: { image: "quay.io/containerdisks/fedora:42" } }] }
`;

function git(folder: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  return stdout.trim();
}

const synth = (folder: string, ...args: string[]) => polyvirt(folder, ['synth', ...args]);

test('the output says which commit it is of, cluster by cluster, and only where something changed', async () => {
  const folder = join(appFolder(), 'repository');
  writeFiles(folder, {
    'infra/polyvirt.yaml': platform('a'),
    'infra/clusters/b.yaml': platform('b'),
    'env/README.md': 'by hand\n',
  });
  git(folder, 'init', '-q');
  git(folder, 'remote', 'add', 'origin', 'https://user:secret-token@git.example/infra.git');
  const flags = ['infra', '--output', 'env', '--hydrate'];
  expect(await synth(folder, ...flags)).toMatchObject({ code: 1, stderr: expect.stringContaining('PV716') });
  const commit = (message: string) => {
    git(folder, 'add', '--all');
    git(folder, 'commit', '-qm', message);
    return git(folder, 'rev-parse', 'HEAD');
  };
  const metadata = (path = '') => JSON.parse(readFileSync(join(folder, 'env', path, 'hydrator.metadata'), 'utf8'));

  const first = commit('first');
  const told = await synth(folder, ...flags);
  expect(told).toMatchObject({ code: 0 });
  expect(told.stderr).toContain(`git notes --ref=hydrator.metadata add --force --message '{"drySha":"${first}"}' HEAD`);
  expect(metadata()).toMatchObject({ drySha: first, repoURL: 'https://git.example/infra.git', subject: 'first' });
  expect(metadata('a')).toEqual({
    repoURL: 'https://git.example/infra.git',
    drySha: first,
    commands: ['polyvirt synth --stdout --cluster a'],
  });

  writeFiles(folder, { 'infra/clusters/b.yaml': platform('b', 2) });
  expect((await synth(folder, ...flags)).stderr).toContain('infra/clusters/b.yaml differs from the commit');
  const second = commit('second');
  await synth(folder, ...flags);
  expect([metadata().drySha, metadata('a').drySha, metadata('b').drySha]).toEqual([second, first, second]);

  // A commit that changes nothing that is rendered: the rendered commit stays what it is.
  writeFiles(folder, { 'docs.md': 'x\n' });
  commit('third');
  const before = textsBelow(join(folder, 'env'));
  expect((await synth(folder, ...flags)).stderr).toContain('nothing to commit: only git notes');
  expect(textsBelow(join(folder, 'env'))).toEqual(before);

  git(folder, 'rm', '-q', 'infra/clusters/b.yaml');
  commit('fourth');
  await synth(folder, ...flags);
  expect(Object.keys(textsBelow(join(folder, 'env'))).filter((path) => path.startsWith('b/'))).toEqual([]);
  expect(readFileSync(join(folder, 'env/README.md'), 'utf8')).toBe('by hand\n');
}, 60_000);

test.each([
  [['--hydrate', '--check'], '--hydrate writes files and --check writes none'],
  [['--hydrate', '--stdout'], '--hydrate writes files and --stdout writes none'],
  [['--repo-url', 'x'], 'add --hydrate'],
])('%j is rejected', async (args, message) => {
  expect(await synth(appFolder(), ...args)).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
});
