import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadBundle } from '../../src/cli/start/load-bundle';
import { ROOT } from '../app-folder';

let folder: string;
let bundle: string;
let cached: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'polyvirt-bundle-'));
  mkdirSync(join(folder, 'lib/src/cli'), { recursive: true });
  bundle = join(folder, 'lib/src/cli/bundle.js');
  cached = join(folder, 'lib/.cache');
  writeBundle('1');
});

afterEach(() => rmSync(folder, { recursive: true }));

function writeBundle(value: string): void {
  writeChunk(
    bundle,
    `exports.value = () => ${value}; exports.here = __dirname; exports.join = require('node:path').join;
     const seldom = require('polyvirt:rest/seldom.js'); exports.seldom = () => seldom.made;
     exports.resolved = require.resolve('node:path'); exports.modules = { 'often.js': () => ({ value: 20 }) };`,
  );
  writeChunk(
    bundle.replace('.js', '-rest.js'),
    `const often = require('polyvirt:/often.js'); let made;
     exports.modules = { 'seldom.js': () => ({ made: (made ??= { value: often.value + 1 }) }) };`,
  );
}

/** A function, as the build writes it. */
function writeChunk(path: string, text: string): void {
  writeFileSync(path, `(function (exports, require, module, __filename, __dirname) {${text}})`);
}

interface Loaded {
  readonly value?: () => number;
  readonly seldom?: () => { readonly value: number };
  readonly here?: string;
  readonly resolved?: string;
}

/** Loads it as a process would that then ends. */
function load(command = 'synth', use = (loaded: Loaded): unknown => loaded.value?.(), code = 0): Loaded {
  const before = process.listeners('exit');
  const loaded = loadBundle(bundle, command, require) as Loaded;
  use(loaded);
  for (const listener of process.listeners('exit').filter((each) => !before.includes(each))) {
    process.removeListener('exit', listener);
    (listener as (code: number) => void)(code);
  }
  return loaded;
}

const files = () => {
  try {
    return readdirSync(cached);
  } catch {
    return [];
  }
};

test('a bundle is a module like any other', () => {
  expect(load().here).toBe(join(folder, 'lib/src/cli'));
});

test('what few need is in another file, which is loaded once and when something of it is asked for', () => {
  expect(load().resolved).toBe('node:path');
  load('review', (loaded) => {
    expect(loaded.seldom?.()).toEqual({ value: 21 });
    expect(loaded.seldom?.()).toBe(loaded.seldom?.());
  });
  // Each has its own code; commands that do not need it have none.
  expect(files().map((name) => /^[a-z]+(-rest)?(?=-v)/.exec(name)?.[0])).toEqual(['review-rest', 'review', 'synth']);
});

test('without a bundle there is nothing, and the modules are loaded one by one', () => {
  expect(loadBundle(join(folder, 'other.js'), 'synth', require)).toBeUndefined();
});

test('what was compiled is kept for each command, once', () => {
  load();
  expect(files()).toHaveLength(1);
  const [name] = files();
  const written = readFileSync(join(cached, name!));
  load();
  expect(readFileSync(join(cached, name!)).equals(written)).toBe(true);
  load('argocd-generate');
  expect(files()).toHaveLength(2);
});

test('code of a run that failed is kept until one ends well, which has compiled more', () => {
  const fail = () => load('synth', () => undefined, 1);
  fail();
  expect(files().map((name) => name.replace(/.*\.bin/, ''))).toEqual(['.part']);
  const written = readFileSync(join(cached, files()[0]!));
  fail();
  expect(readFileSync(join(cached, files()[0]!)).equals(written)).toBe(true);
  load();
  expect(files().map((name) => name.replace(/.*\.bin/, ''))).toEqual(['', '.part']);
  const whole = readFileSync(join(cached, files()[0]!));
  fail();
  expect(readFileSync(join(cached, files()[0]!)).equals(whole)).toBe(true);
  expect(files()).toHaveLength(2);
});

test('another bundle of the same length is not taken for the one that was compiled', () => {
  load();
  writeBundle('2');
  // V8 itself compares lengths only.
  utimesSync(bundle, new Date(), new Date(Date.now() + 5000));
  expect(load().value?.()).toBe(2);
});

test.each<[string, (good: Buffer) => Buffer]>([
  ['nothing', () => Buffer.alloc(0)],
  ['noise', () => Buffer.from('no code at all')],
  ['noise, twice', () => Buffer.from('noisenoise')],
  ['zeros', (good) => Buffer.alloc(good.length)],
  ['half of it', (good) => good.subarray(0, good.length / 2)],
  [
    'a wrong byte',
    (good) => Buffer.concat([good.subarray(0, 200), Buffer.from([good[200]! ^ 255]), good.subarray(201)]),
  ],
])('%s where the code should be is ignored and replaced', (_, spoil) => {
  // In a process of its own each time, since V8 remembers what it compiled.
  const program = `
    const { loadBundle } = require(${JSON.stringify(join(ROOT, 'lib/src/cli/start/load-bundle.js'))});
    console.log(loadBundle(${JSON.stringify(bundle)}, 'synth', require).value());`;
  const run = () => execFileSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  expect(run()).toBe('1\n');
  const path = join(cached, files()[0]!);
  const good = readFileSync(path);
  writeFileSync(path, spoil(good));
  expect(run()).toBe('1\n');
  expect(readFileSync(path).length).toBe(good.length);
  expect(run()).toBe('1\n');
});

test('a folder that cannot be written is done without', () => {
  writeFileSync(cached, 'a file where the folder should be');
  expect(load().value?.()).toBe(1);
  rmSync(cached);
  chmodSync(join(folder, 'lib'), 0o555);
  expect(load().value?.()).toBe(1);
  chmodSync(join(folder, 'lib'), 0o755);
});

test('what is no name of a command makes no file', () => {
  load('../../../etc');
  load('--help');
  expect(files()).toEqual([]);
});
