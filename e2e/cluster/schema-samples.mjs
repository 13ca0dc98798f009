// Values that the schema of a CRD allows, more or less, and values that hardly any allows.

const LONGEST_LIST = 3;
/** Below so many maps, only what has to be there is. */
const DEEPEST = 7;

const ODD = [
  ...[
    '',
    ' ',
    'a',
    'A',
    '0',
    '1',
    'true',
    'null',
    '1Gi',
    '1.5',
    'x'.repeat(300),
    'é',
    'a\nb',
    'a/b',
    'None',
    '2026-01-01T00:00:00Z',
  ],
  ...[0, 1, -1, 1.5, 1e21, 2 ** 31, 2 ** 53, -(2 ** 63), true, false, null],
  ...[
    [],
    {},
    [[]],
    [{}],
    [null],
    [''],
    ['a', 'a'],
    [1],
    { '': '' },
    { a: 'b' },
    { a: null },
    { name: 'a' },
    [{ name: 'a' }],
    [{ name: 'a' }, { name: 'a' }],
  ],
];

const TEXTS = [
  'a',
  'web',
  'os',
  'example.com/a',
  '1Gi',
  '10m',
  'https://example.com',
  '02:00:00:00:00:01',
  '10.0.2.1',
  'x-y',
];

/** Something else than what should be there. */
export function oddValue(random) {
  return structuredClone(random.one(ODD));
}

/**
 * A value by a schema.
 *
 * @param depth how deep it is already
 */
export function sampleOf(schema, random, depth = 0) {
  if (schema['x-kubernetes-int-or-string']) {
    return random.one(['1Gi', '500m', 1, '10%', '2']);
  }
  if (schema.enum !== undefined) {
    return random.one(schema.enum);
  }
  switch (schema.type) {
    case 'object':
      return objectOf(schema, random, depth);
    case 'array': {
      const least = Math.max(schema.minItems ?? 0, depth > DEEPEST ? 0 : 1);
      const length = Math.min(least + random.below(LONGEST_LIST), schema.maxItems ?? LONGEST_LIST);
      const items = Array.from({ length: depth > DEEPEST ? (schema.minItems ?? 0) : length }, () =>
        sampleOf(schema.items ?? {}, random, depth + 1),
      );
      return apart(items, schema);
    }
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
      return Math.min(Math.max(random.one([0, 1, 2, 80, 1024]), schema.minimum ?? -1), schema.maximum ?? 1024);
    case 'number':
      return random.one([0, 1.5, 3]);
    case 'string':
      return textOf(schema, random);
    default:
      return random.one([{}, 'a', 1]);
  }
}

function textOf({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }, random) {
  if (format === 'date-time') {
    return '2026-01-01T00:00:00Z';
  }
  const fits = TEXTS.filter(
    (text) =>
      (pattern === undefined || new RegExp(pattern).test(text)) && text.length >= minLength && text.length <= maxLength,
  );
  return fits.length > 0 ? random.one(fits) : 'a'.repeat(minLength);
}

function objectOf({ properties = {}, required = [], additionalProperties }, random, depth) {
  const chance = depth < 3 ? 0.5 : depth < 5 ? 0.25 : 0.12;
  const names = Object.keys(properties).filter(
    (name) => required.includes(name) || (depth <= DEEPEST && random.chance(chance)),
  );
  const object = Object.fromEntries(names.map((name) => [name, sampleOf(properties[name], random, depth + 1)]));
  if (typeof additionalProperties === 'object' && random.chance(0.7)) {
    object[random.one(['a', 'example.com/b'])] = sampleOf(additionalProperties, random, depth + 1);
  }
  return object;
}

/** Lists of type set and map have each item once. */
function apart(items, schema) {
  const keys = schema['x-kubernetes-list-map-keys'];
  if (schema['x-kubernetes-list-type'] === 'set') {
    return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
  }
  if (keys === undefined) {
    return items;
  }
  return [...new Map(items.map((item) => [JSON.stringify(keys.map((key) => item[key])), item])).values()];
}
