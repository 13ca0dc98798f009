import { readFileSync, realpathSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bundleApp } from '../../../src/sources/program/bundle-app';
import { findApp } from '../../../src/sources/program/find-app';
import { runApp } from '../../../src/sources/program/run-app';
import { app, appFolder, ROOT, writeFiles } from '../../app-folder';

const MAIN = app("new VirtualMachine(edge, 'web', { memory: '1Gi', hypervisor: 'none-such' });");

test.each(['esbuild', 'ts-node'] as const)(
  'with %s an app hands over its clusters, objects and findings',
  async (bundler) => {
    const folder = appFolder({ 'main.ts': MAIN });
    const { clusters } = await runApp(findApp(folder), { bundler });
    expect(clusters).toMatchObject([
      {
        name: 'edge',
        target: { kubevirt: '1.9' },
        objects: [
          {
            path: 'edge/web/Resource',
            owner: 'edge/web',
            object: { kind: 'VirtualMachine', metadata: { name: 'web' } },
          },
        ],
        findings: [
          { code: 'PV401', object: { kind: 'VirtualMachine', namespace: 'shop', name: 'web' }, path: 'hypervisor' },
        ],
      },
    ]);
  },
);

test('a finding is at the line of the user that made the construct', async () => {
  const folder = appFolder({
    'main.ts': app("shopFront(edge);\nimport { shopFront } from './shop-front';"),
    'shop-front.ts': `import { VirtualMachine, type Platform } from 'polyvirt';
class ShopFront extends VirtualMachine {}
export function shopFront(platform: Platform) {
  new ShopFront(platform, 'front', { memory: '1Gi', hypervisor: 'none-such' });
  VirtualMachine.perArchitecture(platform, 'back', { memory: '1Gi', hypervisor: 'none-such' });
}
`,
  });
  const { clusters } = await runApp(findApp(folder));
  expect(clusters[0]?.findings.map(({ file, line }) => `${relative(folder, file ?? '')}:${line}`)).toEqual([
    'shop-front.ts:4',
    'shop-front.ts:5',
  ]);
});

test('a plain chart is a cluster too, and what depends on what is handed over', async () => {
  const folder = appFolder({
    'main.ts': app(`const plain = new Chart(app, 'plain');
const [a, b] = ['a', 'b'].map((name) => new ApiObject(plain, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }));
a!.addDependency(b!);`),
  });
  const { clusters } = await runApp(findApp(folder));
  expect(clusters.find(({ name }) => name === 'plain')).toMatchObject({
    dependencies: [{ dependent: 'plain/a', dependency: 'plain/b' }],
    objects: [{ object: { metadata: { name: 'a' } } }, { object: { metadata: { name: 'b' } } }],
  });
});

test('a program finds files beside its source', async () => {
  const folder = appFolder({
    'main.ts': app(
      "new VirtualMachine(edge, 'web', { memory: readFileSync(join(__dirname, 'memory.txt'), 'utf8') });\nimport { readFileSync } from 'node:fs';\nimport { join } from 'node:path';",
    ),
    'memory.txt': '3Gi',
  });
  const { clusters } = await runApp(findApp(folder));
  expect(clusters[0]?.objects[0]?.object.spec).toMatchObject({
    template: { spec: { domain: { memory: { guest: '3Gi' } } } },
  });
});

const IMPORTS_POLYVIRT = `import { App, Chart } from 'cdk8s';
import * as polyvirt from 'polyvirt';
const app = new App();
new Chart(app, String((polyvirt as any).MARK ?? Object.getPrototypeOf(polyvirt.Platform) === Chart));
app.synth();
`;

describe('polyvirt in a bundle', () => {
  const clusterOf = async (folder: string) => (await runApp(findApp(folder), { bundler: 'esbuild' })).clusters[0]?.name;
  const inputsOf = async (folder: string) => (await bundleApp(findApp(folder))).inputs;

  /** A program with a package in the place of polyvirt. */
  function appWithOwnPolyvirt(files: Record<string, string>): string {
    const folder = appFolder({ 'main.ts': IMPORTS_POLYVIRT });
    rmSync(join(folder, 'node_modules/polyvirt'));
    writeFiles(join(folder, 'node_modules/polyvirt'), files);
    return folder;
  }

  test('is what the build has made of it, with the cdk8s of the program', async () => {
    const folder = appFolder({ 'main.ts': IMPORTS_POLYVIRT });
    expect(await clusterOf(folder)).toBe('true');
    expect((await inputsOf(folder)).filter((file) => file.startsWith(join(ROOT, 'lib')))).toEqual([]);
  });

  test('is that copy also where the program has another one of the same build', async () => {
    const buildId = readFileSync(join(ROOT, 'lib/build-id'), 'utf8');
    const folder = appWithOwnPolyvirt({ 'lib/build-id': buildId, 'lib/src/index.js': '', 'package.json': PACKAGE });
    expect(await clusterOf(folder)).toBe('true');
  });

  test.each([{}, { 'lib/build-id': 'another' }])(
    'is the copy of the program where that is another: %j',
    async (build) => {
      const mark = "exports.MARK = 'own'; exports.Platform = class {};\n";
      const folder = appWithOwnPolyvirt({ ...build, 'lib/src/index.js': mark, 'package.json': PACKAGE });
      expect(await clusterOf(folder)).toBe('own');
      expect(await inputsOf(folder)).toContain(realpathSync(join(folder, 'node_modules/polyvirt/lib/src/index.js')));
    },
  );
});

const PACKAGE = '{ "name": "polyvirt", "main": "lib/src/index.js" }';
