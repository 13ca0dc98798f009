import type { EffectCase } from './cases';

const SPEC = 'spec.template.spec';
const CPU = `${SPEC}.domain.cpu`;
const MEMORY = `${SPEC}.domain.memory`;
const GUEST = `${MEMORY}.guest`;
const DISKS = `${SPEC}.domain.devices.disks`;
const INTERFACES = `${SPEC}.domain.devices.interfaces`;
const VOLUMES = `${SPEC}.volumes`;
const NETWORKS = `${SPEC}.networks`;

const UUID = '5d307ca9-b3ef-428c-8861-06e72d69f223';
const MIGRATES = { methods: ['LiveMigrate'] };
const UP = { cluster: MIGRATES, running: true, migratable: true } as const;
const AMD64 = { ...MIGRATES, workloads: ['amd64'] };

const claim = (name: string, claimName: string, more: object = {}) => ({
  name,
  persistentVolumeClaim: { claimName, ...more },
});
const disk = (name: string, bus: string) => ({ name, disk: { bus } });
const data = (bus: string) => ({
  [`${DISKS}[data]`]: disk('data', bus),
  [`${VOLUMES}[data]`]: claim('data', 'web-data', { hotpluggable: true }),
});
const OLD_CLAIM = `${VOLUMES}[root].persistentVolumeClaim.claimName`;

const SAME_TYPE = {
  apiVersion: 'instancetype.kubevirt.io/v1beta1',
  kind: 'VirtualMachineClusterInstancetype',
  metadata: { name: 'two' },
  spec: { cpu: { guest: 2 }, memory: { guest: '4Gi' } },
};

const deployment = (options: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', annotations: { 'argocd.argoproj.io/sync-options': options } },
  spec: { selector: { matchLabels: { app: 'a' } } },
});

/** What virt-api and the VM controller do with a change, where a live VM decides too. */
export const UPDATE_CASES: readonly EffectCase[] = [
  // Memory that cannot be plugged in: kubevirt pkg/liveupdate/memory/memory.go.
  { change: { [GUEST]: '5Gi' }, ...UP, gives: ['live-migrate', 'caution'] },
  { change: { [GUEST]: '4097Mi' }, ...UP, gives: ['restart-required', 'disruptive'] },
  {
    given: { [`${MEMORY}.hugepages`]: { pageSize: '1Gi' } },
    change: { [GUEST]: '5Gi' },
    ...UP,
    gives: ['live-migrate', 'caution'],
  },
  { change: { [GUEST]: '3Gi' }, ...UP, gives: ['restart-required', 'disruptive'] },
  {
    change: { [GUEST]: '3Gi' },
    ...UP,
    live: { started: { maxGuest: '16Gi', guestAtBoot: '2Gi' } },
    gives: ['live-migrate', 'caution'],
  },
  { change: { [GUEST]: '5Gi' }, ...UP, live: { started: {} }, gives: ['restart-required', 'disruptive'] },
  {
    change: { [`${CPU}.sockets`]: 16 },
    ...UP,
    live: { started: { sockets: 2, maxSockets: 32 } },
    gives: ['live-migrate', 'caution'],
  },

  // The same hardware in other words.
  {
    change: { [CPU]: undefined, [MEMORY]: undefined, 'spec.instancetype': { name: 'two' } },
    ...UP,
    beside: [SAME_TYPE],
    gives: ['none', 'info'],
  },
  {
    given: { [CPU]: undefined, [MEMORY]: undefined, 'spec.instancetype': { name: 'two' } },
    change: { [CPU]: { sockets: 2, cores: 1, threads: 1 }, [MEMORY]: { guest: '4Gi' }, 'spec.instancetype': undefined },
    ...UP,
    beside: [SAME_TYPE],
    gives: ['none', 'info'],
  },
  {
    change: { [CPU]: undefined, [MEMORY]: undefined, 'spec.instancetype': { name: 'two' } },
    ...UP,
    beside: [{ ...SAME_TYPE, spec: { cpu: { guest: 4 }, memory: { guest: '4Gi' } } }],
    gives: ['live-migrate', 'caution'],
  },
  { change: { [`${SPEC}.architecture`]: undefined }, running: true, cluster: AMD64, gives: ['none', 'info'] },
  {
    given: { [`${SPEC}.architecture`]: undefined },
    change: { [`${SPEC}.architecture`]: 'amd64' },
    running: true,
    live: { started: { architecture: 'amd64' } },
    gives: ['none', 'info'],
  },
  { change: { [`${SPEC}.domain.machine`]: undefined }, running: true, cluster: AMD64, gives: ['none', 'info'] },
  {
    change: { [`${SPEC}.domain.machine`]: undefined },
    running: true,
    gives: ['restart-required', 'disruptive'],
  },
  ...(
    [
      ['1.6.4', 'none', 'info'],
      ['1.7.0', 'restart-required', 'disruptive'],
      ['1.7.1', 'none', 'info'],
      ['1.9', 'none', 'info'],
    ] as const
  ).map(
    ([kubevirt, ...gives]): EffectCase => ({
      kubevirt,
      change: { [`${SPEC}.domain.firmware`]: { uuid: UUID } },
      running: true,
      live: { started: { uuid: UUID } },
      gives,
    }),
  ),
  { change: { [`${CPU}.maxSockets`]: 0 }, ...UP, gives: ['none', 'info'] },

  // Volumes: validLiveUpdateVolumes, validLiveUpdateDisks, pkg/storage/hotplug, pkg/storage/admitters/storagehotplug.go.
  { change: data('sata'), ...UP, gives: ['pending', 'caution'] },
  { change: data('sata'), ...UP, kubevirt: '1.6', gives: ['next-start', 'caution'] },
  { change: data('scsi'), ...UP, gives: ['live-update', 'info'] },
  {
    change: { [`${VOLUMES}[data]`]: claim('data', 'web-data', { hotpluggable: true }) },
    ...UP,
    gives: ['pending', 'caution'],
  },
  {
    change: { [`${VOLUMES}[root].persistentVolumeClaim.hotpluggable`]: true },
    ...UP,
    gives: ['next-start', 'info'],
  },
  {
    given: { [`${VOLUMES}[root].persistentVolumeClaim.hotpluggable`]: true },
    change: { [`${VOLUMES}[root].persistentVolumeClaim.hotpluggable`]: undefined },
    ...UP,
    gives: ['restart-required', 'disruptive'],
  },
  { given: data('scsi'), change: { [`${DISKS}[data].disk.bus`]: 'virtio' }, ...UP, gives: ['next-start', 'caution'] },
  ...(['1.6', '1.6.4', '1.7', '1.9'] as const).map(
    (kubevirt): EffectCase => ({
      given: {
        [`${DISKS}[cd]`]: { name: 'cd', cdrom: { bus: 'sata' } },
        [`${VOLUMES}[cd]`]: claim('cd', 'iso', { hotpluggable: true }),
      },
      change: { [`${DISKS}[cd]`]: undefined, [`${VOLUMES}[cd]`]: undefined },
      kubevirt,
      ...UP,
      gives: ['restart-required', 'disruptive'],
    }),
  ),
  {
    given: {
      [`${DISKS}[cd]`]: { name: 'cd', cdrom: { bus: 'sata' } },
      [`${VOLUMES}[cd]`]: claim('cd', 'iso', { hotpluggable: true }),
    },
    change: { [`${DISKS}[cd]`]: undefined, [`${VOLUMES}[cd]`]: undefined },
    kubevirt: '1.6.3',
    ...UP,
    gives: ['next-start', 'caution'],
  },
  {
    given: { 'spec.updateVolumesStrategy': 'Migration' },
    change: { [OLD_CLAIM]: 'other' },
    ...UP,
    live: { storageMigratable: false },
    gives: ['restart-required', 'destructive'],
  },
  {
    given: { 'spec.updateVolumesStrategy': 'Migration' },
    change: { [OLD_CLAIM]: 'other' },
    ...UP,
    live: { started: { readWriteOnce: ['root', 'scratch'] } },
    gives: ['restart-required', 'destructive'],
  },
  {
    given: { 'spec.updateVolumesStrategy': 'Migration' },
    change: { [OLD_CLAIM]: 'other' },
    ...UP,
    live: { started: { readWriteOnce: ['root'] } },
    gives: ['live-migrate', 'caution'],
  },
  {
    given: {
      'spec.updateVolumesStrategy': 'Migration',
      [`${VOLUMES}[root].persistentVolumeClaim.hotpluggable`]: true,
    },
    change: { [OLD_CLAIM]: 'other' },
    ...UP,
    gives: ['live-migrate', 'caution'],
  },

  // What the guest sees at its next start.
  {
    given: { [DISKS]: [disk('root', 'virtio'), disk('b', 'virtio')], [`${VOLUMES}[b]`]: claim('b', 'b') },
    change: { [DISKS]: [disk('b', 'virtio'), disk('root', 'virtio')] },
    ...UP,
    gives: ['next-start', 'caution'],
  },
  {
    given: {
      [`${INTERFACES}[b]`]: { name: 'b', bridge: {} },
      [`${NETWORKS}[b]`]: { name: 'b', multus: { networkName: 'b' } },
    },
    change: {
      [INTERFACES]: [
        { name: 'b', bridge: {} },
        { name: 'default', masquerade: {} },
      ],
    },
    ...UP,
    gives: ['next-start', 'caution'],
  },

  // Interfaces: pkg/network/controllers/vm.go, pkg/network/vmliveupdate/restart.go.
  {
    change: {
      [`${INTERFACES}[b]`]: { name: 'b', bridge: {}, state: 'absent' },
      [`${NETWORKS}[b]`]: { name: 'b', multus: { networkName: 'b' } },
    },
    ...UP,
    gives: ['none', 'info'],
  },

  // While a snapshot is taken, or one is restored: pkg/storage/admitters/vm-storage-status.go.
  {
    change: { 'spec.runStrategy': 'Manual' },
    running: true,
    live: { snapshot: 'nightly' },
    gives: ['rejected', 'rejected'],
  },
  {
    change: { 'spec.runStrategy': undefined, 'spec.running': true },
    running: true,
    live: { snapshot: 'nightly' },
    gives: ['rejected', 'rejected'],
  },
  { change: data('scsi'), ...UP, live: { snapshot: 'nightly' }, gives: ['rejected', 'rejected'] },
  {
    given: { [`${DISKS}[b]`]: disk('b', 'virtio'), [`${VOLUMES}[b]`]: claim('b', 'b') },
    change: { [VOLUMES]: [claim('b', 'b'), claim('root', 'web-root')] },
    ...UP,
    live: { snapshot: 'nightly' },
    gives: ['rejected', 'rejected'],
  },
  { change: { [`${CPU}.sockets`]: 4 }, ...UP, live: { snapshot: 'nightly' }, gives: ['live-migrate', 'caution'] },
  {
    change: { 'spec.runStrategy': 'Manual' },
    running: true,
    live: { restore: 'back' },
    gives: ['rejected', 'rejected'],
  },
  {
    change: { 'spec.runStrategy': undefined, 'spec.running': true },
    running: true,
    live: { restore: 'back' },
    gives: ['none', 'info'],
  },
  { change: data('scsi'), ...UP, live: { restore: 'back' }, gives: ['live-update', 'info'] },

  // Each change is judged with the whole new object: vms-admitter.go.
  {
    given: { [`${VOLUMES}[root]`]: { name: 'root', hostDisk: { path: '/x', type: 'Disk' } } },
    change: { [`${CPU}.sockets`]: 4 },
    ...UP,
    gives: ['rejected', 'rejected'],
  },
  {
    given: { [`${VOLUMES}[root]`]: { name: 'root', hostDisk: { path: '/x', type: 'Disk' } } },
    change: { [`${CPU}.sockets`]: 4 },
    ...UP,
    cluster: { ...MIGRATES, gates: ['HostDisk'] },
    gives: ['live-migrate', 'caution'],
  },
  {
    change: { [`${SPEC}.domain.firmware`]: { bootloader: { efi: {} } } },
    running: true,
    gives: ['rejected', 'rejected'],
  },
  {
    change: { [`${INTERFACES}[default]`]: { name: 'default', slirp: {} } },
    running: false,
    gives: ['next-start-fails', 'disruptive'],
  },

  // A fixed field may be another in an object that Argo CD deletes and makes anew.
  {
    object: deployment('Force=true,Replace=true'),
    change: { 'spec.selector.matchLabels.app': 'b' },
    gives: ['recreate', 'destructive'],
  },
  {
    object: deployment('Replace=true'),
    change: { 'spec.selector.matchLabels.app': 'b' },
    gives: ['rejected', 'rejected'],
  },
];
