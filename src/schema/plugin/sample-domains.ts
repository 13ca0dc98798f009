import type { CelExpression } from './cel-expression';
import { nameIn, partsOf } from './cel-expression';
import type { CelInputs } from './cel-run';

/** What KubeVirt makes of a VM with a disk, cloud-init on a CD drive and a network, as Go's structs have it. */
const DOMAIN = {
  Type: 'kvm',
  Name: 'default_web',
  UUID: '5d307ca9-b3ef-428c-8861-06e72d69f223',
  Memory: { Value: 1073741824, Unit: 'b' },
  MaximumMemory: { Value: 4294967296, Unit: 'b' },
  VCPU: { Placement: 'static', Value: 2 },
  CPU: { Mode: 'host-model', Topology: { Sockets: 1, Cores: 2, Threads: 1 } },
  OS: { Type: { Arch: 'x86_64', Machine: 'q35', Type: 'hvm' }, SMBios: { Mode: 'sysinfo' } },
  SysInfo: [{ SMBIOS: { System: { Entry: [{ Name: 'manufacturer', Value: 'KubeVirt' }] } } }],
  Features: { ACPI: {} },
  Devices: {
    Disks: [
      {
        Device: 'disk',
        Model: 'virtio-non-transitional',
        Driver: { Name: 'qemu', Type: 'raw', ErrorPolicy: 'stop', Discard: 'unmap' },
        Source: { File: { File: '/var/run/kubevirt-private/vmi-disks/rootdisk/disk.img' } },
        Target: { Dev: 'vda', Bus: 'virtio' },
        Alias: { Name: 'ua-rootdisk' },
      },
      {
        Device: 'cdrom',
        Driver: { Name: 'qemu', Type: 'raw', ErrorPolicy: 'stop' },
        Source: { File: { File: '/var/run/libvirt/cloud-init-dir/default/web/noCloud.iso' } },
        Target: { Dev: 'sda', Bus: 'sata', Tray: 'closed' },
        ReadOnly: {},
        Alias: { Name: 'ua-cloudinit' },
      },
    ],
    Controllers: [
      { Type: 'usb', Index: 0, Model: 'none' },
      { Type: 'scsi', Index: 0, Model: 'virtio-non-transitional' },
      { Type: 'virtio-serial', Index: 0, Model: 'virtio-non-transitional' },
    ],
    Interfaces: [
      {
        Source: { Ethernet: {} },
        Model: { Type: 'virtio-non-transitional' },
        Alias: { Name: 'ua-default' },
        ROM: { Enabled: 'no' },
      },
    ],
    Serials: [{ Source: { UNIX: { Mode: 'bind' } }, Target: { Port: 0 } }],
    Consoles: [{ Source: { Pty: {} }, Target: { Type: 'serial', Port: 0 } }],
    Channels: [{ Source: { UNIX: {} }, Target: { VirtIO: { Name: 'org.qemu.guest_agent.0' } } }],
    Graphics: [{ VNC: { Listeners: [{ Socket: {} }] } }],
    Videos: [{ Model: { Type: 'vga', Heads: 1, VRam: 16384 } }],
    MemBalloon: { Model: 'virtio-non-transitional', FreePageReporting: 'on', Stats: { Period: 10 } },
  },
} as const;

/** The instance behind it. */
const INSTANCE = {
  Name: 'web',
  Namespace: 'default',
  Spec: {
    Architecture: 'amd64',
    Domain: {
      CPU: { Cores: 2 },
      Devices: {
        Disks: [
          { Name: 'rootdisk', Disk: { Bus: 'virtio' } },
          { Name: 'cloudinit', CDRom: { Bus: 'sata' } },
        ],
        Interfaces: [{ Name: 'default', Masquerade: {} }],
      },
    },
    Networks: [{ Name: 'default', Pod: {} }],
    Volumes: [
      { Name: 'rootdisk', PersistentVolumeClaim: { ClaimName: 'web' } },
      { Name: 'cloudinit', CloudInitNoCloud: { UserData: '#cloud-config' } },
    ],
  },
} as const;

/** A VM with what most have, and the labels and annotations that expressions compare with. */
export function sampleInputs(expressions: readonly CelExpression[]): CelInputs {
  const metadata = { Labels: compared(expressions, 'Labels'), Annotations: compared(expressions, 'Annotations') };
  return { domainSpec: DOMAIN, vmi: { ...INSTANCE, ...metadata, ObjectMeta: { Name: 'web', ...metadata } } };
}

/** Keys and values in `vmi.Labels["key"] == "value"`, so that a VM can be made for which that holds. */
function compared(expressions: readonly CelExpression[], field: 'Labels' | 'Annotations'): Record<string, string> {
  const found = expressions.flatMap((expression) => comparedIn(expression, field));
  // A value that is asked for wins over a key that only has to be there.
  return Object.fromEntries(found.sort(([, a], [, b]) => a.length - b.length));
}

function comparedIn(expression: CelExpression, field: string): [string, string][] {
  const { exprKind } = expression;
  const below = partsOf(expression).flatMap((part) => comparedIn(part, field));
  if (exprKind.case !== 'callExpr' || (exprKind.value.function !== '_==_' && exprKind.value.function !== '@in')) {
    return below;
  }
  const { args } = exprKind.value;
  if (exprKind.value.function === '@in') {
    const key = textIn(args[0]!);
    return key !== undefined && isField(args[1]!, field) ? [[key, ''], ...below] : below;
  }
  const value = args.map(textIn).find((text) => text !== undefined);
  const key = args.map((arg) => keyIn(arg, field)).find((text) => text !== undefined);
  return key === undefined || value === undefined ? below : [...below, [key, value]];
}

function keyIn({ exprKind }: CelExpression, field: string): string | undefined {
  const isLookup = exprKind.case === 'callExpr' && exprKind.value.function === '_[_]';
  return isLookup && isField(exprKind.value.args[0]!, field) ? textIn(exprKind.value.args[1]!) : undefined;
}

function isField(expression: CelExpression, field: string): boolean {
  return nameIn(expression) === `vmi.${field}` || nameIn(expression) === `vmi.ObjectMeta.${field}`;
}

function textIn({ exprKind }: CelExpression): string | undefined {
  const constant = exprKind.case === 'constExpr' ? exprKind.value.constantKind.value : undefined;
  return typeof constant === 'string' ? constant : undefined;
}
