import { type EnablementReason, enablementOf, type GateLists, isOn } from '../../src/gates/enablement';
import { gatesOf } from '../../src/gates/stages';

const ON = (gate: string): GateLists => ({ featureGates: [gate] });
const OFF = (gate: string): GateLists => ({ disabledFeatureGates: [gate] });

test.each<[string, string, GateLists, boolean, EnablementReason]>([
  ['LiveMigration', '1.3', {}, true, 'GA'],
  ['LiveMigration', '1.9', OFF('LiveMigration'), true, 'GA'],
  ['HostDisk', '1.3', {}, false, 'opt-in'],
  ['HostDisk', '1.9', {}, false, 'opt-in'],
  ['HostDisk', '1.9', ON('HostDisk'), true, 'listed'],
  ['HostDisk', '1.9', ON('hostdisk'), false, 'opt-in'],
  ['Snapshot', '1.8', {}, false, 'opt-in'],
  ['Snapshot', '1.8', OFF('Snapshot'), false, 'disabled'],
  ['Snapshot', '1.9', {}, true, 'Beta'],
  ['Snapshot', '1.9', OFF('Snapshot'), false, 'disabled'],
  ['Snapshot', '1.9', { featureGates: ['Snapshot'], disabledFeatureGates: ['Snapshot'] }, true, 'listed'],
  ['Snapshot', '1.7', { disabledFeatureGates: ['Snapshot'] }, false, 'opt-in'],
  ['OfOurOwn', '1.8', ON('OfOurOwn'), true, 'listed'],
  ['OfOurOwn', '1.9', ON('OfOurOwn'), false, 'unregistered'],
  ['SecureExecution', '1.6', ON('SecureExecution'), true, 'listed'],
  ['HotplugVolumes', '1.9', ON('HotplugVolumes'), true, 'listed'],
  ['PersistentReservation', '1.8', {}, false, 'opt-in'],
  ['PersistentReservation', '1.9', {}, false, 'opt-in'],
  ['PersistentReservation', '1.9', ON('PersistentReservation'), true, 'listed'],
  ['PersistentReservation', '1.9', { persistentReservation: true }, true, 'configured'],
  [
    'PersistentReservation',
    '1.9',
    { ...ON('PersistentReservation'), persistentReservation: false },
    false,
    'configured',
  ],
])('%s in KubeVirt %s with %j: %s, since %s', (gate, kubevirt, lists, enabled, reason) => {
  expect(enablementOf(gate, lists, kubevirt)).toEqual({ enabled, reason });
});

test('a gate of a registry of its own counts as registered', () => {
  expect(enablementOf('OfOurOwn', ON('OfOurOwn'), '1.9', () => 'Alpha')).toEqual({ enabled: true, reason: 'listed' });
});

/** Whether a gate is on without being listed. */
const isOnByItself = (gate: string, kubevirt: string) => isOn(gate, {}, kubevirt);

test('from 1.8 to 1.9, 23 gates turn on by themselves', () => {
  const turned = gatesOf('1.9').filter((gate) => isOnByItself(gate, '1.9') && !isOnByItself(gate, '1.8'));
  expect(turned).toHaveLength(23);
  expect(turned.filter((gate) => enablementOf(gate, {}, '1.9').reason === 'GA')).toEqual([
    'ExpandDisks',
    'LiveUpdateNADRef',
    'MigrationPriorityQueue',
    'PanicDevices',
    'SecureExecution',
    'VideoConfig',
    'VMExport',
  ]);
});

test('from 1.7 to 1.8, one', () => {
  expect(gatesOf('1.8').filter((gate) => isOnByItself(gate, '1.8') && !isOnByItself(gate, '1.7'))).toEqual([
    'EnableVirtioFsConfigVolumes',
  ]);
});

test.each<[gate: string, lists: GateLists, kubevirt: string, on: boolean]>([
  ['CrossArchitectureVirtualization', { featureGates: ['CrossArchitectureVirtualization'] }, '1.9', true],
  ['CrossArchitectureVirtualization', { featureGates: ['CrossArchitectureVirtualization'] }, '1.8', false],
  ['ImageVolume', {}, '1.9', true],
  ['ImageVolume', { disabledFeatureGates: ['ImageVolume'] }, '1.9', false],
  ['ImageVolume', { featureGates: ['ImageVolume'] }, '1.5', false],
  ['SecureExecution', { featureGates: ['SecureExecution'] }, '1.6', true],
  ['OfSomeBuild', { featureGates: ['OfSomeBuild'] }, '1.8', true],
  ['OfSomeBuild', { featureGates: ['OfSomeBuild'] }, '1.9', false],
])('%s with %j on KubeVirt %s does something: %s', (gate, lists, kubevirt, on) => {
  expect(isOn(gate, lists, kubevirt)).toBe(on);
});
