import { dedicatedCpus } from '../../../src/rules/admission/dedicated-cpus';
import { refusalsOf, survivesOddData } from './refusals';

const CPU = { dedicatedCpuPlacement: true };
const MEMORY = { guest: '1Gi' };
const requests = (requests: object, limits: object = {}) => ({ resources: { requests, limits } });
const REQUEST = 'domain.resources.requests';

test.each<[what: string, domain: object, refused: string[]]>([
  ['cores and memory', { cpu: { ...CPU, cores: 2 }, memory: MEMORY }, []],
  ['none of its own', { ...requests({ cpu: '500m' }) }, []],
  ['no memory', { cpu: CPU }, ['PV004 domain.memory.guest']],
  ['no amount of memory', { cpu: CPU, memory: { guest: '0' } }, ['PV004 domain.memory.guest']],
  ['huge pages', { cpu: CPU, memory: { hugepages: { pageSize: '1Gi' } } }, []],
  ['half a CPU', { cpu: CPU, memory: MEMORY, ...requests({ cpu: '500m' }) }, [`PV001 ${REQUEST}.cpu`]],
  [
    'a limit of half a CPU',
    { cpu: CPU, memory: MEMORY, ...requests({}, { cpu: '1500m' }) },
    ['PV001 domain.resources.limits.cpu'],
  ],
  ['whole CPUs', { cpu: CPU, memory: MEMORY, ...requests({ cpu: '2' }, { cpu: 2 }) }, []],
  ['another limit', { cpu: CPU, memory: MEMORY, ...requests({ cpu: '2' }, { cpu: '4' }) }, [`PV802 ${REQUEST}.cpu`]],
  [
    'another memory limit',
    { cpu: { ...CPU, cores: 1 }, ...requests({ memory: '1Gi' }, { memory: '2Gi' }) },
    [`PV802 ${REQUEST}.memory`],
  ],
  [
    'another number of CPUs',
    { cpu: { ...CPU, cores: 2 }, memory: MEMORY, ...requests({ cpu: '4' }) },
    [`PV802 ${REQUEST}.cpu`],
  ],
  [
    'a limit of another number',
    { cpu: { ...CPU, cores: 2 }, memory: MEMORY, ...requests({}, { cpu: '4' }) },
    ['PV802 domain.resources.limits.cpu'],
  ],
  ['the same number', { cpu: { ...CPU, cores: 2, threads: 2 }, memory: MEMORY, ...requests({ cpu: '4' }) }, []],
])('dedicated CPUs with %s', (_what, domain, refused) => {
  expect(refusalsOf(dedicatedCpus, { domain })).toEqual(refused);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(dedicatedCpus, ['domain', 'domain.cpu', 'domain.cpu.dedicatedCpuPlacement', 'domain.resources']);
  for (const cores of [1.5, -2, 'two', null, Infinity, Number.NaN]) {
    refusalsOf(dedicatedCpus, { domain: { cpu: { ...CPU, cores }, memory: MEMORY, ...requests({ cpu: '4' }) } });
  }
});
