import type { HypervisorDeclaration } from '../../src/hypervisors/declaration';
import { platformObjects } from '../../src/model/manifests/platform';
import type { PlatformDeclaration } from '../../src/model/platform';

const ACME: HypervisorDeclaration = {
  name: 'acme',
  extends: 'cloud-hypervisor',
  realisation: 'pod-policy',
  image: { all: `registry.example/acme@sha256:${'a'.repeat(64)}` },
  properties: { device: 'acme.example/vmm', daemonOverhead: '30Mi', vmmOverhead: '64Mi' },
};

function made(hypervisor: HypervisorDeclaration, more: Partial<PlatformDeclaration> = {}) {
  const { objects, findings } = platformObjects({
    name: 'edge',
    target: { kubevirt: '1.9', kubernetes: '1.36' },
    nodes: [{ pool: 'intel', architecture: 'amd64' }],
    kubevirt: {},
    hypervisors: [hypervisor],
    virtualMachines: [{ name: 'web', architecture: 'amd64', memory: '1Gi', hypervisor: 'acme' }],
    ...more,
  });
  return {
    kubevirt: objects.find(({ object }) => object.kind === 'KubeVirt')?.object.spec as { configuration?: object },
    codes: findings.map(({ finding }) => finding.code),
    said: findings.map(({ finding }) => finding).find(({ code }) => code === 'PV417'),
  };
}

test.each<[string, HypervisorDeclaration, Partial<PlatformDeclaration>, boolean]>([
  ['no node shows it', ACME, {}, true],
  ['by a Plugin', { ...ACME, realisation: 'plugin' }, {}, true],
  ['nodes are not known', ACME, { nodes: undefined as never }, true],
  [
    'a pool names other devices',
    ACME,
    { nodes: [{ pool: 'i', architecture: 'amd64', devices: { 'a.b/c': 1 } }] },
    true,
  ],
  [
    'a pool names it',
    ACME,
    { nodes: [{ pool: 'i', architecture: 'amd64', devices: { 'acme.example/vmm': 9 } }] },
    false,
  ],
  [
    'KubeVirt permits it',
    ACME,
    {
      kubevirt: {
        permittedHostDevices: {
          pciHostDevices: [{ pciVendorSelector: '10DE:1DB6', resourceName: 'acme.example/vmm' }],
        },
      },
    },
    false,
  ],
  [
    'KubeVirt permits what another offers',
    ACME,
    {
      kubevirt: {
        permittedHostDevices: {
          pciHostDevices: [
            { pciVendorSelector: '10DE:1DB6', resourceName: 'acme.example/vmm', externalResourceProvider: true },
          ],
        },
      },
    },
    true,
  ],
  ['KubeVirt is told how to find it', { ...ACME, hostDevice: { pci: '10DE:1DB6' } }, {}, false],
  [
    'it is one of KubeVirt’s',
    { ...ACME, properties: { ...ACME.properties!, device: 'devices.kubevirt.io/kvm' } },
    {},
    false,
  ],
  ['it needs none', { ...ACME, properties: { ...ACME.properties!, device: 'none' } }, {}, false],
])('%s', (_what, hypervisor, more, isSaid) => {
  const { codes, said } = made(hypervisor, more);
  expect(codes.includes('PV417')).toBe(isSaid);
  if (isSaid) {
    expect(said).toMatchObject({
      severity: 'warning',
      path: 'hypervisors[acme].properties.device',
      fix: expect.stringContaining('install the device plugin that offers acme.example/vmm'),
    });
  }
});

test('what KubeVirt offers itself is written into its configuration, beside what is there', () => {
  const other = { pciVendorSelector: '8086:1234', resourceName: 'intel.example/x' };
  const { kubevirt } = made(
    { ...ACME, hostDevice: { pci: '10DE:1DB6' } },
    {
      kubevirt: { permittedHostDevices: { pciHostDevices: [other] } },
    },
  );
  expect(kubevirt.configuration).toMatchObject({
    permittedHostDevices: {
      pciHostDevices: [other, { pciVendorSelector: '10DE:1DB6', resourceName: 'acme.example/vmm' }],
    },
  });
  const mediated = made({ ...ACME, hostDevice: { mediated: 'ACME-1Q' } });
  expect(mediated.kubevirt.configuration).toMatchObject({
    permittedHostDevices: { mediatedDevices: [{ mdevNameSelector: 'ACME-1Q', resourceName: 'acme.example/vmm' }] },
  });
});

test('a hypervisor that needs a boot order gets one for each disk, behind those that say one', () => {
  const own = { ...ACME, properties: { ...ACME.properties!, bootOrder: true } };
  const { objects, findings } = platformObjects({
    name: 'edge',
    target: { kubevirt: '1.9', kubernetes: '1.36' },
    kubevirt: {},
    hypervisors: [own],
    virtualMachines: [
      {
        name: 'web',
        architecture: 'amd64',
        memory: '1Gi',
        hypervisor: 'acme',
        disks: [
          { name: 'data', emptyDisk: { capacity: '1Gi' } },
          { name: 'os', containerDisk: { image: 'quay.io/containerdisks/fedora:42' }, bootOrder: 1 },
        ],
        cloudInit: { type: 'noCloud', userData: '#cloud-config' },
      },
    ],
  });
  const vm = objects.find(({ object }) => object.kind === 'VirtualMachine')!.object.spec;
  expect(vm).toMatchObject({
    template: {
      spec: {
        domain: {
          devices: {
            disks: [
              { name: 'data', bootOrder: 2 },
              { name: 'os', bootOrder: 1 },
              { name: 'cloudinit', disk: { bus: 'virtio' }, bootOrder: 3 },
            ],
          },
        },
      },
    },
  });
  expect(findings.map(({ finding }) => finding)).toContainEqual(
    expect.objectContaining({
      code: 'PV406',
      what: expect.stringContaining(
        'cloud-init is a virtio disk (an ISO 9660 image in a raw file) and no CD drive, each disk has a boot order',
      ),
    }),
  );
});
