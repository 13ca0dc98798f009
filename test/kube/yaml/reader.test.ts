import fc from 'fast-check';
import { emitYaml } from '../../../src/kube/yaml/emit';
import { placeOf, writtenAt } from '../../../src/kube/yaml/place';
import { isProblem, plainScalar, readYaml, YAML_LIMITS, type YamlDocument } from '../../../src/kube/yaml/reader';

const values = (text: string) =>
  [...readYaml(text)].map((read) => (isProblem(read) ? `${read.line}:${read.column} ${read.problem}` : read.value));
const scalar = (text: string) => (values(`a: ${text}\n`)[0] as { a: unknown }).a;

/** Read off `sigs.k8s.io/yaml` 1.6, which is what kubectl and Argo CD use. */
const AS_GO: [string, unknown][] = [
  ['yes', true],
  ['Y', true],
  ['on', true],
  ['No', false],
  ['n', false],
  ['OFF', false],
  ['true', true],
  ['yEs', 'yEs'],
  ['', null],
  ['~', null],
  ['null', null],
  ['Null', null],
  ['nULL', 'nULL'],
  ['0777', 511],
  ['0o17', 15],
  ['0x1F', 31],
  ['0b11', 3],
  ['1_000', 1000],
  ['-0', 0],
  ['+7', 7],
  ['08', 8],
  ['0o8', '0o8'],
  ['1.10', 1.1],
  ['1.', 1],
  ['.5', 0.5],
  ['1e3', 1000],
  ['1E-2', 0.01],
  ['e1000', 'e1000'],
  ['1e', '1e'],
  ['.', '.'],
  ['-', '-'],
  ['1:30', '1:30'],
  ['190:20:30', '190:20:30'],
  ['02:00:00:00:00:01', '02:00:00:00:00:01'],
  ['2001-01-01', '2001-01-01'],
  ['2001-12-14t21:59:43.10-05:00', '2001-12-14t21:59:43.10-05:00'],
  ['1.2.3', '1.2.3'],
  ['1Gi', '1Gi'],
  ['=', '='],
  ['"yes"', 'yes'],
  ["'0777'", '0777'],
  ['!!str 1', '1'],
];

test.each(AS_GO.filter(([text]) => text !== '-'))('%j is read as %j', (text, expected) => {
  expect(scalar(text)).toEqual(expected);
});

test('keys become text, as JSON has no others', () => {
  expect(values('1: a\ntrue: b\n1.5: c\nnull: d\n')).toEqual([{ '1': 'a', true: 'b', '1.5': 'c', null: 'd' }]);
});

test('merge keys merge, own keys win', () => {
  expect(values('base: &b {x: 1, z: 2}\nown:\n  <<: *b\n  z: 3\n')).toEqual([
    { base: { x: 1, z: 2 }, own: { x: 1, z: 3 } },
  ]);
});

test('a stream is read one document at a time, empty ones left out', () => {
  const text = '# only a comment\n---\na: 1\n--- {b: 2}\n---\n---\n\nc: 3\n...\n';
  const read = [...readYaml(text)] as YamlDocument[];
  expect(read.map(({ value, firstLine }) => [value, firstLine])).toEqual([
    [{ a: 1 }, 2],
    [{ b: 2 }, 4],
    [{ c: 3 }, 6],
  ]);
});

test('directives belong to the document behind them', () => {
  expect(values('%YAML 1.1\n---\na: yes\n')).toEqual([{ a: true }]);
});

test('a document that begins after ... without --- is not dropped silently', () => {
  expect(values('a: 1\n...\nb: 2\n')).toEqual(['2:1 a second document begins without a line ---']);
});

test('a long list beside an anchor is read', () => {
  expect((values(`a: [${'x,'.repeat(200_000)}x]\nb: "&"\n`)[0] as { a: unknown[] }).a).toHaveLength(200_001);
});

test('a marker inside a block scalar is text', () => {
  expect(values('a: |\n  x\n  ---\n  y\nb: 1\n')).toEqual([{ a: 'x\n---\ny\n', b: 1 }]);
});

test('a broken document is told with its place, and the next one is read', () => {
  expect(values('a: 1\n---\nb: [1,\n---\nc: 3\n')).toEqual([
    { a: 1 },
    expect.stringMatching(/^4:1 |^3:\d+ /),
    { c: 3 },
  ]);
});

test.each<[string, string, RegExp]>([
  ['a key twice', 'a: 1\nb: 2\na: 3\n', /^3:1 duplicated mapping key/],
  ['a key twice after reading', '1: a\n"1": b\n', /^2:2 duplicated mapping key/],
  ['a custom tag', 'a: !secret x\n', /^1:4 .*tag/],
  ['a known tag beyond the basic ones', 'a: !!binary aGk=\n', /^1:4 .*tag/],
  ['__proto__', 'a:\n  __proto__: {x: 1}\n', /__proto__/],
  ['a map as a key', '? {a: 1}\n: 2\n', /a key must be text/],
  ['an unknown alias', 'a: *b\n', /b/],
  ['a tab as indentation', 'a:\n\tb: 1\n', /^2:/],
  ['a template', 'a: {{ .Values.x }}\n', /^1:/],
])('%s is rejected', (_name, text, message) => {
  expect(values(text)).toEqual([expect.stringMatching(message)]);
});

test('no key reaches the prototype of anything', () => {
  values('__proto__: {polluted: 1}\n');
  values('constructor: {prototype: {polluted: 1}}\n');
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  expect(Object.hasOwn(values('constructor: 1\n')[0] as object, 'constructor')).toBe(true);
});

test('depth, documents and aliases have limits', () => {
  const deep = (open: string, close: string) => `a: ${open.repeat(10_000)}${close.repeat(10_000)}\n`;
  expect(values(deep('[', ']'))).toEqual([expect.stringMatching(/depth|nest/i)]);
  expect(values(deep('{a: ', '}'))).toEqual([expect.stringMatching(/depth|nest/i)]);
  expect(values(`${Array.from({ length: 10_000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')}\n`)).toEqual([
    expect.stringMatching(/depth|nest/i),
  ]);
  const few = { ...YAML_LIMITS, documents: 2 };
  expect([...readYaml('a: 1\n---\na: 2\n---\na: 3\n', few)].filter(isProblem)).toMatchObject([
    { problem: 'there are more than 2 documents', line: 4 },
  ]);
});

test('a bomb of aliases is rejected in no time', () => {
  const lines = ['a0: &a0 [x,x,x,x,x,x,x,x,x]'];
  for (let i = 1; i < 12; i++) {
    lines.push(
      `a${i}: &a${i} [${Array(9)
        .fill(`*a${i - 1}`)
        .join(',')}]`,
    );
  }
  expect(values(`${lines.join('\n')}\n`)).toEqual(['1:1 aliases make it far larger than its text']);
});

test('whatever we write is read back', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean()),
        { noNullPrototype: true },
      ),
      (value) => {
        expect(values(emitYaml({ value }))).toEqual([{ value }]);
      },
    ),
    { numRuns: 2000 },
  );
});

describe('places', () => {
  const [document] = [
    ...readYaml('# first\na: 1\nlist:\n- x\n- name: "two"\n  deep: {k: [1, 1.10]}\nempty:\nlast: end\n'),
  ] as YamlDocument[];

  test.each<[(string | number)[], string]>([
    [['a'], '2:4'],
    [['list'], '4:1'],
    [['list', 0], '4:3'],
    [['list', 1], '5:3'],
    [['list', 1, 'name'], '5:9'],
    [['list', 1, 'deep', 'k', 1], '6:17'],
    [['empty'], '7:1'],
    [['last'], '8:7'],
    [['list', 1, 'nothing'], '5:3'],
    [['list', 7, 'x'], '4:1'],
    [[], '2:1'],
  ])('%j is at %s', (path, expected) => {
    const { line, column } = placeOf(document!, path);
    expect(`${line}:${column}`).toBe(expected);
  });

  test('a key has its own place', () => {
    expect(placeOf(document!, ['list', 1, 'deep'], 'key')).toEqual({ line: 6, column: 3 });
  });

  test('a number is shown as it was written', () => {
    expect(writtenAt(document!, ['list', 1, 'deep', 'k', 1])).toBe('1.10');
    expect(writtenAt(document!, ['list'])).toBeUndefined();
  });

  test('lines count from the start of the stream', () => {
    const [, second] = [...readYaml('a: 1\n---\nb:\n  c: 2\n')] as YamlDocument[];
    expect(placeOf(second!, ['b', 'c'])).toEqual({ line: 4, column: 6 });
  });
});

test.each([
  ['9223372036854775807', true],
  ['9223372036854775808', false],
  ['-9223372036854775808', true],
  ['-9223372036854775809', false],
  ['0x7FFFFFFFFFFFFFFF', true],
])('%s is within int64: %s', (text, isWithin) => {
  const value = plainScalar(text) as number;
  expect(value < 2 ** 63 && value >= -(2 ** 63)).toBe(isWithin);
});
