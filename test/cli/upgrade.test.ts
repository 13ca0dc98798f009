import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { app, appFolder, ROOT, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const PLATFORM = `# Our edge.
apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge } # rack 7
spec:
  target: { kubevirt: "1.8", kubernetes: "1.33" } # until spring
  nodes: [{ pool: ampere, architecture: arm64 }]
  kubevirt:
    featureGates:
    - HostDisk # the lab
    - Snapshot # backups
    - HotplugVolumes
  virtualMachines:
  - { name: web, architecture: arm64, memory: 2Gi }
`;

const KUBEVIRT = `apiVersion: kubevirt.io/v1
kind: KubeVirt
metadata: { name: kubevirt, namespace: kubevirt }
spec: { configuration: { developerConfiguration: { featureGates: [Snapshot, OurOwn] } } }
`;

const HCO = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
spec:
  defaultCPUModel: Haswell
  featureGates: { enableMultiArchBootImageImport: true }
`;

/** A folder of platforms and manifests, without a program. */
function folderOf(files: Record<string, string>): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, files);
  return folder;
}

const folder = folderOf({
  'edge/polyvirt.yaml': PLATFORM,
  'fleet/polyvirt.yaml': PLATFORM,
  'fleet/clusters/core.yaml': PLATFORM.replaceAll('edge', 'core').replace('"1.8"', '"1.9"'),
  'hco/polyvirt.yaml': PLATFORM.replace('kubevirt: "1.8", ', 'hco: "1.18", '),
  'kubevirt.yaml': KUBEVIRT,
  'hco.yaml': HCO,
  'vm.yaml': `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop }
spec:
  runStrategy: Always
  template: { spec: { serviceAccountName: web, domain: { memory: { guest: 1Gi }, devices: {} } } }
`,
  'cluster.yaml': `${KUBEVIRT}status: { observedKubeVirtVersion: v1.8.2 }
---
apiVersion: v1
kind: Node
metadata: { name: a, labels: { kubernetes.io/arch: amd64 } }
status: { nodeInfo: { kubeletVersion: v1.34.1, architecture: amd64 } }
`,
});

const upgrade = (...args: string[]) => polyvirt(folder, ['upgrade', ...args]);
const report = async (...args: string[]) => JSON.parse((await upgrade(...args, '--format', 'json')).stdout);
const names = (notes: { name: string }[]) => notes.map(({ name }) => name);

test('a platform hears the verdict, then what to do, then all of it', async () => {
  const { code, stdout, stderr } = await upgrade('edge', '--to', '1.9');
  expect(stdout.split('\n').slice(0, 13)).toEqual([
    'edge: KubeVirt 1.8 → 1.9: 22 gates turn on (15 can be turned off), 1 gate to opt out of, 1 entry loses its effect, 1 entry is deprecated, 11 fields appear, 1 field disappears; findings: 2 warnings, 3 infos new',
    '',
    'Before',
    '  - add ImageVolume to disabledFeatureGates: it needs Kubernetes 1.35 (image volumes of pods); the cluster runs 1.33',
    expect.stringContaining('else is to stay off, of DeclarativeHotplugVolumes'),
    '',
    'With the change',
    '  - upgrade to KubeVirt 1.9; a platform says target: { kubevirt: "1.9" }',
    '',
    'After',
    '  - remove the entries that do nothing any more, which polyvirt leaves out of what it writes: Snapshot',
    '  - plan without HotplugVolumes, which is deprecated in KubeVirt 1.9: use DeclarativeHotplugVolumes',
    '',
  ]);
  expect(stdout).toContain('\nwarning PV909 KubeVirt kubevirt/kubevirt at edge/polyvirt.yaml:9:5');
  expect({ code, stderr }).toEqual({ code: 10, stderr: '' });
});

test.each([
  [['edge', '--to', '1.9']],
  [['fleet', '--from', '1.7', '--to', '1.9']],
  [['--from', '1.9', '--to', '1.3']],
  [['hco.yaml', '--from', 'hco:1.18', '--to', 'hco:1.19']],
  [['--cluster', 'cluster.yaml', '--to', '1.9']],
  [['--from', '1.8.1', '--to', '1.8.3']],
])('JSON of %j is what its schema says', async (args) => {
  const schema = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/upgrade.schema.json'), 'utf8'));
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
  validate(await report(...args));
  expect(validate.errors).toBeNull();
});

test.each([
  ['1.7', '1.8', 1],
  ['1.8', '1.9', 23],
  ['1.7', '1.9', 24],
])('two releases by themselves: from %s to %s, %i gates turn on', async (from, to, count) => {
  const { gates, from: here, to: there, gatesFrom } = await report('--from', from, '--to', to);
  expect(gates.turnedOn).toHaveLength(count);
  expect({ here, there, gatesFrom }).toEqual({ here: from, there: to, gatesFrom: undefined });
});

test('manifests: entries that lose their effect, and names that 1.9 ignores', async () => {
  const { gates, findings } = await report('kubevirt.yaml', '--from', '1.8', '--to', '1.9', '--kubernetes', '1.36');
  expect(gates.turnedOn).toHaveLength(22);
  expect([names(gates.inert), names(gates.removed), gates.optOut]).toEqual([['Snapshot'], ['OurOwn'], []]);
  expect(findings).toMatchObject([{ change: 'appears', code: 'PV201', file: 'kubevirt.yaml', line: 4 }]);
});

test('where Kubernetes is not known, the gate that needs it is told with that', async () => {
  expect((await report('kubevirt.yaml', '--from', '1.8', '--to', '1.9')).gates.optOut).toEqual([
    { name: 'ImageVolume', cause: 'unknown', reason: expect.stringContaining('the target does not say') },
  ]);
});

test('a snapshot says where it comes from, and which Kubernetes it runs', async () => {
  const { from, targets, gates } = await report('--cluster', 'cluster.yaml', '--to', '1.9');
  expect([from, targets.to]).toEqual(['1.8.2', { kubevirt: '1.9', kubernetes: '1.34.1' }]);
  expect(gates.optOut).toMatchObject([{ name: 'ImageVolume', cause: 'prerequisite' }]);
  expect((await report('vm.yaml', '--cluster', 'cluster.yaml', '--to', '1.9')).from).toBe('1.8.2');
});

test('going up resolves what a field of the new release was rejected for; going back brings it up', async () => {
  const up = await report('vm.yaml', '--from', '1.8', '--to', '1.9');
  const down = await report('vm.yaml', '--from', '1.9', '--to', '1.8');
  expect(up.findings).toMatchObject([{ change: 'resolved', code: 'PV045' }]);
  expect(down.findings).toMatchObject([{ change: 'appears', code: 'PV045', severity: 'error' }]);
  expect(down.direction).toBe('downgrade');
  expect(down.steps[0]).toEqual({
    when: 'before',
    what: 'do without VirtualMachine spec.template.spec.serviceAccountName, which VirtualMachine shop/web has',
  });
});

test('defaults change for those who have not written the value down', async () => {
  const paths = async (...args: string[]) => (await report(...args)).defaults.map(({ path }: { path: string }) => path);
  const ovmf = 'spec.configuration.architectureConfiguration.amd64.ovmfPath';
  expect(await paths('--from', '1.8', '--to', '1.9')).toContain(ovmf);
  expect(await paths('edge', '--to', '1.9')).not.toContain(ovmf);
  expect(await paths('--from', '1.5', '--to', '1.6')).toContain('spec.configuration.vmRolloutStrategy');
  expect(await paths('--from', 'hco:1.15', '--to', 'hco:1.16')).not.toContain('spec.configuration.vmRolloutStrategy');
  expect(await paths('--from', '1.6', '--to', '1.8')).not.toContain('spec.configuration.vmRolloutStrategy');
});

test('HyperConverged: its API, its gates, where v1 has its fields, and the gates that it makes of them', async () => {
  const { from, gates, hco, targets } = await report('hco.yaml', '--from', 'hco:1.18', '--to', 'hco:1.19');
  expect([from, targets.to.kubevirt]).toEqual(['hco:1.18', '1.9']);
  expect(names(gates.turnedOn)).toEqual([
    'DeclarativeHotplugVolumes',
    'MigrationPriorityQueue',
    'PanicDevices',
    'SecureExecution',
    'Template',
  ]);
  expect(names(gates.turnedOff)).toEqual(['HotplugVolumes']);
  expect([gates.inert, gates.deprecated]).toEqual([[], []]);
  expect(hco.api).toEqual([expect.stringMatching(/^1\.19: API v1 is the one that is stored/)]);
  expect(names(hco.gates)).toEqual([
    'declarativeHotplugVolumes',
    'deployObservabilityController',
    'disableMDevConfiguration',
    'enableMultiArchBootImageImport',
    'persistentReservation',
    'template',
    'videoConfig',
  ]);
  expect(hco.gates.find(({ name }: { name: string }) => name === 'enableMultiArchBootImageImport')).toEqual({
    name: 'enableMultiArchBootImageImport',
    reason:
      'alpha, off by default → deprecated, off by default: use v1 spec.workloadSources.enableMultiArchBootImageImport',
    isSet: true,
    before: true,
    after: true,
  });
  expect(hco.moves).toEqual([
    { v1beta1: 'spec.defaultCPUModel', v1: 'spec.virtualization.virtualMachineOptions.defaultCPUModel' },
  ]);
});

test('a platform with HyperConverged is written for each release, so there is little left to do', async () => {
  const at = folderOf({
    'polyvirt.yaml': `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { hco: "1.18", kubevirt: "1.8" }
  nodes: [{ pool: intel, architecture: amd64 }, { pool: ampere, architecture: arm64 }]
  hyperConverged: {}
`,
  });
  const { stdout } = await polyvirt(at, ['upgrade', '--to', 'hco:1.19', '--write', '-f', 'json']);
  const { hco, steps, findings } = JSON.parse(stdout);
  expect(hco.moves).toEqual([]);
  expect(steps).toEqual([
    { when: 'with', what: 'upgrade to HyperConverged 1.19; a platform says target: { hco: "1.19" }' },
  ]);
  // That images are not imported by architecture is nothing new, though it is said of another field.
  expect(findings.map(({ code }: { code: string }) => code)).toEqual(['PV910', 'PV906']);
  expect(readFileSync(join(at, 'polyvirt.yaml'), 'utf8')).toContain('  target: { hco: "1.19" }\n');
});

test('a fleet is told platform by platform, without those that are there already', async () => {
  const { stdout, stderr, code } = await upgrade('fleet', '--to', '1.9');
  expect([stdout.split('\n')[0]!.slice(0, 25), stderr, code]).toEqual([
    'edge: KubeVirt 1.8 → 1.9:',
    'note: core is at 1.9 already\n',
    10,
  ]);
  expect(
    (await report('fleet', '--to', '1.7')).platforms.map(({ platform }: { platform: string }) => platform),
  ).toEqual(['edge', 'core']);
  expect((await report('fleet', '--to', '1.7', '--name', 'core')).platform).toBe('core');
});

test('what changes nothing has exit code 0', async () => {
  const { code, stdout } = await upgrade('--from', '1.8.1', '--to', '1.8.3');
  expect([code, stdout.split('\n')[0]]).toEqual([0, 'KubeVirt 1.8.1 → 1.8.3: nothing changes; findings: none new']);
});

test('--format markdown has a table of gates', async () => {
  expect((await upgrade('edge', '--to', '1.9', '-f', 'markdown')).stdout).toContain(
    '### Gates that turn on\n\n|  |  |\n|---|---|\n| DeclarativeHotplugVolumes |',
  );
});

test('--write changes the target and the gates, keeps the rest, and does nothing twice', async () => {
  const at = folderOf({ 'polyvirt.yaml': PLATFORM });
  const file = join(at, 'polyvirt.yaml');
  const first = await polyvirt(at, ['upgrade', '--to', '1.9', '--write']);
  expect([first.code, first.stderr]).toEqual([10, 'wrote polyvirt.yaml\n']);
  const expected = PLATFORM.replace('"1.8"', '"1.9"').replace(
    '    - Snapshot # backups\n    - HotplugVolumes\n',
    '    - HotplugVolumes\n    disabledFeatureGates: [ImageVolume]\n',
  );
  expect(readFileSync(file, 'utf8')).toBe(expected);
  const again = await polyvirt(at, ['upgrade', '--to', '1.9', '--write']);
  expect([again.code, again.stdout, again.stderr]).toEqual([0, '', 'note: edge is at 1.9 already\n']);
  expect((await polyvirt(at, ['upgrade', '--from', '1.8', '--to', '1.9', '--write'])).stderr).toBe(
    'nothing to write\n',
  );
  expect(readFileSync(file, 'utf8')).toBe(expected);
  expect((await polyvirt(at, ['synth', '--stdout'])).code).toBe(0);
});

test('--write of a fleet changes each file, or only the platform that is named', async () => {
  const at = folderOf({ 'polyvirt.yaml': `${PLATFORM}---\n${PLATFORM.replaceAll('edge', 'core')}` });
  await polyvirt(at, ['upgrade', '--to', '1.7', '--name', 'core', '--write']);
  const targets = readFileSync(join(at, 'polyvirt.yaml'), 'utf8').match(/kubevirt: "1\.\d"/g);
  expect(targets).toEqual(['kubevirt: "1.8"', 'kubevirt: "1.7"']);
});

test.each([
  [[], 'where to? Add --to RELEASE'],
  [['--to', '1.9'], 'there is no polyvirt.yaml and no cdk8s.yaml here'],
  [['--to', 'main', '--from', '1.8'], 'PV902 --to: "main" is not a release of KubeVirt'],
  [['--to', '1.10', '--from', '1.8'], 'PV904 --to: KubeVirt 1.10 is newer than 1.9'],
  [['--to', '1.9', '--from', '1.2'], 'PV903 --from: KubeVirt 1.2 is older than 1.3'],
  [['--to', '1.9', '--from', 'v1.9'], '--from and --to are the same release, 1.9'],
  [['--to', '1.9', '--from', 'hco:1.18'], 'of two components'],
  [['--to', '1.8', 'edge'], 'is the release that it is at'],
  [['--to', '1.9', 'vm.yaml'], 'nothing tells which release these are for: add --from RELEASE'],
  [['--to', '1.9', '--from', '1.8', 'nowhere.yaml'], 'PV034'],
  [['--to', '1.9', 'edge', '--name', 'egde'], 'there is no platform "egde": did you mean "edge"'],
  [['--to', '1.9', 'hco'], 'edge has HyperConverged 1.18, which brings KubeVirt along: say --to hco:RELEASE'],
  [['--to', 'hco:1.18', 'edge'], 'edge has no HyperConverged in its target'],
  [['--to', '1.9', '--from', '1.8', 'vm.yaml', '--write'], 'these are manifests'],
  [['--to', '1.9', 'vm.yaml', 'edge/polyvirt.yaml'], 'PV015'],
])('%j is called wrongly', async (args, said) => {
  const { code, stdout, stderr } = await upgrade(...args);
  expect(stderr).toContain(said);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});

test('a program is judged at both targets, and changed by hand', async () => {
  const program = appFolder({
    'main.ts': app("new KubeVirt(edge, 'kv', { featureGates: ['Snapshot'] });", "{ kubevirt: '1.8' }"),
  });
  const { code, stdout } = await polyvirt(program, ['upgrade', '--to', '1.9', '-f', 'json']);
  const { platform, gates } = JSON.parse(stdout);
  expect([code, platform, gates.turnedOn.length, names(gates.inert)]).toEqual([10, 'edge', 22, ['Snapshot']]);
  const refused = await polyvirt(program, ['upgrade', '--to', '1.9', '--write']);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain("edge is made by a program: write target: { kubevirt: '1.9' } there");
});
