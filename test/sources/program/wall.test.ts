import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clusters } from '../../../src/cluster/cluster';
import { isWorkspaceError } from '../../../src/sources/host/workspace-error';
import { findApp } from '../../../src/sources/program/find-app';
import { appClusters, runApp } from '../../../src/sources/program/run-app';
import { checkedMessage } from '../../../src/sources/program/wall/checked-message';
import { withMaximum } from '../../../src/sources/program/wall/engine';
import { WALL_LIMITS, type WallLimits } from '../../../src/sources/program/wall/wall-limits';
import { app, appFolder, ROOT } from '../../app-folder';

/** The tree of a program in the wall. */
async function walled(folder: string, limits: Partial<WallLimits> = {}): Promise<Clusters> {
  const hear = () => undefined;
  return runApp(findApp(folder), { wall: { within: { root: realpathSync(folder), packages: [] }, limits, hear } });
}

async function refusal(body: string, limits: Partial<WallLimits> = {}, files: Record<string, string> = {}) {
  try {
    await walled(appFolder({ 'main.ts': body, ...files }), limits);
  } catch (error) {
    if (isWorkspaceError(error)) {
      const [{ code, what, line, fix }] = error.findings as [(typeof error.findings)[0]];
      return { code, what, line, fix };
    }
    throw error;
  }
  return 'it ran';
}

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
  test.each<{ name: string; main: string; files?: Record<string, string> }>([
    { name: 'cdk8s-plus', main: PLUS },
    { name: 'own constructs and patches', main: L3 },
    { name: 'an async main', main: ASYNC },
    { name: 'a module that waits at its top level', main: ESM },
    {
      name: 'manifests that it brings',
      main: MANIFESTS,
      files: { 'more/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndata: { x: "1" }\n' },
    },
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
  test.each<[asked: string, what: string, fix?: string]>([
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

  test.each(['Date.now()', 'new Date()', 'Math.random()', "'ä'.localeCompare('b')", 'new Intl.Collator()'])(
    '%s is one at the desk too',
    async (asked) => {
      const folder = appFolder({ 'main.ts': app(`(globalThis as any).x = ${asked};`) });
      await expect(runApp(findApp(folder))).rejects.toMatchObject({ findings: [{ code: 'PV709', line: 5 }] });
    },
  );
});

describe('never a partial tree', () => {
  test.each<[name: string, main: string, code: string, what: RegExp]>([
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

describe('limits', () => {
  const vms = (count: number) =>
    app(
      `for (let i = 0; i < ${count}; i++) new VirtualMachine(edge, 'vm-' + i, { architecture: 'amd64', memory: '1Gi' });`,
    );
  test.each<[name: string, body: string, limits: Partial<WallLimits>, what: RegExp]>([
    [
      'memory, by lists',
      app('const all: unknown[] = []; for (;;) all.push(new Array(1000).fill(all.length));'),
      { memoryMiB: 64 },
      /64 MiB/,
    ],
    [
      'memory, by buffers',
      app('const all: unknown[] = []; for (;;) all.push(new ArrayBuffer(1 << 24));'),
      { memoryMiB: 64 },
      /64 MiB/,
    ],
    [
      'memory, by a text',
      app("let text = 'x'; for (;;) text += text;"),
      { memoryMiB: 64 },
      /64 MiB|too long|out of memory/,
    ],
    ['stack', app('const deeper = (): number => 1 + deeper(); deeper();'), {}, /Maximum call stack|stack/],
    ['objects', vms(50), { objects: 20 }, /more than 20 objects/],
    ['what it says', vms(400), { saidMiB: 0 }, /more than 0 MiB/],
    ['messages', vms(400), { messages: 100 }, /more than 100 messages/],
    [
      'depth',
      app(
        "let deep: unknown = 1; for (let i = 0; i < 300; i++) deep = { deep }; new ApiObject(edge, 'd', { apiVersion: 'v1', kind: 'X', metadata: { name: 'd' }, spec: deep } as never);",
      ),
      {},
      /more than 100 levels/,
    ],
    [
      'calls',
      app("for (;;) (globalThis as any).require('fs').existsSync('main.ts');"),
      { calls: 1000 },
      /more than 1000 times/,
    ],
    ['lost promises', app('for (;;) void Promise.reject(1);'), {}, /more than|out of memory/],
  ])('%s', async (_name, body, limits, what) => {
    expect(await refusal(body, limits)).toMatchObject({
      code: expect.stringMatching(/PV013|PV705/),
      what: expect.stringMatching(what),
    });
  });

  test.each([
    ['an empty loop', 'for (;;);'],
    [
      'a loop inside of the engine',
      "('a'.repeat(1 << 26)).indexOf('b'.repeat(1 << 25) + 'c'); for (;;) ('a'.repeat(1 << 26)).indexOf('a'.repeat(1 << 25) + 'c');",
    ],
    ['a pattern without end', "/^(a+)+$/.test('a'.repeat(60) + '!');"],
    ['promises without end', 'const next = (): unknown => Promise.resolve().then(next); next();'],
    ['timers without end', 'setInterval(() => undefined, 1);'],
    [
      'an endless getter that is read from outside',
      'throw Object.defineProperty(new Error(), "message", { get() { for (;;); } });',
    ],
  ])('%s ends with its thread', async (_name, body) => {
    const folder = appFolder({ 'main.ts': app(body) });
    const controller = new AbortController();
    const wall = { within: { root: realpathSync(folder), packages: [] } };
    const running = runApp(findApp(folder), { wall, signal: controller.signal });
    setTimeout(() => controller.abort(), 3000);
    await expect(running).rejects.toMatchObject({ findings: [expect.objectContaining({ code: 'PV013' })] });
  });

  const ENDLESS = "for (;;) ('a'.repeat(1 << 26)).indexOf('a'.repeat(1 << 25) + 'c');";

  test('who names no deadline has one: a loop inside of the engine is ended, in what is read and what is streamed', async () => {
    expect(WALL_LIMITS.seconds).toBe(120);
    expect(await refusal(app(ENDLESS), { seconds: 2 })).toMatchObject({
      code: 'PV013',
      what: 'the app is not done after 2 s',
      fix: expect.stringContaining('--timeout'),
    });
    const folder = appFolder({ 'main.ts': app(ENDLESS) });
    const wall = { within: { root: realpathSync(folder), packages: [] }, limits: { seconds: 2 } };
    const taken = appClusters(findApp(folder), { wall }).clusters[Symbol.asyncIterator]().next();
    await expect(taken).rejects.toMatchObject({ findings: [{ what: 'the app is not done after 2 s' }] });
  });

  test('one that says it is over, and does not answer then, is ended too', async () => {
    const endless = `${app("new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: '1Gi' });")}
process.on('exit', () => {
  Array.prototype.map = (() => { ${ENDLESS} }) as typeof Array.prototype.map;
});`;
    expect(await refusal(endless, { seconds: 2 })).toMatchObject({ what: 'the app is not done after 2 s' });
  });

  test('a file that is too large is not read', async () => {
    const folder = appFolder({
      'main.ts': app("(globalThis as any).require('fs').readFileSync('large');"),
      large: 'x'.repeat(3 << 20),
    });
    await expect(walled(folder, { fileMiB: 2 })).rejects.toMatchObject({
      findings: [{ what: expect.stringContaining('larger than 2 MiB') }],
    });
  });

  test('the memory of the engine is declared with the maximum', () => {
    const module = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 5, 3, 1, 0, 2]);
    expect([...withMaximum(module, 300)]).toEqual([0, 97, 115, 109, 1, 0, 0, 0, 5, 5, 1, 1, 2, 172, 2]);
    expect(() => withMaximum(module, 1)).toThrow('cannot be bounded');
  });
});

describe('probes', () => {
  test.each<[name: string, body: string]>([
    [
      'the constructor of functions',
      "const g = (globalThis as any).Function('return this')(); if (g !== globalThis) throw new Error('out');",
    ],
    ['the host', "if ('__polyvirt_host' in globalThis || '__polyvirt_child' in globalThis) throw new Error('out');"],
    ['WebAssembly', "if (typeof (globalThis as any).WebAssembly !== 'undefined') throw new Error('out');"],
    ['import of a module of Node', "import('node:fs').then((fs) => fs.writeFileSync('x', ''), () => undefined);"],
    ['import of an address', "const where = 'https://example.org/x.js'; import(where).catch(() => undefined);"],
    [
      'functions of a stack',
      "const before = (Error as any).prepareStackTrace; (Error as any).prepareStackTrace = (_: unknown, sites: any[]) => sites; const sites = (new Error() as any).stack; (Error as any).prepareStackTrace = before; for (const site of sites) { const f = site.getFunction?.(); if (f?.constructor && f.constructor('return typeof process')() !== 'object') throw new Error('out'); }",
    ],
  ])('%s leads nowhere', async (_name, body) => {
    const refused = await refusal(
      app(`${body}\nnew VirtualMachine(edge, 'web', { architecture: 'amd64', memory: '1Gi' });`),
    );
    if (refused !== 'it ran') {
      expect(refused.what).not.toContain('Error: out');
    }
  });

  const tell = (message: string) =>
    app(`const { join } = Array.prototype;
Array.prototype.join = function (this: unknown[], by?: string) {
  return by === '\\n' && /^{"type"/.test(String(this[0])) ? ${JSON.stringify(message)} : join.call(this, by);
};`);
  test.each<[name: string, message: string]>([
    ['no JSON', 'nonsense'],
    ['no object', '5'],
    ['an unknown type', '{"type":"rpc"}'],
    ['a type that all objects have', '{"type":"constructor"}'],
    ['code to keep', '{"type":"compiled","code":"AAAA"}'],
    [
      'a key of all objects',
      '{"type":"cluster","cluster":"x","path":"x","isPlatform":true,"target":{"__proto__":{"a":1}},"policy":{}}',
    ],
    ['an object of no cluster', '{"type":"object","cluster":"none","path":"x","owner":"x","object":{}}'],
    ['a member of no group', '{"type":"member","cluster":"edge","path":"x","owner":"x","group":7,"texts":[]}'],
    ['a group that is none', '{"type":"group","representative":{},"places":[["__proto__","x"]]}'],
    ['a file elsewhere', '{"type":"finding","cluster":"x","path":"x","finding":{"code":"PVX","severity":"fatal"}}'],
  ])('a message that is %s is rejected', async (_name, message) => {
    expect(await refusal(tell(message))).toMatchObject({
      code: 'PV013',
      what: 'what the app handed over cannot be read',
    });
  });

  test('what comes out changes nothing of what all objects inherit', () => {
    expect(() => checkedMessage('{"type":"app","__proto__":{"polluted":1}}', { depth: 9 })).toThrow();
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('messages deeper than allowed are rejected before they are taken', () => {
    expect(() =>
      checkedMessage(`{"type":"invalid","path":"","message":${'['.repeat(50)}${']'.repeat(50)}}`, { depth: 20 }),
    ).toThrow();
  });
});
