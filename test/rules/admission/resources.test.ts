import { resources as rule } from '../../../src/rules/admission/resources';
import { refusalsOf, survivesOddData } from './refusals';

const GUEST = { memory: { guest: '1Gi' } };
const REQUEST = 'domain.resources.requests';
const LIMIT = 'domain.resources.limits';

test.each<[what: string, domain: object, refused: string[]]>([
  ['memory of the guest', GUEST, []],
  ['a memory request', { resources: { requests: { memory: '1Gi' } } }, []],
  ['a memory limit', { resources: { limits: { memory: '1Gi' } } }, []],
  ['huge pages', { memory: { hugepages: { pageSize: '2Mi' } } }, []],
  ['nothing', {}, ['PV004 domain.memory.guest']],
  ['no amount', { resources: { requests: { memory: '0' } } }, ['PV004 domain.memory.guest']],
  [
    'a negative request',
    { ...GUEST, resources: { requests: { cpu: '-1', memory: -5 } } },
    [`PV001 ${REQUEST}.cpu`, `PV001 ${REQUEST}.memory`],
  ],
  [
    'a negative limit',
    { ...GUEST, resources: { limits: { cpu: '-100m', memory: '-1Gi' } } },
    [`PV001 ${LIMIT}.cpu`, `PV001 ${LIMIT}.memory`],
  ],
  ['a request without a unit', { resources: { requests: { memory: '64' } } }, [`PV001 ${REQUEST}.memory`]],
  ['the least memory', { resources: { requests: { memory: '1M' } } }, []],
  [
    'more CPUs than the limit',
    { ...GUEST, resources: { requests: { cpu: 4 }, limits: { cpu: '2' } } },
    [`PV001 ${REQUEST}.cpu`],
  ],
  [
    'more memory than the limit',
    { resources: { requests: { memory: '2Gi' }, limits: { memory: '1Gi' } } },
    [`PV001 ${REQUEST}.memory`],
  ],
  [
    'requests at the limit',
    { resources: { requests: { cpu: '2', memory: '1Gi' }, limits: { cpu: 2, memory: '1024Mi' } } },
    [],
  ],
  [
    'a page that is no size',
    { memory: { guest: '1Gi', hugepages: { pageSize: 'big' } } },
    ['PV001 domain.memory.hugepages.pageSize'],
  ],
  ['pages without a size', { memory: { guest: '1Gi', hugepages: {} } }, ['PV004 domain.memory.hugepages.pageSize']],
  ['less than a page', { memory: { guest: '512Mi', hugepages: { pageSize: '1Gi' } } }, ['PV001 domain.memory.guest']],
  ['part of a page', { memory: { guest: '1025Mi', hugepages: { pageSize: '2Mi' } } }, ['PV001 domain.memory.guest']],
  [
    'a request of part of a page',
    { memory: { guest: '1Gi', hugepages: { pageSize: '2Mi' } }, resources: { requests: { memory: '1025Mi' } } },
    [`PV001 ${REQUEST}.memory`],
  ],
])('%s', (_what, domain, refused) => {
  expect(refusalsOf(rule, { domain })).toEqual(refused);
});

test.each<[strategy: string | undefined, kubevirt: string, refused: string[]]>([
  ['Stage', '1.9', ['PV001 domain.memory.guest']],
  ['LiveUpdate', '1.9', []],
  [undefined, '1.9', []],
  [undefined, '1.5', ['PV001 domain.memory.guest']],
])('the guest has more than its limit with vmRolloutStrategy %s of %s', (vmRolloutStrategy, kubevirt, refused) => {
  const domain = { ...GUEST, resources: { limits: { memory: '512Mi' } } };
  expect(refusalsOf(rule, { domain }, { kubevirt, configuration: { vmRolloutStrategy } })).toEqual(refused);
  expect(refusalsOf(rule, { domain }, { kubevirt })).toEqual([]);
});

test('an instance type that was not found brings the memory', () => {
  expect(refusalsOf(rule, { domain: {} }, { hasUnknownInstancetype: true, isVm: true })).toEqual([]);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(rule, ['domain', 'domain.resources', 'domain.resources.limits.cpu', 'domain.memory.hugepages']);
});
