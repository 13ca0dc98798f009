// Objects with a random mistake in each: the same for the same seed and the same CRDs.
import { Random } from '../../scripts/fuzz/random.mjs';
import { oddValue, sampleOf } from './schema-samples.mjs';

/** What JSON cannot say: replaced in the text, after it is written. */
const RAW = '\u0001raw:';
const TWICE = '\u0001twice:';

/** Scalars as they are written by hand, without quotes. */
const WRITTEN = [
  ...['yes', 'no', 'on', 'off', 'y', 'True', 'NULL', '~', '.inf', '-.Inf', '.nan', '0x1F', '0o17', '017', '0b11'],
  ...['1_000', '+5', '-0', '1e3', '1E3', '1.0', '5.', '.5', '2026-01-01', '2026-01-01T00:00:00Z', '12:30:45', '1:30'],
  ...['9223372036854775807', '9223372036854775808', '-9223372036854775809', '18446744073709551616', '1e400'],
  ...['!!str 5', '!!int "5"', '!!float 1', '!!null ""', '!!binary aGk=', '1Gi', '500m', 'a b', "''"],
];

/** Metadata that an API server may reject, by the key that it is put at; nothing where the key is to be made up. */
const METADATA = {
  name: [
    'Web',
    'web_1',
    '-web',
    'web-',
    'we b',
    'web.',
    'a'.repeat(64),
    'a'.repeat(254),
    'web/x',
    'wéb',
    5,
    true,
    null,
    '',
  ],
  generateName: ['web-', 'Web-', 'a'.repeat(260), 5, '_', 'web.', null],
  namespace: ['De-fault', 'a.b', 'a'.repeat(64), 5, null, ''],
  labels: [
    ...[
      null,
      [],
      'a=b',
      { '': 'a' },
      { a: 5 },
      { a: true },
      { a: null },
      { a: 'b c' },
      { a: '-b' },
      { a: 'b'.repeat(64) },
    ],
    ...[
      { 'a b': 'c' },
      { 'a/b/c': 'd' },
      { '/a': 'b' },
      { 'A.b/c': 'd' },
      { [`${'a'.repeat(254)}/b`]: 'c' },
      { a: ['b'] },
    ],
    ...[
      { a: '' },
      { a: 'b.' },
      { 'a.': 'b' },
      { [`${'x'.repeat(64)}`]: 'b' },
      { a: 1.5 },
      { a: { b: 'c' } },
      { ü: 'x' },
    ],
  ],
  annotations: [
    ...[
      null,
      [],
      'a',
      { '': 'a' },
      { a: 5 },
      { a: false },
      { a: null },
      { a: 'any\nthing' },
      { 'a b': 'c' },
      { 'a/b/c': '' },
    ],
    ...[{ 'A.b/c': 'd' }, { a: {} }, { a: 'x'.repeat(262_200) }, { [`${'x'.repeat(64)}`]: 'b' }, { _a: 'b' }],
  ],
  finalizers: [
    null,
    'a',
    [''],
    ['a'],
    ['a/b'],
    ['A/b c'],
    [5],
    [null],
    ['a/b', 'a/b'],
    ['orphan'],
    ['kubernetes'],
    ['foregroundDeletion', 'orphan'],
  ],
  ownerReferences: [
    ...[null, {}, [], [{}], [null], 'a'],
    ...[[owner({ controller: true }), owner({ uid: 'b', controller: true })], [owner({ controller: 'true' })]],
    ...[[owner({ name: '' })], [owner({ uid: '' })], [owner({ apiVersion: 'a/b/c' })], [owner({ apiVersion: '' })]],
    ...[[owner({ kind: 'Event' })], [owner({ extra: 1 })], [owner({ kind: 'Event', apiVersion: 'events.k8s.io/v1' })]],
    ...[[owner(), owner()], [owner({ blockOwnerDeletion: 'no' })], [owner({ controller: null })]],
  ],
  managedFields: [null, [], {}, [{}], [{ manager: 'a', operation: 'Apply' }], 'a'],
  creationTimestamp: [null, 'yesterday', '2026-01-01', '2026-01-01T00:00:00Z', 5, ''],
  deletionTimestamp: [null, 'x', '2026-01-01T00:00:00Z'],
  deletionGracePeriodSeconds: [0, -1, 'a', null, 1.5, 30],
  generation: [0, -1, '1', 1.5, null, 3],
  resourceVersion: [null, 5, ''],
  selfLink: ['a', 5, null],
  uid: ['a', 5, null, ''],
  clusterName: ['a', null],
  nmespace: ['a', null],
  label: [{ a: 'b' }],
  Name: ['a'],
};

function owner(more = {}) {
  return { apiVersion: 'v1', kind: 'ConfigMap', name: 'a', uid: 'a', ...more };
}

/** Whether a text stands for itself, and not for what is put in its place. */
export function isWritten(text) {
  return !text.startsWith(RAW);
}

/** One object with one mistake. A few of them are none: the API server says which. */
export function mistakeAt(bases, seed, index) {
  const random = new Random(seed, index);
  const base = random.one(bases);
  const object = structuredClone(base.object);
  object.metadata = { ...object.metadata, name: `m${index}` };
  delete object.metadata.namespace;
  const kinds = base.schema === undefined || places(object).length === 0 ? OF_METADATA : OF_STRUCTURE;
  const what = random.one(kinds)(random, object, base);
  return { base: base.id, what, object, text: textOf(object), isStructural: base.schema !== undefined };
}

function textOf(object) {
  return JSON.stringify(object, null, 1)
    .replaceAll(/"\\u0001raw:((?:[^"\\]|\\.)*)"/g, (_, raw) => JSON.parse(`"${raw}"`))
    .replaceAll('\\u0001twice:', '');
}

const OF_METADATA = [metadata, metadata, metadata, metadataKey, metadataKey, identity, twiceInMetadata, rawInMetadata];

const OF_STRUCTURE = [
  ...[
    otherValue,
    otherValue,
    otherValue,
    otherValue,
    addField,
    addField,
    addField,
    addField,
    addField,
    misspell,
    misspell,
  ],
  ...[
    drop,
    twice,
    itemTwice,
    nullAt,
    raw,
    raw,
    rawInMetadata,
    moved,
    quantity,
    emptied,
    metadata,
    metadata,
    metadataKey,
  ],
  ...[embedded, embedded, identity, nearby, nearby, nearby],
];

function metadata(random, object) {
  const key = random.one(Object.keys(METADATA));
  object.metadata[key] = random.one(METADATA[key]);
  if (key === 'generateName' && random.chance(0.5)) {
    delete object.metadata.name;
  }
  return `metadata.${key}`;
}

function metadataKey(random, object) {
  object.metadata[random.chance(0.5) ? 'labels' : 'annotations'] = {
    [oddKey(random)]: random.chance(0.8) ? 'a' : oddValue(random),
  };
  return 'metadata key';
}

function oddKey(random) {
  const letters = ['a', 'B', '1', '-', '_', '.', '/', 'é', ' ', 'example.com/', '*'];
  return Array.from({ length: 1 + random.below(5) }, () => random.one(letters)).join('');
}

/** In a template: of instances, of the VMs of a pool, of claims. */
function embedded(random, object) {
  const places = maps(object).filter(
    ({ path }) => path.length > 0 && ['template', 'virtualMachineTemplate'].includes(path.at(-1)),
  );
  if (places.length === 0) {
    return metadata(random, object);
  }
  const { map } = random.one(places);
  const key = random.one(Object.keys(METADATA));
  map.metadata = { ...map.metadata, [key]: random.one(METADATA[key]) };
  return `template metadata.${key}`;
}

/** A status is the cluster's own, and not judged. */
function identity(random, object, base) {
  const key = random.one(['apiVersion', 'kind', 'metadata', 'name', ...(base.schema === undefined ? [] : ['extra'])]);
  const group = object.apiVersion.split('/')[0];
  switch (key) {
    case 'apiVersion':
      object.apiVersion = random.one([
        `${group}/v9`,
        'v1',
        'v2',
        '',
        null,
        5,
        `${group}/`,
        `/${group}`,
        'a/b/c',
        group.toUpperCase(),
      ]);
      break;
    case 'kind':
      object.kind = random.one([`${object.kind}s`, object.kind.toLowerCase(), `${object.kind}List`, '', null, 5]);
      break;
    case 'metadata':
      object.metadata = random.one([null, [], 'a', 5, {}]);
      break;
    case 'extra':
      object[random.one(['specs', 'Spec', 'metdata', 'data', 'items', 'apiversion', 'labels'])] = oddValue(random);
      break;
    default:
      delete object.metadata.name;
  }
  return `identity ${key}`;
}

function twiceInMetadata(random, object) {
  object.metadata.labels = { a: 'b', ...object.metadata.labels };
  return twiceIn(random, random.chance(0.5) ? object.metadata : object.metadata.labels);
}

function rawInMetadata(random, object) {
  const key = random.one([
    'labels',
    'annotations',
    'name',
    'generation',
    'creationTimestamp',
    'finalizers',
    'deletionGracePeriodSeconds',
  ]);
  const value = RAW + random.one(WRITTEN);
  object.metadata[key] =
    key === 'labels' || key === 'annotations'
      ? { ...object.metadata[key], a: value }
      : key === 'finalizers'
        ? [value]
        : value;
  return `raw metadata.${key}`;
}

const NOT_ADDED = new Set(['status', 'apiVersion', 'kind', 'metadata']);

/** Another value in the place of one that is there. */
function otherValue(random, object) {
  const { map, key, path } = random.one(places(object));
  map[key] = oddValue(random);
  return `other value at ${path.join('.')}`;
}

/** A field that the CRD knows, with a value that may fit. */
function addField(random, object, { schema }) {
  const { map, path, schema: own } = random.one(extensible(object, schema));
  const name = random.one(Object.keys(own.properties).filter((each) => path.length > 0 || !NOT_ADDED.has(each)));
  map[name] = random.chance(0.5) ? sampleOf(own.properties[name], random, 2) : oddValue(random);
  return `field ${[...path, name].join('.')}`;
}

/** A value beside what the CRD of a field asks for. */
function nearby(random, object, { schema }) {
  const bounded = maps(object, schema).flatMap(({ map, path, schema: own }) =>
    Object.entries(own?.properties ?? {})
      .filter(([, each]) => BOUNDS.some((bound) => each[bound] !== undefined))
      .map(([name, each]) => ({ map, name, path, own: each })),
  );
  if (bounded.length === 0) {
    return addField(random, object, { schema });
  }
  const { map, name, path, own } = random.one(bounded);
  map[name] = random.one(besides(own, random));
  return `beside ${[...path, name].join('.')}`;
}

const BOUNDS = [
  'enum',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'x-kubernetes-int-or-string',
];

function besides(own, random) {
  const list = [
    0,
    -1,
    1,
    '',
    'a',
    65_535,
    65_536,
    2 ** 31,
    2 ** 31 - 1,
    -(2 ** 31) - 1,
    2 ** 53,
    '1Gi',
    '-1',
    '1e3',
    '1.5',
    ' 1',
    '1Ki1',
    '+1',
    '0x1',
    '1K',
    '1E',
    '.5',
    '5.',
  ];
  const item = () => sampleOf(own.items ?? {}, random, 1);
  return [
    ...list,
    ...(own.enum ?? []).flatMap((each) =>
      typeof each === 'string' ? [each.toLowerCase(), each.toUpperCase(), `${each} `] : [each],
    ),
    ...(own.type === 'array' ? [[], [item()], [item(), item()], Array.from({ length: 300 }, item)] : []),
    ...(own.format === 'date-time'
      ? [
          '2026-01-01',
          '2026-02-30T00:00:00Z',
          '2026-01-01T00:00:00',
          '2026-01-01T00:00:00+25:00',
          '2026-01-01t00:00:00z',
          '2026-01-01T24:00:00Z',
        ]
      : []),
    ...(own.maximum === undefined ? [] : [own.maximum, own.maximum + 1]),
    ...(own.minimum === undefined ? [] : [own.minimum, own.minimum - 1]),
    ...(own.maxLength === undefined ? [] : ['x'.repeat(own.maxLength), 'x'.repeat(own.maxLength + 1)]),
  ];
}

function misspell(random, object, base) {
  const { map, key, path } =
    random.one(places(object).filter(({ key: each, path: at }) => typeof each === 'string' && at.length > 1) ?? []) ??
    {};
  if (map === undefined) {
    return identity(random, object, base);
  }
  const at = random.below(key.length);
  const other = random.one([
    key.slice(0, at) + key.slice(at + 1),
    key.slice(0, at) + key[at] + key.slice(at),
    key.toLowerCase(),
    key.toUpperCase(),
    `${key}s`,
    ` ${key}`,
    key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    key[0].toUpperCase() + key.slice(1),
  ]);
  const value = map[key];
  delete map[key];
  map[other] = value;
  return `misspelt ${path.join('.')} as ${other}`;
}

function drop(random, object) {
  const { map, key, path } = random.one(places(object));
  Array.isArray(map) ? map.splice(key, 1) : delete map[key];
  return `without ${path.join('.')}`;
}

function twice(random, object) {
  const { map, path } = random.one(maps(object).filter((each) => Object.keys(each.map).length > 0));
  return `${twiceIn(random, map)} of ${path.join('.')}`;
}

function twiceIn(random, map) {
  const key = random.one(Object.keys(map));
  map[TWICE + key] = random.chance(0.5) ? map[key] : oddValue(random);
  return `twice ${key}`;
}

function itemTwice(random, object) {
  const lists = places(object).filter(({ map, key }) => Array.isArray(map[key]) && map[key].length > 0);
  if (lists.length === 0) {
    return otherValue(random, object);
  }
  const { map, key, path } = random.one(lists);
  const item = structuredClone(random.one(map[key]));
  if (random.chance(0.4) && typeof item === 'object' && item !== null) {
    const field = random.one([...Object.keys(item), 'name']);
    item[field] = oddValue(random);
  }
  map[key].splice(random.below(map[key].length + 1), 0, item);
  return `item twice in ${path.join('.')}`;
}

function nullAt(random, object) {
  const { map, key, path } = random.one(places(object));
  if (Array.isArray(map[key]) && random.chance(0.7)) {
    map[key].push(null);
  } else {
    map[key] = null;
  }
  return `null at ${path.join('.')}`;
}

function raw(random, object, { schema }) {
  const scalars = places(object).filter(({ map, key }) => typeof map[key] !== 'object');
  const known = extensible(object, schema);
  if (random.chance(0.5) || scalars.length === 0) {
    const { map, path, schema: own } = random.one(known);
    const name = random.one(Object.keys(own.properties).filter((each) => path.length > 0 || !NOT_ADDED.has(each)));
    map[name] = RAW + random.one(WRITTEN);
    return `raw ${[...path, name].join('.')}`;
  }
  const { map, key, path } = random.one(scalars);
  map[key] = RAW + random.one(WRITTEN);
  return `raw at ${path.join('.')}`;
}

/** A key one level up or down. */
function moved(random, object, base) {
  const inner = maps(object).filter(({ path, map }) => path.length > 0 && Object.keys(map).length > 0);
  if (inner.length < 2) {
    return misspell(random, object, base);
  }
  const [from, to] = [random.one(inner), random.one(inner)];
  const key = random.one(Object.keys(from.map));
  to.map[key] = structuredClone(from.map[key]);
  delete from.map[key];
  return `${[...from.path, key].join('.')} moved to ${to.path.join('.')}`;
}

function quantity(random, object, base) {
  const fields = maps(object, base.schema).flatMap(({ map, path, schema: own }) => {
    const names = Object.entries(own?.properties ?? {})
      .filter(([, each]) => each['x-kubernetes-int-or-string'])
      .map(([name]) => name);
    const values = own?.additionalProperties?.['x-kubernetes-int-or-string'] ? ['memory', 'cpu', 'a/b', 'a b'] : [];
    return [...names, ...values].map((name) => ({ map, name, path }));
  });
  if (fields.length === 0) {
    return nearby(random, object, base);
  }
  const { map, name, path } = random.one(fields);
  map[name] = random.one([
    ...[
      '1 Gi',
      '1GB',
      '1gi',
      '-1Gi',
      '1.5Gi',
      '1e',
      '1e3',
      '1E3',
      '1e3Gi',
      '',
      'Gi',
      '0',
      '00',
      '1_000',
      '١',
      '1m',
      '1.0000000001',
      '1n',
      '1u',
      '+5',
      '5+',
    ],
    ...['9223372036854775808', '99999999999999999999999999', '1e99', '0.1m', '1Ei', '8Ei', '9Ei', '1,5', '0x10'],
    ...[1, 1.5, -1, 2 ** 63, 1e21, true, null, [], {}, RAW + random.one(WRITTEN)],
  ]);
  return `quantity ${[...path, name].join('.')}`;
}

function emptied(random, object) {
  const { map, key, path } = random.one(places(object));
  map[key] = Array.isArray(map[key]) ? [] : typeof map[key] === 'object' ? {} : '';
  return `empty ${path.join('.')}`;
}

/** Maps with fields that can be added. */
function extensible(object, schema) {
  return maps(object, schema).filter(({ path, schema: own }) =>
    Object.keys(own?.properties ?? {}).some((each) => path.length > 0 || !NOT_ADDED.has(each)),
  );
}

/** Every place below the root of an object but its identity. */
function places(object) {
  return maps(object, undefined, true)
    .flatMap(({ map, path }) =>
      Object.keys(map).map((key) => ({ map, key: Array.isArray(map) ? Number(key) : key, path: [...path, key] })),
    )
    .filter(({ path }) => !IDENTITY.has(path[0]) || path.length === 0);
}

const IDENTITY = new Set(['apiVersion', 'kind', 'metadata']);

/** Every map within an object, with its part of a schema. */
function maps(value, schema, lists = false, path = []) {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const isList = Array.isArray(value);
  const below = Object.entries(value).filter(([key]) => path.length > 0 || !IDENTITY.has(key));
  return [
    ...(isList && !lists ? [] : [{ map: value, path, schema }]),
    ...below.flatMap(([key, each]) =>
      maps(each, isList ? schema?.items : (schema?.properties?.[key] ?? schema?.additionalProperties), lists, [
        ...path,
        key,
      ]),
    ),
  ];
}
