import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { appFolder, ROOT, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const run = (folder: string, ...args: string[]) => polyvirt(folder, ['review', ...args]);

const git = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=a@b.c', ...args], { cwd: folder, encoding: 'utf8' });

const vm = (name: string, memory: string, more = '') => `---
apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: ${name}, namespace: shop }
spec:
  runStrategy: Always
  template:
    spec:
      architecture: amd64
      domain:
        memory: { guest: ${memory} }
        devices: {}
${more}`;

const SECRET = (value: string) => `---
apiVersion: v1
kind: Secret
metadata: { name: keys, namespace: shop }
stringData: { password: ${value} }
---
apiVersion: v1
kind: ConfigMap
metadata: { name: setup, namespace: shop }
data: { 'unattend.xml': '<unattend>${value}</unattend>', 'app.properties': "user=me\\npassword=${value}" }
---
apiVersion: cdi.kubevirt.io/v1beta1
kind: DataVolume
metadata: { name: disk, namespace: shop, annotations: { from: 'https://host/a?token=${value}' } }
spec:
  source: { http: { url: 'https://me:${value}@host/a.img', extraHeaders: ['X-Auth: ${value}'] } }
  storage: { resources: { requests: { storage: 1Gi } } }
`;

const PLATFORM = (memory: string) => `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: '1.9' }
  nodes: [{ pool: intel, architecture: amd64, count: 3, cpu: 16, memory: 64Gi }]
  kubevirt: {}
  virtualMachines:
  - name: web
    namespace: shop
    architecture: amd64
    memory: ${memory}
    disks: [{ name: os, containerDisk: { image: quay.io/containerdisks/fedora:41 } }]
`;

function folderOf(files: Record<string, string>): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, files);
  return folder;
}

/** A repository with one commit on main. */
function repositoryOf(files: Record<string, string>): string {
  const folder = folderOf(files);
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'first');
  return folder;
}

const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('polyvirt-review-'));

test('files and folders are compared, and no secret is shown in any format', async () => {
  const script = '      volumes: [{ name: init, cloudInitNoCloud: { userData: "password: hunter1" } }]\n';
  const folder = folderOf({
    'old/all.yaml': vm('web', '4Gi', script) + vm('db', '4Gi') + SECRET('hunter1'),
    'new/web.yaml': vm('web', '4Gi', script.replace('hunter1', 'hunter2')),
    'new/rest.yaml': SECRET('hunter2') + vm('db', '4096Mi'),
  });
  const files = ['md', 'html', 'json', 'sarif', 'diff', 'txt'].map((ending) => `out/review.${ending}`);
  writeFiles(folder, { 'out/keep': '' });
  const { code, stdout } = await run(folder, 'old', 'new', ...files.flatMap((file) => ['--write', file]));
  expect(code).toBe(10);
  expect(stdout.split('\n')[0]).toBe(
    '1 object is rejected, 1 virtual machine needs a restart, 2 objects are changed in place. The sync fails.',
  );
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    expect(text).not.toMatch(/hunter/);
    expect([file, text.includes('userData')]).toEqual([file, !file.endsWith('.sarif')]);
  }
  const json = JSON.parse(readFileSync(join(folder, 'out/review.json'), 'utf8'));
  const schema = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/review.schema.json'), 'utf8'));
  const validate = new Ajv2020().compile(schema);
  expect([validate(json), validate.errors]).toEqual([true, null]);
  const hidden = ({ fields }: { fields: { path: string; hidden?: true }[] }) =>
    fields.flatMap((field) => (field.hidden === true ? [field.path] : []));
  expect(json.changes.map(hidden)).toEqual([
    ['metadata.annotations.from', 'spec.source.http.url', 'spec.source.http.extraHeaders[0]'],
    ['spec.template.spec.volumes[init].cloudInitNoCloud.userData'],
    ['data["unattend.xml"]', 'data["app.properties"]'],
    ['stringData.password'],
  ]);
  expect(json.changes[1].origin).toEqual({ file: 'new/web.yaml', line: 13, column: 61 });
  const sarif = JSON.parse(readFileSync(join(folder, 'out/review.sarif'), 'utf8'));
  expect(sarif.runs[0].results[1]).toMatchObject({ ruleId: 'review/restart-required', level: 'warning' });
});

test('a diff names both files of what was renamed', async () => {
  const folder = folderOf({ 'a.yaml': vm('web', '4Gi'), 'b.yaml': vm('www', '4Gi') });
  const { stdout } = await run(folder, 'a.yaml', 'b.yaml', '--format', 'diff');
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    '# destructive recreate',
    '--- a/shop/virtualmachine-web.yaml',
    '+++ b/shop/virtualmachine-www.yaml',
  ]);
});

test('the same on both sides is exit code 0', async () => {
  const folder = folderOf({ 'a.yaml': vm('web', '4Gi'), 'b.yaml': vm('web', '4096Mi') });
  expect(await run(folder, 'a.yaml', 'b.yaml')).toMatchObject({ code: 0, stdout: 'Nothing changes on a cluster.\n' });
});

test('refs are checked out elsewhere, made, compared, and removed again', async () => {
  const before = leftovers();
  const folder = repositoryOf({ 'polyvirt.yaml': PLATFORM('4Gi') });
  writeFiles(folder, { 'polyvirt.yaml': PLATFORM('300Gi') });
  const here = await run(folder, 'main');
  expect(here.code).toBe(10);
  expect(here.stdout).toContain('VirtualMachine shop/web in edge: 0/3 nodes are available: 3 Insufficient memory.');
  expect(here.stdout).toContain('from edge/virtualMachines/0, polyvirt.yaml:9:5');
  writeFiles(folder, { 'polyvirt.yaml': PLATFORM('4Gi').replace('memory: 64Gi', 'memory: 2Gi') });
  const nodes = await run(folder, 'main');
  expect([nodes.code, nodes.stdout.split('\n')[0]]).toEqual([10, 'No object changes; what is around them does.']);
  expect(nodes.stdout).toContain('No node takes these any more');
  writeFiles(folder, { 'polyvirt.yaml': PLATFORM('300Gi') });
  git(folder, 'checkout', '--quiet', '-b', 'more');
  git(folder, 'commit', '--quiet', '--all', '--message', 'more memory');
  expect(await run(folder, 'main', 'more', '--merge-base')).toMatchObject({ code: 10 });
  expect(await run(folder, 'main:polyvirt.yaml', 'main:polyvirt.yaml')).toMatchObject({ code: 0 });
  // What was merged meanwhile is not removed by this branch.
  git(folder, 'checkout', '--quiet', 'main');
  writeFiles(folder, { 'other.yaml': vm('late', '1Gi') });
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'late');
  expect((await run(folder, 'main:other.yaml', 'more:other.yaml')).stdout).toContain('shop/late in edge (removed)');
  expect((await run(folder, 'main:other.yaml', 'more:other.yaml', '--merge-base')).code).toBe(0);
  expect(leftovers().filter((each) => !before.includes(each))).toEqual([]);
  expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
});

test('what a ref does not have is said, and never "no changes"', async () => {
  const folder = repositoryOf({ 'vms/web.yaml': vm('web', '4Gi'), 'bad/web.yaml': 'a: [\n' });
  const said = async (...args: string[]) => {
    const { code, stderr } = await run(folder, ...args);
    return [code, stderr.split('\n')[0]];
  };
  expect(await said('main:typo', 'main:typo')).toEqual([1, 'error PV034: there is no typo in either commit.']);
  expect(await said('main:new', 'vms')).toEqual([
    10,
    'note: main:new does not have what is compared: all of it is new.',
  ]);
  expect(await said('main', '--dir', '..')).toEqual([2, expect.stringMatching(/^error PV034: .. is not in the repo/)]);
  expect(await said('main:bad', 'vms')).toEqual([1, expect.stringMatching(/^error PV030 at main:bad\/web.yaml:2/)]);
  git(folder, 'checkout', '--quiet', '--orphan', 'other');
  git(folder, 'commit', '--quiet', '--message', 'of its own');
  expect(await said('main', 'other', '--merge-base')).toEqual([
    1,
    'error PV034: git finds no merge base of main and the other side.',
  ]);
});

test('submodules are those of the commit', async () => {
  const inner = repositoryOf({ 'web.yaml': vm('web', '4Gi') });
  const folder = repositoryOf({ 'db.yaml': vm('db', '4Gi') });
  git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'vms');
  git(folder, 'commit', '--quiet', '--message', 'submodule');
  expect((await run(folder, 'main')).code).toBe(0);
  writeFiles(folder, { 'vms/web.yaml': vm('web', '8Gi') });
  const { code, stdout } = await run(folder, 'main');
  expect([code, stdout.split('\n')[0]]).toEqual([10, '1 virtual machine is live-migrated.']);
  for (const each of [folder, join(folder, 'vms')]) {
    expect(git(each, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
  }
});

test('what ends a review leaves nothing behind, and the next one clears up after one that was killed', async () => {
  const folder = repositoryOf({ 'web.yaml': vm('web', '4Gi') });
  const script = join(folder, '../hold.js');
  // A review that stops while it has a checkout.
  writeFiles(join(folder, '..'), {
    'hold.js': `const { checkOut } = require(${JSON.stringify(join(ROOT, 'lib/src/sources/worktree.js'))});
console.log(checkOut(${JSON.stringify(folder)}, 'main').folder);
setTimeout(() => {}, 60_000);`,
  });
  const killed = async (signal: NodeJS.Signals) => {
    const child = spawn(process.execPath, [script]);
    const [line] = await once(child.stdout, 'data');
    child.kill(signal);
    const [, by] = await once(child, 'exit');
    return [by, existsSync(String(line).trim()), git(folder, 'worktree', 'list').trim().split('\n').length];
  };
  expect(await killed('SIGTERM')).toEqual(['SIGTERM', false, 1]);
  expect(await killed('SIGKILL')).toEqual(['SIGKILL', true, 2]);
  expect((await run(folder, 'main')).code).toBe(0);
  expect(git(folder, 'worktree', 'list').trim().split('\n')).toHaveLength(1);
});

test('a program of a commit runs only with --programs, and --source names its line', async () => {
  const program = (memory: number) => `import { App, Size } from 'cdk8s';
import { Platform, VirtualMachine, Disk } from 'polyvirt';
const app = new App();
const edge = new Platform(app, 'edge', { target: { kubevirt: '1.9' } });
new VirtualMachine(edge, 'web', {
  namespace: 'shop',
  architecture: 'amd64',
  memory: Size.gibibytes(${memory}),
  disks: [Disk.container('os', 'quay.io/containerdisks/fedora:42')],
});
app.synth();
`;
  const folder = appFolder({ 'main.ts': program(4), '.gitignore': 'node_modules\n' });
  git(folder, 'init', '--quiet', '--initial-branch', 'main');
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '--message', 'first');
  writeFileSync(join(folder, 'main.ts'), program(8));
  // Not run, so nothing is known: neither "nothing changes" nor a report, by the folder and by its file.
  for (const words of [['main'], ['main:cdk8s.yaml', 'cdk8s.yaml'], ['.', 'main'], ['main', '-f', 'json']]) {
    const refused = await polyvirt(folder, ['review', ...words]);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(
      /^error PV721 at main:main\.ts: main creates its manifests with a program that was not run/,
    );
    expect(refused.stderr).toContain('add --programs; or compare');
  }
  const { code, stdout, stderr } = await polyvirt(folder, ['review', 'main', '--source', '--programs']);
  expect([code, stderr]).toEqual([10, '']);
  expect(stdout).toContain('from edge/web, main.ts:5:1');
  const endless = program(4).replace('app.synth();', 'for (;;);');
  writeFileSync(join(folder, 'main.ts'), endless);
  git(folder, 'commit', '--quiet', '--all', '--message', 'endless');
  writeFileSync(join(folder, 'main.ts'), program(8));
  const late = await polyvirt(folder, ['review', 'main', '--programs', '--timeout', '2']);
  expect(late).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('did not finish within 2 s') });
  expect(await polyvirt(folder, ['review', 'main', '--timeout', '2'])).toMatchObject({ code: 2, stdout: '' });
  expect(stdout).toContain('spec.template.spec.domain.memory.guest: 4Gi → 8Gi');
});

test('folders are clusters where they look like it, and changes fold', async () => {
  const files = (memory: string) =>
    Object.fromEntries(['eu', 'us', 'asia'].map((name) => [`${name}/vm.yaml`, vm('web', memory)]));
  const folder = folderOf({
    ...Object.fromEntries(Object.entries(files('4Gi')).map(([path, text]) => [`old/${path}`, text])),
    ...Object.fromEntries(Object.entries(files('8Gi')).map(([path, text]) => [`new/${path}`, text])),
  });
  const { stdout } = await run(folder, 'old', 'new', '-f', 'markdown');
  expect(stdout).toContain('| VirtualMachine shop/web in 3 clusters | memory.guest 4Gi → 8Gi |');
  expect(stdout).toContain('In 3 of 3 clusters.');
  expect((await run(folder, 'old', 'new', '--clusters', 'one')).stdout).not.toContain('clusters');
});

const POLICY = `apiVersion: polyvirt.io/v1
kind: ReviewPolicy
spec:
  prune: true
  rules:
  - { name: no-loss, action: block, severities: [destructive], kinds: [VirtualMachine], namespaces: [sh*] }
  - { name: restarts, action: acknowledge, effects: [restart-required], label: restart-ok }
  ignoreDifferences:
  - { kind: VirtualMachine, jsonPointers: [/spec/template/spec/hostname] }
`;

test('a policy blocks, or asks for a trailer or a label', async () => {
  const folder = repositoryOf({
    'vms/web.yaml': vm('web', '4Gi'),
    'vms/db.yaml': vm('db', '4Gi'),
    'polyvirt-review.yaml': POLICY,
  });
  git(folder, 'checkout', '--quiet', '-b', 'change');
  writeFiles(folder, { 'vms/web.yaml': vm('web', '4Gi', '      evictionStrategy: LiveMigrate\n') });
  git(folder, 'commit', '--quiet', '--all', '--message', 'evict');
  const review = (...more: string[]) => run(folder, 'main', 'change', '--dir', 'vms', ...more);
  const blocked = await review();
  expect(blocked.code).toBe(11);
  expect(blocked.stdout).toContain(
    'restarts: 1 change, blocked until it is acknowledged: add the trailer "Polyvirt-Ack: restarts" to a commit message, or the label restart-ok',
  );
  expect((await review('--label', 'bug,restart-ok')).code).toBe(10);
  writeFiles(folder, { 'pr.txt': 'What and why.\n\nPolyvirt-Ack: restarts\n' });
  expect((await review('--message', 'pr.txt')).code).toBe(10);
  git(folder, 'commit', '--quiet', '--allow-empty', '--message', 'x\n\nPolyvirt-Ack: other, restarts\n');
  expect((await review()).code).toBe(10);
  git(folder, 'rm', '--quiet', 'vms/db.yaml');
  git(folder, 'commit', '--quiet', '--message', 'gone');
  expect((await review('--policy', 'main:polyvirt-review.yaml')).stdout).toContain('no-loss: 1 change, blocked');
  expect((await review('--no-prune')).code).toBe(10);
  writeFiles(folder, { 'vms/web.yaml': vm('web', '4Gi', '      hostname: other\n') });
  expect((await run(folder, 'main:vms/web.yaml', 'vms/web.yaml')).code).toBe(0);
});

test('what is wrong is said, with its place, and is never "no changes"', async () => {
  const folder = folderOf({
    'a.yaml': vm('web', '4Gi'),
    'bad.yaml': 'a: [\n',
    'platform/polyvirt.yaml': PLATFORM('4Gi').replace('memory: 4Gi', 'memroy: 4Gi'),
    'policy.yaml':
      'apiVersion: polyvirt.io/v1\nkind: ReviewPolicy\nspec:\n  rules:\n  - { name: x, action: blok, effects: [restart] }\n',
    'app.yaml': 'kind: Application\nspec: { ignoreDifferences: [{ kind: X, jqPathExpressions: [".a | keys"] }] }\n',
  });
  const said = async (...args: string[]) => {
    const { code, stdout, stderr } = await run(folder, ...args);
    return [code, stdout, stderr.split('\n')[0]];
  };
  expect(await said('a.yaml')).toEqual([2, '', expect.stringContaining('with what is a.yaml to be compared?')]);
  expect(await said('nosuch', 'a.yaml')).toEqual([
    2,
    '',
    'error PV034: "nosuch" is not a file or folder, and this folder is in no Git repository.',
  ]);
  expect(await said('a.yaml', 'bad.yaml')).toEqual([1, '', expect.stringMatching(/^error PV030 at bad.yaml:2/)]);
  expect(await said('a.yaml', 'platform')).toEqual([
    1,
    '',
    expect.stringMatching(/^error PV031 at platform\/polyvirt/),
  ]);
  expect(await said('a.yaml', 'a.yaml', '--write', 'x.pdf')).toEqual([2, '', expect.stringContaining('.sarif')]);
  expect(await said('a.yaml', 'a.yaml', '--budget', '12')).toEqual([2, '', expect.stringContaining('from 2000')]);
  expect(await said('-', '-')).toEqual([2, '', 'error: standard input can be one side only.']);
  expect(await said('a.yaml', 'a.yaml', '--policy', 'policy.yaml')).toEqual([
    2,
    '',
    'error PV038 at policy.yaml:5:24, spec.rules[0].action: "blok" is no action.',
  ]);
  expect(await said('a.yaml', 'a.yaml', '--ignore', 'app.yaml')).toEqual([
    0,
    'Nothing changes on a cluster.\n',
    expect.stringMatching(/^warning PV038 at app.yaml:2/),
  ]);
  expect(existsSync(join(folder, 'x.pdf'))).toBe(false);
});
