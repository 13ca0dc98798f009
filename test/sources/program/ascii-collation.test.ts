import * as fc from 'fast-check';
import { compareAscii } from '../../../src/sources/program/prelude';

const CHARS = [...'\t\n\v\f\r', ...Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))];

test('texts in ASCII compare as in Node with the data of English', () => {
  const text = fc.array(fc.constantFrom(...CHARS), { maxLength: 6 }).map((chars) => chars.join(''));
  const close = fc.array(fc.constantFrom(...'aAbB-_0.'), { maxLength: 6 }).map((chars) => chars.join(''));
  const pairs = fc.oneof(fc.tuple(text, text), fc.tuple(close, close));
  fc.assert(
    fc.property(pairs, ([a, b]) => compareAscii(a, b) === Math.sign(a.localeCompare(b, 'en'))),
    { numRuns: 20_000, seed: 1 },
  );
});

test('what is not in the table is not compared', () => {
  expect([compareAscii('ä', 'b'), compareAscii('a', '\u0001')]).toEqual([undefined, undefined]);
});
