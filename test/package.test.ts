import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { VERSION } from '../src/cli/start/command';
import { ENGINE_SHA256 } from '../src/sources/program/wall/engine';

const ROOT = resolve(__dirname, '..');
const read = (name: string) => JSON.parse(readFileSync(resolve(ROOT, name), 'utf8'));

interface LockEntry {
  readonly version?: string;
  readonly resolved?: string;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

const LOCK: Record<string, LockEntry> = read('package-lock.json').packages;

/** Finds a package as Node would, from the folder of the one that needs it upwards. */
function isLocked(from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules') - 1))) {
    if (LOCK[`${at === '' ? '' : `${at}/`}node_modules/${name}`]?.version !== undefined) {
      return true;
    }
    if (at === '') {
      return false;
    }
  }
}

test('the lock names no address', () => {
  expect(Object.values(LOCK).filter(({ resolved }) => resolved !== undefined)).toEqual([]);
});

test('the lock is complete for every platform, so that npm ci works on all of them', () => {
  const missing = Object.entries(LOCK).flatMap(([path, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !isLocked(path, name))
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test('the version that the CLI prints is that of the package', () => {
  expect(VERSION).toBe(read('package.json').version);
});

test('cdk8s and constructs are peers, so that a user has one copy of them', () => {
  const { dependencies, peerDependencies } = read('package.json');
  expect(Object.keys(peerDependencies)).toEqual(['cdk8s', 'constructs']);
  expect(Object.keys(dependencies)).not.toContain('cdk8s');
});

test('the engine of the wall is one version and one file, and what it brings is known', () => {
  const { dependencies } = read('package.json');
  const folder = resolve(ROOT, 'node_modules/quickjs-wasi');
  expect([dependencies['quickjs-wasi'], read('node_modules/quickjs-wasi/package.json').version]).toEqual([
    '3.6.2',
    '3.6.2',
  ]);
  expect(read('node_modules/quickjs-wasi/package.json').license).toBe('MIT');
  expect(
    createHash('sha256')
      .update(readFileSync(resolve(folder, 'quickjs.wasm')))
      .digest('hex'),
  ).toBe(ENGINE_SHA256);
  const module = new (
    globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => object } }
  ).WebAssembly.Module(readFileSync(resolve(folder, 'quickjs.wasm')));
  const { Module } = (
    globalThis as unknown as { WebAssembly: { Module: { imports: (of: object) => { name: string }[] } } }
  ).WebAssembly;
  expect(
    Module.imports(module)
      .map(({ name }) => name)
      .sort(),
  ).toEqual([
    'clock_time_get',
    'fd_close',
    'fd_fdstat_get',
    'fd_seek',
    'fd_write',
    'host_call',
    'host_get_timezone_offset',
    'host_interrupt',
    'host_module_load',
    'host_module_normalize',
    'host_promise_rejection',
    'random_get',
  ]);
});

test('what is beside the code in the folder of the package is pinned', () => {
  expect(read('package.json').files).toEqual([
    'lib',
    '!lib/.built',
    'docs',
    '!docs/adr',
    '!docs/images/*.png',
    'deploy',
    'CHANGELOG.md',
  ]);
  const wall = readdirSync(resolve(ROOT, 'lib/src/sources/program/wall')).filter((name) => name.endsWith('.js'));
  expect(wall.sort()).toEqual([
    'engine.js',
    'repository-files.js',
    'said-text.js',
    'start-wall.js',
    'text-calls.js',
    'wall-Enforcement.js',
    'wall-library.js',
    'wall-messages.js',
    'worker.js',
  ]);
  // Every engine reads it, so what few programs use is in files of its own: `LATE_PARTS` of scripts/bundle.mjs.
  expect(statSync(resolve(ROOT, 'lib/src/sources/program/wall/wall-library.js')).size).toBeLessThan(500_000);
});
