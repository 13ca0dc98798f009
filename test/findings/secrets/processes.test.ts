import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, writeFiles } from '../../app-folder';
import { builtPolyvirt } from '../../built-program';
import { marker } from './markers';
import type { Plant } from './planted-objects';
import { plantedPlatform } from './planted-platforms';
import { plantedPrograms, programFiles } from './planted-programs';
import { leaksIn, type Output } from './run-world';

// What only a process of its own does: programs, the plugin as Argo CD calls it, commits, and the cache.

const markers = new Map<string, string>();
const plant: Plant = (place) => {
  markers.set(place, marker(place));
  return marker(place);
};
const ENV = { DB_PASSWORD: plant('environment of a program') };

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=a@b.c', ...args], { cwd: folder, encoding: 'utf8' });

/** Every byte of a cache. */
function cacheOf(folder: string): Output[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ of: `cache ${file.slice(folder.length)}`, text: `${file} ${readFileSync(file, 'latin1')}` }));
}

/** A platform that renders. */
const committed = (m: Plant) => JSON.stringify(plantedPlatform(m, 'committed')).replace('64Gi', '1Gi');

test('no secret of a program is in what it fails with', () => {
  const folder = join(appFolder(), 'work');
  const programs = plantedPrograms(plant);
  writeFiles(folder, programFiles(programs));
  const cache = join(folder, '../cache');
  const outputs: Output[] = [];
  for (const program of Object.keys(programs)) {
    for (const argv of [
      ['synth', program],
      ['argocd', 'generate', program],
    ]) {
      const { code, stdout, stderr } = builtPolyvirt(folder, argv, { ...ENV, POLYVIRT_CACHE: cache });
      outputs.push(
        { of: `stdout of ${argv.join(' ')}`, text: stdout },
        { of: `stderr of ${argv.join(' ')}`, text: stderr },
      );
      // It fails, and says so with a code: otherwise nothing would have been quoted.
      expect([argv, code, /PV\d{3}/.test(stdout + stderr)]).toEqual([argv, 1, true]);
      expect(stdout + stderr).not.toContain('stopped unexpectedly');
    }
  }
  const kept = cacheOf(cache);
  expect(kept.length).toBeGreaterThan(0);
  expect(leaksIn([...outputs, ...kept], markers)).toEqual([]);
});

test('no secret is in a cache, nor in what is told from it', () => {
  const folder = join(appFolder(), 'work');
  const [before, after]: Plant[] = [(place) => plant(`${place}, before`), plant];
  writeFiles(folder, {
    'polyvirt.yaml': committed(before!),
    'apps/edge.yaml': JSON.stringify({
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'edge' },
      spec: {
        source: {
          repoURL: `https://u:${plant('simulate repoURL')}@git.example.com/a.git`,
          path: '.',
          plugin: {
            name: 'polyvirt',
            env: [{ name: 'POLYVIRT_DEADLINE', value: plant('simulate env') }],
            parameters: [{ name: 'memory', string: plant('simulate parameter') }],
          },
        },
        destination: { server: 'https://kubernetes.default.svc' },
      },
    }),
  });
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'first');
  writeFiles(folder, { 'polyvirt.yaml': committed(after!) });
  const cache = join(folder, '../cache');
  const runs = [
    ...['text', 'json', 'diff', 'html'].map((format) => ['review', 'main', '--format', format]),
    ['synth', '--output', '../dist'],
    ['synth', '--output', '../dist', '--check'],
    ['argocd', 'simulate', 'apps/edge.yaml', '--repo', '.'],
    ['argocd', 'generate'],
    ['argocd', 'generate'],
  ];
  const outputs = runs.flatMap((argv): Output[] => {
    const { stdout, stderr } = builtPolyvirt(folder, argv, { ...ENV, POLYVIRT_CACHE: cache });
    expect([argv, (stdout + stderr).length > 0, stderr.includes('stopped unexpectedly')]).toEqual([argv, true, false]);
    const isApplied = argv[1] === 'generate';
    return [
      ...(isApplied ? [] : [{ of: `stdout of ${argv.join(' ')}`, text: stdout }]),
      { of: `stderr of ${argv.join(' ')}`, text: stderr },
    ];
  });
  // The manifests were kept: they are in there, and nobody can read them.
  const kept = cacheOf(cache);
  expect(kept.filter(({ text }) => text.includes('polyvirt-cache-')).length).toBeGreaterThan(1);
  expect(leaksIn([...outputs, ...kept], markers)).toEqual([]);
  expect(outputs.map(({ text }) => text).join('')).toContain('Argo CD would show');
  expect(outputs.find(({ of }) => of === 'stdout of review main --format text')!.text).toContain(
    'VirtualMachine shop/web',
  );
});
