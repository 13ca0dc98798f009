import { check, type KubeObject, NodeInventory, place } from '../../../src/index';
import { kubevirtObject, kvmNodeObject, vmObject } from '../../objects';

const GUEST = {
  architecture: 'amd64',
  domain: { devices: { interfaces: [{ name: 'default', masquerade: {} }] }, memory: { guest: '2Gi' } },
  networks: [{ name: 'default', pod: {} }],
};
const object = (apiVersion: string, kind: string, spec: object, namespace = 'shop'): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'room', namespace },
  spec,
});
const quota = (hard: object, more: object = {}) => object('v1', 'ResourceQuota', { hard, ...more });
const aware = (hard: object) => object('aaq.kubevirt.io/v1alpha1', 'ApplicationAwareResourceQuota', { hard });
const range = (item: object) => object('v1', 'LimitRange', { limits: [{ type: 'Container', ...item }] });
const aaq = (configName: string): KubeObject => ({
  apiVersion: 'aaq.kubevirt.io/v1alpha1',
  kind: 'AAQ',
  metadata: { name: 'aaq' },
  spec: { configuration: { vmiCalculatorConfiguration: { configName } } },
});

function said(code: string, vms: readonly KubeObject[], existing: readonly KubeObject[]): string[] {
  return check(vms, { target: { kubevirt: '1.9' }, existing: [kubevirtObject(), ...existing] })
    .filter((finding) => finding.code === code)
    .map(({ severity, what }) => `${severity}: ${what}`);
}

test.each<[string, readonly KubeObject[], readonly (string | RegExp)[]]>([
  ['a quota with room', [quota({ 'requests.memory': '3Gi', pods: 1 })], []],
  ['a quota of another namespace', [object('v1', 'ResourceQuota', { hard: { pods: 0 } }, 'bank')], []],
  ['a quota of other pods', [quota({ pods: 0 }, { scopes: ['BestEffort'] })], []],
  [
    'a quota that the overhead is too much for',
    [quota({ 'requests.memory': '2Gi' })],
    [
      /exceeded quota: room, requested: requests\.memory=\d+\w*, used: requests\.memory=0, limited: requests\.memory=2Gi$/,
    ],
  ],
  ['a quota without pods', [quota({ pods: 0 })], [/requested: pods=1, used: pods=0, limited: pods=0$/]],
  [
    'a LimitRange whose maximum is too small',
    [range({ max: { memory: '1Gi' } })],
    [/maximum memory usage per Container is 1Gi, but request is/, /must be less than or equal to memory limit of 1Gi$/],
  ],
  [
    'a LimitRange that adds a limit',
    [range({ default: { memory: '8Gi' } })],
    ['warning: LimitRange room of the namespace gives the launcher a memory limit of 8Gi'],
  ],
  ['guest memory alone, as AAQ counts it', [aware({ 'requests.memory/vmi': '2Gi' })], []],
  [
    'guest memory that is more, as AAQ counts it',
    [aware({ 'requests.memory/vmi': '1Gi' })],
    [/requested: requests\.memory\/vmi=2Gi, used: requests\.memory\/vmi=0, limited: requests\.memory\/vmi=1Gi$/],
  ],
  ['what AAQ counts is not known', [aware({ 'requests.memory': '1Gi' })], []],
  ['AAQ counts pods', [aware({ 'requests.memory': '2Gi' }), aaq('VmiPodUsage')], [/requested: requests\.memory=\d/]],
  ['AAQ counts guests by the names of pods', [aware({ 'requests.memory': '2Gi' }), aaq('VirtualResources')], []],
])('%s', (_, existing, expected) => {
  const found = said('PV518', [vmObject(GUEST)], existing);
  expect(found).toEqual(expected.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))));
});

const namespace = (
  name: string,
  labels: Record<string, string>,
  annotations: Record<string, string> = {},
): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels: { 'application-aware-quota/enable-gating': '', ...labels }, annotations },
});
const clusterWide = (hard: object, selector: object): KubeObject => ({
  apiVersion: 'aaq.kubevirt.io/v1alpha1',
  kind: 'ApplicationAwareClusterResourceQuota',
  metadata: { name: 'room' },
  spec: { quota: { hard }, selector },
});
const TEAM = { labels: { matchLabels: { team: 'a' } } };
const SMALL = { 'requests.memory/vmi': '1Gi' };

test.each<[what: string, existing: readonly KubeObject[], found: number]>([
  ['that selects the namespace', [clusterWide(SMALL, TEAM), namespace('shop', { team: 'a' })], 1],
  ['that selects another', [clusterWide(SMALL, TEAM), namespace('shop', { team: 'b' })], 0],
  ['whose Namespace was not found', [clusterWide(SMALL, TEAM)], 0],
  [
    'by the name of the namespace',
    [clusterWide(SMALL, { labels: { matchLabels: { 'kubernetes.io/metadata.name': 'shop' } } })],
    1,
  ],
  ['by annotations', [clusterWide(SMALL, { annotations: { owner: 'me' } }), namespace('shop', {}, { owner: 'me' })], 1],
  [
    'by other annotations',
    [clusterWide(SMALL, { annotations: { owner: 'me' } }), namespace('shop', {}, { owner: 'you' })],
    0,
  ],
  [
    'that AAQ does not allow',
    [clusterWide(SMALL, TEAM), namespace('shop', { team: 'a' }), aaq('DedicatedVirtualResources')],
    0,
  ],
  [
    'of a namespace that AAQ does not hold back',
    [aware(SMALL), { ...namespace('shop', {}), metadata: { name: 'shop' } }, aaq('DedicatedVirtualResources')],
    0,
  ],
])('a quota over several namespaces, %s', (_, existing, found) => {
  expect(said('PV518', [vmObject(GUEST)], existing)).toHaveLength(found);
});

test('guests of two namespaces that do not fit together', () => {
  const vms = ['shop', 'mall'].map((name) => vmObject(GUEST, { metadata: { name: 'a', namespace: name } }));
  const spaces = [namespace('shop', { team: 'a' }), namespace('mall', { team: 'a' })];
  expect(said('PV519', vms, [clusterWide({ 'instances/vmi': 1 }, TEAM), ...spaces])).toEqual([
    'warning: the 2 VMs of its namespaces need 2 of instances/vmi together, but the quota allows only 1',
  ]);
});

test('what is no number of CPUs counts once', () => {
  const odd = {
    ...GUEST,
    domain: { ...GUEST.domain, cpu: { cores: Number.POSITIVE_INFINITY, sockets: 'two', threads: 2 } },
  };
  const [workload] = place([vmObject(odd)], {
    target: { kubevirt: '1.9' },
    nodes: NodeInventory.of([kvmNodeObject('n1', '64Gi')]),
    existing: [kubevirtObject(), aware({ 'cpu/vmi': 1 })],
  }).workloads;
  expect(workload?.message).toBe(
    'ApplicationAwareResourceQuota room: exceeded quota: room, requested: cpu/vmi=2, used: cpu/vmi=0, limited: cpu/vmi=1',
  );
});

test('guests that fit alone and not together are told at the quota, without what is halted', () => {
  const vms = ['a', 'b'].map((name) => vmObject(GUEST, { metadata: { name, namespace: 'shop' } }));
  expect(said('PV519', vms, [quota({ pods: 1 })])).toEqual([
    'warning: the 2 VMs of the namespace need 2 of pods together, but the quota allows only 1',
  ]);
  expect(said('PV519', vms, [aware({ 'instances/vmi': 1 })])).toHaveLength(1);
  const halted = vmObject(GUEST, { metadata: { name: 'c', namespace: 'shop' }, runStrategy: 'Halted' });
  expect(said('PV519', [vms[0]!, halted], [quota({ pods: 1 })])).toEqual([]);
});

test('the second pod of a migration needs room, but for AAQ', () => {
  const moves = vmObject({ ...GUEST, evictionStrategy: 'LiveMigrate' });
  expect(said('PV519', [moves], [quota({ pods: 1 })])).toEqual([
    'warning: all VMs fit, but not the second pod of shop/web while it migrates: 0 of pods is left, and it needs 1',
  ]);
  expect(said('PV519', [moves], [quota({ pods: 2 })])).toEqual([]);
  expect(said('PV519', [moves], [aware({ 'instances/vmi': 1 })])).toEqual([]);
});

test('place says that a VM whose quota rejects its pod never runs, although a node has room', () => {
  const { workloads, pending } = place([vmObject(GUEST)], {
    target: { kubevirt: '1.9' },
    nodes: NodeInventory.of([kvmNodeObject('n1', '64Gi')]),
    existing: [kubevirtObject(), quota({ pods: 0 })],
  });
  expect(pending).toEqual(['web']);
  expect(workloads).toMatchObject([
    {
      fits: ['n1'],
      pending: true,
      message: 'ResourceQuota room: exceeded quota: room, requested: pods=1, used: pods=0, limited: pods=0',
    },
  ]);
});
