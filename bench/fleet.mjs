// The objects that everybody renders: per cluster one KubeVirt, and VMs that differ by their number alone.
//
// What a VM is made of is written once, with holes. With numbers in the holes it is what a renderer has to give; with
// the words of a language in them it is the program that a peer is given.

const ARCHITECTURES = ['amd64', 'arm64', 's390x'];
const MACHINE_TYPES = ['q35', 'virt', 's390-ccw-virtio'];
const ZONES = 4;
/** VMs of one application keep apart. */
const APPLICATIONS = 20;

/** What is in each hole of VM `i`. Sums that never lose a digit stand for padding, which not every language has. */
export const HOLES = {
  I: (i) => i,
  ARCHITECTURE: (i) => ARCHITECTURES[i % 3],
  TYPE: (i) => MACHINE_TYPES[i % 3],
  CORES: (i) => 1 + (i % 8),
  GIB: (i) => 1 + (i % 16),
  ZONE: (i) => i % ZONES,
  APPLICATION: (i) => i % APPLICATIONS,
  IDENTITY: (i) => 100_000_000_000 + i,
};

/** Holes of a text: a name between underscores, which YAML writes without quotes. */
export const HOLE = /__([A-Z]+)__/g;

/** Lists that programs choose from by number. */
export const CHOICES = { ARCHITECTURE: ARCHITECTURES, TYPE: MACHINE_TYPES };

export const NAMESPACE = 'fleet';
const LABELS = { 'app.kubernetes.io/part-of': 'fleet' };
export const USER_DATA = '#cloud-config\nhostname: vm-__I__\npackages: [qemu-guest-agent]\n';
export const IMAGE = 'quay.io/containerdisks/fedora:42';
export const UUID = '6ba7b810-9dad-41d1-80b4-__IDENTITY__';
export const SERIAL = 'S-__IDENTITY__';

export const KUBEVIRT = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'KubeVirt',
  metadata: { name: 'kubevirt', namespace: 'kubevirt', labels: LABELS },
  spec: {
    configuration: {
      architectureConfiguration: { defaultArchitecture: 'amd64' },
      evictionStrategy: 'LiveMigrate',
    },
  },
};

/** A machine with holes. */
export const MACHINE = {
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: { name: 'vm-__I__', namespace: NAMESPACE, labels: LABELS },
  spec: {
    runStrategy: 'Always',
    dataVolumeTemplates: [
      {
        metadata: { name: 'vm-__I__-data' },
        spec: { source: { blank: {} }, storage: { resources: { requests: { storage: '20Gi' } } } },
      },
    ],
    template: {
      metadata: { labels: { app: 'app-__APPLICATION__' } },
      spec: {
        architecture: '__ARCHITECTURE__',
        affinity: {
          nodeAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: {
              nodeSelectorTerms: [
                {
                  matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['zone-__ZONE__'] }],
                },
              ],
            },
          },
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              {
                weight: 1,
                podAffinityTerm: {
                  topologyKey: 'kubernetes.io/hostname',
                  labelSelector: { matchLabels: { app: 'app-__APPLICATION__' } },
                },
              },
            ],
          },
        },
        domain: {
          cpu: { cores: '__CORES__' },
          memory: { guest: '__GIB__Gi' },
          machine: { type: '__TYPE__' },
          firmware: { uuid: UUID, serial: SERIAL },
          devices: {
            disks: ['os', 'data', 'cloudinit'].map((name) => ({ name, disk: { bus: 'virtio' } })),
            interfaces: [{ name: 'default', masquerade: {}, ports: [{ name: 'ssh', port: 22 }] }],
          },
        },
        networks: [{ name: 'default', pod: {} }],
        volumes: [
          { name: 'os', containerDisk: { image: IMAGE } },
          { name: 'data', dataVolume: { name: 'vm-__I__-data' } },
          { name: 'cloudinit', cloudInitNoCloud: { userData: USER_DATA } },
        ],
      },
    },
  },
};

/** So many clusters of so many VMs each. VMs are numbered through the whole fleet. */
export function fleetOf(clusters, machines) {
  return { clusters, machines, count: clusters * machines, objects: clusters * (machines + 1) };
}

/** The numbers of the VMs of a cluster. */
export function* machinesOf({ machines }, cluster) {
  for (let i = cluster * machines; i < (cluster + 1) * machines; i++) {
    yield i;
  }
}

/** Names that sort as they count. */
export function clusterName(cluster) {
  return `cluster-${String(cluster).padStart(5, '0')}`;
}

/** Everything that a renderer has to give. */
export function* objectsOf(fleet) {
  for (let cluster = 0; cluster < fleet.clusters; cluster++) {
    yield KUBEVIRT;
    for (const i of machinesOf(fleet, cluster)) {
      yield filled(MACHINE, i);
    }
  }
}

/** A part with the holes of VM `i` filled. A text that is nothing but a hole becomes what is in it, a number too. */
export function filled(part, i) {
  if (typeof part === 'string') {
    const whole = /^__([A-Z]+)__$/.exec(part);
    return whole === null ? part.replace(HOLE, (_, name) => HOLES[name](i)) : HOLES[whole[1]](i);
  }
  if (Array.isArray(part)) {
    return part.map((item) => filled(item, i));
  }
  return typeof part === 'object' && part !== null
    ? Object.fromEntries(Object.entries(part).map(([key, value]) => [key, filled(value, i)]))
    : part;
}
