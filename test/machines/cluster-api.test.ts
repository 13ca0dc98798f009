import { checkObjects } from '../../src/cluster/judge/apply-rules';
import { unjudgedKinds } from '../../src/cluster/judge/judged';
import { checkNamesAcross, poolNamesOf } from '../../src/cluster/shared-names';
import type { KubeObject } from '../../src/kube/object';
import { clusterApiObjects } from '../../src/machines/cluster-api';
import { poolsIn } from '../../src/machines/made-pool';
import type { MachinePoolDeclaration } from '../../src/machines/pool';
import { poolNodes } from '../../src/target/node-pool';
import { deployment } from './deployment';

const POOL: MachinePoolDeclaration = {
  name: 'workers',
  namespace: 'clusters',
  clusterName: 'north',
  kubelet: '1.34.1',
  cores: 2,
  memory: '4Gi',
  primaryDisk: { size: '25Gi', storageClassName: 'fast', osImage: 'http://images.example.com/ubuntu.img' },
  clusterApi: { bootstrap: { kind: 'KubeadmConfigTemplate', name: 'b' } },
};

const target = { kubevirt: '1.9', cdi: '1.65', machineController: '1.66.2' };
const nodes = (count: number, pool = 'a') => poolNodes({ pool, architecture: 'amd64', count });
const found = (objects: readonly KubeObject[], count = 3) =>
  checkObjects(objects, { target, nodes: nodes(count) }).map(
    ({ code, severity, path }) => `${code} ${severity} ${path}`,
  );

/** A pool with something else at a path of its MachineDeployment or of its template. */
function withValue(
  [template, pool]: KubeObject[],
  of: 'template' | 'pool',
  path: string,
  value: unknown,
): KubeObject[] {
  const copy = JSON.parse(JSON.stringify(of === 'pool' ? pool : template)) as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop()!;
  let at = copy;
  for (const step of steps) {
    at[step] ??= {};
    at = at[step] as Record<string, unknown>;
  }
  at[last] = value;
  return of === 'pool' ? [template!, copy as unknown as KubeObject] : [copy as unknown as KubeObject, pool!];
}

const old = clusterApiObjects(POOL);
const newer = clusterApiObjects({ ...POOL, clusterApi: { ...POOL.clusterApi!, version: 'v1beta2' } });
const VM = 'spec.template.spec.virtualMachineTemplate.spec';

test('what polyvirt writes for either version is well, and judged', () => {
  expect(found(old)).toEqual([]);
  expect(found(newer)).toEqual([]);
  expect(unjudgedKinds([...old, ...newer], undefined)).toEqual(new Map());
});

test.each<[KubeObject[], 'template' | 'pool', string, unknown, string[]]>([
  [old, 'pool', 'spec.rollout', {}, ['PV040 error spec.rollout']],
  [newer, 'pool', 'spec.strategy', {}, ['PV040 error spec.strategy']],
  [newer, 'pool', 'spec.revisionHistoryLimit', 1, ['PV040 error spec.revisionHistoryLimit']],
  [
    newer,
    'pool',
    'spec.template.spec.infrastructureRef.apiVersion',
    'a/v1',
    ['PV040 error spec.template.spec.infrastructureRef.apiVersion'],
  ],
  [old, 'pool', 'spec.paused', 'yes', ['PV041 error spec.paused']],
  [old, 'pool', 'spec.replicas', -1, ['PV603 error spec.replicas']],
  [old, 'pool', 'spec.strategy.type', 'OnDelete', []],
  [newer, 'pool', 'spec.rollout.strategy.type', 'Never', ['PV603 error spec.rollout.strategy.type']],
  [old, 'pool', 'spec.clusterName', 'south', ['PV603 error spec.template.spec.clusterName']],
  [old, 'pool', 'spec.template.spec.version', '1.34', ['PV603 error spec.template.spec.version']],
  [old, 'pool', 'spec.template.spec.bootstrap', {}, ['PV043 error spec.template.spec.bootstrap.configRef']],
  [old, 'pool', 'spec.template.spec.failureDomain', 'z', ['PV601 warning spec.template.spec.failureDomain']],
  [old, 'pool', 'metadata.name', 'a.b', ['PV604 error metadata.name']],
  [old, 'pool', 'metadata.uid', 'a', ['PV609 warning metadata.uid']],
  [
    old,
    'pool',
    'spec.template.spec.infrastructureRef.name',
    'other',
    ['PV805 warning spec.template.spec.infrastructureRef.name'],
  ],
  [
    old,
    'template',
    'spec.template.spec.virtualMachineBootstrapCheck.checkStrategy',
    'SSH',
    ['PV042 error spec.template.spec.virtualMachineBootstrapCheck.checkStrategy'],
  ],
  [
    old,
    'template',
    `${VM}.template.spec.domain.memory.guset`,
    '1Gi',
    [`PV040 error ${VM}.template.spec.domain.memory.guset`],
  ],
  [old, 'template', `${VM}.template.spec.nodeSelector`, { rack: 'r9' }, []],
  [old, 'template', `${VM}.template.spec.architecture`, 's390x', [`PV107 error ${VM}.template.spec.architecture`]],
  [
    old,
    'template',
    `${VM}.template.spec.topologySpreadConstraints`,
    [{ maxSkew: 0, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: {} }],
    [`PV512 error ${VM}.template.spec.topologySpreadConstraints[0].maxSkew`],
  ],
])('any YAML of Cluster API: case %#', (objects, of, path, value, expected) => {
  expect(found(withValue(objects, of, path, value))).toEqual(expected);
});

test('machines of Cluster API that must be apart need as many hosts', () => {
  const pool = (more: Partial<MachinePoolDeclaration>) =>
    clusterApiObjects({ ...POOL, replicas: 3, placement: { apart: [{ type: 'hard' }] }, ...more });
  expect(found(pool({}), 4)).toEqual([]);
  expect(found(pool({}), 3)).toEqual(['PV514 warning spec.replicas']);
  expect(found(pool({ maxUnavailable: 1 }), 3)).toEqual([]);
  expect(found(pool({ replicas: 4 }), 3)).toEqual(['PV514 error spec.replicas']);
  // It is about other machines than those of the pool.
  expect(found(pool({ placement: { apart: [{ type: 'hard', labels: { app: 'db' } }] } }), 1)).toEqual([]);
});

test('the machine that Cluster API makes', () => {
  const [pool] = poolsIn(clusterApiObjects({ ...POOL, infraNamespace: 'infra' }), {});
  const name = 'workers-xxxxx-yyyyy';
  const own = {
    'kubevirt.io/vm': name,
    name,
    'cluster.x-k8s.io/role': 'worker',
    'cluster.x-k8s.io/cluster-name': 'north',
  };
  expect(pool!.made.object).toMatchObject({
    kind: 'VirtualMachine',
    metadata: { name, namespace: 'infra', labels: own },
    spec: {
      dataVolumeTemplates: [{ metadata: { name: `${name}-os` } }],
      template: {
        metadata: { labels: { ...own, md: 'workers' } },
        spec: {
          domain: { devices: { disks: [{ name: 'os' }, { name: 'cloudinitvolume', disk: { bus: 'virtio' } }] } },
          volumes: [{ name: 'os', dataVolume: { name: `${name}-os` } }, { name: 'cloudinitvolume' }],
        },
      },
    },
  });
});

test.each<[string, object, number]>([
  ['one name, one namespace', {}, 1],
  ['two namespaces', { infraNamespace: 'b' }, 0],
  ['two names', { name: 'other' }, 0],
  ['one cluster in two files', { clusterName: 'north' }, 0],
])('pools of two platforms: %s', (_name, part, count) => {
  const pool = { ...POOL, infraNamespace: 'a' };
  const first = { name: 'north', target, objects: clusterApiObjects(pool) };
  const second = { name: 'south', target, objects: clusterApiObjects({ ...pool, clusterName: 'south', ...part }) };
  const [none, some] = checkNamesAcross([first, second].map(poolNamesOf));
  expect(none).toEqual([]);
  expect(some!.map(({ code }) => code)).toEqual(Array(count).fill('PV605'));
});

test('pools of the machine-controller on two platforms are told apart by their nodes', () => {
  const platform = (name: string, more: object) => ({ name, target, objects: [deployment({})], ...more });
  const across = (a: object, b: object) =>
    checkNamesAcross([platform('one', a), platform('two', b)].map(poolNamesOf))[1]!.length;
  expect(across({}, {})).toBe(1);
  expect(across({ nodes: nodes(2) }, { nodes: nodes(2) })).toBe(1);
  expect(across({ nodes: nodes(2) }, { nodes: nodes(2, 'b') })).toBe(0);
});

test.each<[string, object[], string[]]>([
  ['all nodes', [{ labels: {} }], ['PV515 error']],
  ['some nodes', [{ labels: { zone: 'z' } }, { labels: {} }], ['PV515 warning']],
  ['no node', [{ labels: { zone: 'z' } }], []],
])('a hard spread over a label that %s lack', (_name, parts, expected) => {
  const [node] = nodes(1);
  const exported = parts.map((part, i) => ({ ...node!, name: `n${i}`, known: 'exported' as const, ...part }));
  const spread = { maxSkew: '1', topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' };
  const findings = checkObjects([deployment({ topologySpreadConstraints: [spread] })], { target, nodes: exported });
  expect(findings.filter(({ code }) => code !== 'PV613').map(({ code, severity }) => `${code} ${severity}`)).toEqual(
    expected,
  );
});
