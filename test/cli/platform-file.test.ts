import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, ROOT, textsBelow, writeFiles } from '../app-folder';
import { BIN } from '../built-program';
import { polyvirt } from '../run-cli';

const GOOD = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: {name: edge}
spec:
  namespace: shop
  nodes: [{pool: a, architecture: arm64}]
  kubevirt: {}
  virtualMachines:
  - {name: web, memory: 1Gi}
`;

/** A folder without cdk8s, so that nothing of it can be loaded. */
function fileFolder(files: Record<string, string>): string {
  const folder = join(appFolder(), 'files');
  writeFiles(folder, files);
  return folder;
}

test('the reference fleet and its twin in YAML give the same bytes', async () => {
  const folder = appFolder();
  expect((await polyvirt(ROOT, ['synth', '--output', join(folder, 'code')])).code).toBe(0);
  expect((await polyvirt(ROOT, ['synth', 'test/fleet', '--output', join(folder, 'yaml')])).code).toBe(0);
  expect(textsBelow(join(folder, 'yaml'))).toEqual(textsBelow(join(folder, 'code')));
});

test('a platform file runs no code and loads neither cdk8s nor esbuild', () => {
  const folder = fileFolder({ 'polyvirt.yaml': GOOD });
  const script = `process.on('exit', () => console.log(JSON.stringify(Object.keys(require.cache)))); process.argv = ['', '', 'synth']; require(${JSON.stringify(BIN)});`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' });
  const loaded: string[] = JSON.parse(stdout);
  expect(loaded.filter((file) => /node_modules\/(cdk8s|constructs|esbuild|yaml)\//.test(file))).toEqual([]);
  expect(Object.keys(textsBelow(join(folder, 'dist')))).toHaveLength(2);
});

test('a platform whose VMs name their identity needs none of the slow parts of Node', () => {
  const firmware = 'firmware: {uuid: 6ba7b810-9dad-41d1-80b4-100000000000, serial: S-1}';
  const folder = fileFolder({ 'polyvirt.yaml': GOOD.replace('memory: 1Gi', `memory: 1Gi, ${firmware}`) });
  // Asked for before anything is printed, which loads some of them.
  const script = `
    process.on('exit', () => require('node:fs').writeSync(1, JSON.stringify(process.moduleLoadList)));
    process.argv = ['', '', 'synth']; require(${JSON.stringify(BIN)});`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { cwd: folder, encoding: 'utf8' });
  const loaded = (JSON.parse(stdout) as string[]).map((name) => name.replace('NativeModule ', ''));
  for (const slow of ['crypto', 'child_process', 'net', 'stream', 'perf_hooks', 'worker_threads', 'zlib', 'v8']) {
    expect(loaded).not.toContain(slow);
  }
  expect(Object.keys(textsBelow(join(folder, 'dist')))).toHaveLength(2);
});

test('a fleet is several documents, and one file per cluster', async () => {
  const named = (name: string) => GOOD.replace('name: edge', `name: ${name}`);
  const folder = fileFolder({
    'polyvirt.yaml': `${named('a')}---\n${named('b')}`,
    'clusters/c.yaml': named('c'),
    'clusters/readme.md': '#',
  });
  await polyvirt(folder, ['synth']);
  expect([...new Set(Object.keys(textsBelow(join(folder, 'dist'))).map((file) => file.split('/')[0]))]).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('a file can be named instead of its folder', async () => {
  const folder = fileFolder({ 'other.yaml': GOOD });
  expect((await polyvirt(folder, ['synth', 'other.yaml', '--stdout'])).stdout).toMatch(
    /^---\napiVersion: kubevirt.io\/v1\nkind: KubeVirt\n/,
  );
});

test('replicas and architectures multiply', async () => {
  const folder = fileFolder({
    'polyvirt.yaml': GOOD.replace(
      '{name: web, memory: 1Gi}',
      '{name: web, memory: 1Gi, replicas: 2, perArchitecture: [amd64, arm64]}',
    )
      .replace(
        'nodes: [{pool: a, architecture: arm64}]',
        'nodes: [{pool: a, architecture: arm64}, {pool: b, architecture: amd64}]',
      )
      .replace('kubevirt: {}', 'kubevirt: {defaultArchitecture: amd64}'),
  });
  const { stdout } = await polyvirt(folder, ['synth', '--stdout', '--format', 'json']);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line).metadata.name),
  ).toEqual(['web-amd64-1', 'web-amd64-2', 'web-arm64-1', 'web-arm64-2']);
});

test('findings have the line of the file and its own words', async () => {
  const folder = fileFolder({
    'polyvirt.yaml': GOOD.replace(
      'memory: 1Gi',
      'memory: 1GB, disks: [{name: d, bus: sata, emptyDisk: {capacity: 1Gi}}]',
    ),
  });
  const { code, stderr } = await polyvirt(folder, ['synth']);
  expect(code).toBe(1);
  expect(stderr).toContain(
    'error PV042 VirtualMachine shop/web at polyvirt.yaml:9:25, spec.virtualMachines[web].memory: "1GB" is not a quantity',
  );
  expect(stderr).toContain(
    'error PV105 VirtualMachine shop/web at polyvirt.yaml:9:53, spec.virtualMachines[web].disks[d].bus: arm64 guests have no sata bus.',
  );
});

test('shape mistakes and others are told in one run, each at its own line', async () => {
  const folder = fileFolder({ 'polyvirt.yaml': `${GOOD}  - {name: a, nope: 1}\n  - {name: b, memory: much}\n` });
  const { stderr } = await polyvirt(folder, ['synth']);
  expect(stderr).toMatch(/PV031 at polyvirt.yaml:10:/);
  expect(stderr).toMatch(/PV042 VirtualMachine shop\/b at polyvirt.yaml:11:/);
});

test('allowances and severities of the file count', async () => {
  const bad = GOOD.replace('memory: 1Gi', 'memory: 1Gi, architecture: amd64');
  const policy = (text: string) => fileFolder({ 'polyvirt.yaml': `${bad}  findings: ${text}\n` });
  expect((await polyvirt(policy('{}'), ['synth'])).code).toBe(1);
  expect((await polyvirt(policy('{severity: {PV107: warning}}'), ['synth'])).code).toBe(0);
  expect(
    await polyvirt(
      policy('{allow: [{code: PV107, object: VirtualMachine/web, until: "2999-01-01", reason: pool is ordered}]}'),
      ['synth'],
    ),
  ).toMatchObject({ code: 0, stderr: expect.stringContaining('findings: none') });
  expect(
    (await polyvirt(policy('{allow: [{code: PV107, until: "2020-01-01", reason: pool is ordered}]}'), ['synth']))
      .stderr,
  ).toContain('PV036 at polyvirt.yaml:10:22');
});

test('an object can carry its own allowance', async () => {
  const folder = fileFolder({
    'polyvirt.yaml': GOOD.replace(
      'memory: 1Gi',
      'memory: 1Gi, architecture: amd64, annotations: {polyvirt.io/allow: "PV107 until 2999-01-01: ordered"}',
    ),
  });
  expect(await polyvirt(folder, ['synth'])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('findings: none'),
  });
});

describe('bad input', () => {
  const bomb = `a0: &a0 [x,x,x,x,x,x,x,x,x]\n${Array.from({ length: 11 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`).join(',')}]`).join('\n')}\n`;
  test.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'error PV016 at polyvirt.yaml: it contains no platform.'],
    ['only comments', '# nothing\n---\n', 'error PV016 at polyvirt.yaml'],
    [
      'a binary file',
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2]),
      'error PV034 at polyvirt.yaml: it is not text but binary.',
    ],
    ['Latin-1', Buffer.from([0x61, 0x3a, 0x20, 0xe4]), 'error PV034 at polyvirt.yaml: it is not UTF-8.'],
    [
      'an alias bomb',
      bomb,
      'error PV030 at polyvirt.yaml:1:1: polyvirt cannot read this YAML: aliases make it far larger than its text.',
    ],
    ['nesting 10,000 deep', `a: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`, 'error PV030 at polyvirt.yaml:1:'],
    [
      'a merge key',
      GOOD.replace('{name: web, memory: 1Gi}', '{<<: {memory: 1Gi}, name: web}'),
      'error PV031 at polyvirt.yaml:9:6, spec.virtualMachines[web]: merge keys (<<) are not supported.',
    ],
    ['a tag', GOOD.replace('namespace: shop', 'namespace: !secret shop'), 'error PV030 at polyvirt.yaml:5:14'],
    [
      'a key named __proto__',
      GOOD.replace('namespace: shop', '__proto__: {namespace: shop}'),
      'error PV030 at polyvirt.yaml:5:3: polyvirt cannot read this YAML: a key cannot be named __proto__.',
    ],
    [
      'a key twice',
      GOOD.replace('namespace: shop', 'namespace: shop\n  namespace: stop'),
      'error PV030 at polyvirt.yaml:6:3: polyvirt cannot read this YAML: duplicated mapping key.',
    ],
    [
      'two platforms of one name',
      `${GOOD}---\n${GOOD}`,
      'error PV801 at polyvirt.yaml:13:18, metadata.name: there is another platform named edge, at polyvirt.yaml:3.',
    ],
    [
      'a template',
      GOOD.replace('namespace: shop', 'namespace: {{ .Values.namespace }}'),
      'error PV030 at polyvirt.yaml:5:14: polyvirt cannot read this YAML: a template that was not rendered.\n  Nothing can be read from this document. Fix: write plain YAML: templates ({{ }}) are not rendered here.',
    ],
    [
      'manifests',
      'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n',
      'error PV033 at polyvirt.yaml:1:1: this has apiVersion "v1" and kind "ConfigMap".',
    ],
    [
      'a platform without objects',
      'apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: {name: a}\nspec: {}\n',
      'error PV016',
    ],
    [
      'a name that cannot be',
      GOOD.replace('name: edge', 'name: Edge_1'),
      'error PV002 at polyvirt.yaml:3:18, metadata.name: "Edge_1" is not a Kubernetes name.',
    ],
    [
      'a missing spec',
      'apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: {name: a}\n',
      'error PV004 at polyvirt.yaml:1:1, spec: it is missing.',
    ],
  ])('%s ends with one clear message and its place', async (_name, text, message) => {
    const folder = fileFolder({ keep: '' });
    writeFileSync(join(folder, 'polyvirt.yaml'), text);
    const started = Date.now();
    const { code, stdout, stderr } = await polyvirt(folder, ['synth']);
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(textsBelow(join(folder, 'dist'))).toEqual({});
  });

  test('100 MB', async () => {
    const folder = fileFolder({ 'polyvirt.yaml': `${GOOD}#${'x'.repeat(100 << 20)}` });
    expect(await polyvirt(folder, ['synth'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('error PV034 at polyvirt.yaml: it is larger than 16 MiB.'),
    });
  });

  test.each<[string, (folder: string) => void, string]>([
    [
      'a link to nothing',
      (folder) => symlinkSync('nowhere', join(folder, 'clusters/b.yaml')),
      'error PV034 at clusters/b.yaml',
    ],
    [
      'a link in a circle',
      (folder) => symlinkSync('b.yaml', join(folder, 'clusters/b.yaml')),
      'error PV034 at clusters/b.yaml',
    ],
    ['a folder', (folder) => mkdirSync(join(folder, 'clusters/b.yaml')), 'error PV034 at clusters/b.yaml'],
  ])('%s among the clusters does not vanish silently', async (_name, make, message) => {
    const folder = fileFolder({ 'polyvirt.yaml': GOOD, 'clusters/keep.txt': '' });
    make(folder);
    expect(await polyvirt(folder, ['synth'])).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });

  test('ten times the mistakes are told in ten times the time, and not in a hundred', async () => {
    const timeOf = async (count: number) => {
      const vms = Array.from({ length: count }, (_, i) => `  - {name: vm-${i}, memroy: 1Gi}\n`).join('');
      const folder = fileFolder({ 'polyvirt.yaml': `${GOOD}${vms}` });
      const started = process.cpuUsage();
      expect((await polyvirt(folder, ['synth'])).stderr.match(/PV031/g)).toHaveLength(count);
      return process.cpuUsage(started).user;
    };
    await timeOf(50);
    const few = await timeOf(50);
    expect(await timeOf(500)).toBeLessThan(40 * few);
  });

  test('an empty file among the clusters is told', async () => {
    const folder = fileFolder({ 'polyvirt.yaml': GOOD, 'clusters/b.yaml': '' });
    expect((await polyvirt(folder, ['synth'])).stderr).toContain(
      'error PV016 at clusters/b.yaml: it contains no platform.',
    );
  });

  test('every bad file is told in one run', async () => {
    const folder = fileFolder({
      'polyvirt.yaml': GOOD,
      'clusters/a.yaml': '\0',
      'clusters/b.yaml': 'a: [',
      'clusters/c.yaml': GOOD.replace('edge', 'Bad_Name'),
    });
    expect((await polyvirt(folder, ['synth'])).stderr.match(/PV\d+/g)?.sort()).toEqual(['PV002', 'PV030', 'PV034']);
  });

  test('a file with another ending is found', async () => {
    expect((await polyvirt(fileFolder({ 'polyvirt.yml': GOOD }), ['synth'])).stderr).toContain(
      'there is a polyvirt.yml: give it the ending .yaml',
    );
  });

  test('a link to nothing of the right name is no file', async () => {
    const folder = fileFolder({ keep: '' });
    symlinkSync('gone.yaml', join(folder, 'polyvirt.yaml'));
    expect((await polyvirt(folder, ['synth'])).stderr).toContain(
      'make polyvirt.yaml a file: it is a folder, or a link that leads nowhere',
    );
  });

  test('no control character of a file reaches the terminal', async () => {
    const folder = fileFolder({ 'polyvirt.yaml': GOOD.replace('namespace: shop', '"\\e[31mred": 1') });
    expect((await polyvirt(folder, ['synth'])).stderr).toContain('there is no key "\\u001b[31mred" here');
  });

  test('a missing file is a wrong call', async () => {
    expect(await polyvirt(fileFolder({ keep: '' }), ['synth', 'nope.yaml'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error PV010: nope.yaml does not exist.'),
    });
  });

  test('a path that leaves the folder', async () => {
    const folder = fileFolder({ 'polyvirt.yaml': GOOD, 'clusters/keep.txt': '', '../secret.yaml': 'password: x\n' });
    symlinkSync('../../secret.yaml', join(folder, 'clusters/b.yaml'));
    const { code, stderr } = await polyvirt(folder, ['synth']);
    expect(code).toBe(1);
    expect(stderr).toContain('error PV034 at clusters/b.yaml: it is a link that leads out of the folder.');
    expect(stderr).not.toContain('password');
  });

  test('both a platform file and an app', async () => {
    const folder = fileFolder({ 'polyvirt.yaml': GOOD, 'cdk8s.yaml': 'app: node main.js\n' });
    expect(await polyvirt(folder, ['synth'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('error PV015: . has both polyvirt.yaml and cdk8s.yaml.'),
    });
    expect((await polyvirt(folder, ['synth', 'polyvirt.yaml'])).code).toBe(0);
  });
});

describe('polyvirt schema', () => {
  test('prints what is committed for editors', async () => {
    const { code, stdout } = await polyvirt(ROOT, ['schema']);
    expect(code).toBe(0);
    expect(stdout).toBe(readFileSync(join(ROOT, 'docs/schemas/platform.schema.json'), 'utf8'));
  });
});

test('a hypervisor that cannot be read is not unknown as well', async () => {
  const folder = fileFolder({
    'polyvirt.yaml': `${GOOD}  - {name: db, memory: 1Gi, hypervisor: acme}\n  hypervisors: [{name: acme, extends: xen, image: 7}]\n`,
  });
  const { stderr, code } = await polyvirt(folder, ['synth']);
  expect(code).toBe(1);
  expect(stderr).toContain('error PV032');
  expect(stderr).not.toContain('PV401');
});

test('of a hypervisor of the catalogue that cannot be read as the platform has it nothing is said to be missing', async () => {
  const folder = fileFolder({
    'polyvirt.yaml': `${GOOD}  - {name: db, memory: 1Gi, hypervisor: cloud-hypervisor}\n  hypervisors: [{name: cloud-hypervisor, image: "a/b:1", properties: { uri: 7 }}]\n`,
  });
  const { stderr, code } = await polyvirt(folder, ['synth']);
  expect(code).toBe(1);
  expect(stderr).toContain('error PV032');
  expect(stderr).not.toMatch(/PV407|PV408/);
});

test('a folder with a platform and what it writes is judged once', async () => {
  const folder = fileFolder({ 'polyvirt.yaml': `${GOOD}  findings: {severity: {PV107: warning}}\n` });
  const text = readFileSync(join(folder, 'polyvirt.yaml'), 'utf8');
  writeFileSync(join(folder, 'polyvirt.yaml'), text.replace('memory: 1Gi', 'memory: 1Gi, architecture: amd64'));
  expect((await polyvirt(folder, ['synth'])).code).toBe(0);
  const { stderr } = await polyvirt(folder, ['check', '.']);
  expect(stderr).toMatch(/^2 objects .*; 2 written by the platform, judged as part of it$/m);
  expect(stderr.match(/warning PV107/g)).toHaveLength(1);
  const vm = join(folder, 'dist/edge/shop/virtualmachine-web.yaml');
  writeFileSync(vm, readFileSync(vm, 'utf8').replace('runStrategy: Always', 'runStrategy: Halted'));
  expect((await polyvirt(folder, ['check', '.'])).stderr).toMatch(/^3 objects .*; 1 written by the platform/m);
});
