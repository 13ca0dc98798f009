import { polyvirt } from '../run-cli';
import { describeWhere } from '../test-where';
import { type Files, pathWith, pullRequest, reformatted, reviewOf, type Told, vm, withoutTool } from './pull-request';

/** A Helm that knows `{{ .Release.Name }}` and `{{ .Values.key }}`, and values of one level; what is `required` it never has. */
const STUB = `#!${process.execPath}
const { readFileSync, readdirSync, existsSync } = require('node:fs');
const args = process.argv.slice(2);
if (args[0] === 'version') { console.log('v9.9.9+g0'); process.exit(0); }
const [, name, chart] = args;
const files = [chart + '/values.yaml', ...args.flatMap((word, i) => (word === '--values' ? [args[i + 1]] : []))];
const values = {};
for (const file of files.filter((each) => existsSync(each))) {
  for (const [, key, value] of readFileSync(file, 'utf8').matchAll(/^(\\w+): *(\\S+)$/gm)) values[key] = value;
}
for (const template of readdirSync(chart + '/templates').sort()) {
  const text = readFileSync(chart + '/templates/' + template, 'utf8');
  if (readFileSync(chart + '/Chart.yaml', 'utf8').includes('type: library')) { console.error('library'); process.exit(1); }
  if (text.includes('required')) { console.error('a value is missing'); process.exit(1); }
  const made = text.replace(/\\{\\{ *\\.(Release\\.Name|Values\\.(\\w+)) *\\}\\}/g, (_, at, key) => {
    if (at !== 'Release.Name' && values[key] === undefined) { console.error('nil ' + key); process.exit(1); }
    return at === 'Release.Name' ? name : values[key];
  });
  console.log('---\\n# Source: chart/templates/' + template + '\\n' + made);
}
`;

const chart = (at: string, name = 'vms'): Files => ({
  [`${at}Chart.yaml`]: `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`,
  [`${at}values.yaml`]: 'memory: 4Gi\n',
  [`${at}README.md`]: 'About.\n',
  [`${at}templates/web.yaml`]: vm('{{ .Release.Name }}-web', '{{ .Values.memory }}'),
  [`${at}templates/db.yaml`]: vm('db', '{{ .Values.memory }}'),
});

const CLUSTERS: Files = {
  ...chart('charts/vms/'),
  'charts/vms/values-fra.yaml': 'memory: 8Gi\n',
  'charts/vms/values-nyc.yaml': 'other: 1\n',
  'polyvirt-review.yaml': 'apiVersion: polyvirt.io/v1\nkind: ReviewPolicy\nspec: { prune: true }\n',
};

const OUTSIDE: Files = {
  ...chart('chart/'),
  'clusters/fra/values.yaml': 'memory: 8Gi\n',
  'clusters/nyc/values.yaml': 'memory: 2Gi\n',
  'clusters/nyc/extra.yaml': vm('extra'),
};

interface Case {
  readonly what: string;
  readonly base: Files;
  readonly files: Record<string, string | null>;
  readonly code: number;
  readonly changes: readonly string[];
}

const CASES: readonly Case[] = [
  {
    what: 'values of a chart',
    base: chart('charts/vms/'),
    files: { 'charts/vms/values.yaml': 'memory: 8Gi\n' },
    code: 10,
    changes: ['db modified', 'vms-web modified'],
  },
  {
    what: 'a chart in the root',
    base: chart(''),
    files: { 'templates/db.yaml': null },
    code: 10,
    changes: ['db removed'],
  },
  {
    what: 'words, and what a chart says about itself',
    base: CLUSTERS,
    files: { 'charts/vms/README.md': 'More.\n', 'charts/vms/values-fra.yaml': '# why\nmemory: 8Gi\n' },
    code: 0,
    changes: [],
  },
  {
    what: 'values that no cluster takes as they are',
    base: CLUSTERS,
    files: { 'charts/vms/values.yaml': 'memory: 6Gi\n' },
    code: 10,
    changes: ['db modified in nyc', 'vms-web modified in nyc'],
  },
  {
    what: 'values of one cluster',
    base: CLUSTERS,
    files: { 'charts/vms/values-fra.yaml': 'memory: 16Gi\n' },
    code: 10,
    changes: ['db modified in fra', 'vms-web modified in fra'],
  },
  {
    what: 'values for one more cluster',
    base: CLUSTERS,
    files: { 'charts/vms/values-sin.yaml': 'memory: 1Gi\n' },
    code: 10,
    changes: ['db added in sin', 'vms-web added in sin'],
  },
  {
    what: 'values for a first cluster leave what was there',
    base: chart('charts/vms/'),
    files: { 'charts/vms/values-sin.yaml': 'memory: 1Gi\n' },
    code: 10,
    changes: ['db added in sin', 'vms-web added in sin'],
  },
  {
    what: 'values of a cluster that goes',
    base: CLUSTERS,
    files: { 'charts/vms/values-nyc.yaml': null },
    code: 10,
    changes: ['db removed in nyc', 'vms-web removed in nyc'],
  },
  {
    what: 'values of a cluster with nothing in them any more',
    base: CLUSTERS,
    files: { 'charts/vms/values-fra.yaml': '# the usual\n' },
    code: 10,
    changes: ['db modified in fra', 'vms-web modified in fra'],
  },
  {
    what: 'a chart that is a library now, which Helm does not install',
    base: CLUSTERS,
    files: { 'charts/vms/Chart.yaml': 'apiVersion: v2\nname: vms\nversion: 1.0.0\ntype: library\n' },
    code: 1,
    changes: [],
  },
  {
    what: 'values outside of the chart',
    base: OUTSIDE,
    files: { 'clusters/fra/values.yaml': 'memory: 16Gi\n' },
    code: 10,
    changes: ['chart-web modified in fra', 'db modified in fra'],
  },
  {
    what: 'a VM that goes from a chart to a file of one cluster',
    base: OUTSIDE,
    files: { 'chart/templates/db.yaml': null, 'clusters/nyc/db.yaml': vm('db', '2Gi') },
    code: 10,
    changes: ['db removed in fra'],
  },
  {
    what: 'a template that cannot be rendered',
    base: CLUSTERS,
    files: { 'charts/vms/templates/db.yaml': vm('db', '{{ required "nil size" .Values.size }}') },
    code: 1,
    changes: [],
  },
  {
    what: 'a chart that needs one of another machine',
    base: CLUSTERS,
    files: {
      'charts/vms/Chart.yaml':
        'apiVersion: v2\nname: vms\nversion: 1.0.0\ndependencies: [{ name: lib, version: 1.0.0, repository: "https://example.com" }]\n',
    },
    code: 1,
    changes: [],
  },
  {
    what: 'values that are for one of two charts, and do not say for which',
    base: { ...chart('charts/a/', 'a'), ...chart('charts/b/', 'b'), 'clusters/fra/values.yaml': 'memory: 4Gi\n' },
    files: { 'clusters/fra/values.yaml': 'memory: 8Gi\n' },
    code: 1,
    changes: [],
  },
];

function cases(env: () => NodeJS.ProcessEnv): void {
  test.each(CASES)('$what', async ({ base, files, code, changes }) => {
    const told = await reviewOf(base, files, env());
    expect({ code: told.code, changes: told.changes }).toEqual({ code, changes });
  });
}

describe('charts, rendered by a stand-in for Helm', () => {
  cases(() => pathWith('helm', STUB));
});

test('files with a List of objects are no values', async () => {
  const list = `apiVersion: v1\nkind: List\nitems:\n- ${vm('extra').trimEnd().replaceAll('\n', '\n  ')}\n`;
  const base = { ...OUTSIDE, 'clusters/fra/vms/other.yaml': vm('extra') };
  const told = await reviewOf(base, { 'clusters/fra/vms/other.yaml': list }, pathWith('helm', STUB));
  expect({ code: told.code, changes: told.changes }).toEqual({ code: 0, changes: [] });
});

test.each(['clusters/*', 'folders'])(
  'what is rendered for several clusters is for each of them, whatever folders say: --clusters %s',
  async (pattern) => {
    const folder = pullRequest(OUTSIDE, {
      'clusters/fra/values.yaml': 'memory: 2Gi\n',
      'clusters/nyc/values.yaml': 'memory: 8Gi\n',
    });
    const { code, stdout } = await polyvirt(
      folder,
      ['review', 'main', '--clusters', pattern, '-f', 'json'],
      pathWith('helm', STUB),
    );
    const { changes } = JSON.parse(stdout) as Told;
    expect(code).toBe(10);
    expect(changes.map(({ object, cluster }) => `${object.name} in ${cluster}`).sort()).toEqual([
      'chart-web in fra',
      'chart-web in nyc',
      'db in fra',
      'db in nyc',
    ]);
  },
);

describeWhere('helm')('charts, rendered by Helm', () => {
  cases(() => ({}));

  test('a chart beside it that it depends on is taken in, and not deployed by itself', async () => {
    const base = {
      ...chart('charts/vms/'),
      'charts/vms/Chart.yaml':
        'apiVersion: v2\nname: vms\nversion: 1.0.0\ndependencies: [{ name: lib, version: 1.0.0, repository: "file://../lib" }]\n',
      'charts/lib/Chart.yaml': 'apiVersion: v2\nname: lib\nversion: 1.0.0\n',
      'charts/lib/templates/vm.yaml': vm('lib'),
    };
    const told = await reviewOf(base, { 'charts/lib/templates/vm.yaml': vm('lib', '8Gi') });
    expect({ code: told.code, changes: told.changes }).toEqual({ code: 10, changes: ['lib modified'] });
  });

  test('what a chart makes only where KubeVirt is installed is made', async () => {
    const guarded = (memory: string) =>
      `{{- if .Capabilities.APIVersions.Has "kubevirt.io/v1/VirtualMachine" }}\n${vm('web', memory)}{{- end }}\n`;
    const base = { ...chart('charts/vms/'), 'charts/vms/templates/web.yaml': guarded('4Gi') };
    const told = await reviewOf(base, { 'charts/vms/templates/web.yaml': guarded('8Gi') });
    expect({ code: told.code, changes: told.changes }).toEqual({ code: 10, changes: ['web modified'] });
  });
});

describe('without Helm', () => {
  const env = () => ({ PATH: withoutTool('helm') });

  test('charts are named, and a change of one is not judged', async () => {
    const told = await reviewOf(CLUSTERS, { 'charts/vms/values-fra.yaml': 'memory: 16Gi\n' }, env());
    expect(told).toMatchObject({ code: 1, changes: [] });
    expect(told.told.notJudged).toEqual([expect.objectContaining({ name: 'charts/vms', change: 'modified' })]);
  });

  test('a change of values outside of it is not judged either', async () => {
    const told = await reviewOf(OUTSIDE, { 'clusters/fra/values.yaml': 'memory: 16Gi\n' }, env());
    expect(told).toMatchObject({ code: 1, changes: [] });
  });

  test('other words are no change', async () => {
    const told = await reviewOf(OUTSIDE, { 'clusters/nyc/extra.yaml': reformatted(vm('extra')) }, env());
    expect(told).toMatchObject({ code: 0, changes: [] });
  });
});
