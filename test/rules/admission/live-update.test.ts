import { maxGuest as rule } from '../../../src/rules/admission/live-update';
import { type Context, refusalsOf, survivesOddData } from './refusals';

const ON: Context = { isVm: true, architecture: 'amd64', configuration: {} };
const MAX = 'domain.memory.maxGuest';
const GUEST = 'domain.memory.guest';

test.each<[what: string, domain: object, refused: string[]]>([
  ['memory to grow from', { memory: { guest: '1Gi', maxGuest: '4Gi' } }, []],
  ['a request to grow from', { memory: { maxGuest: '4Gi' }, resources: { requests: { memory: '2Gi' } } }, []],
  ['nothing to grow from', { memory: { maxGuest: '4Gi' } }, [`PV004 ${MAX}`]],
  ['less than it has', { memory: { guest: '4Gi', maxGuest: '2Gi' } }, [`PV001 ${MAX}`]],
  ['odd memory', { memory: { guest: '1025Mi', maxGuest: '4Gi' } }, [`PV001 ${GUEST}`]],
  ['an odd maximum', { memory: { guest: '1Gi', maxGuest: '4097Mi' } }, [`PV001 ${MAX}`]],
  [
    'parts of large pages',
    { memory: { guest: '1Gi', maxGuest: '1536Mi', hugepages: { pageSize: '1Gi' } } },
    [`PV001 ${MAX}`],
  ],
  ['too little', { memory: { guest: '512Mi', maxGuest: '4Gi' } }, [`PV001 ${GUEST}`]],
  ['realtime CPUs', { memory: { guest: '1Gi', maxGuest: '4Gi' }, cpu: { realtime: {} } }, [`PV802 ${MAX}`]],
  [
    'mapped NUMA nodes',
    { memory: { guest: '1Gi', maxGuest: '4Gi' }, cpu: { numa: { guestMappingPassthrough: {} } } },
    [`PV802 ${MAX}`],
  ],
  ['launch security', { memory: { guest: '1Gi', maxGuest: '4Gi' }, launchSecurity: { sev: {} } }, [`PV802 ${MAX}`]],
])('maxGuest with %s', (_what, domain, refused) => {
  expect(refusalsOf(rule, { domain }, ON)).toEqual(refused);
});

const GROWING = { domain: { memory: { guest: '1Gi', maxGuest: '4Gi' } } };

test.each<[what: string, context: Context, refused: string[]]>([
  ['s390x', { architecture: 's390x' }, [`PV802 ${MAX}`]],
  ['arm64', { architecture: 'arm64' }, [`PV802 ${MAX}`]],
  ['arm64 on 1.6.1', { architecture: 'arm64', kubevirt: '1.6.1' }, [`PV802 ${MAX}`]],
  ['arm64 on 1.6.0', { architecture: 'arm64', kubevirt: '1.6.0' }, []],
  [
    'arm64 on 1.5.3',
    { architecture: 'arm64', kubevirt: '1.5.3', configuration: { vmRolloutStrategy: 'LiveUpdate' } },
    [`PV802 ${MAX}`],
  ],
  ['an instance', { architecture: 's390x', isVm: false }, []],
  ['VMs that are staged', { architecture: 's390x', configuration: { vmRolloutStrategy: 'Stage' } }, []],
  ['1.5, which stages by itself', { architecture: 's390x', kubevirt: '1.5' }, []],
])('memory that grows on %s', (_what, context, refused) => {
  expect(refusalsOf(rule, GROWING, { ...ON, ...context })).toEqual(refused);
});

test('it is not sure while the KubeVirt resource was not found', () => {
  expect(refusalsOf(rule, GROWING, { isVm: true, architecture: 's390x' })).toEqual([`warning PV802 ${MAX}`]);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(rule, ['domain.memory.maxGuest', 'domain.memory']);
});
