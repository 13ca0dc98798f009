import { ClusterView } from '../../src/cluster/cluster-view';
import { placeObjects } from '../../src/cluster/place';
import { workloadsOf } from '../../src/cluster/workloads';
import type { KubeObject } from '../../src/kube/object';
import type { PlaceReport } from '../../src/pods/place-report';
import { resolveTarget } from '../../src/target/target';
import { node } from '../pods/fixtures';

const context = {
  target: resolveTarget({ kubevirt: '1.9' }).target,
  nodes: ['a', 'b'].map((name) => node(name, { allocatable: { cpu: '8', memory: '16Gi', pods: '110' } })),
};
const domain = { memory: { guest: '1Gi' }, devices: {} };
const spec = { architecture: 'amd64', domain };
const owned = (kind: string, name: string) => ({ ownerReferences: [{ kind, name, controller: true }] });
const object = (kind: string, name: string, metadata: object, body: object): KubeObject => ({
  apiVersion: kind === 'VirtualMachinePool' ? 'pool.kubevirt.io/v1beta1' : 'kubevirt.io/v1',
  kind,
  metadata: { name, namespace: 'shop', ...metadata },
  spec: body,
});
const vm = (name: string, metadata: object = {}) => object('VirtualMachine', name, metadata, { template: { spec } });
const vmi = (name: string, metadata: object = {}) => object('VirtualMachineInstance', name, metadata, spec);
const launcher = (vmObject: string, nodeName: string, labels: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: {
    name: `virt-launcher-${vmObject}-abcde`,
    namespace: 'shop',
    labels: { 'kubevirt.io': 'virt-launcher', ...labels },
    ...owned('VirtualMachineInstance', vmObject),
  },
  spec: { nodeName, containers: [{ name: 'compute', resources: { requests: { memory: '6Gi' } } }] },
});
const deployment = (replicas: number): KubeObject => ({
  apiVersion: 'cluster.k8s.io/v1alpha1',
  kind: 'MachineDeployment',
  metadata: { name: 'workers', namespace: 'kube-system' },
  spec: {
    replicas,
    selector: { matchLabels: { pool: 'workers' } },
    template: {
      metadata: { labels: { pool: 'workers' } },
      spec: {
        versions: { kubelet: '1.34.1' },
        providerSpec: {
          value: {
            cloudProvider: 'kubevirt',
            cloudProviderSpec: {
              clusterName: 'c1',
              virtualMachine: {
                template: {
                  cpus: '1',
                  memory: '5Gi',
                  primaryDisk: { osImage: 'http://x/y', size: '10Gi', storageClassName: 's' },
                },
              },
            },
          },
        },
      },
    },
  },
});

const names = (...objects: KubeObject[]) =>
  workloadsOf(objects, new ClusterView(objects, context)).workloads.map(({ kind, name }) => `${kind} ${name}`);

test('a VM and its instance are one workload, and so is one that its set makes', () => {
  const pool = object(
    'VirtualMachinePool',
    'p',
    {},
    { replicas: 3, virtualMachineTemplate: { spec: { template: { spec } } } },
  );
  const set = object('VirtualMachineInstanceReplicaSet', 'rs', {}, { replicas: 2, template: { spec } });
  expect(names(vm('web'), vmi('web', owned('VirtualMachine', 'web')))).toEqual(['VirtualMachine web']);
  expect(names(vmi('web'))).toEqual(['VirtualMachineInstance web']);
  expect(names(pool, vm('p-1', owned('VirtualMachinePool', 'p')), vmi('p-1'), vmi('p-7'))).toEqual([
    'VirtualMachine p-0',
    'VirtualMachine p-1',
    'VirtualMachineInstance p-7',
  ]);
  expect(names(set, vmi('rsabcde', owned('VirtualMachineInstanceReplicaSet', 'rs')))).toEqual([
    'VirtualMachineInstance rs-1',
    'VirtualMachineInstance rsabcde',
  ]);
});

const report = (replicas: number, pods?: readonly KubeObject[], pack = false): PlaceReport => {
  const placed = placeObjects([deployment(replicas)], context, {
    rollout: true,
    pack,
    ...(pods === undefined ? {} : { pods }),
  });
  if ('mistakes' in placed) {
    throw new Error(placed.mistakes.join());
  }
  return placed.report;
};

test('VMs of a pool that run are among its VMs, not beside them', () => {
  const pods = [
    launcher('workers-6f7d-x2x4z', 'a', { md: 'workers' }),
    launcher('workers-6f7d-aaaaa', 'a', { md: 'workers' }),
  ];
  const { workloads, pending, rollouts } = report(3, pods, true);
  expect(workloads.map(({ name, placedOn }) => [name, placedOn])).toEqual([
    ['workers-1', 'b'],
    ['workers-6f7d-aaaaa', 'a'],
    ['workers-6f7d-x2x4z', 'a'],
  ]);
  expect(pending).toEqual([]);
  // Three and one more of 5 Gi on two nodes of 16 Gi: with those that run beside them, only two would find room.
  expect(rollouts).toMatchObject([{ placed: 4, outcome: 'fits' }]);
  const others = pods.map((pod) => ({
    ...pod,
    metadata: { ...pod.metadata, labels: { 'kubevirt.io': 'virt-launcher', md: 'other' } },
  }));
  expect(report(3, others).rollouts).toMatchObject([{ placed: 2, outcome: 'stuck' }]);
});

test('a mistyped number of VMs is neither counted out nor left unsaid', () => {
  const { workloads, assumed, rollouts } = report(2_000_000_000);
  expect(workloads).toHaveLength(1000);
  expect(assumed.at(-1)).toBe('of the 2000000000 VMs of workers, 1000 are looked at: the others are alike');
  expect(rollouts).toMatchObject([{ placed: 4, outcome: 'stuck' }]);
});
