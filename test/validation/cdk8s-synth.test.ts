import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { appFolder, ROOT } from '../app-folder';
import type { Run } from '../run-cli';

/** The validation as a user has it who installed polyvirt beside the app. */
const INSTALLED = './node_modules/polyvirt';

interface Setup {
  readonly package?: string;
  readonly properties?: unknown;
  /** Properties of further validations of the same app, each of which has a report of its own. */
  readonly others?: readonly unknown[];
  /** Body of the app, where `app` and `machine(chart, name, architecture, domain)` are. */
  readonly body: string;
  readonly args?: readonly string[];
  readonly prepare?: (folder: string) => void;
}

interface Report {
  readonly violations: readonly {
    readonly ruleName: string;
    readonly recommendation: string;
    readonly fix: string;
    readonly violatingConstructs: readonly object[];
  }[];
  readonly summary: { readonly status: string; readonly metadata: Readonly<Record<string, string>> };
}

/** Runs the real CLI of cdk8s on an app of plain `ApiObject`s, which no construct of ours stops first. */
function cdk8sSynth(setup: Setup): Run & { readonly report: (index?: number) => Report } {
  const validations = [setup.properties, ...(setup.others ?? [])].map((properties) => ({
    package: setup.package ?? INSTALLED,
    version: '0.1.0',
    class: 'PolyvirtValidation',
    ...(properties === undefined ? {} : { properties }),
  }));
  const folder = appFolder({
    'cdk8s.yaml': JSON.stringify({ language: 'typescript', app: 'node main.js', validations }),
    'main.js': `const { ApiObject, App, Chart } = require('cdk8s');
const app = new App();
function machine(chart, name, architecture, domain) {
  const memory = { guest: '2Gi' };
  return new ApiObject(chart, name, {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name, namespace: 'shop' },
    spec: { runStrategy: 'Always', template: { spec: { architecture, domain: { memory, devices: {}, ...domain } } } },
  });
}
${setup.body}
app.synth();
`,
  });
  setup.prepare?.(folder);
  const { status, stdout, stderr } = spawnSync(
    join(ROOT, 'node_modules/.bin/cdk8s'),
    [
      'synth',
      '--no-check-upgrade',
      '--plugins-dir',
      join(folder, 'plugins'),
      '--validation-reports-output-file',
      'report.json',
      ...(setup.args ?? []),
    ],
    { cwd: folder, encoding: 'utf8' },
  );
  return {
    code: status,
    stdout,
    stderr,
    report: (index = 0) => JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')).reports[index],
  };
}

const HASWELL = "machine(new Chart(app, 'edge'), 'web', 'arm64', { cpu: { model: 'Haswell' } });";
const SOUND = "machine(new Chart(app, 'edge'), 'web', 's390x', { devices: { sound: { name: 'bell' } } });";

test('a good app passes', () => {
  const { code, stdout, report } = cdk8sSynth({
    body: "machine(new Chart(app, 'edge'), 'web', 'arm64', { cpu: { model: 'host-passthrough' } });",
  });
  expect({ code, failed: stdout.includes('PV') }).toEqual({ code: 0, failed: false });
  expect(report().violations).toEqual([]);
  expect(report().summary.metadata).toEqual({ KubeVirt: '1.9', Objects: '1', Errors: '0', Warnings: '0', Infos: '0' });
});

test('a VM that cannot start fails with the code, the resource and the fix', () => {
  const { code, stdout, report } = cdk8sSynth({ body: HASWELL });
  expect(code).toBe(2);
  const page = readFileSync(join(ROOT, 'docs/check.md'), 'utf8');
  const shown = /^```text\n(PV105 rejected on this architecture \(1 occurrences\).*?)\n```$/ms.exec(page)![1]!;
  expect(stripVTControlCharacters(stdout)).toContain(shown);
  expect(report().violations).toEqual([
    {
      ruleName: 'PV105 rejected on this architecture',
      recommendation:
        'arm64 guests cannot have the CPU model Haswell. KubeVirt rejects the instance: the VirtualMachine is accepted and shown as Synced, but never starts.',
      fix: 'write host-passthrough.',
      violatingConstructs: [
        {
          resourceName: 'web',
          manifestPath: 'dist/edge.k8s.yaml',
          constructPath: 'edge/web',
          locations: ['VirtualMachine shop/web, spec.template.spec.domain.cpu.model, line 13, column 18'],
        },
      ],
    },
  ]);
});

test.each([
  { kubevirt: '1.3', code: 0 },
  { kubevirt: '1.9', code: 2 },
])('the same machine for KubeVirt $kubevirt exits with $code', ({ kubevirt, code }) => {
  const run = cdk8sSynth({ body: HASWELL, properties: { target: { kubevirt } } });
  expect(run.code).toBe(code);
  expect(run.report().summary.metadata.KubeVirt).toBe(kubevirt);
});

test.each([
  { strict: false, code: 0, violations: [] },
  { strict: true, code: 2, violations: ['PV109 accepted on this architecture, but does not work'] },
])('a warning is counted, and fails only when strict is true: $strict', ({ strict, code, violations }) => {
  const run = cdk8sSynth({ body: SOUND, properties: { strict } });
  expect(run.code).toBe(code);
  expect(run.report().summary.metadata.Warnings).toBe('1 (PV109)');
  expect(run.report().violations.map(({ ruleName }) => ruleName)).toEqual(violations);
});

test('charts of two clusters may hold objects of one name', () => {
  const { code, report } = cdk8sSynth({
    body: "for (const cluster of ['a', 'b']) machine(new Chart(app, cluster), 'web', 'amd64', {});",
  });
  expect({ code, objects: report().summary.metadata.Objects }).toEqual({ code: 0, objects: '2' });
});

test('one mistake of many VMs is one violation with a place for each', () => {
  const { report } = cdk8sSynth({
    body: `const edge = new Chart(app, 'edge');
for (const name of ['a', 'b', 'c']) machine(edge, name, 'arm64', { cpu: { model: 'Haswell' } });`,
  });
  expect(report().violations.map(({ violatingConstructs }) => violatingConstructs.length)).toEqual([3]);
});

test('a package by its name is found where the CLI installs plugins', () => {
  const { code, stdout } = cdk8sSynth({
    body: HASWELL,
    package: 'polyvirt',
    prepare: (folder) => {
      const modules = join(folder, 'plugins/polyvirt/0.1.0/node_modules');
      mkdirSync(modules, { recursive: true });
      symlinkSync(ROOT, join(modules, 'polyvirt'));
    },
  });
  expect({ code, title: stdout.includes('Validation Report (polyvirt@0.1.0)') }).toEqual({ code: 2, title: true });
});

test('with --stdout no temporary path is told', () => {
  const { code, report } = cdk8sSynth({ body: HASWELL, args: ['--stdout'] });
  expect(code).toBe(2);
  expect(JSON.stringify(report().violations)).not.toMatch(/k8s\.yaml|tmp/);
});

describe('wrong properties', () => {
  const REFUSED = [
    { properties: { targets: {} }, rule: 'PV031', fix: 'did you mean "target"?' },
    { properties: { strict: 'yes' }, rule: 'PV032', fix: 'write true or false' },
    { properties: ['strict'], rule: 'PV032', fix: 'write a map of target, strict' },
    { properties: { target: '1.9' }, rule: 'PV003', fix: "target: { kubevirt: '1.9' }" },
    { properties: { target: { kubevirt: 1.9 } }, rule: 'PV901', fix: "'1.9'" },
    { properties: { target: { kubevirt: 'new' } }, rule: 'PV902', fix: "'1.9'" },
  ];
  // The CLI takes a second to start: one app has all of them, behind a validation that passes what they would not.
  let run: ReturnType<typeof cdk8sSynth>;
  beforeAll(() => {
    run = cdk8sSynth({
      body: HASWELL,
      properties: { target: { kubevirt: '1.3' } },
      others: REFUSED.map(({ properties }) => properties),
    });
  });

  test('fail the app, whatever else passes', () => {
    expect({ code: run.code, stderr: run.stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^Validation failed/),
    });
    expect(run.report().summary.status).toBe('success');
  });

  test.each(REFUSED.map((each, i) => ({ ...each, index: i + 1 })))(
    '$properties are rejected with $rule, and nothing is judged',
    ({ rule, fix, index }) => {
      const { violations, summary } = run.report(index);
      expect(summary.status).toBe('failure');
      expect(violations).toEqual([
        expect.objectContaining({ ruleName: expect.stringContaining(rule), fix: expect.stringContaining(fix) }),
      ]);
      expect(violations[0]!.violatingConstructs).toEqual([
        expect.objectContaining({ manifestPath: 'cdk8s.yaml', locations: [expect.stringMatching(/^properties/)] }),
      ]);
    },
  );
});
