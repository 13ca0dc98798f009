import type { Architecture } from '../../../src/architectures/facts';
import type { PlatformContext } from '../../../src/model/context';
import { readVirtualMachine, virtualMachine } from '../../../src/model/manifests/virtual-machine';
import type { VirtualMachineDeclaration } from '../../../src/model/virtual-machine';
import { node } from '../../node';

const PLATFORM: PlatformContext = { name: 'p', target: { kubevirt: '1.9' }, namespace: 'n', requested: [] };

interface Spec {
  dataVolumeTemplates?: { metadata: object; spec: { source: { registry: object } } }[];
  template: {
    metadata?: object;
    spec: {
      architecture?: string;
      domain: Record<string, object | undefined> & { devices: { disks: unknown[] } };
      volumes: unknown[];
    };
  };
}

const spec = (part: Partial<VirtualMachineDeclaration>, platform: Partial<PlatformContext> = {}): Spec =>
  virtualMachine({ name: 'web', memory: '4Gi', ...part }, { ...PLATFORM, ...platform }).spec as Spec;

test('the example of proposal 000, with what KubeVirt would write into it written out', () => {
  const vm = virtualMachine(
    {
      name: 'mytestvm',
      architecture: 'arm64',
      memory: '1Gi',
      firmware: { uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223', serial: 'e4686d2c-6e8d-4335-b8fd-81bee22f4815' },
      disks: [{ name: 'disk1', emptyDisk: { capacity: '50G' } }],
      networks: [{ name: 'network1', multus: { networkName: 'mytestvm/mytestvm' }, binding: 'bridge' }],
    },
    PLATFORM,
  );
  expect(vm).toEqual({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'mytestvm', namespace: 'n' },
    spec: {
      runStrategy: 'Always',
      template: {
        spec: {
          architecture: 'arm64',
          domain: {
            devices: {
              disks: [{ name: 'disk1', disk: { bus: 'virtio' } }],
              interfaces: [{ name: 'network1', bridge: {} }],
            },
            firmware: { uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223', serial: 'e4686d2c-6e8d-4335-b8fd-81bee22f4815' },
            machine: { type: 'virt' },
            memory: { guest: '1Gi' },
          },
          networks: [{ name: 'network1', multus: { networkName: 'mytestvm/mytestvm' } }],
          volumes: [{ name: 'disk1', emptyDisk: { capacity: '50G' } }],
        },
      },
    },
  });
});

test.each<[Architecture, string, string]>([
  ['amd64', 'q35', 'sata'],
  ['arm64', 'virt', 'scsi'],
  ['s390x', 's390-ccw-virtio', 'scsi'],
])('%s gets machine type %s and a CD-ROM on %s', (architecture, type, bus) => {
  const { domain } = spec({ architecture, disks: [{ name: 'cd', device: 'cdrom', containerDisk: { image: 'x' } }] })
    .template.spec;
  expect(domain.machine).toEqual({ type });
  expect(domain.devices.disks).toEqual([{ name: 'cd', cdrom: { bus } }]);
});

test('the architecture comes from the platform where the VM names none', () => {
  expect(spec({}, { kubevirt: { defaultArchitecture: 's390x' } }).template.spec).toMatchObject({
    architecture: 's390x',
    domain: { machine: { type: 's390-ccw-virtio' } },
  });
  expect(spec({}, { nodes: [node({ pool: 'a', architecture: 'arm64' })] }).template.spec.architecture).toBe('arm64');
});

test('what is not known is not written', () => {
  const { architecture, domain } = spec({}).template.spec;
  expect([architecture, domain.machine]).toEqual([undefined, undefined]);
});

test('a preference decides what it may decide, but not into the CD-ROM trap', () => {
  const disks = [
    { name: 'os', persistentVolumeClaim: { claimName: 'os' } },
    { name: 'cd', device: 'cdrom' as const, containerDisk: { image: 'x' } },
  ];
  const preference = { name: 'fedora' };
  const amd64 = spec({ architecture: 'amd64', preference, disks }).template.spec.domain;
  expect([amd64.machine, amd64.devices.disks]).toEqual([
    undefined,
    [
      { name: 'os', disk: {} },
      { name: 'cd', cdrom: {} },
    ],
  ]);
  const arm64 = spec({ architecture: 'arm64', preference, disks }).template.spec.domain;
  expect(arm64.devices.disks[1]).toEqual({ name: 'cd', cdrom: { bus: 'scsi' } });
});

test.each<[string, object, object | undefined]>([
  ['bios', { bios: {} }, undefined],
  ['efi', { efi: { secureBoot: false } }, undefined],
  ['efi-secure-boot', { efi: { secureBoot: true } }, { smm: { enabled: true } }],
])('the bootloader %s says everything that KubeVirt asks for', (bootloader, expected, features) => {
  const { domain } = spec({ architecture: 'amd64', firmware: { bootloader: bootloader as 'efi' } }).template.spec;
  expect([domain.firmware, domain.features]).toEqual([expect.objectContaining({ bootloader: expected }), features]);
});

test('a VM makes its own volumes and uses them', () => {
  const { dataVolumeTemplates, template } = spec({
    disks: [
      {
        name: 'os',
        dataVolumeTemplate: {
          source: { sourceRef: { name: 'fedora', namespace: 'images' } },
          size: '30Gi',
          storageClass: 'fast',
        },
      },
    ],
  });
  expect(dataVolumeTemplates).toEqual([
    {
      metadata: { name: 'web-os' },
      spec: {
        sourceRef: { kind: 'DataSource', name: 'fedora', namespace: 'images' },
        storage: { resources: { requests: { storage: '30Gi' } }, storageClassName: 'fast' },
      },
    },
  ]);
  expect(template.spec.volumes).toEqual([{ name: 'os', dataVolume: { name: 'web-os' } }]);
});

const targetOf = (text: string) => {
  const [kubevirt = '', cdi] = text.split(' with CDI ');
  return cdi === undefined ? { kubevirt } : { kubevirt, cdi };
};
const MIXED = [node({ pool: 'a', architecture: 'amd64' }), node({ pool: 'b', architecture: 'arm64' })] as const;

test.each<[string, PlatformContext['nodes'], string | undefined]>([
  ['1.7', MIXED, 'arm64'],
  ['1.9', undefined, 'arm64'],
  ['1.6.3', MIXED, undefined],
  // 1.6 alone may be an older patch, which rejects the field.
  ['1.6', MIXED, undefined],
  ['1.6.4', MIXED, 'arm64'],
  ['1.7 with CDI 1.62', MIXED, undefined],
  ['1.9', [MIXED[1]], undefined],
])('on KubeVirt %s with nodes %j an import names the architecture %s', (kubevirt, nodes, architecture) => {
  const { dataVolumeTemplates } = spec(
    {
      architecture: 'arm64',
      disks: [{ name: 'os', dataVolumeTemplate: { source: { registry: { url: 'docker://x' } }, size: '1Gi' } }],
    },
    { target: targetOf(kubevirt), ...(nodes === undefined ? {} : { nodes }) },
  );
  expect(dataVolumeTemplates?.[0]?.spec.source.registry).toEqual({
    url: 'docker://x',
    ...(architecture === undefined ? {} : { platform: { architecture } }),
  });
});

test.each<[Architecture, object | undefined]>([
  ['amd64', { name: 'watchdog', i6300esb: { action: 'reset' } }],
  ['s390x', { name: 'watchdog', diag288: { action: 'reset' } }],
])('the watchdog of %s is its own', (architecture, watchdog) => {
  expect(spec({ architecture, watchdog: 'reset' }).template.spec.domain.devices).toMatchObject({ watchdog });
});

test.each<[string, object, object]>([
  ['the pod network', { pod: {} }, { masquerade: {} }],
  ['a network of Multus', { multus: { networkName: 'lan' } }, { bridge: {} }],
  ['a network of a resource claim', { resourceClaim: { claimName: 'nic' } }, {}],
  ['a binding that is said', { pod: {}, binding: 'passtBinding' }, { passtBinding: {} }],
  ['a binding that is left to the cluster', { pod: {}, binding: null }, {}],
])(
  'the card on %s has its binding by itself, and a declaration that is read back says what differs',
  (_, network, card) => {
    const declaration = {
      name: 'web',
      memory: '4Gi',
      networks: [{ name: 'one', ...network }],
    } as VirtualMachineDeclaration;
    const object = virtualMachine(declaration, PLATFORM);
    const [made] = (object.spec as { template: { spec: { domain: { devices: { interfaces: object[] } } } } }).template
      .spec.domain.devices.interfaces;
    expect(made).toEqual({ name: 'one', ...card });
    expect(readVirtualMachine(object, PLATFORM).networks).toEqual([{ name: 'one', ...network }]);
  },
);
