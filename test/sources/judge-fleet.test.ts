import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { DeliveredClusters } from '../../src/cli/commands/argocd-applications';
import { judgeAll } from '../../src/cluster/judge/judge';
import { compareFindings } from '../../src/findings/finding';
import { findSource, platformFiles } from '../../src/sources/find-source';
import { judgeFiles, judgePlatform } from '../../src/sources/judge-files';
import { knownClusters } from '../../src/sources/known-clusters';
import * as reading from '../../src/sources/read-objects';
import { readPlatforms } from '../../src/sources/read-platforms';
import { renderFleet } from '../../src/sources/render-fleet';
import { appFolder, writeFiles } from '../app-folder';

const today = '2026-11-01';
const judging = { policy: {}, today, progress: () => undefined };
const none = { target: {}, platform: false } as const;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const heldMiB = () => {
  collect();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

function platform(name: string, spec = ''): string {
  return `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  target: { kubevirt: '1.9' }
  namespace: shop
  argocd: { destination: { name: ${name} } }
  kubevirt: { defaultArchitecture: amd64 }
  virtualMachines:
  - { name: web, architecture: amd64, memory: 1Gi }
${spec}`;
}

function folderWith(files: Record<string, string>): string {
  const folder = join(appFolder(), 'fleet');
  writeFiles(folder, files);
  return folder;
}

const secretOf = (name: string) =>
  `  - { name: ${name}, architecture: arm64, memory: 1Gi, cloudInit: { type: noCloud, userDataSecret: ${name} } }\n`;
const vmWith = (name: string, settings: string) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: ${name}, namespace: shop }
spec:
  runStrategy: Always
  template:
    spec:
      architecture: amd64
      domain: { devices: { disks: [{ name: settings, disk: { bus: virtio } }] } }
      volumes: [{ name: settings, configMap: { name: ${settings} } }]
`;

const configMap = (name: string, text = '') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: shop }\ndata: { text: "${text}" }\n`;
const vm = (name: string, text: string) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: ${name}, namespace: shop, annotations: { text: "${text}" } }
spec: { runStrategy: Always, wrong: 1, template: { spec: { architecture: amd64, domain: { devices: {}, memory: { guest: 1Gi } } } } }
`;

test('a platform is judged to the same findings, in the same order, as when all of it was in memory', async () => {
  const folder = folderWith({
    'polyvirt.yaml': `${platform('z', secretOf('z-secret'))}---\n${platform('b', '  wrong: 1\n')}---\n: {\n`,
    'clusters/c.yaml': platform(
      'c',
      '  - { name: Wrong_name, memory: 1Gi }\n  findings: { severity: { PV041: info } }\n',
    ),
    'clusters/d.yaml': `${platform('d')}---\n${platform('z')}---\n${platform('d')}`,
    'clusters/e.yaml': '# nothing\n',
  });
  const tree = readPlatforms(platformFiles(folder));
  const whole = judgeAll(tree.clusters, tree.findings, { today });
  const judged = await judgePlatform(findSource(folder), { ...judging, named: true });
  expect(judged.findings).toEqual(whole.findings);
  expect(new Set(judged.findings.map(({ code }) => code)).size).toBeGreaterThan(4);
  expect(judged.clusters).toEqual(tree.clusters.map(({ name }) => name));
  expect(judged.objects).toBe(whole.judged.flatMap(({ objects }) => objects).length);
  expect(judged.names.map(({ name }) => name)).toEqual(
    whole.judged.flatMap(({ objects }) => objects.map(({ metadata }) => (metadata as { name: string }).name)),
  );
});

test('each cluster is judged once it is read, and before the next is', async () => {
  const folder = folderWith({
    'polyvirt.yaml': platform('a'),
    'clusters/b.yaml': platform('b'),
    'dist/a/x.yaml': configMap('a1'),
    'dist/a/y.yaml': configMap('a2'),
    'dist/b/x.yaml': configMap('b1'),
    'dist/z.yaml': configMap('other'),
  });
  const clusters = await knownClusters({ target: {}, platform: folder });
  const steps: string[] = [];
  const read = jest.spyOn(reading, 'readObjects').mockImplementation((paths) => {
    steps.push(`read ${paths.map((path) => path.slice(folder.length + 6)).join(' ')}`);
    return {
      objects: [],
      findings: [],
      skipped: [],
      platforms: [],
      locate: () => [],
      placeOf: () => ({ file: '' }),
      originOf: () => undefined as never,
    };
  });
  await judgeFiles([join(folder, 'dist')], {
    ...judging,
    clusters,
    progress: (done, total) => steps.push(`judged ${done} of ${total}`),
  });
  read.mockRestore();
  expect(steps).toEqual([
    'read a/x.yaml a/y.yaml',
    'judged 1 of 3',
    'read b/x.yaml',
    'judged 2 of 3',
    'read z.yaml',
    'judged 3 of 3',
  ]);
});

test('what a platform writes is known wherever it is, also when the platform comes later', async () => {
  const folder = folderWith({ 'polyvirt.yaml': platform('a'), 'clusters/b.yaml': platform('b') });
  const { clusters: declared, findings } = readPlatforms(platformFiles(folder));
  const written = judgeAll(declared, findings, { today }).judged.map(({ name, objects }) => [
    `dist/${name}/all.yaml`,
    objects.map((object) => JSON.stringify(object)).join('\n---\n'),
  ]);
  writeFiles(folder, { ...Object.fromEntries(written), 'dist/a/more.yaml': configMap('More_') });
  const clusters = await knownClusters({ target: {}, platform: folder });
  const judge = (...paths: string[]) =>
    judgeFiles(
      paths.map((path) => join(folder, path)),
      { ...judging, clusters },
    );
  const before = await judge('dist', 'polyvirt.yaml', 'clusters');
  expect([before.objects, before.written]).toEqual([5, 4]);
  const after = await judge('clusters', 'polyvirt.yaml', 'dist');
  expect({ ...after, findings: [...after.findings].sort(compareFindings) }).toEqual({
    ...before,
    findings: [...before.findings].sort(compareFindings),
  });
  expect((await judge('dist')).written).toBe(0);
});

describe('of a large fleet one cluster at a time is in memory', () => {
  const NAMES = Array.from({ length: 16 }, (_, i) => `cluster-number-${i + 10}`);
  const LARGE = 'x'.repeat(1 << 20);
  /** Far less than all of them, and more than two. */
  const MOST_MIB = 6;

  test('of files', async () => {
    const files = NAMES.map((name) => [`${name}/x.yaml`, vm(name, LARGE)]);
    const folder = folderWith({
      ...Object.fromEntries(NAMES.map((name) => [`p/clusters/${name}.yaml`, platform(name)])),
    });
    writeFiles(folder, { 'p/polyvirt.yaml': platform('main'), ...Object.fromEntries(files) });
    const clusters = await knownClusters({ target: {}, platform: join(folder, 'p') });
    const before = heldMiB();
    const held: number[] = [];
    const progress = () => void held.push(heldMiB() - before);
    const { findings, names } = await judgeFiles(
      NAMES.map((name) => join(folder, name)),
      { ...judging, clusters, progress, named: true },
    );
    // So large an annotation is rejected too.
    expect(findings.map(({ code, object }) => [code, object?.name])).toEqual(
      NAMES.flatMap((name) => [
        ['PV040', name],
        ['PV003', name],
      ]),
    );
    expect([names.length, held.length]).toEqual([16, 16]);
    expect(Math.max(...held)).toBeLessThan(MOST_MIB);
  });

  test('of a platform, and of what is known of it', async () => {
    const folder = folderWith({ 'polyvirt.yaml': platform('main') });
    const userData = (name: string) =>
      `  - { name: ${name}-large, architecture: amd64, memory: 1Gi, cloudInit: { type: noCloud, userData: "${LARGE}" } }\n`;
    writeFiles(
      folder,
      Object.fromEntries(NAMES.map((name) => [`clusters/${name}.yaml`, platform(name, userData(name))])),
    );
    const source = findSource(folder);
    const before = heldMiB();
    const held: number[] = [];
    const progress = () => void held.push(heldMiB() - before);
    const judged = await judgePlatform(source, { ...judging, progress, named: true });
    const delivered = new DeliveredClusters();
    await renderFleet(source, { today, format: 'yaml', into: 'nothing', progress }, delivered);
    const clusters = await knownClusters({ target: {}, platform: folder });
    progress();
    for (const cluster of [...clusters.platforms].reverse()) {
      expect(cluster.context.existing).toHaveLength(cluster.name === 'main' ? 2 : 3);
      progress();
    }
    expect([judged.names.length, delivered.clusters().length, held.length]).toEqual([50, 17, 52]);
    expect(Math.max(...held)).toBeLessThan(MOST_MIB);
  });
});

test('files of no platform are one group, and may refer to each other', async () => {
  const folder = folderWith({ 'a/x.yaml': configMap('one'), 'b/y.yaml': configMap('one') });
  const { findings, clustered } = await judgeFiles([folder], { ...judging, clusters: await knownClusters(none) });
  expect(findings.map(({ code }) => code)).toEqual(['PV801']);
  expect(clustered).toBeUndefined();
});

test('folders with the same object in the same file are clusters', async () => {
  const folder = folderWith({ 'a/x.yaml': configMap('one'), 'b/x.yaml': configMap('one') });
  const files = { ...judging, clusters: await knownClusters(none) };
  const { findings, clustered } = await judgeFiles([folder], files);
  expect(findings).toEqual([]);
  expect(clustered).toBe('2 clusters: a, b, by folder');
  const one = await judgeFiles([folder], { ...files, grouping: 'one' });
  expect(one.findings.map(({ code }) => code)).toEqual(['PV801']);
});

test('what lies beside the folders of clusters counts for each of them', async () => {
  const folder = folderWith({
    'clusters/a/vm.yaml': vmWith('web', 'settings'),
    'clusters/b/vm.yaml': vmWith('web', 'absent'),
    'common/settings.yaml': configMap('settings'),
  });
  const { findings } = await judgeFiles([folder], { ...judging, clusters: await knownClusters(none) });
  expect(findings.filter(({ code }) => code === 'PV805').map(({ file }) => file)).toEqual([
    expect.stringMatching(/clusters\/b\/vm\.yaml$/),
  ]);
});
