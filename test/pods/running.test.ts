import { ClusterView } from '../../src/cluster/cluster-view';
import { runningPods } from '../../src/cluster/pod-view-of';
import type { KubeObject } from '../../src/kube/object';
import { place } from '../../src/pods/place';
import type { PodView } from '../../src/pods/pod-view';
import { node, workload } from './fixtures';

/** A pod that tells how often somebody asked what it wants to be apart from. */
const counted = (pod: PodView, count: () => void): PodView =>
  Object.defineProperty({ ...pod }, 'apart', {
    enumerable: true,
    get: () => {
      count();
      return pod.apart;
    },
  });

test('pods that run are looked at once for all VMs, not once for each that runs', () => {
  let asked = 0;
  const count = () => {
    asked += 1;
  };
  const vms = Array.from({ length: 40 }, (_, i) => workload(`m${i}`, {}, { memory: '1Mi' }));
  const nodes = Array.from({ length: 20 }, (_, i) => node(`n${i}`));
  const running = new Map(
    nodes.map(({ name }, i) => [
      name,
      [
        ...vms.filter((_, j) => j % 20 === i).map(({ pod, name: vm }) => ({ ...pod, vm })),
        ...Array.from({ length: 30 }, (_, j) => counted(workload(`p${j}`).pod, count)),
      ],
    ]),
  );
  const placed = place(vms, nodes, { running });
  expect(placed.map(({ runsOn }) => runsOn)).toEqual(vms.map((_, i) => `n${i % 20}`));
  // 600 pods: each is asked a few times, whatever the number of VMs is.
  expect(asked).toBeLessThanOrEqual(3 * 600);
});

test('a VM that migrates has two pods, and neither stands in its way', () => {
  const db = workload('db', {}, { memory: '6Gi' });
  const own = () => [{ ...db.pod, vm: 'db' }];
  const running = new Map([
    ['a', own()],
    ['b', own()],
  ]);
  for (const pack of [false, true]) {
    expect(place([db], [node('a'), node('b')], { running, pack })).toMatchObject([{ fits: ['a', 'b'], runsOn: 'a' }]);
  }
});

test('a launcher pod is that of its instance, whatever the hostname of the guest is', () => {
  const launcher = (name: string, metadata: object): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: 'shop',
      ...metadata,
      labels: { 'kubevirt.io': 'virt-launcher', 'vm.kubevirt.io/name': 'db' },
    },
    spec: { nodeName: 'a' },
  });
  const owner = { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance', name: 'one' };
  const found = runningPods(
    [
      launcher('p1', { ownerReferences: [owner] }),
      launcher('p2', { annotations: { 'kubevirt.io/domain': 'two' } }),
      launcher('p3', {}),
    ],
    new ClusterView([], { target: { kubevirt: '1.9' } }),
  );
  expect(found.get('a')!.map(({ vm }) => vm)).toEqual(['one', 'two', 'db']);
});

test('where the architecture is not said, what is against a node in any case is said of it', () => {
  const { pod, ...open } = workload('w', {}, { memory: '10Gi' });
  const podsByArchitecture = new Map([
    ['amd64', pod],
    ['arm64', workload('w', {}, { memory: '1Gi' }).pod],
  ]);
  const nodes = [node('a'), node('b', { architecture: 'arm64' }), node('c', { architecture: 's390x' })];
  const [found] = place([{ ...open, podsByArchitecture, doubts: ['the architecture'] }], nodes);
  expect(found).toMatchObject({
    fits: [],
    rejects: [{ node: 'a', reason: 'Insufficient memory' }],
    unknown: [
      { node: 'b', reason: 'its pod is not known', detail: 'the architecture' },
      { node: 'c', kind: 'pod' },
    ],
  });
});
