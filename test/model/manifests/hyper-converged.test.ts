import { checkObjects } from '../../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../../src/kube/object';
import type { PlatformContext } from '../../../src/model/context';
import type { GoldenImageDeclaration } from '../../../src/model/golden-image';
import type { HyperConvergedDeclaration } from '../../../src/model/hyper-converged';
import { hyperConverged } from '../../../src/model/manifests/hyper-converged';
import { KNOWN_RELEASES } from '../../../src/target/facts';
import type { NodePoolDeclaration } from '../../../src/target/node-pool';
import { nodesOf } from '../../../src/target/nodes';
import { resolveTarget } from '../../../src/target/target';
import { hyperConvergedErrors } from '../../crd-oracle';
import { testWhere } from '../../test-where';

const RELEASES = [...KNOWN_RELEASES.hco!.releases, KNOWN_RELEASES.hco!.branch!];

function context(hco: string, nodes?: NodePoolDeclaration[]): PlatformContext {
  return {
    name: 'edge',
    target: resolveTarget({ hco }).target,
    requested: [],
    ...(nodes === undefined ? {} : { nodes: nodesOf(nodes) }),
  };
}

const written = (
  hco: string,
  declaration: HyperConvergedDeclaration,
  images: readonly GoldenImageDeclaration[] = [],
  nodes?: NodePoolDeclaration[],
) => JSON.parse(JSON.stringify(hyperConverged(declaration, images, context(hco, nodes))));

const ON: HyperConvergedDeclaration = { enableMultiArchBootImageImport: true };

test.each<[string, HyperConvergedDeclaration, string, object]>([
  ['1.15', ON, 'v1beta1', {}],
  ['1.16', ON, 'v1beta1', { featureGates: { enableMultiArchBootImageImport: true } }],
  ['1.17', ON, 'v1beta1', { featureGates: { enableMultiArchBootImageImport: true }, ksmConfiguration: {} }],
  ['1.18', ON, 'v1beta1', { featureGates: { enableMultiArchBootImageImport: true }, ksmConfiguration: {} }],
  [
    '1.18',
    { ...ON, version: 'v1' },
    'v1',
    { featureGates: [{ name: 'enableMultiArchBootImageImport' }], virtualization: { ksmConfiguration: {} } },
  ],
  [
    '1.19',
    ON,
    'v1',
    { workloadSources: { enableMultiArchBootImageImport: true }, virtualization: { ksmConfiguration: {} } },
  ],
  [
    '1.19',
    { enableMultiArchBootImageImport: false },
    'v1',
    { workloadSources: { enableMultiArchBootImageImport: false }, virtualization: { ksmConfiguration: {} } },
  ],
  ['1.19', {}, 'v1', { virtualization: { ksmConfiguration: {} } }],
])('HyperConverged %s has the switch of %j where it wants it, once', (hco, declaration, version, spec) => {
  const object = written(hco, declaration);
  expect(object.apiVersion).toBe(`hco.kubevirt.io/${version}`);
  expect(object.spec).toEqual(spec);
});

test('an image carries what the webhook would add, and its architectures joined with a bare comma', () => {
  const image: GoldenImageDeclaration = {
    name: 'corp',
    registry: { url: 'docker://registry.example.com/corp:1' },
    architectures: ['amd64', 'arm64'],
    size: '20Gi',
  };
  expect(written('1.18', {}, [image]).spec.dataImportCronTemplates).toEqual([
    {
      metadata: {
        name: 'corp-image-cron',
        annotations: {
          'ssp.kubevirt.io/dict.architectures': 'amd64,arm64',
          'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
        },
      },
      spec: {
        garbageCollect: 'Outdated',
        importsToKeep: 1,
        retentionPolicy: 'None',
        managedDataSource: 'corp',
        schedule: '0 */12 * * *',
        template: {
          spec: {
            source: { registry: { url: 'docker://registry.example.com/corp:1' } },
            storage: { resources: { requests: { storage: '20Gi' } } },
          },
        },
      },
    },
  ]);
});

test('before 1.18 the webhook adds neither retention nor a number of imports', () => {
  const [template] = written('1.17', {}, [{ name: 'x', registry: { url: 'docker://x' }, size: '1Gi' }]).spec
    .dataImportCronTemplates;
  expect(Object.keys(template.spec)).toEqual(['garbageCollect', 'managedDataSource', 'schedule', 'template']);
});

test('a built-in image that is disabled, or overridden with its size', () => {
  const images: GoldenImageDeclaration[] = [
    { name: 'centos-stream9', disabled: true },
    { name: 'fedora', registry: { url: 'docker://registry.example.com/fedora:42' } },
    { name: 'corp', imageStream: { name: 'corp' }, size: '1Gi' },
  ];
  const [disabled, fedora, corp] = written('1.18', {}, images).spec.dataImportCronTemplates;
  expect(disabled).toEqual({
    metadata: {
      name: 'centos-stream9-image-cron',
      annotations: {
        'dataimportcrontemplate.kubevirt.io/enable': 'false',
        'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      },
    },
  });
  expect(fedora.spec.template.spec.storage.resources.requests.storage).toBe('5Gi');
  expect(corp.spec.template.spec.source).toEqual({ registry: { imageStream: 'corp', pullMethod: 'node' } });
});

test('placements: one architecture is a selector, several are an affinity', () => {
  const { spec } = written('1.18', {
    workloads: { architectures: ['arm64'], nodeSelector: { tier: 'gold' } },
    infra: { architectures: ['amd64', 'arm64'], tolerations: [{ operator: 'Exists' }] },
  });
  expect(spec.workloads).toEqual({ nodePlacement: { nodeSelector: { tier: 'gold', 'kubernetes.io/arch': 'arm64' } } });
  expect(spec.infra.nodePlacement.affinity.nodeAffinity).toEqual({
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [
        { matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['amd64', 'arm64'] }] },
      ],
    },
  });
  expect(written('1.19', { workloads: { architectures: ['arm64'] } }).spec.deployment).toEqual({
    nodePlacements: { workload: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } },
  });
});

test.each([
  [1, 'None'],
  [2, 'LiveMigrate'],
])('with %d worker the eviction strategy is %s, as the operator would write it', (count, expected) => {
  expect(written('1.18', {}, [], [{ pool: 'a', architecture: 'amd64', count }]).spec.evictionStrategy).toBe(expected);
});

test('gates: an object in v1beta1, a list with states in v1, in the order that 1.18 reads back', () => {
  const gates = {
    featureGates: ['objectGraph', 'alignCPUs', 'videoConfig'],
    disabledFeatureGates: ['decentralizedLiveMigration'],
  };
  expect(written('1.18', gates).spec.featureGates).toEqual({
    objectGraph: true,
    alignCPUs: true,
    videoConfig: true,
    decentralizedLiveMigration: false,
  });
  expect(written('1.18', { ...gates, version: 'v1' }).spec.featureGates).toEqual([
    { name: 'alignCPUs' },
    { name: 'decentralizedLiveMigration', state: 'Disabled' },
    { name: 'objectGraph' },
  ]);
  expect(written('1.19', gates).spec.featureGates).toContainEqual({ name: 'objectGraph', state: 'Enabled' });
});

/** Everything that can be declared, at once. */
function everything(hco: string, version?: 'v1beta1' | 'v1'): KubeObject {
  const minor = Number(hco.split('.')[1]);
  const declaration: HyperConvergedDeclaration = {
    ...(version === undefined ? {} : { version }),
    labels: { a: 'b' },
    annotations: { a: 'b' },
    ...(minor >= 16 ? ON : {}),
    enableCommonBootImageImport: true,
    commonBootImageNamespace: 'kubevirt-os-images',
    workloads: { architectures: ['amd64', 'arm64'], nodeSelector: { a: 'b' }, tolerations: [{ operator: 'Exists' }] },
    infra: { architectures: ['amd64'] },
    featureGates: ['downwardMetrics'],
    disabledFeatureGates: ['deployKubeSecondaryDNS'],
    defaultCPUModel: 'Haswell',
    evictionStrategy: 'LiveMigrate',
  };
  return written(hco, declaration, [
    {
      name: 'r',
      registry: { url: 'docker://x', pullMethod: 'node', secretRef: 's', certConfigMap: 'c' },
      architectures: ['amd64', 'arm64'],
      labels: { a: 'b' },
      annotations: { a: 'b' },
      cron: 'r',
      schedule: '0 4 * * *',
      garbageCollect: 'Never',
      retentionPolicy: 'All',
      importsToKeep: 2,
      size: '1Gi',
      storageClass: 's',
      accessModes: ['ReadWriteMany'],
      volumeMode: 'Block',
    },
    { name: 'i', imageStream: { name: 's' }, architectures: ['amd64'], size: '1Gi' },
    { name: 'p', pvc: { name: 'a', namespace: 'b' }, architectures: ['amd64'] },
    { name: 'fedora', disabled: true },
  ]);
}

const VERSIONS = [
  ...RELEASES.map((hco) => [hco, undefined] as const),
  ['1.18', 'v1'] as const,
  ['1.19', 'v1beta1'] as const,
];

testWhere('crds').each(VERSIONS)(
  'everything that can be declared is valid for the CRD of HyperConverged %s %s',
  (hco, version) => {
    expect(hyperConvergedErrors(everything(hco, version), hco)).toEqual([]);
  },
);

test.each(VERSIONS)('everything that can be declared passes our own rules for HyperConverged %s %s', (hco, version) => {
  const found = checkObjects([everything(hco, version)], { target: resolveTarget({ hco }).target });
  // The tables of fields end with 1.18, so a field of 1.19 is only a warning.
  expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
});
