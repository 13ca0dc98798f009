import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import * as ts from 'typescript';
import { VERSION } from '../../src/cli/start/command';
import { appFolder, ROOT, textsBelow, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

/** A VM as people write it. */
const vm = (name: string, more = '') => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: ${name}, namespace: shop }
spec:
  running: true
  template:
    metadata: { labels: { kubevirt.io/vm: ${name} } }
    spec:
      domain:
        cpu: { cores: 2 }
        memory: { guest: 1024Mi }
        devices:
          disks:
          - { name: os, disk: { bus: virtio } }
          interfaces:
          - { name: default, masquerade: {}, macAddress: 02:00:00:00:00:01 }
${more}      networks: [{ name: default, pod: {} }]
      volumes: [{ name: os, containerDisk: { image: "quay.io/containerdisks/fedora:42" } }]
`;

const LIVE = vm('web')
  .replace('namespace: shop }', 'namespace: shop, uid: "1", resourceVersion: "7" }')
  .replace(
    '        devices:',
    '        firmware: { uuid: 5d307ca9-b3ef-428c-8861-06e72d69f223, serial: ours }\n        devices:',
  );

/** A folder without a program. */
function folderOf(files: Record<string, string>): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, files);
  return folder;
}

const validate = new Ajv2020().compile(JSON.parse(readFileSync(join(ROOT, 'docs/schemas/adopt.schema.json'), 'utf8')));

test('manifests become a platform file that makes the same objects', async () => {
  const more = '      evictionStrategy: LiveMigrate\n      terminationGracePeriodSeconds: 180\n';
  const folder = folderOf({ 'vms/web.yaml': `# The shop's front.\n${vm('web', more)}`, 'vms/db.yaml': vm('db', more) });
  const { code, stderr } = await polyvirt(folder, ['adopt', 'vms', '--kubevirt', '1.9', '--name', 'edge']);
  expect(stderr).toContain('edge: 2 of 2 objects are made again as they were read\n');
  expect(code).toBe(0);
  expect(readFileSync(join(folder, 'polyvirt.yaml'), 'utf8')).toBe(`apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9" }
  namespace: shop
  classes:
    common:
      cpu: { cores: 2 }
      memory: 1024Mi
      firmware: null
      disks: [{ name: os, containerDisk: { image: quay.io/containerdisks/fedora:42 } }]
      networks: [{ name: default, pod: {} }]
      evictionStrategy: LiveMigrate
      terminationGracePeriodSeconds: 180
      runStrategy: null
      spec: { running: true }
  virtualMachines:
  - name: db
    class: common
    networks: [{ name: default, macAddress: "02:00:00:00:00:01" }]
    template: { labels: { kubevirt.io/vm: db } }
  # The shop's front.
  - name: web
    class: common
    networks: [{ name: default, macAddress: "02:00:00:00:00:01" }]
    template: { labels: { kubevirt.io/vm: web } }
`);
  const review = await polyvirt(folder, ['review', 'vms', 'polyvirt.yaml']);
  expect([review.code, review.stdout]).toEqual([0, expect.stringContaining('Nothing changes')]);
});

test('an adopted export changes nothing, and what its author had is still told', async () => {
  const finalizers = '[kubevirt.io/virtualMachineControllerFinalize, example.org/ours]';
  const live = LIVE.replace('resourceVersion: "7"', `resourceVersion: "7", finalizers: ${finalizers}`)
    .replace('  template:', '  preference: { name: fedora, revisionName: web-fedora-1 }\n  template:')
    .concat('status: { ready: true }\n');
  const owner = '{ apiVersion: kubevirt.io/v1, kind: VirtualMachine, name: web, uid: "1", controller: true }';
  const disk = `---
apiVersion: cdi.kubevirt.io/v1beta1
kind: DataVolume
metadata: { name: web-data, namespace: shop, uid: "2", ownerReferences: [${owner}] }
spec: { source: { blank: {} }, storage: { resources: { requests: { storage: 1Gi } } } }
`;
  const folder = folderOf({ 'live.yaml': `${live}${disk}` });
  expect((await polyvirt(folder, ['adopt', 'live.yaml', '--kubevirt', '1.9'])).code).toBe(0);
  const same = await polyvirt(folder, ['review', 'live.yaml', 'polyvirt.yaml']);
  expect([same.code, same.stdout]).toEqual([0, expect.stringContaining('Nothing changes')]);
  const text = readFileSync(join(folder, 'polyvirt.yaml'), 'utf8');
  expect(text).toContain('example.org/ours');
  writeFiles(folder, { 'polyvirt.yaml': text.replace('example.org/ours', 'example.org/other') });
  const other = await polyvirt(folder, ['review', 'live.yaml', 'polyvirt.yaml']);
  expect(other.stdout).toContain('example.org/ours');
  expect(other.stdout).not.toContain('virtualMachineControllerFinalize');
});

test('the proof can be made again, and fails when the platform has changed', async () => {
  const folder = folderOf({ 'vms.yaml': vm('web') });
  await polyvirt(folder, ['adopt', 'vms.yaml']);
  expect((await polyvirt(folder, ['adopt', 'vms.yaml', '--prove'])).code).toBe(0);
  const text = readFileSync(join(folder, 'polyvirt.yaml'), 'utf8');
  writeFiles(folder, { 'polyvirt.yaml': text.replace('cores: 2', 'cores: 4') });
  const { code, stderr } = await polyvirt(folder, ['adopt', 'vms.yaml', '--prove']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('differs: spec.template.spec.domain.cpu.cores read 2, made 4'),
  ]);
});

test('a platform that is there already is not overwritten', async () => {
  const folder = folderOf({ 'vms.yaml': vm('web'), 'polyvirt.yaml': 'mine\n' });
  const { code, stderr } = await polyvirt(folder, ['adopt', 'vms.yaml']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('PV018')]);
  expect(readFileSync(join(folder, 'polyvirt.yaml'), 'utf8')).toBe('mine\n');
});

test('identity comes from a live export; what differs there has to be decided first', async () => {
  const folder = folderOf({ 'vms/web.yaml': vm('web'), 'live.yaml': LIVE.replace('1024Mi', '2Gi') });
  const first = await polyvirt(folder, ['adopt', 'vms', 'live.yaml']);
  expect(first.code).toBe(1);
  expect(first.stderr).toContain(
    'VirtualMachine shop/web is another on the cluster: spec.template.spec.domain.memory.guest live "2Gi", in Git "1024Mi"',
  );
  expect(existsSync(join(folder, 'polyvirt.yaml'))).toBe(false);
  const second = await polyvirt(folder, ['adopt', 'vms', 'live.yaml', '--name', 'edge', '--prefer', 'git']);
  expect([second.code, second.stderr]).toEqual([0, expect.stringContaining('identity of 1 VM taken from the cluster')]);
  const text = readFileSync(join(folder, 'polyvirt.yaml'), 'utf8');
  expect(text).toContain('memory: 1024Mi');
  expect(text).toContain('firmware: { uuid: "5d307ca9-b3ef-428c-8861-06e72d69f223", serial: ours }');
});

test('VMs without an identity are named', async () => {
  const folder = folderOf({ 'vms.yaml': vm('web') });
  const { stderr } = await polyvirt(folder, ['adopt', 'vms.yaml', '--kubevirt', '1.9', '--name', 'edge']);
  expect(stderr).toContain('edge: VirtualMachine shop/web lacks firmware.uuid, firmware.serial\n');
  const older = await polyvirt(folder, ['adopt', 'vms.yaml', '--kubevirt', '1.5', '-o', 'older']);
  expect(older.stderr).not.toContain('lacks');
});

test('each folder below clusters/ is a cluster, and so is each entry with --clusters', async () => {
  const folder = folderOf({ 'git/clusters/core/web.yaml': vm('web'), 'git/clusters/edge/web.yaml': vm('web') });
  expect((await polyvirt(folder, ['adopt', 'git', '-o', 'one'])).code).toBe(0);
  expect(Object.keys(textsBelow(join(folder, 'one')))).toEqual(['clusters/edge.yaml', 'polyvirt.yaml']);
  expect((await polyvirt(folder, ['adopt', 'git/clusters', '--clusters', '-o', 'two'])).code).toBe(0);
  expect(textsBelow(join(folder, 'two'))).toEqual(textsBelow(join(folder, 'one')));
});

test('a folder clusters/ below one of that name counts', async () => {
  const folder = folderOf({ 'clusters/clusters/a/vm.yaml': vm('web'), 'clusters/clusters/b/vm.yaml': vm('web') });
  const { code } = await polyvirt(folder, ['adopt', 'clusters', '--kubevirt', '1.9', '-o', 'x']);
  expect([code, Object.keys(textsBelow(join(folder, 'x'))).sort()]).toEqual([0, ['clusters/b.yaml', 'polyvirt.yaml']]);
});

test('releases and nodes come from a snapshot', async () => {
  const folder = folderOf({
    'vms.yaml': vm('web'),
    'cluster.yaml': `apiVersion: kubevirt.io/v1
kind: KubeVirt
metadata: { name: kubevirt, namespace: kubevirt }
status: { observedKubeVirtVersion: v1.8.2 }
---
apiVersion: v1
kind: Node
metadata: { name: n1, labels: { kubernetes.io/arch: arm64 } }
status: { nodeInfo: { architecture: arm64 }, allocatable: { cpu: "8" } }
`,
  });
  expect((await polyvirt(folder, ['adopt', 'vms.yaml', '--cluster', 'cluster.yaml', '-o', 'out'])).code).toBe(0);
  const texts = textsBelow(join(folder, 'out'));
  expect(texts['polyvirt.yaml']).toContain('target: { kubevirt: 1.8.2 }'.replace('1.8.2', '"1.8.2"'));
  expect(texts['polyvirt.yaml']).toContain('nodes: { from: nodes.yaml }');
  expect(texts['nodes.yaml']).toContain('architecture: arm64');
  expect(await polyvirt(folder, ['adopt', 'vms.yaml', '--prove', '-o', 'out'])).toMatchObject({ code: 0 });
});

test('the report as JSON has the shape of its schema', async () => {
  const folder = folderOf({
    'live.yaml': `${LIVE}status: { ready: true }\n---\n${vm('web-2').replace('shop', 'other')}`,
  });
  const { code, stdout } = await polyvirt(folder, ['adopt', 'live.yaml', '-f', 'json']);
  const report = JSON.parse(stdout);
  expect([code, validate(report), validate.errors]).toEqual([0, true, null]);
  expect(report).toMatchObject({
    proven: true,
    clusters: [{ name: 'live', declared: { VirtualMachine: 2 }, proven: 2, objects: 2, differs: [] }],
    written: ['polyvirt.yaml'],
  });
  expect(report.serverFields.map(({ path }: { path: string }) => path)).toEqual([
    'metadata.resourceVersion',
    'metadata.uid',
    'status',
  ]);
});

test.each([
  ['a name for several clusters', ['--name', 'edge', '--clusters'], '--name is the name of one cluster'],
  ['a name that no cluster has', ['--name', 'Edge 1'], '--name Edge 1: write lower-case letters'],
])('%s is a mistake of the call', async (_, options, message) => {
  const { code, stderr } = await polyvirt(folderOf({ 'vms.yaml': vm('web') }), ['adopt', 'vms.yaml', ...options]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
});

test('a file that cannot be read stops the adoption, and charts are named with what renders them', async () => {
  const broken = folderOf({ 'vms/a.yaml': vm('web'), 'vms/b.yaml': 'a: 1\na: 2\n' });
  const stopped = await polyvirt(broken, ['adopt', 'vms']);
  expect([stopped.code, stopped.stderr]).toEqual([1, expect.stringContaining('PV030')]);
  expect(existsSync(join(broken, 'polyvirt.yaml'))).toBe(false);
  const chart = folderOf({
    'git/vm.yaml': vm('web'),
    'git/chart/Chart.yaml': 'name: x\n',
    'git/chart/templates/a.yaml': '{{ x }}',
  });
  const { code, stderr } = await polyvirt(chart, ['adopt', 'git']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('helm template git/chart | polyvirt adopt -')]);
  const loose = folderOf({
    'git/vm.yaml': vm('web'),
    'git/a.yaml': 'metadata:\n  name: {{ .Values.x }}\n',
    'git/polyvirt.yaml': 'apiVersion: polyvirt.io/v1\nkind: Platform\nmetadata: { name: x }\nspec: {}\n',
  });
  const named = await polyvirt(loose, ['adopt', 'git', '-o', 'out']);
  expect([named.code, named.stderr]).toEqual([
    0,
    expect.stringContaining(
      'git/a.yaml:2: a template, which is not rendered here. Fix: render it, and adopt what that prints',
    ),
  ]);
  expect(named.stderr).toContain('not read: git/polyvirt.yaml: a platform already');
});

test('kinds that a platform has no key for stay as they are, with their comments', async () => {
  const service = `# Who calls us.
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop } # as the DNS has it
spec: { ports: [{ port: 80 }] }
`;
  const folder = folderOf({
    'vms/web.yaml': `${vm('web')}---\n${service}`,
    'vms/quota/a.json': '{ "apiVersion": "v1", "kind": "ResourceQuota", "metadata": { "name": "q" }, "spec": {} }',
  });
  expect(await polyvirt(folder, ['adopt', 'vms', '-o', 'out'])).toMatchObject({ code: 0 });
  const texts = textsBelow(join(folder, 'out'));
  expect(texts['manifests/web.yaml']).toBe(`---\n${service}`);
  expect(texts['manifests/quota/a.yaml']).toContain('kind: ResourceQuota');
  expect(texts['polyvirt.yaml']).toContain('  manifests:\n  - manifests\n');
  expect(await polyvirt(folder, ['adopt', 'vms', '-o', 'out', '--prove'])).toMatchObject({ code: 0 });
});

test('comments inside of objects stand above the keys that say the same', async () => {
  const talking = (name: string) =>
    `# ${name} of the shop\n${vm(name)
      .replace('  running: true', '  runStrategy: Always # never off')
      .replace('        cpu:', '        # Java is hungry.\n        cpu:')
      .replace('          - { name: os,', `          # ${name} boots from it.\n          - { name: os,`)
      .replace('      domain:', '      # Ask before you change it.\n      domain:')}`;
  const service = `# Who calls us.
- apiVersion: v1
  kind: Service
  metadata: { name: web, creationTimestamp: null }
  spec:
    # as the DNS has it
    ports: [{ port: 80 }]
`;
  const folder = folderOf({
    'vms/web.yaml': ['a', 'b', 'c'].map(talking).join('---\n'),
    'vms/list.yaml': `# All the rest.\napiVersion: v1\nkind: List\nitems:\n${service}`,
  });
  const { code, stderr } = await polyvirt(folder, ['adopt', 'vms', '--kubevirt', '1.9', '--name', 'edge']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('comments that are not taken over, of Lists')]);
  const texts = textsBelow(folder);
  expect(texts['polyvirt.yaml']).toContain(`  classes:
    common:
      # Java is hungry.
      cpu: { cores: 2 }
`);
  expect(texts['polyvirt.yaml']).toContain(`  # a of the shop
  # runStrategy: never off
  # Ask before you change it.
  # disks os: a boots from it.
  - name: a
`);
  const program = join(folder, '../program');
  await polyvirt(folder, ['adopt', 'vms/web.yaml', '--typescript', '--name', 'edge', '-o', program]);
  expect(textsBelow(program)['edge.ts']).toContain(`  for (const name of [
    // a of the shop
    // runStrategy: never off
    // Ask before you change it.
    // disks os: a boots from it.
    'a',
`);
  expect(textsBelow(program)['edge.ts']).toContain(`      // Java is hungry.
      cpu: { cores: 2 },
`);
  expect(texts['manifests/list.yaml']).toBe(`---
# Who calls us.
apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  # as the DNS has it
  ports: [{ port: 80 }]
`);
});

test('a value that its field cannot hold is said by spec, and the rest of the VM by keys', async () => {
  const folder = folderOf({
    'vms.yaml': vm('web').replace('        devices:', '        firmware: { serial: 4711 }\n        devices:'),
  });
  const { code, stderr } = await polyvirt(folder, ['adopt', 'vms.yaml', '--name', 'edge']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('polyvirt check shows them: PV041 1')]);
  expect(readFileSync(join(folder, 'polyvirt.yaml'), 'utf8')).toContain(
    'template: { spec: { domain: { firmware: { serial: 4711 } } } }',
  );
});

describe('a Secret', () => {
  const secret =
    'apiVersion: v1\nkind: Secret\nmetadata: { name: keys, namespace: shop }\nstringData: { key: hunter2-hunter2 }\n';

  test('stays in its file, which the platform names', async () => {
    const folder = folderOf({ 'vms/web.yaml': vm('web'), 'vms/secret.yaml': secret });
    expect(await polyvirt(folder, ['adopt', 'vms'])).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder, 'polyvirt.yaml'), 'utf8')).toContain('  manifests:\n  - vms/secret.yaml\n');
    expect(existsSync(join(folder, 'manifests'))).toBe(false);
  });

  test.each([
    ['beside other objects', { 'vms/web.yaml': `${vm('web')}---\n${secret}` }, '.', 'other objects are in its file'],
    [
      'elsewhere',
      { 'vms/web.yaml': vm('web'), 'vms/secret.yaml': secret },
      'out',
      'it is not in a file below the folder of the platform',
    ],
  ])('%s is named and left out', async (_, files, output, reason) => {
    const folder = folderOf(files as Record<string, string>);
    const { code, stderr } = await polyvirt(folder, ['adopt', 'vms', '-o', output]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`not adopted: Secret shop/keys: a Secret is never copied, and ${reason}`),
    ]);
    expect(JSON.stringify(textsBelow(join(folder, output === '.' ? 'manifests' : output)))).not.toContain('hunter2');
  });
});

describe('a program', () => {
  const folder = folderOf({
    'vms/web.yaml': ['web-1', 'web-2', 'web-3'].map((name) => `# ${name} of the shop\n${vm(name)}`).join('---\n'),
    'vms/db.yaml': vm('db', '        hostname: db\n')
      .replace('        hostname', '      hostname')
      .replace('1024Mi', '8Gi'),
    'vms/kubevirt.yaml':
      'apiVersion: kubevirt.io/v1\nkind: KubeVirt\nmetadata: { name: kubevirt, namespace: kubevirt }\nspec: { configuration: { developerConfiguration: { featureGates: [HostDisk] } } }\n',
    'vms/service.yaml': 'apiVersion: v1\nkind: Service\nmetadata: { name: web }\nspec: { ports: [{ port: 80 }] }\n',
    'nodes.yaml':
      'apiVersion: v1\nkind: Node\nmetadata: { name: n1, labels: { kubernetes.io/arch: amd64 } }\nstatus: { nodeInfo: { architecture: amd64 } }\n',
  });
  const out = join(folder, '../app');
  const run = polyvirt(folder, [
    'adopt',
    'vms',
    '--nodes',
    'nodes.yaml',
    '--typescript',
    '--kubevirt',
    '1.9',
    '--name',
    'edge',
    '-o',
    out,
  ]);

  test('makes the same objects', async () => {
    const { code, stderr } = await run;
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('edge: 6 of 6 objects are made again as they were read'),
    ]);
    expect(Object.keys(textsBelow(out)).sort()).toEqual([
      '.gitignore',
      'cdk8s.yaml',
      'edge.ts',
      'main.ts',
      'manifests/service.yaml',
      'nodes.json',
      'package.json',
      `polyvirt-${VERSION}.tgz`,
      'tsconfig.json',
    ]);
    expect(JSON.parse(textsBelow(out)['package.json']!).dependencies.polyvirt).toBe(`file:polyvirt-${VERSION}.tgz`);
  });

  test('reads as a person would have written it', async () => {
    await run;
    expect(textsBelow(out)['edge.ts']).toBe(`import { type App, Size } from 'cdk8s';
import {
  Disk,
  KubeVirt,
  Manifests,
  Network,
  NodeInventory,
  Platform,
  VirtualMachine,
  type VirtualMachineProps,
} from 'polyvirt';
import nodes from './nodes.json';

/** Props that all VMs share. */
const common = {
  cpu: { cores: 2 },
  firmware: null,
  disks: [Disk.container('os', 'quay.io/containerdisks/fedora:42')],
  networks: [Network.pod('default', { macAddress: '02:00:00:00:00:01' })],
  runStrategy: null,
  spec: { running: true },
} satisfies Partial<VirtualMachineProps>;

/** The cluster edge. */
export function edge(app: App): Platform {
  const platform = new Platform(app, 'edge', {
    target: { kubevirt: '1.9' },
    namespace: 'shop',
    nodes: NodeInventory.of(nodes),
  });

  new KubeVirt(platform, 'kubevirt', { defaultArchitecture: null, featureGates: ['HostDisk'] });

  new VirtualMachine(platform, 'db', {
    ...common,
    memory: Size.gibibytes(8),
    hostname: 'db',
    template: { labels: { 'kubevirt.io/vm': 'db' } },
  });

  for (const name of [
    // web-1 of the shop
    'web-1',
    // web-2 of the shop
    'web-2',
    // web-3 of the shop
    'web-3',
  ]) {
    new VirtualMachine(platform, name, {
      ...common,
      memory: Size.mebibytes(1024),
      template: { labels: { 'kubevirt.io/vm': name } },
    });
  }

  new Manifests(platform, 'manifests', { path: 'manifests' });

  return platform;
}
`);
  });

  test('is what the compiler takes', async () => {
    await run;
    const options = {
      module: ts.ModuleKind.Node16,
      moduleResolution: ts.ModuleResolutionKind.Node16,
      target: ts.ScriptTarget.ES2022,
    };
    const checked = ts.createProgram([join(out, 'main.ts')], {
      ...options,
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      resolveJsonModule: true,
      types: [],
    });
    const messages = ts
      .getPreEmitDiagnostics(checked)
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
    expect(messages).toEqual([]);
  });

  test('can be proven again', async () => {
    await run;
    expect(await polyvirt(folder, ['adopt', 'vms', '--prove', '--kubevirt', '1.9', '-o', out])).toMatchObject({
      code: 0,
    });
  });
});

test('a program says what is empty too', async () => {
  const folder = folderOf({
    'a.yaml': ['a', 'b']
      .map((name) => vm(name, '          rng: {}\n').replace('metadata: {', 'metadata: { labels: {},'))
      .join('---\n'),
  });
  const { code, stderr } = await polyvirt(folder, ['adopt', 'a.yaml', '--typescript', '--kubevirt', '1.9', '-o', 'x']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('2 of 2 objects')]);
});

describe('from other worlds', () => {
  /** As Forklift 2.10 builds it of a machine of vSphere (pkg/controller/plan/kubevirt.go, adapter/vsphere/builder.go). */
  const FORKLIFT = `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata:
  name: web
  namespace: shop
  labels: { migration: 0f3b, plan: 7c1d, vmID: vm-1630 }
  annotations: { original-name: Web 01, original-ID: vm-1630 }
spec:
  runStrategy: Always
  preference: { name: rhel.9, kind: VirtualMachineClusterPreference }
  template:
    metadata:
      labels: { app: web }
      annotations: { vm.kubevirt.io/flavor: "", vm.kubevirt.io/os: "", vm.kubevirt.io/workload: "" }
    spec:
      domain:
        clock: { timezone: UTC }
        cpu: { sockets: 2, cores: 2, features: [{ name: vmx, policy: optional }, { name: svm, policy: optional }] }
        memory: { guest: 8Gi }
        features: { smm: { enabled: true } }
        firmware: { serial: 42212f5e-3f3c-4b2a-9d0e-0c7c1f6f6a01, bootloader: { efi: { secureBoot: true } } }
        devices:
          disks:
          - { name: vol-0, disk: { bus: virtio }, serial: 6000C29a, bootOrder: 1 }
          - { name: vol-1, lun: { bus: scsi, reservation: true }, shareable: true, cache: none, errorPolicy: report }
          inputs: [{ name: tablet, type: tablet, bus: virtio }]
          interfaces:
          - { name: net-0, model: virtio, macAddress: "00:50:56:a1:b2:c3", masquerade: {} }
          - { name: net-1, model: virtio, macAddress: "00:50:56:a1:b2:c4", bridge: {}, state: down }
          tpm: { enabled: false }
      networks:
      - { name: net-0, pod: {} }
      - { name: net-1, multus: { networkName: shop/vlan20 } }
      volumes:
      - { name: vol-0, persistentVolumeClaim: { claimName: web-vol-0 } }
      - { name: vol-1, persistentVolumeClaim: { claimName: web-vol-1 } }
`;

  test('a VM of Forklift keeps its identity, claims, cards and firmware', async () => {
    const folder = folderOf({ 'web.yaml': FORKLIFT });
    const { code, stderr } = await polyvirt(folder, ['adopt', 'web.yaml', '--name', 'edge', '--kubevirt', '1.9']);
    expect([code, stderr]).toEqual([0, expect.stringContaining('edge: 1 of 1 objects are made again')]);
    expect(stderr).toContain('VirtualMachine shop/web lacks firmware.uuid\n');
    expect(readFileSync(join(folder, 'polyvirt.yaml'), 'utf8')).toBe(`apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: "1.9" }
  namespace: shop
  virtualMachines:
  - name: web
    labels: { migration: "0f3b", plan: "7c1d", vmID: vm-1630 }
    annotations: { original-name: Web 01, original-ID: vm-1630 }
    cpu:
      sockets: 2
      cores: 2
      features: [{ name: vmx, policy: optional }, { name: svm, policy: optional }]
    memory: 8Gi
    firmware: { uuid: null, serial: "42212f5e-3f3c-4b2a-9d0e-0c7c1f6f6a01", bootloader: efi-secure-boot }
    clock: { timezone: UTC }
    disks:
    - name: vol-0
      bus: virtio
      bootOrder: 1
      serial: "6000C29a"
      persistentVolumeClaim: { claimName: web-vol-0 }
    - name: vol-1
      device: lun
      bus: scsi
      reservation: true
      cache: none
      errorPolicy: report
      shareable: true
      persistentVolumeClaim: { claimName: web-vol-1 }
    networks:
    - { name: net-0, pod: {}, macAddress: "00:50:56:a1:b2:c3", model: virtio }
    - name: net-1
      multus: { networkName: shop/vlan20 }
      macAddress: "00:50:56:a1:b2:c4"
      model: virtio
      state: down
    inputs: [{ name: tablet, type: tablet, bus: virtio }]
    tpm: { enabled: false }
    preference: { name: rhel.9 }
    template:
      labels: { app: web }
      annotations: { vm.kubevirt.io/flavor: "", vm.kubevirt.io/os: "", vm.kubevirt.io/workload: "" }
`);
  });

  const domain = (type: string, more = '') => `<domain type='${type}'>
  <name>web</name><uuid>c7a5fdbd-cdaf-9455-926a-d65c16db1809</uuid><memory unit='GiB'>4</memory><vcpu>2</vcpu>
  <os><type arch='x86_64' machine='pc-q35-8.2'>hvm</type></os>
  <devices><disk type='file' device='disk'><source file='/images/web.qcow2'/><target dev='vda' bus='virtio'/></disk>${more}</devices>
</domain>`;

  test('a domain of libvirt becomes a VM, with what has to be done above it', async () => {
    const folder = folderOf({ 'vms/web.xml': domain('xen'), 'vms/other.xml': '<project/>', 'vms/db.yaml': vm('db') });
    const { code, stdout } = await polyvirt(folder, ['adopt', 'vms', '-f', 'json', '--kubevirt', '1.9']);
    const report = JSON.parse(stdout);
    expect([code, validate(report), validate.errors]).toEqual([0, true, null]);
    expect(report).toMatchObject({
      clusters: [{ declared: { VirtualMachine: 2 } }],
      foreign: [{ name: 'web', hypervisor: 'xen', differs: [] }],
    });
    expect(readFileSync(join(folder, 'polyvirt.yaml'), 'utf8')).toContain(
      '  # Bring /images/web.qcow2 to the claim web-vda.\n',
    );
  });

  test('what is no machine, or hostile, stops the adoption', async () => {
    const folder = folderOf({
      'a.xml': '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><domain>&a;</domain>',
      'b.ovf': '<project/>',
    });
    for (const [file, message] of [
      ['a.xml', 'document types are not read'],
      ['b.ovf', 'it is neither a domain of libvirt nor an OVF descriptor'],
    ] as const) {
      const { code, stderr } = await polyvirt(folder, ['adopt', file]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
  });
});

test('an object whose values have other forms than its fields is said by spec', async () => {
  const folder = folderOf({
    'a.yaml':
      'apiVersion: kubevirt.io/v1\nkind: KubeVirt\nmetadata: { name: kubevirt, namespace: kubevirt }\nspec: { configuration: { developerConfiguration: { featureGates: [{ a: 1 }, 7] } } }\n',
  });
  const { code, stderr } = await polyvirt(folder, ['adopt', 'a.yaml', '--name', 'edge']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('polyvirt check shows them: PV041 2')]);
  expect(readFileSync(join(folder, 'polyvirt.yaml'), 'utf8')).toContain('featureGates: [{ a: 1 }, 7]');
});

test('where there is no object nothing is adopted', async () => {
  const { code, stderr } = await polyvirt(folderOf({ 'vms/a.yaml': '{}' }), ['adopt', 'vms']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('there is no object to adopt')]);
});

test('where no object can be adopted nothing is written, and each is named', async () => {
  const folder = folderOf({ 'a.yaml': vm('no') });
  const { code, stderr } = await polyvirt(folder, ['adopt', 'a.yaml']);
  expect([code, stderr]).toEqual([
    1,
    `not adopted: VirtualMachine shop: its name is not a string: YAML 1.1 reads it as false; put it in quotes
error: there is no object to adopt: name manifests, or what kubectl get vm -A -o yaml printed.
`,
  ]);
  expect(existsSync(join(folder, 'polyvirt.yaml'))).toBe(false);
  const json = await polyvirt(folder, ['adopt', 'a.yaml', '-f', 'json']);
  expect([json.code, validate(JSON.parse(json.stdout)), validate.errors]).toEqual([1, true, null]);
});

test('items of a VirtualMachineList are VMs, as for kubectl apply', async () => {
  const item = vm('web').replace(/^apiVersion.*\nkind.*\n/, '');
  const folder = folderOf({
    'a.yaml': `apiVersion: kubevirt.io/v1\nkind: VirtualMachineList\nitems:\n- ${item.trimEnd().replaceAll('\n', '\n  ')}\n`,
  });
  const { code, stderr } = await polyvirt(folder, ['adopt', 'a.yaml', '--name', 'edge', '--kubevirt', '1.9']);
  expect([code, stderr]).toEqual([0, expect.stringContaining('edge: VirtualMachine 1\n')]);
});

test('a Template stays a manifest, and the report says how to adopt what it makes', async () => {
  const folder = folderOf({
    'a.yaml': `apiVersion: template.openshift.io/v1
kind: Template
metadata: { name: fedora }
objects:
- ${vm('x').trimEnd().replaceAll('\n', '\n  ')}
parameters: [{ name: NAME }]
`,
  });
  const { code, stderr } = await polyvirt(folder, ['adopt', 'a.yaml', '--name', 'edge', '--kubevirt', '1.9']);
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining(
      'edge: Template fedora stays a manifest: it makes objects only when it is processed: oc process --local -f a.yaml -p NAME=… -o yaml | polyvirt adopt -\n',
    ),
  ]);
});
