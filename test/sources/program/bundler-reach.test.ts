import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { app, appFolder, ROOT } from '../../app-folder';

/** The words of a fresh process, which bundles a program of another author and then looks at its bundler. */
function bundled(files: Record<string, string>, env: NodeJS.ProcessEnv = {}) {
  const folder = realpathSync(appFolder(files));
  const lib = (name: string) => JSON.stringify(join(ROOT, 'lib/src/sources/program', name));
  const script = `
const { existsSync, readFileSync, readdirSync } = require('node:fs');
const { bundleWalled } = require(${lib('bundle-app.js')});
const { findApp } = require(${lib('find-app.js')});
const say = (said) => process.stdout.write(JSON.stringify(said), () => process.exit(0));
const root = ${JSON.stringify(folder)};
bundleWalled(findApp(root), { root, packages: [] }).then(({ code, libraries = '' }) => {
  const threads = existsSync('/proc/self/task') ? readdirSync('/proc/self/task') : [];
  const children = threads.flatMap((thread) => readFileSync('/proc/self/task/' + thread + '/children', 'utf8').split(' ').filter(Boolean));
  const of = (pid, what) => readFileSync('/proc/' + pid + '/' + what, 'utf8');
  say({ code, libraries: libraries.length, hidden: process.env.HIDDEN, bundlers: children.map((pid) => [of(pid, 'cmdline').includes('esbuild'), of(pid, 'environ')]) });
}, (error) => say({ findings: error.findings }));`;
  const out = execFileSync(process.execPath, ['-e', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
    maxBuffer: 1 << 26,
  });
  return JSON.parse(out) as {
    code?: string;
    libraries: number;
    hidden: string;
    bundlers: [isOne: boolean, environment: string][];
    findings?: { code: string }[];
  };
}

const VM = app("new VirtualMachine(edge, 'web', { architecture: 'amd64', memory: '1Gi' });");
const HOOK = { 'evil.js': "throw new Error('hooked');" };

test('the bundler has nothing of the environment', () => {
  const { bundlers, hidden, libraries } = bundled({ 'main.ts': VM }, { HIDDEN: 'a word', NODE_PATH: '/' });
  expect(hidden).toBe('a word');
  expect(libraries).toBeGreaterThan(100_000);
  expect(bundlers).toEqual(existsSync('/proc/self/environ') ? [[true, '']] : []);
});

test('nothing that configures other tools changes the bundle', () => {
  const plain = bundled({ 'main.ts': VM });
  const hooked = bundled({
    'main.ts': VM,
    ...HOOK,
    '.npmrc': 'node-options=--require ./evil.js\nscript-shell=./evil.js\n',
    '.env': 'HIDDEN=evil\n',
    'esbuild.config.js': HOOK['evil.js'],
    '.esbuildrc': '{ "inject": ["./evil.js"] }',
    'tsconfig.json':
      '{ "compilerOptions": { "module": "node16", "target": "es2022", "strict": true, "rootDir": "/", "plugins": [{ "name": "./evil.js" }], "types": ["./evil.js"] } }',
    '.babelrc': '{ "plugins": ["./evil.js"] }',
    '.swcrc': '{ "jsc": { "experimental": { "plugins": [["./evil.js", {}]] } } }',
    'package.json':
      '{ "scripts": { "preinstall": "./evil.js" }, "esbuild": { "define": { "edge": "evil" } }, "browserify": { "transform": "./evil.js" } }',
  });
  expect(plain.code).toContain('"web"');
  expect(hooked).toMatchObject({ code: plain.code, libraries: plain.libraries });
});

test.each<[name: string, manifest: object, index: string]>([
  ['a main that leads out', { main: '../../../../../../../etc/hostname' }, ''],
  ['exports that lead out', { exports: { '.': '../../../../../../../etc/hostname' } }, ''],
  ['code that names a file elsewhere', { main: 'index.js' }, "module.exports = require('/etc/hostname');"],
  ['code that is nested without end', { main: 'index.js' }, '('.repeat(100_000)],
])('a cdk8s of the repository with %s is refused', (_name, manifest, index) => {
  const { findings, code } = bundled({
    'cdk8s.yaml': 'app: npx ts-node own/main.ts\n',
    'own/main.ts': VM,
    'own/node_modules/cdk8s/package.json': JSON.stringify({ name: 'cdk8s', version: '2.0.0', ...manifest }),
    'own/node_modules/cdk8s/index.js': index,
  });
  expect({ code, findings }).toEqual({
    code: undefined,
    findings: expect.arrayContaining([expect.objectContaining({ code: 'PV012' })]),
  });
});
