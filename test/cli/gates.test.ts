import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { appFolder, ROOT } from '../app-folder';
import { polyvirt } from '../run-cli';

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9" }
  nodes: [{ pool: ampere, architecture: arm64 }]
  kubevirt: { featureGates: [HostDisk], disabledFeatureGates: [ImageVolume] }
`;

const folder = appFolder({ 'edge.yaml': PLATFORM, 'two.yaml': `${PLATFORM}---\n${PLATFORM.replace('edge', 'core')}` });
const fleet = appFolder({
  'fleet.yaml': `${PLATFORM}---\n${PLATFORM.replace('edge', 'core').replace('HostDisk', 'HypervStrictCheck')}`,
});
const gates = (...args: string[]) => polyvirt(folder, ['gates', ...args]);
const json = async (...args: string[]) => JSON.parse((await gates(...args, '--format', 'json')).stdout);
const names = async (...args: string[]) => (await json(...args)).gates.map(({ name }: { name: string }) => name);

test('a release is a table of gates and architectures, with symbol and word', async () => {
  const { code, stdout, stderr } = await gates('--kubevirt', '1.9');
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^gate +stage +enabled +amd64 +arm64 +s390x$/);
  expect(lines.find((line) => line.startsWith('ImageVolume'))).toMatch(
    /^ImageVolume +Beta +on +✓ Supported +\? Unverified +\? Unverified$/,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '84 gates of KubeVirt 1.9, data as of 2026-08\n' });
});

test.each([[[]], [['--kubevirt', '1.3']], [['--compare', 'amd64', 's390x']], [['--enabled', 'edge.yaml']]])(
  'JSON of %j is what its schema says',
  async (args) => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/gates.schema.json'), 'utf8'));
    const validate = new Ajv2020().compile(schema);
    const report = await json(...args);
    validate(report);
    expect(validate.errors).toBeNull();
    expect(report.gates.length).toBeGreaterThan(40);
  },
);

test('a gate in JSON has its stage, whether it is on, and support with evidence', async () => {
  const { kubevirt, gates: all } = await json('--kubevirt', 'v1.8.2');
  expect(kubevirt).toBe('1.8.2');
  expect(all).toHaveLength(72);
  expect(all.find(({ name }: { name: string }) => name === 'WorkloadEncryptionSEV')).toEqual({
    name: 'WorkloadEncryptionSEV',
    stage: 'Alpha',
    enabled: false,
    reason: 'opt-in',
    support: {
      amd64: { status: 'Supported', evidence: 'tests on amd64: tests/launchsecurity/sev.go' },
      arm64: { status: 'Unsupported', evidence: expect.any(String) },
      s390x: { status: 'Unsupported', evidence: expect.any(String) },
    },
  });
});

test('--arch and --status narrow it, whatever the case of the status', async () => {
  expect(await names('--arch', 'arm64', '--status', 'supported')).toContain('PanicDevices');
  expect(await names('--arch', 's390x', '--status', 'SUPPORTED')).not.toContain('PanicDevices');
  expect(await names('--status', 'unverified')).toContain('HostDevicesWithDRA');
  expect(Object.keys((await json('--arch', 'arm64')).gates[0].support)).toEqual(['arm64']);
});

test('--compare says how the second architecture stands beside the first', async () => {
  const { stdout, stderr } = await gates('--compare', 'amd64', 's390x');
  expect(stdout).toMatch(/^LiveMigration .* alike$/m);
  expect(stdout).toMatch(/^SecureExecution .* ahead$/m);
  expect(stdout).toMatch(/^NUMA .* behind$/m);
  expect(stdout).toMatch(/^PSA .* unknown$/m);
  expect(stderr).toContain('s390x beside amd64: 12 alike, 29 behind, 1 ahead, 42 unknown');
});

test('--enabled shows what is on for a platform', async () => {
  const on = await names('--enabled', 'edge.yaml');
  expect(on).toContain('HostDisk');
  expect(on).toContain('Snapshot');
  expect(on).not.toContain('ImageVolume');
  expect(on).not.toContain('CPUManager');
});

test('Markdown and CSV are tables too', async () => {
  const markdown = (await gates('--format', 'markdown')).stdout.split('\n');
  expect(markdown.slice(0, 3)).toEqual([
    '| gate | stage | enabled | amd64 | arm64 | s390x |',
    '| --- | --- | --- | --- | --- | --- |',
    '| AlignCPUs | Alpha | off | - Unspecified | - Unspecified | ✗ Unsupported |',
  ]);
  const csv = (await gates('--format', 'csv', '--arch', 's390x')).stdout.split('\r\n');
  expect(csv[0]).toBe('gate,stage,enabled,s390x,s390x evidence');
  expect(csv[1]).toMatch(/^AlignCPUs,Alpha,false,Unsupported,"only matters with dedicated CPUs, /);
});

test('of several clusters it says in which a gate is on, each gate once', async () => {
  const { code, stdout, stderr } = await polyvirt(fleet, ['gates', '--enabled', 'fleet.yaml']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^gate +stage +on in +amd64 +arm64 +s390x$/m);
  expect(stdout).toMatch(/^HostDisk +Alpha +edge +✓ Supported/m);
  expect(stdout).toMatch(/^HypervStrictCheck +Alpha +core +✓ Supported/m);
  expect(stdout).toMatch(/^LiveMigration +GA +all 2 clusters +✓ Supported/m);
  expect(stdout).not.toMatch(/^CPUManager /m);
  expect(stderr).toMatch(/^\d+ gates of 2 clusters that are on in one of them/);
  const failed = await polyvirt(fleet, ['gates', '--enabled', 'fleet.yaml', '--fail']);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('error: core: unsupported on arm64: HypervStrictCheck\n');
  expect(failed.stderr).not.toContain('error: edge');
  const csv = (await polyvirt(fleet, ['gates', '--enabled', 'fleet.yaml', '-f', 'csv'])).stdout;
  expect(csv).toMatch(/^LiveMigration,GA,core edge,/m);
});

test('in JSON each of several clusters has a line of its own', async () => {
  const { stdout } = await polyvirt(fleet, ['gates', '--enabled', 'fleet.yaml', '-f', 'json']);
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ cluster }) => cluster)).toEqual(['core', 'edge']);
  expect(lines[1].gates.find(({ name }: { name: string }) => name === 'HostDisk')).toMatchObject({ reason: 'listed' });
});

test('a page and Markdown say what each status rests on, what rests on little, and how to add a cell', async () => {
  const page = (await gates('--format', 'html')).stdout;
  expect(page).toContain('<title>Feature gates: 84 gates of KubeVirt 1.9, data as of 2026-08</title>');
  expect(page).toContain('tests on amd64: tests/launchsecurity/sev.go');
  const markdown = (await gates('--format', 'markdown')).stdout;
  expect(markdown).toContain('  - amd64: tests on amd64: tests/launchsecurity/sev.go\n');
  for (const text of [page, markdown]) {
    expect(text).toMatch(
      /Of 252 cells \d+ are unverified \(no test shows it\), \d+ have no evidence at all, and [1-9]\d* are inferred\./,
    );
    expect(text).toContain('src/gates/evidence.ts');
  }
});

test('--fail counts what is unsupported; of a platform only what it lists', async () => {
  expect((await gates('--fail')).code).toBe(1);
  expect((await gates('--enabled', 'edge.yaml', '--fail')).code).toBe(0);
  const bad = appFolder({ 'z.yaml': PLATFORM.replace('HostDisk', 'HypervStrictCheck') });
  const failed = await polyvirt(bad, ['gates', '--enabled', 'z.yaml', '--fail']);
  expect(failed.code).toBe(1);
  expect(failed.stderr).toContain('error: unsupported on arm64: HypervStrictCheck');
});

test.each<[string[], string]>([
  [['--arch', 'aarch64'], '"aarch64" is no architecture of KubeVirt: did you mean "arm64"?'],
  [['--arch', 'riscv64'], '"riscv64" is no architecture of KubeVirt'],
  [['--status', 'unverifed'], '"unverifed" is no status: did you mean "Unverified"?'],
  [['--compare', 'amd64'], '--compare takes two architectures'],
  [['--compare', 'amd64', 'amd64'], '--compare takes two architectures'],
  [['--compare', 'amd64', 'arm64', '--arch', 'amd64'], 'leave --arch out'],
  [['--kubevirt', 'newest'], '"newest" is not a release of KubeVirt'],
  [['--kubevirt', '1.2'], 'older than 1.3'],
  [['--kubevirt', '1.9', '--enabled', 'edge.yaml'], '--enabled takes the release from the platform'],
  [['edge.yaml'], 'a folder is for --enabled'],
  [['--cluster', 'edge'], '--cluster is for --enabled'],
  [['--enabled', 'two.yaml', '--cluster', 'egde'], 'did you mean "edge"?'],
  [['--enabled', 'nowhere'], 'PV034'],
  [['--format', 'yaml'], 'Allowed choices are text, json, markdown, csv, html'],
  [['--nothing'], 'unknown option'],
])('%j is called wrongly', async (args, said) => {
  const { code, stdout, stderr } = await gates(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(said);
});

test('explain gate/NAME tells its life, its support and what needs it', async () => {
  const { code, stdout } = await polyvirt(folder, ['explain', 'gate/CPUManager']);
  expect(code).toBe(0);
  expect(stdout).toContain('1.9  Alpha         off unless listed');
  expect(stdout).toContain('s390x  ✗ Unsupported  the test suite turns the gate off there');
  expect(stdout).toContain('spec.domain.cpu.dedicatedCpuPlacement: without the gate the guest stays Pending');
});

test('an unknown gate is suggested', async () => {
  expect(await polyvirt(folder, ['explain', 'gate/livemigration'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error: neither KubeVirt nor HyperConverged has a feature gate "livemigration". Did you mean "LiveMigration"?\n',
  });
});

test('--enabled of a platform with HyperConverged shows what that turns on, and fails only for what was chosen', async () => {
  const platform = (hyperConverged: string) => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { hco: "1.18" }
  nodes: [{ pool: z, architecture: s390x }]
  hyperConverged: ${hyperConverged}
`;
  const folder = appFolder({ 'plain.yaml': platform('{}'), 'cpus.yaml': platform('{ featureGates: [alignCPUs] }') });
  const run = (...args: string[]) => polyvirt(folder, ['gates', '--enabled', '--fail', ...args]);
  const plain = await run('plain.yaml');
  expect(plain.stdout).toMatch(/^HypervStrictCheck /m);
  expect(plain.stdout).not.toMatch(/^AlignCPUs /m);
  expect({ code: plain.code, stderr: plain.stderr }).toEqual({
    code: 0,
    stderr: expect.stringMatching(/^\d+ gates of edge, KubeVirt 1\.8, that are on, data as of 2026-08\n$/),
  });
  const cpus = await run('cpus.yaml');
  expect(cpus.code).toBe(1);
  expect(cpus.stderr).toContain('error: unsupported on s390x: AlignCPUs\n');
});

test('explain gate/ knows the gates of HyperConverged too', async () => {
  const { code, stdout } = await polyvirt(folder, ['explain', 'gate/declarativeHotplugVolumes']);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `declarativeHotplugVolumes: feature gate of HyperConverged

By release:
  1.14  -
  1.15  -
  1.16  alpha         off unless enabled
  1.17  alpha         off unless enabled
  1.18  alpha         off unless enabled
  1.19  beta          on unless disabled

Gates of KubeVirt that it decides: DeclarativeHotplugVolumes, HotplugVolumes.

Source: HCO api/v1/featuregates, api/v1beta1/hyperconverged_types.go
`,
  });
  expect((await polyvirt(folder, ['explain', 'gate/persistentReservation'])).stdout).toContain(
    'Instead: v1 spec.storage.persistentReservationConfiguration.enabled.',
  );
  expect((await polyvirt(folder, ['explain', 'gate/SecureExecution'])).stdout).toContain(
    '  1.18  off  on by itself where there are workers of s390x',
  );
});
