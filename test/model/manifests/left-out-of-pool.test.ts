import type { MachinePoolDeclaration } from '../../../src/machines/pool';
import { leftOutOfMachinePool, machinePool } from '../../../src/model/manifests/machine-pool';
import { platformObjects } from '../../../src/model/manifests/platform';

const POOL: MachinePoolDeclaration = {
  name: 'workers',
  dialect: 'capk',
  clusterName: 'north',
  kubelet: '1.34.1',
  cores: 2,
  memory: '4Gi',
  primaryDisk: { size: '25Gi', storageClassName: 'fast', osImage: 'claim' },
  clusterApi: { bootstrap: { kind: 'KubeadmConfigTemplate', name: 'workers' } },
};

const contextFor = (machineController: string) =>
  platformObjects({ name: 'plant', target: { kubevirt: '1.9', machineController } }).context;
const context = contextFor('1.66.2');
const found = (pool: MachinePoolDeclaration) =>
  leftOutOfMachinePool(pool, context).map(({ code, severity, path }) => `${code} ${severity} ${path}`);

test.each<[string, Partial<MachinePoolDeclaration>, string[]]>([
  ['a pool with all that is needed', {}, []],
  [
    'what only the machine-controller knows',
    {
      projectID: 'a',
      operatingSystem: 'ubuntu',
      sshPublicKeys: ['ssh-ed25519 AAAA a'],
      kubeconfig: { namespace: 'a', name: 'b', key: 'c' },
      location: { zone: 'z' },
      providerNetwork: { subnet: 's' },
      node: { taints: [{ key: 'a', effect: 'NoSchedule' }], annotations: { a: 'b' } },
    },
    [
      'projectID',
      'kubeconfig',
      'operatingSystem',
      'sshPublicKeys',
      'location',
      'providerNetwork',
      'node.annotations',
      'node.taints',
    ],
  ],
  ['empty lists, which say nothing', { sshPublicKeys: [], location: {}, node: { taints: [], labels: {} } }, []],
  [
    'labels that never reach a node',
    { node: { labels: { rack: 'r1', 'a.node.cluster.x-k8s.io/b': '' } } },
    ['node.labels'],
  ],
  ['labels that do', { node: { labels: { 'node-role.kubernetes.io/edge': '', 'node.cluster.x-k8s.io/a': 'b' } } }, []],
  [
    'what a newer version has no more',
    { revisionHistoryLimit: 3, clusterApi: { ...POOL.clusterApi!, version: 'v1beta2' } },
    ['revisionHistoryLimit'],
  ],
])('%s', (_name, part, paths) => {
  expect(found({ ...POOL, ...part })).toEqual(
    paths.map((path) => `PV907 ${path === 'node.labels' ? 'warning' : 'error'} ${path}`),
  );
});

test('options of Cluster API and a project that the controller does not know are not passed over', () => {
  const { clusterApi, ...pool } = { ...POOL, dialect: 'machine-controller' as const, projectID: 'p' };
  expect(found({ ...pool, clusterApi: clusterApi! })).toEqual(['PV907 error clusterApi']);
  const { cores, ...rest } = pool;
  expect(leftOutOfMachinePool({ ...rest, cpus: '2' }, contextFor('1.60')).map(({ path }) => path)).toEqual([
    'projectID',
  ]);
});

interface MachineSpec {
  readonly dataVolumeTemplates: { readonly spec: { readonly source: object } }[];
  readonly template: { readonly metadata: object };
}

test('with Cluster API a claim has a namespace, headers are sent, and annotations reach the machines', () => {
  const specOf = (pool: MachinePoolDeclaration) => {
    const [template] = machinePool(pool, context) as unknown as [
      { spec: { template: { spec: { virtualMachineTemplate: { spec: MachineSpec } } } } },
    ];
    return template.spec.template.spec.virtualMachineTemplate.spec;
  };
  const sourceOf = (pool: MachinePoolDeclaration) => specOf(pool).dataVolumeTemplates[0]!.spec.source;
  expect(sourceOf({ ...POOL, namespace: 'clusters' })).toEqual({ pvc: { name: 'claim', namespace: 'clusters' } });
  expect(sourceOf({ ...POOL, infraNamespace: 'infra' })).toEqual({ pvc: { name: 'claim', namespace: 'infra' } });
  const http = { ...POOL.primaryDisk!, osImage: 'http://a/b.img', extraHeaders: ['a: b'], extraHeadersSecretRef: 's' };
  expect(sourceOf({ ...POOL, primaryDisk: http })).toEqual({
    http: { url: 'http://a/b.img', extraHeaders: ['a: b'], secretExtraHeaders: ['s'] },
  });
  expect(specOf({ ...POOL, template: { annotations: { a: 'b' } } }).template.metadata).toEqual({
    annotations: { a: 'b' },
    labels: { md: 'workers' },
  });
});
