import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, ROOT, textsBelow } from './app-folder';

/** What a user installs, without cdk8s' own CLI; esbuild, a program for each system, aside. */
const LARGEST_MB = 36;

function bytesBelow(folder: string, leaveOut: RegExp): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !leaveOut.test(join(entry.parentPath, entry.name)))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

test('the package, installed into an empty folder, works as a command, as a library with types, and to begin with', () => {
  const folder = join(appFolder(), 'user');
  mkdirSync(folder);
  const npm = (args: string[], cwd = folder) =>
    execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const [{ filename }] = JSON.parse(npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT));
  writeFileSync(join(folder, 'package.json'), '{ "name": "user", "private": true }\n');
  npm(['install', '--no-audit', '--no-fund', '--loglevel=error', `./${filename}`]);

  const megabytes = bytesBelow(join(folder, 'node_modules'), /node_modules\/(@esbuild|esbuild)\//) / 1e6;
  expect(megabytes).toBeGreaterThan(1);
  expect(megabytes).toBeLessThanOrEqual(LARGEST_MB);

  const command = (...args: string[]) =>
    spawnSync(join(folder, 'node_modules/.bin/polyvirt'), args, { cwd: folder, encoding: 'utf8' });
  expect(command('--version').stdout).toMatch(/^polyvirt /);
  expect(command('init', '--yaml', 'files').status).toBe(0);
  expect(command('synth', 'files').status).toBe(0);
  expect(command('init', '--typescript', 'code').status).toBe(0);
  // An installed package packs itself as the clone does.
  const packed = (path: string) =>
    execFileSync('tar', ['-tzf', path], { cwd: folder, encoding: 'utf8' }).split('\n').sort();
  expect(packed(join('code', filename))).toEqual(packed(filename));
  // Below the folder, so that its packages are found: what npm install would do for the starter.
  expect(command('synth', 'code')).toMatchObject({ status: 0 });
  expect(Object.keys(textsBelow(join(folder, 'code/dist')))).toEqual([
    'code/default/virtualmachine-hello-amd64.yaml',
    'code/default/virtualmachine-hello-arm64.yaml',
    'code/kubevirt/kubevirt-kubevirt.yaml',
  ]);

  writeFileSync(
    join(folder, 'types.ts'),
    `import { App } from 'cdk8s';
import { Platform, VirtualMachine } from 'polyvirt';
import type { DataVolumeSpec } from 'polyvirt/cdi';
import type { HyperConvergedSpec } from 'polyvirt/hco';
import type { VirtualMachineSpec } from 'polyvirt/kubevirt';
import type { MachineDeploymentSpec } from 'polyvirt/machine-controller';
export type Specs = [DataVolumeSpec, HyperConvergedSpec, VirtualMachineSpec, MachineDeploymentSpec];
const platform: Platform = new Platform(new App(), 'edge', { target: { kubevirt: '1.9' } });
// @ts-expect-error an architecture is one of a list
new VirtualMachine(platform, 'web', { architecture: 'arm46', memory: '1Gi' });
`,
  );
  // The declarations of the library are checked too: they may name no package that is bundled.
  const tsc = (...args: string[]) =>
    spawnSync(
      process.execPath,
      [
        join(ROOT, 'node_modules/typescript/bin/tsc'),
        ...['--noEmit', '--ignoreConfig', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2022'],
        ...args,
        'types.ts',
      ],
      { cwd: folder, encoding: 'utf8' },
    );
  for (const args of [
    ['--module', 'node16'],
    ['--module', 'esnext', '--moduleResolution', 'bundler'],
    // What the starter of cdk8s has: it does not read `exports`.
    ['--module', 'commonjs', '--moduleResolution', 'node10', '--ignoreDeprecations', '6.0'],
  ]) {
    const { status, stdout } = tsc(...args);
    expect({ args, status, stdout }).toEqual({ args, status: 0, stdout: '' });
  }
});

test('a clone, installed as a command, works', () => {
  const folder = appFolder();
  const npm = spawnSync('npm', ['install', '--global', '--prefix', folder, '--loglevel=error', ROOT], {
    encoding: 'utf8',
  });
  expect({ status: npm.status, stderr: npm.status === 0 ? '' : npm.stderr }).toEqual({ status: 0, stderr: '' });
  const { status, stdout } = spawnSync(join(folder, 'bin/polyvirt'), ['--version'], { encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(/^polyvirt /) });
});

test('npm builds the command whenever it installs the packages of a clone', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(scripts.prepare).toBe('node scripts/setup.mjs');
});
