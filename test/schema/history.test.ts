import { readSchema } from '../../src/schema/read-crd';
import { type Dated, mergeReleases } from '../../src/schema/release-view';
import type { Schema } from '../../src/schema/schema';

function releases(byRelease: Record<string, object>): Dated<Schema>[] {
  return Object.entries(byRelease).map(([release, source]) => ({ release, value: readSchema(source, []) }));
}

const object = (properties: object) => ({ type: 'object', properties });
const text = { type: 'string' };

test.each<{ what: string; in: Record<string, object>; span: object }>([
  { what: 'all', in: { '1.1': { a: text }, '1.2': { a: text }, '1.3': { a: text } }, span: {} },
  { what: 'all but the first', in: { '1.1': {}, '1.2': { a: text }, '1.3': { a: text } }, span: { since: '1.2' } },
  { what: 'all but the last', in: { '1.1': { a: text }, '1.2': { a: text }, '1.3': {} }, span: { until: '1.2' } },
  { what: 'one in the middle', in: { '1.1': {}, '1.2': { a: text }, '1.3': {} }, span: { since: '1.2', until: '1.2' } },
])('a field that $what of the releases have spans $span', ({ in: fields, span }) => {
  const schemas = Object.fromEntries(Object.entries(fields).map(([release, each]) => [release, object(each)]));
  const { schema, ...found } = mergeReleases(releases(schemas)).properties!.get('a')!;
  expect(schema).toEqual({ constraints: { type: 'string' } });
  expect(found).toEqual(span);
});

test('a new structure says once that it is new, and a newer field in it says so itself', () => {
  const merged = mergeReleases(
    releases({
      '1.1': object({}),
      '1.2': object({ lens: object({ width: text }) }),
      '1.3': object({ lens: object({ width: text, height: text }) }),
    }),
  );
  const lens = merged.properties!.get('lens')!;
  expect(lens.since).toBe('1.2');
  expect(lens.schema.properties!.get('width')).not.toHaveProperty('since');
  expect(lens.schema.properties!.get('height')!.since).toBe('1.3');
});

test('fields below lists and maps have a history too', () => {
  const inside = (fields: object) =>
    object({
      list: { type: 'array', items: object(fields) },
      map: { type: 'object', additionalProperties: object(fields) },
    });
  const merged = mergeReleases(releases({ '1.1': inside({}), '1.2': inside({ a: text }) }));
  expect(merged.properties!.get('list')!.schema.items!.properties!.get('a')!.since).toBe('1.2');
  expect(merged.properties!.get('map')!.schema.values!.properties!.get('a')!.since).toBe('1.2');
});

test('constraints are those of the newest release, and what was otherwise is kept with its last release', () => {
  const merged = mergeReleases(
    releases({
      '1.1': { type: 'integer' },
      '1.2': { type: 'integer', minimum: 1, enum: [1, 2] },
      '1.3': { type: 'integer', minimum: 1, enum: [1, 2] },
      '1.4': { type: 'integer', minimum: 5 },
      '1.5': { type: 'integer', minimum: 5 },
    }),
  );
  expect(merged).toEqual({
    constraints: { type: 'integer', minimum: 5 },
    was: [
      { until: '1.1', minimum: null },
      { until: '1.3', enum: [1, 2], minimum: 1 },
    ],
  });
});

test('a constraint that comes back is searched for in the right release', () => {
  const merged = mergeReleases(releases({ '1.1': { minimum: 1 }, '1.2': {}, '1.3': { minimum: 1 } }));
  expect(merged.was).toEqual([{ until: '1.1' }, { until: '1.2', minimum: null }]);
});
