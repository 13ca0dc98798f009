import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProblem, readYaml } from '../../../src/kube/yaml/reader';
import { PLATFORM } from '../../../src/model/read/platform-schema';
import { NO } from '../../../src/model/read/read-value';
import * as s from '../../../src/model/read/schema';
import { exactlyOne, quantity } from '../../../src/model/read/shapes';
import { ROOT } from '../../app-folder';

/** What a schema reads by itself, and what zod makes of the same, as text, so that the order of keys counts. */
function both(schema: s.DeclarationSchema, value: unknown): { own: string | undefined; zod: string | undefined } {
  const own = schema.read(value);
  const zod = schema.zod().safeParse(value);
  return {
    own: own === NO ? undefined : JSON.stringify(own),
    zod: zod.success ? JSON.stringify(zod.data) : undefined,
  };
}

const PARTS: Readonly<Record<string, s.DeclarationSchema>> = {
  string: s.string(),
  'string, not empty': s.string().check(s.minLength(1)),
  'string by a pattern': s.string().check(s.regex(/^a+$/, 'as')),
  number: s.number(),
  'number in bounds': s.number().check(s.minimum(0.5), s.maximum(2)),
  int: s.int(),
  boolean: s.boolean(),
  unknown: s.unknown(),
  never: s.never(),
  literal: s.literal(true),
  enum: s.enum(['a', 'b']),
  array: s.array(s.string()),
  'array, not empty': s.array(s.int()).check(s.minLength(1)),
  quantity,
  union: s.union([s.array(s.int()), s.strictObject({ a: s.int() })]),
  record: s.record(s.string(), s.int()),
  'record by a pattern': s.record(s.string().check(s.regex(/^a+$/, 'as')), s.int()),
  'record of nothing': s.record(s.string(), s.never()),
  partialRecord: s.partialRecord(s.enum(['a', 'b']), s.int()),
  strictObject: s.strictObject({ b: s.exactOptional(s.int()), a: s.int() }),
  'an optional key of any kind': s.strictObject({ a: s.exactOptional(s.unknown()) }),
  looseObject: s.looseObject({ b: s.optional(s.int()), a: s.int() }),
  exactlyOne: exactlyOne(s.strictObject({ a: s.exactOptional(s.int()), b: s.exactOptional(s.int()) }), ['a', 'b']),
};

const VALUES: readonly unknown[] = [
  ...[
    '',
    'a',
    'aa',
    'b',
    0,
    1,
    1.5,
    -1,
    3,
    2 ** 53,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    true,
    false,
    null,
    undefined,
  ],
  ...[[], ['a'], [1], [1, 'a'], [null], {}, { a: 1 }, { a: 1, b: 2 }, { b: 2, a: 1 }, { b: 1 }, { c: 3, a: 1 }],
  ...[
    { a: 'x' },
    { a: null },
    { a: undefined },
    { aa: 1 },
    { 1: 1, a: 1 },
    { constructor: 1 },
    { a: 1, constructor: 1 },
  ],
  ...[JSON.parse('{"__proto__": 1}'), JSON.parse('{"a": 1, "__proto__": {"b": 1}}'), Object.create({ a: 1 })],
];

test.each(Object.entries(PARTS))('%s: what is read without zod is what zod reads', (_, schema) => {
  for (const value of VALUES) {
    const { own, zod } = both(schema, value);
    // Saying no is always right: then zod is asked.
    expect([value, own ?? zod]).toEqual([value, zod]);
  }
});

test('the usual is read without zod', () => {
  const yes = (name: string, value: unknown) => PARTS[name]!.read(value);
  expect(yes('record', { a: 1 })).toEqual({ a: 1 });
  expect(yes('union', { a: 1 })).toEqual({ a: 1 });
  expect(yes('exactlyOne', { b: 1 })).toEqual({ b: 1 });
  expect(yes('looseObject', { c: 3, a: 1 })).toEqual({ a: 1, c: 3 });
});

const FLEET = join(ROOT, 'test/fleet');
const DOCUMENTS = ['polyvirt.yaml', ...readdirSync(join(FLEET, 'clusters')).map((name) => `clusters/${name}`)].flatMap(
  (name) =>
    [...readYaml(readFileSync(join(FLEET, name), 'utf8'))].flatMap((read) => (isProblem(read) ? [] : read.value)),
);

test('the platforms of the reference fleet are read without zod, to the same', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(2);
  for (const document of DOCUMENTS) {
    const { own, zod } = both(PLATFORM, document);
    expect(own).toBeDefined();
    expect(own).toBe(zod);
  }
});

/** Every document with one of its values replaced. */
function* spoiled(value: unknown): Generator<unknown> {
  yield* ['', 'text', 1, -1.5, true, null, [], { unknown: 1 }];
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) {
      for (const other of spoiled(item)) {
        yield value.with(i, other);
      }
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, part] of Object.entries(value)) {
      const { [key]: _, ...rest } = value as Record<string, unknown>;
      yield rest;
      yield { ...value, [`${key}x`]: part };
      for (const other of spoiled(part)) {
        yield { ...value, [key]: other };
      }
    }
  }
}

test('whatever is changed in one of them, both agree on whether it is right', () => {
  const disagreements: unknown[] = [];
  let [right, wrong] = [0, 0];
  for (const document of DOCUMENTS.slice(0, 1)) {
    for (const other of spoiled(document)) {
      const { own, zod } = both(PLATFORM, other);
      if (own !== zod) {
        disagreements.push(other);
      }
      own === undefined ? wrong++ : right++;
    }
  }
  expect(disagreements).toEqual([]);
  expect(right).toBeGreaterThan(100);
  expect(wrong).toBeGreaterThan(1_000);
});
