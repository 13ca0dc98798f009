import type { Architecture } from '../../src/architectures/facts';
import type { GateLists } from '../../src/gates/enablement';
import { FeatureGates } from '../../src/gates/registry';
import { gateChanges } from '../../src/upgrade/gates';

/** The gates of a cluster that keeps its lists. */
function changes(
  from: string,
  to: string,
  lists: GateLists = {},
  around: { architectures?: Architecture[]; kubernetes?: string } = {},
) {
  const side = (kubevirt: string) => ({ gates: FeatureGates.of(kubevirt), lists });
  return gateChanges(side(from), side(to), { architectures: [], ...around });
}

const names = (notes: readonly { name: string }[]) => notes.map(({ name }) => name);

const BETA_IN_1_9 = [
  'DeclarativeHotplugVolumes',
  'ExternalNetResourceInjection',
  'GPUsWithDRA',
  'HostDevicesWithDRA',
  'ImageVolume',
  'KubevirtSeccompProfile',
  'LibvirtHooksServerAndClient',
  'NodeRestriction',
  'OptOutRoleAggregation',
  'PasstBinding',
  'PodSecondaryInterfaceNamingUpgrade',
  'RebootPolicy',
  'Snapshot',
  'Template',
  'VmiMemoryOverheadReport',
  'WorkloadEncryptionSEV',
];
const GA_IN_1_9 = [
  'ExpandDisks',
  'LiveUpdateNADRef',
  'MigrationPriorityQueue',
  'PanicDevices',
  'SecureExecution',
  'VideoConfig',
  'VMExport',
];

test('from 1.7 to 1.8 one gate turns on by itself', () => {
  const { turnedOn, turnedOff, available, stages } = changes('1.7', '1.8');
  expect(turnedOn).toEqual([
    {
      name: 'EnableVirtioFsConfigVolumes',
      stage: 'GA',
      canBeTurnedOff: false,
      reason: 'Alpha before, GA from 1.8: always on, cannot be turned off',
    },
  ]);
  expect(turnedOff).toEqual([]);
  expect(names(available)).toContain('ConfigurableHypervisor');
  const becoming = (stage: string) => stages.filter(({ to }) => to === stage).map(({ name }) => name);
  expect(becoming('Deprecated')).toEqual(['DisableMDEVConfiguration', 'MultiArchitecture']);
  expect(becoming('Discontinued')).toEqual(['ExperimentalVirtiofsSupport', 'PasstIPStackMigration']);
});

test('from 1.8 to 1.9 twenty-three turn on: sixteen Beta that can be turned off, seven GA that cannot', () => {
  const { turnedOn, available, stages } = changes('1.8', '1.9');
  expect(turnedOn).toHaveLength(23);
  expect(names(turnedOn.filter(({ stage }) => stage === 'Beta'))).toEqual(BETA_IN_1_9);
  expect(names(turnedOn.filter(({ stage }) => stage === 'GA'))).toEqual(GA_IN_1_9);
  expect(names(turnedOn.filter(({ canBeTurnedOff }) => canBeTurnedOff))).toEqual(BETA_IN_1_9);
  expect(names(available)).toEqual([
    'CrossArchitectureVirtualization',
    'FirmwareAutoSelection',
    'GraceIOVirtualization',
    'IOMMUFD',
    'MigrationStallDetection',
    'NetworkDevicesWithDRA',
    'ObjectGraph',
    'OCIExport',
    'Plugins',
    'PortRangesSpec',
    'VGPULiveMigration',
    'VMStatsCollector',
  ]);
  expect(stages.filter(({ to }) => to === 'Deprecated')).toEqual([
    { name: 'HotplugVolumes', from: 'Alpha', to: 'Deprecated' },
  ]);
});

test.each<[string, GateLists, string[]]>([
  ['listed already', { featureGates: ['Snapshot', 'VMExport'] }, ['Snapshot', 'VMExport']],
  ['turned off', { disabledFeatureGates: ['ImageVolume'] }, ['ImageVolume']],
])('what is %s does not turn on', (_how, lists, missing) => {
  const on = names(changes('1.8', '1.9', lists).turnedOn);
  expect(on).toHaveLength(23 - missing.length);
  expect(on.filter((name) => missing.includes(name))).toEqual([]);
});

test('a gate that becomes GA turns on although it is turned off, and the entry does nothing', () => {
  const { turnedOn, inert } = changes('1.8', '1.9', { disabledFeatureGates: ['VMExport'] });
  expect(names(turnedOn)).toContain('VMExport');
  expect(inert).toEqual([{ name: 'VMExport', reason: 'cannot be turned off in KubeVirt 1.9: it is GA' }]);
});

test.each<[string, string, string, 'inert' | 'removed' | 'deprecated' | undefined]>([
  ['1.7', '1.8', 'MultiArchitecture', 'inert'],
  ['1.7', '1.8', 'ExperimentalVirtiofsSupport', 'inert'],
  ['1.7', '1.8', 'DisableMDEVConfiguration', 'deprecated'],
  ['1.7', '1.8', 'Unheard', undefined],
  ['1.8', '1.9', 'Unheard', 'removed'],
  ['1.8', '1.9', 'Snapshot', 'inert'],
  ['1.8', '1.9', 'VMExport', 'inert'],
  ['1.8', '1.9', 'HotplugVolumes', 'deprecated'],
  ['1.8', '1.9', 'HostDisk', undefined],
  // GA by name, but nobody asks its stage: the entry is what keeps it on.
  ['1.8', '1.9', 'PersistentReservation', undefined],
  // Read before it was registered, and registered from 1.9 on.
  ['1.8', '1.9', 'ObjectGraph', undefined],
  ['1.9', '1.8', 'IOMMUFD', 'removed'],
  ['1.8', '1.9', 'MultiArchitecture', undefined],
])('from %s to %s the entry %s becomes %s', (from, to, name, expected) => {
  const found = changes(from, to, { featureGates: [name] });
  const lists = (['inert', 'removed', 'deprecated'] as const).filter((list) => names(found[list]).includes(name));
  expect(lists).toEqual(expected === undefined ? [] : [expected]);
});

test.each<[string | undefined, string[]]>([
  ['1.34', ['prerequisite']],
  ['1.35', []],
  ['1.36.2', []],
  [undefined, ['unknown']],
])('on Kubernetes %s ImageVolume has to stay off: %j', (kubernetes, causes) => {
  const { optOut } = changes('1.8', '1.9', {}, kubernetes === undefined ? {} : { kubernetes });
  expect(optOut.map(({ name, cause }) => `${name} ${cause}`)).toEqual(causes.map((cause) => `ImageVolume ${cause}`));
  expect(changes('1.8', '1.9', { disabledFeatureGates: ['ImageVolume'] }).optOut).toEqual([]);
});

test('a gate that an architecture does not support is told, with whether it is all that there is', () => {
  const { unsupported } = changes('1.8', '1.9', {}, { architectures: ['amd64', 'arm64'] });
  expect(unsupported.map(({ name, architectures, everywhere }) => ({ name, architectures, everywhere }))).toEqual([
    { name: 'SecureExecution', architectures: ['amd64', 'arm64'], everywhere: true },
    { name: 'WorkloadEncryptionSEV', architectures: ['arm64'], everywhere: false },
  ]);
});

test('going back turns off what was on by itself', () => {
  const { turnedOn, turnedOff } = changes('1.9', '1.8');
  expect(turnedOn).toEqual([]);
  expect(names(turnedOff).sort()).toEqual([...BETA_IN_1_9, ...GA_IN_1_9].sort());
});
