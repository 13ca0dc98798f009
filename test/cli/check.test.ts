import { readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { sarifMistakes } from '../findings/sarif-shape';
import { polyvirt } from '../run-cli';
import { lampCrd } from '../schema/tiny-crd';

const vm = (name: string, spec: string) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: {name: ${name}, namespace: shop}
spec:
  runStrategy: Always
  template:
    spec: ${spec}
`;
const GOOD = vm('good', '{architecture: arm64, domain: {devices: {}, memory: {guest: 1Gi}}}');
const BAD = vm('bad', '{architecture: arm64, domain: {cpu: {model: Haswell}, devices: {}, memory: {guest: 1Gi}}}');

function folderWith(files: Record<string, string>): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, { keep: '', ...files });
  return folder;
}

test('good manifests are told in one line on stderr', async () => {
  expect(await polyvirt(folderWith({ 'a.yaml': GOOD }), ['check', 'a.yaml'])).toEqual({
    code: 0,
    stdout: '',
    stderr: '1 object for KubeVirt 1.9; findings: none\n',
  });
});

test('a finding has the place of the field, also in a List', async () => {
  const list = `apiVersion: v1\nkind: List\nitems:\n- ${BAD.trimEnd().replaceAll('\n', '\n  ')}\n`;
  const { code, stderr } = await polyvirt(folderWith({ 'a.yaml': list }), ['check', 'a.yaml']);
  expect(code).toBe(1);
  expect(stderr).toContain('error PV105 VirtualMachine shop/bad at a.yaml:10:57, spec.template.spec.domain.cpu.model:');
});

test('what is wrong with many VMs that are alike is told once to people, and of each to programs', async () => {
  const bad = (i: number) => BAD.replace('name: bad', `name: vm-${i}`);
  const alike = (count: number) => Array.from({ length: count }, (_, i) => bad(i)).join('---\n');
  const folder = folderWith({ 'many.yaml': alike(21), 'few.yaml': alike(20) });
  const many = await polyvirt(folder, ['check', 'many.yaml']);
  expect(many.stderr.match(/^error .*?:.*?,/gm)).toEqual([
    'error PV105 VirtualMachine shop/vm-0 and 20 more at many.yaml:7:55,',
  ]);
  expect(many.stderr).toContain('21 objects for KubeVirt 1.9; findings: 21 errors\n');
  expect((await polyvirt(folder, ['check', 'few.yaml'])).stderr.match(/^error /gm)).toHaveLength(20);
  const json = JSON.parse((await polyvirt(folder, ['check', 'many.yaml', '-f', 'json'])).stdout);
  expect(json.findings).toMatchObject(
    Array.from({ length: 21 }, (_, i) => ({ object: { name: `vm-${i}` }, line: 7 + 8 * i })),
  );
});

test('folders are entered, other people’s are not', async () => {
  const folder = folderWith({ 'a/b/bad.yml': BAD, 'node_modules/x/bad.yaml': BAD, 'a/readme.md': '#' });
  expect((await polyvirt(folder, ['check', '.'])).stderr).toContain('1 object for KubeVirt 1.9; findings: 1 error');
});

test('the release decides', async () => {
  const folder = folderWith({ 'a.yaml': BAD });
  expect((await polyvirt(folder, ['check', 'a.yaml', '--kubevirt', '1.5'])).code).toBe(0);
  expect((await polyvirt(folder, ['check', 'a.yaml', '--kubevirt', '1.6'])).code).toBe(1);
  expect((await polyvirt(folder, ['check', 'a.yaml', '--hco', '1.15'])).stderr).toContain('for KubeVirt 1.5');
  expect(await polyvirt(folder, ['check', 'a.yaml', '--kubevirt', 'new'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('PV902'),
  });
});

test('further kinds are judged by their own CRDs, and what is wrong with a CRD has its place', async () => {
  const rule = { rule: 'self.size < 5', message: 'too big' };
  const spec = { type: 'object', properties: { size: { type: 'integer' } }, 'x-kubernetes-validations': [rule] };
  const lamp = 'apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: hall}\nspec: {size: 9}\n';
  const folder = folderWith({
    'lamp.yaml': lamp,
    'crds/lamps.json': JSON.stringify(lampCrd({ v1: spec })),
    'crds/gates.json': JSON.stringify(lampCrd({ v1: { type: 5 } }, 'Gate')),
  });
  const { code, stderr } = await polyvirt(folder, ['check', '--crds', 'crds', 'lamp.yaml']);
  expect(code).toBe(1);
  expect(stderr).toContain('error PV025 CustomResourceDefinition gates.example.com at crds/gates.json:1');
  expect(stderr).toContain('error PV047 Lamp hall at lamp.yaml:4:7, spec: too big.');
  expect((await polyvirt(folder, ['check', 'lamp.yaml'])).code).toBe(0);
  expect((await polyvirt(folder, ['check', '--crds', 'nowhere', 'lamp.yaml'])).code).toBe(2);
});

test('an open architecture is that of the KubeVirt among the objects, else only what is wrong everywhere is said', async () => {
  const open = vm(
    'open',
    '{domain: {cpu: {model: Haswell}, devices: {disks: [{name: a, disk: {bus: ide}}]}, memory: {guest: 1Gi}}, volumes: [{name: a, emptyDisk: {capacity: 1Gi}}]}',
  );
  const kubevirt =
    'apiVersion: kubevirt.io/v1\nkind: KubeVirt\nmetadata: {name: k}\nspec: {configuration: {architectureConfiguration: {defaultArchitecture: arm64}}}\n';
  const paths = async (text: string) =>
    (await polyvirt(folderWith({ 'a.yaml': text }), ['check', 'a.yaml'])).stderr.match(/domain\.[^:]*(?=:)/g);
  expect(await paths(open)).toEqual(['domain.devices.disks[a].disk.bus']);
  expect(await paths(`${kubevirt}---\n${open}`)).toEqual(['domain.cpu.model', 'domain.devices.disks[a].disk.bus']);
});

test('an unknown architecture is told', async () => {
  expect(
    (
      await polyvirt(
        folderWith({ 'a.yaml': vm('x', '{architecture: aarch64, domain: {devices: {}, memory: {guest: 1Gi}}}') }),
        ['check', 'a.yaml'],
      )
    ).stderr,
  ).toContain('error PV101 VirtualMachine shop/x at a.yaml:7:26, spec.template.spec.architecture: "aarch64"');
});

test('a second object of one identity is told at its own place', async () => {
  expect(
    (await polyvirt(folderWith({ 'a.yaml': GOOD, 'b.yaml': GOOD }), ['check', 'a.yaml', 'b.yaml'])).stderr,
  ).toContain('PV801 VirtualMachine shop/good at b.yaml:3:18');
});

test('JSON is what its schema says, and --strict makes a warning fail', async () => {
  const folder = folderWith({
    'a.yaml': vm('trap', '{architecture: s390x, domain: {devices: {tpm: {}}, memory: {guest: 1Gi}}}'),
  });
  const { code, stdout } = await polyvirt(folder, ['check', 'a.yaml', '--format', 'json']);
  const report = JSON.parse(stdout);
  expect({ code, summary: report.summary }).toEqual({
    code: 0,
    summary: { objects: 1, unjudged: 0, error: 0, warning: 1, info: 0 },
  });
  const validate = new Ajv2020().compile(
    JSON.parse(readFileSync(join(ROOT, 'docs/schemas/check.schema.json'), 'utf8')),
  );
  expect(validate(report)).toBe(true);
  expect((await polyvirt(folder, ['check', 'a.yaml', '--strict'])).code).toBe(1);
});

describe('formats', () => {
  const run = (format: string) =>
    polyvirt(folderWith({ 'a.yaml': `${GOOD}---\n${BAD}` }), ['check', './a.yaml', '--format', format]);
  const summary = '2 objects for KubeVirt 1.9; findings: 1 error\n';
  const path = 'spec.template.spec.domain.cpu.model';
  const what = 'arm64 guests cannot have the CPU model Haswell.';
  const why = 'KubeVirt rejects the instance: the VirtualMachine is accepted and shown as Synced, but never starts.';

  test('sarif', async () => {
    const { code, stdout, stderr } = await run('sarif');
    const log = JSON.parse(stdout);
    expect({ code, stderr, mistakes: sarifMistakes(log) }).toEqual({ code: 1, stderr: summary, mistakes: [] });
    expect(log.runs[0].results[0]).toMatchObject({
      ruleId: 'PV105',
      locations: [
        {
          physicalLocation: { artifactLocation: { uri: 'a.yaml' }, region: { startLine: 15, startColumn: 55 } },
          logicalLocations: [{ fullyQualifiedName: 'VirtualMachine/shop/bad' }],
        },
      ],
    });
  });

  test('junit', async () => {
    expect(await run('junit')).toEqual({
      code: 1,
      stdout: `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="polyvirt" tests="2" failures="1" errors="0" skipped="0">
  <testsuite name="polyvirt check" tests="2" failures="1" errors="0" skipped="0">
    <testcase classname="VirtualMachine" name="shop/good"/>
    <testcase classname="VirtualMachine" name="shop/bad" file="a.yaml">
      <failure message="PV105: ${what}" type="PV105">error PV105 at a.yaml:15:55, ${path}: ${what} ${why} Fix: write host-passthrough.</failure>
    </testcase>
  </testsuite>
</testsuites>
`,
      stderr: summary,
    });
  });

  test('github', async () => {
    expect(await run('github')).toEqual({
      code: 1,
      stdout: `::error file=a.yaml,line=15,col=55,title=PV105::VirtualMachine shop/bad, ${path}: ${what} ${why} Fix: write host-passthrough.\n`,
      stderr: summary,
    });
  });

  test('markdown', async () => {
    expect(await run('markdown')).toEqual({
      code: 1,
      stdout: `**polyvirt check failed**: 2 objects; findings: 1 error

### Errors

| Code | Object | Place | What | Fix |
|---|---|---|---|---|
| PV105 | VirtualMachine shop/bad | a.yaml:15:55, ${path} | ${what} | write host-passthrough. |
`,
      stderr: summary,
    });
  });

  test('another one is a wrong call', async () => {
    expect(await run('xml')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('text, json, sarif, junit, github, markdown'),
    });
  });

  test('an object whose name is made up later is called by its beginning', async () => {
    const folder = folderWith({ 'a.yaml': 'apiVersion: v1\nkind: Pod\nmetadata: {generateName: job-}\n' });
    expect((await polyvirt(folder, ['check', 'a.yaml', '-f', 'junit'])).stdout).toContain(
      'classname="Pod" name="job-"/>',
    );
  });
});

test.each<[string, string, number, string]>([
  ['not YAML', 'a: [1\n', 1, 'error PV030 at a.yaml:2:1'],
  [
    'a template',
    'a: {{ .Values.x }}\n',
    1,
    'error PV030 at a.yaml:1:4: polyvirt cannot read this YAML: a template that was not rendered.',
  ],
  ['values of a chart', 'replicaCount: 1\n', 0, 'not judged: a.yaml:1: not Kubernetes objects'],
  ['a kubeconfig', 'apiVersion: v1\nkind: Config\nclusters: []\n', 0, 'not judged: a.yaml:1: not Kubernetes objects'],
  ['a name that is no text', 'apiVersion: v1\nkind: Pod\nmetadata: {name: 123}\n', 1, 'error PV002 Pod at a.yaml:3:18'],
  ['no metadata', 'apiVersion: v1\nkind: Pod\nmetadata:\n', 1, 'the object has no name'],
  [
    'an object without kind',
    'apiVersion: v1\nmetadata: {name: a}\n',
    1,
    'error PV043 at a.yaml:1:1, kind: this object of apiVersion "v1" has no kind.',
  ],
  [
    'a kind that nobody knows',
    'apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: a}\n',
    0,
    '1 object for KubeVirt 1.9; findings: none; of kinds that are not judged: 1',
  ],
  ['nothing', '', 0, '0 objects for KubeVirt 1.9; findings: none'],
  ['a name that is made up later', 'apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-}\n', 0, 'findings: none'],
  [
    'odd nesting',
    vm('x', '[1]'),
    1,
    'error PV041 VirtualMachine shop/x at a.yaml:7:11, spec.template.spec: this is a list, not a map.',
  ],
  [
    'an unknown field',
    vm('x', '{architecture: amd64, domain: {devices: {}, memry: {guest: 1Gi}}}'),
    1,
    'error PV040 VirtualMachine shop/x at a.yaml:7:',
  ],
])('%s ends with a finding or a clear skip', async (_name, text, code, message) => {
  const run = await polyvirt(folderWith({ 'a.yaml': text }), ['check', 'a.yaml']);
  expect(run.stderr).toContain(message);
  expect(run.code).toBe(code);
});

test('a missing file is a wrong call', async () => {
  expect(await polyvirt(folderWith({}), ['check', 'nope.yaml'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('error PV034 at nope.yaml: it cannot be read: it does not exist.'),
  });
});

test('a link to nothing is told as one', async () => {
  const folder = folderWith({ 'keep.yaml': '' });
  symlinkSync('gone.yaml', join(folder, 'vm.yaml'));
  expect((await polyvirt(folder, ['check', 'vm.yaml'])).stderr).toContain(
    'error PV034 at vm.yaml: it cannot be read: it is a link to gone.yaml, which does not exist.',
  );
});

describe('an annotation of the object', () => {
  const annotated = (text: string) =>
    BAD.replace('namespace: shop}', `namespace: shop, annotations: {polyvirt.io/allow: "${text}"}}`);
  const run = (text: string) => polyvirt(folderWith({ 'a.yaml': annotated(text) }), ['check', 'a.yaml']);

  test('allows a finding until its last day, with a reason', async () => {
    expect(await run('PV105 until 2999-12-31: moving to s390x')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('findings: none'),
    });
  });

  test.each<[string, string]>([
    ['PV105 until 2020-01-01: moving', 'warning PV036 VirtualMachine shop/bad at a.yaml:3:'],
    ['PV107 until 2999-12-31: moving', 'warning PV037 VirtualMachine shop/bad at a.yaml:3:'],
    ['PV105 forever', 'error PV038 VirtualMachine shop/bad at a.yaml:3:'],
    ['PV801 until 2999-12-31: moving', 'error PV038 VirtualMachine shop/bad at a.yaml:3:'],
  ])('%s is told', async (text, message) => {
    expect(await run(text)).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  });
});

describe('polyvirt explain', () => {
  test('prints the page of a code', async () => {
    const { code, stdout } = await polyvirt(ROOT, ['explain', 'pv105']);
    expect(stdout).toContain('\nExample:\n\n    # polyvirt check --kubevirt 1.9\n    apiVersion: kubevirt.io/v1\n');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^PV105 rejected on this architecture\n\nMeaning: .*\n\nImpact: /s);
  });

  test.each([
    ['HCOMultiArchGoldenImagesDisabled', 'PV303'],
    ['HCOGoldenImageWithNoArchitectureAnnotation', 'PV302'],
    ['HCOGoldenImageWithNoSupportedArchitecture', 'PV301'],
    ['UnsupportedHCOModification', 'PV212'],
  ])('the name of the alert %s finds the page of %s', async (alert, code) => {
    const { stdout } = await polyvirt(ROOT, ['explain', alert]);
    expect(stdout.startsWith(`${code} `)).toBe(true);
    expect(stdout).toContain(`\nAlert: ${alert}\n`);
  });

  test('an alert that is none gets a suggestion', async () => {
    expect(await polyvirt(ROOT, ['explain', 'HCOMultiArchGoldenImageDisabled'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('did you mean "HCOMultiArchGoldenImagesDisabled"?'),
    });
  });

  test('a code that is none gets a suggestion', async () => {
    expect(await polyvirt(ROOT, ['explain', 'PV1O5'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: there is no finding PV1O5\. did you mean "PV1/),
    });
  });
});

test('nodes beside other objects are those of the cluster', async () => {
  const node = (name: string, architecture: string) => `apiVersion: v1
kind: Node
metadata: { name: ${name}, labels: { node-role.kubernetes.io/worker: "" } }
status: { nodeInfo: { architecture: ${architecture} } }
`;
  const hco = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
spec: {}
`;
  const folder = folderWith({ 'all.yaml': [hco, node('a', 'amd64'), node('b', 'arm64')].join('---\n') });
  const { stderr } = await polyvirt(folder, ['check', '--hco', '1.18', '--openshift', 'all.yaml']);
  expect(stderr).toContain('PV303');
});
