import { ClusterView } from '../../../src/cluster/cluster-view';
import type { KubeObject } from '../../../src/kube/object';
import { otherKinds } from '../../../src/rules/admission/kinds/all';
import { undefaulted } from '../../../src/rules/admission/undefaulted';
import { PV006 } from '../../../src/rules/values/PV006';
import { PV007 } from '../../../src/rules/values/PV007';
import { Walk } from '../../../src/rules/walk';
import { ODD } from './refusals';

function said(apiVersion: string, kind: string, spec: unknown, kubevirt = '1.9'): string[] {
  const walk = new Walk(
    [otherKinds, undefaulted, PV006.rule, PV007.rule],
    new ClusterView([], { target: { kubevirt } }),
  );
  const object = { apiVersion, kind, metadata: { name: 'a' }, spec } as KubeObject;
  return walk.visit(object).map(({ code, path }) => `${code} ${path}`);
}

const INSTANCE = { architecture: 'amd64', domain: { devices: {}, memory: { guest: '1Gi' } } };
const pool = (spec: object, instance: object = INSTANCE) => ({
  selector: { matchLabels: { app: 'x' } },
  virtualMachineTemplate: {
    metadata: { labels: { app: 'x' } },
    spec: { runStrategy: 'Always', template: { spec: instance } },
  },
  ...spec,
});

test.each<[what: string, spec: object, refused: string[], kubevirt?: string]>([
  ['nothing wrong', { maxUnavailable: 1, updateStrategy: { proactive: {} } }, []],
  ['a percentage', { maxUnavailable: '100%' }, []],
  ['none that may be away', { maxUnavailable: 0 }, ['PV003 spec.maxUnavailable']],
  ['none that may be away, in a release that does not ask', { maxUnavailable: 0 }, [], '1.5'],
  ['a percentage that is none', { maxUnavailable: '0%' }, ['PV003 spec.maxUnavailable']],
  ['a number in quotes', { maxUnavailable: '5' }, ['PV003 spec.maxUnavailable']],
  ['two ways to update', { updateStrategy: { proactive: {}, unmanaged: {} } }, ['PV802 spec.updateStrategy']],
  ['two ways to scale in', { scaleInStrategy: { proactive: {}, unmanaged: {} } }, ['PV802 spec.scaleInStrategy']],
  ['two ways to update, one of them null', { updateStrategy: { proactive: {}, unmanaged: null } }, []],
  ['two ways to update, before releases asked', { updateStrategy: { proactive: {}, unmanaged: {} } }, [], '1.6'],
  ['a selector for other labels', { selector: { matchLabels: { app: 'y' } } }, ['PV006 spec.selector']],
  ['a selector for everything', { selector: {} }, []],
  [
    'a selector that is none',
    { selector: { matchExpressions: [{ key: 'app', operator: 'In' }] } },
    ['PV006 spec.selector.matchExpressions[0].values'],
  ],
])('a pool with %s', (_what, spec, refused, ...kubevirt) => {
  expect(said('pool.kubevirt.io/v1beta1', 'VirtualMachinePool', pool(spec), ...kubevirt)).toEqual(refused);
});

test.each<[what: string, domain: object, refused: string[]]>([
  ['dedicated CPUs and their number', { cpu: { dedicatedCpuPlacement: true, cores: 2 } }, []],
  [
    'dedicated CPUs that are requested',
    { cpu: { dedicatedCpuPlacement: true }, resources: { requests: { cpu: 2 } } },
    [],
  ],
  [
    'dedicated CPUs, and no number',
    { cpu: { dedicatedCpuPlacement: true } },
    ['PV004 domain.cpu.dedicatedCpuPlacement'],
  ],
  ['huge pages, and no memory', { memory: { hugepages: { pageSize: '2Mi' } } }, ['PV004 domain.memory.guest']],
  [
    'huge pages, and a request',
    { memory: { hugepages: { pageSize: '2Mi' } }, resources: { requests: { memory: '1Gi' } } },
    [],
  ],
])('pools and replica sets are not defaulted: %s', (_what, domain, refused) => {
  const instance = { ...INSTANCE, domain: { ...INSTANCE.domain, ...domain } };
  const path = (base: string) => refused.map((text) => text.replace(' ', ` ${base}.`));
  expect(said('pool.kubevirt.io/v1beta1', 'VirtualMachinePool', pool({}, instance))).toEqual(
    path('spec.virtualMachineTemplate.spec.template.spec'),
  );
  const set = { selector: {}, template: { spec: instance } };
  expect(said('kubevirt.io/v1', 'VirtualMachineInstanceReplicaSet', set)).toEqual(path('spec.template.spec'));
  expect(said('kubevirt.io/v1', 'VirtualMachine', { template: { spec: instance } })).toEqual([]);
});

test.each<[apiVersion: string, kind: string, spec: object, refused: string[], kubevirt?: string]>([
  [
    'instancetype.kubevirt.io/v1beta1',
    'VirtualMachineInstancetype',
    { memory: { guest: '1Gi', overcommitPercent: 15, hugepages: { pageSize: '2Mi' } } },
    ['PV802 spec.memory.overcommitPercent'],
  ],
  [
    'instancetype.kubevirt.io/v1beta1',
    'VirtualMachineClusterInstancetype',
    { memory: { guest: '1Gi', overcommitPercent: 0, hugepages: { pageSize: '2Mi' } } },
    [],
  ],
  [
    'instancetype.kubevirt.io/v1beta1',
    'VirtualMachinePreference',
    { cpu: { preferredCPUTopology: 'Spread' } },
    ['PV003 spec.cpu.preferredCPUTopology'],
  ],
  [
    'instancetype.kubevirt.io/v1beta1',
    'VirtualMachineClusterPreference',
    { cpu: { preferredCPUTopology: 'spread', spreadOptions: { across: 'CoresThreads', ratio: 4 } } },
    ['PV003 spec.cpu.spreadOptions.ratio'],
  ],
  [
    'instancetype.kubevirt.io/v1beta1',
    'VirtualMachinePreference',
    { cpu: { preferredCPUTopology: 'preferSpread', spreadOptions: { across: 'Nodes' } } },
    ['PV003 spec.cpu.spreadOptions.across'],
  ],
  [
    'snapshot.kubevirt.io/v1beta1',
    'VirtualMachineSnapshot',
    { source: { apiGroup: 'kubevirt.io', kind: 'VirtualMachine', name: 'b' } },
    [],
  ],
  [
    'snapshot.kubevirt.io/v1beta1',
    'VirtualMachineSnapshot',
    { source: { kind: 'VirtualMachine', name: 'b' } },
    ['PV004 spec.source.apiGroup'],
  ],
  [
    'snapshot.kubevirt.io/v1beta1',
    'VirtualMachineSnapshot',
    { source: { apiGroup: 'kubevirt.io', kind: 'VirtualMachineInstance', name: 'b' } },
    ['PV003 spec.source.kind'],
  ],
  [
    'snapshot.kubevirt.io/v1beta1',
    'VirtualMachineRestore',
    {
      target: { apiGroup: 'kubevirt.io', kind: 'VirtualMachine', name: 'b' },
      patches: ['{"op": "replace", "path": "/spec/a", "value": "b"}', '{"op": "remove", "path": "/metadata/name"}'],
      volumeRestoreOverrides: [{ volumeName: 'c' }, { restoreName: 'd' }],
      volumeRestorePolicy: 'PrefixTargetName',
      volumeOwnershipPolicy: 'Nobody',
    },
    [
      'PV003 spec.patches[1]',
      'PV004 spec.volumeRestoreOverrides[0]',
      'PV004 spec.volumeRestoreOverrides[1].volumeName',
      'PV003 spec.volumeOwnershipPolicy',
    ],
  ],
  [
    'snapshot.kubevirt.io/v1beta1',
    'VirtualMachineRestore',
    {
      target: { apiGroup: 'kubevirt.io', kind: 'VirtualMachine', name: 'b' },
      volumeRestorePolicy: 'PrefixTargetName',
    },
    ['PV003 spec.volumeRestorePolicy'],
    '1.7',
  ],
  [
    'clone.kubevirt.io/v1beta1',
    'VirtualMachineClone',
    {
      source: { apiGroup: 'kubevirt.io', kind: 'VirtualMachine', name: 'b' },
      target: { kind: 'VirtualMachine', name: 'b' },
      labelFilters: ['*', '!app/*', 'a*b'],
      template: { annotationFilters: ['a!'] },
      newMacAddresses: { a: '', b: '02:00:00:00:00:01', c: '02:00' },
      patches: ['{}', '{'],
    },
    [
      'PV003 spec.labelFilters[2]',
      'PV003 spec.template.annotationFilters[0]',
      'PV802 spec.target.name',
      'PV003 spec.newMacAddresses["c"]',
      'PV003 spec.patches[1]',
    ],
  ],
  [
    'clone.kubevirt.io/v1beta1',
    'VirtualMachineClone',
    { source: { kind: 'Pod' }, target: { kind: 'Pod', name: 'c' } },
    ['PV003 spec.source.kind', 'PV004 spec.source.apiGroup', 'PV004 spec.source.name', 'PV003 spec.target.kind'],
  ],
  ['export.kubevirt.io/v1', 'VirtualMachineExport', { source: { kind: 'PersistentVolumeClaim', name: 'b' } }, []],
  [
    'export.kubevirt.io/v1beta1',
    'VirtualMachineExport',
    { source: { apiGroup: 'backup.kubevirt.io', kind: 'VirtualMachineBackup', name: 'b' } },
    ['PV003 spec.source.kind'],
    '1.7',
  ],
  [
    'export.kubevirt.io/v1',
    'VirtualMachineExport',
    { source: { apiGroup: 'kubevirt.io', kind: 'VirtualMachineSnapshot', name: '' } },
    ['PV003 spec.source.apiGroup', 'PV004 spec.source.name'],
  ],
  [
    'migrations.kubevirt.io/v1alpha1',
    'MigrationPolicy',
    {
      bandwidthPerMigration: '-1Mi',
      completionTimeoutPerGiB: -1,
      experimental: {
        stallDetector: { ewmaAlpha: '0', precopyPossibleFactor: '1.25', completionTimeoutFactor: '1.0001' },
      },
    },
    [
      'PV003 spec.completionTimeoutPerGiB',
      'PV003 spec.bandwidthPerMigration',
      'PV003 spec.experimental.stallDetector.ewmaAlpha',
      'PV003 spec.experimental.stallDetector.completionTimeoutFactor',
    ],
  ],
  ['kubevirt.io/v1', 'VirtualMachineInstanceMigration', {}, ['PV004 spec.vmiName']],
  ['kubevirt.io/v1', 'VirtualMachineInstanceMigration', { vmiName: 'b', priority: 'a' }, ['PV003 spec.priority']],
  ['kubevirt.io/v1', 'VirtualMachineInstanceMigration', { vmiName: 'b', priority: 'a' }, [], '1.6'],
  [
    'kubevirt.io/v1',
    'VirtualMachineInstanceMigration',
    { vmiName: 'b', sendTo: { migrationID: '1' }, receive: { migrationID: '2' } },
    ['PV802 spec.receive.migrationID'],
  ],
  [
    'plugin.kubevirt.io/v1alpha1',
    'Plugin',
    { domainHooks: [{ sidecar: { socketPath: '/a/b.sock' } }, { sidecar: { socketPath: '/a/../b.sock' } }, {}] },
    [
      'PV003 spec.domainHooks[0].sidecar.socketPath',
      'PV003 spec.domainHooks[1].sidecar.socketPath',
      'PV003 spec.domainHooks[2]',
    ],
  ],
])('%s %s with %j', (apiVersion, kind, spec, refused, ...kubevirt) => {
  expect(said(apiVersion, kind, spec, ...kubevirt)).toEqual(refused);
});

const SELF_SIGNED = 'spec.certificateRotateStrategy.selfSigned';
const signed = (selfSigned: object) => ({ certificateRotateStrategy: { selfSigned } });
const configured = (configuration: object) => ({ configuration });
const PROFILE = 'spec.configuration.seccompConfiguration.virtualMachineInstanceProfile.customProfile';
const profiled = (virtualMachineInstanceProfile: object) =>
  configured({ seccompConfiguration: { virtualMachineInstanceProfile } });

test.each<[spec: object, paths: string[]]>([
  [{ infra: { replicas: 1 } }, []],
  [{ infra: { replicas: 0 } }, ['spec.infra.replicas']],
  [
    { customizeComponents: { patches: [{ patch: '[]' }, { patch: '{' }] } },
    ['spec.customizeComponents.patches[1].patch'],
  ],
  [signed({ ca: { duration: '48h', renewBefore: '48h' }, server: { duration: '24h', renewBefore: '12h' } }), []],
  [signed({ ca: { duration: '48h', renewBefore: '72h' } }), [`${SELF_SIGNED}.ca.renewBefore`]],
  [signed({ server: { renewBefore: '25h' } }), [`${SELF_SIGNED}.server.renewBefore`]],
  [signed({ ca: { duration: '1h30m' }, server: { duration: '91m' } }), [`${SELF_SIGNED}.server.duration`]],
  [signed({ caRotateInterval: '48h', ca: { duration: '48h' } }), [`${SELF_SIGNED}.caRotateInterval`]],
  [configured({ additionalGuestMemoryOverheadRatio: '1.0' }), []],
  [
    configured({ additionalGuestMemoryOverheadRatio: '0.9' }),
    ['spec.configuration.additionalGuestMemoryOverheadRatio'],
  ],
  [
    configured({ additionalGuestMemoryOverheadRatio: 'two' }),
    ['spec.configuration.additionalGuestMemoryOverheadRatio'],
  ],
  [
    configured({ tlsConfiguration: { ciphers: ['TLS_AES_128_GCM_SHA256'] } }),
    ['spec.configuration.tlsConfiguration.ciphers'],
  ],
  [
    configured({
      tlsConfiguration: { minTLSVersion: 'VersionTLS12', ciphers: ['TLS_RSA_WITH_AES_128_GCM_SHA256', 'AES128'] },
    }),
    ['spec.configuration.tlsConfiguration.ciphers[1]'],
  ],
  [profiled({ customProfile: { localhostProfile: 'a' } }), []],
  [profiled({}), [PROFILE]],
  [profiled({ customProfile: { localhostProfile: 'a', runtimeDefaultProfile: true } }), [PROFILE]],
])('of a KubeVirt with %j updates are rejected at %j', (spec, paths) => {
  expect(said('kubevirt.io/v1', 'KubeVirt', spec)).toEqual(paths.map((path) => `PV007 ${path}`));
});

test('odd data is nothing to fall over', () => {
  const kinds = [
    ['pool.kubevirt.io/v1beta1', 'VirtualMachinePool', ['selector', 'maxUnavailable', 'updateStrategy']],
    ['kubevirt.io/v1', 'VirtualMachineInstanceReplicaSet', ['selector', 'template']],
    ['instancetype.kubevirt.io/v1beta1', 'VirtualMachineInstancetype', ['memory']],
    ['instancetype.kubevirt.io/v1beta1', 'VirtualMachinePreference', ['cpu']],
    ['snapshot.kubevirt.io/v1beta1', 'VirtualMachineRestore', ['target', 'patches', 'volumeRestoreOverrides']],
    ['clone.kubevirt.io/v1beta1', 'VirtualMachineClone', ['source', 'target', 'labelFilters', 'patches', 'template']],
    ['export.kubevirt.io/v1', 'VirtualMachineExport', ['source']],
    ['migrations.kubevirt.io/v1alpha1', 'MigrationPolicy', ['bandwidthPerMigration', 'experimental']],
    ['kubevirt.io/v1', 'VirtualMachineInstanceMigration', ['vmiName', 'sendTo']],
    ['plugin.kubevirt.io/v1alpha1', 'Plugin', ['domainHooks']],
    ['kubevirt.io/v1', 'KubeVirt', ['infra', 'customizeComponents', 'certificateRotateStrategy', 'configuration']],
  ] as const;
  for (const [apiVersion, kind, keys] of kinds) {
    for (const odd of ODD) {
      said(apiVersion, kind, odd);
      for (const key of keys) {
        said(apiVersion, kind, { [key]: odd });
      }
    }
  }
});
