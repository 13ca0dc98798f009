import type { KubeObject } from '../../../src/kube/object';
import { review } from '../../../src/review/review';
import { kubevirtObject } from '../../objects';

const vm = (name: string, runStrategy: string, more: object = {}): KubeObject => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: { name, namespace: 'shop' },
  spec: {
    runStrategy,
    template: {
      spec: {
        architecture: 'amd64',
        domain: { devices: { interfaces: [{ name: 'default', masquerade: {} }] } },
        networks: [{ name: 'default', pod: {} }],
        ...more,
      },
    },
  },
});

const request = (apiVersion: string, kind: string, spec: object): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'now', namespace: 'shop' },
  spec,
});

const target = (name: string) => ({ apiGroup: 'kubevirt.io', kind: 'VirtualMachine', name });
const restore = (name: string, more: object = {}) =>
  request('snapshot.kubevirt.io/v1beta1', 'VirtualMachineRestore', {
    target: target(name),
    virtualMachineSnapshotName: 'monday',
    ...more,
  });
const migration = (vmiName: string) => request('kubevirt.io/v1', 'VirtualMachineInstanceMigration', { vmiName });

const EXISTING = [
  kubevirtObject({}),
  vm('web', 'Always'),
  vm('off', 'Halted'),
  vm('stuck', 'Always', { volumes: [{ name: 'a', hostDisk: { path: '/a', type: 'Disk' } }] }),
];

test.each<{ what: string; object: KubeObject; gives: string[]; text: RegExp }>([
  {
    what: 'a restore of a VM that runs',
    object: restore('web'),
    gives: ['rollback', 'destructive'],
    text: /VM web go back to snapshot monday.*fails unless the VM is stopped within five minutes.*old names back/,
  },
  {
    what: 'a restore that stops the VM, in place',
    object: restore('web', { targetReadinessPolicy: 'StopTarget', volumeRestorePolicy: 'InPlace' }),
    gives: ['rollback', 'destructive', 'stop'],
    text: /is lost\. The VM is shut down for it\.$/,
  },
  {
    what: 'a restore of a VM that is stopped',
    object: restore('off', { volumeRestorePolicy: 'InPlace' }),
    gives: ['rollback', 'destructive'],
    text: /is lost\.$/,
  },
  {
    what: 'a migration',
    object: migration('web'),
    gives: ['live-migrate', 'caution'],
    text: /VM web is live-migrated/,
  },
  {
    what: 'a migration of a VM that does not run',
    object: migration('off'),
    gives: ['rejected', 'rejected'],
    text: /VM off does not run/,
  },
  {
    what: 'a migration of a VM that cannot',
    object: migration('stuck'),
    gives: ['rejected', 'rejected'],
    text: /VM stuck cannot migrate/,
  },
  {
    what: 'a clone',
    object: request('clone.kubevirt.io/v1beta1', 'VirtualMachineClone', { source: target('web'), target: target('b') }),
    gives: ['create', 'caution', 'snapshot'],
    text: /VirtualMachine web is copied with its disks to VM b/,
  },
  {
    what: 'an export',
    object: request('export.kubevirt.io/v1beta1', 'VirtualMachineExport', { source: target('web') }),
    gives: ['export', 'caution'],
    text: /data of VirtualMachine web is served .* two hours/,
  },
  {
    what: 'a snapshot',
    object: request('snapshot.kubevirt.io/v1beta1', 'VirtualMachineSnapshot', { source: target('web') }),
    gives: ['snapshot', 'caution'],
    text: /snapshot of VM web is taken: the guest is frozen/,
  },
])('$what', ({ object, gives, text }) => {
  const { changes } = review(EXISTING, [...EXISTING, object], { target: { kubevirt: '1.9' } });
  expect(changes).toHaveLength(1);
  const { effect, severity, also = [], text: said } = changes[0]!;
  expect([effect, severity, ...also]).toEqual(gives);
  expect(said).toMatch(text);
});
