import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, textsBelow, writeFiles } from '../app-folder';
import { builtPolyvirt } from '../built-program';

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  kubevirt: {}
  virtualMachines: [{ name: web, memory: 1Gi }]
`;

/** A platform, a cache of its own, and how to run a command with both. */
function place() {
  const folder = join(appFolder(), 'platform');
  const cache = join(folder, '../cache');
  writeFiles(folder, { 'polyvirt.yaml': PLATFORM });
  const run = (...args: string[]) => builtPolyvirt(folder, args, { POLYVIRT_CACHE: cache });
  const kept = () =>
    readdirSync(cache, { recursive: true, encoding: 'utf8' })
      .filter((name) => / (synth|check)$/.test(name))
      .map((name) => join(cache, name));
  return { run, kept };
}

test('each command keeps what V8 compiled for it, in the cache of the user', () => {
  const { run, kept } = place();
  expect(run('synth', '--stdout').code).toBe(0);
  expect(kept()).toHaveLength(1);
  expect(run('check', 'polyvirt.yaml').code).toBe(0);
  expect(kept()).toHaveLength(2);
  expect(kept().map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o600]);
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['empty', () => Buffer.alloc(0)],
  ['cut off', (bytes) => bytes.subarray(0, bytes.length / 3)],
  ['changed', (bytes) => bytes.map((byte, at) => (at === 5_000 ? byte ^ 0xff : byte)) as Buffer],
  ['of something else', () => Buffer.from('{}{}')],
])('code that is %s is compiled again, and replaced', (_name, spoil) => {
  const { run, kept } = place();
  const first = run('synth', '--stdout');
  const [path] = kept();
  const spoilt = spoil(readFileSync(path!));
  writeFileSync(path!, spoilt);
  expect(run('synth', '--stdout')).toEqual(first);
  expect(readFileSync(path!).equals(spoilt)).toBe(false);
  expect(run('synth', '--stdout')).toEqual(first);
});

test('nothing is written into the folder of the package', () => {
  const lib = join(__dirname, '../../lib');
  const before = Object.keys(textsBelow(lib));
  expect(place().run('synth', '--stdout').code).toBe(0);
  expect(Object.keys(textsBelow(lib))).toEqual(before);
});
