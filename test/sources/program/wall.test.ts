import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clusters } from '../../../src/cluster/cluster';
import { isWorkspaceError } from '../../../src/sources/host/open-text';
import { findApp } from '../../../src/sources/program/find-app';
import { runApp } from '../../../src/sources/program/run-app';
import { app, appFolder, ROOT } from '../../app-folder';
import { refusal, walled } from './walled';

/** Everything of a tree but its places, which are functions. */
function data({ clusters, findings }: Clusters) {
  return JSON.stringify({
    findings,
    clusters: clusters.map((cluster) => ({
      ...cluster,
      findings: cluster.findings.map(({ file: _file, line: _line, column: _column, ...finding }) => finding),
    })),
  });
}

const PLUS = `import { App, Chart } from 'cdk8s';
import * as kplus from 'cdk8s-plus-33';
const app = new App();
const chart = new Chart(app, 'plus');
new kplus.ConfigMap(chart, 'config', { data: { a: 'b' } });
new kplus.Deployment(chart, 'web', { replicas: 2, containers: [{ image: 'nginx:1.27' }] });
app.synth();
`;

const L3 = app(`class Shop extends VirtualMachine {
  constructor(scope: Platform, id: string, cores: number) {
    super(scope, id, { architecture: 'amd64', memory: '4Gi', cpu: { cores } });
  }
}
new Shop(edge, 'front', 2);
ApiObject.of(new Shop(edge, 'back', 4)).addJsonPatch(JsonPatch.add('/metadata/labels', { tier: 'back' }));`);

const ASYNC = `${app(`const later = async (name: string) => {
  await new Promise((resolve) => setTimeout(resolve, 5));
  new VirtualMachine(edge, name, { architecture: 'amd64', memory: '1Gi' });
};
const main = async () => { await Promise.all([later('b'), later('a')]); app.synth(); };
void main();`).replace(/app\.synth\(\);\n$/, '')}`;

const ESM = app(`const names = await Promise.resolve(['x', 'y']);
for (const name of names) new VirtualMachine(edge, name, { architecture: 'amd64', memory: '1Gi' });`);

const MANIFESTS = app("new Manifests(edge, 'more', { path: 'more' });").replace(
  'import { CloudInit',
  'import { Manifests, CloudInit',
);

const LATE = app(`new Enforcement(edge, 'policies', {});
new MachineDeployment(edge, 'pool', {
  architecture: 'amd64', replicas: 2, cpu: 2, memory: '4Gi', infraCluster: 'infra', namespace: 'shop',
  primaryDisk: { image: 'quay.io/kubermatic-virt-disks/ubuntu:22.04', size: '10Gi', storageClassName: 'local' }, operatingSystem: 'ubuntu', kubelet: '1.33.1',
} as never);
const named = new ApiObject(edge, 'said', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'said' }, data: { names: [Enforcement.name, MachineDeployment.name, spawnedVirtualMachine.name, VirtualMachine.name].join(' ') } } as never);
try { new VirtualMachine(edge, 'said', { architecture: 'amd64', memory: '1Gi' }); } catch (error) { named.addJsonPatch(JsonPatch.add('/data/error', (error as Error).message)); }`).replace(
  'import { CloudInit',
  'import { Enforcement, MachineDeployment, spawnedVirtualMachine, CloudInit',
);

const THOUSAND = app(
  "for (let i = 0; i < 1000; i++) new VirtualMachine(edge, 'vm-' + i, { architecture: 'amd64', memory: 1 + (i % 8) + 'Gi' });",
);

const SHIMS = app(`import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import * as path from 'path';
const said: unknown[] = [
  new URL('../b?x=1&y=%20#z', 'https://user@example.org:8443/a/c').href, new URL('https://e.org/?a=1').searchParams.get('a'),
  new URLSearchParams({ q: "it's (a) b*c" }).toString(),
  [...new TextEncoder().encode('aé€😀')], new TextDecoder().decode(Uint8Array.from([0xe2, 0x82, 0xac, 0xff])),
  structuredClone({ a: [1, new Date(0)], m: [...new Map([[1, 2]])] }),
  Buffer.from('héllo').toString('base64'), Buffer.from('aGk', 'base64').toString(), Buffer.from('ff00', 'hex').length,
  Buffer.concat([Buffer.from('a'), Buffer.from('b')]).toString('hex'), Buffer.byteLength('é'), btoa('x'),
  path.join('a', '..', 'b', './c/'), path.resolve('/a', '../b'), path.relative('/a/b/c', '/a/d'), path.dirname('/a/b/'),
  path.basename('/a/b.ts', '.ts'), path.extname('.x.y'), path.parse('/a/b.c'), path.normalize('/a//./b/../../..'),
  createHash('sha256').update('a').update(Buffer.from('b')).digest('hex'), createHash('md5').update('é').digest('base64'),
  existsSync('main.ts'), existsSync('nothing'), readFileSync('some.txt', 'utf8'), [...readFileSync('some.txt')].length,
  readdirSync('.').includes('some.txt'), path.basename(__dirname).length > 0,
  ['b', 'A', 'a', 'B', 'a-1', 'a_1', 'a1', '10', '9'].sort((x, y) => x.localeCompare(y)),
  String(new Date(86400000)), new Date('2026-01-31T12:00:00Z').toString(), new Date(2026, 0, 31).toISOString(),
];
queueMicrotask(() => undefined);
new ApiObject(edge, 'said', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'said' }, data: { said: JSON.stringify(said) } } as never);`);

describe('the same objects and findings in the wall and in Node', () => {
  test.concurrent.each<{ name: string; main: string; files?: Record<string, string> }>([
    { name: 'cdk8s-plus', main: PLUS },
    { name: 'own constructs and patches', main: L3 },
    { name: 'an async main', main: ASYNC },
    { name: 'a module that waits at its top level', main: ESM },
    {
      name: 'manifests that it brings',
      main: MANIFESTS,
      files: { 'more/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { x: "1" }\n' },
    },
    { name: 'parts of polyvirt that few programs use', main: LATE },
    { name: 'a thousand VMs', main: THOUSAND },
    { name: 'everything of Node that there is', main: SHIMS, files: { 'some.txt': 'häuser\n' } },
  ])('$name', async ({ main, files = {} }) => {
    const folder = appFolder({ 'main.ts': main, ...files });
    symlinkSync(join(ROOT, 'node_modules/cdk8s-plus-33'), join(folder, 'node_modules/cdk8s-plus-33'));
    const [inside, outside] = [await walled(folder), await runApp(findApp(folder))];
    expect(outside.clusters.flatMap(({ objects }) => objects).length).toBeGreaterThan(0);
    expect(data(inside)).toBe(data(outside));
  });
});

describe('what a program does not get is an error at its line that says what to do', () => {
  test.concurrent.each<[asked: string, what: string, fix?: string]>([
    ["require('fs').writeFileSync('x', 'y')", 'fs.writeFileSync', 'add objects to a chart'],
    ["fetch('http://127.0.0.1:8081')", 'the network (fetch)', 'commit what it would fetch'],
    ["require('node:net').connect(8081)", 'net.connect', 'commit what it would fetch'],
    ["require('node:dgram').createSocket('udp4')", 'dgram.createSocket'],
    ["require('child_process').execSync('id')", 'child_process.execSync', 'commit what it makes'],
    ["require('worker_threads').parentPort()", 'worker_threads.parentPort'],
    ['process.env.HOME', 'the environment (process.env.HOME)', 'Parameter.text'],
    ['process.hrtime()', 'process.hrtime'],
    ["process.binding('fs')", 'process.binding'],
    ["process.dlopen({}, 'x')", 'process.dlopen'],
    ['Date.now()', 'the clock', 'Parameter.text'],
    ['new Date()', 'the clock'],
    ['new Date(0).constructor.now()', 'the clock'],
    ["new Date('1 May 2026')", 'dates that are not in ISO 8601'],
    ['performance.now()', 'the clock (performance.now)'],
    ['Math.random()', 'random numbers'],
    ['crypto.randomUUID()', 'random numbers'],
    ["require('crypto').randomBytes(4)", 'crypto.randomBytes'],
    ["'ä'.localeCompare('b')", 'localeCompare of text beyond ASCII', 'compare by <'],
    ['new Intl.NumberFormat()', 'Intl.NumberFormat'],
    ['(1234.5).toLocaleString()', 'toLocaleString'],
    ["require('fs').readFileSync('/etc/hostname')", 'outside of the repository', 'put the file into the repository'],
    ["require('fs').readFileSync('../../etc/hostname')", 'outside of the repository'],
    ["require('fs').readdirSync('/proc/self')", 'outside of the repository'],
    ["require('fs').readFileSync('out')", 'outside of the repository'],
    ["require('fs').readFileSync('.git/config')", 'outside of the repository, or .git'],
  ])('%s', async (asked, what, fix = '') => {
    const folder = appFolder({
      'main.ts': app(`(globalThis as any).x = ${asked.replace(/\b(require|crypto)\b/g, '(globalThis as any).$1')};`),
    });
    symlinkSync('/etc/hostname', join(folder, 'out'));
    mkdirSync(join(folder, '.git'));
    writeFileSync(join(folder, '.git/config'), 'token');
    const refused = await walled(folder).then(
      () => [],
      (error: unknown) => (isWorkspaceError(error) ? error.findings : Promise.reject(error)),
    );
    expect(refused).toEqual([
      expect.objectContaining({
        code: 'PV709',
        line: 5,
        what: expect.stringContaining(what),
        fix: expect.stringContaining(fix),
      }),
    ]);
  });

  test.concurrent.each(['Date.now()', 'new Date()', 'Math.random()', "'ä'.localeCompare('b')", 'new Intl.Collator()'])(
    '%s is one at the desk too',
    async (asked) => {
      const folder = appFolder({ 'main.ts': app(`(globalThis as any).x = ${asked};`) });
      await expect(runApp(findApp(folder))).rejects.toMatchObject({ findings: [{ code: 'PV709', line: 5 }] });
    },
  );
});

describe('never a partial tree', () => {
  test.concurrent.each<[name: string, main: string, code: string, what: RegExp]>([
    ['a lost rejection', app("void Promise.reject(new Error('lost'));"), 'PV013', /lost/],
    ['a rejection after synth', `${app('')}void (async () => { throw new Error('late'); })();`, 'PV013', /late/],
    ['no synth', app('').replace('app.synth();', ''), 'PV014', /without calling synth/],
    ['a module that waits forever', app('await new Promise(() => undefined);'), 'PV014', /without calling synth/],
    ['exit code 3', app('process.exit(3);'), 'PV013', /exit code 3/],
    ['exit code of the process', app('process.exitCode = 4;'), 'PV013', /exit code 4/],
    ['an error', app("throw new RangeError('no');"), 'PV013', /RangeError: no/],
    ['two apps', `${app('')}new App().synth();`, 'PV015', /2 apps/],
  ])('%s', async (_name, main, code, what) => {
    expect(await refusal(main)).toMatchObject({ code, what: expect.stringMatching(what) });
  });
});

test('the reference fleet is the same in the wall and in Node', async () => {
  const wall = { within: { root: realpathSync(ROOT), packages: [] }, hear: () => undefined };
  const [inside, outside] = [await runApp(findApp(ROOT), { wall }), await runApp(findApp(ROOT))];
  expect(outside.clusters.map(({ name }) => name).sort()).toEqual([
    'branch',
    'edge',
    'lab',
    'mainframe',
    'tenants',
    'warehouse',
  ]);
  expect(data(inside)).toBe(data(outside));
});
