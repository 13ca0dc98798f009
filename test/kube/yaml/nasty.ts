import fc from 'fast-check';

/** Where the halves of surrogate pairs begin, and how many there are. */
const [HALVES, HALF_COUNT] = [0xd800, 0x800];

/** Any character of Unicode. `unit: 'binary'` is the same, and makes a table of a million of them first, in seconds. */
const character = fc.nat({ max: 0x10ffff - HALF_COUNT }).map(
  (n) => String.fromCodePoint(n < HALVES ? n : n + HALF_COUNT),
  (text) => {
    if (typeof text !== 'string' || !text.isWellFormed() || [...text].length !== 1) {
      throw new Error('this is not one character');
    }
    const n = text.codePointAt(0)!;
    return n < HALVES ? n : n - HALF_COUNT;
  },
);

/** Text that is likely to be misread: YAML's own signs, words and numbers, beside any Unicode. */
export const text: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: character }),
  fc.string({ unit: fc.constantFrom(...'-:#?|>!&*%@`"\'{}[],=~<. \t\n\r0123456789eExXoObBynYN_+/aGi') }),
  fc.constantFrom('yes', 'no', 'on', 'off', 'null', '~', 'true', '<<', '0777', '1:30', 'e1000', '1.10', '---', '...'),
  fc
    .tuple(fc.string(), fc.constantFrom('\n', '\n\n', ' \n', '\n ', '\t\n'), fc.string())
    .map((parts) => parts.join('')),
);

/** Any data that a manifest can hold, with text that is likely to be misread, as values and as keys. */
export const data: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(text, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

// Halves of surrogate pairs have no UTF-8: they come out as the replacement character.
export const wellFormed = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, part) => (typeof part === 'string' ? part.toWellFormed() : part)));
/** What has no UTF-8 as a key would be another key, and one key is none. */
export const hasBrokenKey = (value: unknown): boolean =>
  /\\ud[89a-f][0-9a-f]{2}/.test(JSON.stringify(value)) || JSON.stringify(value).includes('__proto__');
