import { join } from 'node:path';
import { launcherPod, review } from '../../src/index';
import { asNumber, asText } from '../../src/kube/object';
import { appFolder, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

/** Runs a command in this process, in a folder with these files. */
async function run(
  argv: readonly string[],
  files: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, files);
  const { code, stdout, stderr } = await polyvirt(folder, argv);
  return { code, said: stdout + stderr };
}

const NODES = `apiVersion: v1
kind: Node
metadata: { name: n1, labels: { kubernetes.io/arch: amd64, kubevirt.io/schedulable: "true" } }
spec: { taints: [{ key: a, effect: NoSchedule, value: { toString: 1 } }] }
status: { allocatable: { cpu: "4", memory: 8Gi, pods: "10" } }
`;
const VM = (metadata: string, spec = 'architecture: amd64, domain: { memory: { guest: 1Gi }, devices: {} }') =>
  `apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata: ${metadata}\nspec: { runStrategy: Always, template: { spec: { ${spec} } } }\n`;
const POOL = (metadata: string) =>
  `apiVersion: cluster.k8s.io/v1alpha1\nkind: MachineDeployment\n${metadata}spec: { template: { spec: { providerSpec: { value: { cloudProvider: kubevirt, cloudProviderSpec: {} } } } } }\n`;
const PLATFORM = (spec: string) =>
  `apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: { name: edge }\nspec: { ${spec} }\n`;

/** Each of them ended polyvirt once. */
test.each<[what: string, argv: string[], files: Record<string, string>]>([
  [
    'a namespace that is a number, in a diff',
    ['review', '--no-platform', '-f', 'diff', 'a.yaml', 'b.yaml'],
    { 'a.yaml': VM('{ name: web, namespace: 5 }'), 'b.yaml': VM('{ name: [web], namespace: 6 }') },
  ],
  [
    'an object without metadata, in a diff',
    ['review', '--no-platform', '-f', 'diff', 'a.yaml', 'b.yaml'],
    { 'a.yaml': 'apiVersion: v1\nkind: A\nspec: { a: 1 }\n', 'b.yaml': 'apiVersion: v1\nkind: A\nspec: { a: 2 }\n' },
  ],
  [
    'nothing for metadata, in kinds whose name is looked at',
    ['check', '--no-platform', 'a.yaml'],
    {
      'a.yaml':
        'apiVersion: kubevirt.io/v1\nkind: VirtualMachineInstancePreset\nmetadata: null\nspec: { domain: { devices: {} }, selector: {} }\n---\n' +
        'apiVersion: plugin.kubevirt.io/v1alpha1\nkind: Plugin\nmetadata: null\nspec: { domainHooks: [{ sidecar: { socketPath: /a } }] }\n',
    },
  ],
  [
    'a number that no manifest can say, in a diff',
    ['review', '--no-platform', '-f', 'diff', 'a.yaml', 'b.yaml'],
    { 'a.yaml': VM('{ name: web }'), 'b.yaml': VM('{ name: web }', 'hostname: .nan, domain: { devices: {} }') },
  ],
  [
    'kinds that are called like what every object has, coming and going',
    ['review', '--no-platform', 'a.yaml', 'b.yaml'],
    {
      'a.yaml': 'apiVersion: v1\nkind: constructor\nmetadata: { name: a }\n',
      'b.yaml': 'apiVersion: v1\nkind: toString\nmetadata: { name: a }\n',
    },
  ],
  [
    'a list of maps for a text',
    ['synth'],
    { 'polyvirt.yaml': PLATFORM('').replace('{  }', '\n  namespace:\n  - toString: 1') },
  ],
  [
    'a map for a choice',
    ['synth'],
    { 'polyvirt.yaml': PLATFORM('').replace('{  }', '\n  nodes:\n  - pool: a\n    role:\n      toString: 1') },
  ],
  [
    'what every object has, as a label of nodes',
    ['place', '--no-platform', '--nodes', 'nodes.yaml', '--without', 'constructor=1', 'a.yaml'],
    { 'nodes.yaml': NODES, 'a.yaml': VM('{ name: web }') },
  ],
  [
    'a taint with a map for a value',
    ['place', '--no-platform', '--nodes', 'nodes.yaml', 'a.yaml'],
    { 'nodes.yaml': NODES, 'a.yaml': VM('{ name: web }') },
  ],
  ['a path that is longer than any', ['place', 'a'.repeat(300)], { 'a.yaml': '' }],
  ['a path through a file', ['synth', 'a.yaml/b'], { 'a.yaml': VM('{ name: web }') }],
  [
    'names that are longer than any, coming and going',
    ['review', '--no-platform', 'a.yaml', 'b.yaml'],
    {
      'a.yaml': VM(`{ name: ${'x'.repeat(70_000)}, namespace: a }`),
      'b.yaml': VM(`{ name: ${'y'.repeat(70_000)}, namespace: a }`),
    },
  ],
  ['a pool without metadata', ['explain', 'MachineDeployment/x', 'a.yaml', '--no-platform'], { 'a.yaml': POOL('') }],
  [
    'a pool with a map for a name',
    ['check', '--no-platform', 'a.yaml'],
    { 'a.yaml': POOL('metadata: { name: { toString: 1 }, labels: { a: { toString: 1 } } }\n') },
  ],
])('%s is taken well', async (_, argv, files) => {
  const { said } = await run(argv, files);
  expect(said).not.toBe('');
  expect(said).not.toContain('stopped unexpectedly');
});

test('a value of any type is text or a number, or says that it is none', () => {
  const odd = { toString: 1, valueOf: 2 };
  expect([odd, [odd], () => 1, null, undefined, 5, 'a', Symbol('s'), 5n].map(asText)).toEqual([
    'a map',
    'a list',
    'a map',
    'null',
    'undefined',
    '5',
    'a',
    'Symbol(s)',
    '5',
  ]);
  expect([odd, [5], null, Symbol('s'), '7', true].map(asNumber)).toEqual([NaN, NaN, NaN, NaN, 7, 1]);
});

test('the library says what is wrong with what no file could say', () => {
  const cycle: Record<string, unknown> = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } };
  cycle.data = cycle;
  expect(() => review([cycle as never], [])).toThrow(
    'an object to review is not plain data: data is a part that contains itself',
  );
  expect(() => launcherPod({ kind: ['a'] } as never)).toThrow('a list makes no guest');
});
