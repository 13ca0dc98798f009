import { devices as rule } from '../../../src/rules/admission/devices';
import { grace } from '../../../src/rules/admission/grace';
import { ioThreads as threadRule } from '../../../src/rules/admission/io-threads';
import { oddSpecs, refusals } from './refusals';

const gpu = (name: string, display: unknown) => ({ name, deviceName: 'x/y', virtualGPUOptions: { display } });
const OTHER = gpu('b', {});
const DISPLAY = 'PV802 domain.devices.gpus[b].virtualGPUOptions.display';

test.each<[object, readonly string[]]>([
  [{ gpus: [gpu('a', {})] }, []],
  [{ gpus: [gpu('a', {}), OTHER] }, [DISPLAY]],
  [{ gpus: [gpu('a', null), OTHER] }, []],
  [{ gpus: [gpu('a', { enabled: false }), OTHER] }, []],
  [{ gpus: [gpu('a', { enabled: true }), OTHER] }, [DISPLAY]],
  [{ gpus: [gpu('a', { ramFB: { enabled: false } }), OTHER] }, []],
  [{ gpus: [gpu('a', { ramFB: {} }), OTHER] }, []],
  [{ gpus: [gpu('a', { ramFB: { enabled: true } }), OTHER] }, [DISPLAY]],
  [{ sound: { name: 's' } }, []],
  [{ sound: {} }, ['PV004 domain.devices.sound.name']],
])('the devices %j are rejected for %j', (devices, refused) => {
  expect(refusals(rule, { domain: { devices } })).toEqual(refused);
});

test.each<[object, string, readonly string[]]>([
  [{}, '1.9', []],
  [{ ioThreadsPolicy: 'shared' }, '1.9', []],
  [{ ioThreadsPolicy: '' }, '1.9', ['PV003 domain.ioThreadsPolicy']],
  [{ ioThreadsPolicy: 'Auto' }, '1.9', ['PV003 domain.ioThreadsPolicy']],
  [{ ioThreadsPolicy: 'supplementalPool', ioThreads: { supplementalPoolThreadCount: 1 } }, '1.9', []],
  [{ ioThreadsPolicy: 'supplementalPool' }, '1.9', ['PV004 domain.ioThreads.supplementalPoolThreadCount']],
  [
    { ioThreadsPolicy: 'supplementalPool', ioThreads: { supplementalPoolThreadCount: 0 } },
    '1.9',
    ['PV004 domain.ioThreads.supplementalPoolThreadCount'],
  ],
  [{ ioThreadsPolicy: 'supplementalPool' }, '1.4.1', ['PV003 domain.ioThreadsPolicy']],
])('the I/O threads of %j are rejected by %s for %j', (domain, kubevirt, refused) => {
  expect(refusals(threadRule, { domain }, { kubevirt })).toEqual(refused);
});

const permitted = (pciVendorSelector: string, ...featureGates: string[]) => ({
  developerConfiguration: { featureGates },
  permittedHostDevices: { pciHostDevices: [{ resourceName: 'nvidia.com/x', pciVendorSelector }] },
});
const GPU = { gpus: [{ name: 'g', deviceName: 'nvidia.com/x' }] };
const NAME = 'PV003 domain.devices.gpus[g].deviceName';
const DEDICATED = { cpu: { dedicatedCpuPlacement: true } };

test.each([
  [{ domain: { devices: GPU } }, { configuration: permitted('10DE:1EB8') }, []],
  [{ domain: { devices: GPU } }, { configuration: permitted('10DE:*') }, []],
  [{ domain: { devices: GPU } }, { configuration: permitted('10DE:*', 'GraceIOVirtualization') }, [NAME]],
  [
    { domain: { ...DEDICATED, devices: GPU } },
    { configuration: permitted('10de:2342'), architecture: 'arm64' as const },
    [],
  ],
  [{ domain: { devices: GPU } }, { configuration: permitted('10de:2342'), architecture: 'arm64' as const }, [NAME]],
  [
    { domain: { ...DEDICATED, devices: GPU } },
    { configuration: permitted('0x10de:0x2941'), architecture: 'amd64' as const },
    [NAME, NAME],
  ],
  [
    { domain: { ...DEDICATED, devices: GPU, machine: { type: 'q35' } } },
    { configuration: permitted('10de:2348'), architecture: 'arm64' as const },
    [NAME],
  ],
  [
    { domain: { devices: GPU } },
    { configuration: permitted('10de:2342'), architecture: 'amd64' as const, kubevirt: '1.8.4' },
    [],
  ],
])('%j with %j is rejected as a Grace GPU for %j', (spec, context, refused) => {
  expect(refusals(grace, spec, context)).toEqual(refused);
});

test.each(
  oddSpecs([
    'domain',
    'domain.devices',
    'domain.devices.gpus',
    'domain.devices.hostDevices',
    'domain.devices.sound',
    'domain.ioThreadsPolicy',
    'domain.ioThreads',
  ]),
)('%j does not make them throw', (spec) => {
  const configuration = permitted('10de:2342', 'GraceIOVirtualization');
  expect(() => [
    refusals(rule, spec),
    refusals(threadRule, spec),
    refusals(grace, spec, { configuration }),
  ]).not.toThrow();
});

test.each(oddSpecs(['permittedHostDevices', 'permittedHostDevices.pciHostDevices', 'developerConfiguration']))(
  'a KubeVirt of %j does not make it throw',
  (configuration) => {
    expect(() => refusals(grace, { domain: { devices: GPU } }, { configuration })).not.toThrow();
  },
);
