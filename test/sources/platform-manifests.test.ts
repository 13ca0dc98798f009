import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlatforms } from '../../src/sources/read-platforms';
import { appFolder, textsBelow, writeFiles } from '../app-folder';
import { polyvirt } from '../run-cli';

/** A folder of files alone. */
function platformFolder(files: Record<string, string>): string {
  const folder = appFolder(files);
  rmSync(join(folder, 'cdk8s.yaml'));
  return folder;
}

function platform(manifests: string, more = ''): string {
  return `apiVersion: polyvirt.io/v1
kind: Platform
metadata: { name: edge }
spec:
  target: { kubevirt: '1.9' }
  namespace: shop
  labels: { team: core }
  kubevirt: { defaultArchitecture: amd64 }
  manifests:
${manifests}${more}`;
}

const settings = (name: string, data = 'size: "1"') =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndata: { ${data} }\n`;

const vm = (name: string, memory = '1Gi') => `apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: ${name} }
spec:
  runStrategy: Halted
  template:
    spec:
      architecture: amd64
      domain:
        memory: { guest: ${memory} }
        devices: {}
`;

/** Names of the objects that a platform comes to, beside its KubeVirt, and its findings. */
function broughtIn(folder: string): { names: (string | undefined)[]; findings: string[] } {
  const { clusters, findings } = readPlatforms([join(folder, 'polyvirt.yaml')]);
  const told = [...findings, ...clusters.flatMap((cluster) => cluster.findings)];
  return {
    names: clusters.flatMap(({ objects }) =>
      objects.filter(({ object }) => object.kind !== 'KubeVirt').map(({ object }) => object.metadata.name),
    ),
    findings: told.map(({ code, file = '', line, what }) => `${code} ${file.replace(/.*\//, '')}:${line} ${what}`),
  };
}

test.each<{ entry: string; names: string[] }>([
  { entry: 'legacy/a.yaml', names: ['a'] },
  { entry: 'legacy', names: ['a', 'b', 'c'] },
  { entry: 'legacy/*.yaml', names: ['a', 'b'] },
  { entry: './legacy/?.yaml', names: ['a', 'b'] },
  { entry: 'legacy/**/*.json', names: ['c'] },
  { entry: 'legacy/**', names: ['a', 'b', 'c'] },
  { entry: 'legacy/**/**/deep/**', names: ['c'] },
  { entry: '**/{a,c}.*', names: ['a', 'c'] },
  { entry: '{legacy/a,legacy/deep/c}.{yaml,json}', names: ['a', 'c'] },
  { entry: 'odd[1]*.yaml', names: ['odd'] },
])('$entry names $names', ({ entry, names }) => {
  const folder = platformFolder({
    'legacy/a.yaml': settings('a'),
    'legacy/b.yaml': settings('b'),
    'legacy/deep/c.json': '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"}}',
    'legacy/.hidden.yaml': settings('hidden'),
    'legacy/README.md': '# about',
    'node_modules/x/a.yaml': settings('foreign'),
    'dist/edge/a.yaml': settings('written'),
    'odd[1]*.yaml': settings('odd'),
    'polyvirt.yaml': platform(`  - '${entry}'\n`),
  });
  expect(broughtIn(folder)).toEqual({ names, findings: [] });
});

test('objects come out as they are: without the namespace and the labels of the platform, read as Kubernetes reads', async () => {
  const folder = platformFolder({
    'legacy/all.yaml': `apiVersion: v1
kind: List
items:
- ${settings('one', 'country: "NO", mode: "0644"').trim().replaceAll('\n', '\n  ')}
---
---
apiVersion: kubevirt.io/v1
kind: VirtualMachine
metadata: { name: web, namespace: other }
spec:
  running: no
  template:
    spec:
      domain:
        memory: { guest: 1Gi }
        devices:
          interfaces: [{ name: default, masquerade: {}, model: e1000, macAddress: 02:00:00:00:00:01 }]
      networks: [{ name: default, pod: {} }]
`,
    'polyvirt.yaml': platform('  - legacy\n'),
  });
  const { code, stdout, stderr } = await polyvirt(folder, ['synth', '--stdout']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('error') });
  const documents = stdout.split('---\n');
  expect(documents.find((text) => text.includes('kind: ConfigMap'))).toBe(
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: one\ndata:\n  country: "NO"\n  mode: "0644"\n',
  );
  const web = documents.find((text) => text.includes('kind: VirtualMachine'))!;
  expect(web).toContain('metadata:\n  name: web\n  namespace: other\nspec:\n  running: false\n');
  expect(web).toContain('macAddress: "02:00:00:00:00:01"');
  expect(web).toContain('model: "e1000"');
});

test('a finding about an object is shown at its line: in the file, in a List, and in the platform file', async () => {
  const folder = platformFolder({
    'legacy/list.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${vm('listed', '1Gx').trim().replaceAll('\n', '\n  ')}\n`,
    'polyvirt.yaml': platform(
      `  - legacy/list.yaml\n  - apiVersion: kubevirt.io/v1\n    kind: VirtualMachine\n    metadata: { name: inline }\n    spec: { bogus: 1, runStrategy: Halted, template: { spec: { domain: { devices: {} } } } }\n`,
    ),
  });
  const { code, stderr } = await polyvirt(folder, ['synth']);
  expect(code).toBe(1);
  expect(stderr).toContain(
    'VirtualMachine listed at legacy/list.yaml:13:28, spec.template.spec.domain.memory.guest: "1Gx"',
  );
  expect(stderr).toContain('VirtualMachine inline at polyvirt.yaml:14:20, spec.manifests[inline].spec.bogus');
  expect(stderr).toContain('Nothing was written');
  expect(Object.keys(textsBelow(folder)).filter((name) => name.startsWith('dist'))).toEqual([]);
});

test.each<{ what: string; entry: string; files: Record<string, string>; finding: string }>([
  {
    what: 'a file that is missing',
    entry: 'no.yaml',
    files: {},
    finding: 'PV034 polyvirt.yaml:10 no.yaml cannot be read: it does not exist',
  },
  {
    what: 'a path that leads out',
    entry: '../other.yaml',
    files: {},
    finding: 'PV034 polyvirt.yaml:10 ../other.yaml cannot be read: it is outside of the folder of the platform',
  },
  {
    what: 'an absolute path',
    entry: '/etc/*',
    files: {},
    finding: 'PV034 polyvirt.yaml:10 /etc/* cannot be read: it is outside of the folder of the platform',
  },
  {
    what: 'what git keeps',
    entry: '.git/config.yaml',
    files: { '.git/config.yaml': settings('a') },
    finding: 'PV034 polyvirt.yaml:10 .git/config.yaml cannot be read: it is what git keeps for itself',
  },
  {
    what: 'an address',
    entry: 'https://example.org/a.yaml',
    files: {},
    finding: 'PV034 polyvirt.yaml:10 it is an address, and polyvirt does not use the network',
  },
  {
    what: 'a glob without a match',
    entry: 'legacy/*.yaml',
    files: {},
    finding: 'PV051 polyvirt.yaml:10 legacy/*.yaml matches no YAML or JSON file',
  },
  {
    what: 'a file without objects',
    entry: 'empty.yaml',
    files: { 'empty.yaml': '# nothing\n---\n{}\n' },
    finding: 'PV051 polyvirt.yaml:10 there is no object in what empty.yaml names',
  },
  {
    what: 'values',
    entry: 'a.yaml',
    files: { 'a.yaml': `${settings('a')}---\nimage: x\n` },
    finding: 'PV051 a.yaml:6 this is not an object: it has no apiVersion, kind and metadata',
  },
  {
    what: 'a kustomization',
    entry: '*.yaml',
    files: {
      'kustomization.yaml': 'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: []\n',
    },
    finding: 'PV051 kustomization.yaml:1 this is the file of a tool, not an object of a cluster',
  },
  { what: 'broken YAML', entry: 'a.yaml', files: { 'a.yaml': 'a: b: c' }, finding: 'PV030 a.yaml:1' },
  {
    what: 'a key twice',
    entry: 'a.yaml',
    files: { 'a.yaml': `${settings('a')}data: {}\n` },
    finding: 'PV030 a.yaml:5',
  },
  {
    what: 'a huge file',
    entry: 'a.yaml',
    files: { 'a.yaml': `# ${'x'.repeat(17 << 20)}` },
    finding: 'PV034 a.yaml:undefined it is larger than 16 MiB',
  },
])('$what is one finding', ({ entry, files, finding }) => {
  const folder = platformFolder({ ...files, 'polyvirt.yaml': platform(`  - '${entry}'\n`) });
  const { findings } = broughtIn(folder);
  const own = findings.filter((text) => !text.includes('polyvirt.yaml:1 this is a platform'));
  expect(own).toEqual([expect.stringContaining(finding)]);
});

test('links are followed within the folder only', () => {
  const outside = platformFolder({ 'secret.yaml': settings('secret') });
  const folder = platformFolder({ 'real/a.yaml': settings('a'), 'polyvirt.yaml': platform('  - legacy\n') });
  mkdirSync(join(folder, 'legacy'));
  symlinkSync('../real/a.yaml', join(folder, 'legacy/a.yaml'));
  expect(broughtIn(folder)).toEqual({ names: ['a'], findings: [] });
  symlinkSync(join(outside, 'secret.yaml'), join(folder, 'legacy/b.yaml'));
  symlinkSync('nowhere.yaml', join(folder, 'legacy/c.yaml'));
  expect(broughtIn(folder).findings).toEqual([
    'PV034 b.yaml:undefined it is outside of the folder of the platform, where a link leads',
    'PV034 c.yaml:undefined it is a link to nowhere.yaml, which does not exist',
  ]);
  writeFiles(folder, { 'polyvirt.yaml': platform('  - linked\n') });
  symlinkSync(outside, join(folder, 'linked'));
  expect(broughtIn(folder).findings).toEqual([expect.stringContaining('outside of the folder')]);
});

test('an object that the platform declares and a file brings is told once; a file that two entries name is brought once', async () => {
  const folder = platformFolder({
    'a.yaml': `${settings('a')}---\n${vm('web')}`,
    'polyvirt.yaml': platform(
      '  - a.yaml\n  - "*a.yaml"\n',
      '  virtualMachines: [{ name: web, architecture: amd64, memory: 1Gi }]\n',
    ).replace('  namespace: shop\n', ''),
  });
  const { code, stderr } = await polyvirt(folder, ['synth']);
  expect(code).toBe(1);
  expect(stderr.match(/PV801/g)).toHaveLength(1);
  expect(stderr).toContain('PV801 VirtualMachine web at a.yaml:8:19, metadata.name');
});

test('VMs that are alike are written each as it is', async () => {
  const folder = platformFolder({
    'a.yaml': [
      vm('one'),
      vm('two'),
      vm('three').replace('  runStrategy: Halted\n', '').concat('  runStrategy: Halted\n'),
    ].join('---\n'),
    'polyvirt.yaml': platform('  - a.yaml\n'),
  });
  expect((await polyvirt(folder, ['synth'])).code).toBe(0);
  const texts = textsBelow(join(folder, 'dist/edge'));
  const written = Object.entries(texts).filter(([name]) => name.includes('irtual'));
  expect(written.map(([, text]) => text.replace(/name: \w+/, 'name: x')).every((text, _, all) => text === all[0])).toBe(
    true,
  );
  expect(written).toHaveLength(3);
});

test('check of the folder judges what a platform brings once, as part of it', async () => {
  const folder = platformFolder({
    'legacy/a.yaml': vm('old', '1Gx'),
    'legacy/b.yaml': 'a: b: c',
    'loose.yaml': settings('loose'),
    'polyvirt.yaml': platform('  - legacy\n', '  argocd: { waves: true }\n'),
  });
  for (const args of [['check', '.'], ['check', 'polyvirt.yaml', 'legacy'], ['check']]) {
    const { stdout } = await polyvirt(folder, [...args, '-f', 'json']);
    const { findings } = JSON.parse(stdout) as { findings: { code: string; file: string }[] };
    expect(findings.map(({ code, file }) => `${code} ${file}`).sort()).toEqual([
      'PV030 legacy/b.yaml',
      'PV042 legacy/a.yaml',
    ]);
  }
});

test('review does not call what a platform brings something beside it', async () => {
  const files = {
    'legacy/a.yaml': settings('a'),
    'beside.yaml': settings('beside'),
    'polyvirt.yaml': platform('  - legacy\n'),
  };
  const [before, after] = [
    platformFolder(files),
    platformFolder({ ...files, 'legacy/a.yaml': settings('a', 'size: "2"') }),
  ];
  const { stdout } = await polyvirt(before, ['review', before, after, '-f', 'json']);
  const { changes, notJudged } = JSON.parse(stdout) as {
    changes: { object: { kind: string } }[];
    notJudged: { name: string }[];
  };
  expect(changes.map(({ object }) => object.kind)).toEqual(['ConfigMap']);
  expect(notJudged.map(({ name }) => name.replace(/.*\//, ''))).toEqual(['beside.yaml']);
});

test('a Secret in a file is not told', async () => {
  const folder = platformFolder({
    'a.yaml':
      'apiVersion: v1\nkind: Secret\nmetadata: { name: s }\nstringData: { password: hunter2-hunter2 }\nbogus: hunter2-hunter2\n',
    'polyvirt.yaml': platform('  - a.yaml\n'),
  });
  const { stderr } = await polyvirt(folder, ['check']);
  expect(stderr).not.toContain('hunter2');
});

test('kinds that no CRD describes are named', async () => {
  const folder = platformFolder({
    'a.yaml': 'apiVersion: example.org/v1\nkind: Widget\nmetadata: { name: w }\nspec: {}\n',
    'polyvirt.yaml': platform('  - a.yaml\n'),
  });
  expect((await polyvirt(folder, ['check'])).stderr).toContain(
    'of kinds that are not judged: 1, of example.org/v1 Widget',
  );
});

describe('what is known of a fleet', () => {
  const files = () => ({
    'legacy/a.yaml': settings('a'),
    'polyvirt.yaml': platform('  - legacy/*.yaml\n'),
    'clusters/west.yaml': platform('  - ../legacy/a.yaml\n').replace('name: edge', 'name: west'),
  });
  const wait = () => new Promise((resolve) => setTimeout(resolve, 50));

  test('a file that is new in a glob, changed or gone is noticed', async () => {
    const folder = platformFolder(files());
    const env = { POLYVIRT_CACHE: join(appFolder(), 'cache') };
    const synth = async () => {
      await wait();
      const { code, stderr } = await polyvirt(folder, ['synth'], env);
      expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' });
      const cached = textsBelow(join(folder, 'dist'));
      expect((await polyvirt(folder, ['synth', '--check'], { POLYVIRT_SPEED: 'off' })).code).toBe(0);
      return Object.keys(cached)
        .filter((name) => /ConfigMap|configmap/.test(name))
        .map((name) => name.split('/')[0]);
    };
    expect(await synth()).toEqual(['edge', 'west']);
    expect(await synth()).toEqual(['edge', 'west']);
    writeFileSync(join(folder, 'legacy/b.yaml'), settings('b'));
    expect(await synth()).toEqual(['edge', 'edge', 'west']);
    writeFileSync(join(folder, 'legacy/a.yaml'), settings('a', 'size: "2"'));
    expect(await synth()).toEqual(['edge', 'edge', 'west']);
    rmSync(join(folder, 'legacy/b.yaml'));
    expect(await synth()).toEqual(['edge', 'west']);
  });
});
