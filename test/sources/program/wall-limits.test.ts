import { realpathSync } from 'node:fs';
import { findApp } from '../../../src/sources/program/find-app';
import { appClusters, runApp } from '../../../src/sources/program/run-app';
import { withMaximum } from '../../../src/sources/program/wall/engine';
import { checkedMessage } from '../../../src/sources/program/wall/start-wall';
import { WALL_LIMITS, type WallLimits } from '../../../src/sources/program/wall/wall-messages';
import { app, appFolder } from '../../app-folder';
import { refusal, walled } from './walled';

describe('limits', () => {
  const vms = (count: number) =>
    app(
      `for (let i = 0; i < ${count}; i++) new VirtualMachine(edge, 'vm-' + i, { architecture: 'amd64', memory: '1Gi' });`,
    );
  test.concurrent.each<[name: string, body: string, limits: Partial<WallLimits>, what: RegExp]>([
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

  test.concurrent.each([
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
    const folder = appFolder({ 'main.ts': app(`console.log('begun'); ${body}`) });
    const controller = new AbortController();
    const hear = () => void setTimeout(() => controller.abort(), 200);
    const wall = { within: { root: realpathSync(folder), packages: [] }, hear };
    const running = runApp(findApp(folder), { wall, signal: controller.signal });
    await expect(running).rejects.toMatchObject({ findings: [expect.objectContaining({ code: 'PV013' })] });
  });

  const ENDLESS = "for (;;) ('a'.repeat(1 << 26)).indexOf('a'.repeat(1 << 25) + 'c');";

  test('who names no deadline has one: a loop inside of the engine is ended, in what is read and what is streamed', async () => {
    expect(WALL_LIMITS.seconds).toBe(120);
    expect(await refusal(app(ENDLESS), { seconds: 2 })).toMatchObject({
      code: 'PV013',
      what: 'the app did not finish within 2 s',
      fix: expect.stringContaining('--timeout'),
    });
    const folder = appFolder({ 'main.ts': app(ENDLESS) });
    const wall = { within: { root: realpathSync(folder), packages: [] }, limits: { seconds: 2 } };
    const taken = appClusters(findApp(folder), { wall }).clusters[Symbol.asyncIterator]().next();
    await expect(taken).rejects.toMatchObject({ findings: [{ what: 'the app did not finish within 2 s' }] });
  });

  test('one that says it is over, and does not answer then, is ended too', async () => {
    const endless = `${app("new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: '1Gi' });")}
process.on('exit', () => {
  Array.prototype.map = (() => { ${ENDLESS} }) as typeof Array.prototype.map;
});`;
    expect(await refusal(endless, { seconds: 2 })).toMatchObject({ what: 'the app did not finish within 2 s' });
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
  test.concurrent.each<[name: string, body: string]>([
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
  test.concurrent.each<[name: string, message: string]>([
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
