import type { CheckContext } from '../../src/cluster/cluster-view';
import { Groups, grouped, type Membership } from '../../src/cluster/group';
import { ClusterJudge } from '../../src/cluster/judge/apply-rules';
import { compareFindings, findingOfEach } from '../../src/findings/finding';
import type { KubeObject } from '../../src/kube/object';
import { emitYaml } from '../../src/kube/yaml/emit';
import { validateObject } from '../../src/schema/validate';
import { KNOWN_RELEASES } from '../../src/target/facts';
import { NodePool } from '../../src/target/node-pool';
import { nodesOf } from '../../src/target/nodes';
import { vmObject } from '../objects';

interface Own {
  readonly name: string;
  readonly volume: string;
  readonly userData: string;
  readonly uuid: string;
  readonly serial: string;
}

const ownOf = (i: number): Own => ({
  name: `vm-${i}`,
  volume: `vm-${i}-os`,
  userData: `hostname: vm-${i}\n`,
  uuid: `6ba7b810-9dad-41d1-80b4-00000000000${i}`,
  serial: `S-${i}`,
});

/** What a VM may have beside what all have. */
interface More {
  readonly metadata?: object;
  readonly spec?: object;
  readonly template?: object;
  readonly instance?: object;
  readonly domain?: object;
  readonly devices?: object;
}

function vm({ name, volume, userData, uuid, serial }: Own, more: More = {}): KubeObject {
  const devices = { disks: [{ name: 'os', disk: { bus: 'virtio' } }], interfaces: [CARD], ...more.devices };
  return vmObject(
    {
      architecture: 'amd64',
      networks: [{ name: 'default', pod: {} }],
      volumes: [
        { name: 'os', dataVolume: { name: volume } },
        { name: 'init', cloudInitNoCloud: { userData } },
      ],
      domain: { memory: { guest: '1Gi' }, firmware: { uuid, serial }, devices, ...more.domain },
      ...more.instance,
    },
    {
      metadata: { name, namespace: 'shop', ...more.metadata },
      template: { metadata: { labels: { app: 'web' }, ...more.template } },
      dataVolumeTemplates: [{ metadata: { name: volume }, spec: { source: { blank: {} }, storage: {} } }],
      ...more.spec,
    },
  );
}

const CARD = { name: 'default', masquerade: {} };

const groups = new Groups();
const group = (object: KubeObject) => groups.of(object)?.group;

test('VMs that differ in nothing but texts of their own are a group', () => {
  const [a, b] = [vm(ownOf(1)), vm(ownOf(2))];
  expect(group(a)).toBeDefined();
  expect(group(a)).toBe(group(b));
  expect(groups.of(b)?.texts).toEqual(['vm-2', 'vm-2-os', 'web', 'vm-2-os', 'hostname: vm-2\n', ownOf(2).uuid, 'S-2']);
});

test('which of its own names is another one, and what virt-api rejects of a text, tells groups apart', () => {
  const of = (own: Partial<Own>, more?: More) => group(vm({ ...ownOf(1), ...own }, more));
  const template = (name: string) => ({
    spec: { dataVolumeTemplates: [{ metadata: { name }, spec: { source: { blank: {} }, storage: {} } }] },
  });
  expect(of({}, template('vm-1-os'))).toBe(of({}));
  expect(of({}, template('other'))).not.toBe(of({}));
  expect(of({ userData: 'x'.repeat(2048) })).toBe(of({}));
  expect(of({ userData: 'x'.repeat(2049) })).not.toBe(of({}));
  expect(of({ volume: '' })).not.toBe(of({}));
  expect(of({ serial: 'a b' })).not.toBe(of({}));
});

const withDevices = (i: number, { serial = `D${i}`, macAddress = `02:00:00:00:01:0${i}`, hostname = `vm-${i}` } = {}) =>
  vm(ownOf(i), {
    instance: { hostname },
    devices: { disks: [{ name: 'os', disk: { bus: 'virtio' }, serial }], interfaces: [{ ...CARD, macAddress }] },
  });

test('serial numbers of disks, MAC addresses and host names are their own, unless virt-api rejects them', () => {
  expect(group(withDevices(1))).toBe(group(withDevices(2)));
  expect(group(withDevices(1))).not.toBe(group(withDevices(2, { serial: 'a b' })));
  expect(group(withDevices(1))).not.toBe(group(withDevices(2, { macAddress: 'ours' })));
  expect(group(withDevices(1))).not.toBe(group(withDevices(2, { hostname: 'Web.' })));
  const membership = groups.of(withDevices(3))!;
  expect(membership.group.member(membership.texts)).toEqual(withDevices(3));
  expect(membership.group.text(membership.texts, '')).toBe(emitYaml(withDevices(3)));
});

test('what there is to say of those does not follow from groups', () => {
  const vms = [
    ...[1, 2, 3].map((i) => withDevices(i)),
    withDevices(4, { macAddress: '02:00:00:00:01:01' }),
    withDevices(5, { macAddress: '02:00:00:00:00:00' }),
    withDevices(6, { macAddress: 'ours', serial: '!', hostname: '-' }),
  ].map((object) => ({ object }));
  const plain = ofEach(vms);
  expect(ofEach(grouped(vms))).toEqual(plain);
  expect(plain.map(({ code }) => code)).toEqual(expect.arrayContaining(['PV804', 'PV003', 'PV002']));
});

test('a label that repeats the name of the VM is its own, but not what a rule may ask for', () => {
  const labelled = (i: number, key: string, more: More = {}) =>
    vm(ownOf(i), { template: { labels: { [key]: `vm-${i}` } }, ...more });
  expect(group(labelled(1, 'kubevirt.io/vm'))).toBe(group(labelled(2, 'kubevirt.io/vm')));
  expect(group(labelled(1, 'polyvirt.io/hypervisor'))).not.toBe(group(labelled(2, 'polyvirt.io/hypervisor')));
  const social = { instance: { affinity: { podAffinity: {} } } };
  expect(group(labelled(1, 'kubevirt.io/vm', social))).not.toBe(group(labelled(2, 'kubevirt.io/vm', social)));
});

/** A VM of an application that prefers to run apart from others of it. */
const ofApplication = (i: number, app: string, more: Record<string, unknown> = {}) => {
  const term = { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app } } };
  const preferred = [{ weight: 1, podAffinityTerm: term }];
  const podAntiAffinity = { preferredDuringSchedulingIgnoredDuringExecution: preferred, ...more };
  return vm(ownOf(i), { template: { labels: { app } }, instance: { affinity: { podAntiAffinity } } });
};

test('the application that a VM is of is its own, unless labels decide where it runs', () => {
  const of = (...args: Parameters<typeof ofApplication>) => group(ofApplication(...args));
  expect(of(1, 'shop')).toBe(of(2, 'store'));
  expect(of(1, 'shop')).not.toBe(of(2, 'not a value'));
  const required = { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'a' }] };
  expect(of(1, 'shop', required)).toBe(of(2, 'shop', required));
  expect(of(1, 'shop', required)).not.toBe(of(2, 'store', required));
  const spread = (i: number, app: string) =>
    vm(ownOf(i), { template: { labels: { app } }, instance: { topologySpreadConstraints: [] } });
  expect(group(spread(1, 'shop'))).not.toBe(group(spread(2, 'store')));
  const labelled = (i: number, labels: object) => group(vm(ownOf(i), { metadata: { labels } }));
  expect(labelled(1, { tier: 'a' })).toBe(labelled(2, { tier: 'b' }));
  expect(labelled(1, { tier: 'a' })).not.toBe(labelled(2, { layer: 'a' }));
  expect(labelled(1, { 'vm.kubevirt.io/os': 'a' })).not.toBe(labelled(2, { 'vm.kubevirt.io/os': 'b' }));
  const membership = groups.of(ofApplication(3, 'on'))!;
  expect(membership.group.member(membership.texts)).toEqual(ofApplication(3, 'on'));
  expect(membership.group.text(membership.texts, '')).toBe(emitYaml(ofApplication(3, 'on')));
});

test('what there is to say of applications does not follow from groups', () => {
  const vms = ['a', 'b', 'b', 'not a value', '', 'x'.repeat(64)].map((app, i) => ({ object: ofApplication(i, app) }));
  const plain = ofEach(vms);
  expect(ofEach(grouped(vms))).toEqual(plain);
  expect(plain.map(({ code }) => code)).toEqual(expect.arrayContaining(['PV516', 'PV512']));
});

test.each<[string, KubeObject]>([
  ['leaves its architecture open', vm(ownOf(1), { instance: { architecture: '' } })],
  ['is no VM', { ...vm(ownOf(1)), kind: 'Secret' }],
])('one that %s is in no group', (_, object) => {
  expect(group(object)).toBeUndefined();
});

test('a member is made again from the texts of its own', () => {
  const object = vm(ownOf(3), { metadata: { labels: { vm: 'vm-3' } } });
  const membership = groups.of(object)!;
  expect(membership.group.member(membership.texts)).toEqual(object);
  expect(membership.group.text(membership.texts, '---\n')).toBe(emitYaml(object, '---\n'));
});

test('a VM that no other is like has no group', () => {
  const [a, b, alone] = [vm(ownOf(1)), vm(ownOf(2)), vm(ownOf(3), { instance: { hostname: 'x' } })];
  const found = grouped([a, b, alone].map((object) => ({ object })));
  expect(found.map(({ membership }) => membership?.texts[0])).toEqual(['vm-1', 'vm-2', undefined]);
});

const POOLS = [
  NodePool.of('intel', { architecture: 'amd64', count: 2, zones: ['a', 'b'] }),
  NodePool.of('arm', { architecture: 'arm64', count: 2 }),
];
const CONTEXT: CheckContext = {
  target: { kubevirt: '1.9' },
  nodes: nodesOf(POOLS.map(({ declaration }) => declaration)),
};

const DIGEST = `quay.io/a@sha256:${'0'.repeat(64)}`;
const zone = (values: string[]) => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values }] }],
    },
  },
});

const VARIATIONS: Readonly<Record<string, More>> = {
  well: {},
  'an unknown field': { domain: { nonsense: 1 } },
  'a wrong type': { domain: { memory: { guest: true } } },
  'a wrong architecture': { instance: { architecture: 's390x' } },
  'an architecture that is none': { instance: { architecture: 'mips' } },
  'a device that arm64 rejects': {
    instance: { architecture: 'arm64' },
    devices: { watchdog: { name: 'w', i6300esb: {} } },
  },
  'a zone without nodes': { instance: { affinity: zone(['nowhere']) } },
  'a zone with nodes': { instance: { affinity: zone(['a']) } },
  'a gate that is off': { devices: { gpus: [{ name: 'g', deviceName: 'a/b' }] } },
  'a hypervisor that nobody knows': { template: { labels: { 'polyvirt.io/hypervisor': 'x' } } },
  'an instance type that is not there': { spec: { instancetype: { name: 'u1.small' } } },
  'an address that others have': { devices: { interfaces: [{ ...CARD, macAddress: '02:00:00:00:00:01' }] } },
  'a digest': { instance: { volumes: [{ name: 'os', containerDisk: { image: DIGEST } }] } },
  'the digest elsewhere': {
    instance: { architecture: 'arm64', volumes: [{ name: 'os', containerDisk: { image: DIGEST } }] },
  },
  'a volume that is not there': { spec: { dataVolumeTemplates: [] } },
  'a secret that is not there': { instance: { volumes: [{ name: 'os', secret: { secretName: 's' } }] } },
  'a data source': {
    spec: {
      dataVolumeTemplates: [{ metadata: { name: 'x' }, spec: { sourceRef: { kind: 'DataSource', name: 'd' } } }],
    },
  },
  'a wrong label': { metadata: { labels: { a: 1 } } },
  'more memory than there is': { domain: { memory: { guest: '900Ti' } } },
};

const findingsOf = (objects: readonly { readonly object: KubeObject; readonly membership?: Membership }[]) => {
  const judge = new ClusterJudge([], CONTEXT);
  for (const { object, membership } of objects) {
    judge.see(object, membership?.group);
  }
  return judge.findings();
};

/** Findings about each object, in an order that does not depend on groups. */
const ofEach = (objects: Parameters<typeof findingsOf>[0]) =>
  findingsOf(objects).flatMap(findingOfEach).sort(compareFindings);

test.each(Object.entries(VARIATIONS))('what there is to say of VMs with %s does not follow from groups', (_, more) => {
  const odd: Own = { name: 'vm-1', volume: '', userData: 'x'.repeat(5000), uuid: 'no uuid', serial: '' };
  const vms = [ownOf(1), ownOf(2), ownOf(3), odd].map((own) => ({ object: vm(own, more) }));
  expect(ofEach(grouped(vms))).toEqual(ofEach(vms));
});

test('nor does it when they are mixed', () => {
  const vms = [1, 2, 3].flatMap((i) =>
    Object.values(VARIATIONS).map((more, k) => ({ object: vm({ ...ownOf(i), name: `v${k}-${i}` }, more) })),
  );
  const plain = ofEach(vms);
  expect(ofEach(grouped(vms))).toEqual(plain);
  expect(new Set(plain.map(({ code }) => code)).size).toBeGreaterThan(8);
});

const membersFound = (more: More) => {
  const vms = [ownOf(1), ownOf(2), { ...ownOf(3), name: 'Web_3' }].map((own) => ({ object: vm(own, more) }));
  return findingsOf(grouped(vms)).map(({ path, object, members }) => [
    path,
    object?.name,
    members?.map(({ name }) => name),
  ]);
};

test('what is wrong with all members is one finding, and what is wrong with one is its own', () => {
  const plain = { spec: { dataVolumeTemplates: [] }, domain: { nonsense: 1 } };
  expect(membersFound({ ...plain, instance: { volumes: [{ name: 'os', containerDisk: { image: 'a' } }] } })).toEqual([
    ['spec.template.spec.domain.nonsense', 'vm-1', ['vm-1', 'vm-2', 'Web_3']],
    ['metadata.name', 'Web_3', undefined],
  ]);
});

test('where a finding quotes a text of a member’s own, each member is judged for itself', () => {
  const path = (i: number) => `spec.dataVolumeTemplates[vm-${i}-os].spec.storage.resources.requests.storage`;
  expect(membersFound({})).toEqual([
    [path(1), 'vm-1', undefined],
    [path(2), 'vm-2', undefined],
    [path(3), 'Web_3', undefined],
    ['metadata.name', 'Web_3', undefined],
  ]);
});

test.each(KNOWN_RELEASES.kubevirt!.releases)(
  'KubeVirt %s asks nothing of own texts but that they are texts',
  (kubevirt) => {
    for (const text of ['', 'X'.repeat(100_000), '\n', '-']) {
      const own: Own = { name: text, volume: text, userData: text, uuid: text, serial: text };
      expect(validateObject(vm(own), { kubevirt })).toEqual([]);
    }
  },
);
