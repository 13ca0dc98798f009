import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as esbuild from 'esbuild';
import { appFolder, ROOT, textsBelow, writeFiles } from '../app-folder';
import { BIN, builtPolyvirt } from '../built-program';
import { environment } from '../run-cli';

jest.mock('esbuild', () => {
  const actual = jest.requireActual<typeof import('esbuild')>('esbuild');
  return { ...actual, build: jest.fn(actual.build) };
});

// What was built: nothing is kept of what runs from its sources.
const { keptBundle } = require(
  join(ROOT, 'lib/src/speed/kept-bundle.js'),
) as typeof import('../../src/speed/kept-bundle');

const LONG_AGO = new Date('2020-01-01');

/** An app with a cache of its own; everything in it is old, since what has just been written is not kept. */
function keptApp(files: Record<string, string>) {
  const folder = appFolder(files);
  const cache = join(folder, 'cache');
  mkdirSync(cache, { mode: 0o700 });
  const write = (more: Record<string, string>) => {
    writeFiles(folder, more);
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isSymbolicLink() && !entry.parentPath.includes('node_modules')) {
        utimesSync(join(entry.parentPath, entry.name), LONG_AGO, LONG_AGO);
      }
    }
    utimesSync(join(folder, 'node_modules'), LONG_AGO, LONG_AGO);
    utimesSync(folder, LONG_AGO, LONG_AGO);
  };
  write({});
  const bundle = async (env: NodeJS.ProcessEnv = {}) => {
    const build = jest.mocked(esbuild.build).mockClear();
    const kept = await keptBundle(
      { folder, entry: join(folder, 'main.ts'), output: join(folder, 'dist') },
      { POLYVIRT_CACHE: cache, ...env },
    );
    return { code: kept?.code, wasBuilt: build.mock.calls.length > 0 };
  };
  return { folder, cache, write, bundle };
}

const MAIN = "import { name } from './name';\nconsole.log(name);\n";
const NAME = (name: string) => `export const name = '${name}';\n`;

test('a bundle is made again when something changed that it is made of, and only then', async () => {
  const { folder, write, bundle } = keptApp({ 'main.ts': MAIN, 'name/index.ts': NAME('first') });
  const first = await bundle();
  expect(first).toMatchObject({ wasBuilt: true, code: expect.stringContaining('first') });
  expect(await bundle()).toEqual({ ...first, wasBuilt: false });

  write({ 'unrelated.md': 'text', 'dist/edge.yaml': 'a: 1\n' });
  expect(await bundle()).toEqual({ ...first, wasBuilt: false });

  // Of the same length, and as old.
  write({ 'name/index.ts': NAME('other') });
  expect(await bundle()).toMatchObject({ wasBuilt: true, code: expect.stringContaining('other') });

  write({ 'name.ts': NAME('nearer') });
  expect(await bundle()).toMatchObject({ wasBuilt: true, code: expect.stringContaining('nearer') });

  rmSync(join(folder, 'name.ts'));
  expect(await bundle()).toMatchObject({ wasBuilt: true, code: expect.stringContaining('other') });

  rmSync(join(folder, 'name'), { recursive: true });
  await expect(bundle()).rejects.toMatchObject({
    findings: [{ code: 'PV012', file: expect.stringMatching(/main.ts$/) }],
  });
});

test('what configures the bundler counts as well', async () => {
  const { write, bundle } = keptApp({
    'main.ts': 'class Base { constructor(readonly a = 1) {} }\nconsole.log(new Base());\n',
    'tsconfig.json': '{ "extends": "./base.json" }',
    'base.json': '{ "compilerOptions": { "useDefineForClassFields": true } }',
  });
  await bundle();
  expect((await bundle()).wasBuilt).toBe(false);
  write({ 'base.json': '{ "compilerOptions": { "useDefineForClassFields": false } }' });
  expect((await bundle()).wasBuilt).toBe(true);
  expect((await bundle()).wasBuilt).toBe(false);
  // Where names are looked for elsewhere, anything may be what they mean.
  write({ 'base.json': '{ "compilerOptions": { "paths": { "@/*": ["./a/*", "./b/*"] } } }' });
  await bundle();
  expect((await bundle()).wasBuilt).toBe(true);
});

test('what cannot be trusted is made again', async () => {
  const { cache, folder, bundle } = keptApp({ 'main.ts': MAIN, 'name.ts': NAME('first') });
  const first = await bundle();
  const [entry] = Object.keys(textsBelow(cache));
  const path = join(cache, entry!);
  const bytes = readFileSync(path);
  for (const broken of [bytes.subarray(0, bytes.length / 2), Buffer.alloc(0), Buffer.from(bytes).fill(65, 200, 300)]) {
    writeFileSync(path, broken);
    expect(await bundle()).toEqual(first);
    // Made again, and sealed again, so in other bytes of the same length; what is read next is that.
    expect(readFileSync(path)).toHaveLength(bytes.length);
    expect(await bundle()).toEqual({ ...first, wasBuilt: false });
  }
  expect(await bundle({ POLYVIRT_CACHE: 'off' })).toEqual({ code: undefined, wasBuilt: false });
  // Just written, so it may change again within the same tick of the clock.
  const soon = new Date(Date.now() + 60_000);
  writeFiles(folder, { 'name.ts': NAME('second') });
  utimesSync(join(folder, 'name.ts'), soon, soon);
  expect((await bundle()).wasBuilt).toBe(true);
  expect((await bundle()).wasBuilt).toBe(true);
});

test('two at once make the same, and what V8 made of it is used the next time', async () => {
  const { folder, cache, write } = keptApp({
    'main.ts': `import { App } from 'cdk8s';
import { Platform, VirtualMachine } from 'polyvirt';
const app = new App();
new VirtualMachine(new Platform(app, 'edge'), 'web', { memory: process.env.MEMORY });
console.error(__dirname);
app.synth();
`,
  });
  write({});
  const env = environment({ POLYVIRT_CACHE: cache, MEMORY: '1Gi' });
  const both = execFileSync(
    'sh',
    ['-c', `"$0" "$1" synth --stdout > one & "$0" "$1" synth --stdout > two; wait`, process.execPath, BIN],
    { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' },
  );
  expect(both).toBe('');
  const [one, two] = ['one', 'two'].map((name) => readFileSync(join(folder, name), 'utf8'));
  expect(one).toContain('guest: 1Gi');
  expect(two).toBe(one);
  // The bundle, its code, that of the library, and that of the command.
  expect(Object.keys(textsBelow(cache)).length).toBe(4);

  const again = builtPolyvirt(folder, ['synth', '--stdout'], { ...env, MEMORY: 'much' });
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(`${folder}\n`);
  expect(again.stderr).toContain('PV042 VirtualMachine web at main.ts:4:1');
  expect(Object.keys(textsBelow(cache)).length).toBe(4);
});

test('a program that imports by a name that it works out can do so each time', () => {
  const { folder, cache } = keptApp({
    'main.ts': `import { App, Chart } from 'cdk8s';
const later = 'node:os';
import(later).then(({ EOL }) => {
  const app = new App();
  new Chart(app, 'plain', { labels: { length: String(EOL.length) } });
  console.error('imported');
  app.synth();
});
`,
  });
  for (const _time of [1, 2]) {
    expect(builtPolyvirt(folder, ['synth', '--stdout'], { POLYVIRT_CACHE: cache }).stderr).toContain('imported');
  }
});
