/** Libvirt domains as KubeVirt 1.9 writes them, as Go's structs have them, for what a Plugin has to make of each. */

type Fields = Readonly<Record<string, unknown>>;

/** A disk by what decides its place: its device and its bus. */
export function disk(
  name: string,
  device: 'disk' | 'cdrom' | 'lun',
  bus: string,
  dev: string,
  more: Fields = {},
): Fields {
  return {
    Device: device,
    ...(bus === 'virtio' ? { Model: 'virtio-non-transitional' } : {}),
    Driver: { Name: 'qemu', Type: 'raw', ErrorPolicy: 'stop', ...(device === 'disk' ? { Discard: 'unmap' } : {}) },
    Source: { File: { File: `/var/run/kubevirt-private/vmi-disks/${name}/disk.img` } },
    Target: { Dev: dev, Bus: bus, ...(device === 'cdrom' ? { Tray: 'closed' } : {}) },
    ...(device === 'cdrom' ? { ReadOnly: {} } : {}),
    Alias: { Name: `ua-${name}` },
    ...more,
  };
}

const ROOT = disk('rootdisk', 'disk', 'virtio', 'vda', { Boot: { Order: 1 } });
const CLOUD_INIT = disk('cloudinit', 'cdrom', 'sata', 'sda');

/** A domain with what KubeVirt gives to most. */
export function domain(disks: readonly Fields[], devices: Fields = {}, more: Fields = {}): Fields {
  return {
    Type: 'kvm',
    Name: 'lab_web',
    UUID: '5d307ca9-b3ef-428c-8861-06e72d69f223',
    Memory: { Value: 1073741824, Unit: 'b' },
    MaximumMemory: { Value: 4294967296, Unit: 'b' },
    VCPU: { Placement: 'static', Value: 2 },
    CPU: { Mode: 'host-model', Topology: { Sockets: 1, Cores: 2, Threads: 1 } },
    OS: { Type: { Arch: 'x86_64', Machine: 'q35', Type: 'hvm' }, SMBios: { Mode: 'sysinfo' } },
    SysInfo: [{ SMBIOS: { System: { Entry: [{ Name: 'manufacturer', Value: 'KubeVirt' }] } } }],
    Features: { ACPI: {} },
    Devices: {
      Disks: disks,
      Controllers: [
        { Type: 'usb', Index: 0, Model: 'none' },
        { Type: 'scsi', Index: 0, Model: 'virtio-non-transitional' },
      ],
      Interfaces: [
        { Source: { Ethernet: {} }, Model: { Type: 'virtio-non-transitional' }, Alias: { Name: 'ua-default' } },
      ],
      Serials: [{ Source: { UNIX: { Mode: 'bind' } }, Target: { Port: 0 } }],
      Consoles: [{ Source: { Pty: {} }, Target: { Type: 'serial', Port: 0 } }],
      Channels: [{ Source: { UNIX: {} }, Target: { VirtIO: { Name: 'org.qemu.guest_agent.0' } } }],
      Graphics: [{ VNC: { Listeners: [{ Socket: {} }] } }],
      Videos: [{ Model: { Type: 'vga', Heads: 1, VRam: 16384 } }],
      MemBalloon: { Model: 'virtio-non-transitional', FreePageReporting: 'on', Stats: { Period: 10 } },
      ...devices,
    },
    ...more,
  };
}

const many = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    i % 2 === 0
      ? disk(`d${i}`, 'disk', 'virtio', `vd${String.fromCharCode(97 + i / 2)}`)
      : disk(`d${i}`, 'disk', 'scsi', `sd${String.fromCharCode(97 + (i - 1) / 2)}`),
  );

/** Domains by what is special about them. */
export const DOMAINS: Readonly<Record<string, Fields>> = {
  'cloud-init on a CD drive': domain([ROOT, CLOUD_INIT]),
  'one virtio disk': domain([ROOT]),
  'a disk on each bus': domain([
    ROOT,
    disk('data', 'disk', 'sata', 'sda', { Serial: 'S1' }),
    disk('more', 'disk', 'scsi', 'sdb', { Shareable: {} }),
    disk('stick', 'disk', 'usb', 'sdc', { BlockIO: { LogicalBlockSize: 4096 } }),
    CLOUD_INIT,
  ]),
  'a LUN': domain([ROOT, disk('lun', 'lun', 'scsi', 'sda', { Source: { Block: { Dev: '/dev/lun' } } })]),
  'an empty CD drive': domain([ROOT, { ...CLOUD_INIT, Source: undefined }].map(withoutUndefined)),
  'a disk with an address and a backing store': domain([
    { ...ROOT, Address: { PCI: { Bus: 7 } }, BackingStore: { Format: { Type: 'qcow2' } } },
    { ...CLOUD_INIT, Address: { Drive: { Unit: 0 } } },
  ]),
  'no disk at all': domain([]),
  'no screen and no balloon': domain([ROOT], { Graphics: [], Videos: [], MemBalloon: { Model: 'none' } }),
  'sound, a tablet and a watchdog': domain([ROOT, CLOUD_INIT], {
    Sounds: [{ Model: 'ich9' }],
    Inputs: [{ Type: 'tablet', Bus: 'usb' }],
    Watchdogs: [{ Model: 'i6300esb', Action: 'reset' }],
  }),
  'a boot order at the network': domain([disk('rootdisk', 'disk', 'virtio', 'vda'), CLOUD_INIT], {
    Interfaces: [{ Source: { Ethernet: {} }, Boot: { Order: 1 } }],
  }),
  'no boot order': domain([disk('rootdisk', 'disk', 'virtio', 'vda'), CLOUD_INIT]),
  'a kernel of its own': domain(
    [ROOT],
    {},
    { OS: { Type: { Arch: 'x86_64', Machine: 'q35', Type: 'hvm' }, Kernel: '/k' } },
  ),
  UEFI: domain(
    [ROOT, CLOUD_INIT],
    {},
    {
      OS: {
        Type: { Arch: 'x86_64', Machine: 'q35', Type: 'hvm' },
        Loader: { Path: '/usr/share/OVMF/OVMF_CODE.fd', Type: 'pflash' },
        NVRam: { NVRam: '/var/run/nvram' },
        SMBios: { Mode: 'sysinfo' },
      },
    },
  ),
  arm64: domain(
    [ROOT, disk('cloudinit', 'cdrom', 'scsi', 'sda')],
    {},
    { OS: { Type: { Arch: 'aarch64', Machine: 'virt', Type: 'hvm' } } },
  ),
  'under emulation': domain([ROOT, CLOUD_INIT], {}, { Type: 'qemu' }),
  'twelve disks': domain(many(12)),
  'thirteen disks': domain(many(13)),
  'twenty-six disks': domain(many(26)),
};

/** More disks than names are kept for. */
export const TOO_MANY = domain(many(27));

function withoutUndefined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
