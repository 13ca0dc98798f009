import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as polyvirt from '../src/index';

test('the values of the public API', () => {
  expect(Object.keys(polyvirt).sort()).toEqual([
    'Application',
    'ApplicationSet',
    'BootSource',
    'CloudInit',
    'CustomGate',
    'DataVolume',
    'DataVolumeSource',
    'Disk',
    'Enforcement',
    'FeatureGates',
    'GoldenImage',
    'HCO_FEATURE_GATES',
    'HyperConverged',
    'Hypervisor',
    'InfraLabels',
    'KubeVirt',
    'MachineDeployment',
    'Manifests',
    'MigrationPolicy',
    'Network',
    'NetworkAttachmentDefinition',
    'NodeInventory',
    'NodePool',
    'Parameter',
    'Placement',
    'Platform',
    'PolyvirtValidation',
    'VirtualMachine',
    'VirtualMachineClone',
    'VirtualMachineClusterInstancetype',
    'VirtualMachineClusterPreference',
    'VirtualMachineExport',
    'VirtualMachineInstance',
    'VirtualMachineInstancetype',
    'VirtualMachinePool',
    'VirtualMachinePreference',
    'VirtualMachineRestore',
    'VirtualMachineSnapshot',
    'Volume',
    'check',
    'hcoGateOf',
    'infraLabelsAccess',
    'launcherPod',
    'migratability',
    'notJudgedKinds',
    'place',
    'review',
    'spawnedVirtualMachine',
    'upgradeAdvice',
  ]);
});

test('the index names each export', () => {
  expect(readFileSync(resolve(__dirname, '../src/index.ts'), 'utf8')).not.toMatch(/export \*/);
});
