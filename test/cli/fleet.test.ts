import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as sink from '../../src/sinks/render-cluster';
import { appFolder, textsBelow, writeFiles } from '../app-folder';
import { BIN } from '../built-program';
import { environment, polyvirtFromSource as polyvirt } from '../run-cli';

// The module itself, whose functions can be watched.
const fs = require('node:fs') as typeof import('node:fs');

/** Longer than the clock of a file system ticks: what was changed just now is looked at again. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 60));

function platform(name: string, { cores = 1, more = '' } = {}): string {
  return `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: ${name} }
spec:
  target: { kubevirt: '1.9' }
  namespace: shop
  kubevirt: { defaultArchitecture: amd64 }
  virtualMachines:
  - { name: web, architecture: amd64, cpu: { cores: ${cores} }, memory: 1Gi }
${more}`;
}

/** A folder with a fleet, and a cache of its own. */
function fleet(files: Record<string, string> = {}) {
  const above = appFolder();
  const folder = join(above, 'fleet');
  const cache = join(above, 'cache');
  writeFiles(folder, {
    'polyvirt.yaml': platform('a'),
    'clusters/b.yaml': platform('b'),
    'clusters/c.yaml': platform('c'),
    ...files,
  });
  const env = { POLYVIRT_CACHE: cache };
  return {
    folder,
    cache,
    dist: join(folder, 'dist'),
    run: (...args: string[]) => polyvirt(folder, args, env),
    /** With a clock that stands still: what it writes was written only just then, however slow the VM is. */
    runAtOnce: async (...args: string[]) => {
      const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now());
      return polyvirt(folder, args, env).finally(() => clock.mockRestore());
    },
    /** The files of the folder that a run reads. */
    reads: async (...args: string[]): Promise<string[]> => {
      const read = jest.spyOn(fs, 'readFileSync');
      await polyvirt(folder, args, env);
      const paths = read.mock.calls.map(([path]) => String(path));
      read.mockRestore();
      return paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length + 1));
    },
    fresh: async (): Promise<Record<string, string>> => {
      const output = join(above, 'fresh');
      rmSync(output, { recursive: true, force: true });
      await polyvirt(folder, ['synth', '--output', output], { POLYVIRT_CACHE: 'off' });
      return textsBelow(output);
    },
  };
}

test('a change in one cluster renders one, and gives what rendering all gives', async () => {
  const { run, runAtOnce, reads, folder, dist, fresh } = fleet();
  expect((await run('synth')).stderr).toContain('6 written, 0 removed, 0 unchanged');
  await settled();
  await run('synth');
  expect(await reads('synth')).toEqual([]);
  expect(await reads('synth', '--check')).toEqual([]);
  writeFiles(folder, { 'clusters/b.yaml': platform('b', { cores: 2 }) });
  await settled();
  expect((await runAtOnce('synth')).stderr).toContain('1 written, 0 removed, 5 unchanged');
  await settled();
  // What was written only just then is read once more.
  expect(new Set(await reads('synth'))).toEqual(
    new Set(['dist/b/kubevirt/kubevirt-kubevirt.yaml', 'dist/b/shop/virtualmachine-web.yaml']),
  );
  expect(await reads('synth')).toEqual([]);
  expect(textsBelow(dist)).toEqual(await fresh());
});

test('what somebody does to the output is seen, whatever it is', async () => {
  const { run, dist } = fleet();
  await run('synth');
  await settled();
  await run('synth');
  const file = join(dist, 'b/shop/virtualmachine-web.yaml');
  const text = readFileSync(file, 'utf8');
  const { mtime, atime } = statSync(file);
  // As long as before, in place, and with its old time.
  writeFileSync(file, text.replace('1Gi', '2Gi'));
  utimesSync(file, atime, mtime);
  expect(await run('synth', '--check')).toMatchObject({ code: 1, stdout: 'changed  b/shop/virtualmachine-web.yaml\n' });
  expect((await run('synth')).stderr).toContain('1 written, 0 removed, 5 unchanged');
  rmSync(file);
  expect((await run('synth', '--check')).stdout).toBe('missing  b/shop/virtualmachine-web.yaml\n');
  expect((await run('synth')).stderr).toContain('1 written, 0 removed, 5 unchanged');
  // One of ours that nobody wants, beside and in a folder of its own.
  writeFileSync(join(dist, 'b/shop/virtualmachine-old.yaml'), text);
  mkdirSync(join(dist, 'c/old'));
  writeFileSync(join(dist, 'c/old/virtualmachine-old.yaml'), text);
  expect((await run('synth', '--check')).stdout).toBe(
    'stale    b/shop/virtualmachine-old.yaml\nstale    c/old/virtualmachine-old.yaml\n',
  );
  expect((await run('synth')).stderr).toContain('0 written, 2 removed, 6 unchanged');
  rmSync(dist, { recursive: true });
  expect((await run('synth')).stderr).toContain('6 written, 0 removed, 0 unchanged');
});

test('a cluster that goes takes its files with it, and one that comes with an old name is rejected', async () => {
  const { run, folder, dist } = fleet();
  await run('synth');
  await settled();
  await run('synth');
  rmSync(join(folder, 'clusters/b.yaml'));
  expect((await run('synth')).stderr).toContain('0 written, 2 removed, 4 unchanged');
  expect(readdirSync(dist).sort()).toEqual(['a', 'c']);
  const before = textsBelow(dist);
  writeFiles(folder, { 'clusters/d.yaml': platform('c') });
  expect(await run('synth')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /error PV801 at clusters\/d\.yaml:3:\d+, metadata\.name: there is another platform named c, at clusters\/c\.yaml:3\./,
    ),
  });
  expect(textsBelow(dist)).toEqual(before);
});

test('what a platform reads beside its own file counts', async () => {
  const nodes = (architecture: string) =>
    `apiVersion: v1\nkind: Node\nmetadata: { name: n, labels: { kubernetes.io/arch: ${architecture} } }\nstatus: { nodeInfo: { architecture: ${architecture} }, allocatable: { cpu: '8', memory: 32Gi, devices.kubevirt.io/kvm: 1k, devices.kubevirt.io/tun: 1k, devices.kubevirt.io/vhost-net: 1k } }\n`;
  const { run, folder } = fleet({
    'clusters/b.yaml': platform('b', { more: '  nodes: { from: ../nodes.yaml }\n' }),
    'nodes.yaml': nodes('amd64'),
  });
  const first = await run('synth');
  expect(first).toMatchObject({ code: 0 });
  await settled();
  expect((await run('synth')).code).toBe(0);
  writeFiles(folder, { 'nodes.yaml': nodes('arm64') });
  await settled();
  const second = await run('synth');
  expect(second.code).toBe(1);
  expect(second.stderr).toContain('clusters/b.yaml:');
});

test('findings of clusters that were not rendered again are told, at the lines where they are now', async () => {
  const warned = (name: string, lines = '') => lines + platform(name).replace("'1.9'", "'1.9', kubernetes: '1.20'");
  const warning = (name: string, line: number) =>
    expect.stringMatching(new RegExp(`warning .* at clusters/${name}.yaml:${line}:`));
  const { run, folder } = fleet({ 'clusters/b.yaml': warned('b'), 'clusters/c.yaml': warned('c') });
  const { stderr } = await run('synth');
  expect(stderr).toEqual(warning('b', 7));
  await settled();
  writeFiles(folder, { 'clusters/c.yaml': warned('c', '---\n# two lines\n---\n') });
  await settled();
  const again = (await run('synth')).stderr;
  expect(again).toEqual(warning('b', 7));
  expect(again).toEqual(warning('c', 10));
});

test('findings of clusters that were not touched are shown from where the command is run', async () => {
  const { run, folder, cache } = fleet({
    'clusters/b.yaml': platform('b').replace("'1.9'", "'1.9', kubernetes: '1.20'"),
  });
  await run('synth');
  await settled();
  expect((await run('synth')).stderr).toContain(' at clusters/b.yaml:');
  const above = await polyvirt(join(folder, '..'), ['synth', 'fleet'], { POLYVIRT_CACHE: cache });
  expect(above.stderr).toContain(' at fleet/clusters/b.yaml:');
});

test('of a file with several documents only those that changed are rendered again', async () => {
  const rendering = jest.spyOn(sink, 'renderCluster');
  const { run, folder } = fleet({ 'clusters/b.yaml': `${platform('b')}---\n${platform('d')}` });
  await run('synth');
  await settled();
  rendering.mockClear();
  writeFiles(folder, { 'clusters/b.yaml': `${platform('b', { cores: 2 })}---\n${platform('d')}` });
  expect((await run('synth')).stderr).toContain('1 written, 0 removed, 7 unchanged');
  expect(rendering.mock.calls.map(([{ name }]) => name)).toEqual(['b']);
  rendering.mockRestore();
});

test('a cache that is damaged, foreign, locked or off changes nothing', async () => {
  const { run, folder, cache, dist, fresh } = fleet();
  await run('synth');
  for (const below of readdirSync(cache).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    for (const name of readdirSync(join(cache, below))) {
      const text = readFileSync(join(cache, below, name), 'utf8');
      writeFileSync(join(cache, below, name), text.replaceAll('"web"', '"new"').replaceAll('dist', 'gone'));
    }
  }
  writeFiles(folder, { 'clusters/c.yaml': platform('c', { cores: 4 }) });
  expect((await run('synth')).code).toBe(0);
  expect(textsBelow(dist)).toEqual(await fresh());
  const off = await polyvirt(folder, ['synth', '--check'], { POLYVIRT_CACHE: 'off' });
  expect(off).toMatchObject({ code: 0 });
});

test('two at once write the same', async () => {
  const { folder, cache, dist, fresh } = fleet();
  const one = () =>
    new Promise((resolve) =>
      spawn(process.execPath, [BIN, 'synth'], {
        cwd: folder,
        env: environment({ POLYVIRT_CACHE: cache }),
        stdio: 'ignore',
      }).on('close', resolve),
    );
  const codes = await Promise.all([one(), one(), one()]);
  expect(codes.filter((code) => code === 0).length).toBeGreaterThan(0);
  expect((await polyvirt(folder, ['synth'], { POLYVIRT_CACHE: cache })).code).toBe(0);
  expect(textsBelow(dist)).toEqual(await fresh());
});

test('an error in one cluster leaves everything as it was, on stdout and in the folder', async () => {
  const { run, folder, dist } = fleet();
  await run('synth');
  const before = textsBelow(dist);
  writeFiles(folder, {
    'clusters/b.yaml': platform('b', { cores: 8 }),
    'clusters/c.yaml': platform('c').replace('memory: 1Gi', 'memory: much'),
  });
  expect((await run('synth')).code).toBe(1);
  expect(textsBelow(dist)).toEqual(before);
  expect(readdirSync(dist).sort()).toEqual(['a', 'b', 'c']);
  expect(await run('synth', '--stdout')).toMatchObject({ code: 1, stdout: '' });
  expect((await run('synth', '--output', 'elsewhere')).code).toBe(1);
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
});

test('pools of one name in two clusters are told also where only one of them was touched', async () => {
  const pool = (name: string) =>
    platform(name, { more: POOL })
      .replace("'1.9'", "'1.9', machineController: '1.66.2'")
      .replace('replicas', `clusterName: ${name}\n    replicas`);
  const { run, folder } = fleet({ 'clusters/b.yaml': pool('b'), 'clusters/c.yaml': pool('c') });
  expect((await run('synth')).stderr).toMatch(/warning PV605 .*clusters\/c\.yaml/);
  await settled();
  expect((await run('synth')).stderr).toMatch(/warning PV605 .*clusters\/c\.yaml/);
  writeFiles(folder, { 'clusters/b.yaml': `${pool('b')}# touched\n` });
  expect((await run('synth')).stderr).toMatch(/warning PV605 .*clusters\/c\.yaml/);
});

test('what the platform of a commit came to is known again, without a checkout', async () => {
  const { folder, cache } = fleet();
  const git = (...args: string[]) =>
    spawnSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: folder });
  git('init', '--quiet', '--initial-branch=main');
  git('add', '.');
  git('commit', '--quiet', '--message', 'first');
  writeFiles(folder, { 'clusters/b.yaml': platform('b', { cores: 2 }) });
  // Notes down how git is called.
  const bin = join(folder, '../bin');
  const log = join(bin, 'log');
  writeFiles(bin, { git: `#!/bin/sh\necho "$@" >> ${log}\nPATH=${process.env.PATH} exec git "$@"\n`, log: '' });
  chmodSync(join(bin, 'git'), 0o755);
  const review = async (POLYVIRT_CACHE: string) => {
    writeFileSync(log, '');
    const PATH = `${bin}:${process.env.PATH}`;
    const run = await polyvirt(folder, ['review', 'main', '--format', 'json'], { POLYVIRT_CACHE, PATH });
    return { run, checkouts: readFileSync(log, 'utf8').match(/worktree add/g)?.length ?? 0 };
  };
  const first = await review(cache);
  expect(first).toMatchObject({ run: { code: 10, stdout: expect.stringContaining('restart-required') }, checkouts: 1 });
  expect(await review(cache)).toEqual({ ...first, checkouts: 0 });
  expect(await review('off')).toEqual(first);
  git('commit', '--quiet', '--all', '--message', 'second');
  expect(await review(cache)).toMatchObject({ run: { code: 0 }, checkouts: 1 });
});

const POOL = `  machines:
  - name: workers
    infraNamespace: tenants
    replicas: 3
    kubelet: "1.34.1"
    cores: 2
    memory: 4Gi
    primaryDisk: { size: 25Gi, storageClassName: fast, osImage: "docker://quay.io/kubermatic-virt-disks/ubuntu:22.04" }
    kubeconfig: { namespace: kube-system, name: infra, key: kubeconfig }
`;
