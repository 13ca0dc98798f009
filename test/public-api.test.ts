import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import * as companions from '../src/constructs/companions';
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

test('every kind beside VMs is exported', () => {
  expect(Object.keys(companions).filter((name) => !(name in polyvirt))).toEqual([]);
});

test('the index names each export', () => {
  expect(readFileSync(resolve(__dirname, '../src/index.ts'), 'utf8')).not.toMatch(/export \*/);
});
