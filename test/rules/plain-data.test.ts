import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { check, type KubeObject } from '../../src';
import { unwritableIn, writablePart } from '../../src/kube/plain-data';
import { emitYaml } from '../../src/kube/yaml/emit';
import { app, appFolder, ROOT, textsBelow } from '../app-folder';
import { polyvirt } from '../run-cli';

class Lamp {
  on = true;
}

const cycle: Record<string, unknown> = { a: 1 };
cycle.self = cycle;

test.each<[string, unknown, string]>([
  ['NaN', Number.NaN, 'NaN'],
  ['Infinity', Number.POSITIVE_INFINITY, 'Infinity'],
  ['-Infinity', Number.NEGATIVE_INFINITY, '-Infinity'],
  ['1e999', JSON.parse('1e999'), 'Infinity'],
  ['a function', () => 1, 'a function'],
  ['a symbol', Symbol('a'), 'a symbol'],
  ['a BigInt', 1n, 'a bigint'],
  ['a Date', new Date(0), 'an object of the class Date'],
  ['a Map', new Map(), 'an object of the class Map'],
  ['an instance', new Lamp(), 'an object of the class Lamp'],
])('%s is found where it is, and refused by the emitter', (_, value, what) => {
  const root = { spec: { list: [1, { value }] } };
  expect(unwritableIn(root)).toEqual([
    { steps: ['spec', 'list', 1, 'value'], what, why: typeof value === 'number' ? 'number' : 'other' },
  ]);
  expect(() => emitYaml(root)).toThrow();
  const [finding] = check([{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, ...root } as KubeObject]);
  expect(finding).toMatchObject({ code: 'PV005', severity: 'error', path: 'spec.list[1].value' });
  expect(finding!.what).toBe(`this is ${what}, which no manifest can contain`);
});

test('undefined is nothing in a map, and wrong in a list', () => {
  expect(unwritableIn({ a: undefined })).toEqual([]);
  expect(unwritableIn({ a: [1, undefined] })).toEqual([{ steps: ['a', 1], what: 'undefined', why: 'other' }]);
});

test('what contains itself is told once, and what is too deep has an end', () => {
  expect(unwritableIn(cycle)).toEqual([{ steps: ['self'], what: 'a part that contains itself', why: 'other' }]);
  const deep: Record<string, unknown> = {};
  let at = deep;
  for (let i = 0; i < 2000; i++) {
    at.a = {};
    at = at.a as Record<string, unknown>;
  }
  expect(unwritableIn(deep)).toEqual([expect.objectContaining({ what: 'nested more than 500 levels deep' })]);
});

test.each<[unknown]>([
  [null],
  [0],
  [-0.5],
  [''],
  [true],
  [[]],
  [{}],
  [Object.create(null)],
  [{ a: [null, { b: 1e300 }] }],
])('%j can be written', (value) => {
  expect(unwritableIn(value)).toEqual([]);
});

test('a part that is used twice is no cycle', () => {
  const part = { a: 1 };
  expect(unwritableIn({ x: part, y: [part, part] })).toEqual([]);
});

test('what is left without the wrong values can be judged', () => {
  expect(writablePart({ a: Number.NaN, b: [1, new Date(0)], c: { d: 'x' } })).toEqual({
    a: undefined,
    b: [1, null],
    c: { d: 'x' },
  });
});

const VM = (memory: string) =>
  `apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata: { name: web, namespace: shop }\nspec:\n  runStrategy: Always\n  template:\n    spec:\n      architecture: amd64\n      terminationGracePeriodSeconds: ${memory}\n      domain: { memory: { guest: 1Gi }, devices: {} }\n`;

test.each(['.nan', '.NaN', '.inf', '-.inf', '+.Inf'])('check rejects %s in YAML', async (written) => {
  const folder = appFolder({ 'vm.yaml': VM(written) });
  const { code, stdout, stderr } = await polyvirt(folder, ['check', 'vm.yaml', '--no-platform']);
  expect([code, /PV005 .*spec\.template\.spec\.terminationGracePeriodSeconds/.test(stdout + stderr)]).toEqual([
    1,
    true,
  ]);
});

test('1e999 in a file is a text, as it is for Go, and so no number', async () => {
  const { code, stderr } = await polyvirt(appFolder({ 'vm.yaml': VM('1e999') }), ['check', 'vm.yaml', '--no-platform']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('spec.template.spec.terminationGracePeriodSeconds: "1e999" is'),
  ]);
});

/** A VM as people keep it in a file: cdk8s reads e1000 as a number, which it is not. */
const INCLUDED = `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop }
spec:
  runStrategy: Always
  template:
    spec:
      domain:
        devices:
          interfaces:
          - { name: default, masquerade: {}, model: e1000 }
      networks: [{ name: default, pod: {} }]
`;

const PROGRAMS: readonly (readonly [name: string, body: string, path: string])[] = [
  ['an Include that reads e1000', "new (require('cdk8s').Include)(edge, 'included', { url: 'vm.yaml' });", 'model'],
  [
    'an ApiObject with NaN',
    "new ApiObject(edge, 'vm', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' }, data: { a: Number.NaN } } as never);",
    'data.a',
  ],
  [
    'a patch with Infinity',
    "new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: Size.gibibytes(1) }); ApiObject.of(edge.node.findChild('web')).addJsonPatch(JsonPatch.add('/spec/x', Infinity));",
    'spec.x',
  ],
  [
    'a patch of a plain object with NaN',
    "new ApiObject(edge, 'map', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }).addJsonPatch(JsonPatch.add('/data', { a: [Number.NaN] }));",
    'data.a[0]',
  ],
  [
    'props with NaN',
    "new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: Size.gibibytes(1), terminationGracePeriodSeconds: Number('x') });",
    'terminationGracePeriodSeconds',
  ],
];

test.each(PROGRAMS)('%s is an error with its path and construct, and nothing is written', async (_, body, path) => {
  const folder = appFolder({ 'main.ts': app(body), 'vm.yaml': INCLUDED });
  const { code, stderr } = await polyvirt(folder, ['synth']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/PV005 /);
  expect(stderr).toContain(path);
  expect(stderr).toMatch(/main\.ts:\d|edge\/|shop\/web/);
  expect(textsBelow(join(folder, 'dist'))).toEqual({});
});

test.each(PROGRAMS)('under cdk8s itself %s is an error too', (_, body, path) => {
  const folder = appFolder({ 'main.ts': app(body), 'vm.yaml': INCLUDED });
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/ts-node/dist/bin.js'), '-T', 'main.ts'],
    {
      cwd: folder,
      encoding: 'utf8',
    },
  );
  expect(status).not.toBe(0);
  expect(stderr).toContain('PV005');
  expect(stderr).toContain(path);
  expect(textsBelow(join(folder, 'dist'))).toEqual({});
});
