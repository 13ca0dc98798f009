import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../src/kube/object';
import { emitYaml } from '../../src/kube/yaml/emit';
import { isProblem, readYaml } from '../../src/kube/yaml/reader';
import type { MachinePoolDeclaration } from '../../src/machines/pool';
import { platformObjects } from '../../src/model/manifests/platform';
import type { PlatformDeclaration } from '../../src/model/platform';

/** The proposal's own example, without its mistakes: what server and controllers write, dots in names, a broken key. */
const EXAMPLE: MachinePoolDeclaration = {
  name: 'fervent-payne-worker-q5bwjq',
  clusterName: 'kmvh888v9h',
  infraNamespace: 'cluster-kmvh888v9h',
  replicas: 3,
  selector: { machine: 'md-kmvh888v9h-lvpfx9rptr' },
  node: { labels: { 'system/cluster': 'kmvh888v9h', 'system/project': 'f8vwtl5w7s' } },
  kubelet: '1.21.10',
  operatingSystem: 'centos',
  sshPublicKeys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA== someone@example.com'],
  cpus: '1',
  memory: '2Gi',
  primaryDisk: { size: '10Gi', storageClassName: 'local-path', osImage: 'http://10.107.208.71/centos.img' },
  dnsPolicy: 'None',
  dnsConfig: { nameservers: ['8.8.8.8'] },
};

const NODES = { type: 'soft', key: 'foo', values: ['bar1', 'bar2'] } as const;
const APART = { podAffinityPreset: '', podAntiAffinityPreset: 'soft', nodeAffinityPreset: NODES } as const;

/** What each generation can say of its presets: the proposal all four, no release the fourth. */
const GENERATIONS: Readonly<Record<string, { controller: string; pool: MachinePoolDeclaration }>> = {
  proposal: {
    controller: '1.45',
    pool: { ...EXAMPLE, dialect: 'proposal', presets: { ...APART, nodeAntiAffinityPreset: NODES } },
  },
  flat: { controller: '1.45', pool: EXAMPLE },
  presets: { controller: '1.54', pool: { ...EXAMPLE, presets: APART } },
  spread: { controller: '1.66.2', pool: { ...EXAMPLE, operatingSystem: 'ubuntu', presets: APART } },
};

const platform = (controller: string, pool: MachinePoolDeclaration): PlatformDeclaration => ({
  name: 'plant',
  target: { kubevirt: '1.9', machineController: controller },
  machines: [pool],
});

function synthesized(declaration: PlatformDeclaration) {
  const { objects, findings, context } = platformObjects(declaration);
  const all = objects.map(({ object }) => object);
  return {
    text: all.map((object) => `---\n${emitYaml(object)}`).join(''),
    findings: [...findings.map(({ finding }) => finding), ...checkObjects(all, context)],
  };
}

test.each(Object.entries(GENERATIONS))(
  'the example of the proposal for %s is what its golden file says',
  (name, { controller, pool }) => {
    const file = join(__dirname, 'golden', `${name}.yaml`);
    const { text } = synthesized(platform(controller, pool));
    expect(text).toBe(readFileSync(file, 'utf8'));
  },
);

test.each(Object.entries(GENERATIONS))(
  'the example of the proposal for %s is rejected by nobody',
  (_name, { controller, pool }) => {
    const { findings } = synthesized(platform(controller, pool));
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  },
);

test('no golden file has what only a cluster writes, or a secret', () => {
  for (const name of Object.keys(GENERATIONS)) {
    const text = readFileSync(join(__dirname, 'golden', `${name}.yaml`), 'utf8');
    expect(text).not.toMatch(/status:|uid:|resourceVersion:|generation:|creationTimestamp:|revision:|kubeconfig:/);
  }
});

const DISK = EXAMPLE.primaryDisk!;
const TAINT = { key: 'a', effect: 'NoSchedule' } as const;
const [FIRST] = EXAMPLE.sshPublicKeys!;
const SECOND = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIB== other@example.com';

/** Pairs that mean the same. Written in other bytes, each would replace every machine of the pool. */
test.each<[string, Partial<MachinePoolDeclaration>, Partial<MachinePoolDeclaration>]>([
  ['no placement and an empty one', {}, { placement: {}, presets: {} }],
  [
    'no preset and an empty type',
    {},
    { presets: { podAffinityPreset: '', nodeAffinityPreset: { type: '', key: 'a' } } },
  ],
  [
    'empty lists',
    {},
    { placement: { hard: [], spread: [], tolerations: [] }, secondaryDisks: [], sshPublicKeys: EXAMPLE.sshPublicKeys! },
  ],
  [
    'the order of values',
    { placement: { hard: [{ key: 'a', values: ['x', 'y'] }] } },
    { placement: { hard: [{ key: 'a', values: ['y', 'x', 'y'] }] } },
  ],
  [
    'zones and their label',
    { placement: { hard: [{ zones: ['z'] }] } },
    { placement: { hard: [{ key: 'topology.kubernetes.io/zone', values: ['z'] }] } },
  ],
  [
    'a preset and a placement',
    { presets: { nodeAffinityPreset: { type: 'hard', key: 'a', values: ['x'] } } },
    { placement: { hard: [{ key: 'a', values: ['x'] }] } },
  ],
  [
    'apart and an even spread',
    { placement: { apart: [{ type: 'soft' }] } },
    { placement: { spread: [{ type: 'soft', maxSkew: 1 }] } },
  ],
  [
    'the order of spreads',
    { placement: { spread: [{ type: 'soft' }, { type: 'hard', topologyKey: 'rack' }] } },
    { placement: { spread: [{ type: 'hard', topologyKey: 'rack' }, { type: 'soft' }] } },
  ],
  ['an amount of memory', { memory: '2Gi' }, { memory: '2048Mi' }],
  ['an amount of memory, in bytes', { memory: '2Gi' }, { memory: '2147483648' }],
  ['a size, by thousands', { primaryDisk: { ...DISK, size: '4G' } }, { primaryDisk: { ...DISK, size: '4000M' } }],
  ['a version of the kubelet', { kubelet: '1.34.1' }, { kubelet: 'v1.34.1' }],
  [
    'maps and lists with nothing in them',
    {},
    {
      dnsConfig: { nameservers: ['8.8.8.8'], searches: [], options: [] },
      location: {},
      primaryDisk: { ...DISK, extraHeaders: [] },
      node: { ...EXAMPLE.node, taints: [], annotations: {} },
    },
  ],
  [
    'the order of taints',
    { node: { taints: [TAINT, { ...TAINT, key: 'b' }] } },
    { node: { taints: [{ ...TAINT, key: 'b' }, TAINT] } },
  ],
  [
    'a key with a line break after it',
    { sshPublicKeys: EXAMPLE.sshPublicKeys! },
    { sshPublicKeys: [`${EXAMPLE.sshPublicKeys![0]}\n`] },
  ],
  [
    'the order of company and of tolerations',
    {
      placement: {
        apart: [{ type: 'hard' }, { type: 'hard', topologyKey: 'rack', labels: { a: '1', b: '2' } }],
        tolerations: [{ key: 'a', operator: 'Exists' }, { key: 'b' }],
      },
    },
    {
      placement: {
        apart: [{ type: 'hard', labels: { b: '2', a: '1' }, topologyKey: 'rack' }, { type: 'hard' }],
        tolerations: [{ key: 'b' }, { operator: 'Exists', key: 'a' }, { key: 'b' }],
      },
    },
  ],
  [
    'the same as placement and as preset',
    { placement: { soft: [{ key: 'a', values: ['x'] }], apart: [{ type: 'hard' }] } },
    {
      placement: { soft: [{ key: 'a', values: ['x'] }], apart: [{ type: 'hard' }] },
      presets: { podAntiAffinityPreset: 'hard', nodeAffinityPreset: { type: 'soft', key: 'a', values: ['x'] } },
    },
  ],
  ['an amount of processors', { cpus: '2' }, { cpus: '2000m' }],
  ['the order of keys', { sshPublicKeys: [FIRST!, SECOND] }, { sshPublicKeys: [SECOND, FIRST!, SECOND] }],
  [
    'defaults written out',
    {},
    {
      maxSurge: 1,
      maxUnavailable: 0,
      minReadySeconds: 0,
      revisionHistoryLimit: 1,
      paused: false,
      operatingSystemSpec: { distUpgradeOnBoot: false },
    },
  ],
])('%s are the same bytes', (_name, one, other) => {
  const text = (part: Partial<MachinePoolDeclaration>) =>
    synthesized(platform('1.66.2', { ...EXAMPLE, operatingSystem: 'ubuntu', ...part })).text;
  expect(text(other)).toBe(text(one));
  const capk = (part: Partial<MachinePoolDeclaration>) =>
    synthesized(
      platform('1.66.2', {
        ...EXAMPLE,
        ...part,
        dialect: 'capk',
        clusterApi: { bootstrap: { kind: 'KubeadmConfigTemplate', name: 'b' } },
      }),
    ).text;
  // What is rather apart and what is spread are two things to Kubernetes; and defaults of Cluster API replace nothing.
  if (!_name.startsWith('apart') && !_name.startsWith('defaults')) {
    expect(capk(other)).toBe(capk(one));
  }
});

test('with Cluster API another placement is another template, and another name of it', () => {
  const [template, machines] = [{}, { placement: { hard: [{ key: 'a' }] } }].map((part) =>
    platformObjects(
      platform('1.66.2', { ...EXAMPLE, ...part, dialect: 'capk', clusterApi: { bootstrap: { kind: 'K', name: 'b' } } }),
    ).objects.map(({ object }) => object),
  );
  const nameOf = (objects: KubeObject[] | undefined) => objects![0]!.metadata.name;
  expect(nameOf(template)).toMatch(/^fervent-payne-worker-q5bwjq-[0-9a-f]{8}$/);
  expect(nameOf(machines)).not.toBe(nameOf(template));
  expect(machines![1]).toMatchObject({
    kind: 'MachineDeployment',
    spec: { template: { spec: { infrastructureRef: { kind: 'KubevirtMachineTemplate', name: nameOf(machines) } } } },
  });
});

test('golden files are YAML as Kubernetes reads it', () => {
  for (const name of Object.keys(GENERATIONS)) {
    const documents = [...readYaml(readFileSync(join(__dirname, 'golden', `${name}.yaml`), 'utf8'))];
    expect(documents.some(isProblem)).toBe(false);
  }
});
