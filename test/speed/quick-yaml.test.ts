import fc from 'fast-check';
import { emitYaml } from '../../src/kube/yaml/emit';
import { isProblem, readYaml, splitDocuments } from '../../src/kube/yaml/reader';
import { quickYaml } from '../../src/speed/quick-yaml';
import { textsBelow } from '../app-folder';
import { data } from '../kube/yaml/nasty';
import { damaged, lines } from './yaml-lines';

/** What js-yaml makes of a document: this test gives `readYaml` no quick reader. */
function slowly(text: string): unknown {
  const read = [...readYaml(text)];
  return read.map((each) => (isProblem(each) ? each.problem : JSON.stringify(each.value)));
}

/** Whether the quick reader reads a document; what it reads must be what js-yaml reads, keys in the same order. */
function isQuick(text: string): boolean {
  const read = quickYaml(text);
  if (read !== undefined) {
    expect([text, [JSON.stringify(read.value)]]).toEqual([text, slowly(text)]);
  }
  return read !== undefined;
}

test('reads what polyvirt writes, most of it quickly', () => {
  let quick = 0;
  const documents = fc.sample(data, { numRuns: 2000, seed: 1 }).map((root) => emitYaml({ root }));
  for (const text of documents) {
    quick += isQuick(text) ? 1 : 0;
  }
  expect(quick).toBeGreaterThan(documents.length / 4);
});

test('reads what people write as js-yaml does', () => {
  let quick = 0;
  fc.assert(
    fc.property(lines, (text) => {
      quick += isQuick(text) ? 1 : 0;
    }),
    { numRuns: 5000, seed: 2 },
  );
  expect(quick).toBeGreaterThan(100);
});

test('reads manifests quickly, and damaged ones as js-yaml does', () => {
  const texts = [...Object.values(textsBelow('test/fleet')), ...Object.values(textsBelow('deploy'))];
  const documents = texts.flatMap((text) => [...splitDocuments(text)].map((part) => part.text));
  let quick = 0;
  documents.forEach((text, seed) => {
    quick += isQuick(text) ? 1 : 0;
    fc.sample(damaged(text), { numRuns: 20, seed }).forEach(isQuick);
  });
  expect(quick).toBeGreaterThan(documents.length / 3);
});

test.each([
  ['a:\n- b\n- c: 1\n  d: |\n    e\n\n     f\n  g: {h: [1, "i"], j: {}}\nk: no # l\n', true],
  ["---\na: 0777\n\"b c\": 'it''s'\n", true],
  ['a: &x 1\nb: *x\n', false],
  ['a: b\n  c\n', false],
  ['a: >\n  b\n', false],
  ['a: 1\na: 2\n', false],
  ['<<: {a: 1}\n', false],
  ['a: !!str 1\n', false],
  ['a:\t1\n', false],
  ['{a: 1,\n b: 2}\n', false],
  ['__proto__: 1\n', false],
  ['a: "\\x41"\n', false],
  ['', false],
])('%j is read quickly: %p', (text, expected) => {
  expect(isQuick(text)).toBe(expected);
});
