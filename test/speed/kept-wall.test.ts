import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { findApp } from '../../src/sources/program/find-app';
import { app, appFolder, ROOT, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

// What was built: nothing is kept of what runs from its sources.
const { keptWall } = require(join(ROOT, 'lib/src/speed/kept-wall.js')) as typeof import('../../src/speed/kept-wall');

const LONG_AGO = new Date('2020-01-01');
const VM = (name: string) => app(`new VirtualMachine(edge, '${name}', { architecture: 'amd64', memory: '1Gi' });`);

/** A program with a cache of its own; everything in it is old, since what has just been written is not kept. */
function keptProgram(main: string) {
  const folder = appFolder({ 'main.ts': main });
  const cache = join(appFolder(), 'cache');
  mkdirSync(cache, { mode: 0o700 });
  const write = (text: string) => {
    writeFiles(folder, { 'main.ts': text });
    for (const name of ['main.ts', 'cdk8s.yaml', 'tsconfig.json', 'node_modules', '.']) {
      utimesSync(join(folder, name), LONG_AGO, LONG_AGO);
    }
  };
  write(main);
  const synth = (env: NodeJS.ProcessEnv = { POLYVIRT_CACHE: cache }) =>
    polyvirt(folder, ['synth', '--sandbox', '--stdout'], env);
  return { folder, cache, write, synth };
}

/** Entries of the cache by their paths, the large ones: engines. */
function engines(cache: string): string[] {
  return readdirSync(cache, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => statSync(path).size > 4 << 20);
}

test('the bytes are the same with a kept engine, with a new one, without any, and in Node', async () => {
  const { folder, cache, synth } = keptProgram(VM('web'));
  const first = await synth();
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining('name: web\n') });
  expect(engines(cache)).toHaveLength(1);
  const [engine] = engines(cache);
  const before = readFileSync(engine!);
  expect(await synth()).toEqual(first);
  expect(readFileSync(engine!).equals(before)).toBe(true);
  expect(await synth({ POLYVIRT_SPEED: 'off' })).toEqual(first);
  expect(await polyvirt(folder, ['synth', '--stdout'], { POLYVIRT_SPEED: 'off' })).toEqual(first);
});

test('nothing of a program is in the engine that is kept', async () => {
  const { cache, synth, write } = keptProgram(
    `(globalThis as any).left = 'left behind';\nArray.prototype.flat = () => { throw new Error('changed'); };\n${VM('web')}`,
  );
  await synth();
  expect(engines(cache)).toHaveLength(1);
  write(
    app(
      "if ((globalThis as any).left !== undefined) throw new Error('left'); [[1]].flat();\nnew VirtualMachine(edge, 'next', { architecture: 'amd64', memory: '1Gi' });",
    ),
  );
  expect(await synth()).toMatchObject({ code: 0, stdout: expect.stringContaining('name: next\n') });
  expect(engines(cache)).toHaveLength(1);
});

test.each<[name: string, damage: (bytes: Buffer) => Buffer]>([
  [
    'a byte that is another one',
    (bytes) =>
      Buffer.concat([bytes.subarray(0, 5 << 20), Buffer.of(bytes[5 << 20]! ^ 1), bytes.subarray((5 << 20) + 1)]),
  ],
  ['an end that is missing', (bytes) => bytes.subarray(0, bytes.length - 100)],
  ['nothing in it', () => Buffer.alloc(0)],
])('a kept engine with %s is not used, and made again', async (_name, damage) => {
  const { cache, synth } = keptProgram(VM('web'));
  const first = await synth();
  const [engine] = engines(cache);
  writeFileSync(engine!, damage(readFileSync(engine!)));
  expect(await synth()).toEqual(first);
  expect(engines(cache)).toEqual([engine]);
  expect(await synth()).toEqual(first);
});

test('a folder in which others may write keeps nothing and is not believed', async () => {
  const { cache, synth } = keptProgram(VM('web'));
  const first = await synth();
  chmodSync(cache, 0o777);
  expect(keptWall({ POLYVIRT_CACHE: cache, POLYVIRT_SPEED: '' })).toBeUndefined();
  expect(await synth()).toEqual(first);
});

test('a bundle is made again when something changed that it was made of, in every copy of a repository', async () => {
  const { folder, cache, synth, write } = keptProgram(VM('web'));
  await synth();
  const bundleOf = async (of: string) => {
    const kept = keptWall({ POLYVIRT_CACHE: cache, POLYVIRT_SPEED: '' })!;
    return (await kept.bundle(findApp(of), { root: realpathSync(of), packages: [] })).code;
  };
  expect(await bundleOf(folder)).toContain('"web"');
  write(VM('other'));
  expect(await bundleOf(folder)).toContain('"other"');
  expect((await synth()).stdout).toContain('name: other\n');
  const copy = keptProgram(VM('other')).folder;
  expect(await bundleOf(copy)).toBe(await bundleOf(folder));
  rmSync(join(folder, 'main.ts'));
  await expect(bundleOf(folder)).rejects.toMatchObject({ findings: [{ code: 'PV011' }] });
});

test('an engine that asked something while it was loaded is not kept', async () => {
  const { folder, cache, synth } = keptProgram(VM('web'));
  // Its own cdk8s, which looks at what may be another thing the next time.
  const own = join(folder, 'node_modules/cdk8s');
  rmSync(own);
  cpSync(join(ROOT, 'node_modules/cdk8s'), own, { recursive: true });
  const index = join(own, 'lib/index.js');
  writeFileSync(index, `require('node:fs').existsSync('main.ts');\n${readFileSync(index, 'utf8')}`);
  expect(await synth()).toMatchObject({ code: 0, stdout: expect.stringContaining('name: web\n') });
  expect(engines(cache)).toEqual([]);
});
