import type { PlatformContext } from '../../../src/model/context';
import type { KubeVirtDeclaration } from '../../../src/model/kubevirt';
import { kubeVirt } from '../../../src/model/manifests/kubevirt';
import { node } from '../../node';

const AMD_CONTROL = node({ pool: 'c', architecture: 'amd64', role: 'control-plane' });
const ARM = node({ pool: 'a', architecture: 'arm64' });

const spec = (declaration: KubeVirtDeclaration, kubevirt: string, part: Partial<PlatformContext> = {}) =>
  kubeVirt(declaration, { name: 'p', target: { kubevirt }, requested: [], ...part }).spec;

test('nothing said is an empty spec under the usual name', () => {
  expect(kubeVirt({}, { name: 'p', target: { kubevirt: '1.9' }, requested: [] })).toEqual({
    apiVersion: 'kubevirt.io/v1',
    kind: 'KubeVirt',
    metadata: { name: 'kubevirt', namespace: 'kubevirt' },
    spec: {},
  });
});

test('the example of proposal 000', () => {
  const declaration: KubeVirtDeclaration = {
    defaultArchitecture: 'amd64',
    architectureConfiguration: {
      arm64: { emulatedMachines: ['virt*'], ovmfPath: '/usr/share/AAVMF' },
      amd64: { emulatedMachines: ['q35*', 'pc-*'], machineType: 'q35' },
    },
    imagePullPolicy: 'IfNotPresent',
  };
  const nodes = [node({ pool: 'x', architecture: 'amd64' }), ARM];
  const architectureConfiguration = {
    arm64: { emulatedMachines: ['virt*'], ovmfPath: '/usr/share/AAVMF' },
    amd64: { emulatedMachines: ['q35*', 'pc-*'], machineType: 'q35' },
    defaultArchitecture: 'amd64',
  };
  expect(spec(declaration, '1.7', { nodes })).toEqual({
    configuration: { architectureConfiguration, developerConfiguration: { featureGates: ['MultiArchitecture'] } },
    imagePullPolicy: 'IfNotPresent',
  });
  expect(spec(declaration, '1.8', { nodes })).toEqual({
    configuration: { architectureConfiguration },
    imagePullPolicy: 'IfNotPresent',
  });
});

test('an ARM compute plane under an x86 control plane: gate, default and placement', () => {
  expect(
    spec({ infra: { architecture: 'amd64' }, workloads: { architecture: 'arm64' } }, '1.6', {
      nodes: [AMD_CONTROL, ARM],
    }),
  ).toEqual({
    configuration: {
      architectureConfiguration: { defaultArchitecture: 'arm64' },
      developerConfiguration: { featureGates: ['MultiArchitecture'] },
    },
    infra: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } } },
    workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } },
  });
});

test('and the reverse', () => {
  const nodes = [
    node({ pool: 'a', architecture: 'arm64', role: 'control-plane' }),
    node({ pool: 'x', architecture: 'amd64' }),
  ];
  expect(
    spec({ infra: { architecture: 'arm64', replicas: 1 }, workloads: { architecture: 'amd64' } }, '1.9', { nodes }),
  ).toEqual({
    configuration: { architectureConfiguration: { defaultArchitecture: 'amd64' } },
    infra: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } }, replicas: 1 },
    workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'amd64' } } },
  });
});

test('where the nodes are not known, the VMs tell whether there are several architectures', () => {
  const gates = (requested: PlatformContext['requested']) =>
    spec({ defaultArchitecture: 'amd64' }, '1.6', { requested });
  expect(gates(['arm64'])).toMatchObject({
    configuration: { developerConfiguration: { featureGates: ['MultiArchitecture'] } },
  });
  expect(gates(['amd64'])).not.toHaveProperty('configuration.developerConfiguration');
});

test('gates are listed once, in order, without those that do nothing', () => {
  const nodes = [AMD_CONTROL, ARM];
  const gates = { featureGates: ['Snapshot', 'HostDisk', 'MultiArchitecture', 'HostDisk'] };
  expect(spec(gates, '1.7', { nodes })).toHaveProperty('configuration.developerConfiguration.featureGates', [
    'HostDisk',
    'MultiArchitecture',
    'Snapshot',
  ]);
  expect(spec(gates, '1.8', { nodes })).toHaveProperty('configuration.developerConfiguration.featureGates', [
    'HostDisk',
    'Snapshot',
  ]);
});
