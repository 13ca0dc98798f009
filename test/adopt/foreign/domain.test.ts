import { readDomain } from '../../../src/adopt/foreign/domain';
import { summaryDifferences, summaryOf } from '../../../src/adopt/foreign/read-foreign';
import { readXml } from '../../../src/adopt/foreign/xml';

const domain = (parts: { os?: string; rest?: string; devices?: string; type?: string } = {}) =>
  readDomain(
    readXml(`<domain type='${parts.type ?? 'kvm'}'><name>Web_1</name><uuid>c7a5fdbd-cdaf-9455-926a-d65c16db1809</uuid>
<memory unit='MiB'>4096</memory><vcpu>4</vcpu>${parts.os ?? "<os><type arch='x86_64' machine='pc-q35-8.2'>hvm</type></os>"}
${parts.rest ?? ''}<devices>${parts.devices ?? ''}</devices></domain>`),
  );

const specOf = ({ vm }: ReturnType<typeof domain>) =>
  (vm.spec as { template: { spec: { domain: Record<string, unknown> } & Record<string, unknown> } }).template.spec;

test('CPU, memory, identity and machine are those of the source', () => {
  const made = domain({ rest: "<cpu mode='host-model'><topology sockets='2' cores='1' threads='2'/></cpu>" });
  expect(made.vm.metadata.name).toBe('web-1');
  expect(specOf(made)).toMatchObject({
    architecture: 'amd64',
    domain: {
      cpu: { sockets: 2, cores: 1, threads: 2, model: 'host-model' },
      memory: { guest: '4Gi' },
      machine: { type: 'q35' },
      firmware: { uuid: 'c7a5fdbd-cdaf-9455-926a-d65c16db1809' },
    },
  });
  expect(summaryDifferences(made.source, summaryOf(made.vm))).toEqual([]);
});

test.each([
  ["<os><type arch='x86_64' machine='q35'>hvm</type></os>", 'bios', 'q35'],
  ["<os firmware='efi'><type arch='x86_64' machine='q35'>hvm</type></os>", 'efi', 'q35'],
  [
    "<os><type arch='x86_64' machine='q35'>hvm</type><loader secure='yes' type='pflash'>x</loader></os>",
    'efi-secure-boot',
    'q35',
  ],
  ["<os><type arch='aarch64' machine='virt-8.2'>hvm</type></os>", 'efi', 'virt'],
  ["<os><type arch='s390x' machine='s390-ccw-virtio-8.2'>hvm</type></os>", 'bios', 's390-ccw-virtio'],
])('%s is %s on %s', (os, firmware, machine) => {
  const made = domain({ os });
  expect(made.source).toMatchObject({ firmware, machine });
  expect(summaryDifferences(made.source, summaryOf(made.vm))).toEqual([]);
});

test('a machine type that KubeVirt does not run is named', () => {
  const { noCounterpart } = domain({ os: "<os><type arch='x86_64' machine='pc-i440fx-8.2'>hvm</type></os>" });
  expect(noCounterpart.map(({ element }) => element)).toEqual(['os/type machine=pc-i440fx-8.2']);
});

test('disks keep their order and get a claim each; what cannot be is named', () => {
  const made = domain({
    devices: `<disk type='block' device='disk'><driver cache='none' io='native'/><source dev='/dev/vg/a'/><target dev='vda' bus='virtio'/><boot order='1'/></disk>
<disk type='file' device='cdrom'><source file='/iso/a.iso'/><target dev='hda' bus='ide'/><readonly/></disk>
<disk type='file' device='cdrom'><target dev='hdb' bus='ide'/></disk><disk device='floppy'><source file='/f'/><target dev='fda'/></disk>`,
  });
  expect((specOf(made).domain.devices as { disks: unknown }).disks).toEqual([
    { name: 'vda', bootOrder: 1, cache: 'none', io: 'native', disk: { bus: 'virtio' } },
    { name: 'hda', cdrom: { bus: 'sata' } },
  ]);
  expect(made.images).toEqual([
    { claim: 'web-1-vda', from: '/dev/vg/a' },
    { claim: 'web-1-hda', from: '/iso/a.iso' },
  ]);
  expect(made.noCounterpart.map(({ element }) => element)).toEqual(['disk hda bus=ide', 'disk hdb', 'disk fda']);
  expect(summaryDifferences(made.source, summaryOf(made.vm))).toEqual([]);
});

test('interfaces keep their addresses and models', () => {
  const made = domain({
    devices: `<interface type='bridge'><mac address='52:54:00:00:00:01'/><source bridge='br0'/><model type='e1000e'/></interface>
<interface type='network'><mac address='52:54:00:00:00:02'/><source network='default'/><model type='virtio'/></interface>`,
  });
  expect(specOf(made).networks).toEqual([
    { name: 'nic-1', multus: { networkName: 'br0' } },
    { name: 'default', pod: {} },
  ]);
  expect(made.source.nics).toEqual(['52:54:00:00:00:01 e1000e', '52:54:00:00:00:02 virtio']);
  expect(summaryDifferences(made.source, summaryOf(made.vm))).toEqual([]);
});

test('features, clock and devices have their counterparts, and what has none is named', () => {
  const made = domain({
    rest: `<features><acpi/><hyperv><relaxed state='on'/><spinlocks state='on' retries='4096'/><xmm_input state='on'/></hyperv><kvm><hidden state='on'/></kvm><ras/></features>
<clock offset='timezone' timezone='Europe/Berlin'><timer name='hpet' present='no'/><timer name='tsc'/></clock><cputune/><memoryBacking><hugepages/></memoryBacking>`,
    devices:
      "<rng/><tpm/><watchdog model='i6300esb' action='poweroff'/><hostdev type='pci'><source><address bus='0x81'/></source></hostdev><graphics/>",
  });
  expect(specOf(made).domain).toMatchObject({
    memory: { hugepages: { pageSize: '2Mi' } },
    features: { acpi: {}, hyperv: { relaxed: {}, spinlocks: { spinlocks: 4096 } }, kvm: { hidden: true } },
    clock: { timezone: 'Europe/Berlin', timer: { hpet: { present: false } } },
    devices: { rng: {}, tpm: { persistent: true }, watchdog: { i6300esb: { action: 'poweroff' } } },
  });
  expect(made.noCounterpart.map(({ element }) => element).sort()).toEqual(
    ['clock/timer tsc', 'cputune', 'features/hyperv/xmm_input', 'features/ras', 'hostdev pci 0x81'].sort(),
  );
});

test.each([
  ['kvm', undefined],
  ['qemu', undefined],
  ['ch', 'cloud-hypervisor'],
  ['xen', 'xen'],
  ['lxc', 'lxc'],
  ['vmware', 'vmware-workstation'],
])('a domain of type %s suggests %s', (type, hypervisor) => {
  expect(domain({ type }).hypervisor).toBe(hypervisor);
});

test('another machine for the guest would be told', () => {
  const { source, vm } = domain();
  expect(summaryDifferences({ ...source, cpus: 8 }, summaryOf(vm))).toEqual([{ path: 'cpus', read: 8, made: 4 }]);
});

test.each([
  ["<currentMemory unit='MiB'>512</currentMemory>", '', '', ['currentMemory']],
  ["<currentMemory unit='GiB'>4</currentMemory>", '', '', []],
  [
    '<bootloader>/usr/bin/pygrub</bootloader><maxMemory>9</maxMemory><genid/>',
    '',
    '',
    ['bootloader', 'maxMemory', 'genid'],
  ],
  ['', '<kernel>/k</kernel><initrd>/i</initrd><cmdline>ro</cmdline>', '', ['os/kernel', 'os/initrd', 'os/cmdline']],
  ['', "<bootmenu enable='yes'/><boot dev='network'/><boot dev='hd'/>", '', ['os/bootmenu', 'os/boot dev=network']],
  ['', "<bootmenu enable='no'/><boot dev='hd'/><boot dev='network'/>", '', []],
  [
    '',
    '',
    "<vsock/><redirdev/><tpm><backend type='passthrough'/></tpm>",
    ['vsock', 'redirdev', 'tpm backend=passthrough'],
  ],
])('what has no counterpart is named: %s%s%s', (more, os, devices, elements) => {
  const { vm, noCounterpart } = readDomain(
    readXml(
      `<domain type='kvm'><name>a</name><memory unit='GiB'>4</memory>${more}<os><type arch='x86_64' machine='q35'>hvm</type>${os}</os><devices>${devices}</devices></domain>`,
    ),
  );
  expect([vm.kind, noCounterpart.map(({ element }) => element)]).toEqual(['VirtualMachine', elements]);
});
