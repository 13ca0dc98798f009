import { readSchema, type SchemaProblem } from '../../src/schema/read-crd';

const constraintsOf = (source: object) => readSchema(source, []).constraints;

test.each<{ source: object; constraints: object }>([
  { source: { type: 'string', description: 'prose', example: 'x' }, constraints: { type: 'string' } },
  { source: { type: 'string', enum: ['b', 'a'] }, constraints: { type: 'string', enum: ['a', 'b'] } },
  {
    source: { type: 'integer', format: 'int32', minimum: 1, maximum: 9, exclusiveMaximum: true },
    constraints: { type: 'integer', format: 'int32', minimum: 1, maximum: 9, exclusiveMaximum: true },
  },
  {
    source: { type: 'string', minLength: 1, maxLength: 9, pattern: '^a', nullable: true, default: 'a' },
    constraints: { type: 'string', minLength: 1, maxLength: 9, pattern: '^a', nullable: true, default: 'a' },
  },
  { source: { type: 'boolean', default: false, nullable: false }, constraints: { type: 'boolean', default: false } },
  { source: { type: 'object', required: ['b', 'a'] }, constraints: { type: 'object', required: ['a', 'b'] } },
  { source: { type: 'object', default: { b: 1, a: 2 } }, constraints: { type: 'object', default: { a: 2, b: 1 } } },
  { source: { type: 'object', additionalProperties: true }, constraints: { type: 'object', preserveUnknown: true } },
  {
    source: {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['name'],
    },
    constraints: { type: 'array', minItems: 1, maxItems: 2, listType: 'map', mapKeys: ['name'] },
  },
  {
    source: { 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
    constraints: { intOrString: true },
  },
  {
    source: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    constraints: { type: 'object', preserveUnknown: true },
  },
  {
    source: { type: 'string', 'x-kubernetes-validations': [{ rule: "self != ''" }] },
    constraints: { type: 'string', rules: ["self != ''"] },
  },
  {
    source: { 'x-kubernetes-validations': [{ rule: 'self', message: 'prose', reason: 'FieldValueRequired', x: 1 }] },
    constraints: { rules: [{ rule: 'self', message: 'prose', reason: 'FieldValueRequired' }] },
  },
])('$source is read as $constraints', ({ source, constraints }) => {
  expect(constraintsOf(source)).toEqual(constraints);
});

test('fields, items, values and alternatives are read in their places', () => {
  const text = { constraints: { type: 'string' } };
  expect(
    readSchema(
      {
        type: 'object',
        properties: {
          list: { type: 'array', items: { type: 'string' } },
          free: { type: 'object', additionalProperties: { type: 'string' } },
          either: { type: 'string', anyOf: [{ minLength: 1 }], not: { pattern: 'x' } },
        },
      },
      [],
    ).properties,
  ).toEqual(
    new Map([
      [
        'either',
        { schema: { ...text, anyOf: [{ constraints: { minLength: 1 } }], not: { constraints: { pattern: 'x' } } } },
      ],
      ['free', { schema: { constraints: { type: 'object' }, values: text } }],
      ['list', { schema: { constraints: { type: 'array' }, items: text } }],
    ]),
  );
});

test('int-or-string is not an alternative of two', () => {
  expect(readSchema({ 'x-kubernetes-int-or-string': true, anyOf: [{ type: 'integer' }] }, [])).not.toHaveProperty(
    'anyOf',
  );
});

test('a field may be called like something that every object of JavaScript has', () => {
  const source = JSON.parse('{"properties": {"__proto__": {"type": "string"}, "constructor": {"type": "integer"}}}');
  expect([...readSchema(source, []).properties!.keys()]).toEqual(['__proto__', 'constructor']);
});

test.each<{ source: unknown; problem: SchemaProblem }>([
  { source: 'x', problem: { path: '', what: 'is not a schema but a scalar or a list' } },
  { source: { properties: [] }, problem: { path: '.properties', what: 'is not a map of fields' } },
  {
    source: { items: { type: 'text' } },
    problem: {
      path: '.items.type',
      what: 'is "text", not one of object, array, string, integer, number, boolean',
    },
  },
  { source: { required: 'a' }, problem: { path: '.required', what: 'is "a", not a list of texts' } },
])('$source is a problem at $problem.path', ({ source, problem }) => {
  const problems: SchemaProblem[] = [];
  readSchema(source, problems);
  expect(problems).toEqual([problem]);
});

test('a bottomless schema is a problem, not a crash', () => {
  let source: object = { type: 'string' };
  for (let i = 0; i < 100_000; i++) {
    source = { type: 'array', items: source };
  }
  const problems: SchemaProblem[] = [];
  readSchema(source, problems);
  expect(problems.map(({ what }) => what)).toEqual(['is nested deeper than 200 levels']);
});
