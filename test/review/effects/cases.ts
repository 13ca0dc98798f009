import type { LiveState } from '../../../src/review/effects/live-state';
import { kubevirtObject, vmObject } from '../../objects';

/** A change and what it does, as it was read in the sources that the rows name. */
export interface EffectCase {
  /** What there is before; the VM below where absent. */
  readonly object?: object;
  /** How the VM below differs from that, on both sides. */
  readonly given?: Readonly<Record<string, unknown>>;
  /** What the change puts where; undefined takes away. */
  readonly change?: Readonly<Record<string, unknown>>;
  readonly removed?: true;
  /** @default 1.9 */
  readonly kubevirt?: string;
  readonly cluster?: {
    readonly strategy?: string;
    readonly methods?: readonly string[];
    readonly gates?: readonly string[];
    readonly platform?: string;
    readonly hco?: string;
    readonly workloads?: readonly string[];
    readonly controlPlane?: readonly string[];
  };
  readonly running?: boolean;
  readonly migratable?: boolean;
  /** What else is known of the VM on the cluster. */
  readonly live?: LiveState;
  readonly prune?: boolean;
  /** What else is on the cluster. */
  readonly beside?: readonly object[];
  /** Effect, severity, and what happens besides. */
  readonly gives: readonly [effect: string, severity: string, ...also: string[]];
}

/** A VM that runs, with one disk and one interface. */
export const VM = vmObject(
  {
    architecture: 'amd64',
    domain: {
      cpu: { sockets: 2, cores: 1, threads: 1 },
      memory: { guest: '4Gi' },
      machine: { type: 'q35' },
      devices: {
        disks: [{ name: 'root', disk: { bus: 'virtio' } }],
        interfaces: [{ name: 'default', masquerade: {} }],
      },
    },
    networks: [{ name: 'default', pod: {} }],
    volumes: [{ name: 'root', persistentVolumeClaim: { claimName: 'web-root' } }],
  },
  { metadata: { name: 'web', namespace: 'apps' }, template: { metadata: { labels: { app: 'web' } } } },
);

const CPU = 'spec.template.spec.domain.cpu';
const MEMORY = 'spec.template.spec.domain.memory';
/** With CPUs and memory of an instance type, which is rejected beside those of the VM. */
const SIZED_BY_TYPE = { [CPU]: undefined, [MEMORY]: undefined, 'spec.instancetype': { name: 'u1.small' } };
const MIGRATES = { methods: ['LiveMigrate'] };
const OPENSHIFT = { platform: 'openshift', hco: '1.19', workloads: ['amd64', 'arm64'], controlPlane: ['amd64'] };
const TYPES = [
  {
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    kind: 'VirtualMachineClusterInstancetype',
    metadata: { name: 'u1.medium' },
    spec: { cpu: { guest: 1 }, memory: { guest: '4Gi' } },
  },
  {
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    kind: 'VirtualMachineClusterInstancetype',
    metadata: { name: 'u1.large' },
    spec: { cpu: { guest: 2 }, memory: { guest: '8Gi' } },
  },
  {
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    kind: 'VirtualMachineClusterInstancetype',
    metadata: { name: 'cx1.large' },
    spec: { cpu: { guest: 2, dedicatedCPUPlacement: true }, memory: { guest: '4Gi' } },
  },
];

/** Every rule of an effect, on the side of it that shows. */
export const CASES: readonly EffectCase[] = [
  {
    change: { 'spec.template.spec.domain.cpu.sockets': 4 },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-migrate', 'caution'],
  },
  {
    change: { 'spec.template.spec.domain.cpu.sockets': 4 },
    cluster: { methods: [] },
    running: true,
    migratable: true,
    gives: ['pending', 'caution'],
  },
  {
    change: { 'spec.template.spec.domain.cpu.sockets': 4 },
    cluster: { methods: ['Evict'] },
    running: true,
    migratable: true,
    gives: ['restart-forced', 'disruptive'],
  },
  {
    change: { 'spec.template.spec.domain.cpu.sockets': 16 },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: { 'spec.template.spec.domain.cpu.maxSockets': 3 },
    change: { 'spec.template.spec.domain.cpu.sockets': 4 },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['rejected', 'rejected'],
  },
  {
    given: { 'spec.template.spec.domain.cpu.sockets': 4 },
    change: { 'spec.template.spec.domain.cpu.sockets': 2 },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    change: { 'spec.template.spec.domain.cpu.sockets': 4 },
    cluster: { strategy: 'Stage', methods: ['LiveMigrate'] },
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    change: { 'spec.template.spec.domain.cpu.sockets': 4 },
    kubevirt: '1.5',
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    change: { 'spec.template.spec.domain.cpu.cores': 2 },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: { 'spec.template.spec.domain.cpu': undefined },
    change: { 'spec.template.spec.domain.cpu': { sockets: 2 } },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    change: { 'spec.template.spec.domain.cpu.maxSockets': 8 },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    change: { 'spec.template.spec.domain.cpu.sockets': 4, 'spec.template.spec.domain.cpu.cores': 2 },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    change: { 'spec.template.spec.domain.memory.guest': '32Gi' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: { 'spec.template.spec.domain.memory.maxGuest': '8Gi' },
    change: { 'spec.template.spec.domain.memory.guest': '16Gi' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['rejected', 'rejected'],
  },
  {
    change: { 'spec.template.spec.domain.memory.guest': '2Gi' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: { 'spec.template.spec.architecture': 's390x', 'spec.template.spec.domain.machine.type': 's390-ccw-virtio' },
    change: { 'spec.template.spec.domain.cpu.sockets': 4 },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-migrate', 'caution'],
  },
  {
    given: { 'spec.template.spec.domain.memory.guest': '512Mi' },
    change: { 'spec.template.spec.domain.memory.guest': '2Gi' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    change: { 'spec.template.spec.domain.memory.guest': '8Gi' },
    cluster: MIGRATES,
    running: true,
    migratable: false,
    gives: ['restart-required', 'disruptive'],
  },
  // The claim says that it cannot migrate, where the cluster does not tell.
  {
    change: { 'spec.template.spec.domain.memory.guest': '8Gi' },
    cluster: MIGRATES,
    running: true,
    beside: [
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'web-root', namespace: 'apps' },
        spec: { accessModes: ['ReadWriteOnce'] },
      },
    ],
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: {
      'spec.template.spec.domain.launchSecurity': { sev: {} },
      'spec.template.spec.domain.firmware': { bootloader: { efi: { secureBoot: false } } },
    },
    change: { 'spec.template.spec.domain.memory.guest': '8Gi' },
    cluster: MIGRATES,
    running: true,
    migratable: false,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: { 'spec.template.spec.architecture': 'arm64', 'spec.template.spec.domain.machine.type': 'virt' },
    change: { 'spec.template.spec.domain.memory.maxGuest': '8Gi' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['rejected', 'rejected'],
  },
  {
    change: { 'spec.template.spec.domain.memory.guest': '4096Mi' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['none', 'info'],
  },
  {
    change: { 'spec.template.spec.nodeSelector': { zone: 'a' } },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['next-migration', 'info'],
  },
  {
    change: { 'spec.template.spec.tolerations': [{ key: 'gpu', operator: 'Exists' }] },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['next-migration', 'info'],
  },
  {
    change: {
      'spec.template.spec.affinity': {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }],
          },
        },
      },
    },
    cluster: { strategy: 'Stage' },
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    change: { 'spec.template.spec.evictionStrategy': 'LiveMigrate' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    change: {
      'spec.template.spec.domain.devices.disks[data]': { name: 'data', disk: { bus: 'virtio' } },
      'spec.template.spec.volumes[data]': {
        name: 'data',
        persistentVolumeClaim: { claimName: 'web-data', hotpluggable: true },
      },
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-update', 'info'],
  },
  {
    change: {
      'spec.template.spec.domain.devices.disks[data]': { name: 'data', disk: { bus: 'virtio' } },
      'spec.template.spec.volumes[data]': {
        name: 'data',
        persistentVolumeClaim: { claimName: 'web-data', hotpluggable: true },
      },
    },
    cluster: { strategy: 'Stage' },
    running: true,
    migratable: true,
    gives: ['live-update', 'info'],
  },
  {
    change: {
      'spec.template.spec.domain.devices.disks[data]': { name: 'data', disk: { bus: 'virtio' } },
      'spec.template.spec.volumes[data]': {
        name: 'data',
        persistentVolumeClaim: { claimName: 'web-data', hotpluggable: true },
      },
    },
    kubevirt: '1.8',
    cluster: { gates: [] },
    running: true,
    migratable: true,
    gives: ['next-start', 'caution'],
  },
  {
    given: {
      'spec.template.spec.domain.devices.disks[data]': { name: 'data', disk: { bus: 'virtio' } },
      'spec.template.spec.volumes[data]': {
        name: 'data',
        persistentVolumeClaim: { claimName: 'web-data', hotpluggable: true },
      },
    },
    change: {
      'spec.template.spec.domain.devices.disks[data]': undefined,
      'spec.template.spec.volumes[data]': undefined,
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-update', 'caution'],
  },
  {
    change: {
      'spec.template.spec.domain.devices.disks[data]': { name: 'data', disk: { bus: 'virtio' } },
      'spec.template.spec.volumes[data]': { name: 'data', persistentVolumeClaim: { claimName: 'web-data' } },
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: {
      'spec.template.spec.domain.devices.disks[cd]': { name: 'cd', cdrom: { bus: 'sata' } },
      'spec.template.spec.volumes[cd]': { name: 'cd', dataVolume: { name: 'iso-1', hotpluggable: true } },
    },
    change: { 'spec.template.spec.volumes[cd]': undefined },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-update', 'info'],
  },
  {
    given: {
      'spec.template.spec.domain.devices.disks[cd]': { name: 'cd', cdrom: { bus: 'sata' } },
      'spec.template.spec.volumes[cd]': { name: 'cd', dataVolume: { name: 'iso-1', hotpluggable: true } },
    },
    change: { 'spec.template.spec.domain.devices.disks[cd]': undefined, 'spec.template.spec.volumes[cd]': undefined },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: { 'spec.updateVolumesStrategy': 'Migration' },
    change: { 'spec.template.spec.volumes[root].persistentVolumeClaim.claimName': 'web-root-fast' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-migrate', 'caution'],
  },
  {
    given: { 'spec.updateVolumesStrategy': 'Migration' },
    change: { 'spec.template.spec.volumes[root].persistentVolumeClaim.claimName': 'web-root-fast' },
    cluster: { strategy: 'Stage' },
    running: true,
    migratable: true,
    gives: ['next-start', 'destructive'],
  },
  {
    change: { 'spec.template.spec.volumes[root].persistentVolumeClaim.claimName': 'web-root-new' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'destructive'],
  },
  {
    given: {
      'spec.template.spec.volumes[root].persistentVolumeClaim': undefined,
      'spec.template.spec.volumes[root].containerDisk': { image: 'quay.io/containerdisks/fedora:41' },
    },
    change: { 'spec.template.spec.volumes[root].containerDisk.image': 'quay.io/containerdisks/fedora:42' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: {
      'spec.template.spec.domain.devices.disks[data]': { name: 'data', disk: { bus: 'virtio' } },
      'spec.template.spec.volumes[data]': {
        name: 'data',
        persistentVolumeClaim: { claimName: 'web-data', hotpluggable: true },
      },
    },
    change: {
      'spec.template.spec.volumes': [
        { name: 'data', persistentVolumeClaim: { claimName: 'web-data', hotpluggable: true } },
        { name: 'root', persistentVolumeClaim: { claimName: 'web-root' } },
      ],
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['none', 'info'],
  },
  {
    change: {
      'spec.template.spec.domain.devices.interfaces[blue]': { name: 'blue', bridge: {} },
      'spec.template.spec.networks[blue]': { name: 'blue', multus: { networkName: 'net-blue' } },
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-migrate', 'caution'],
  },
  {
    change: {
      'spec.template.spec.domain.devices.interfaces[blue]': { name: 'blue', sriov: {} },
      'spec.template.spec.networks[blue]': { name: 'blue', multus: { networkName: 'net-blue' } },
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-migrate', 'caution'],
  },
  {
    given: {
      'spec.template.spec.domain.devices.interfaces[blue]': { name: 'blue', bridge: {} },
      'spec.template.spec.networks[blue]': { name: 'blue', multus: { networkName: 'net-blue' } },
    },
    change: { 'spec.template.spec.domain.devices.interfaces[blue].state': 'down' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-update', 'caution'],
  },
  {
    given: {
      'spec.template.spec.domain.devices.interfaces[blue]': { name: 'blue', sriov: {} },
      'spec.template.spec.networks[blue]': { name: 'blue', multus: { networkName: 'net-blue' } },
    },
    change: { 'spec.template.spec.domain.devices.interfaces[blue].state': 'down' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['rejected', 'rejected'],
  },
  {
    given: {
      'spec.template.spec.domain.devices.interfaces[blue]': { name: 'blue', bridge: {} },
      'spec.template.spec.networks[blue]': { name: 'blue', multus: { networkName: 'net-blue' } },
    },
    change: { 'spec.template.spec.domain.devices.interfaces[blue].state': 'absent' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-migrate', 'caution'],
  },
  {
    given: {
      'spec.template.spec.domain.devices.interfaces[blue]': { name: 'blue', bridge: {} },
      'spec.template.spec.networks[blue]': { name: 'blue', multus: { networkName: 'net-blue' } },
    },
    change: {
      'spec.template.spec.domain.devices.interfaces[blue]': undefined,
      'spec.template.spec.networks[blue]': undefined,
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: {
      'spec.template.spec.domain.devices.interfaces[blue]': { name: 'blue', bridge: {} },
      'spec.template.spec.networks[blue]': { name: 'blue', multus: { networkName: 'net-blue' } },
    },
    change: { 'spec.template.spec.networks[blue].multus.networkName': 'net-green' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-migrate', 'caution'],
  },
  {
    given: {
      'spec.template.spec.domain.devices.interfaces[blue]': { name: 'blue', bridge: {} },
      'spec.template.spec.networks[blue]': { name: 'blue', multus: { networkName: 'net-blue' } },
    },
    change: { 'spec.template.spec.networks[blue].multus.networkName': 'net-green' },
    kubevirt: '1.7',
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: { 'spec.template.spec.domain.devices.interfaces': undefined, 'spec.template.spec.networks': undefined },
    change: {
      'spec.template.spec.domain.devices.interfaces': [{ name: 'blue', bridge: {} }],
      'spec.template.spec.networks': [{ name: 'blue', multus: { networkName: 'net-blue' } }],
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    change: { 'spec.template.metadata.labels.tier': 'front' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['next-start', 'info'],
  },
  {
    change: { 'spec.template.metadata.annotations': { 'descheduler.alpha.kubernetes.io/evict': 'true' } },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['live-update', 'info'],
  },
  {
    given: {
      'spec.template.spec.domain.cpu': undefined,
      'spec.template.spec.domain.memory': undefined,
      'spec.instancetype': { kind: 'VirtualMachineClusterInstancetype', name: 'u1.medium' },
    },
    change: { 'spec.instancetype.name': 'u1.large' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    beside: TYPES,
    gives: ['live-migrate', 'caution'],
  },
  {
    given: {
      'spec.template.spec.domain.cpu': undefined,
      'spec.template.spec.domain.memory': undefined,
      'spec.instancetype': { kind: 'VirtualMachineClusterInstancetype', name: 'u1.medium' },
    },
    change: { 'spec.instancetype.name': 'cx1.large' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    beside: TYPES,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: {
      'spec.template.spec.domain.cpu': undefined,
      'spec.template.spec.domain.memory': undefined,
      'spec.instancetype': {
        kind: 'VirtualMachineClusterInstancetype',
        name: 'u1.medium',
        revisionName: 'web-u1.medium-v1beta1-x-1',
      },
    },
    change: { 'spec.instancetype.name': 'u1.large' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    beside: TYPES,
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'instancetype.kubevirt.io/v1beta1',
      kind: 'VirtualMachineClusterInstancetype',
      metadata: { name: 'u1.medium' },
      spec: { cpu: { guest: 1 }, memory: { guest: '4Gi' } },
    },
    change: { 'spec.cpu.guest': 2 },
    gives: ['none', 'caution'],
  },
  {
    change: { 'spec.runStrategy': 'Halted' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['stop', 'disruptive'],
  },
  {
    given: { 'spec.runStrategy': 'Halted' },
    change: { 'spec.runStrategy': 'Always' },
    cluster: MIGRATES,
    running: false,
    migratable: true,
    gives: ['start', 'caution'],
  },
  {
    given: { 'spec.runStrategy': 'Halted' },
    change: { 'spec.runStrategy': 'Manual' },
    cluster: MIGRATES,
    running: false,
    migratable: true,
    gives: ['none', 'info'],
  },
  {
    given: { 'spec.runStrategy': 'Halted' },
    change: { 'spec.runStrategy': 'RerunOnFailure' },
    cluster: MIGRATES,
    running: false,
    migratable: true,
    gives: ['start', 'caution'],
  },
  {
    given: { 'spec.runStrategy': 'Halted' },
    change: { 'spec.runStrategy': 'Once' },
    cluster: MIGRATES,
    running: false,
    migratable: true,
    gives: ['start', 'caution'],
  },
  {
    change: { 'spec.runStrategy': 'Once' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['none', 'info'],
  },
  {
    change: { 'spec.runStrategy': 'RerunOnFailure' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['none', 'info'],
  },
  {
    given: { 'spec.runStrategy': undefined, 'spec.running': true },
    change: { 'spec.running': undefined, 'spec.runStrategy': 'Always' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['none', 'info'],
  },
  {
    change: { 'spec.runStrategy': 'WaitAsReceiver' },
    cluster: { gates: [] },
    running: true,
    migratable: true,
    gives: ['rejected', 'rejected'],
  },
  {
    given: { 'spec.runStrategy': 'Halted' },
    change: { 'spec.template.spec.domain.cpu.cores': 4 },
    cluster: MIGRATES,
    running: false,
    gives: ['next-start', 'info'],
  },
  {
    change: { 'spec.template.spec.architecture': 'arm64' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['rejected', 'rejected'],
  },
  {
    change: { 'spec.template.spec.domain.machine.type': 'pc-q35-10.0' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: { 'spec.template.spec.domain.firmware': { uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223', serial: 's1' } },
    change: { 'spec.template.spec.domain.firmware.uuid': '6d307ca9-b3ef-428c-8861-06e72d69f223' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: { 'spec.template.spec.domain.firmware': { uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223', serial: 's1' } },
    change: { 'spec.template.spec.domain.firmware.uuid': undefined },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'disruptive'],
  },
  {
    given: {
      'spec.template.spec.volumes[root].persistentVolumeClaim': undefined,
      'spec.template.spec.volumes[root].dataVolume': { name: 'web-root' },
      'spec.dataVolumeTemplates': [
        {
          metadata: { name: 'web-root' },
          spec: {
            source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
            storage: { resources: { requests: { storage: '10Gi' } } },
          },
        },
      ],
    },
    change: {
      'spec.dataVolumeTemplates[web-root].spec.source.registry.url': 'docker://quay.io/containerdisks/fedora:42',
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['none', 'caution'],
  },
  {
    given: {
      'spec.template.spec.volumes[root].persistentVolumeClaim': undefined,
      'spec.template.spec.volumes[root].dataVolume': { name: 'web-root' },
      'spec.dataVolumeTemplates': [
        {
          metadata: { name: 'web-root' },
          spec: {
            source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
            storage: { resources: { requests: { storage: '10Gi' } } },
          },
        },
      ],
    },
    change: {
      'spec.template.spec.volumes[root].dataVolume.name': 'web-root-42',
      'spec.dataVolumeTemplates[web-root]': undefined,
      'spec.dataVolumeTemplates[web-root-42]': {
        metadata: { name: 'web-root-42' },
        spec: {
          source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
          storage: { resources: { requests: { storage: '10Gi' } } },
        },
      },
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['restart-required', 'destructive', 'reimport'],
  },
  {
    given: {
      'spec.template.spec.volumes[root].persistentVolumeClaim': undefined,
      'spec.template.spec.volumes[root].dataVolume': { name: 'web-root' },
      'spec.dataVolumeTemplates': [
        {
          metadata: { name: 'web-root' },
          spec: {
            source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
            storage: { resources: { requests: { storage: '10Gi' } } },
          },
        },
      ],
    },
    change: {
      'spec.dataVolumeTemplates[web-extra]': {
        metadata: { name: 'web-extra' },
        spec: {
          source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
          storage: { resources: { requests: { storage: '10Gi' } } },
        },
      },
    },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    gives: ['rejected', 'rejected'],
  },
  {
    given: {
      'spec.template.spec.volumes[root].persistentVolumeClaim': undefined,
      'spec.template.spec.volumes[root].dataVolume': { name: 'web-root' },
      'spec.dataVolumeTemplates': [
        {
          metadata: { name: 'web-root' },
          spec: {
            source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
            storage: { resources: { requests: { storage: '10Gi' } } },
          },
        },
      ],
    },
    removed: true,
    cluster: MIGRATES,
    running: true,
    migratable: true,
    prune: true,
    gives: ['prune', 'destructive'],
  },
  {
    given: {
      'metadata.annotations': { 'argocd.argoproj.io/sync-options': 'Prune=false' },
      'spec.template.spec.volumes[root].persistentVolumeClaim': undefined,
      'spec.template.spec.volumes[root].dataVolume': { name: 'web-root' },
      'spec.dataVolumeTemplates': [
        {
          metadata: { name: 'web-root' },
          spec: {
            source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
            storage: { resources: { requests: { storage: '10Gi' } } },
          },
        },
      ],
    },
    removed: true,
    cluster: MIGRATES,
    running: true,
    migratable: true,
    prune: true,
    gives: ['kept', 'caution'],
  },
  {
    given: {
      'metadata.annotations': { 'argocd.argoproj.io/sync-options': 'Prune=confirm' },
      'spec.template.spec.volumes[root].persistentVolumeClaim': undefined,
      'spec.template.spec.volumes[root].dataVolume': { name: 'web-root' },
      'spec.dataVolumeTemplates': [
        {
          metadata: { name: 'web-root' },
          spec: {
            source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
            storage: { resources: { requests: { storage: '10Gi' } } },
          },
        },
      ],
    },
    removed: true,
    cluster: MIGRATES,
    running: true,
    migratable: true,
    prune: true,
    gives: ['prune', 'destructive', 'needs-confirmation'],
  },
  {
    given: {
      'spec.template.spec.volumes[root].persistentVolumeClaim': undefined,
      'spec.template.spec.volumes[root].dataVolume': { name: 'web-root' },
      'spec.dataVolumeTemplates': [
        {
          metadata: { name: 'web-root' },
          spec: {
            source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
            storage: { resources: { requests: { storage: '10Gi' } } },
          },
        },
      ],
    },
    change: { 'metadata.name': 'web2' },
    cluster: MIGRATES,
    running: true,
    migratable: true,
    prune: true,
    gives: ['recreate', 'destructive'],
  },
  {
    object: {
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachineInstance',
      metadata: { name: 't', namespace: 'apps' },
      spec: { domain: { memory: { guest: '1Gi' }, devices: {} } },
    },
    change: { 'spec.domain.memory.guest': '2Gi' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'kubevirt.io/v1',
      kind: 'VirtualMachineInstanceReplicaSet',
      metadata: { name: 'rs', namespace: 'apps' },
      spec: {
        replicas: 2,
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { domain: { memory: { guest: '1Gi' }, devices: {} } } },
      },
    },
    change: { 'spec.template.spec.domain.memory.guest': '2Gi' },
    gives: ['none', 'caution'],
  },
  {
    object: {
      apiVersion: 'pool.kubevirt.io/v1beta1',
      kind: 'VirtualMachinePool',
      metadata: { name: 'p', namespace: 'apps' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { a: 'b' } },
        virtualMachineTemplate: {
          metadata: { labels: { a: 'b' } },
          spec: {
            runStrategy: 'Always',
            template: {
              metadata: { labels: { app: 'web' } },
              spec: {
                architecture: 'amd64',
                domain: {
                  cpu: { sockets: 2, cores: 1, threads: 1 },
                  memory: { guest: '4Gi' },
                  machine: { type: 'q35' },
                  devices: {
                    disks: [{ name: 'root', disk: { bus: 'virtio' } }],
                    interfaces: [{ name: 'default', masquerade: {} }],
                  },
                },
                networks: [{ name: 'default', pod: {} }],
                volumes: [{ name: 'root', dataVolume: { name: 'web-root' } }],
              },
            },
            dataVolumeTemplates: [
              {
                metadata: { name: 'web-root' },
                spec: {
                  source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
                  storage: { resources: { requests: { storage: '10Gi' } } },
                },
              },
            ],
          },
        },
      },
    },
    change: { 'spec.virtualMachineTemplate.spec.template.spec.domain.memory.guest': '8Gi' },
    gives: ['restart-forced', 'disruptive'],
  },
  {
    object: {
      apiVersion: 'pool.kubevirt.io/v1beta1',
      kind: 'VirtualMachinePool',
      metadata: { name: 'p', namespace: 'apps' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { a: 'b' } },
        virtualMachineTemplate: {
          metadata: { labels: { a: 'b' } },
          spec: {
            runStrategy: 'Always',
            template: {
              metadata: { labels: { app: 'web' } },
              spec: {
                architecture: 'amd64',
                domain: {
                  cpu: { sockets: 2, cores: 1, threads: 1 },
                  memory: { guest: '4Gi' },
                  machine: { type: 'q35' },
                  devices: {
                    disks: [{ name: 'root', disk: { bus: 'virtio' } }],
                    interfaces: [{ name: 'default', masquerade: {} }],
                  },
                },
                networks: [{ name: 'default', pod: {} }],
                volumes: [{ name: 'root', dataVolume: { name: 'web-root' } }],
              },
            },
            dataVolumeTemplates: [
              {
                metadata: { name: 'web-root' },
                spec: {
                  source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
                  storage: { resources: { requests: { storage: '10Gi' } } },
                },
              },
            ],
          },
        },
        updateStrategy: { opportunistic: {} },
      },
    },
    change: { 'spec.virtualMachineTemplate.spec.template.spec.domain.memory.guest': '8Gi' },
    gives: ['live-migrate', 'caution', 'per-vm-rules'],
  },
  {
    object: {
      apiVersion: 'pool.kubevirt.io/v1beta1',
      kind: 'VirtualMachinePool',
      metadata: { name: 'p', namespace: 'apps' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { a: 'b' } },
        virtualMachineTemplate: {
          metadata: { labels: { a: 'b' } },
          spec: {
            runStrategy: 'Always',
            template: {
              metadata: { labels: { app: 'web' } },
              spec: {
                architecture: 'amd64',
                domain: {
                  cpu: { sockets: 2, cores: 1, threads: 1 },
                  memory: { guest: '4Gi' },
                  machine: { type: 'q35' },
                  devices: {
                    disks: [{ name: 'root', disk: { bus: 'virtio' } }],
                    interfaces: [{ name: 'default', masquerade: {} }],
                  },
                },
                networks: [{ name: 'default', pod: {} }],
                volumes: [{ name: 'root', dataVolume: { name: 'web-root' } }],
              },
            },
            dataVolumeTemplates: [
              {
                metadata: { name: 'web-root' },
                spec: {
                  source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
                  storage: { resources: { requests: { storage: '10Gi' } } },
                },
              },
            ],
          },
        },
        updateStrategy: { unmanaged: {} },
      },
    },
    change: { 'spec.virtualMachineTemplate.spec.template.spec.domain.memory.guest': '8Gi' },
    gives: ['none', 'info'],
  },
  {
    object: {
      apiVersion: 'pool.kubevirt.io/v1beta1',
      kind: 'VirtualMachinePool',
      metadata: { name: 'p', namespace: 'apps' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { a: 'b' } },
        virtualMachineTemplate: {
          metadata: { labels: { a: 'b' } },
          spec: {
            runStrategy: 'Always',
            template: {
              metadata: { labels: { app: 'web' } },
              spec: {
                architecture: 'amd64',
                domain: {
                  cpu: { sockets: 2, cores: 1, threads: 1 },
                  memory: { guest: '4Gi' },
                  machine: { type: 'q35' },
                  devices: {
                    disks: [{ name: 'root', disk: { bus: 'virtio' } }],
                    interfaces: [{ name: 'default', masquerade: {} }],
                  },
                },
                networks: [{ name: 'default', pod: {} }],
                volumes: [{ name: 'root', dataVolume: { name: 'web-root' } }],
              },
            },
            dataVolumeTemplates: [
              {
                metadata: { name: 'web-root' },
                spec: {
                  source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
                  storage: { resources: { requests: { storage: '10Gi' } } },
                },
              },
            ],
          },
        },
      },
    },
    change: { 'spec.replicas': 1 },
    gives: ['scale-in', 'destructive'],
  },
  {
    object: {
      apiVersion: 'pool.kubevirt.io/v1beta1',
      kind: 'VirtualMachinePool',
      metadata: { name: 'p', namespace: 'apps' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { a: 'b' } },
        virtualMachineTemplate: {
          metadata: { labels: { a: 'b' } },
          spec: {
            runStrategy: 'Always',
            template: {
              metadata: { labels: { app: 'web' } },
              spec: {
                architecture: 'amd64',
                domain: {
                  cpu: { sockets: 2, cores: 1, threads: 1 },
                  memory: { guest: '4Gi' },
                  machine: { type: 'q35' },
                  devices: {
                    disks: [{ name: 'root', disk: { bus: 'virtio' } }],
                    interfaces: [{ name: 'default', masquerade: {} }],
                  },
                },
                networks: [{ name: 'default', pod: {} }],
                volumes: [{ name: 'root', dataVolume: { name: 'web-root' } }],
              },
            },
            dataVolumeTemplates: [
              {
                metadata: { name: 'web-root' },
                spec: {
                  source: { registry: { url: 'docker://quay.io/containerdisks/fedora:41' } },
                  storage: { resources: { requests: { storage: '10Gi' } } },
                },
              },
            ],
          },
        },
      },
    },
    change: { 'spec.selector.matchLabels.a': 'c', 'spec.virtualMachineTemplate.metadata.labels.a': 'c' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'snapshot.kubevirt.io/v1beta1',
      kind: 'VirtualMachineSnapshot',
      metadata: { name: 's' },
      spec: { source: { apiGroup: 'kubevirt.io', kind: 'VirtualMachine', name: 'a' } },
    },
    change: { 'spec.source.name': 'b' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: kubevirtObject({ configuration: { developerConfiguration: { featureGates: ['HostDisk'] } } }),
    change: { 'spec.configuration.developerConfiguration.disabledFeatureGates': ['HostDisk'] },
    gives: ['rejected', 'rejected'],
  },
  {
    object: kubevirtObject({ imageTag: 'v1.8.4', workloadUpdateStrategy: { workloadUpdateMethods: ['LiveMigrate'] } }),
    change: { 'spec.imageTag': 'v1.9.0' },
    gives: ['fleet-migrate', 'disruptive', 'components-rolled'],
  },
  {
    object: kubevirtObject({ imageTag: 'v1.8.4' }),
    change: { 'spec.imageTag': 'v1.9.0' },
    gives: ['components-rolled', 'caution'],
  },
  {
    object: kubevirtObject(),
    change: { 'spec.workloadUpdateStrategy': { workloadUpdateMethods: ['LiveMigrate'] } },
    gives: ['fleet-migrate', 'caution'],
  },
  {
    object: kubevirtObject(),
    change: { 'spec.workloads': { nodePlacement: { nodeSelector: { virt: 'yes' } } } },
    gives: ['components-rolled', 'disruptive'],
  },
  {
    object: kubevirtObject(),
    change: { 'spec.infra': { nodePlacement: { nodeSelector: { infra: 'yes' } } } },
    gives: ['components-rolled', 'caution'],
  },
  {
    object: kubevirtObject(),
    change: { 'spec.configuration': { developerConfiguration: { logVerbosity: { virtHandler: 4 } } } },
    gives: ['live-update', 'info'],
  },
  {
    object: kubevirtObject({ workloadUpdateStrategy: { workloadUpdateMethods: ['LiveMigrate'] } }),
    change: {
      'spec.customizeComponents': {
        patches: [
          {
            resourceType: 'Deployment',
            resourceName: 'virt-controller',
            type: 'json',
            patch: '[{"op":"replace","path":"/spec/template/spec/containers/0/args/1","value":"reg/virt-launcher:x"}]',
          },
        ],
      },
    },
    gives: ['fleet-migrate', 'disruptive', 'components-rolled'],
  },
  {
    object: kubevirtObject({
      configuration: { architectureConfiguration: { amd64: { emulatedMachines: ['q35*', 'pc-q35*'] } } },
    }),
    change: { 'spec.configuration.architectureConfiguration.amd64.emulatedMachines': ['pc-q35-10*'] },
    beside: [VM],
    gives: ['next-start-fails', 'disruptive'],
  },
  {
    object: kubevirtObject({ configuration: { vmRolloutStrategy: 'LiveUpdate' } }),
    change: { 'spec.configuration.vmRolloutStrategy': 'Stage' },
    gives: ['none', 'caution'],
  },
  {
    object: kubevirtObject(),
    removed: true,
    prune: true,
    gives: ['prune', 'destructive'],
  },
  {
    object: kubevirtObject({ uninstallStrategy: 'BlockUninstallIfWorkloadsExist' }),
    removed: true,
    prune: true,
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'hco.kubevirt.io/v1',
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
      spec: {
        workloadSources: {
          dataImportCronTemplates: [
            {
              metadata: {
                name: 'my-cron',
                annotations: {
                  'ssp.kubevirt.io/dict.architectures': 'amd64,arm64',
                  'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
                },
              },
              spec: {
                managedDataSource: 'my',
                schedule: '0 2 * * *',
                garbageCollect: 'Outdated',
                retentionPolicy: 'None',
                importsToKeep: 1,
                template: {
                  spec: {
                    source: { registry: { url: 'docker://reg.example/my:1' } },
                    storage: { resources: { requests: { storage: '10Gi' } } },
                  },
                },
              },
            },
          ],
          enableMultiArchBootImageImport: true,
        },
      },
    },
    change: {
      'spec.workloadSources.dataImportCronTemplates[my-cron].spec.template.spec.source.registry.url':
        'docker://reg.example/my:2',
    },
    cluster: OPENSHIFT,
    gives: ['reimport', 'disruptive'],
  },
  {
    object: {
      apiVersion: 'hco.kubevirt.io/v1',
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
      spec: {
        workloadSources: {
          dataImportCronTemplates: [
            {
              metadata: {
                name: 'my-cron',
                annotations: {
                  'ssp.kubevirt.io/dict.architectures': 'amd64,arm64',
                  'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
                },
              },
              spec: {
                managedDataSource: 'my',
                schedule: '0 2 * * *',
                garbageCollect: 'Outdated',
                retentionPolicy: 'None',
                importsToKeep: 1,
                template: {
                  spec: {
                    source: { registry: { url: 'docker://reg.example/my:1' } },
                    storage: { resources: { requests: { storage: '10Gi' } } },
                  },
                },
              },
            },
          ],
          enableMultiArchBootImageImport: true,
        },
      },
    },
    change: { 'spec.workloadSources.dataImportCronTemplates[my-cron].spec.schedule': '0 3 * * *' },
    cluster: OPENSHIFT,
    gives: ['reimport', 'disruptive'],
  },
  {
    object: {
      apiVersion: 'hco.kubevirt.io/v1',
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
      spec: {
        workloadSources: {
          dataImportCronTemplates: [
            {
              metadata: {
                name: 'my-cron',
                annotations: {
                  'ssp.kubevirt.io/dict.architectures': 'amd64,arm64',
                  'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
                },
              },
              spec: {
                managedDataSource: 'my',
                schedule: '0 2 * * *',
                garbageCollect: 'Outdated',
                retentionPolicy: 'None',
                importsToKeep: 1,
                template: {
                  spec: {
                    source: { registry: { url: 'docker://reg.example/my:1' } },
                    storage: { resources: { requests: { storage: '10Gi' } } },
                  },
                },
              },
            },
          ],
          enableMultiArchBootImageImport: true,
        },
      },
    },
    change: { 'spec.workloadSources.dataImportCronTemplates': [] },
    cluster: OPENSHIFT,
    gives: ['data-delete', 'destructive'],
  },
  {
    object: {
      apiVersion: 'hco.kubevirt.io/v1',
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
      spec: {
        workloadSources: {
          dataImportCronTemplates: [
            {
              metadata: {
                name: 'my-cron',
                annotations: {
                  'ssp.kubevirt.io/dict.architectures': 'amd64,arm64',
                  'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
                },
              },
              spec: {
                managedDataSource: 'my',
                schedule: '0 2 * * *',
                garbageCollect: 'Outdated',
                retentionPolicy: 'None',
                importsToKeep: 1,
                template: {
                  spec: {
                    source: { registry: { url: 'docker://reg.example/my:1' } },
                    storage: { resources: { requests: { storage: '10Gi' } } },
                  },
                },
              },
            },
          ],
          enableMultiArchBootImageImport: true,
        },
      },
    },
    change: {
      'spec.workloadSources.dataImportCronTemplates[my-cron].metadata.annotations["ssp.kubevirt.io/dict.architectures"]':
        'arm64',
    },
    cluster: OPENSHIFT,
    gives: ['data-delete', 'destructive', 'default-arch-switch'],
  },
  {
    object: {
      apiVersion: 'hco.kubevirt.io/v1',
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
      spec: {
        workloadSources: {
          dataImportCronTemplates: [
            {
              metadata: {
                name: 'my-cron',
                annotations: {
                  'ssp.kubevirt.io/dict.architectures': 'amd64,arm64',
                  'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
                },
              },
              spec: {
                managedDataSource: 'my',
                schedule: '0 2 * * *',
                garbageCollect: 'Outdated',
                retentionPolicy: 'None',
                importsToKeep: 1,
                template: {
                  spec: {
                    source: { registry: { url: 'docker://reg.example/my:1' } },
                    storage: { resources: { requests: { storage: '10Gi' } } },
                  },
                },
              },
            },
          ],
          enableMultiArchBootImageImport: false,
        },
      },
    },
    change: { 'spec.workloadSources.enableMultiArchBootImageImport': true },
    cluster: OPENSHIFT,
    gives: ['reimport', 'disruptive'],
  },
  {
    object: {
      apiVersion: 'hco.kubevirt.io/v1',
      kind: 'HyperConverged',
      metadata: { name: 'kubevirt-hyperconverged', namespace: 'kubevirt-hyperconverged' },
      spec: {
        workloadSources: {
          dataImportCronTemplates: [
            {
              metadata: {
                name: 'my-cron',
                annotations: {
                  'ssp.kubevirt.io/dict.architectures': 'amd64,arm64',
                  'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
                },
              },
              spec: {
                managedDataSource: 'my',
                schedule: '0 2 * * *',
                garbageCollect: 'Outdated',
                retentionPolicy: 'None',
                importsToKeep: 1,
                template: {
                  spec: {
                    source: { registry: { url: 'docker://reg.example/my:1' } },
                    storage: { resources: { requests: { storage: '10Gi' } } },
                  },
                },
              },
            },
          ],
          enableMultiArchBootImageImport: true,
        },
      },
    },
    change: {
      'spec.workloadSources.dataImportCronTemplates[my-cron].spec.template.spec.source.registry.url':
        'docker://reg.example/my:2',
    },
    cluster: { platform: 'kubernetes' },
    gives: ['none', 'caution'],
  },
  {
    object: {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataVolume',
      metadata: { name: 'd', namespace: 'apps' },
      spec: {
        source: { http: { url: 'http://x/a.qcow2' } },
        storage: { resources: { requests: { storage: '10Gi' } } },
      },
    },
    change: { 'spec.storage.resources.requests.storage': '20Gi' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataVolume',
      metadata: { name: 'd', namespace: 'apps' },
      spec: {
        source: { http: { url: 'http://x/a.qcow2' } },
        storage: { resources: { requests: { storage: '10Gi' } } },
      },
    },
    change: { 'metadata.annotations': { a: 'b' } },
    gives: ['none', 'info'],
  },
  {
    object: {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataVolume',
      metadata: { name: 'd', namespace: 'apps' },
      spec: {
        source: { http: { url: 'http://x/a.qcow2' } },
        storage: { resources: { requests: { storage: '10Gi' } } },
      },
    },
    removed: true,
    prune: true,
    gives: ['prune', 'destructive'],
  },
  {
    object: {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'DataSource',
      metadata: { name: 'my', namespace: 'gold' },
      spec: { source: { pvc: { name: 'a', namespace: 'gold' } } },
    },
    change: { 'spec.source.pvc.name': 'b' },
    gives: ['live-update', 'caution'],
  },
  {
    object: {
      apiVersion: 'cluster.k8s.io/v1alpha1',
      kind: 'MachineDeployment',
      metadata: { name: 'md', namespace: 'kube-system' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { md: 'md' } },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        template: {
          metadata: { labels: { md: 'md' } },
          spec: {
            metadata: { labels: { pool: 'a' } },
            versions: { kubelet: '1.34.1' },
            providerSpec: {
              value: { cloudProvider: 'kubevirt', cloudProviderSpec: { virtualMachine: { template: { cpus: '2' } } } },
            },
          },
        },
      },
    },
    change: { 'spec.replicas': 5 },
    gives: ['scale-out', 'info'],
  },
  {
    object: {
      apiVersion: 'cluster.k8s.io/v1alpha1',
      kind: 'MachineDeployment',
      metadata: { name: 'md', namespace: 'kube-system' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { md: 'md' } },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        template: {
          metadata: { labels: { md: 'md' } },
          spec: {
            metadata: { labels: { pool: 'a' } },
            versions: { kubelet: '1.34.1' },
            providerSpec: {
              value: { cloudProvider: 'kubevirt', cloudProviderSpec: { virtualMachine: { template: { cpus: '2' } } } },
            },
          },
        },
      },
    },
    change: { 'spec.replicas': 1 },
    gives: ['scale-in', 'disruptive'],
  },
  {
    object: {
      apiVersion: 'cluster.k8s.io/v1alpha1',
      kind: 'MachineDeployment',
      metadata: { name: 'md', namespace: 'kube-system' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { md: 'md' } },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        template: {
          metadata: { labels: { md: 'md' } },
          spec: {
            metadata: { labels: { pool: 'a' } },
            versions: { kubelet: '1.34.1' },
            providerSpec: {
              value: { cloudProvider: 'kubevirt', cloudProviderSpec: { virtualMachine: { template: { cpus: '2' } } } },
            },
          },
        },
      },
    },
    change: { 'spec.template.spec.providerSpec.value.cloudProviderSpec.virtualMachine.template.cpus': 2 },
    gives: ['machines-rolled', 'disruptive'],
  },
  {
    object: {
      apiVersion: 'cluster.k8s.io/v1alpha1',
      kind: 'MachineDeployment',
      metadata: { name: 'md', namespace: 'kube-system' },
      spec: {
        replicas: 3,
        selector: { matchLabels: { md: 'md' } },
        strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } },
        template: {
          metadata: { labels: { md: 'md' } },
          spec: {
            metadata: { labels: { pool: 'a' } },
            versions: { kubelet: '1.34.1' },
            providerSpec: {
              value: { cloudProvider: 'kubevirt', cloudProviderSpec: { virtualMachine: { template: { cpus: '2' } } } },
            },
          },
        },
      },
    },
    change: { 'spec.strategy.rollingUpdate.maxSurge': 2 },
    gives: ['none', 'info'],
  },
  {
    object: {
      apiVersion: 'infrastructure.cluster.x-k8s.io/v1alpha1',
      kind: 'KubevirtMachineTemplate',
      metadata: { name: 't-1' },
      spec: { template: { spec: { virtualMachineBootstrapCheck: { checkStrategy: 'ssh' } } } },
    },
    change: { 'spec.template.spec.virtualMachineBootstrapCheck.checkStrategy': 'none' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'c', namespace: 'apps' },
      spec: { accessModes: ['ReadWriteMany'], storageClassName: 'fast', resources: { requests: { storage: '20Gi' } } },
    },
    change: { 'spec.resources.requests.storage': '10Gi' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'c', namespace: 'apps' },
      spec: { accessModes: ['ReadWriteMany'], storageClassName: 'fast', resources: { requests: { storage: '10Gi' } } },
    },
    change: { 'spec.storageClassName': 'slow' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd', namespace: 'apps' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } },
      },
    },
    change: { 'spec.selector.matchLabels.a': 'c', 'spec.template.metadata.labels.a': 'c' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd', namespace: 'apps' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i:1' }] } },
      },
    },
    change: { 'spec.template.spec.containers[c].image': 'i:2' },
    gives: ['pods-rolled', 'caution'],
  },
  {
    object: {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'j', namespace: 'apps' },
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i:1' }] } } },
    },
    change: { 'spec.template.spec.containers[c].image': 'i:2' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: { name: 'fast' },
      provisioner: 'x',
      parameters: { t: '1' },
      allowVolumeExpansion: false,
    },
    change: { 'parameters.t': '2' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'r', namespace: 'apps' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'a' },
      subjects: [],
    },
    change: { 'roleRef.name': 'b' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 's', namespace: 'apps' },
      spec: { clusterIP: '10.0.0.10', ports: [{ port: 80 }] },
    },
    change: { 'spec.clusterIP': '10.0.0.11' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'c', namespace: 'apps' },
      immutable: true,
      data: { a: '1' },
    },
    change: { 'data.a': '2' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'virtualmachines.kubevirt.io' },
      spec: { group: 'kubevirt.io' },
    },
    removed: true,
    prune: true,
    gives: ['prune', 'destructive'],
  },
  {
    object: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'MutatingAdmissionPolicy',
      metadata: { name: 'm' },
      spec: { failurePolicy: 'Fail', reinvocationPolicy: 'Never', mutations: [] },
    },
    change: { 'spec.failurePolicy': 'Ignore' },
    gives: ['live-update', 'caution'],
  },
  {
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'apps' },
      spec: { containers: [{ name: 'c', image: 'a:1' }] },
    },
    change: { 'spec.containers[c].image': 'a:2' },
    gives: ['live-update', 'info'],
  },
  {
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p', namespace: 'apps' },
      spec: { containers: [{ name: 'c', image: 'a:1' }] },
    },
    change: { 'spec.nodeName': 'n' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'v' },
      spec: { capacity: { storage: '1Gi' }, nfs: { server: 'a', path: '/x' }, persistentVolumeReclaimPolicy: 'Retain' },
    },
    change: { 'spec.nfs.server': 'b' },
    gives: ['rejected', 'rejected'],
  },
  {
    object: {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'v' },
      spec: { capacity: { storage: '1Gi' }, nfs: { server: 'a', path: '/x' }, persistentVolumeReclaimPolicy: 'Retain' },
    },
    change: { 'spec.persistentVolumeReclaimPolicy': 'Delete' },
    gives: ['live-update', 'info'],
  },
  // Up to 1.4 the revision is in the spec of the live VM, also where Git does not have it.
  {
    kubevirt: '1.4',
    given: SIZED_BY_TYPE,
    change: { 'spec.instancetype.name': 'u1.large' },
    gives: ['rejected', 'rejected'],
  },
  {
    kubevirt: '1.4',
    given: SIZED_BY_TYPE,
    change: { 'spec.instancetype': { name: 'u1.large', revisionName: '' } },
    gives: ['restart-required', 'disruptive'],
  },
];
