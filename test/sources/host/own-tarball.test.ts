import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownTarball } from '../../../src/sources/host/own-tarball';
import { ROOT } from '../../app-folder';

/** The files of an archive. */
function unpacked(file: string): Map<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-unpack-'));
  expect(spawnSync('tar', ['xzf', file, '-C', folder]).status).toBe(0);
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    found
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path.slice(folder.length), readFileSync(path, 'latin1')] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

test('the package has the files that npm packs, byte for byte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-tarball-'));
  writeFileSync(join(folder, 'ours.tgz'), ownTarball()!);
  mkdirSync(join(folder, 'npm'));
  const { status } = spawnSync(
    'npm',
    ['pack', '--silent', '--ignore-scripts', '--pack-destination', join(folder, 'npm')],
    {
      cwd: ROOT,
      stdio: 'ignore',
    },
  );
  expect(status).toBe(0);
  const [theirs] = readdirSync(join(folder, 'npm'));
  const [made, wanted] = [unpacked(join(folder, 'ours.tgz')), unpacked(join(folder, 'npm', theirs!))];
  expect([...made.keys()]).toEqual([...wanted.keys()]);
  expect([...made].filter(([path, text]) => wanted.get(path) !== text).map(([path]) => path)).toEqual([]);
});

test('the same files are the same package', () => {
  expect(ownTarball()!.equals(ownTarball()!)).toBe(true);
});
