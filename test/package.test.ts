import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { VERSION } from '../src/cli/start/version';

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
