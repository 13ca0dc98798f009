import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';
import { testWhere } from '../test-where';
import { type Expected, type Files, reformatted, reviewOf, vm } from './pull-request';

const platform = (name: string, vms: readonly string[], memory = '4Gi') => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  target: { kubevirt: '1.9' }
  kubevirt: {}
  virtualMachines:
${vms.map((each) => `  - { name: ${each}, namespace: shop, architecture: amd64, memory: ${memory}, disks: [{ name: os, containerDisk: { image: quay.io/containerdisks/fedora:41 } }] }\n`).join('')}`;

/** What the root of a repository has beside manifests, none of which is one. */
const ROOT: Files = {
  'polyvirt-review.yaml': 'apiVersion: polyvirt.io/v1\nkind: ReviewPolicy\nspec: { prune: true }\n',
  '.gitlab-ci.yml': 'stages: [review]\n',
  '.github/workflows/ci.yml': 'on: push\njobs: {}\n',
  'renovate.json': '{ "extends": [] }\n',
};

const KUBEVIRT = `apiVersion: kubevirt.io/v1
kind: KubeVirt
metadata: { name: kubevirt, namespace: kubevirt }
spec: { workloadUpdateStrategy: { workloadUpdateMethods: [LiveMigrate] } }
`;

const application = (name: string, path: string) => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: default
  source: { repoURL: 'https://example.com/infra.git', path: ${path} }
  destination: { name: ${name}, namespace: shop }
`;

/** Three clusters, each in a folder. */
const clusters = (above: string): Files => ({
  [`${above}fra/vms/web.yaml`]: vm('web'),
  [`${above}fra/vms/db.yaml`]: vm('db'),
  [`${above}nyc/vms/web.yaml`]: vm('web'),
  [`${above}sin/vms/cache.yaml`]: vm('cache'),
});

const COMPONENT = 'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n';

const OVERLAYS: Files = {
  ...ROOT,
  'components/spare/kustomization.yaml': `${COMPONENT}patches: [{ path: note.yaml, target: { kind: VirtualMachine } }]\n`,
  'components/spare/note.yaml': '- { op: add, path: /metadata/annotations, value: { note: spare } }\n',
  'base/kustomization.yaml': 'resources: [web.yaml]\n',
  'base/web.yaml': vm('web'),
  'base/unlisted.yaml': vm('unlisted'),
  'overlays/fra/kustomization.yaml':
    'resources: [../../base, db.yaml]\npatches: [{ path: memory.yaml, target: { kind: VirtualMachine, name: web } }]\n',
  'overlays/fra/memory.yaml': '- { op: replace, path: /spec/template/spec/domain/memory/guest, value: 4Gi }\n',
  'overlays/fra/db.yaml': vm('db'),
  'overlays/nyc/kustomization.yaml': 'resources: [../../base]\nnamePrefix: n-\n',
};

interface Layout {
  readonly base: Files;
  /** A file that is written in other words: nothing changes. */
  readonly reformat: string;
  /** A VM goes from one file to another. */
  readonly move: readonly [from: string, to: string];
  readonly moved: Expected;
  /** Memory changes in this file. */
  readonly memory: string;
  readonly grown: Expected;
  /** How clusters are told. */
  readonly clustered?: string;
}

const clusterLayout = (above: string, more: Files = {}): Layout => ({
  base: { ...ROOT, ...clusters(above), ...more },
  reformat: `${above}fra/vms/web.yaml`,
  move: [`${above}fra/vms/db.yaml`, `${above}nyc/vms/db.yaml`],
  moved: { code: 10, changes: ['db added in nyc', 'db removed in fra'] },
  memory: `${above}sin/vms/cache.yaml`,
  grown: { code: 10, changes: ['cache modified in sin'] },
  clustered: '3 clusters: fra, nyc, sin, by folder',
});

const LAYOUTS: Record<string, Layout> = {
  'a plain folder': {
    base: { ...ROOT, 'vms/web.yaml': vm('web'), 'vms/db.yaml': vm('db'), 'infra/kubevirt.yaml': KUBEVIRT },
    reformat: 'vms/web.yaml',
    move: ['vms/db.yaml', 'infra/db.yaml'],
    moved: { code: 0, changes: [] },
    memory: 'vms/web.yaml',
    grown: { code: 10, changes: ['web modified'] },
  },
  'clusters as folders of the root': clusterLayout(''),
  'clusters as folders of the root, beside an object': clusterLayout('', { 'kubevirt.yaml': KUBEVIRT }),
  'clusters below a folder': clusterLayout('clusters/'),
  'clusters below a folder, beside what all have': clusterLayout('clusters/', { 'common/kubevirt.yaml': KUBEVIRT }),
  'clusters one level deeper': clusterLayout('deploy/clusters/'),
  'clusters in a folder of any name': clusterLayout('deploy/sites/'),
  environments: clusterLayout('envs/'),
  'a file for each cluster': {
    base: { ...ROOT, 'clusters/fra.yaml': `${vm('web')}---\n${vm('db')}`, 'clusters/nyc.yaml': vm('cache') },
    reformat: 'clusters/nyc.yaml',
    move: ['clusters/nyc.yaml', 'clusters/sin.yaml'],
    moved: { code: 10, changes: ['cache added in sin', 'cache removed in nyc'] },
    memory: 'clusters/nyc.yaml',
    grown: { code: 10, changes: ['cache modified in nyc'] },
    clustered: '2 clusters: fra, nyc, by folder',
  },
  'clusters of regions': {
    base: {
      ...ROOT,
      'clusters/eu/fra/web.yaml': vm('web'),
      'clusters/eu/fra/db.yaml': vm('db'),
      'clusters/eu/ber/web.yaml': vm('web'),
      'clusters/us/nyc/web.yaml': vm('web'),
    },
    reformat: 'clusters/eu/ber/web.yaml',
    move: ['clusters/eu/fra/db.yaml', 'clusters/eu/ber/db.yaml'],
    moved: { code: 10, changes: ['db added in eu/ber', 'db removed in eu/fra'] },
    memory: 'clusters/us/nyc/web.yaml',
    grown: { code: 10, changes: ['web modified in us'] },
    clustered: '3 clusters: eu/ber, eu/fra, us, by folder',
  },
  'Applications with destinations': {
    base: {
      ...ROOT,
      'apps/shop.yaml': `${application('edge-1', 'shop/one')}---\n${application('edge-2', 'shop/two')}`,
      'shop/one/web.yaml': vm('web'),
      'shop/two/db.yaml': vm('db'),
      'shop/two/api.yaml': vm('api'),
    },
    reformat: 'shop/one/web.yaml',
    move: ['shop/two/db.yaml', 'shop/one/db.yaml'],
    moved: { code: 10, changes: ['db added in edge-1', 'db removed in edge-2'] },
    memory: 'shop/one/web.yaml',
    grown: { code: 10, changes: ['web modified in edge-1'] },
    clustered: '2 clusters: edge-1, edge-2, by Application',
  },
  'a platform below the root, beside manifests': {
    base: {
      ...ROOT,
      'infra/polyvirt.yaml': platform('edge', ['api']),
      'vms/web.yaml': vm('web'),
      'vms/db.yaml': vm('db'),
    },
    reformat: 'infra/polyvirt.yaml',
    move: ['vms/db.yaml', 'other/db.yaml'],
    moved: { code: 0, changes: [] },
    memory: 'infra/polyvirt.yaml',
    grown: { code: 10, changes: ['api modified in edge'] },
  },
  'a platform for each cluster, beside manifests': {
    base: {
      ...ROOT,
      'clusters/fra/polyvirt.yaml': platform('fra', ['api']),
      'clusters/fra/vms/db.yaml': vm('db'),
      'clusters/nyc/polyvirt.yaml': platform('nyc', ['api']),
    },
    reformat: 'clusters/fra/polyvirt.yaml',
    move: ['clusters/fra/vms/db.yaml', 'clusters/nyc/vms/db.yaml'],
    moved: { code: 10, changes: ['db added in nyc', 'db removed in fra'] },
    memory: 'clusters/nyc/polyvirt.yaml',
    grown: { code: 10, changes: ['api modified in nyc'] },
    clustered: '2 clusters: fra, nyc, by folder',
  },
  'a platform in each folder, beside manifests': {
    base: {
      ...ROOT,
      'infra/fra/polyvirt.yaml': platform('fra', ['api']),
      'infra/fra/vms/db.yaml': vm('db'),
      'infra/nyc/polyvirt.yaml': platform('nyc', ['cache']),
      'infra/nyc/vms/web.yaml': vm('web'),
    },
    reformat: 'infra/fra/vms/db.yaml',
    move: ['infra/fra/vms/db.yaml', 'infra/nyc/vms/db.yaml'],
    moved: { code: 10, changes: ['db added in nyc', 'db removed in fra'] },
    memory: 'infra/nyc/polyvirt.yaml',
    grown: { code: 10, changes: ['cache modified in nyc'] },
    clustered: '2 clusters: fra, nyc, by folder',
  },
  'a platform in the root': {
    base: { ...ROOT, 'polyvirt.yaml': platform('edge', ['web', 'db']) },
    reformat: 'polyvirt.yaml',
    move: ['polyvirt.yaml', 'clusters/edge.yaml'],
    moved: { code: 1, changes: ['db removed in edge', 'kubevirt removed in edge', 'web removed in edge'] },
    memory: 'polyvirt.yaml',
    grown: { code: 10, changes: ['db modified in edge', 'web modified in edge'] },
  },
};

describe('overlays of kustomize, built', () => {
  const built = testWhere('kustomize');

  built('files in other words, and files that none lists, change nothing', async () => {
    const { told: _, ...told } = await reviewOf(OVERLAYS, {
      'base/web.yaml': reformatted(OVERLAYS['base/web.yaml']!),
      'overlays/fra/kustomization.yaml': `# why\n${OVERLAYS['overlays/fra/kustomization.yaml']}`,
      'base/unlisted.yaml': vm('unlisted', '8Gi'),
    });
    expect(told).toEqual({ code: 0, changes: [], clustered: '2 clusters: fra, nyc, by folder' });
  });

  built.each<{ what: string; files: Record<string, string | null>; expected: Expected }>([
    {
      what: 'a patch of one overlay',
      files: { 'overlays/fra/memory.yaml': OVERLAYS['overlays/fra/memory.yaml']!.replace('4Gi', '8Gi') },
      expected: { code: 10, changes: ['web modified in fra'] },
    },
    {
      what: 'a base, as far as overlays let it through',
      files: { 'base/web.yaml': vm('web', '8Gi') },
      expected: { code: 10, changes: ['n-web modified in nyc'] },
    },
    {
      what: 'a prefix of names',
      files: { 'overlays/nyc/kustomization.yaml': 'resources: [../../base]\nnamePrefix: m-\n' },
      expected: { code: 10, changes: ['m-web renamed in nyc'] },
    },
    {
      what: 'a VM that moves to another overlay',
      files: {
        'overlays/fra/kustomization.yaml': OVERLAYS['overlays/fra/kustomization.yaml']!.replace(', db.yaml', ''),
        'overlays/fra/db.yaml': null,
        'overlays/nyc/kustomization.yaml': 'resources: [../../base, db.yaml]\nnamePrefix: n-\n',
        'overlays/nyc/db.yaml': vm('db'),
      },
      expected: { code: 10, changes: ['db removed in fra', 'n-db added in nyc'] },
    },
    {
      what: 'an overlay that goes',
      files: { 'overlays/nyc/kustomization.yaml': null },
      expected: { code: 10, changes: ['n-web removed in nyc'] },
    },
    {
      what: 'all overlays that go, with the base left behind',
      files: {
        'overlays/nyc/kustomization.yaml': null,
        'overlays/fra/kustomization.yaml': null,
        'overlays/fra/memory.yaml': null,
        'overlays/fra/db.yaml': null,
      },
      expected: { code: 10, changes: ['db removed in fra', 'n-web removed in nyc', 'web removed in fra'] },
    },
    {
      what: 'a base on another machine is not fetched',
      files: { 'overlays/nyc/kustomization.yaml': 'resources: ["https://example.com/base.yaml"]\n' },
      expected: { code: 1, changes: [] },
    },
    {
      what: 'a base on another machine that a base names is not fetched',
      files: { 'base/kustomization.yaml': 'resources: [web.yaml, github.com/example/vms?ref=main]\n' },
      expected: { code: 1, changes: [] },
    },
    {
      what: 'a component that nothing takes in is not deployed',
      files: {
        'components/spare/note.yaml': OVERLAYS['components/spare/note.yaml']!.replace('note: spare', 'note: x'),
      },
      expected: { code: 0, changes: [] },
    },
    {
      what: 'a component that an overlay takes in for the first time',
      files: {
        'overlays/nyc/kustomization.yaml':
          'resources: [../../base]\nnamePrefix: n-\ncomponents: [../../components/spare]\n',
      },
      expected: { code: 10, changes: ['n-web modified in nyc'] },
    },
    {
      what: 'a plugin is not run',
      files: { 'overlays/nyc/kustomization.yaml': 'resources: [../../base]\ntransformers: [plugin.yaml]\n' },
      expected: { code: 1, changes: [] },
    },
  ])('$what', async ({ files, expected }) => {
    const { code, changes } = await reviewOf(OVERLAYS, files);
    expect({ code, changes }).toEqual(expected);
  });
});

describe('what is not judged on one side is not deleted by it', () => {
  const base: Files = { ...ROOT, 'vms/web.yaml': vm('web'), 'vms/db.yaml': vm('db'), 'infra/kubevirt.yaml': KUBEVIRT };

  test.each<{ what: string; files: Record<string, string | null>; expected: Expected }>([
    {
      what: 'a file that is not text any more',
      files: { 'vms/web.yaml': '\u0000\u0001\u0000' },
      expected: { code: 1, changes: [] },
    },
    {
      what: 'a file that becomes a template of ytt',
      files: { 'vms/web.yaml': `#@ load("@ytt:data", "data")\n${vm('web')}`, 'vms/db.yaml': null },
      expected: { code: 1, changes: ['db removed'] },
    },
    {
      what: 'a folder that becomes an overlay that cannot be built',
      files: {
        'vms/web.yaml': null,
        'base/web.yaml': vm('web'),
        'base/kustomization.yaml': 'resources: [web.yaml, "https://example.com/x.yaml"]\n',
      },
      expected: { code: 1, changes: [] },
    },
  ])('$what', async ({ files, expected }) => {
    const { code, changes } = await reviewOf(base, files);
    expect({ code, changes }).toEqual(expected);
  });
});

describe('a repository that is put together otherwise', () => {
  const base: Files = {
    'vms/kustomization.yaml': 'resources: [web.yaml, db.yaml]\n',
    'vms/web.yaml': vm('web'),
    'vms/db.yaml': vm('db'),
  };
  const less = { 'vms/kustomization.yaml': 'resources: [web.yaml]\n' };

  test.each<{ what: string; files: Record<string, string | null>; expected: Expected }>([
    {
      what: 'a kustomization around another lists it',
      files: { 'kustomization.yaml': 'resources: [vms]\n' },
      expected: { code: 0, changes: [] },
    },
    {
      what: 'what it lacks then is deleted',
      files: { 'kustomization.yaml': 'resources: [vms]\n', ...less },
      expected: { code: 10, changes: ['db removed'] },
    },
    {
      what: 'a first overlay: what was deployed by itself before may be deleted',
      files: { 'overlays/fra/kustomization.yaml': 'resources: [../../vms]\n', ...less },
      expected: { code: 1, changes: ['web added in fra'] },
    },
    {
      what: 'no kustomization any more, the same files',
      files: { 'vms/kustomization.yaml': null },
      expected: { code: 0, changes: [] },
    },
  ])('$what', async ({ files, expected }) => {
    const { code, changes } = await reviewOf(base, files);
    expect({ code, changes }).toEqual(expected);
  });
});

describe('clusters that lie elsewhere, or are listed', () => {
  const base = clusters('');

  test.each<{ what: string; files: Record<string, string | null>; expected: Expected }>([
    {
      what: 'folders of clusters that go below a folder are the same clusters',
      files: {
        ...Object.fromEntries(Object.keys(base).map((path) => [path, null])),
        ...clusters('clusters/'),
      },
      expected: { code: 0, changes: [] },
    },
    {
      what: 'a file beside those that a kustomization around them lists is not deployed',
      files: { 'fra/kustomization.yaml': 'resources: [vms/web.yaml]\n' },
      expected: { code: 10, changes: ['db removed in fra'] },
    },
    {
      what: 'a folder below a kustomization of which it lists nothing may be deployed by others',
      files: { 'fra/kustomization.yaml': 'resources: []\n' },
      expected: { code: 0, changes: [] },
    },
  ])('$what', async ({ files, expected }) => {
    const { code, changes } = await reviewOf(base, files);
    expect({ code, changes }).toEqual(expected);
  });
});

test.each([
  { what: 'changed by hand', dist: `# by hand\n${vm('web', '8Gi')}`, code: 1 },
  { what: 'in other words', dist: reformatted(vm('web')), code: 0 },
])('the committed output of a platform, $what, without the platform', async ({ dist, code }) => {
  const base = { ...ROOT, 'polyvirt.yaml': platform('edge', ['web']), 'dist/edge/web.yaml': vm('web') };
  const { told, ...verdict } = await reviewOf(base, { 'dist/edge/web.yaml': dist });
  expect(verdict).toEqual({ code, changes: [] });
  expect(told.notJudged.map(({ name, change }) => [name, change])).toEqual(code === 0 ? [] : [['dist', 'modified']]);
});

test('which of the files beside a kustomization that broke are its own is not known', async () => {
  const base = {
    'vms/kustomization.yaml': 'resources: [web.yaml]\n',
    'vms/web.yaml': vm('web'),
    'vms/db.yaml': vm('db'),
  };
  const { code, changes } = await reviewOf(base, { 'vms/kustomization.yaml': 'resources: [\n' });
  expect({ code, changes }).toEqual({ code: 1, changes: [] });
});

test('a link and the file that it leads to are one file, and no sign of two clusters', async () => {
  const folders = ['before', 'after'].map((name) => join(appFolder(), name)) as [string, string];
  for (const folder of folders) {
    writeFiles(folder, { 'store/web.yaml': vm('web'), 'vms/db.yaml': vm('db') });
  }
  symlinkSync('../store/web.yaml', join(folders[1], 'vms/web.yaml'));
  expect(await polyvirt(folders[0], ['review', ...folders])).toMatchObject({ code: 0 });
});

describe.each(Object.entries(LAYOUTS))(
  '%s',
  (_, { base, reformat, move: [from, to], moved, memory, grown, clustered }) => {
    test('a file in other words changes nothing', async () => {
      const { told: __, ...told } = await reviewOf(base, { [reformat]: reformatted(base[reformat]!) });
      expect(told).toEqual({ code: 0, changes: [], ...(clustered === undefined ? {} : { clustered }) });
    });

    test('a VM that moves', async () => {
      const { code, changes } = await reviewOf(base, { [from]: null, [to]: base[from]! });
      expect({ code, changes }).toEqual(moved);
    });

    test('memory', async () => {
      const { code, changes } = await reviewOf(base, { [memory]: base[memory]!.replaceAll('4Gi', '8Gi') });
      expect({ code, changes }).toEqual(grown);
    });
  },
);
