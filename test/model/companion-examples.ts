import type { COMPANIONS } from '../../src/model/companions';
import type { Json } from './samples';

/** One of each kind beside VMs, as every release takes it. */
export const COMPANION_EXAMPLES: Readonly<Record<keyof typeof COMPANIONS, Json>> = {
  networkAttachments: { name: 'vlan7', config: { cniVersion: '0.3.1', type: 'bridge', bridge: 'br1', vlan: 7 } },
  instancetypes: { name: 'small', cpu: { guest: 2 }, memory: '4Gi' },
  clusterInstancetypes: {
    name: 'large',
    cpu: { guest: 8, dedicatedCpuPlacement: true },
    memory: { guest: '16Gi', overcommitPercent: 10 },
    gpus: [{ name: 'gpu1', deviceName: 'nvidia.com/A10' }],
    template: { annotations: { 'example.org/size': 'large' } },
  },
  preferences: { name: 'linux', machineType: 'q35', devices: { diskBus: 'virtio', rng: {} } },
  clusterPreferences: {
    name: 'windows',
    cpu: { topology: 'sockets' },
    features: { hyperv: 'windows', smm: {} },
    devices: { tpm: 'persistent', interfaceModel: 'e1000e' },
    clock: { utc: {}, timer: { hpet: { present: false } } },
    requirements: { cpu: 2, memory: '4Gi' },
  },
  virtualMachinePools: {
    name: 'runners',
    replicas: 3,
    virtualMachineTemplate: {
      labels: { team: 'ci' },
      architecture: 'arm64',
      memory: '4Gi',
      firmware: { bootloader: 'efi' },
      disks: [{ name: 'os', containerDisk: { image: 'quay.io/containerdisks/fedora:42' } }],
      template: { labels: { app: 'runner' } },
    },
  },
  snapshots: { name: 'nightly', source: { name: 'db' }, deletionPolicy: 'Retain', failureDeadline: '10m' },
  restores: { name: 'back', target: { name: 'db' }, snapshot: 'nightly' },
  clones: {
    name: 'copy',
    source: { kind: 'VirtualMachineSnapshot', name: 'nightly' },
    target: { name: 'db-copy' },
    labelFilters: ['*', '!tier'],
    newMacAddresses: { default: '02:00:00:00:00:01' },
  },
  exports: { name: 'out', source: { kind: 'PersistentVolumeClaim', name: 'db-data' }, ttlDuration: '4h' },
  migrationPolicies: {
    name: 'slow',
    labels: { team: 'shop' },
    namespaceSelector: { tier: 'batch' },
    virtualMachineInstanceSelector: { size: 'huge' },
    bandwidthPerMigration: '64Mi',
    completionTimeoutPerGiB: 800,
    allowPostCopy: true,
  },
};
