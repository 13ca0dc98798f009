import { matchers } from '../../../src/rules/admission/matchers';
import { reservedLabels } from '../../../src/rules/admission/reserved-labels';
import { runStrategies } from '../../../src/rules/admission/run-strategy';
import { ODD, refusals } from './refusals';

const refused = ({
  template = { spec: {} },
  ...vm
}: {
  readonly template?: { spec: object };
  readonly [key: string]: unknown;
}) =>
  [runStrategies, matchers].flatMap((rule) => refusals(rule, template.spec as Record<string, unknown>, { vmSpec: vm }));
const labelled = (labels: unknown) => refusals(reservedLabels, {}, { metadata: { labels } });
const RUNS = { runStrategy: 'Always' };
const template = {
  spec: {
    volumes: [
      { name: 'os', dataVolume: { name: 'os' } },
      { name: 'live', containerDisk: { image: 'a' } },
    ],
  },
};

test.each<[what: string, machine: Record<string, unknown>, expected: string[]]>([
  ['a strategy', RUNS, []],
  ['the older word', { running: false }, []],
  ['neither', {}, ['PV004 ^runStrategy']],
  ['both', { running: true, runStrategy: 'Always' }, ['PV802 ^running']],
  ['a typo', { runStrategy: 'Never' }, ['PV003 ^runStrategy']],
  ['one that a gate decides about', { runStrategy: 'WaitAsReceiver' }, []],
])('a VirtualMachine with %s', (_what, vm, expected) => {
  expect(refused(vm)).toEqual(expected);
});

test.each<[what: string, matcher: object, expected: string[]]>([
  ['a name', { name: 'u1.small' }, []],
  ['a kind', { name: 'u1', kind: 'virtualmachineclusterINSTANCETYPES' }, []],
  ['nothing', {}, ['PV004 ^instancetype.name']],
  ['another kind', { name: 'u1', kind: 'Foo' }, ['PV003 ^instancetype.kind']],
  ['the kind of a preference', { name: 'u1', kind: 'VirtualMachinePreference' }, ['PV003 ^instancetype.kind']],
  ['a volume', { inferFromVolume: 'os' }, []],
  ['a volume and a name', { inferFromVolume: 'os', name: 'u1' }, ['PV802 ^instancetype.inferFromVolume']],
  ['a volume and a kind', { inferFromVolume: 'os', kind: 'x' }, ['PV802 ^instancetype.inferFromVolume']],
  [
    'a volume that is not there',
    { inferFromVolume: 'ghost', inferFromVolumeFailurePolicy: 'Ignore' },
    ['PV004 ^instancetype.inferFromVolume'],
  ],
  ['a volume without labels', { inferFromVolume: 'live' }, ['PV003 ^instancetype.inferFromVolume']],
  ['one that may fail', { inferFromVolume: 'live', inferFromVolumeFailurePolicy: 'Ignore' }, []],
  [
    'a policy that does not exist',
    { inferFromVolume: 'os', inferFromVolumeFailurePolicy: 'ignore' },
    ['PV003 ^instancetype.inferFromVolumeFailurePolicy'],
  ],
])('an instance type by %s', (_what, instancetype, expected) => {
  expect(refused({ ...RUNS, template, instancetype })).toEqual(expected);
});

test('a preference is asked the same', () => {
  expect(refused({ ...RUNS, preference: {} })).toEqual(['PV004 ^preference.name']);
  expect(refused({ ...RUNS, preference: { name: 'f', kind: 'VirtualMachineInstancetype' } })).toEqual([
    'PV003 ^preference.kind',
  ]);
});

test('labels of KubeVirt itself are rejected, others are not', () => {
  const labels = { app: 'web', 'kubevirt.io/nodeName': 'n1', 'kubevirt.io/domain': 'web' };
  expect(labelled(labels)).toEqual(['PV003 ^template.metadata.labels["kubevirt.io/nodeName"]']);
});

test('odd data is nothing to fall over', () => {
  for (const odd of ODD) {
    refused({ instancetype: odd, preference: odd, running: odd, runStrategy: odd });
    labelled(odd);
  }
});
