import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { app, appFolder, ROOT, textsBelow, writeFiles } from './app-folder';
import { BIN, builtPolyvirt, killed, shell } from './built-program';
import { polyvirt } from './run-cli';
import { lampCrd } from './schema/tiny-crd';
import { testWhere } from './test-where';

// The built program as a process: exit code, streams, pipes, signals. What commands do is tested in process, by run-cli.ts.

const PROGRAM = app("new VirtualMachine(edge, 'web', { memory: '1Gi' });\nnew KubeVirt(edge, 'kubevirt');");

const PLATFORM = (memory = '1Gi', replicas = 1) => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9" }
  nodes: [{ pool: ampere, architecture: arm64 }]
  virtualMachines: [{ name: web, namespace: shop, memory: ${memory}, replicas: ${replicas} }]
`;

const VM = (memory: string) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: shop }
spec:
  runStrategy: Always
  template:
    spec: { architecture: arm64, domain: { cpu: { model: Haswell }, devices: {}, memory: { guest: ${memory} } } }
`;

const HCO = `apiVersion: hco.kubevirt.io/v1beta1
kind: HyperConverged
metadata: { name: kubevirt-hyperconverged, namespace: kubevirt-hyperconverged }
spec: { featureGates: { enableMultiArchBootImageImport: true } }
`;

const LAMPS = stringify(lampCrd({ v1: { type: 'object', properties: { colour: { type: 'string' } } } }));

const FILES = {
  'polyvirt.yaml': PLATFORM(),
  'a.yaml': VM('1Gi'),
  'b.yaml': VM('2Gi'),
  'hco.yaml': HCO,
  'lamps.yaml': LAMPS,
};

/** A folder without cdk8s, so that nothing of it can be loaded. */
function folderOf(files: Record<string, string>): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, files);
  return folder;
}

/** Other files that start the built program, and what only a process shows. All others run commands by run-cli.ts. */
const STARTS_IT = {
  'argocd/simulate.test.ts': 'the plugin as Argo CD starts it',
  'cli/argocd.test.ts': 'the plugin as Argo CD starts it, twenty at once and killed',
  'cli/completion.test.ts': 'shells that complete',
  'cli/fleet.test.ts': 'three at once on one folder',
  'cli/platform-file.test.ts': 'what a start loads',
  'deploy/jobs.test.ts': 'jobs of pipelines',
  'deploy/scripts.test.ts': 'scripts of pipelines',
  'docs.test.ts': 'programs that print',
  'findings/escape/streams.test.ts': 'programs that print',
  'findings/secrets/processes.test.ts': 'programs that fail on their own stderr, and the cache of the plugin',
  'plugin/many-renders.test.ts': 'renders that are killed',
  'run-script.ts': 'examples that need a shell',
  'schema/imports.test.ts': 'commands with loops of the shell',
  'sources/irregular-files.test.ts': 'pipes of the shell, which may hang',
  'sources/program/no-inspector.test.ts': 'signals',
  'speed/code-cache.test.ts': 'what a start keeps and loads',
  'speed/kept-bundle.test.ts': 'two at once on one cache, and programs that print',
  'speed/off.test.ts': 'commands with and without the room of speed',
};

test('only these files start the built program', () => {
  const starts = readdirSync(__dirname, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .filter((name) => /\/built-program'|cli\/start\/bin\.js/.test(readFileSync(join(__dirname, name), 'utf8')));
  const here = ['acceptance.test.ts', 'built-program.ts'];
  expect(starts.filter((name) => !here.includes(name)).sort()).toEqual(Object.keys(STARTS_IT));
});

test('manifests are all of stdout', () => {
  expect(builtPolyvirt(folderOf(FILES), ['synth', '--stdout'])).toEqual({
    code: 0,
    stdout: `---
apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata:
  name: web-1
  namespace: shop
spec:
  runStrategy: Always
  template:
    spec:
      architecture: arm64
      domain:
        devices: {}
        firmware:
          serial: f7d7a3fb-33ac-50ec-8fa9-58e2edb12189
          uuid: "3f832592-7f0f-5bbc-a9d3-d1d997405361"
        machine:
          type: virt
        memory:
          guest: 1Gi
`,
    stderr: '',
  });
});

test('what is for people is all of stderr', () => {
  const folder = appFolder({ 'main.ts': PROGRAM });
  const { code, stdout, stderr } = builtPolyvirt(folder, ['synth']);
  expect({ code, stdout, stderr: stderr.replace(/\d+\.\d+ s/, 'N s') }).toEqual({
    code: 0,
    stdout: '',
    stderr: `cluster  kind            objects  architectures
edge     KubeVirt        1
         VirtualMachine  1        amd64 1
1 cluster, 2 objects
dist/edge  KubeVirt 1.9; VMs on amd64
findings: none
dist: 2 written, 0 removed, 0 unchanged, in N s
`,
  });
});

/** Command lines of which each has its own exit code and uses both streams or one. */
const COMMAND_LINES: readonly [code: number, ...args: string[]][] = [
  [1, 'check', 'a.yaml'],
  [1, 'check', '--format', 'json', 'a.yaml'],
  [1, 'synth', '--check'],
  [10, 'review', '--no-platform', 'a.yaml', 'b.yaml'],
  [10, 'upgrade', '--from', '1.8', '--to', '1.9', 'a.yaml'],
  [0, 'place'],
  [0, 'gates', '--kubevirt', '1.9'],
  [0, 'images', 'hco.yaml'],
  [0, 'hypervisors'],
  [0, 'explain', 'PV105'],
  [0, 'explain', 'VirtualMachine/web', 'a.yaml'],
  [0, 'argocd', 'applications', '--help'],
  [1, 'argocd', 'generate', 'nowhere'],
  [0, 'schema'],
  [0, '--help'],
  [2, 'snyth'],
  [2, 'synth', '--chekc'],
];

test.each(COMMAND_LINES.map(([code, ...args]) => [args.join(' '), code, args] as const))(
  'polyvirt %s says as a process what it says in process, and exits with %i',
  async (_line, code, args) => {
    const folder = folderOf(FILES);
    const run = builtPolyvirt(folder, args);
    expect(run).toEqual(await polyvirt(folder, args));
    expect(run.code).toBe(code);
  },
);

testWhere('offline')('without a network all is the same', () => {
  const folder = appFolder({ 'main.ts': PROGRAM });
  const offline = ['--map-root-user', '--net', process.execPath, BIN, 'synth', '--stdout'];
  const { status, stdout, stderr } = spawnSync('unshare', offline, { cwd: folder, encoding: 'utf8' });
  expect({ code: status, stdout, stderr }).toEqual(builtPolyvirt(folder, ['synth', '--stdout']));
  expect(stdout).toContain('kind: VirtualMachine\n');
});

test('time zone and language change nothing', () => {
  const folder = appFolder({ 'main.ts': PROGRAM, 'lamps.yaml': LAMPS });
  const elsewhere = { TZ: 'Asia/Tokyo', LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' };
  for (const [i, env] of [{}, elsewhere].entries()) {
    expect(builtPolyvirt(folder, ['synth', '--output', `${i}/dist`], env).code).toBe(0);
    expect(builtPolyvirt(folder, ['import', 'lamps.yaml', '--output', `${i}/imports`], env).code).toBe(0);
  }
  expect(textsBelow(join(folder, '1'))).toEqual(textsBelow(join(folder, '0')));
  expect(Object.keys(textsBelow(join(folder, '1')))).toHaveLength(5);
});

test('no colour where nobody looks', () => {
  const folder = appFolder({ 'main.ts': app("new VirtualMachine(edge, 'web', { memory: 'x' });") });
  expect(builtPolyvirt(folder, ['synth'], { FORCE_COLOR: '1' }).stderr).not.toContain('\u001b');
});

test('a program may print what it likes: stdout stays clean', () => {
  const folder = appFolder({
    'main.ts': `console.log('noise: [');\nprocess.stdout.write('more');\n${PROGRAM}\nconsole.log('end');`,
  });
  const { stdout, stderr } = builtPolyvirt(folder, ['synth', '--stdout', '--format', 'json']);
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).kind),
  ).toEqual(['KubeVirt', 'VirtualMachine']);
  expect(stderr).toContain('noise: [');
});

test('--version says how old the facts are, and loads next to nothing', () => {
  const { code, stdout } = builtPolyvirt(ROOT, ['--version']);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^polyvirt \d+\.\d+\.\d+ \(data as of 2026-08: KubeVirt 1\.3 – 1\.9, HyperConverged 1\.14 – 1\.18\)\n$/,
  );
  const count = `process.on('exit', () => console.error(Object.keys(require.cache).length)); require(${JSON.stringify(BIN)})`;
  const { stderr } = spawnSync(process.execPath, ['-e', count, 'polyvirt', '--version'], { encoding: 'utf8' });
  expect(Number(stderr)).toBeLessThanOrEqual(4);
});

describe('pipes', () => {
  test('standard input has places too', () => {
    const { code, stderr } = builtPolyvirt(folderOf(FILES), ['check', '-'], {}, `---\n${VM('1Gi')}`);
    expect(code).toBe(1);
    expect(stderr).toContain('error PV105 VirtualMachine shop/web at stdin:8:58, spec.template.spec.domain.cpu.model:');
  });

  test('standard input is a side of a review', () => {
    expect(shell(folderOf(FILES), "sed 's/1Gi/1024Mi/' a.yaml | polyvirt review --no-platform a.yaml -")).toEqual({
      code: 0,
      stdout: 'Nothing changes on a cluster.\n',
      stderr: '',
    });
  });

  test('a CRD on standard input is that of a file', () => {
    const folder = folderOf(FILES);
    expect(builtPolyvirt(folder, ['import', 'lamps.yaml', '--output', 'file']).code).toBe(0);
    expect(builtPolyvirt(folder, ['import', '-', '--output', 'stdin'], {}, LAMPS).code).toBe(0);
    expect(textsBelow(join(folder, 'stdin'))).toEqual(textsBelow(join(folder, 'file')));
  });

  test('stdout that cannot be written', () => {
    const { code, stderr } = shell(folderOf(FILES), 'polyvirt synth --stdout > /dev/full');
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'error: stdout cannot be written (ENOSPC): what arrived there is not complete.\n',
    });
  });

  test('a reader that closes early is not an error', () => {
    const folder = folderOf({ 'polyvirt.yaml': PLATFORM('1Gi', 2000) });
    expect(shell(folder, 'set -o pipefail; polyvirt synth --stdout | head -n 1')).toEqual({
      code: 0,
      stdout: '---\n',
      stderr: '',
    });
  });
});

describe('signals', () => {
  test('a signal ends the program of the user too, and leaves nothing behind', async () => {
    const folder = appFolder({
      'main.ts': "require('node:fs').writeFileSync('pid', String(process.pid));\nsetInterval(() => undefined, 1000);",
    });
    const child = spawn(process.execPath, [BIN, 'synth'], { cwd: folder, stdio: 'ignore' });
    while (!existsSync(join(folder, 'pid')) || readFileSync(join(folder, 'pid'), 'utf8') === '') {
      await new Promise((done) => setTimeout(done, 20));
    }
    const ended = new Promise<string | null>((done) => child.on('close', (_code, signal) => done(signal)));
    child.kill('SIGTERM');
    expect(await ended).toBe('SIGTERM');
    await new Promise((done) => setTimeout(done, 100));
    expect(isRunning(readFileSync(join(folder, 'pid'), 'utf8'))).toBe(false);
  });

  test('a kill at any moment leaves every file whole, and the next run completes', async () => {
    const folder = folderOf({ 'polyvirt.yaml': PLATFORM('1Gi', 400) });
    const polyvirtOf = (...args: string[]) => builtPolyvirt(folder, ['synth', ...args], { POLYVIRT_CACHE: 'off' });
    polyvirtOf();
    const old = textsBelow(join(folder, 'dist'));
    writeFiles(folder, { 'polyvirt.yaml': PLATFORM('2Gi', 400) });
    const started = performance.now();
    polyvirtOf('--output', 'wanted');
    const wholeMs = performance.now() - started;
    const wanted = textsBelow(join(folder, 'wanted'));
    // From well before the writing starts until after it ends.
    for (let part = 0.3; part <= 1.2; part += 0.075) {
      await killed(folder, ['synth'], part * wholeMs);
      const found = Object.entries(textsBelow(join(folder, 'dist'))).filter(([file]) => !file.startsWith('.polyvirt-'));
      expect(found.filter(([file, text]) => text !== old[file] && text !== wanted[file])).toEqual([]);
      expect(found).toHaveLength(400);
    }
    polyvirtOf();
    expect(textsBelow(join(folder, 'dist'))).toEqual(wanted);
    expect(readdirSync(join(folder, 'dist'))).toEqual(['edge']);
  });
});

/** A process that has ended and whose exit code was not asked for yet does not run. */
function isRunning(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
