import { type KubeObject, NodeInventory, type PlaceReport, place } from '../../src/index';
import { kvmNodeObject, vmObject } from '../objects';

const ZONE = 'topology.kubernetes.io/zone';
const NODES = ['a', 'b'].map((zone) => kvmNodeObject(`n-${zone}`, '16Gi', { labels: { [ZONE]: zone } }));

const claim = (spec: object = {}, more: object = {}): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name: 'data', namespace: 'shop' },
  spec: {
    storageClassName: 'local',
    resources: { requests: { storage: '10Gi' } },
    accessModes: ['ReadWriteOnce'],
    ...spec,
  },
  ...more,
});

const bound = (modes: readonly string[] = ['ReadWriteOnce']): KubeObject =>
  claim({ volumeName: 'pv-1', accessModes: modes }, { status: { phase: 'Bound' } });

const volume = (spec: object = {}, labels: Record<string, string> = {}, name = 'pv-1'): KubeObject => ({
  apiVersion: 'v1',
  kind: 'PersistentVolume',
  metadata: { name, labels },
  spec: { capacity: { storage: '10Gi' }, accessModes: ['ReadWriteOnce'], storageClassName: 'local', ...spec },
  status: { phase: 'Available' },
});

const inZone = (zone: string) => ({
  nodeAffinity: {
    required: { nodeSelectorTerms: [{ matchExpressions: [{ key: ZONE, operator: 'In', values: [zone] }] }] },
  },
});

const storageClass = (more: object = {}, name = 'local'): KubeObject => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name },
  provisioner: 'kubernetes.io/no-provisioner',
  volumeBindingMode: 'WaitForFirstConsumer',
  ...more,
});

const csiNode = (name: string, count: number): KubeObject => ({
  apiVersion: 'storage.k8s.io/v1',
  kind: 'CSINode',
  metadata: { name },
  spec: { drivers: [{ name: 'disk.csi', nodeID: name, allocatable: { count } }] },
});

const guest = (volumes: readonly object[], own: object = {}, name = 'web'): KubeObject =>
  vmObject(
    { architecture: 'amd64', domain: { memory: { guest: '1Gi' } }, volumes },
    { ...own, metadata: { name, namespace: 'shop' } },
  );

const ON_CLAIM = guest([{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }]);

function placed(existing: readonly KubeObject[], object = ON_CLAIM, pods: readonly KubeObject[] = []) {
  return reportOf(existing, object, pods).workloads[0]!;
}

function reportOf(existing: readonly KubeObject[], object: KubeObject, pods: readonly KubeObject[]): PlaceReport {
  return place([object], { target: { kubevirt: '1.9' }, nodes: NodeInventory.of(NODES), existing, pods });
}

test.each<{ why: string; existing: readonly KubeObject[]; fits: string[]; message?: string }>([
  {
    why: 'a volume that is bound is reached by its node affinity',
    existing: [bound(), volume(inZone('a'))],
    fits: ['n-a'],
    message: "1/2 nodes are available: 1 node(s) didn't match PersistentVolume's node affinity.",
  },
  {
    why: 'a volume that is bound is in the zone of its label',
    existing: [bound(), volume({}, { [ZONE]: 'b' })],
    fits: ['n-b'],
    message: '1/2 nodes are available: 1 node(s) had no available volume zone.',
  },
  {
    why: 'a label names several zones, by its former name too',
    existing: [bound(), volume({}, { 'failure-domain.beta.kubernetes.io/zone': 'a__b' })],
    fits: ['n-a', 'n-b'],
  },
  {
    why: 'a volume does not exist',
    existing: [bound(), volume({}, {}, 'pv-2')],
    fits: [],
    message: '0/2 nodes are available: persistentvolume "pv-1" not found.',
  },
  {
    why: 'a claim is lost',
    existing: [claim({ volumeName: 'pv-1' }, { status: { phase: 'Lost' } })],
    fits: [],
    message: '0/2 nodes are available: persistentvolumeclaim "data" bound to non-existent persistentvolume "pv-1".',
  },
  {
    why: 'a claim is not bound that should be at once',
    existing: [claim({}, { status: { phase: 'Pending' } }), storageClass({ volumeBindingMode: 'Immediate' })],
    fits: [],
    message: '0/2 nodes are available: pod has unbound immediate PersistentVolumeClaims.',
  },
  {
    why: 'a claim waits, and a volume that is there is local to a node',
    existing: [claim({}, { status: { phase: 'Pending' } }), storageClass(), volume(inZone('b'))],
    fits: ['n-b'],
    message: "1/2 nodes are available: 1 node(s) didn't find available persistent volumes to bind.",
  },
  {
    why: 'volumes that are there are too small, of another mode, taken or of another class',
    existing: [
      claim(),
      storageClass(),
      volume({ capacity: { storage: '9Gi' } }, {}, 'small'),
      volume({ volumeMode: 'Block' }, {}, 'block'),
      volume({ claimRef: { name: 'other', namespace: 'shop' } }, {}, 'taken'),
      volume({ storageClassName: 'other' }, {}, 'other'),
      volume({ accessModes: ['ReadOnlyMany'] }, {}, 'read-only'),
    ],
    fits: [],
    message: "0/2 nodes are available: 2 node(s) didn't find available persistent volumes to bind.",
  },
  {
    why: 'a claim waits, and one is made in the zones of its class',
    existing: [
      claim(),
      storageClass({
        provisioner: 'disk.csi',
        allowedTopologies: [{ matchLabelExpressions: [{ key: ZONE, values: ['a'] }] }],
      }),
    ],
    fits: ['n-a'],
    message: "1/2 nodes are available: 1 node(s) didn't find available persistent volumes to bind.",
  },
  {
    why: 'a driver that tells its capacity has room on one node',
    existing: [
      claim(),
      storageClass({ provisioner: 'disk.csi' }),
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'CSIDriver',
        metadata: { name: 'disk.csi' },
        spec: { storageCapacity: true },
      },
      ...['a', 'b'].map((zone, i) => ({
        apiVersion: 'storage.k8s.io/v1',
        kind: 'CSIStorageCapacity',
        metadata: { name: `room-${zone}`, namespace: 'storage' },
        storageClassName: 'local',
        nodeTopology: { matchLabels: { [ZONE]: zone } },
        capacity: `${5 + 10 * i}Gi`,
      })),
    ],
    fits: ['n-b'],
    message: '1/2 nodes are available: 1 node(s) did not have enough free storage.',
  },
])('$why', ({ existing, fits, message }) => {
  const found = placed(existing);
  expect([...found.fits, ...found.unknown.map(({ node }) => `${node}?`)]).toEqual(fits);
  expect(found.message).toBe(message ?? found.message);
});

test.each<{ why: string; existing: readonly KubeObject[]; detail: string }>([
  { why: 'no volume is at hand', existing: [bound()], detail: 'the PersistentVolume pv-1 was not found' },
  { why: 'no class is at hand', existing: [claim()], detail: 'the StorageClass local was not found' },
  { why: 'the claim was not found', existing: [storageClass()], detail: 'the claim data was not found' },
])('it is not known from where a volume can be reached where $why', ({ existing, detail }) => {
  expect(placed(existing).unknown).toMatchObject([
    { node: 'n-a', detail, kind: 'volume' },
    { node: 'n-b', detail },
  ]);
});

test('without anything of the storage nodes are judged by the rest, and the doubt is told', () => {
  const { fits, doubts } = placed([]);
  expect(fits).toEqual(['n-a', 'n-b']);
  expect(doubts).toContainEqual(expect.stringContaining('from which nodes its volumes can be reached'));
});

test('the claim that CDI will make of a DataVolume goes by its class, or by the default one of VMs', () => {
  const zoned = (annotation: string, zone: string) => ({
    ...storageClass({
      provisioner: 'disk.csi',
      allowedTopologies: [{ matchLabelExpressions: [{ key: ZONE, values: [zone] }] }],
    }),
    metadata: { name: `in-${zone}`, annotations: { [annotation]: 'true' } },
  });
  const classes = [
    zoned('storageclass.kubernetes.io/is-default-class', 'a'),
    zoned('storageclass.kubevirt.io/is-default-virt-class', 'b'),
  ];
  const made = (storage: object, annotations: object = {}) =>
    guest([{ name: 'data', dataVolume: { name: 'data' } }], {
      dataVolumeTemplates: [
        {
          metadata: { name: 'data', annotations },
          spec: { storage: { resources: { requests: { storage: '1Gi' } }, ...storage } },
        },
      ],
    });
  expect(placed(classes, made({})).fits).toEqual(['n-b']);
  expect(placed(classes, made({ storageClassName: 'in-a' })).fits).toEqual(['n-a']);
  const atOnce = made({}, { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' });
  expect(placed(classes, atOnce).unknown.map(({ node }) => node)).toEqual(['n-a', 'n-b']);
});

test('two claims of one pod do not take the same volume', () => {
  const two = guest([
    { name: 'data', persistentVolumeClaim: { claimName: 'data' } },
    { name: 'more', persistentVolumeClaim: { claimName: 'more' } },
  ]);
  const more = { ...claim(), metadata: { name: 'more', namespace: 'shop' } };
  const there = [claim(), more, storageClass(), volume(inZone('a')), volume(inZone('b'), {}, 'pv-2')];
  expect(placed(there, two).fits).toEqual([]);
  expect(placed([...there, volume(inZone('b'), {}, 'pv-3')], two).fits).toEqual(['n-b']);
});

const podOn = (node: string, claimName: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `other-${claimName}`, namespace: 'shop' },
  spec: { nodeName: node, volumes: [{ name: 'v', persistentVolumeClaim: { claimName } }], containers: [] },
  status: { phase: 'Running' },
});

test('a claim for one pod only is rejected to a second one, on every node', () => {
  const existing = [bound(['ReadWriteOncePod']), volume()];
  expect(placed(existing, ON_CLAIM, [podOn('n-b', 'data')]).message).toBe(
    '0/2 nodes are available: 2 node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod.',
  );
  expect(placed(existing).fits).toEqual(['n-a', 'n-b']);
});

test('a node takes so many volumes of a driver, with those of other pods and those that are attached', () => {
  const csi = (name: string) => volume({ csi: { driver: 'disk.csi', volumeHandle: name } }, {}, name);
  const other = (name: string) => ({
    ...claim({ volumeName: name }, { status: { phase: 'Bound' } }),
    metadata: { name, namespace: 'shop' },
  });
  const existing = [
    bound(),
    csi('pv-1'),
    csi('pv-2'),
    csi('pv-3'),
    other('pv-2'),
    csiNode('n-a', 2),
    csiNode('n-b', 2),
  ];
  const attached = (volumeName: string): KubeObject => ({
    apiVersion: 'storage.k8s.io/v1',
    kind: 'VolumeAttachment',
    metadata: { name: `attached-${volumeName}` },
    spec: { nodeName: 'n-a', attacher: 'disk.csi', source: { persistentVolumeName: volumeName } },
  });
  const pods = [podOn('n-a', 'pv-2')];
  expect(placed(existing, ON_CLAIM, pods).fits).toEqual(['n-a', 'n-b']);
  // The volume of a pod that is attached counts once.
  expect(placed([...existing, attached('pv-2')], ON_CLAIM, pods).fits).toEqual(['n-a', 'n-b']);
  const full = placed([...existing, attached('pv-3')], ON_CLAIM, pods);
  expect(full.rejects).toMatchObject([{ node: 'n-a', reason: 'node(s) exceed max volume count' }]);
});

test('the claim that keeps the state of a guest decides too', () => {
  const state = {
    ...claim({ volumeName: 'pv-1' }, { status: { phase: 'Bound' } }),
    metadata: { name: 'persistent-state-for-web-x7', namespace: 'shop', labels: { 'persistent-state-for': 'web' } },
  };
  const withTpm = (tpm: object) =>
    vmObject({ architecture: 'amd64', domain: { memory: { guest: '1Gi' }, devices: { tpm } } });
  expect(placed([state, volume(inZone('a'))], withTpm({ persistent: true })).fits).toEqual(['n-a']);
  expect(placed([state, volume(inZone('a'))], withTpm({})).fits).toEqual(['n-a', 'n-b']);
});
