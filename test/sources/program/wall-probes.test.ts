import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setMemory } from '../../../src/sources/memory';
import { findApp } from '../../../src/sources/program/find-app';
import { runApp } from '../../../src/sources/program/run-app';
import { app, appFolder, ROOT } from '../../app-folder';
import { ENDING, WITHIN } from './probes';
import { refusal, walled } from './walled';

// Kinds of things that got through the confinement that programs had in Node, and more of them: see docs/security.md.

const { keptWall } = require(join(ROOT, 'lib/src/speed/kept-wall.js')) as typeof import('../../../src/speed/kept-wall');

// All of them in engines that were kept, as those of a plugin that has rendered before.
beforeAll(() => {
  const cache = join(appFolder(), 'cache');
  mkdirSync(cache, { mode: 0o700 });
  setMemory({ wall: () => keptWall({ POLYVIRT_CACHE: cache }) });
});
afterAll(() => setMemory({}));

test('there are probes of every kind, and each says what holds it', () => {
  const kinds = new Set([...WITHIN, ...ENDING].map(({ kind }) => kind));
  expect(WITHIN.length + ENDING.length).toBeGreaterThan(140);
  expect(kinds.size).toBeGreaterThan(15);
  expect([...WITHIN, ...ENDING].filter(({ holds }) => holds === '')).toEqual([]);
});

test('nothing is got hold of', async () => {
  const probes = WITHIN.map(
    ({ kind, name, body }) => `probe(${JSON.stringify(`${kind}: ${name}`)}, () => { ${body} });`,
  );
  const main = app(`declare const require: any, process: any, Buffer: any;
const got: Record<string, string> = {};
const probe = (name: string, work: () => unknown) => {
  try { const found = work(); if (found !== undefined) got[name] = typeof found + ' ' + String(found).slice(0, 80); } catch (error) { void error; }
};
${probes.join('\n')}
await new Promise((resolve) => setTimeout(resolve, 5));
probe('import() afterwards', () => (globalThis as any).imported?.[0]);
new ApiObject(edge, 'got', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'got' }, data: got } as never);`);
  const { clusters } = await walled(appFolder({ 'main.ts': main.replace(/^declare.*$/m, '') }));
  const [object] = clusters
    .flatMap(({ objects }) => objects)
    .map(({ object }) => object as unknown as { data: object });
  expect(object!.data).toEqual({});
});

describe.each([...new Set(ENDING.map(({ kind }) => kind))])('%s', (of) => {
  const probes = ENDING.filter(({ kind }) => kind === of);
  test.concurrent.each(probes.map((each) => [each.name, each] as const))(
    '%s',
    async (_name, { body, after = '', said, limits = {} }) => {
      const main = `${app(body)}${after}`.replaceAll(/\brequire\(/g, '(globalThis as any).require(');
      const ended = await refusal(main, limits, { big: 'x'.repeat(1 << 20) });
      expect(({} as { polluted?: number }).polluted).toBeUndefined();
      if (said === undefined) {
        expect(ended).toBe('it ran');
      } else {
        expect(ended).toMatchObject({ code: expect.stringMatching(/^PV\d{3}$/), what: expect.stringMatching(said) });
      }
    },
  );
});

test.each([
  ['an error in it that is caught', 'try { app.synth(); } catch {}'],
  ['an end of the process in it', ''],
])('at the desk too, synth() has to finish: %s', async (_name, more) => {
  const getter = more === '' ? '{ get a() { process.exit(0); } }' : "{ get a() { throw new Error('in synth'); } }";
  const body = `new ApiObject(edge, 'odd', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'odd' }, data: ${getter} } as never);\n${more}`;
  await expect(runApp(findApp(appFolder({ 'main.ts': app(body) })))).rejects.toMatchObject({
    findings: [{ code: expect.stringMatching(/PV01[34]/) }],
  });
});
