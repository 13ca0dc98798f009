import fc from 'fast-check';
import { asCommon } from '../../src/kube/as-common';
import { ContentTrie, follow } from '../../src/kube/content-trie';

const data = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 3 },
    tie('scalar'),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.string(), tie('any'), { noNullPrototype: true, maxKeys: 4 }),
  ),
  scalar: fc.oneof(fc.constantFrom('a', 'b', 1, 2, true, null, undefined, Number.NaN, ''), fc.string(), fc.integer()),
})).any;

/** Tells everything apart that is not the same, keys in their order. */
const shown = (value: unknown): string =>
  typeof value !== 'object' || value === null
    ? `${typeof value} ${String(value)}`
    : Array.isArray(value)
      ? `[${value.map((item) => JSON.stringify(shown(item))).join()}]`
      : `{${Object.entries(value)
          .map(([key, part]) => JSON.stringify([key, shown(part)]))
          .join()}}`;

const copyOf = (value: unknown): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Array.isArray(value)
      ? value.map(copyOf)
      : Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyOf(part)]));

test('the same data leads to the same node, other data to another', () => {
  fc.assert(
    fc.property(data, data, (a, b) => {
      const { root } = new ContentTrie(1000);
      const [first, again, other] = [follow(root, a), follow(root, copyOf(a)), follow(root, b)];
      expect(again).toBe(first);
      expect(other === first).toBe(shown(a) === shown(b));
    }),
    { numRuns: 2000 },
  );
});

test('maps and lists are not mistaken for what is in them', () => {
  const { root } = new ContentTrie(1000);
  const all = [
    { a: 'b' },
    ['a', 'b'],
    [['a'], 'b'],
    [['a', 'b']],
    { a: {}, b: 1 },
    { a: { b: 1 } },
    ['a'],
    'a',
    [],
    {},
  ];
  expect(new Set(all.map((each) => follow(root, each))).size).toBe(all.length);
});

test('common parts, and what is not plain, are only like themselves', () => {
  const { root } = new ContentTrie(1000);
  const common = asCommon({ a: 1 });
  const date = new Date(0);
  expect(follow(root, [common])).toBe(follow(root, [common]));
  expect(follow(root, [common])).not.toBe(follow(root, [{ a: 1 }]));
  expect(follow(root, date)).toBe(follow(root, date));
  expect(follow(root, date)).not.toBe(follow(root, new Date(0)));
});

test('what a full trie has not met has no node', () => {
  const { root } = new ContentTrie(4);
  const known = follow(root, ['a', 'b']);
  expect(known).toBeDefined();
  expect(follow(root, ['a', 'c'])).toBeUndefined();
  expect(follow(root, ['a', 'b'])).toBe(known);
  expect(follow(undefined, 'a')).toBeUndefined();
});
