import { cpus } from '../../../src/rules/admission/cpu';
import { refusalsOf, survivesOddData } from './refusals';

const MAPPED = { numa: { guestMappingPassthrough: {} } };

test.each<[what: string, domain: object, refused: string[]]>([
  ['nothing', {}, []],
  ['cores', { cpu: { cores: 2, sockets: 1, threads: 1 } }, []],
  ['less than no cores', { cpu: { cores: -1 } }, ['PV001 domain.cpu.cores']],
  ['a thread for the emulator', { cpu: { isolateEmulatorThread: true } }, ['PV004 domain.cpu.isolateEmulatorThread']],
  ['one with dedicated CPUs', { cpu: { isolateEmulatorThread: true, dedicatedCpuPlacement: true } }, []],
  [
    'a policy',
    { cpu: { features: [{ name: 'vmx', policy: 'require' }, { name: 'svm' }, { name: 'avx', policy: '' }] } },
    [],
  ],
  [
    'an unknown policy',
    { cpu: { features: [{ name: 'vmx', policy: 'maybe' }] } },
    ['PV003 domain.cpu.features[vmx].policy'],
  ],
  [
    'a policy in capitals',
    { cpu: { features: [{ name: 'vmx', policy: 'Require' }] } },
    ['PV003 domain.cpu.features[vmx].policy'],
  ],
  ['fewer sockets at most', { cpu: { sockets: 4, maxSockets: 2 } }, ['PV001 domain.cpu.maxSockets']],
  ['as many sockets at most', { cpu: { sockets: 4, maxSockets: 4 } }, []],
  [
    'a limit that becomes sockets',
    { cpu: { maxSockets: 2 }, resources: { limits: { cpu: '3' } } },
    ['PV001 domain.cpu.maxSockets'],
  ],
  ['realtime alone', { cpu: { realtime: {} } }, ['PV004 domain.cpu.realtime']],
  ['realtime without mapping', { cpu: { realtime: {}, dedicatedCpuPlacement: true } }, ['PV004 domain.cpu.realtime']],
  ['realtime with all it needs', { cpu: { realtime: {}, dedicatedCpuPlacement: true, ...MAPPED } }, []],
])('a CPU with %s', (_what, domain, refused) => {
  expect(refusalsOf(cpus, { domain })).toEqual(refused);
});

test('the request of the KubeVirt resource becomes sockets too', () => {
  const spec = { domain: { cpu: { maxSockets: 2 } } };
  expect(refusalsOf(cpus, spec, { configuration: { cpuRequest: '4' } })).toEqual(['PV001 domain.cpu.maxSockets']);
  expect(refusalsOf(cpus, spec, { configuration: {} })).toEqual([]);
});

test('odd data is nothing to fall over', () => {
  survivesOddData(cpus, ['domain.cpu', 'domain.cpu.features', 'domain.cpu.maxSockets', 'domain.cpu.realtime']);
});
