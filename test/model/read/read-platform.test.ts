import { readYaml, YAML_LIMITS, type YamlDocument } from '../../../src/kube/yaml/reader';
import { readPlatform } from '../../../src/model/read/read-platform';

const head = (spec: string) => `apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: {name: edge}\nspec:\n${spec}`;

function read(text: string, given: Record<string, unknown> = {}) {
  const [document] = [...readYaml(text, { ...YAML_LIMITS, mergeKeys: false })] as YamlDocument[];
  return readPlatform(document!, given);
}

const found = (spec: string) =>
  read(head(spec)).findings.map(({ code, path, line, column }) => `${line}:${column} ${code} ${path}`);

test('a platform is read as its declaration', () => {
  expect(
    read(
      head(
        '  target: {hco: "1.18"}\n  nodes: [{pool: a, architecture: arm64}]\n  virtualMachines: [{name: web, memory: 1073741824}]\n',
      ),
    ),
  ).toEqual({
    declaration: {
      name: 'edge',
      target: { hco: '1.18' },
      nodes: [{ pool: 'a', architecture: 'arm64' }],
      virtualMachines: [{ name: 'web', memory: '1073741824' }],
    },
    findings: [],
    positions: {},
  });
});

test.each<[string, string, string[]]>([
  ['an unknown key', '  virtualMachines:\n  - name: web\n    memroy: 1Gi\n', ['7:5 PV031 spec.virtualMachines[web]']],
  ['an unknown key of spec', '  virtualMachine: []\n', ['5:3 PV031 spec']],
  [
    'a merge key',
    '  virtualMachines:\n  - <<: {memory: 1Gi}\n    name: web\n',
    ['6:5 PV031 spec.virtualMachines[web]'],
  ],
  ['a release as a number', '  target: {kubevirt: 1.10}\n', ['5:22 PV901 spec.target.kubevirt']],
  [
    'an unknown architecture',
    '  nodes: [{pool: a, architecture: aarch64}]\n',
    ['5:35 PV101 spec.nodes[a].architecture'],
  ],
  ['a missing architecture', '  nodes: [{pool: a}]\n', ['5:11 PV101 spec.nodes[a].architecture']],
  ['a list for a map', '  kubevirt: []\n', ['5:13 PV032 spec.kubevirt']],
  ['text for a list', '  nodes: intel\n', ['5:10 PV032 spec.nodes']],
  ['nodes from another file', '  nodes: {from: nodes.yaml}\n', []],
  ['a misspelt key of it', '  nodes: {form: nodes.yaml}\n', ['5:11 PV031 spec.nodes']],
  [
    'two mistakes in pools',
    '  nodes: [{pool: a, architecture: arm}, {pool: b, architecture: arm64, count: -1}]\n',
    ['5:35 PV101 spec.nodes[a].architecture', '5:79 PV032 spec.nodes[b].count'],
  ],
  ['nothing', '  virtualMachines:\n', ['5:3 PV032 spec.virtualMachines']],
  ['a truth for a text', '  labels: {a: yes}\n', ['5:15 PV032 spec.labels.a']],
  [
    'a choice that is none',
    '  virtualMachines: [{name: a, watchdog: Reset}]\n',
    ['5:41 PV032 spec.virtualMachines[a].watchdog'],
  ],
  ['a machine without a name', '  virtualMachines: [{memory: 1Gi}]\n', ['5:21 PV004 spec.virtualMachines[0].name']],
  [
    'a day that is none',
    '  findings: {allow: [{code: PV101, until: soon, reason: x}]}\n',
    ['5:43 PV032 spec.findings.allow[PV101].until'],
  ],
  [
    'several at once',
    '  namespce: a\n  virtualMachines:\n  - name: web\n    cpu: {cores: two}\n  - name: db\n    disk: []\n',
    ['5:3 PV031 spec', '8:18 PV032 spec.virtualMachines[web].cpu.cores', '10:5 PV031 spec.virtualMachines[db]'],
  ],
])('%s is told with its place', (_name, spec, expected) => {
  expect(found(spec).sort()).toEqual([...expected].sort());
});

test.each<[string, string, string]>([
  ['a key', '  virtualMachines: [{name: web, memroy: 1Gi}]\n', 'did you mean "memory"?'],
  [
    'a choice',
    '  virtualMachines: [{name: a, firmware: {bootloader: EFI}}]\n',
    'write bios or efi or efi-secure-boot, or a map',
  ],
  [
    'a choice that is far off',
    '  goldenImages: [{name: a, disabled: true, garbageCollect: seldom}]\n',
    'write one of these',
  ],
  ['an architecture', '  nodes: [{pool: a, architecture: aarch64}]\n', 'write arm64, as Kubernetes calls aarch64'],
  ['a release', '  target: {kubevirt: 1.10}\n', "write it in quotes, as '1.10' or the release that you meant"],
  ['a truth', '  labels: {a: yes}\n', 'write text: put it in quotes'],
  ['a kind of image', '  goldenImages: [{name: a}]\n', 'keep exactly one of registry, imageStream,'],
])('%s gets a suggestion', (_name, spec, fix) => {
  expect(read(head(spec)).findings[0]?.fix).toContain(fix);
});

test('a value that is not one of a list is told with the list', () => {
  expect(read(head('  goldenImages: [{name: a, disabled: true, garbageCollect: seldom}]\n')).findings[0]?.what).toBe(
    '"seldom" is not one of: Outdated, Never',
  );
});

test('what was written is shown, not what was read', () => {
  expect(read(head('  target: {kubevirt: 1.10}\n')).findings[0]?.what).toBe(
    'the release of KubeVirt is written as the number 1.10',
  );
  expect(read(head('  labels: {a: yes}\n')).findings[0]?.what).toBe('"yes" is read as the boolean true');
});

test('a part with a mistake is left out, the rest is read', () => {
  const { declaration, positions } = read(
    head('  namespce: a\n  virtualMachines:\n  - {name: bad, nope: 1}\n  - {name: good, memory: 1Gi}\n'),
  );
  expect(declaration?.virtualMachines).toEqual([{ name: 'good', memory: '1Gi' }]);
  expect(positions).toEqual({ virtualMachines: [1] });
});

test.each(['kind: ConfigMap\n', '- a\n', 'just text\n', '42\n', 'apiVersion: example.com/v1\nkind: Platform\n'])(
  '%j is not a platform',
  (text) => {
    expect(read(text).findings).toMatchObject([{ code: 'PV033', line: 1 }]);
  },
);

test.each<[string, string, string]>([
  ['an architecture in a list', '  virtualMachines: [{name: a, perArchitecture: [arm46]}]\n', 'did you mean "arm64"?'],
  ['a truth where a choice is', '  virtualMachines: [{name: a, perArchitecture: false}]\n', 'write true, or a list'],
  ['a truth where an amount is', '  virtualMachines: [{name: a, memory: no}]\n', 'write text, or a number'],
  ['a code that is none', '  findings: {severity: {pv107: info}}\n', 'write a code, as PV107 for the key'],
  [
    'a day that is none',
    '  findings: {allow: [{code: PV107, until: soon, reason: x}]}\n',
    'write a day, as "2027-01-31", in quotes',
  ],
  ['too many', '  virtualMachines: [{name: a, replicas: 1000000000}]\n', 'write at most 10000'],
  [
    'something in an empty map',
    '  virtualMachines: [{name: a, disks: [{name: n1, downwardMetrics: {a: 1}}]}]\n',
    'write nothing: the map stays empty',
  ],
])('%s gets words that people use', (_name, spec, fix) => {
  expect(read(head(spec)).findings[0]?.fix).toContain(fix);
});

describe('parameters', () => {
  const spec = (parameter: string) =>
    head(`  namespace: a\n  virtualMachines: [{name: web, memory: 1Gi, replicas: 1}]\n  parameters: [${parameter}]\n`);

  test('set what was given, else what the file says stays, else the default', () => {
    const text = spec(
      '{name: size, type: number, default: 2, sets: "spec.virtualMachines[web].replicas"}, {name: ns, sets: spec.namespace}, {name: cpu, type: map, default: {cores: 3}, sets: "spec.virtualMachines[web].cpu"}',
    );
    expect(read(text).declaration).toMatchObject({
      namespace: 'a',
      virtualMachines: [{ replicas: 1, cpu: { cores: 3 } }],
    });
    expect(read(text, { size: 5, ns: 'b' }).declaration).toMatchObject({
      namespace: 'b',
      virtualMachines: [{ replicas: 5 }],
    });
  });

  test('a value that cannot be is told at the parameter, not at the value of the file', () => {
    const text = spec('{name: size, type: string, default: many, sets: "spec.virtualMachines[web].replicas"}').replace(
      ', replicas: 1',
      '',
    );
    expect(read(text).findings).toMatchObject([
      {
        code: 'PV035',
        path: 'spec.parameters[size]',
        what: 'what it sets at spec.virtualMachines[web].replicas cannot be: "many" is text',
      },
    ]);
  });

  test('names of objects are not values', () => {
    expect(read(spec('{name: constructor, sets: spec.namespace}')).findings).toEqual([]);
  });

  test('keys with dots are written in quotes', () => {
    const text = head(
      '  labels: {d: x}\n  virtualMachines: [{name: web.v2, memory: 1Gi}]\n  parameters: [{name: l, default: z, sets: "spec.labels[\\"a.b/c\\"]"}, {name: r, type: number, default: 2, sets: "spec.virtualMachines[web.v2].replicas"}]\n',
    );
    expect(read(text)).toMatchObject({
      findings: [],
      declaration: { labels: { 'a.b/c': 'z' }, virtualMachines: [{ replicas: 2 }] },
    });
  });

  test.each<[string, string]>([
    ['{name: size, sets: "spec.virtualMachines[nobody].replicas"}', 'is not a key of this file that can be set'],
    ['{name: size, sets: metadata.name}', 'is not a key of this file that can be set'],
    ['{name: size, sets: spec}', 'is not a key of this file that can be set'],
    ['{name: size, sets: spec.namespace}, {name: size, sets: spec.labels}', 'another parameter size'],
    ['{name: a, sets: spec.namespace}, {name: b, sets: spec.namespace}', 'is set by a already'],
    [
      '{name: a, sets: spec.virtualMachines}, {name: b, sets: "spec.virtualMachines[web].replicas"}',
      'lies within what it sets',
    ],
    ['{name: size, sets: "]]spec..namespace["}', 'is not a key of this file that can be set'],
    ['{name: size, sets: spec.parameters}', 'is not a key of this file that can be set'],
    ['{name: size, type: number, default: two, sets: spec.namespace}', 'the type is number, the default is string'],
  ])('%s is rejected', (parameter, what) => {
    expect(read(spec(parameter)).findings).toMatchObject([{ code: 'PV035', what: expect.stringContaining(what) }]);
  });
});
