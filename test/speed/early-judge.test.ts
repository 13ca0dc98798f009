import { type Cluster, type ClusterObject, clusterOf } from '../../src/cluster/cluster';
import { grouped, memberText } from '../../src/cluster/group';
import { applyRules } from '../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../src/kube/object';
import { judgeEarly } from '../../src/speed/early-judge';
import { NodePool } from '../../src/target/node-pool';
import { nodesOf } from '../../src/target/nodes';
import { resolveTarget } from '../../src/target/target';
import { kubevirtObject, vmObject } from '../objects';

const CONTEXT = {
  target: resolveTarget({ kubevirt: '1.9' }).target,
  architectures: ['amd64', 'arm64'] as const,
  nodes: nodesOf([NodePool.of('intel', { architecture: 'amd64', count: 2 }).declaration]),
};

const vm = (name: string, mac: string, memory = '1Gi'): KubeObject =>
  vmObject(
    {
      architecture: 'amd64',
      domain: {
        memory: { guest: memory },
        devices: { interfaces: [{ name: 'default', masquerade: {}, macAddress: mac }] },
      },
      networks: [{ name: 'default', pod: {} }],
      volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }],
    },
    { metadata: { name, namespace: 'shop' } },
  );

const OTHERS = [
  kubevirtObject({ configuration: { developerConfiguration: { featureGates: ['Sidecar', 'NoSuchGate'] } } }),
  {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'all', namespace: 'shop' },
    spec: { hard: { pods: '1' } },
  },
  {
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: { name: 'data', namespace: 'shop' },
    spec: { source: { pvc: { name: 'a' } } },
  },
];

/** Two of one name, two of one MAC address, and a group in which the same is wrong with each. */
const VMS = [
  vm('a', '02:00:00:00:00:01'),
  vm('b', '02:00:00:00:00:01'),
  vm('b', '02:00:00:00:00:02'),
  vm('c', '02:00:00:00:00:03', 'lots'),
  vm('d', '02:00:00:00:00:04', 'lots'),
];

const clusterWith = (objects: readonly KubeObject[]): Cluster => {
  const plain = clusterOf(objects, CONTEXT);
  return { ...plain, objects: grouped(plain.objects) };
};

/** What is said where the first so many objects are there when rules are asked, and the others come after. */
function saidEarly(all: Cluster, first: number) {
  const objects: ClusterObject[] = all.objects.slice(0, first);
  const judge = judgeEarly({ ...all, objects })!;
  all.objects.slice(first).forEach(judge.see);
  return judge.findings()?.();
}

test('rules that are asked while VMs come say what they say of all of them at once, in the same order', () => {
  const all = clusterWith([...OTHERS, ...VMS]);
  const found = applyRules(all);
  expect(new Set(found.map(({ code }) => code))).toEqual(
    new Set(['PV042', 'PV043', 'PV103', 'PV202', 'PV519', 'PV801', 'PV804', 'PV805']),
  );
  for (const first of [OTHERS.length, OTHERS.length + 2, all.objects.length]) {
    expect(saidEarly(all, first)).toEqual(found);
  }
});

test('of a group that is large enough members are written as they come', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const all = clusterWith([...OTHERS, ...names.map((name, i) => vm(name, `02:00:00:00:00:0${i}`))]);
  saidEarly(all, OTHERS.length);
  const members = all.objects.flatMap(({ membership }) => membership ?? []);
  expect(members.map(({ written }) => written !== undefined)).toEqual([false, false, false, true, true, true]);
  for (const membership of members) {
    expect(memberText(membership, '---\n')).toBe(membership.group.text(membership.texts, '---\n'));
  }
});

test('where another object than a VM comes late nothing was asked early', () => {
  const all = clusterWith([...VMS, ...OTHERS]);
  expect(saidEarly(all, 0)).toBeUndefined();
});

test('where architectures follow from the VMs rules wait for all of them', () => {
  const { nodes: _, ...unknown } = clusterWith(OTHERS);
  expect(judgeEarly(unknown)).toBeUndefined();
});
