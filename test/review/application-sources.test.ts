import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder } from '../app-folder';
import { testWhere } from '../test-where';
import { type Files, pathWith, reviewOf, vm, withoutTool } from './pull-request';

/** A Helm that knows names of the release, values of one level from files and `--set`, and namespaces. */
const HELM = `#!${process.execPath}
const { readFileSync, existsSync } = require('node:fs');
const args = process.argv.slice(2);
if (args[0] === 'version') { console.log('v9.9.9+g0'); process.exit(0); }
const [, name, chart] = args;
const after = (flag) => args.flatMap((word, i) => (word === flag ? [args[i + 1]] : []));
const values = {};
for (const file of [chart + '/values.yaml', ...after('--values')].filter((each) => existsSync(each))) {
  const text = readFileSync(file, 'utf8');
  if (text.startsWith('{')) Object.assign(values, JSON.parse(text));
  for (const [, key, value] of text.matchAll(/^(\\w+): *(\\S+)$/gm)) values[key] = value;
}
for (const set of after('--set')) values[set.split('=')[0]] = set.split('=')[1];
const text = readFileSync(chart + '/templates/web.yaml', 'utf8');
console.log('---\\n# Source: vms/templates/web.yaml\\n' + text
  .replaceAll('RELEASE', name).replaceAll('NAMESPACE', after('--namespace')[0]).replaceAll('MEMORY', values.memory));
`;

const application = (
  name: string,
  source: string,
  { cluster = name, namespace = 'shop' } = {},
) => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: default
  source: { repoURL: 'https://example.com/infra.git', targetRevision: main, ${source} }
  destination: { name: ${cluster}, namespace: ${namespace} }
`;

const VALUES_A = 'path: charts/vms, helm: { valueFiles: [values-a.yaml] }';
const CHART: Files = {
  'charts/vms/Chart.yaml': 'apiVersion: v2\nname: vms\nversion: 1.0.0\n',
  'charts/vms/values.yaml': 'memory: 2Gi\n',
  'charts/vms/values-a.yaml': 'memory: 4Gi\n',
  'charts/vms/values-b.yaml': 'memory: 6Gi\n',
  'charts/vms/templates/web.yaml': vm('RELEASE-web', 'MEMORY').replace('shop', 'NAMESPACE'),
  'apps/fra.yaml': application('fra', VALUES_A),
  'apps/nyc.yaml': application(
    'nyc',
    'path: charts/vms, helm: { releaseName: late, valueFiles: [values-b.yaml], parameters: [{ name: memory, value: 7Gi }] }',
  ),
};

/** An environment in which programs do not answer: Git may be in the same folder as they are. */
function withNothing(...programs: readonly string[]): NodeJS.ProcessEnv {
  const bin = appFolder();
  for (const program of programs) {
    writeFileSync(join(bin, program), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  }
  return { PATH: `${bin}:${process.env.PATH}` };
}

interface Case {
  readonly what: string;
  readonly files: Record<string, string | null>;
  readonly code: number;
  readonly changes: readonly string[];
}

describe('charts of Applications', () => {
  test.each<Case>([
    {
      what: 'values of one Application',
      files: { 'charts/vms/values-a.yaml': 'memory: 8Gi\n' },
      code: 10,
      changes: ['fra-web modified in fra'],
    },
    {
      what: 'values that a parameter hides',
      files: { 'charts/vms/values-b.yaml': 'memory: 8Gi\n' },
      code: 0,
      changes: [],
    },
    {
      what: 'a parameter',
      files: { 'apps/nyc.yaml': CHART['apps/nyc.yaml']!.replace('7Gi', '8Gi') },
      code: 10,
      changes: ['late-web modified in nyc', 'nyc modified'],
    },
    {
      what: 'values that the Application says itself, which win over files',
      files: {
        'apps/fra.yaml': application('fra', VALUES_A.replace('helm: {', 'helm: { valuesObject: { memory: 9Gi },')),
      },
      code: 10,
      changes: ['fra modified', 'fra-web modified in fra'],
    },
    {
      what: 'a name of the release',
      files: { 'apps/nyc.yaml': CHART['apps/nyc.yaml']!.replace('late', 'early') },
      code: 10,
      changes: ['early-web renamed in nyc', 'nyc modified'],
    },
    {
      what: 'a namespace of the destination',
      files: { 'apps/fra.yaml': application('fra', VALUES_A, { namespace: 'market' }) },
      code: 10,
      changes: ['fra modified', 'fra-web renamed in fra'],
    },
    {
      what: 'a chart that comes to the same in other words',
      files: { 'charts/vms/templates/web.yaml': `# why\n${CHART['charts/vms/templates/web.yaml']}` },
      code: 0,
      changes: [],
    },
    {
      what: 'an Application that goes: its VMs stay',
      files: { 'apps/nyc.yaml': null },
      code: 10,
      changes: ['nyc removed'],
    },
    {
      what: 'an Application that comes with its values',
      files: {
        'apps/sin.yaml': application('sin', VALUES_A.replace('values-a', 'values-sin')),
        'charts/vms/values-sin.yaml': 'memory: 1Gi\n',
      },
      code: 10,
      changes: ['sin added', 'sin-web added in sin'],
    },
    {
      what: 'an Application that goes with its values',
      files: { 'apps/fra.yaml': null, 'charts/vms/values-a.yaml': null },
      code: 10,
      changes: ['fra removed', 'fra-web removed in fra'],
    },
    {
      what: 'a file of values that is not there',
      files: { 'apps/fra.yaml': application('fra', VALUES_A.replace('values-a', 'values-c')) },
      code: 1,
      changes: ['fra modified'],
    },
    {
      what: 'an option that is not known',
      files: { 'apps/fra.yaml': application('fra', VALUES_A.replace('helm: {', 'helm: { later: 1,')) },
      code: 1,
      changes: ['fra modified'],
    },
    {
      what: 'a revision, which may be another chart',
      files: { 'apps/fra.yaml': CHART['apps/fra.yaml']!.replace('main', 'v2') },
      code: 1,
      changes: ['fra modified'],
    },
  ])('$what', async ({ files, code, changes }) => {
    const { told: _, ...found } = await reviewOf(CHART, files, pathWith('helm', HELM));
    expect(found).toMatchObject({ code, changes, clustered: expect.stringMatching(/by Application$/) });
  });

  test('without Helm a chart that changes is named, and is exit code 1', async () => {
    const { code, told } = await reviewOf(
      CHART,
      { 'charts/vms/values-a.yaml': 'memory: 8Gi\n' },
      { PATH: withoutTool('helm') },
    );
    expect(code).toBe(1);
    expect(told.notJudged.filter(({ change }) => change === 'modified')).toMatchObject([{ name: 'charts/vms' }]);
  });
});

const KUSTOMIZATION: Files = {
  'base/kustomization.yaml': 'resources: [web.yaml]\n',
  'base/web.yaml': vm('web'),
  'sites/fra/kustomization.yaml': 'resources: [../../base]\n',
  'sites/nyc/kustomization.yaml': 'resources: [../../base]\n',
  'apps/fra.yaml': application('fra', 'path: sites/fra, kustomize: { namePrefix: f- }'),
  'apps/nyc.yaml': application('nyc', 'path: sites/nyc'),
  'apps/bare.yaml': application('bare', 'path: base', { cluster: 'sin' }),
};

testWhere('kustomize').each<Case>([
  {
    what: 'a base, as each Application deploys it',
    files: { 'base/web.yaml': vm('web', '8Gi') },
    code: 10,
    changes: ['f-web modified in fra', 'web modified in nyc', 'web modified in sin'],
  },
  {
    what: 'a prefix that an Application gives',
    files: { 'apps/fra.yaml': KUSTOMIZATION['apps/fra.yaml']!.replace('f-', 'g-') },
    code: 10,
    changes: ['fra modified', 'g-web renamed in fra'],
  },
  {
    what: 'a patch of an Application',
    files: {
      'apps/nyc.yaml': application(
        'nyc',
        'path: sites/nyc, kustomize: { patches: [{ target: { kind: VirtualMachine }, patch: \'[{"op": "replace", "path": "/spec/runStrategy", "value": "Halted"}]\' }] }',
      ),
    },
    code: 10,
    changes: ['nyc modified', 'web modified in nyc'],
  },
  {
    what: 'a patch that kustomize rejects, with no deletion made up',
    files: {
      'apps/nyc.yaml': application(
        'nyc',
        "path: sites/nyc, kustomize: { patches: [{ target: { kind: VirtualMachine }, patch: '[{ op: none }]' }] }",
      ),
    },
    code: 1,
    changes: ['nyc modified'],
  },
])('kustomizations of Applications: $what', async ({ files, code, changes }) => {
  const { told: _, ...found } = await reviewOf(KUSTOMIZATION, files);
  expect(found).toMatchObject({ code, changes });
});

test('without kustomize another option of an Application is named, and is exit code 1', async () => {
  const { code, told } = await reviewOf(
    KUSTOMIZATION,
    { 'apps/fra.yaml': KUSTOMIZATION['apps/fra.yaml']!.replace('f-', 'g-') },
    withNothing('kustomize', 'kubectl'),
  );
  expect(code).toBe(1);
  expect(told.notJudged.filter(({ change }) => change === 'modified')).toMatchObject([
    { name: expect.stringContaining('sites/fra') },
  ]);
});

test('an Application with another namespace makes what names none anew', async () => {
  const open = vm('web').replace(', namespace: shop', '');
  const base: Files = {
    'sites/fra/web.yaml': open,
    'sites/nyc/web.yaml': open,
    'apps/fra.yaml': application('fra', 'path: sites/fra'),
    'apps/nyc.yaml': application('nyc', 'path: sites/nyc'),
  };
  const { code, told } = await reviewOf(base, {
    'apps/nyc.yaml': application('nyc', 'path: sites/nyc', { namespace: 'market' }),
  });
  expect(code).toBe(10);
  expect(told.changes.map(({ object, effect }) => [object, effect])).toContainEqual([
    expect.objectContaining({ kind: 'VirtualMachine', namespace: 'market', name: 'web' }),
    'recreate',
  ]);
});

describe('directories of Applications', () => {
  const base: Files = {
    'sites/fra/web.yaml': vm('web'),
    'sites/fra/db.yaml': vm('db'),
    'sites/fra/old/deep.yaml': vm('deep'),
    'sites/nyc/a/api.yaml': vm('api'),
    'apps/fra.yaml': application('fra', 'path: sites/fra'),
    'apps/nyc.yaml': application('nyc', 'path: sites/nyc, directory: { recurse: true }'),
  };

  test.each<Case>([
    {
      what: 'a file that goes below the folder is deployed no longer',
      files: { 'sites/fra/web.yaml': null, 'sites/fra/old/web.yaml': vm('web') },
      code: 10,
      changes: ['web removed in fra'],
    },
    {
      what: 'a file that comes from below the folder is new',
      files: { 'sites/fra/old/deep.yaml': null, 'sites/fra/deep.yaml': vm('deep') },
      code: 10,
      changes: ['deep added in fra'],
    },
    {
      what: 'what lies below is not deployed',
      files: { 'sites/fra/old/deep.yaml': vm('deep', '8Gi') },
      code: 0,
      changes: [],
    },
    {
      what: 'unless the Application looks into folders',
      files: { 'sites/nyc/a/api.yaml': null, 'sites/nyc/b/c/api.yaml': vm('api', '8Gi') },
      code: 10,
      changes: ['api modified in nyc'],
    },
    {
      what: 'which is turned on',
      files: { 'apps/fra.yaml': application('fra', 'path: sites/fra, directory: { recurse: true }') },
      code: 10,
      changes: ['deep added in fra', 'fra modified'],
    },
    {
      what: 'which is turned off',
      files: { 'apps/nyc.yaml': application('nyc', 'path: sites/nyc') },
      code: 10,
      changes: ['api removed in nyc', 'nyc modified'],
    },
    {
      what: 'a pattern of what is left out',
      files: { 'apps/fra.yaml': application('fra', "path: sites/fra, directory: { exclude: '{web,x}.*' }") },
      code: 10,
      changes: ['fra modified', 'web removed in fra'],
    },
    {
      what: 'a pattern in which a star stands for slashes too',
      files: {
        'apps/nyc.yaml': application('nyc', "path: sites/nyc, directory: { recurse: true, include: '*.yaml' }"),
      },
      code: 10,
      changes: ['nyc modified'],
    },
    {
      what: 'another folder: what it deployed is told by the Application',
      files: { 'apps/fra.yaml': application('fra', 'path: sites/nyc/a') },
      code: 10,
      changes: ['fra modified'],
    },
  ])('$what', async ({ files, code, changes }) => {
    const { told: _, ...found } = await reviewOf(base, files);
    expect(found).toMatchObject({ code, changes });
  });
});

test.each<{ steps: readonly [string, string]; production?: string }>([
  { steps: ['dev', 'prod'] },
  { steps: ['prod', 'dev'], production: 'first' },
])('an ApplicationSet that rolls $steps says which VMs have a change first', async ({ steps, production }) => {
  const names = ['lab', 'fra', 'nyc', 'sin'];
  const set = {
    apiVersion: 'argoproj.io/v1alpha1',
    kind: 'ApplicationSet',
    metadata: { name: 'sites', namespace: 'argocd' },
    spec: {
      generators: [
        { list: { elements: names.map((name) => ({ name, env: { lab: 'dev', sin: 'none' }[name] ?? 'prod' })) } },
      ],
      strategy: {
        type: 'RollingSync',
        rollingSync: {
          steps: steps.map((env) => ({
            matchExpressions: [{ key: 'env', operator: 'In', values: [env] }],
            maxUpdate: '10%',
          })),
        },
      },
      template: {
        metadata: { name: '{{name}}', labels: { env: '{{env}}' } },
        spec: {
          project: 'default',
          source: { repoURL: 'https://example.com/infra.git', path: 'sites/{{name}}' },
          destination: { name: '{{name}}', namespace: 'shop' },
        },
      },
    },
  };
  const files = (memory: string): Files =>
    Object.fromEntries(names.map((name) => [`sites/${name}/web.yaml`, vm('web', memory)]));
  const { code, told } = await reviewOf({ 'apps/set.json': JSON.stringify(set), ...files('4Gi') }, files('8Gi'));
  expect(code).toBe(10);
  const vms = { dev: ['shop/web on lab'], prod: ['shop/web on fra', 'shop/web on nyc'] };
  expect(told.rollouts).toMatchObject([
    {
      set: { kind: 'ApplicationSet', name: 'sites' },
      steps: steps.map((env, i) => ({ step: i + 1, vms: vms[env as 'dev' | 'prod'], maxUpdate: '10%' })),
      unselected: { applications: ['sin'] },
    },
  ]);
  expect((told.rollouts as { production?: string }[])[0]!.production).toBe(production);
});
