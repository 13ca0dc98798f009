import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { INSTALL_FORMS, installFiles } from '../src/argocd/install/files';
import { hasDigest } from '../src/argocd/install/image';
import { USUAL_BASE } from '../src/argocd/install/sidecar';
import { lockedPackages } from '../src/sources/host/own-tarball';
import { appFolder, ROOT, textsBelow } from './app-folder';
import { polyvirt } from './run-cli';

// Everything that polyvirt writes for others to run names exact versions, and digests wherever they are known without a registry.

const EXACT = /^\d+\.\d+\.\d+$/;
const LOCK = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages as Record<
  string,
  { version?: string; integrity?: string }
>;

/** All that is written, by where it is from. */
async function everythingWritten(): Promise<Record<string, string>> {
  const folder = appFolder();
  for (const args of [
    ['init', '--yaml', 'yaml'],
    ['init', '--typescript', 'typescript'],
    ['argocd', 'install', '-o', 'argocd'],
  ]) {
    const { code, stderr } = await polyvirt(folder, args);
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
  }
  const written = Object.fromEntries(
    ['yaml', 'typescript', 'argocd'].flatMap((each) =>
      Object.entries(textsBelow(join(folder, each))).map(([path, text]) => [`${each}/${path}`, text]),
    ),
  );
  const deployed = Object.entries(textsBelow(join(ROOT, 'deploy'))).map(([path, text]) => [`deploy/${path}`, text]);
  return { ...written, ...Object.fromEntries(deployed) };
}

let written: [path: string, text: string][] = [];
beforeAll(async () => {
  written = Object.entries(await everythingWritten()).filter(([path]) => !path.endsWith('.tgz'));
});

/** Lines that match, without comments, by the file that they are in. */
const lines = (pattern: RegExp) =>
  written.flatMap(([path, text]) =>
    text
      .split('\n')
      .filter((line) => !/^\s*#/.test(line))
      .flatMap((line) => [...line.matchAll(pattern)].map(([, found]) => [path, found!] as const)),
  );

test('actions are named by their commits, or are those of this release', () => {
  const used = lines(/\buses: (\S+)/g);
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter(([, action]) => !/@[0-9a-f]{40}$|^polyvirt\/polyvirt\/[\w/]+@v0\.1\.0$/.test(action))).toEqual([]);
});

test('images have exact versions, and words on how to name their digest', () => {
  const images = [...lines(/^FROM (\S+)/g), ...lines(/^\s+image: "?([^\s"]+)/g)].filter(
    ([, image]) => !/containerdisks/.test(image),
  );
  expect(images.map(([path]) => path).sort()).toEqual([
    'argocd/Dockerfile',
    'argocd/helm/values.yaml',
    'argocd/kustomize/repo-server.yaml',
    'argocd/openshift/argocd.yaml',
    'deploy/gitlab/polyvirt-review.yml',
  ]);
  expect(images.filter(([, image]) => !/:\d+\.\d+\.\d+(-[\w]+)*$/.test(image) && !hasDigest(image))).toEqual([]);
  expect(written.find(([path]) => path === 'argocd/Dockerfile')![1]).toContain(
    `docker buildx imagetools inspect ${USUAL_BASE}`,
  );
});

test('machines of CI and releases of Node are exact', () => {
  expect(lines(/runs-on: (\S+)/g).filter(([, machine]) => !/^ubuntu-\d\d\.\d\d$/.test(machine))).toEqual([]);
  expect(lines(/node-version: (\S+)/g).filter(([, version]) => !EXACT.test(version))).toEqual([]);
});

test('no package is installed by a range, and none with scripts', () => {
  const installs = lines(/\b(npm (?:install|ci|i) [^&|]*)/g);
  expect(installs.length).toBeGreaterThan(3);
  // People install their own platform as they like.
  const byJobs = installs.filter(([path]) => !path.endsWith('.md'));
  expect(byJobs.filter(([, line]) => !line.includes('--ignore-scripts'))).toEqual([]);
  expect(installs.filter(([, line]) => /@[\^~]|@latest|@\d+(\.\d+)?(\s|"|$)/.test(line))).toEqual([]);
  expect(lines(/(?:^|\s)npx (?!--no-install )(\S+)/g).filter(([, tool]) => !/^(ts-node|polyvirt)$/.test(tool))).toEqual(
    [],
  );
});

test('a program begins with exact versions: those that this build was tested with', () => {
  const { dependencies, devDependencies } = JSON.parse(
    written.find(([path]) => path === 'typescript/package.json')![1],
  );
  const { polyvirt: own, ...others } = { ...dependencies, ...devDependencies } as Record<string, string>;
  expect(own).toMatch(/^(file:polyvirt-0\.1\.0\.tgz|0\.1\.0)$/);
  expect(Object.keys(others).sort()).toEqual(['@types/node', 'cdk8s', 'constructs', 'ts-node', 'typescript']);
  expect(others).toEqual(
    Object.fromEntries(Object.keys(others).map((name) => [name, LOCK[`node_modules/${name}`]!.version])),
  );
});

test('the image of the sidecar has a lock: each package with its digest, and nothing else', () => {
  const lock = JSON.parse(written.find(([path]) => path === 'argocd/package-lock.json')![1]);
  const { '': root, ...packages } = lock.packages as Record<
    string,
    { version: string; integrity?: string; inBundle?: boolean; dependencies?: object; dev?: true }
  >;
  expect(
    Object.values((root as { dependencies: Record<string, string> }).dependencies).filter(
      (range) => !EXACT.test(range) && !range.startsWith('file:'),
    ),
  ).toEqual([]);
  const loose = Object.entries(packages).filter(
    ([, { version, integrity, inBundle }]) =>
      !EXACT.test(version) || (inBundle !== true && !/^sha512-/.test(integrity ?? '')),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
  for (const [path, { integrity, dev }] of Object.entries(packages)) {
    expect([path, dev, integrity]).toEqual([
      path,
      undefined,
      path === 'node_modules/polyvirt' ? integrity : LOCK[path]!.integrity,
    ]);
  }
  // All that polyvirt asks for is there.
  const asked = Object.entries(packages).flatMap(([path, { dependencies = {} }]) =>
    Object.keys(dependencies).filter(
      (name) =>
        packages[`node_modules/${name}`] === undefined && packages[`${path}/node_modules/${name}`] === undefined,
    ),
  );
  expect(asked).toEqual([]);
});

test('a tarball that is lent beside the Dockerfile is the one that the lock names', async () => {
  const folder = appFolder();
  await polyvirt(folder, ['argocd', 'install', '-o', 'argocd', '--only', 'docker']);
  const lock = JSON.parse(readFileSync(join(folder, 'argocd/package-lock.json'), 'utf8'));
  const { resolved, integrity } = lock.packages['node_modules/polyvirt'];
  const bytes = readFileSync(join(folder, 'argocd', String(resolved).replace('file:', '')));
  expect(integrity).toBe(`sha512-${createHash('sha512').update(bytes).digest('base64')}`);
});

test('a digest that is given is used, and one that is not known is never invented', async () => {
  const digest = `sha256:${'a'.repeat(64)}`;
  const options = {
    version: '0.1.0',
    image: `registry.example/polyvirt@${digest}`,
    base: `node:22.12.0-bookworm-slim@${digest}`,
    packages: { ...lockedPackages(), own: { range: '0.1.0' } },
    timeoutS: 60,
    programs: true,
    discover: false,
    namespace: 'argocd',
    instance: 'argocd',
  };
  const files = installFiles(options, INSTALL_FORMS);
  const text = files.map((file) => file.text).join('\n');
  expect(text).toContain(`FROM node:22.12.0-bookworm-slim@${digest}\n`);
  expect(text).not.toContain('imagetools');
  expect(
    JSON.parse(files.find(({ path }) => path === 'package-lock.json')!.text).packages['node_modules/polyvirt'],
  ).not.toHaveProperty('integrity');
  expect(written.map(([, each]) => each).join('\n')).not.toMatch(/sha256:[0-9a-f]{64}/);
  const { stderr } = await polyvirt(appFolder(), ['argocd', 'install', '--only', 'docker']);
  expect(stderr).toContain(`without a digest: --image polyvirt:0.1.0, --base ${USUAL_BASE}; name them with @sha256:…`);
});
