import { isMap } from '../../kube/object';
import { celEvaluator } from '../cel-evaluator';
import { type CelDialect, CelIssue, checkTypes, domainDialect } from './cel-check';
import { type CelExpression, nameIn, partsOf } from './cel-expression';
import { type CelInputs, evaluate } from './cel-run';
import { type CelType, listPart, shownType } from './cel-types';
import { CelFailure, type CelRuntimeValue, NativeStruct, plain, SparseStruct } from './cel-value';

/** An expression that the webhook takes. */
export interface CompiledExpression {
  readonly expression: CelExpression;
  readonly types: ReadonlyMap<bigint, CelType>;
}

/** What becomes of an expression: ready to run, refused with the words of cel-go, or beyond what can be judged here. */
type Compilation = CompiledExpression | { readonly refused: string } | undefined;

/** What an expression has to give. */
export const DOMAIN_TYPE = 'libvirtxml.Domain';

/** Compiles an expression as virt-api does. Source: kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/plugin-admitter.go. */
export function compile(text: string, gives: 'bool' | typeof DOMAIN_TYPE, dialect: CelDialect): Compilation {
  const expression = celEvaluator().parseExpression(text);
  if (expression === undefined || typeof expression === 'string') {
    return expression === undefined ? undefined : { refused: expression };
  }
  // The parser here knows a macro of a newer CEL than KubeVirt has.
  if (/\.existsOne\(/.test(text)) {
    return { refused: `undeclared reference to 'existsOne' (in container '${dialect.container}')` };
  }
  try {
    const { type, types } = checkTypes(expression, dialect);
    const what = gives === 'bool' ? 'condition must return bool' : 'mutation must return Domain';
    return type === gives ? { expression, types } : { refused: `${what}, got ${shownType(type)}` };
  } catch (error) {
    if (error instanceof CelIssue) {
      return { refused: error.message };
    }
    throw error;
  }
}

/** Whether a condition holds. Throws a `CelFailure` where the launcher fails. */
export function holds({ expression }: CompiledExpression, inputs: CelInputs): boolean {
  return evaluate(expression, inputs, domainDialect()) === true;
}

/** The domain after a hook. Throws a `CelFailure` where the launcher fails. */
export function afterHook({ expression }: CompiledExpression, inputs: CelInputs): Record<string, unknown> {
  const change = evaluate(expression, inputs, domainDialect());
  if (!(change instanceof SparseStruct)) {
    throw new CelFailure('mutation must return a Domain object, got *ext.nativeObj');
  }
  return mergedDomain(inputs.domainSpec, change, domainDialect());
}

type Data = Record<string, unknown>;

/**
 * A domain with the fields that an expression sets laid over it.
 *
 * Structs are merged, lists replaced, null takes away. Source: kubevirt pkg/virt-launcher/virtwrap/plugins/cel/deepmerge.go.
 */
function mergedDomain(domain: Readonly<Data>, change: SparseStruct, dialect: CelDialect): Data {
  const result = { ...domain };
  for (const [name, value] of change.fields) {
    const field = dialect.structs.get(change.type)?.get(name);
    const next = mergedField(result[name], value, field?.type ?? 'dyn', dialect);
    if (next === undefined) {
      delete result[name];
    } else {
      result[name] = next;
    }
  }
  return result;
}

function mergedField(before: unknown, value: CelRuntimeValue, type: CelType, dialect: CelDialect): unknown {
  if (value === null) {
    return undefined;
  }
  if (value instanceof SparseStruct) {
    return mergedDomain(isMap(before) ? before : {}, value, dialect);
  }
  if (Array.isArray(value) && listPart(type) !== undefined) {
    // Elements begin with nothing: what an expression does not copy is lost.
    return value.map((item: CelRuntimeValue) =>
      item instanceof SparseStruct ? mergedDomain({}, item, dialect) : plain(item),
    );
  }
  // A nil pointer that is copied becomes a pointer to an empty struct.
  return value instanceof NativeStruct ? value.data : plain(value);
}

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
