import { spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recall, remember, statesOf } from '../../src/speed/answers';
import { cacheFolder, digestOf } from '../../src/speed/folder';
import { Store, sealedName } from '../../src/speed/store';
import { OWN_SOURCE } from '../own-folder';

const folder = mkdtempSync(join(tmpdir(), 'polyvirt-cache-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const place = (name: string) => join(folder, name);
const entriesIn = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' });
const fileOf = (path: string, key: string) => join(path, sealedName(key).slice(0, 2), sealedName(key).slice(2));

test('a digest tells where one part ends and the next begins', () => {
  expect(digestOf('ab', 'c')).not.toBe(digestOf('a', 'bc'));
  expect(digestOf('a')).toBe(digestOf(Buffer.from('a')));
});

test('what is written is read', () => {
  const store = new Store(place('plain'));
  const key = digestOf('question');
  expect(store.read(key)).toBeUndefined();
  store.write(key, Buffer.from('answer'));
  expect(store.read(key)?.toString()).toBe('answer');
});

test.each<[string, (bytes: Buffer) => Buffer]>([
  ['empty', () => Buffer.alloc(0)],
  ['cut off', (bytes) => bytes.subarray(0, -1)],
  ['changed', (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])])],
  ['of another form', () => Buffer.from('{}')],
])('an entry that is %s is none, and is replaced', (name, spoil) => {
  const path = place(name);
  const store = new Store(path);
  const key = digestOf('question');
  store.write(key, Buffer.from('answer'));
  writeFileSync(fileOf(path, key), spoil(readFileSync(fileOf(path, key))));
  expect(store.read(key)).toBeUndefined();
  store.write(key, Buffer.from('answer'));
  expect(store.read(key)?.toString()).toBe('answer');
});

test('an entry under another name is none', () => {
  const path = place('moved');
  const store = new Store(path);
  const [one, two] = [digestOf('one'), digestOf('two')];
  store.write(one, Buffer.from('answer'));
  mkdirSync(join(fileOf(path, two), '..'), { recursive: true });
  writeFileSync(fileOf(path, two), readFileSync(fileOf(path, one)));
  expect(store.read(two)).toBeUndefined();
});

test('who reads the folder learns neither what is kept nor its key', () => {
  const path = place('sealed');
  const key = digestOf('question');
  const store = new Store(path);
  store.write(key, Buffer.from('password: hunter2'));
  const [first] = [readFileSync(fileOf(path, key))];
  store.write(key, Buffer.from('password: hunter2'));
  expect(entriesIn(path).join()).not.toContain(key.slice(2, 20));
  expect(first.includes('hunter2')).toBe(false);
  // The same text is another one each time, so that two of them tell nothing about each other.
  expect(readFileSync(fileOf(path, key)).equals(first)).toBe(false);
  expect(statSync(fileOf(path, key)).mode & 0o077).toBe(0);
});

test('a folder that cannot be written keeps nothing and breaks nothing', () => {
  const store = new Store('/dev/null/nothing');
  store.write(digestOf('a'), Buffer.from('b'));
  expect(store.read(digestOf('a'))).toBeUndefined();
});

test('what was used longest ago goes, and what killed writers left', () => {
  const path = place('full');
  const store = new Store(path, 4096);
  // Keys that end in 0 look after the folder.
  const keys = Array.from({ length: 400 }, (_each, i) => digestOf(String(i)));
  const abandoned = join(path, 'new-1-abandoned');
  mkdirSync(path);
  writeFileSync(abandoned, 'half');
  utimesSync(abandoned, 0, 0);
  for (const [i, key] of keys.entries()) {
    store.write(key, Buffer.alloc(200, 65));
    utimesSync(fileOf(path, key), i, i);
  }
  store.write(`${'f'.repeat(63)}0`, Buffer.from('last'));
  const left = keys.filter((key) => store.read(key) !== undefined);
  expect(left.length).toBeLessThan(12);
  expect(left).toContain(keys.at(-1));
  expect(readdirSync(path)).not.toContain('new-1-abandoned');
});

test('the folder of somebody else, or a link, is not used', () => {
  const open = place('open');
  mkdirSync(open, { mode: 0o777 });
  // What the mask of the process takes away is put back.
  require('node:fs').chmodSync(open, 0o777);
  expect(cacheFolder({ POLYVIRT_CACHE: open })).toBeUndefined();
  const own = place('own');
  expect(cacheFolder({ POLYVIRT_CACHE: own })).toBe(own);
  symlinkSync(own, place('link'));
  expect(cacheFolder({ POLYVIRT_CACHE: place('link') })).toBeUndefined();
  expect(cacheFolder({ POLYVIRT_CACHE: 'off' })).toBeUndefined();
  expect(cacheFolder({ POLYVIRT_CACHE: 'relative' })).toBeUndefined();
  expect(cacheFolder({ POLYVIRT_CACHE: '/dev/null/x' })).toBeUndefined();
});

describe('an answer', () => {
  const store = new Store(place('answers'));
  const question = digestOf('q');
  const copy = (name: string, files: Record<string, string>) => {
    const root = place(name);
    mkdirSync(join(root, 'clusters'), { recursive: true });
    for (const [path, text] of Object.entries(files)) {
      writeFileSync(join(root, path), text);
    }
    return { root, env: { A: '1' } as Record<string, string> };
  };
  const files = { 'a.yaml': 'a', 'clusters/b.yaml': 'b' };
  const first = copy('first', files);
  remember(
    store,
    question,
    statesOf(
      [
        ['file', 'a.yaml'],
        ['file', 'missing.yaml'],
        ['names', 'clusters'],
        ['variable', 'A'],
        ['variable', 'NONE'],
        ['installed', join(folder, 'first/a.yaml')],
      ],
      first,
    ),
    { notes: { notices: 'n' }, body: Buffer.from('body\nwith lines') },
  );

  test('holds in another copy of the same', () => {
    expect(recall(store, question, copy('second', files))?.body.toString()).toBe('body\nwith lines');
  });

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['a file changes', { ...files, 'a.yaml': 'b' }, { A: '1' }],
    ['a file appears', { ...files, 'missing.yaml': '' }, { A: '1' }],
    ['a folder has another file', { ...files, 'clusters/c.yaml': '' }, { A: '1' }],
    ['a variable changes', files, { A: '2' }],
    ['a variable appears', files, { A: '1', NONE: '' }],
  ])('does not hold when %s', (name, changed, env) => {
    expect(recall(store, question, { ...copy(name, changed), env })).toBeUndefined();
  });
});

const WRITER = `
const { Store } = require(process.argv[1]);
const store = new Store(process.argv[2]);
const body = Buffer.alloc(1 << 18, 66);
for (;;) for (const key of ['a', 'b', 'c']) store.write(key.repeat(64), body);
`;

test('writers that are killed at any moment leave whole entries or none', async () => {
  const path = place('killed');
  const module = join(OWN_SOURCE, 'speed/store.js');
  const writers = Array.from({ length: 3 }, () => spawn(process.execPath, ['-e', WRITER, module, path]));
  const store = new Store(path);
  let seen = 0;
  for (let i = 0; i < 300 && seen < 100; i++) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    const body = store.read('a'.repeat(64));
    if (body !== undefined) {
      seen++;
      expect(body.equals(Buffer.alloc(1 << 18, 66))).toBe(true);
    }
  }
  await Promise.all(
    writers.map((writer) => {
      const ended = new Promise((resolve) => writer.on('close', resolve));
      writer.kill('SIGKILL');
      return ended;
    }),
  );
  expect(seen).toBeGreaterThan(0);
  for (const key of ['a', 'b', 'c']) {
    expect(store.read(key.repeat(64))?.length).toBe(1 << 18);
  }
  expect(entriesIn(path).filter((name) => name.includes('/')).length).toBe(3);
});
