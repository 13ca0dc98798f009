import { ClusterView } from '../../../src/cluster/cluster-view';
import type { KubeObject } from '../../../src/kube/object';
import { unreadable } from '../../../src/rules/admission/kinds/unreadable';
import { Walk } from '../../../src/rules/walk';

test.each<[identity: string, spec: object, found: string[]]>([
  [
    'export.kubevirt.io/v1 VirtualMachineExport',
    { ttlDuration: 'forever' },
    ['spec.ttlDuration "forever" is not a duration'],
  ],
  ['export.kubevirt.io/v1 VirtualMachineExport', { ttlDuration: '1h30m' }, []],
  [
    'snapshot.kubevirt.io/v1beta1 VirtualMachineSnapshot',
    { failureDeadline: '' },
    ['spec.failureDeadline "" is not a duration'],
  ],
  [
    'backup.kubevirt.io/v1alpha1 VirtualMachineBackup',
    { ttlDuration: '1d' },
    ['spec.ttlDuration "1d" is not a duration'],
  ],
  [
    'pool.kubevirt.io/v1beta1 VirtualMachinePool',
    { autohealing: { minFailingToStartDuration: '5', startUpFailureThreshold: -1 } },
    [
      'spec.autohealing.minFailingToStartDuration "5" is not a duration',
      'spec.autohealing.startUpFailureThreshold -1 is less than 0',
    ],
  ],
  [
    'plugin.kubevirt.io/v1alpha1 Plugin',
    { domainHooks: [{ timeout: '5s' }, { timeout: 'x' }] },
    ['spec.domainHooks[1].timeout "x" is not a duration'],
  ],
  [
    'instancetype.kubevirt.io/v1beta1 VirtualMachineClusterInstancetype',
    { cpu: { guest: -1, maxSockets: 4 } },
    ['spec.cpu.guest -1 is less than 0'],
  ],
  [
    'instancetype.kubevirt.io/v1beta1 VirtualMachinePreference',
    { requirements: { cpu: { guest: -2 } } },
    ['spec.requirements.cpu.guest -2 is less than 0'],
  ],
  ['migrations.kubevirt.io/v1alpha1 MigrationPolicy', { maxDowntimeMs: -1 }, ['spec.maxDowntimeMs -1 is less than 0']],
  [
    'kubevirt.io/v1 KubeVirt',
    {
      infra: { replicas: 256 },
      certificateRotateStrategy: { selfSigned: { ca: { duration: '48h' }, server: { duration: '1 h' } } },
      configuration: { migrations: { parallelMigrationsPerCluster: -1 } },
    },
    [
      'spec.certificateRotateStrategy.selfSigned.server.duration "1 h" is not a duration',
      'spec.configuration.migrations.parallelMigrationsPerCluster -1 is less than 0',
      'spec.infra.replicas 256 is not 0 to 255',
    ],
  ],
  [
    'hco.kubevirt.io/v1beta1 HyperConverged',
    { certConfig: { ca: { renewBefore: 'never' } }, liveMigrationConfig: { parallelOutboundMigrationsPerNode: -1 } },
    [
      'spec.certConfig.ca.renewBefore "never" is not a duration',
      'spec.liveMigrationConfig.parallelOutboundMigrationsPerNode -1 is less than 0',
    ],
  ],
  [
    'cdi.kubevirt.io/v1beta1 CDI',
    { certConfig: { server: { duration: 'x' } } },
    ['spec.certConfig.server.duration "x" is not a duration'],
  ],
  ['kubevirt.io/v1 VirtualMachine', { ttlDuration: 'x' }, []],
])('%s: what Go cannot read of %j', (identity, spec, found) => {
  const [apiVersion, kind] = identity.split(' ');
  const walk = new Walk([unreadable], new ClusterView([], { target: { kubevirt: '1.9' } }));
  const said = walk.visit({ apiVersion, kind, metadata: { name: 'a' }, spec } as KubeObject);
  expect(said.map(({ path, what }) => `${path} ${what}`)).toEqual(found);
  expect(said.every(({ code, severity }) => code === 'PV003' && severity === 'error')).toBe(true);
});
