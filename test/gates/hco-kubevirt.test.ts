import { isOn } from '../../src/gates/enablement';
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
  expect(isOn('ImageVolume', lists, '1.9')).toBe(false);
  expect(isOn('Template', lists, '1.9')).toBe(true);
  expect(isOn('DeclarativeHotplugVolumes', lists, '1.9')).toBe(true);
});

test.each<[object, string]>([
  [{ metadata: { annotations: { 'hco.kubevirt.io/deployAIE': 'true' } } }, 'IOMMUFD'],
  [{ spec: { virtualization: { hypervisors: [{ name: 'x' }] } } }, 'ConfigurableHypervisor'],
  [{ spec: { featureGates: [{ name: 'incrementalBackup', state: 'Enabled' }] } }, 'UtilityVolumes'],
  [{ spec: { storage: { persistentReservationConfiguration: { enabled: true } } } }, 'PersistentReservation'],
])('%j turns on %s', (hyperConverged, gate) => {
  expect(isOn(gate, hcoGateLists({}, HCO_1_19), '1.9')).toBe(false);
  expect(isOn(gate, hcoGateLists(hyperConverged, HCO_1_19), '1.9')).toBe(true);
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

const LISTS = '/spec/configuration/developerConfiguration';
const patched = (patch: unknown) => ({
  metadata: {
    annotations: { 'kubevirt.kubevirt.io/jsonpatch': typeof patch === 'string' ? patch : JSON.stringify(patch) },
  },
});

test.each<[string, unknown, string, boolean]>([
  ['adds one', [{ op: 'add', path: `${LISTS}/featureGates/-`, value: 'HostDisk' }], 'HostDisk', true],
  ['adds one in front', [{ op: 'add', path: `${LISTS}/featureGates/0`, value: 'HostDisk' }], 'HostDisk', true],
  ['writes the list anew', [{ op: 'add', path: `${LISTS}/featureGates`, value: ['HostDisk'] }], 'CPUManager', false],
  ['writes what is above', [{ op: 'replace', path: LISTS, value: { featureGates: ['HostDisk'] } }], 'HostDisk', true],
  ['removes the list', [{ op: 'remove', path: `${LISTS}/disabledFeatureGates` }], 'ImageVolume', true],
  ['is about something else', [{ op: 'add', path: '/spec/configuration/cpuModel', value: 'x' }], 'HostDisk', false],
  [
    'turns one off',
    [
      { op: 'remove', path: `${LISTS}/featureGates` },
      { op: 'add', path: `${LISTS}/disabledFeatureGates/-`, value: 'Template' },
    ],
    'Template',
    false,
  ],
])('a patch that %s', (_, patch, gate, on) => {
  const { unknown, ...lists } = hcoGateLists(patched(patch), HCO_1_19);
  expect(unknown).toBeUndefined();
  expect(isOn(gate, lists, '1.9')).toBe(on);
});

test.each<[string, unknown]>([
  ['not JSON', '[{'],
  ['not a list of operations', '{}'],
  ['depends on the order', [{ op: 'remove', path: `${LISTS}/featureGates/0` }]],
  ['the operation move', [{ op: 'move', from: `${LISTS}/featureGates/0`, path: '/spec/x' }]],
  ['no operation "put"', [{ op: 'put', path: '/spec/x' }]],
  ['no op or no path', [{ op: 'add' }]],
  ['no name', [{ op: 'add', path: `${LISTS}/featureGates/-`, value: 5 }]],
])('a patch with %s leaves gates unknown', (why, patch) => {
  expect(hcoGateLists(patched(patch), HCO_1_19).unknown).toContain(why);
});

test('before 1.19 there is no list of gates that are off to add to', () => {
  const patch = [{ op: 'add', path: `${LISTS}/disabledFeatureGates/-`, value: 'VSOCK' }];
  expect(hcoGateLists(patched(patch), HCO_1_18).unknown).toContain('there is no list disabledFeatureGates');
});

test('what its patch says needs no word of its own', () => {
  const hyperConverged = patched([{ op: 'add', path: `${LISTS}/featureGates/-`, value: 'HostDisk' }]);
  expect(checkHcoGates({ on: ['HostDisk', 'VSOCK'] }, HCO_1_18, [], hyperConverged).map(({ what }) => what)).toEqual([
    'HyperConverged 1.18 cannot turn the KubeVirt gate VSOCK on',
  ]);
});

test.each([
  ['PersistentReservation', '1.19', 'v1beta1', 'its gate persistentReservation'],
  ['Template', '1.19', 'v1beta1', 'its gate template, in API v1'],
  ['ConfigurableHypervisor', '1.19', 'v1beta1', 'spec.hypervisors'],
  ['ConfigurableHypervisor', '1.18', 'v1', 'spec.virtualization.hypervisors'],
] as const)('%s in %s, written as %s, is said by %s', (gate, hco, version, word) => {
  expect(hcoWordFor(gate, hco, version)).toBe(word);
});
