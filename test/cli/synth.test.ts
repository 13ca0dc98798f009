import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import { parseAllDocuments } from 'yaml';
import { app, appFolder, ROOT, textsBelow, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';
import { testWhere } from '../test-where';

const GOOD = app("new VirtualMachine(edge, 'web', { memory: '1Gi' });\nnew KubeVirt(edge, 'kubevirt');");

/** A folder with a platform file of the same objects, for what does not depend on where they come from. */
function platformFolder(files: Record<string, string> = {}, replicas = ''): string {
  const folder = join(appFolder(), 'work');
  const platform = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9" }
  namespace: shop
  nodes: [{ pool: a, architecture: amd64 }]
  kubevirt: {}
  virtualMachines: [{ name: web, memory: 1Gi${replicas} }]
`;
  writeFiles(folder, { 'polyvirt.yaml': platform, ...files });
  return folder;
}

describe('a good app', () => {
  test('is written to dist, with a summary on stderr and nothing on stdout', async () => {
    const folder = appFolder({ 'main.ts': GOOD });
    const { code, stdout, stderr } = await polyvirt(folder, ['synth']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(stderr.replace(/\d+\.\d+ s/, 'N s')).toBe(`cluster  kind            objects  architectures
edge     KubeVirt        1
         VirtualMachine  1        amd64 1
1 cluster, 2 objects
dist/edge  KubeVirt 1.9; VMs on amd64
findings: none
dist: 2 written, 0 removed, 0 unchanged, in N s
`);
    expect(Object.keys(textsBelow(join(folder, 'dist')))).toEqual([
      'edge/kubevirt/kubevirt-kubevirt.yaml',
      'edge/shop/virtualmachine-web.yaml',
    ]);
  });

  test('gives the same bytes each time, and touches nothing the second time', async () => {
    const folder = appFolder({ 'main.ts': GOOD });
    await polyvirt(folder, ['synth']);
    const first = textsBelow(join(folder, 'dist'));
    expect((await polyvirt(folder, ['synth'])).stderr).toContain('0 written, 0 removed, 2 unchanged');
    await polyvirt(folder, ['synth', '--output', 'again']);
    expect(textsBelow(join(folder, 'again'))).toEqual(first);
  });

  test('is one valid stream with --stdout, however many charts there are', async () => {
    const charts = Array.from(
      { length: 30 },
      (_, i) => `new VirtualMachine(new Platform(app, 'c${i}'), 'web', { memory: '1Gi', architecture: 'arm64' });`,
    );
    const folder = appFolder({ 'main.ts': app(`new KubeVirt(edge, 'kubevirt');\n${charts.join('\n')}`) });
    const { code, stdout } = await polyvirt(folder, ['synth', '--stdout']);
    expect(code).toBe(0);
    const documents = parseAllDocuments(stdout) as { errors: unknown[]; toJS(): { kind: string } }[];
    expect(documents.map((document) => document.errors)).toEqual(documents.map(() => []));
    expect(documents.map((document) => document.toJS().kind)).toEqual([
      ...Array(30).fill('VirtualMachine'),
      'KubeVirt',
    ]);
    expect(existsSync(join(folder, 'dist'))).toBe(false);
  });

  test('is one object per line with --format json', async () => {
    const folder = appFolder({ 'main.ts': GOOD });
    const { stdout } = await polyvirt(folder, ['synth', '--stdout', '--format', 'json']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).kind),
    ).toEqual(['KubeVirt', 'VirtualMachine']);
  });

  test('can be narrowed to one cluster', async () => {
    const two = app(
      "new VirtualMachine(edge, 'web', { memory: '1Gi' });\nnew VirtualMachine(new Platform(app, 'hub'), 'db', { memory: '1Gi', architecture: 'arm64' });",
    );
    const folder = appFolder({ 'main.ts': two });
    expect((await polyvirt(folder, ['synth', '--stdout', '--cluster', 'hub'])).stdout).toMatch(
      /^---\napiVersion: kubevirt.io\/v1\nkind: VirtualMachine\nmetadata:\n {2}name: db\n/,
    );
    const wrong = await polyvirt(folder, ['synth', '--stdout', '--cluster', 'hubb']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('did you mean "hub"?');
  });

  test('may be asynchronous and may be JavaScript', async () => {
    const folder = appFolder({
      'cdk8s.yaml': 'app: node main.js\n',
      'main.js': `const { App } = require('cdk8s'); const { Platform, VirtualMachine } = require('polyvirt');
setTimeout(() => { const app = new App(); new VirtualMachine(new Platform(app, 'edge'), 'web', { memory: '1Gi', architecture: 's390x' }); app.synth(); process.exit(0); }, 20);`,
    });
    expect((await polyvirt(folder, ['synth'])).code).toBe(0);
  });

  test.each<[string, string, Record<string, string>]>([
    [
      'brings existing YAML with Include',
      "new Include(edge, 'old', { url: 'old.yaml' });\nimport { Include } from 'cdk8s';",
      { 'old.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: old}\n' },
    ],
    [
      'looks beside itself as a module does',
      "new VirtualMachine(edge, 'web', { memory: readFileSync(new URL('./memory', import.meta.url), 'utf8') });\nimport { readFileSync } from 'node:fs';",
      { memory: '3Gi', 'package.json': '{"type": "module"}' },
    ],
    [
      'declares __dirname itself',
      "const __dirname = dirname(fileURLToPath(import.meta.url));\nnew VirtualMachine(edge, 'web', { memory: readFileSync(join(__dirname, 'memory'), 'utf8') });\nimport { dirname, join } from 'node:path';\nimport { fileURLToPath } from 'node:url';\nimport { readFileSync } from 'node:fs';",
      { memory: '3Gi', 'package.json': '{"type": "module"}' },
    ],
    [
      'awaits at its top level',
      "const memory = await Promise.resolve('3Gi');\nnew VirtualMachine(edge, 'web', { memory });",
      { 'package.json': '{"type": "module"}' },
    ],
    [
      'extends our constructs with props of its own',
      "class Web extends VirtualMachine { constructor(scope: Platform, id: string, props: { memory: string; data: DataVolume; make: () => void }) { super(scope, id, props); } }\nnew Web(edge, 'web', { memory: '3Gi', data: new DataVolume(edge, 'data', { source: DataVolumeSource.blank(), size: '1Gi' }), make: () => undefined });",
      {},
    ],
  ])('%s', async (_name, body, files) => {
    const folder = appFolder({ 'main.ts': app(body), ...files });
    const { code, stdout, stderr } = await polyvirt(folder, ['synth', '--stdout']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/guest: 3Gi|name: old/);
  });

  test('is ordered by its dependencies', async () => {
    const folder = appFolder({
      'main.ts': app(`const a = new VirtualMachine(edge, 'a', { memory: '1Gi' });
const z = new VirtualMachine(edge, 'z', { memory: '1Gi' });
a.node.addDependency(z);`),
    });
    const { stdout } = await polyvirt(folder, ['synth', '--stdout', '--format', 'json']);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).metadata.name),
    ).toEqual(['z', 'a']);
  });
});

describe('--check', () => {
  test('is content with what synth wrote', async () => {
    const folder = platformFolder();
    await polyvirt(folder, ['synth']);
    expect(await polyvirt(folder, ['synth', '--check'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'dist is what it should be.\n',
    });
  });

  test('lists what differs and exits 1, without writing', async () => {
    const folder = platformFolder();
    await polyvirt(folder, ['synth']);
    const file = join(folder, 'dist/edge/shop/virtualmachine-web.yaml');
    writeFileSync(file, `${readFileSync(file, 'utf8')}# edited\n`);
    rmSync(join(folder, 'dist/edge/kubevirt'), { recursive: true });
    writeFileSync(join(folder, 'dist/edge/shop/virtualmachine-gone.yaml'), readFileSync(file, 'utf8'));
    const before = textsBelow(join(folder, 'dist'));
    const { code, stdout, stderr } = await polyvirt(folder, ['synth', '--check']);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout:
        'missing  edge/kubevirt/kubevirt-kubevirt.yaml\nstale    edge/shop/virtualmachine-gone.yaml\nchanged  edge/shop/virtualmachine-web.yaml\n',
    });
    expect(stderr).toContain('Fix: run polyvirt synth and commit.');
    expect(textsBelow(join(folder, 'dist'))).toEqual(before);
  });

  test('speaks JSON, and reads folders of JSON', async () => {
    const folder = platformFolder();
    await polyvirt(folder, ['synth', '--format', 'json']);
    expect(JSON.parse((await polyvirt(folder, ['synth', '--check', '--format', 'json'])).stdout)).toEqual({
      differs: [],
    });
    rmSync(join(folder, 'dist/edge/shop'), { recursive: true });
    expect(JSON.parse((await polyvirt(folder, ['synth', '--check', '--format', 'json'])).stdout)).toEqual({
      differs: [{ file: 'edge/shop/virtualmachine-web.json', change: 'missing' }],
    });
    const schema = JSON.parse(readFileSync(join(ROOT, 'docs/schemas/synth-check.schema.json'), 'utf8'));
    const validate = new Ajv2020().compile(schema);
    expect(validate(JSON.parse((await polyvirt(folder, ['synth', '--check', '--format', 'json'])).stdout))).toBe(true);
    expect(validate({ differs: [{ file: 'x', change: 'unknown' }] })).toBe(false);
  });
});

test('--timeout ends what --sandbox runs, and is nothing for other programs', async () => {
  const folder = appFolder({ 'main.ts': app('for (;;);') });
  const late = await polyvirt(folder, ['synth', '--sandbox', '--timeout', '2']);
  expect(late).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('error PV013 at main.ts: the app did not finish within 2 s'),
  });
  expect(existsSync(join(folder, 'dist'))).toBe(false);
  for (const words of [
    ['--timeout', '2'],
    ['--sandbox', '--timeout', '0'],
    ['--sandbox', '--timeout', '1e3'],
  ]) {
    expect(await polyvirt(folder, ['synth', ...words])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--timeout'),
    });
  }
});

describe('bad input ends with one clear message, the right exit code, and the old files whole', () => {
  const OLD = {
    'dist/edge/shop/virtualmachine-old.yaml':
      '# Written by polyvirt. Change what it was written from, not this file.\nold: true\n',
  };

  const cases: [string, string, number, string][] = [
    [
      'an unknown architecture',
      app("new VirtualMachine(edge, 'web', { memory: '1Gi', architecture: 'arm46' as 'arm64' });"),
      1,
      'error PV101 VirtualMachine shop/web at main.ts:5:1, architecture: "arm46" is not an architecture that KubeVirt runs on.\n  No node has such a label: KubeVirt rejects the instance (1.7 and later; 1.6 except ppc64le), or it stays Pending forever. Fix: did you mean "arm64"? Write one of amd64, arm64, s390x.\n\nNothing was written: 1 error.\n',
    ],
    [
      'a malformed quantity',
      app("new VirtualMachine(edge, 'web', { memory: '1GB' });"),
      1,
      'error PV042 VirtualMachine shop/web at main.ts:5:1, memory: "1GB" is not a quantity.',
    ],
    [
      'two objects of one name',
      app(
        "new VirtualMachine(edge, 'a', { name: 'web', memory: '1Gi' });\nnew VirtualMachine(edge, 'b', { name: 'web', memory: '1Gi' });",
      ),
      1,
      'error PV801 VirtualMachine shop/web at main.ts:6:1, name: there is another object',
    ],
    [
      'a version as a number',
      app("new VirtualMachine(edge, 'a', { memory: '1Gi' });", '{ kubevirt: 1.9 as unknown as string }'),
      1,
      'error PV901 at main.ts:4:14, target.kubevirt: the release of KubeVirt is written as the number 1.9.',
    ],
    [
      'an app that throws',
      app("throw new TypeError('no such hall');"),
      1,
      'error PV013 at main.ts:5:7: the app failed: TypeError: no such hall.',
    ],
    [
      'an app that rejects',
      `${app('')}\nPromise.reject(new Error('too late'));`,
      1,
      'error PV013 at main.ts:8:16: the app failed: Error: too late.',
    ],
    [
      'an app that ends with an error',
      `${GOOD}\nprocess.exit(3);`,
      1,
      'error PV013 at main.ts: the app ended with exit code 3.',
    ],
    [
      'an app that never calls synth()',
      "import { App } from 'cdk8s';\nnew App();\n",
      1,
      'error PV014 at main.ts: the program ended without calling synth() of a cdk8s App.',
    ],
    ['an empty program', '', 1, 'error PV014 at main.ts'],
    [
      'several apps',
      `${GOOD}\nnew App().synth();\n`,
      1,
      'error PV015 at main.ts: the program calls synth() of 2 apps.',
    ],
    ['an app without objects', app(''), 1, 'error PV016 at main.ts:4:14: edge has no objects.'],
    ['an app that does not parse', 'const = 1;\n', 1, 'error PV012 at main.ts:1:7: '],
    [
      'a missing package',
      "import 'not-there';\n",
      1,
      'error PV012 at main.ts:1:8: "not-there" cannot be found.\n  The program does not start, so there are no manifests. Fix: run npm install not-there.',
    ],
    [
      'objects that wait for each other',
      app(
        "const a = new VirtualMachine(edge, 'a', { memory: '1Gi' });\nconst b = new VirtualMachine(edge, 'b', { memory: '1Gi' });\na.node.addDependency(b);\nb.node.addDependency(a);",
      ),
      1,
      'these depend on each other: edge/a',
    ],
    [
      'a validation of the app’s own',
      app(
        "edge.node.addValidation({ validate: () => ['the moon is full'] });\nnew VirtualMachine(edge, 'a', { memory: '1Gi' });",
      ),
      1,
      'error PV017 at main.ts:4:14, edge: the moon is full.',
    ],
    [
      'a validation above the platforms',
      app(
        "app.node.addValidation({ validate: () => ['the sun is out'] });\nnew VirtualMachine(edge, 'a', { memory: '1Gi' });",
      ),
      1,
      'error PV017: the sun is out.',
    ],
    [
      'memory that is no text',
      app("new VirtualMachine(edge, 'a', { memory: [] as unknown as string });"),
      1,
      'error PV032 VirtualMachine shop/a at main.ts:5:1, memory: it is a list',
    ],
    [
      'a target that is none',
      app("new VirtualMachine(edge, 'a', { memory: '1Gi' });", "'1.9' as {}"),
      1,
      'error PV003 at main.ts:4:14, target: "1.9" is not a target.',
    ],
    [
      'a disk that is none',
      app("new VirtualMachine(edge, 'a', { memory: '1Gi', disks: [{ name: 'x' } as unknown as Disk] });"),
      1,
      'error PV004 VirtualMachine shop/a at main.ts:5:1, disks[x].name: there is no volume "x"',
    ],
    [
      'an object without a name',
      app(
        "ApiObject.of(new VirtualMachine(edge, 'a', { memory: '1Gi' })).addJsonPatch(JsonPatch.remove('/metadata/name'));",
      ),
      1,
      'error PV002',
    ],
    [
      'two installations',
      app("new KubeVirt(edge, 'a', { name: 'a' });\nnew KubeVirt(edge, 'b', { name: 'b' });"),
      1,
      'this is a second KubeVirt of one cluster.',
    ],
    [
      'a platform without objects beside one',
      app("new VirtualMachine(edge, 'a', { memory: '1Gi' });\nnew Platform(app, 'hub');"),
      1,
      'error PV016 at main.ts:6:1: hub has no objects.',
    ],
    [
      'a policy that cannot be followed',
      app(
        "new VirtualMachine(new Platform(app, 'hub', { findings: { severity: { PV801: 'info' } } }), 'a', { memory: '1Gi', architecture: 'arm64' });\nnew VirtualMachine(edge, 'a', { memory: '1Gi' });",
      ),
      1,
      'error PV038 at main.ts:5:20, findings.severity.PV801: PV801 cannot be softened',
    ],
    [
      'one id twice',
      app("new KubeVirt(edge, 'a');\nnew KubeVirt(edge, 'a');"),
      1,
      "error PV013 at main.ts:6:1: the app failed: Error: There is already a Construct with name 'a' in Platform [edge].",
    ],
  ];

  test.each(cases)('%s', async (_name, main, expectedCode, message) => {
    const folder = appFolder({ 'main.ts': main, ...OLD });
    const { code, stdout, stderr } = await polyvirt(folder, ['synth']);
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: expectedCode, stdout: '' });
    expect(textsBelow(join(folder, 'dist'))).toEqual({
      'edge/shop/virtualmachine-old.yaml': OLD['dist/edge/shop/virtualmachine-old.yaml'],
    });
  });

  test('all findings come at once', async () => {
    const folder = appFolder({
      'main.ts': app(
        "new VirtualMachine(edge, 'A', { memory: 'x', cpu: { sockets: 4, maxSockets: 2 } });\nnew VirtualMachine(edge, 'b', {});",
      ),
    });
    expect((await polyvirt(folder, ['synth'])).stderr.match(/PV\d+/g)).toEqual(['PV001', 'PV042', 'PV002', 'PV004']);
  });

  test.each<[string, string[], string]>([
    [
      'a folder without an app',
      ['synth', 'empty'],
      'error PV010: there is neither polyvirt.yaml nor cdk8s.yaml in empty.',
    ],
    ['a folder that is not there', ['synth', 'nowhere'], 'error PV010: nowhere does not exist.'],
    ['an unknown option', ['synth', '--chekc'], "error: unknown option '--chekc'\n(Did you mean --check?)"],
    ['an unknown command', ['snyth'], "error: unknown command 'snyth'\n(Did you mean synth?)"],
    ['an unknown format', ['synth', '--format', 'xml'], 'Allowed choices are yaml, json.'],
    ['too many folders', ['synth', 'a', 'b'], 'error: too many arguments'],
    ['--check with --stdout', ['synth', '--check', '--stdout'], '--check compares files and --stdout writes none'],
    ['--cluster without --stdout', ['synth', '--cluster', 'a'], 'add --stdout'],
    ['nothing at all', [], 'Usage: polyvirt'],
  ])('%s is a wrong call: exit code 2', async (_name, args, message) => {
    const folder = platformFolder({ 'empty/keep': '' });
    const { code, stdout, stderr } = await polyvirt(folder, args);
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test.each<[string, string, string]>([
    ['cdk8s.yaml that is not YAML', 'app: "x\n', 'error PV011 at cdk8s.yaml:2:1'],
    ['cdk8s.yaml without an app', 'language: typescript\n', 'error PV011 at cdk8s.yaml:1:1, app'],
    [
      'cdk8s.yaml of another language',
      'language: python\napp: pipenv run main.py\n',
      'error PV011 at cdk8s.yaml:2:6, app: app: "pipenv run main.py" names no .ts or .js file.',
    ],
    [
      'an entry that is missing',
      'app: ts-node elsewhere.ts\n',
      'error PV011 at cdk8s.yaml, app: the program elsewhere.ts does not exist.',
    ],
  ])('%s', async (_name, config, message) => {
    const folder = appFolder({ 'cdk8s.yaml': config, 'main.ts': GOOD });
    const { code, stderr } = await polyvirt(folder, ['synth']);
    expect(stderr).toContain(message);
    expect(code).toBe(1);
  });

  test('--check on a folder where a file should be', async () => {
    const folder = platformFolder({ 'dist/edge/shop/virtualmachine-web.yaml/x': '' });
    const { code, stderr } = await polyvirt(folder, ['synth', '--check']);
    expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('error PV018 at dist') });
  });

  test('an output folder that cannot be', async () => {
    const folder = platformFolder({ file: 'x' });
    const { code, stderr } = await polyvirt(folder, ['synth', '--output', 'file/dist']);
    expect(stderr).toContain('error PV018 at file/dist: the output cannot be written: a part of the path is a file.');
    expect(code).toBe(1);
  });

  const asUser = testWhere('user');
  asUser('an output folder without permission', async () => {
    const folder = platformFolder({ 'locked/keep': '' });
    chmodSync(join(folder, 'locked'), 0o555);
    const { code, stderr } = await polyvirt(folder, ['synth', '--output', 'locked']);
    expect(stderr).toContain('permission denied');
    expect(code).toBe(1);
  });

  const canMount = process.platform === 'linux' && process.getuid?.() === 0 && tryMount();
  const onSmallDisk = testWhere('mount', canMount);
  onSmallDisk('a full disk', async () => {
    const folder = platformFolder({}, ', replicas: 3');
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', disk]);
    try {
      expect((await polyvirt(folder, ['synth', '--output', 'disk/out'])).code).toBe(0);
      const before = textsBelow(join(disk, 'out'));
      const platform = readFileSync(join(folder, 'polyvirt.yaml'), 'utf8');
      writeFiles(folder, { 'polyvirt.yaml': platform.replace('replicas: 3', 'replicas: 500') });
      const { code, stderr } = await polyvirt(folder, ['synth', '--output', 'disk/out']);
      expect(stderr).toContain(
        'error PV018 at disk/out: the output cannot be written: the disk is full.\n  Nothing was changed',
      );
      expect(code).toBe(1);
      expect(textsBelow(join(disk, 'out'))).toEqual(before);
      expect(readdirSync(join(disk, 'out'))).toEqual(['edge']);
    } finally {
      execFileSync('umount', [disk]);
    }
  });
});

function tryMount(): boolean {
  try {
    execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

describe('the frame', () => {
  test('--help has examples and exit codes', async () => {
    for (const args of [['--help'], ['synth', '--help']]) {
      const { code, stdout } = await polyvirt(ROOT, args);
      expect(code).toBe(0);
      expect(stdout).toContain('Examples:');
      expect(stdout).toContain('Exit codes:');
    }
  });
});
