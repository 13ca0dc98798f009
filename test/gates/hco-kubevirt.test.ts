import { isEnabled } from '../../src/gates/enablement';
import { checkHcoGates, hcoGateLists, hcoWordFor } from '../../src/gates/hco-kubevirt';

const HCO_1_18 = { hco: '1.18', kubevirt: '1.8' };
const HCO_1_19 = { hco: '1.19', kubevirt: '1.9' };

test('what an untouched HyperConverged lists', () => {
  expect([...hcoGateLists({}, HCO_1_18).featureGates!].sort()).toEqual([
    'CPUManager',
    'DecentralizedLiveMigration',
    'ExpandDisks',
    'HostDevices',
    'HotplugVolumes',
    'HypervStrictCheck',
    'KubevirtSeccompProfile',
    'LiveUpdateNADRef',
    'Snapshot',
    'VMExport',
    'VideoConfig',
  ]);
});

test('from 1.19 it turns off every Beta gate that it does not list', () => {
  const lists = hcoGateLists({}, HCO_1_19);
  expect(hcoGateLists({}, HCO_1_18).disabledFeatureGates).toEqual([]);
  expect(lists.disabledFeatureGates).toContain('ImageVolume');
  expect(isEnabled('ImageVolume', lists, '1.9')).toBe(false);
  expect(isEnabled('Template', lists, '1.9')).toBe(true);
  expect(isEnabled('DeclarativeHotplugVolumes', lists, '1.9')).toBe(true);
});

test.each<[object, string]>([
  [{ metadata: { annotations: { 'hco.kubevirt.io/deployAIE': 'true' } } }, 'IOMMUFD'],
  [{ spec: { virtualization: { hypervisors: [{ name: 'x' }] } } }, 'ConfigurableHypervisor'],
  [{ spec: { featureGates: [{ name: 'incrementalBackup', state: 'Enabled' }] } }, 'UtilityVolumes'],
  [{ spec: { storage: { persistentReservationConfiguration: { enabled: true } } } }, 'PersistentReservation'],
])('%j turns on %s', (hyperConverged, gate) => {
  expect(isEnabled(gate, hcoGateLists({}, HCO_1_19), '1.9')).toBe(false);
  expect(isEnabled(gate, hcoGateLists(hyperConverged, HCO_1_19), '1.9')).toBe(true);
});

test('workers of s390x turn on SecureExecution', () => {
  expect(hcoGateLists({}, HCO_1_18, ['s390x']).featureGates).toContain('SecureExecution');
  expect(hcoGateLists({}, HCO_1_18, ['amd64']).featureGates).not.toContain('SecureExecution');
});

test.each([
  ['AlignCPUs', '1.14', 'its gate alignCPUs'],
  ['IncrementalBackup', '1.17', undefined],
  ['IncrementalBackup', '1.18', 'its gate incrementalBackup'],
  ['VideoConfig', '1.18', 'its gate videoConfig'],
  ['VideoConfig', '1.19', undefined],
  ['CPUManager', '1.18', undefined],
  ['HostDisk', '1.19', undefined],
  ['PersistentReservation', '1.19', 'spec.storage.persistentReservationConfiguration.enabled'],
])('HyperConverged says %s in %s by %s', (gate, hco, word) => {
  expect(hcoWordFor(gate, hco)).toBe(word);
});

test('what it cannot say names the annotation and its price', () => {
  const found = checkHcoGates(
    { on: ['HostDisk', 'LiveMigration', 'ObjectGraph', 'CPUManager'], off: ['VSOCK'] },
    HCO_1_18,
  );
  expect(found.map(({ code, what }) => `${code} ${what}`)).toEqual([
    'PV212 HyperConverged 1.18 cannot turn the KubeVirt gate HostDisk on',
  ]);
  expect(found[0]!.fix).toContain('kubevirt.kubevirt.io/jsonpatch');
  expect(found[0]!.fix).toContain('TaintedConfiguration');
  expect(checkHcoGates({ on: ['ImageVolume'], off: ['Snapshot', 'LiveMigration'] }, HCO_1_19)).toHaveLength(3);
});
