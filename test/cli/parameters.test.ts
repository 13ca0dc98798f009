import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, appFolder, textsBelow } from '../app-folder';
import { polyvirt } from '../run-cli';

const platform = (name: string, more = '') => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  target: { kubevirt: "1.9" }
  namespace: shop
  kubevirt: { defaultArchitecture: amd64 }
  virtualMachines:
  - { name: web, architecture: amd64, memory: 1Gi, replicas: 1 }
${more}`;

const MEMORY = '  parameters: [{ name: memory, sets: "spec.virtualMachines[web].memory" }]\n';

function folderOf(files: Record<string, string>): string {
  const folder = appFolder(files);
  if ('polyvirt.yaml' in files) {
    rmSync(join(folder, 'cdk8s.yaml'));
  }
  return folder;
}

const PROGRAM = {
  'main.ts': app(`
import { Parameter } from 'polyvirt';
for (let i = 0; i < Parameter.number('count', 1); i++) {
  new VirtualMachine(edge, 'web-' + i, { architecture: 'amd64', memory: Parameter.text('memory', '1Gi') });
}`),
};

/** What of the stream the parameters decide. */
async function memories(folder: string, args: readonly string[]): Promise<string[]> {
  const { code, stdout, stderr } = await polyvirt(folder, ['synth', '--stdout', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return [...stdout.matchAll(/^ +guest: (.*)/gm)].map(([, memory]) => memory!);
}

test('a file takes what is given, the command line before files, the later before the earlier', async () => {
  const folder = folderOf({
    'polyvirt.yaml': platform('edge', MEMORY),
    'values.yaml': 'memory: 2Gi\nweb.replicas: 2\ntarget: { kubernetes: 1.36 }\n',
  });
  expect(await memories(folder, [])).toEqual(['1Gi']);
  expect(await memories(folder, ['--values', 'values.yaml'])).toEqual(['2Gi', '2Gi']);
  expect(await memories(folder, ['--values', 'values.yaml', '--set', 'memory=3Gi', '--set', 'memory=4Gi'])).toEqual([
    '4Gi',
    '4Gi',
  ]);
  const namespaced = await polyvirt(folder, ['synth', '--stdout', '--set', 'namespace=web']);
  expect(namespaced.stdout).toContain('namespace: web\n');
});

test('a program takes what is given through Parameter', async () => {
  const folder = folderOf(PROGRAM);
  expect(await memories(folder, [])).toEqual(['1Gi']);
  expect(await memories(folder, ['--set', 'count=2', '--set', 'memory=2Gi'])).toEqual(['2Gi', '2Gi']);
});

test.each<{ set: string; told: RegExp }>([
  { set: 'memori=2Gi', told: /^error PV701 parameter memori: there is no such parameter\.\n.*did you mean "memory"\?/ },
  { set: 'target={a: [b]}', told: /^error PV702 parameter target: it is text, and should be a map/ },
  { set: 'target=new', told: /^error PV702 parameter target: it is text, and should be a map, as name=\{a: b\}/ },
  { set: 'web.replicas=many', told: /^error PV702 parameter web\.replicas: it is not a number/ },
])('--set $set is one finding in a fleet, and nothing is written', async ({ set, told }) => {
  const folder = folderOf({
    'polyvirt.yaml': platform('edge', MEMORY),
    'clusters/west.yaml': platform('west', MEMORY),
  });
  for (const command of ['synth', 'check', 'place']) {
    const { code, stderr } = await polyvirt(folder, [command, '--set', set]);
    expect(code).toBe(1);
    expect(stderr).toMatch(told);
    expect(stderr.match(/^error/gm)).toHaveLength(1);
  }
  expect(Object.keys(textsBelow(folder)).filter((name) => name.startsWith('dist'))).toEqual([]);
});

test('a program is asked too: an unknown name and a wrong type', async () => {
  const folder = folderOf(PROGRAM);
  const { code, stderr } = await polyvirt(folder, ['synth', '--set', 'cuont=2', '--set', 'memory=1Gi']);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error PV701 parameter cuont: there is no such parameter\.\n.*did you mean "count"\?/);
  const wrong = await polyvirt(folder, ['synth', '--set', 'count=two']);
  expect(wrong.stderr).toMatch(/^error PV702 parameter count: it is not a number/);
  expect(Object.keys(textsBelow(folder)).filter((name) => name.startsWith('dist'))).toEqual([]);
});

test('a parameter that only one platform of a fleet has is given to that one', async () => {
  const folder = folderOf({
    'polyvirt.yaml': platform('edge', MEMORY),
    'clusters/west.yaml': platform('west'),
  });
  expect(await memories(folder, ['--set', 'memory=2Gi'])).toEqual(['2Gi', '1Gi']);
});

test.each<{ args: string[]; told: string }>([
  { args: ['--set', 'memory'], told: 'error PV702 --set: it has no =' },
  { args: ['--values', 'none.yaml'], told: 'error PV034 at none.yaml: it cannot be read: it does not exist' },
  { args: ['--values', 'broken.yaml'], told: 'error PV030 at broken.yaml:1:5' },
  { args: ['--values', 'list.yaml'], told: 'error PV702 at list.yaml:1:1: it is not a map' },
  { args: ['--values', 'deep.yaml'], told: 'error PV702 at deep.yaml:1:9, memory: it is not a string, a number' },
])('$args is a usage error', async ({ args, told }) => {
  const folder = folderOf({
    'polyvirt.yaml': platform('edge', MEMORY),
    'broken.yaml': 'a: b: c\n',
    'list.yaml': '- a\n',
    'deep.yaml': 'memory: { a: [b] }\n',
  });
  const { code, stderr } = await polyvirt(folder, ['synth', ...args]);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(told) });
});

test('what is kept of a fleet is not taken for what parameters make of it', async () => {
  const folder = folderOf({ 'polyvirt.yaml': platform('edge', MEMORY), 'clusters/west.yaml': platform('west') });
  const env = { POLYVIRT_CACHE: join(appFolder(), 'cache') };
  const written = async (...args: string[]) => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await polyvirt(folder, ['synth', ...args], env)).code).toBe(0);
    return Object.values(textsBelow(join(folder, 'dist'))).filter((text) => text.includes('guest: 2Gi')).length;
  };
  expect(await written()).toBe(0);
  expect(await written()).toBe(0);
  expect(await written('--set', 'memory=2Gi')).toBe(1);
  expect(await written()).toBe(0);
  writeFileSync(join(folder, 'values.yaml'), 'memory: 2Gi\n');
  expect(await written('--values', 'values.yaml')).toBe(1);
});
