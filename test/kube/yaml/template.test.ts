import fc from 'fast-check';
import { emitYaml, templateOf } from '../../../src/kube/yaml/emit';
import { text } from './nasty';

const documentOf = ([a, b, c]: readonly unknown[]) => ({
  name: a,
  deeper: { still: [{ name: b, own: { text: c } }, a], x: 1 },
  list: [[b]],
});

test('a document from a template is the one that would have been written', () => {
  const template = templateOf(documentOf, 3, '---\n');
  fc.assert(
    fc.property(text, text, text, (...texts) => {
      expect(template(texts)).toBe(emitYaml(documentOf(texts), '---\n'));
    }),
    { numRuns: 3000 },
  );
});

test('a text may be there twice, or not at all', () => {
  const twice = (holes: readonly unknown[]) => ({ a: holes[0], b: holes[0] });
  expect(templateOf(twice, 2, '')(['x', 'y'])).toBe('a: x\nb: x\n');
});
