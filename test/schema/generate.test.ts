import type { FieldTable } from '../../imports/field-table';
import { GENERATED, type GenerateOptions, generate, nameFor } from '../../src/schema/generate';
import { lamp } from './tiny-crd';

const SIZE = {
  type: 'object',
  required: ['width'],
  properties: { width: { type: 'integer' }, unit: { type: 'string' } },
};
const SPEC = {
  type: 'object',
  required: ['colour', 'mode'],
  properties: {
    colour: { type: 'string', enum: ['red', 'green'] },
    mode: { type: 'string', default: 'on' },
    power: {
      'x-kubernetes-int-or-string': true,
      anyOf: [{ type: 'integer' }, { type: 'string' }],
      pattern: '^\\d+W?$',
    },
    foot: SIZE,
    head: SIZE,
    bulbs: { type: 'array', items: { type: 'object', properties: { watt: { type: 'integer', minimum: 1 } } } },
    'x-ray': { type: 'object' },
    labels: { type: 'object', additionalProperties: { type: 'string' } },
    extra: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true, properties: { a: { type: 'boolean' } } },
    nothing: { type: 'string', nullable: true },
    template: { type: 'object', properties: { metadata: { type: 'object', nullable: true } } },
  },
};

function textOf(path: string, options: GenerateOptions): string {
  return generate(options).files.find((file) => file.path === path)!.text;
}

/** The table that a generated file would give to who imports it. */
function load(text: string): FieldTable {
  const module = text.replace(/^import .*$/m, '').replace('export const fields = (): FieldTable =>', 'return');
  return new Function(module)() as FieldTable;
}

test('types have the exact names, share structures and leave prose, status and defaults out', () => {
  expect(
    textOf('lamp.ts', { name: 'lamp', resources: [lamp({ v1: SPEC, v1beta1: SPEC })], release: '1.2' }),
  ).toBe(`${GENERATED}//   lamps.example.com: example.com/v1 Lamp, release 1.2
//   lamps.example.com: example.com/v1beta1 Lamp, release 1.2

export interface ObjectMeta {
  name?: string;
  generateName?: string;
  namespace?: string;
  labels?: { [key: string]: string };
  annotations?: { [key: string]: string };
  finalizers?: string[];
  [key: string]: unknown;
}

export interface Lamp {
  apiVersion: 'example.com/v1';
  kind: 'Lamp';
  metadata: ObjectMeta;
  spec: LampSpec;
}

export interface LampV1beta1 {
  apiVersion: 'example.com/v1beta1';
  kind: 'Lamp';
  metadata: ObjectMeta;
  spec: LampSpec;
}

export interface Bulb {
  watt?: number;
}

export interface Extra {
  a?: boolean;
  [key: string]: unknown;
}

export interface Foot {
  unit?: string;
  width: number;
}

export interface LampSpec {
  bulbs?: Bulb[];
  colour: 'green' | 'red';
  extra?: Extra;
  foot?: Foot;
  head?: Foot;
  labels?: { [key: string]: string };
  mode?: string;
  nothing?: string | null;
  power?: string | number;
  template?: LampTemplate;
  'x-ray'?: { [key: string]: never };
}

export interface LampTemplate {
  metadata?: ObjectMeta | null;
}
`);
});

test.each<{ items: object; type: string }>([
  { items: { type: 'string' }, type: 'string[]' },
  { items: { type: 'string', nullable: true }, type: '(string | null)[]' },
  { items: { type: 'string', enum: ['a', 'b'] }, type: "('a' | 'b')[]" },
  { items: { type: 'object', nullable: true }, type: '({ [key: string]: never } | null)[]' },
  { items: { type: 'array', items: { 'x-kubernetes-int-or-string': true } }, type: '((string | number)[])[]' },
  { items: { type: 'object', additionalProperties: SIZE }, type: '{ [key: string]: Part }[]' },
])('a list of $items is $type', ({ items, type }) => {
  const spec = { type: 'object', properties: { parts: { type: 'array', items } } };
  expect(textOf('x.ts', { name: 'x', resources: [lamp({ v1: spec })] })).toContain(`  parts?: ${type};\n`);
});

test('a structure has the name that most fields give it, and of two that of the shorter path', () => {
  const deep = { type: 'object', properties: { size: SIZE, inner: { type: 'object', properties: { size: SIZE } } } };
  const spec = { type: 'object', properties: { preferredSize: SIZE, deep } };
  const types = textOf('x.ts', { name: 'x', resources: [lamp({ v1: spec })] });
  expect(types).toContain('export interface Size {');
  expect(types).toContain('  preferredSize?: Size;');
});

test('a table has every node once, one to a line', () => {
  const spec = {
    type: 'object',
    required: ['foot'],
    properties: { foot: SIZE, head: SIZE, name: { type: 'string', pattern: '^\\w+$' } },
  };
  expect(textOf('lamp-fields.ts', { name: 'lamp', resources: [lamp({ v1: spec })] })).toBe(
    `${GENERATED}//   lamps.example.com: example.com/v1 Lamp

import type { FieldTable } from './field-table';

export const fields = (): FieldTable => JSON.parse(String.raw\`{"kinds":{
"example.com/v1/Lamp":{"node":6,"plural":"lamps","scope":"Namespaced"}
},"nodes":[
{"type":"string"},
{"type":"object","preserveUnknown":true},
{"type":"integer"},
{"type":"object","required":["width"],"properties":{"unit":0,"width":2}},
{"type":"string","pattern":"^\\\\w+$"},
{"type":"object","required":["foot"],"properties":{"foot":3,"head":3,"name":4}},
{"type":"object","required":["spec"],"properties":{"apiVersion":0,"kind":0,"metadata":1,"spec":5,"status":1}}
]}\`);
`,
  );
});

test('a table says from which release to which a field, a version and a constraint were there', () => {
  const older = {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string' }, gone: { type: 'string' } },
  };
  const newer = { type: 'object', properties: { name: { type: 'string' }, fresh: { type: 'string' } } };
  const table = load(
    textOf('lamp-fields.ts', {
      name: 'lamp',
      resources: [lamp({ v1: newer, v1beta1: newer })],
      release: '1.10',
      earlier: [{ release: '1.9', resources: [lamp({ v1beta1: older, v1alpha1: older })] }],
    }),
  );
  expect(table.kinds).toMatchObject({
    'example.com/v1/Lamp': { releases: ['1.9', '1.10'], since: '1.10' },
    'example.com/v1beta1/Lamp': { releases: ['1.9', '1.10'] },
    'example.com/v1alpha1/Lamp': { releases: ['1.9', '1.10'], until: '1.9' },
  });
  const { node } = table.kinds['example.com/v1beta1/Lamp']!;
  expect(table.nodes[table.nodes[node]!.properties!.spec!]).toEqual({
    type: 'object',
    properties: { fresh: 0, gone: 0, name: 0 },
    since: { fresh: '1.10' },
    until: { gone: '1.9' },
    was: [{ until: '1.9', required: ['name'] }],
  });
});

test('a kind that no older release was given with has no history', () => {
  const table = load(
    textOf('lamp-fields.ts', {
      name: 'lamp',
      resources: [lamp({ v1: SPEC })],
      release: '1.2',
      earlier: [{ release: '1.1', resources: [lamp({ v1: {} }, 'Shade')] }],
    }),
  );
  expect(table.kinds['example.com/v1/Lamp']).toEqual({
    node: expect.any(Number),
    plural: 'lamps',
    scope: 'Namespaced',
    releases: ['1.2'],
  });
});

test('text that would end or fill the template around the table comes through whole', () => {
  const nasty = ['a`b$', '{c}\\`\\$', '{d}\\u0060 "e" \u2028 \\'].join('');
  const spec = {
    type: 'object',
    properties: { [nasty]: { type: 'string', pattern: nasty, default: nasty, enum: [nasty] } },
  };
  const resources = [lamp({ v1: spec })];
  const table = load(textOf('lamp-fields.ts', { name: 'lamp', resources }));
  expect(table.nodes).toContainEqual({ type: 'string', pattern: nasty, default: nasty, enum: [nasty] });
  expect(table.nodes.some(({ properties }) => properties !== undefined && Object.hasOwn(properties, nasty))).toBe(true);
  expect(textOf('lamp.ts', { name: 'lamp', resources })).toContain(
    `${JSON.stringify(nasty)}?: ${JSON.stringify(nasty)};`,
  );
});

test('the order of the input does not matter', () => {
  const resources = [
    lamp({ v1: SPEC, v1beta1: SPEC }),
    lamp({ v1: SPEC }, 'Shade'),
    lamp({ v2: SPEC }, 'Shop', 'shop.example.com'),
  ];
  const older = { release: '1.1', resources: [lamp({ v1: SIZE })] };
  const oldest = { release: '1.0', resources: [lamp({ v1: SPEC })] };
  const one = generate({ name: 'x', resources, release: '1.2', earlier: [older, oldest] });
  const other = generate({ name: 'x', resources: [...resources].reverse(), release: '1.2', earlier: [oldest, older] });
  expect(other.files).toEqual(one.files);
});

test('two groups with one kind are told apart', () => {
  const resources = [lamp({ v1: SIZE }), lamp({ v1: SIZE }, 'Lamp', 'shop.example.com')];
  const kinds = textOf('x.ts', { name: 'x', resources }).match(/^export interface \w*Lamp(?= )/gm);
  expect(kinds).toEqual(['export interface ExampleComLamp', 'export interface ShopExampleComLamp']);
});

test.each([
  [['kubevirt.io', 'pool.kubevirt.io', 'instancetype.kubevirt.io'], 'kubevirt'],
  [['cdi.kubevirt.io'], 'cdi'],
  [['b.io', 'a.io'], 'a'],
])('files of %j are named after %s', (groups, name) => {
  expect(nameFor(groups.map((group) => lamp({ v1: SIZE }, 'Lamp', group)))).toBe(name);
});
