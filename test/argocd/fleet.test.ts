import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Chart, Testing } from 'cdk8s';
import { oracle } from '../../scripts/oracles.cjs';
import { type ApplicationDeclaration, application } from '../../src/argocd/fleet/application';
import { type ApplicationSetDeclaration, applicationSet } from '../../src/argocd/fleet/application-set';
import { judgeAll } from '../../src/cluster/judge/judge';
import { Application, ApplicationSet } from '../../src/constructs/application';
import { Platform } from '../../src/constructs/platform';
import type { KubeObject } from '../../src/kube/object';
import { fileText, streamText } from '../../src/kube/yaml/files';
import { checkFolders, FOLDER_LIMIT } from '../../src/sinks/output-folder';
import { markOf } from '../../src/sinks/render-cluster';
import { readPlatforms } from '../../src/sources/read-platforms';
import { structuralErrors } from '../crd-oracle';
import { polyvirt } from '../run-cli';
import { testWhere } from '../test-where';
import { compareOutput, filesOf, writeOutput } from '../write-output';

const CRD = oracle('crds/argoproj.io_applicationsets.yaml');
const REPOSITORY = 'https://git.example/infra.git';

const APPLICATION: ApplicationDeclaration = {
  name: 'edge',
  repoURL: REPOSITORY,
  path: 'dist/edge',
  destination: { name: 'edge' },
};

const SET: ApplicationSetDeclaration = { name: 'fleet', repoURL: REPOSITORY, output: 'dist/' };

// biome-ignore lint/suspicious/noExplicitAny: a spec of Argo CD
const specOf = (object: KubeObject) => object.spec as any;

test('an Application reads what is committed, says so, and says which paths count', () => {
  const object = application(APPLICATION);
  expect(object.metadata.annotations).toEqual({ 'argocd.argoproj.io/manifest-generate-paths': '.' });
  expect(specOf(object).source).toEqual({
    repoURL: REPOSITORY,
    targetRevision: 'HEAD',
    path: 'dist/edge',
    directory: { recurse: true },
  });
  expect(specOf(object).syncPolicy).toEqual({
    automated: {},
    syncOptions: ['ApplyOutOfSyncOnly=true', 'RespectIgnoreDifferences=true', 'FailOnSharedResource=true'],
    retry: { limit: 5, backoff: { duration: '10s', factor: 2, maxDuration: '5m' } },
  });
});

test('an Application that renders names the plugin, and no directory', () => {
  const { source } = specOf(
    application({
      ...APPLICATION,
      path: 'infra',
      plugin: { name: 'polyvirt-v0.1.0' },
      generatePaths: ['/infra/a.yaml'],
    }),
  );
  expect(source).toEqual({
    repoURL: REPOSITORY,
    targetRevision: 'HEAD',
    path: 'infra',
    plugin: { name: 'polyvirt-v0.1.0' },
  });
});

test('an ApplicationSet reads the index and deletes no VMs', () => {
  const spec = specOf(applicationSet({ ...SET, matchLabels: { ring: 'canary' } }));
  expect(spec.generators).toEqual([
    {
      git: { repoURL: REPOSITORY, revision: 'HEAD', files: [{ path: 'dist/_index/*.json' }] },
      selector: { matchLabels: { 'labels.ring': 'canary' } },
    },
  ]);
  expect(spec.syncPolicy).toEqual({ preserveResourcesOnDeletion: true, applicationsSync: 'create-update' });
  expect(spec.template.spec.source).toMatchObject({ path: 'dist/{{ .cluster }}', directory: { recurse: true } });
});

test('a roll-out goes by labels, one group after the other', () => {
  const rollout = [
    { label: 'ring', values: ['canary'] },
    { label: 'ring', values: ['all'], maxUpdate: '10%' },
  ];
  expect(specOf(applicationSet({ ...SET, rollout })).strategy).toEqual({
    type: 'RollingSync',
    rollingSync: {
      steps: [
        { matchExpressions: [{ key: 'ring', operator: 'In', values: ['canary'] }] },
        { matchExpressions: [{ key: 'ring', operator: 'In', values: ['all'] }], maxUpdate: '10%' },
      ],
    },
  });
});

const VARIANTS: readonly KubeObject[] = [
  application(APPLICATION),
  application({
    ...APPLICATION,
    destination: { server: 'https://10.0.0.1', namespace: 'shop' },
    labels: { ring: 'canary' },
    automated: { prune: true, selfHeal: true },
    ignoreDifferences: [{ group: 'kubevirt.io', kind: 'VirtualMachine', name: 'web', jsonPointers: ['/spec/x'] }],
    syncOptions: ['ServerSideApply=true'],
    plugin: {
      name: 'polyvirt-v0.1.0',
      parameters: [
        { name: 'cluster', string: 'edge' },
        { name: 'list', array: ['a'] },
        { name: 'map', map: { a: 'b' } },
      ],
      env: [{ name: 'POLYVIRT_DEADLINE', value: '30' }],
    },
  }),
  application({ ...APPLICATION, automated: false }),
  applicationSet(SET),
  applicationSet({
    ...SET,
    platform: 'infra',
    plugin: { name: 'polyvirt-v0.1.0' },
    matchLabels: { ring: 'canary' },
    rollout: [{ label: 'ring', values: ['canary'], maxUpdate: 1 }],
  }),
];

const isSet = ({ kind }: KubeObject) => kind === 'ApplicationSet';

testWhere('crds')('Applications are valid against the CRD', () => {
  const applications = VARIANTS.filter((object) => !isSet(object));
  expect(applications.flatMap((object) => structuralErrors(object, '1.9'))).toEqual([]);
  expect(structuralErrors({ ...application(APPLICATION), spec: {} } as KubeObject, '1.9')).not.toEqual([]);
});

// Its generators hold each other, which takes the oracle a long time; what `check` makes of the CRD is held by other tests.
testWhere('crds')('ApplicationSets are valid against the CRD', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-sets-'));
  const check = async (objects: readonly KubeObject[]) => {
    writeFileSync(join(folder, 'sets.yaml'), objects.map((object) => streamText(object, 'yaml')).join(''));
    const { stdout, stderr } = await polyvirt(folder, ['check', '--crds', CRD, 'sets.yaml']);
    return stdout + stderr;
  };
  const sets = VARIANTS.filter(isSet).map((object, i) => ({
    ...object,
    metadata: { ...object.metadata, name: `s${i}` },
  }));
  expect(await check(sets)).toMatch(
    /^2 objects .*findings: none in what was judged; not judged: ApplicationSet argocd\/s0, ApplicationSet argocd\/s1\n$/m,
  );
  expect(await check([{ ...sets[0]!, spec: { goTemplat: true } }])).toContain('PV040');
  rmSync(folder, { recursive: true });
});

test('constructs give what the functions give, and an Application of a platform is about that', () => {
  const app = new App();
  const edge = new Platform(app, 'edge', { argocd: { destination: { name: 'edge-1' }, labels: { ring: 'canary' } } });
  const chart = new Chart(app, 'argocd');
  new Application(chart, 'edge', { platform: edge, repoURL: REPOSITORY });
  new ApplicationSet(chart, 'fleet', { repoURL: REPOSITORY, output: 'dist/' });
  expect(Testing.synth(chart)).toEqual([
    application({ ...APPLICATION, destination: { name: 'edge-1' }, labels: { ring: 'canary' } }),
    applicationSet(SET),
  ]);
});

test.each([
  ['no destination', {}, 'PV713 at destination: it has neither name nor server'],
  [
    'two destinations',
    { destination: { name: 'a', server: 'b' } },
    'PV713 at destination: it has both name and server',
  ],
  ['a path outside', { destination: { name: 'a' }, path: '../x' }, 'PV713 at path: "../x" is not a folder'],
])('an Application with %s is rejected at synthesis', (_what, props, message) => {
  const chart = new Chart(new App(), 'argocd');
  new Application(chart, 'edge', { repoURL: REPOSITORY, ...props });
  expect(chart.node.findAll().flatMap((construct) => construct.node.validate())).toEqual([
    expect.stringContaining(message),
  ]);
});

function platform(name: string, cores: number): string {
  return `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  target: { kubevirt: "1.9" }
  namespace: shop
  kubevirt: { defaultArchitecture: amd64 }
  argocd: { waves: true, prune: confirm, destination: { name: ${name} }, labels: { ring: canary } }
  virtualMachines:
    - { name: web, architecture: amd64, cpu: { cores: ${cores} }, memory: 2Gi, disks: [{ name: os, containerDisk: { image: "quay.io/containerdisks/fedora:42" } }] }
`;
}

describe('a fleet of 1,000 clusters', () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-fleet-'));
  const names = Array.from({ length: 1000 }, (_, i) => `c${String(i).padStart(4, '0')}`);
  const rendered = (changed?: string) => {
    const texts = new Map(
      names.map((name) => [join(folder, `${name}.yaml`), platform(name, name === changed ? 4 : 2)]),
    );
    const tree = readPlatforms([...texts.keys()], { texts });
    const judged = judgeAll(tree.clusters, tree.findings, { today: '2026-11-01', tellsMissing: false });
    expect(judged.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    return filesOf(tree);
  };
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('is within the limits of Argo CD, and a change in one cluster touches its own files only', () => {
    const output = join(folder, 'dist');
    const files = rendered();
    expect(writeOutput(output, files)).toEqual({ written: 3000, removed: 0, unchanged: 0 });
    const index = files.filter(({ path }) => path.startsWith('_index/'));
    expect(index).toHaveLength(1000);
    expect(Math.max(...index.map(({ text }) => text.length))).toBeLessThan(1024);
    const folders = new Map<string, number>();
    for (const { path, text } of files) {
      const top = path.split('/')[0]!;
      folders.set(top, (folders.get(top) ?? 0) + text.length);
    }
    expect(Math.max(...folders.values())).toBeLessThan(FOLDER_LIMIT);
    // What etcd takes of one object is 1.5 MiB; one ApplicationSet is all that there is for all of them.
    expect(fileText(applicationSet(SET), 'yaml').length).toBeLessThan(4096);

    const after = rendered('c0500');
    const touched = compareOutput(output, after);
    expect(touched.map(({ file }) => file)).toEqual(['_index/c0500.json', 'c0500/shop/virtualmachine-web.yaml']);
    expect(writeOutput(output, after)).toEqual({ written: 2, removed: 0, unchanged: 2998 });
    const entry = JSON.parse(readFileSync(join(output, '_index/c0500.json'), 'utf8'));
    expect(entry).toMatchObject({ cluster: 'c0500', objects: 2, destination: { name: 'c0500', server: '' } });
  }, 60_000);
});

test('an entry goes with its cluster, and what somebody else put there stays', () => {
  const output = mkdtempSync(join(tmpdir(), 'polyvirt-index-'));
  const files = filesOf(readPlatforms(['a.yaml'], { texts: new Map([['a.yaml', platform('a', 2)]]) }));
  writeOutput(output, [...files, { path: '_index/other.json', text: '{}\n' }]);
  expect(writeOutput(output, [])).toMatchObject({ removed: 3 });
  expect(readFileSync(join(output, '_index/other.json'), 'utf8')).toBe('{}\n');
  rmSync(output, { recursive: true });
});

test('a folder that Argo CD would not read is told', () => {
  const text = 'x'.repeat(FOLDER_LIMIT + 1);
  const manifests = (name: string) => markOf({ path: `${name}/shop/a.yaml`, text });
  const entry = (name: string) => markOf({ path: `_index/${name}.json`, text: '{}' });
  const clusters = [
    { name: 'big', files: [manifests('big'), entry('big')] },
    { name: 'small', files: [entry('small')] },
    { name: 'unknown', files: [manifests('unknown')] },
  ];
  expect(checkFolders({ clusters }).map(({ code, path }) => [code, path])).toEqual([['PV715', 'big']]);
});

test('the command prints Applications with the files that a render reads, for platforms that say where they go', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'polyvirt-apps-'));
  mkdirSync(join(folder, 'infra/clusters'), { recursive: true });
  mkdirSync(join(folder, '.git'));
  writeFileSync(join(folder, 'infra/polyvirt.yaml'), platform('core', 2));
  writeFileSync(join(folder, 'infra/clusters/edge.yaml'), platform('edge', 2));
  writeFileSync(join(folder, 'infra/clusters/lab.yaml'), platform('lab', 2).replace(/^ {2}argocd:.*\n/m, ''));
  const run = async (...args: string[]) => {
    const words = ['argocd', 'applications', 'infra', '--repo-url', REPOSITORY, '--format', 'json'];
    const { code, stdout, stderr } = await polyvirt(folder, [...words, ...args]);
    const objects = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as KubeObject);
    return { code, stderr, objects };
  };
  const plain = await run('--prune');
  expect(plain).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(/^warning PV713 .*lab.yaml:5:3, lab: argocd.destination/),
  });
  expect(plain.objects.map(({ metadata, spec }) => [metadata.name, specOf({ spec } as never).source.path])).toEqual([
    ['core', 'infra/dist/core'],
    ['edge', 'infra/dist/edge'],
  ]);
  expect(specOf(plain.objects[0]!).syncPolicy.automated).toEqual({ prune: true });
  const [, edge] = (await run('--plugin')).objects;
  expect(edge!.metadata.annotations).toEqual({
    'argocd.argoproj.io/manifest-generate-paths': '/infra/clusters/edge.yaml',
  });
  expect(specOf(edge!).source.plugin).toEqual({
    name: 'polyvirt-v0.1.0',
    parameters: [{ name: 'cluster', string: 'edge' }],
  });
  const [set] = (await run('--set', 'fleet')).objects;
  expect(specOf(set!).generators[0].git.files).toEqual([{ path: 'infra/dist/_index/*.json' }]);
  rmSync(folder, { recursive: true });
});
