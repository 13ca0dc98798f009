import type { FieldKind, FieldNode, FieldTable } from '../../imports/field-table';
import { structureValidator } from '../../src/schema/validate';

const KIND: FieldKind = { node: 1, plural: 'lamps', scope: 'Namespaced' };

/** What is said about a value of `spec` by its node; further nodes are at 2, 3, … */
function told(spec: unknown, node: FieldNode, ...further: FieldNode[]): string[] {
  const nodes: FieldNode[] = [
    node,
    { type: 'object', properties: { apiVersion: 2, kind: 2, metadata: 3, spec: 0 } },
    { type: 'string' },
    { type: 'object', preserveUnknown: true },
    ...further,
  ];
  const table: FieldTable = { kinds: { 'example.com/v1/Lamp': KIND }, nodes };
  const object = { apiVersion: 'example.com/v1', kind: 'Lamp', metadata: { name: 'x' }, spec };
  return structureValidator(table, KIND, undefined, 'Lamps')(object).map(({ code, what }) => `${code} ${what}`);
}

test.each<[value: unknown, node: FieldNode, expected: string[]]>([
  ['ab', { type: 'string', minLength: 2, maxLength: 2 }, []],
  ['😀😀', { type: 'string', maxLength: 2 }, []],
  ['', { type: 'string', minLength: 1 }, ['PV042 "" is empty']],
  ['abc', { type: 'string', maxLength: 2 }, ['PV042 "abc" is longer than 2 characters']],
  ['a1', { type: 'string', pattern: '^[a-z]+$' }, ['PV042 "a1" does not match ^[a-z]+$']],
  ['a-b', { type: 'string', pattern: '^[\\w\\-]+\\:?$' }, []],
  ['a1', { type: 'string', pattern: '(?i)^[A-Z]+\\z(' }, []],
  ['2027-01-31T08:00:00Z', { type: 'string', format: 'date-time' }, []],
  ['2027-01-31T08:00:00.5+01:00', { type: 'string', format: 'date-time' }, []],
  [
    '2027-02-30T08:00:00Z',
    { type: 'string', format: 'date-time' },
    ['PV042 "2027-02-30T08:00:00Z" is not a date and time'],
  ],
  ['2027-01-31', { type: 'string', format: 'date-time' }, ['PV042 "2027-01-31" is not a date and time']],
  [5, { type: 'integer', minimum: 5, maximum: 5 }, []],
  [5, { type: 'integer', minimum: 5, exclusiveMinimum: true }, ['PV042 5 is not more than 5']],
  [5, { type: 'number', maximum: 5, exclusiveMaximum: true }, ['PV042 5 is not less than 5']],
  [6, { type: 'number', maximum: 5 }, ['PV042 6 is not at most 5']],
  [5, { type: 'integer', multipleOf: 2 }, ['PV042 5 is not a multiple of 2']],
  [2 ** 31 - 1, { type: 'integer', format: 'int32' }, []],
  [-(2 ** 31), { type: 'integer', format: 'int32' }, []],
  [2 ** 31, { type: 'integer', format: 'int32' }, ['PV042 2147483648 does not fit into int32']],
  [2n ** 63n - 1n, { type: 'integer', format: 'int64' }, []],
  [2n ** 63n, { type: 'integer', format: 'int64' }, ['PV042 9223372036854775808 does not fit into int64']],
  [2 ** 62, { intOrString: true }, []],
  [2 ** 63, { intOrString: true }, ['PV042 9223372036854776000 does not fit into int64']],
  [-(2 ** 64), { type: 'integer' }, ['PV042 -18446744073709552000 does not fit into int64']],
  [Number.NaN, { type: 'number' }, []],
  [true, { type: 'boolean', enum: [false] }, ['PV042 true is none of false']],
  [['a', 'b'], { type: 'array', listType: 'set' }, []],
  [['a', 'b', 'a'], { type: 'array', listType: 'set' }, ['PV044 "a" is in the list twice, first at 0']],
  [['1', 1], { type: 'array', listType: 'set' }, []],
  [[], { type: 'array', minItems: 1 }, ['PV042 a list has 0 items, fewer than 1']],
  [{}, { type: 'object', minProperties: 1 }, ['PV042 a map has 0 entries, fewer than 1']],
  [{ a: 1 }, { type: 'object', preserveUnknown: true, maxProperties: 0 }, ['PV042 a map has 1 entries, more than 0']],
  [{ kind: 'A', a: 1 }, { type: 'object', embeddedResource: true }, ['PV040 Lamps has no field "a" here']],
  [undefined, { type: 'string' }, []],
  [null, {}, []],
])('%p by %j', (value, node, expected) => {
  expect(told(value, node)).toEqual(expected);
});

const NAME: FieldNode = { required: ['name'] };
const URL: FieldNode = { required: ['url'], properties: { url: 2 } };
const OPEN: FieldNode = { type: 'object', preserveUnknown: true };

test.each<[value: object, alternatives: Partial<FieldNode>, isAllowed: boolean]>([
  [{ name: 'a' }, { anyOf: [4, 5] }, true],
  [{ other: 'a' }, { anyOf: [4, 5] }, false],
  [{ name: 'a', url: 'b' }, { oneOf: [4, 5] }, false],
  [{ name: 'a' }, { oneOf: [4, 5] }, true],
  [{ name: 'a' }, { allOf: [4, 5] }, false],
  [{ name: 'a', url: 'b' }, { allOf: [4, 5] }, true],
  [{ name: 'a', url: 5 }, { allOf: [4, 5] }, false],
  [{ name: 'a' }, { not: 4 }, false],
  [{ url: 'a' }, { not: 4 }, true],
])('%j by the alternatives %j is allowed: %s', (value, alternatives, isAllowed) => {
  expect(told(value, { ...OPEN, ...alternatives }, NAME, URL)).toHaveLength(isAllowed ? 0 : 1);
});

test('a key of a list that is not written counts as its default', () => {
  const list: FieldNode = { type: 'array', listType: 'map', mapKeys: ['port', 'protocol'], items: 4 };
  const item: FieldNode = { type: 'object', properties: { port: 5, protocol: 6 }, required: ['port', 'protocol'] };
  const ports = [{ port: 80 }, { port: 80, protocol: 'UDP' }, { port: 80, protocol: 'TCP' }];
  expect(told(ports, list, item, { type: 'integer' }, { type: 'string', default: 'TCP' })).toEqual([
    'PV044 port 80, protocol "TCP" is in the list twice, first at 0',
  ]);
});

test('a field may have the name of something that every object has', () => {
  const node: FieldNode = { type: 'object', properties: { constructor: 2 }, required: ['toString'] };
  expect(told(JSON.parse('{"constructor":"a","__proto__":{}}'), node)).toEqual([
    'PV040 Lamps has no field "__proto__" here',
    'PV043 "toString" is missing',
  ]);
});
