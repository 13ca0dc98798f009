import fc from 'fast-check';
import { parse } from 'yaml';
import { emitYaml } from '../../../src/kube/yaml/emit';
import { data, hasBrokenKey, wellFormed } from './nasty';

test('a manifest looks as kubectl writes it', () => {
  const manifest = {
    spec: { running: false, list: [{ b: 1, name: 'x' }, [1, [2]], {}, []], script: '#!/bin/sh\necho hi\n' },
    metadata: { labels: {}, namespace: 'shop', name: 'web' },
    kind: 'Thing',
    apiVersion: 'example.com/v1',
  };
  expect(emitYaml(manifest)).toBe(`apiVersion: example.com/v1
kind: Thing
metadata:
  name: web
  namespace: shop
  labels: {}
spec:
  list:
  - name: x
    b: 1
  - - 1
    - - 2
  - {}
  - []
  running: false
  script: |
    #!/bin/sh
    echo hi
`);
});

test('the order of keys does not depend on the order in which they were set', () => {
  expect(emitYaml({ b: 1, a: 2, kind: 'K' })).toBe(emitYaml({ kind: 'K', a: 2, b: 1 }));
});

test.each([
  'yes',
  'No',
  'ON',
  'y',
  'n',
  'true',
  'False',
  'null',
  '~',
  '',
  'NaN',
  '.inf',
  '.nan',
  '0777',
  '0o17',
  '0x1F',
  '0b1',
  '1_000',
  '1:30',
  '190:20:30',
  'e1000',
  'E3',
  '1e3',
  '1.10',
  '1.',
  '.5',
  '+1',
  '-1',
  '2001-01-01',
  '2001-01-01T00:00:00Z',
  '02:00:00:00:00:01',
  'aa:bb:cc:dd:ee:ff',
  '<<',
  '=',
  '- a',
  'a: b',
  'a #b',
  '#a',
  '&a',
  '*a',
  '!a',
  '%a',
  '@a',
  '`a',
  ' a',
  'a ',
  'a:',
  '?',
  '-',
  '---',
  '...',
  '{}',
  '[]',
  "'",
  '"',
  'a\tb',
  '\u0000',
  '\u2028',
  '\ufeff',
  '\u0085',
  '|',
  '>',
])('%j is quoted', (text) => {
  expect(emitYaml({ a: text })).toMatch(/^a: ".*"\n$/);
});

test.each([
  'web',
  'quay.io/containerdisks/fedora:42',
  'docker://quay.io/x:1',
  '8Gi',
  '500m',
  '/usr/share/OVMF',
  'amd64',
  'kubevirt.io/v1',
  'LiveMigrate',
  'hello world',
  'example.com/x@sha256:abc',
  'app.kubernetes.io/part-of',
])('%j stays plain', (text) => {
  expect(emitYaml({ a: text })).toBe(`a: ${text}\n`);
  expect(parse(emitYaml({ a: text }), { version: '1.1' })).toEqual({ a: text });
});

test.each<[string, string]>([
  ['a\nb', '|-\n  a\n  b'],
  ['a\nb\n', '|\n  a\n  b'],
  ['a\n\n\n', '|+\n  a\n\n'],
  ['a\n\n  b\n', '|\n  a\n\n    b'],
])('%j is a literal block', (text, block) => {
  expect(emitYaml({ a: text })).toBe(`a: ${block}\n`);
  expect(parse(emitYaml({ a: text, z: 1 }))).toEqual({ a: text, z: 1 });
});

test.each(['\na', ' a\nb', '\ta\nb', 'a\n \nb', 'a\r\nb', 'a\n\u2028', '\n'])('%j is not a literal block', (text) => {
  expect(emitYaml({ a: text })).toMatch(/^a: "/);
  expect(parse(emitYaml({ a: text }))).toEqual({ a: text });
});

test('nesting of any depth is written', () => {
  let deep: unknown = 'end';
  for (let i = 0; i < 20_000; i++) {
    deep = i % 2 === 0 ? { a: deep } : [deep];
  }
  expect(() => emitYaml(deep)).not.toThrow();
});

test('a key that is too long for readers is written as an explicit one', () => {
  const value = { ['k'.repeat(2000)]: { a: [1, { b: 'x\ny\n' }] }, z: ['k'.repeat(1100)] };
  expect(parse(emitYaml(value))).toEqual(value);
});

test.each([undefined, () => 1, Symbol('s'), 1n, Number.NaN, Number.POSITIVE_INFINITY])(
  '%p is rejected inside a manifest',
  (value) => {
    if (value === undefined) {
      expect(emitYaml({ a: value, b: 1 })).toBe('b: 1\n');
    } else {
      expect(() => emitYaml({ a: value })).toThrow(/plain data/);
    }
  },
);

test.each(['1.1', '1.2'] as const)('whatever is written is read back by a reader of YAML %s', (version) => {
  fc.assert(
    fc.property(data, (value) => {
      fc.pre(!hasBrokenKey(value));
      const document = { root: value };
      expect(parse(emitYaml(document), { version, merge: false, maxAliasCount: 0 })).toEqual(wellFormed(document));
    }),
    { numRuns: 3000 },
  );
});
