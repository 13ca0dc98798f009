import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { parseAllDocuments } from 'yaml';
import { ROOT, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9", kubernetes: "1.36" }
  nodes: [{ pool: intel, architecture: amd64 }, { pool: ampere, architecture: arm64 }]
  kubevirt: { defaultArchitecture: amd64, featureGates: [HostDisk] }
  manifests: [vm.yaml]
`;

const VM = `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop }
spec:
  runStrategy: Always
  template:
    spec:
      architecture: arm64
      domain:
        memory: { guest: 1Gi }
        devices: { autoattachVSOCK: true, disks: [{ name: os, disk: { bus: sata } }] }
      volumes: [{ name: os, containerDisk: { image: registry.example/os:1 } }]
`;

const KUBEVIRT = `---
apiVersion: kubevirt.io/v1
kind: KubeVirt
metadata: { name: kubevirt, namespace: virt }
spec: { configuration: { architectureConfiguration: { defaultArchitecture: arm64 } } }
`;

const folder = mkdtempSync(join(tmpdir(), 'polyvirt-policy-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFiles(folder, {
  'polyvirt.yaml': PLATFORM,
  'vm.yaml': VM,
  'old/polyvirt.yaml': PLATFORM.replace('"1.36"', '"1.29"').replace('vm.yaml', '../vm.yaml'),
  'two/polyvirt.yaml': ['a', 'b']
    .map((name) => PLATFORM.replace('edge', name).replace('  manifests: [vm.yaml]\n', ''))
    .join('---\n'),
  'all.yaml': `${VM.replace('      architecture: arm64\n', '')}${KUBEVIRT}`,
});
const policy = (...args: string[]) => polyvirt(folder, ['policy', ...args]);
const json = async (...args: string[]) => JSON.parse((await policy(...args, '--format', 'json')).stdout);

test.each([[[]], [['--report']], [['--action', 'Deny', '--only', 'traps']], [['--no-platform', 'vm.yaml']]])(
  'JSON of %j is what its schema says',
  async (args) => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/policy.schema.json'), 'utf8'));
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    validate(await json(...args));
    expect(validate.errors).toBeNull();
  },
);

test('the stream has the parameters, then the policies, then their bindings', async () => {
  const { stdout, code } = await policy('--action', 'Deny');
  const objects = parseAllDocuments(stdout).map((each) => each.toJS());
  expect(code).toBe(0);
  expect(objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).toEqual([
    'ConfigMap/polyvirt-policies',
    'ValidatingAdmissionPolicy/polyvirt-architectures',
    'ValidatingAdmissionPolicy/polyvirt-gates',
    'ValidatingAdmissionPolicy/polyvirt-gates-warnings',
    'ValidatingAdmissionPolicy/polyvirt-hypervisors',
    'ValidatingAdmissionPolicy/polyvirt-hypervisors-warnings',
    'ValidatingAdmissionPolicy/polyvirt-traps',
    'ValidatingAdmissionPolicyBinding/polyvirt-architectures',
    'ValidatingAdmissionPolicyBinding/polyvirt-gates',
    'ValidatingAdmissionPolicyBinding/polyvirt-gates-warnings',
    'ValidatingAdmissionPolicyBinding/polyvirt-hypervisors',
    'ValidatingAdmissionPolicyBinding/polyvirt-hypervisors-warnings',
    'ValidatingAdmissionPolicyBinding/polyvirt-traps',
  ]);
  expect(
    Object.fromEntries(
      objects.flatMap(({ kind, metadata, spec }) =>
        kind === 'ValidatingAdmissionPolicyBinding' ? [[metadata.name, spec.validationActions.join()]] : [],
      ),
    ),
  ).toEqual({
    'polyvirt-architectures': 'Deny',
    'polyvirt-gates': 'Deny',
    'polyvirt-gates-warnings': 'Warn',
    'polyvirt-hypervisors': 'Deny',
    'polyvirt-hypervisors-warnings': 'Warn',
    'polyvirt-traps': 'Deny',
  });
  expect(objects[0].data).toMatchObject({ defaultArchitecture: 'amd64', listedGates: 'HostDisk' });
});

test.each([
  ['Audit', 'Ignore', 'Allow'],
  ['Warn', 'Ignore', 'Allow'],
  ['Deny', 'Fail', 'Deny'],
])('%s takes %s for a policy that fails, and %s where its parameters are gone', async (action, failure, gone) => {
  const { objects } = await json('--action', action, '--only', 'traps');
  const [, written, binding] = objects;
  expect(written.spec.failurePolicy).toBe(failure);
  expect(binding.spec).toMatchObject({
    paramRef: { name: 'polyvirt-policies', namespace: 'kubevirt', parameterNotFoundAction: gone },
    validationActions: [action],
  });
});

test('a report says what would have been rejected, and nothing is written', async () => {
  const { stdout, stderr, code } = await policy('--report', '--action', 'Deny');
  expect(stdout).toBe(
    'Deny VirtualMachine shop/web: PV105 at spec.template.spec.domain.devices.disks: arm64 guests have neither SATA nor USB disks: os. Fix: write virtio or scsi. See polyvirt explain PV105\n' +
      'Deny VirtualMachine shop/web: PV208 at spec.template.spec.domain.devices.autoattachVSOCK: this needs the feature gate VSOCK, which is off. Admission rejects the object. Fix: turn VSOCK on in the KubeVirt and apply what polyvirt writes anew, or leave the field out. See polyvirt explain PV208\n',
  );
  expect(stderr).toMatch(/^1 of 1 objects would be rejected by \d+ rules for KubeVirt 1\.9$/m);
  expect(code).toBe(0);
  expect((await policy('--report', '--fail')).code).toBe(1);
});

test('a snapshot is reported of, with its own KubeVirt and the namespace of that', async () => {
  const { refused, summary } = await json('--no-platform', '--report', '--kubevirt', '1.9', 'all.yaml');
  expect(summary).toEqual({ objects: 1, refused: 1 });
  expect(refused.map(({ code }: { code: string }) => code)).toEqual(['PV105', 'PV208']);
  const { objects } = await json('--no-platform', '--kubevirt', '1.9', 'all.yaml');
  expect(objects[0].metadata.namespace).toBe('virt');
});

test('HyperConverged has its KubeVirt, and the parameters, in its own namespace', async () => {
  const { objects } = await json('--no-platform', '--hco', '1.18', 'vm.yaml');
  expect(objects[0].metadata.namespace).toBe('kubevirt-hyperconverged');
});

test('without a KubeVirt at hand no gate is enforced, and that is said', async () => {
  const { enforced, notEnforced } = await json('--no-platform', 'vm.yaml');
  expect(enforced.map(({ group }: { group: string }) => group)).not.toContain('gates');
  expect(notEnforced.map(({ what }: { what: string }) => what).join()).toContain('gates that are off (PV208)');
});

test('objects are exempt by a label unless that is turned off', async () => {
  const bindingOf = async (...args: string[]) =>
    (await json('--only', 'traps', ...args)).objects[2].spec.matchResources;
  expect((await bindingOf()).objectSelector).toEqual({
    matchExpressions: [{ key: 'polyvirt.io/exempt', operator: 'DoesNotExist' }],
  });
  expect((await bindingOf('--no-exemptions')).objectSelector).toEqual({});
  expect((await bindingOf()).namespaceSelector).toEqual({
    matchExpressions: [{ key: 'polyvirt.io/enforce', operator: 'NotIn', values: ['off'] }],
  });
});

test.each([
  [1, ['old'], /Kubernetes 1\.29 has no ValidatingAdmissionPolicies in v1; they came with 1\.30\. Nothing is written/],
  [2, ['nowhere'], /nowhere/],
  [2, ['two'], /there are several clusters: name one by --of, of a, b/],
  [2, ['two', '--of', 'c'], /there is no cluster "c"/],
  [2, ['--only', 'everything'], /everything/],
  [2, ['--action', 'deny'], /deny/],
  [2, ['--fail'], /--fail is for --report/],
] as const)('exit code %i for %j, with nothing on stdout', async (code, args, said) => {
  const run = await policy(...args);
  expect(run.stderr).toMatch(said);
  expect([run.code, run.stdout]).toEqual([code, '']);
});
