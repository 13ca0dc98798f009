import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appFolder, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

const vm = (name: string, spec: string) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: {name: ${name}, namespace: shop}
spec:
  runStrategy: Always
  template:
    spec: ${spec}
---
`;
const node = (name: string, architecture: string, labels = '') => `- apiVersion: v1
  kind: Node
  metadata: {name: ${name}, labels: {kubernetes.io/arch: ${architecture}${labels}}}
  status: {nodeInfo: {architecture: ${architecture}, kubeletVersion: v1.33.2}}
`;
const NODES = `apiVersion: v1\nkind: List\nitems:\n${node('a', 'arm64', ', rack: "1"')}${node('b', 'arm64')}`;
const KUBEVIRT = `- apiVersion: kubevirt.io/v1
  kind: KubeVirt
  metadata: {name: kubevirt, namespace: kubevirt}
  spec: {}
  status: {observedKubeVirtVersion: v1.6.2, defaultArchitecture: arm64}
`;
const BIOS = vm('bios', '{domain: {firmware: {bootloader: {bios: {}}}, devices: {}, memory: {guest: 1Gi}}}');
const PLATFORM = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: {name: plant}
spec:
  target: {kubevirt: "1.8"}
  nodes: [{pool: arm, architecture: arm64, zones: [a]}]
  kubevirt: {}
  findings: {severity: {PV501: warning}}
  virtualMachines: [{name: own, memory: 1Gi}]
`;
const LOST = vm(
  'lost',
  '{nodeSelector: {topology.kubernetes.io/zone: b}, domain: {devices: {}, memory: {guest: 1Gi}}}',
);

/** Without a platform of its own, since checks look for one where they stand. */
function folderWith(files: Record<string, string>): string {
  const folder = join(appFolder(), 'work');
  writeFiles(folder, { keep: '', ...files });
  return folder;
}

const lines = (text: string) => text.split('\n').filter((line) => /^(error|warning|info) /.test(line));
const last = (text: string) => text.trimEnd().split('\n').at(-1);

test('--nodes: the only architecture there is, and what the VM selects', async () => {
  const folder = folderWith({
    'nodes.yaml': NODES,
    'vms.yaml': BIOS + vm('rack', '{nodeSelector: {rack: "2"}, domain: {devices: {}, memory: {guest: 1Gi}}}'),
  });
  const { code, stderr } = await polyvirt(folder, ['check', '--nodes', 'nodes.yaml', 'vms.yaml']);
  expect(code).toBe(1);
  expect(lines(stderr).map((line) => line.slice(0, 45))).toEqual([
    'error PV105 VirtualMachine shop/bios at vms.y',
    'error PV501 VirtualMachine shop/rack at vms.y',
  ]);
  expect(last(stderr)).toBe('2 objects for KubeVirt 1.9 on 2 nodes; findings: 2 errors');
});

test('--cluster: releases, nodes and what is there already come from one file', async () => {
  const volume = vm(
    'volume',
    '{architecture: arm64, domain: {devices: {}, memory: {guest: 1Gi}}, volumes: [{name: v, dataVolume: {name: os}}]}',
  );
  const dataVolume = `- apiVersion: cdi.kubevirt.io/v1beta1\n  kind: DataVolume\n  metadata: {name: os, namespace: shop}\n`;
  const folder = folderWith({ 'cluster.yaml': NODES + KUBEVIRT + dataVolume, 'vms.yaml': BIOS + volume });
  const { stderr } = await polyvirt(folder, ['check', '--cluster', 'cluster.yaml', 'vms.yaml']);
  expect(lines(stderr)).toEqual([expect.stringContaining('PV105 VirtualMachine shop/bios')]);
  expect(last(stderr)).toBe('2 objects for KubeVirt 1.6.2 on 2 nodes; findings: 1 error');
  const newer = await polyvirt(folder, ['check', '--cluster', 'cluster.yaml', '--kubevirt', '1.9', 'vms.yaml']);
  expect(last(newer.stderr)).toContain('for KubeVirt 1.9 on 2 nodes');
});

test.each<[string, string[], string]>([
  ['no nodes', ['--nodes', 'vms.yaml', 'vms.yaml'], 'PV034'],
  ['no file', ['--nodes', 'none.yaml', 'vms.yaml'], 'PV034'],
  ['an empty snapshot', ['--cluster', 'keep', 'vms.yaml'], 'PV034'],
  ['not a severity', ['--severity', 'PV501=loud', 'vms.yaml'], 'PV038'],
  ['not a code', ['--severity', 'PV999=error', 'vms.yaml'], 'PV038'],
  ['what cannot be softened', ['--severity', 'PV801=info', 'vms.yaml'], 'PV038'],
  ['no baseline', ['--baseline', 'none.json', 'vms.yaml'], 'PV039'],
  ['nowhere to write it', ['--write-baseline', 'vms.yaml'], '--baseline FILE'],
  ['nodes for nothing', ['--nodes', 'nodes.yaml'], 'name the files'],
  ['a release for nothing', ['--kubevirt', '1.6'], 'name the files'],
  ['CRDs for nothing', ['--crds', 'nodes.yaml', '--hco', '1.18'], '--hco and --crds say'],
  ['nothing at all', [], 'polyvirt check manifests/'],
])('%s is a mistake of the call', async (_name, args, expected) => {
  const folder = folderWith({ 'vms.yaml': BIOS, 'nodes.yaml': NODES });
  expect(await polyvirt(folder, ['check', ...args])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(expected),
  });
});

test('a platform at hand says target, nodes and policy', async () => {
  const folder = folderWith({ 'polyvirt.yaml': PLATFORM, 'vms.yaml': LOST });
  const { code, stderr } = await polyvirt(folder, ['check', 'vms.yaml']);
  expect(lines(stderr)).toEqual([expect.stringContaining('warning PV501 VirtualMachine shop/lost at vms.yaml:7:')]);
  expect(last(stderr)).toBe('1 object for KubeVirt 1.8 on 1 node of plant; findings: 1 warning');
  expect(code).toBe(0);
  expect((await polyvirt(folder, ['check', '--strict', 'vms.yaml'])).code).toBe(1);
  expect((await polyvirt(folder, ['check', '--severity', 'PV501=error', 'vms.yaml'])).code).toBe(1);
  expect(last((await polyvirt(folder, ['check', '--no-platform', 'vms.yaml'])).stderr)).toBe(
    '1 object for KubeVirt 1.9; findings: none',
  );
  expect(last((await polyvirt(join(folder, '..'), ['check', '--platform', 'work', 'work/vms.yaml'])).stderr)).toContain(
    'of plant',
  );
});

test('what is said of the cluster goes on top of what the platform says', async () => {
  const folder = folderWith({ 'polyvirt.yaml': PLATFORM, 'vms.yaml': LOST, 'nodes.yaml': NODES });
  const about = async (...args: string[]) => last((await polyvirt(folder, ['check', ...args, 'vms.yaml'])).stderr);
  expect(await about('--cdi', '1.62')).toContain('for KubeVirt 1.8 on 1 node of plant');
  expect(await about('--cluster', 'nodes.yaml')).toContain('for KubeVirt 1.8 on 2 nodes of plant');
  expect(await about('--kubevirt', '1.6')).toContain('for KubeVirt 1.6 on 1 node');
});

test('the platform itself is judged where no file is named, and where its file is', async () => {
  const folder = folderWith({
    'polyvirt.yaml': PLATFORM.replace('memory: 1Gi', 'memory: 1Gi, nodeSelector: {topology.kubernetes.io/zone: b}'),
  });
  for (const args of [['check'], ['check', '.'], ['check', 'polyvirt.yaml']]) {
    const { stderr } = await polyvirt(folder, args);
    expect(lines(stderr)).toEqual([expect.stringContaining('warning PV501 VirtualMachine own at polyvirt.yaml:9:')]);
    expect(last(stderr)).toContain('2 objects for');
  }
});

test('of several platforms, files belong to the one whose folder they are in', async () => {
  const second = PLATFORM.replace('plant', 'mill').replace('zones: [a]', 'zones: [b]');
  const folder = folderWith({
    'polyvirt.yaml': `${PLATFORM}---\n${second}`,
    'dist/plant/a.yaml': LOST,
    'dist/mill/a.yaml': LOST,
  });
  const { stderr } = await polyvirt(folder, ['check', 'dist']);
  expect(lines(stderr)).toEqual([expect.stringContaining('at dist/plant/a.yaml')]);
  expect(last(stderr)).toBe(
    '2 objects for the platforms plant, mill, files in no folder of theirs for KubeVirt 1.9, 2 clusters: mill, plant, by folder; findings: 1 warning',
  );
});

test('a baseline hides what is known, and only that', async () => {
  const folder = folderWith({ 'nodes.yaml': NODES, 'vms.yaml': BIOS });
  const check = (...args: string[]) =>
    polyvirt(folder, ['check', '--nodes', 'nodes.yaml', '--baseline', 'known.json', ...args, 'vms.yaml']);
  expect(await check('--write-baseline')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('known by known.json: 1'),
  });
  expect(JSON.parse(readFileSync(join(folder, 'known.json'), 'utf8'))).toEqual({
    findings: [
      {
        code: 'PV105',
        object: { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', namespace: 'shop', name: 'bios' },
        path: 'spec.template.spec.domain.firmware.bootloader.bios',
        count: 1,
      },
    ],
  });
  writeFiles(folder, { 'vms.yaml': `# moved\n\n${BIOS}${BIOS.replace('bios,', 'other,')}` });
  const { code, stderr } = await check();
  expect(code).toBe(1);
  expect(lines(stderr)).toEqual([expect.stringContaining('shop/other')]);
  writeFiles(folder, { 'vms.yaml': vm('fine', '{architecture: arm64, domain: {devices: {}, memory: {guest: 1Gi}}}') });
  expect(last((await check()).stderr)).toContain('known by known.json: 0, 1 in it are no more');
});

test('each object allows its own part of what is told once', async () => {
  const vm = (name: string, allowed: boolean) => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata:
  name: ${name}
${allowed ? '  annotations: {polyvirt.io/allow: "PV805 until 2999-12-31: made by hand"}' : ''}
spec:
  runStrategy: Always
  template: {spec: {architecture: amd64, domain: {devices: {}, memory: {guest: 1Gi}}, volumes: [{name: a, secret: {secretName: key}}]}}
`;
  const said = async (...allowed: boolean[]) => {
    const texts = allowed.map((each, i) => vm(`vm-${i}`, each));
    return (await polyvirt(folderWith({ 'a.yaml': texts.join('---\n') }), ['check', 'a.yaml'])).stderr;
  };
  expect(await said(false, false, false)).toContain('3 references lead to it');
  expect(await said(true, false, false)).toMatch(/PV805 VirtualMachine vm-1[\s\S]*2 references lead to it/);
  expect(await said(false, true, false)).toMatch(/PV805 VirtualMachine vm-0[\s\S]*2 references lead to it/);
  expect(await said(true, true, true)).toBe('3 objects for KubeVirt 1.9; findings: none\n');
});

test('the patches of a kustomization are not objects, and are named', async () => {
  const VM = `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: {name: web}
spec: {runStrategy: Always, template: {spec: {architecture: amd64, domain: {devices: {}, memory: {guest: 1Gi}}}}}
`;
  const part = 'apiVersion: kubevirt.io/v1\nkind: VirtualMachine\nmetadata: {name: web}\nspec: {template: {}}\n';
  const folder = folderWith({
    'base/vm.yaml': VM,
    'base/kustomization.yaml': 'resources: [vm.yaml]\n',
    'edge/kustomization.yaml':
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [../base]\n' +
      'patches: [{path: cpu.yaml}, {patch: "- op: add"}]\npatchesStrategicMerge: [more/memory.yaml]\n',
    'edge/cpu.yaml': part,
    'edge/more/memory.yaml': part,
  });
  const { code, stderr } = await polyvirt(folder, ['check', '.']);
  expect({ code, line: last(stderr) }).toEqual({
    code: 0,
    line:
      '1 object for KubeVirt 1.9; findings: none in what was judged; not judged: base/kustomization.yaml, ' +
      'edge/kustomization.yaml',
  });
});

test('what the platform at hand knows of gates counts for its files', async () => {
  const kubevirt = `apiVersion: kubevirt.io/v1
kind: KubeVirt
metadata: {name: kubevirt, namespace: kubevirt}
spec: {configuration: {developerConfiguration: {featureGates: [Ours, CPUManager]}}}
`;
  const platform = `apiVersion: polyvirt.io/v1
kind: Platform
metadata: {name: plant}
spec:
  target: {kubevirt: "1.9"}
  nodes: [{pool: z, architecture: s390x}]
  supportByArch: {Ours: {stage: Alpha, s390x: Supported}, CPUManager: {s390x: Supported}}
`;
  const folder = folderWith({ 'kubevirt.yaml': kubevirt, 'plant.yaml': platform });
  const { stderr } = await polyvirt(folder, ['check', '--platform', 'plant.yaml', 'kubevirt.yaml']);
  expect(lines(stderr)).toEqual([]);
});

test('a mistake in the platform of the folder that is checked is said once', async () => {
  const folder = folderWith({ 'polyvirt.yaml': PLATFORM.replace('name: own,', 'name: own, memory_: 1,') });
  const { code, stderr } = await polyvirt(folder, ['check', '.']);
  expect(code).toBe(1);
  expect(stderr.match(/PV031/g)).toHaveLength(1);
});
