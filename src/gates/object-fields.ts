import { type GateField, hasNoItems, isNotValue, isTrue, isValue } from './fields';

const UPDATE = 'kubevirt pkg/virt-operator/webhooks/kubevirt-update-admitter.go';
const MIGRATION = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/migration-create-admitter.go';
const KUBEVIRT = ['KubeVirt.kubevirt.io'];
const AT_UPDATE = 'The first KubeVirt of a cluster is taken as it is; every later update is rejected';

/** Fields of other objects, and whole kinds, that work only with a gate. */
export const OBJECT_FIELDS: readonly GateField[] = [
  {
    gate: 'DecentralizedLiveMigration',
    kinds: ['VirtualMachine.kubevirt.io'],
    path: 'spec.runStrategy',
    since: '1.6',
    when: isValue('WaitAsReceiver'),
    effect: 'refused',
    source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vms-admitter.go',
  },
  {
    gate: 'DecentralizedLiveMigration',
    kinds: ['VirtualMachinePool.pool.kubevirt.io'],
    path: 'spec.virtualMachineTemplate.spec.runStrategy',
    since: '1.6',
    when: isValue('WaitAsReceiver'),
    effect: 'refused',
    source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vms-admitter.go',
  },
  // Of a VM the empty list does not survive the webhook that writes its defaults; for these there is none.
  ...(
    [
      ['VirtualMachinePool.pool.kubevirt.io', 'spec.virtualMachineTemplate.spec.template.spec'],
      ['VirtualMachineInstanceReplicaSet.kubevirt.io', 'spec.template.spec'],
    ] as const
  ).map(
    ([kind, spec]): GateField => ({
      gate: 'HostDevices',
      kinds: [kind],
      path: `${spec}.domain.devices.hostDevices`,
      when: hasNoItems,
      effect: 'refused',
      source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go',
    }),
  ),
  ...(['sendTo', 'receive'] as const).map(
    (key): GateField => ({
      gate: 'DecentralizedLiveMigration',
      kinds: ['VirtualMachineInstanceMigration.kubevirt.io'],
      path: `spec.${key}`,
      since: '1.6',
      effect: 'refused',
      source: MIGRATION,
    }),
  ),
  {
    gate: 'MigrationPriorityQueue',
    kinds: ['VirtualMachineInstanceMigration.kubevirt.io'],
    path: 'spec.priority',
    since: '1.7',
    before: '1.9',
    effect: 'refused',
    source: MIGRATION,
  },
  {
    gate: 'Template',
    kinds: KUBEVIRT,
    path: 'spec.configuration.virtTemplateDeployment.enabled',
    since: '1.8',
    when: isTrue,
    effect: 'refused',
    note: AT_UPDATE,
    source: UPDATE,
  },
  {
    gate: 'OptOutRoleAggregation',
    kinds: KUBEVIRT,
    path: 'spec.configuration.roleAggregationStrategy',
    since: '1.8',
    when: isNotValue('AggregateToDefault'),
    effect: 'refused',
    note: AT_UPDATE,
    source: UPDATE,
  },
  {
    gate: 'MigrationStallDetection',
    kinds: KUBEVIRT,
    path: 'spec.configuration.migrations.maxDowntimeMs',
    since: '1.9',
    effect: 'refused',
    note: AT_UPDATE,
    source: UPDATE,
  },
  {
    gate: 'MigrationStallDetection',
    kinds: ['MigrationPolicy.migrations.kubevirt.io'],
    path: 'spec.maxDowntimeMs',
    since: '1.9',
    effect: 'refused',
    source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/migrationpolicy-admitter.go',
  },
  {
    gate: 'MigrationStallDetection',
    kinds: ['MigrationPolicy.migrations.kubevirt.io'],
    path: 'spec.experimental.stallDetector',
    since: '1.9',
    effect: 'refused',
    source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/migrationpolicy-admitter.go',
  },
  {
    gate: 'ConfigurableHypervisor',
    kinds: KUBEVIRT,
    path: 'spec.configuration.hypervisors',
    since: '1.8',
    effect: 'ignored',
    note: 'Guests run on KVM',
    source: 'kubevirt pkg/virt-config/virt-config.go',
  },
  {
    gate: 'KubevirtSeccompProfile',
    kinds: KUBEVIRT,
    path: 'spec.configuration.seccompConfiguration.virtualMachineInstanceProfile.customProfile.localhostProfile',
    when: isValue('kubevirt/kubevirt.json'),
    effect: 'not started',
    note: 'The nodes do not have the profile, and the pods ask for it',
    source: 'kubevirt cmd/virt-handler/virt-handler.go',
  },
  {
    gate: 'IncrementalBackup',
    kinds: KUBEVIRT,
    path: 'spec.configuration.changedBlockTrackingLabelSelectors',
    since: '1.7',
    effect: 'ignored',
    note: 'The VMs that it selects are marked as tracked, and nothing tracks them',
    source: 'kubevirt pkg/storage/cbt/cbt.go',
  },
  {
    gate: 'AlignCPUs',
    kinds: KUBEVIRT,
    path: 'metadata.annotations["alpha.kubevirt.io/EmulatorThreadCompleteToEvenParity"]',
    effect: 'ignored',
    note: 'Guests get one CPU for the emulator, even or not',
    source: 'kubevirt pkg/virt-api/webhooks/mutating-webhook/mutators/vmi-mutator.go',
  },
  {
    gate: 'Snapshot',
    kinds: [
      'VirtualMachineSnapshot.snapshot.kubevirt.io',
      'VirtualMachineRestore.snapshot.kubevirt.io',
      'VirtualMachineClone.clone.kubevirt.io',
    ],
    path: 'spec',
    effect: 'refused',
    source: 'kubevirt pkg/storage/admitters',
  },
  {
    gate: 'VMExport',
    kinds: ['VirtualMachineExport.export.kubevirt.io'],
    path: 'spec',
    before: '1.9',
    effect: 'refused',
    source: 'kubevirt pkg/storage/admitters',
  },
  {
    gate: 'IncrementalBackup',
    kinds: ['VirtualMachineBackup.backup.kubevirt.io', 'VirtualMachineBackupTracker.backup.kubevirt.io'],
    path: 'spec',
    since: '1.8',
    effect: 'refused',
    source: 'kubevirt pkg/storage/admitters/backup.go',
  },
  {
    gate: 'Plugins',
    kinds: ['Plugin.plugin.kubevirt.io'],
    path: 'spec',
    since: '1.9',
    effect: 'refused',
    source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/plugin-admitter.go',
  },
];
