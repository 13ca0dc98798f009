import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { StreamSink } from '../../src/sinks/stream-sink';

const result = (name: string) => ({
  name,
  isPlatform: true,
  about: '',
  kinds: [],
  unjudged: {},
  findings: [],
  pools: { pools: [] },
  files: [],
});
const text = (parts: Iterable<Buffer>) => {
  const copies: Buffer[] = [];
  for (const part of parts) {
    copies.push(Buffer.from(part));
  }
  return Buffer.concat(copies).toString();
};
const left = () => readdirSync(tmpdir()).filter((name) => /^polyvirt-[A-Za-z0-9]{6}$/.test(name)).length;

test('gives what it took in the order of names, of the clusters that are wanted', () => {
  const stream = new StreamSink(new Set(['a', 'c']));
  for (const name of ['c', 'b', 'a']) {
    stream.take(result(name), [
      { path: '', text: `${name}1 ` },
      { path: '', text: `${name}2 ` },
    ]);
  }
  expect(text(stream.chunks())).toBe('a1 a2 c1 c2 ');
  stream.close();
});

test('holds more than memory should, loses nothing of a character, and leaves nothing behind', () => {
  const before = left();
  const stream = new StreamSink();
  // Of three bytes each, so that chunks end within one.
  const large = '€'.repeat(1_500_000);
  const names = ['d', 'b', 'c', 'a'];
  for (const name of names) {
    stream.take(result(name), [{ path: '', text: `${name}${large}` }]);
  }
  expect(left()).toBe(before);
  expect(
    text(stream.chunks()) ===
      names
        .sort()
        .map((name) => `${name}${large}`)
        .join(''),
  ).toBe(true);
  stream.close();
});
