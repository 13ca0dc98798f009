import type { HypervisorProfile } from './profile';

/** One change of the libvirt domain of a VM, as a hook of a Plugin: in words, and in the CEL of KubeVirt's domain hooks. */
export interface DomainHook {
  readonly what: readonly string[];
  /** Names of Go, standard CEL only; the result is laid over the domain. */
  readonly expression: string;
  readonly condition?: string;
}

/**
 * Everything that a Plugin changes of the domain that KubeVirt writes for QEMU; nothing where the two are the same.
 *
 * KubeVirt runs hooks one to three times for a start, each time on what the last run left: what is set is set again, and disks
 * that were moved are on their bus already.
 */
export function domainHooks(profile: HypervisorProfile): DomainHook[] {
  const parts = partsOf(profile);
  const disks = diskHooks(profile);
  const type = profile.properties.virtType.value ?? KVM;
  if (parts.length === 0 && disks.length === 0 && type === KVM) {
    return [];
  }
  // Under emulation KubeVirt writes another type; a driver of its own means this one.
  const all = [{ path: [], field: 'Type', value: text(type), what: `domain type ${type}` }, ...parts];
  return [{ what: all.flatMap(({ what }) => what ?? []), expression: domainOf(all) }, ...disks];
}

const KVM = 'kvm';

/** A field of the domain with its value in CEL. */
interface Part {
  readonly path: readonly ('OS' | 'Devices')[];
  readonly field: string;
  readonly value: string;
  /** In words, where another part does not say it already. */
  readonly what?: string;
}

function partsOf({ properties, features }: HypervisorProfile): Part[] {
  const { emulator, machine, firmware, controllers, smbios, ballooning } = properties;
  const isQemu = controllers.value !== false;
  const lacks = (feature: keyof typeof features) => features[feature].value === false;
  const os = (field: string, value: string, what?: string): Part => ({ path: ['OS'], field, value, ...worded(what) });
  const devices = (field: string, value: string, what?: string): Part => ({
    path: ['Devices'],
    field,
    value,
    ...worded(what),
  });
  const domain = (field: string, value: string, what?: string): Part => ({ path: [], field, value, ...worded(what) });
  return [
    ...(isSaid(machine.value)
      ? [
          os(
            'Type',
            `DomainOSType{Machine: ${text(machine.value === NONE ? '' : machine.value)}}`,
            machine.value === NONE ? 'no machine type' : `machine type ${machine.value}`,
          ),
        ]
      : []),
    ...(isSaid(firmware.value) && firmware.value !== NONE
      ? [
          // A VM that brings a kernel of its own keeps it.
          os(
            'Kernel',
            `has(domainSpec.OS) && domainSpec.OS.Kernel != "" ? domainSpec.OS.Kernel : ${text(firmware.value)}`,
            `firmware ${firmware.value} as the kernel`,
          ),
          os('Loader', 'null'),
          os('NVRam', 'null'),
        ]
      : []),
    ...(smbios.value === false ? [os('SMBios', 'null', 'no SMBIOS tables'), domain('SysInfo', '[]')] : []),
    ...(lacks('hotplugMemory') || (!isQemu && features.hotplugMemory.value === undefined)
      ? [domain('MaximumMemory', 'null', 'no memory to plug in later')]
      : []),
    ...(isQemu ? [] : [domain('Features', 'null', 'no features of QEMU’s machines')]),
    ...(isSaid(emulator.value) && emulator.value !== NONE
      ? [devices('Emulator', text(emulator.value), `emulator ${emulator.value}`)]
      : []),
    ...(lacks('graphics') ? [devices('Graphics', '[]', 'no graphical console')] : []),
    ...(lacks('video') ? [devices('Videos', '[]', 'no video device')] : []),
    ...(lacks('sound') ? [devices('Sounds', '[]', 'no sound'), devices('Audios', '[]')] : []),
    ...(lacks('input') ? [devices('Inputs', '[]', 'no input devices')] : []),
    ...(lacks('serialConsole') ? [devices('Serials', '[]', 'no serial console'), devices('Consoles', '[]')] : []),
    ...(isQemu ? [] : [devices('Controllers', '[]', 'no controllers and channels'), devices('Channels', '[]')]),
    ...(ballooning.value === false ? [devices('MemBalloon', 'null', 'no memory balloon')] : []),
  ];
}

const NONE = 'none';

/** Stands for what KubeVirt writes by itself. */
const AS_IT_IS = 'kubevirt';

function isSaid(value: string | undefined): value is string {
  return value !== undefined && value !== AS_IT_IS;
}

function worded(what: string | undefined): { readonly what?: string } {
  return what === undefined ? {} : { what };
}

function domainOf(parts: readonly Part[]): string {
  const fields = (path: string) =>
    parts.filter((part) => part.path.join() === path).map(({ field, value }) => `${field}: ${value}`);
  const below = (path: string, type: string) => {
    const own = fields(path);
    return own.length === 0 ? [] : [`${path}: ${type}{\n    ${own.join(',\n    ')}}`];
  };
  return `Domain{\n  ${[...fields(''), ...below('OS', 'DomainOS'), ...below('Devices', 'DomainDeviceList')].join(',\n  ')}}`;
}

/** From the end of the alphabet: KubeVirt itself gives disks names from its beginning, and takes one that is there for attached. */
const LETTERS = [...'zyxwvutsrqponmlkjihgfedcba'];

/** More would have names that KubeVirt may give as well. */
const SHORT_NAMES = 12;

const PREFIXES: Readonly<Record<string, string>> = { virtio: 'vd', xen: 'xvd', ide: 'hd', fdc: 'fd' };

/** Fields of a disk beside those that are made anew; an element of a list begins with nothing. */
const KEPT_BY_ALL = { Source: '*', BackingStore: '*', ReadOnly: '*', Shareable: '*', Serial: 's', Alias: '*' } as const;

/** What only QEMU reads, as far as KubeVirt writes it. */
const KEPT_BY_QEMU = {
  BlockIO: '*',
  IOTune: '*',
  Encryption: '*',
  Snapshot: 's',
  WWN: 's',
  Vendor: 's',
  Product: 's',
} as const;

/** Disks rebuilt: CD drives as disks, another bus, another driver, a boot order; and a hook that fails where there are too many. */
function diskHooks({ properties, features }: HypervisorProfile): DomainHook[] {
  const { diskBus, diskDriver, iso, bootOrder } = properties;
  const bus = isSaid(diskBus.value) && diskBus.value !== NONE ? diskBus.value : undefined;
  const driver = diskDriver.value ?? QEMU_DRIVER;
  const hasDrives = features.cdrom.value !== false && iso.value !== false;
  const needsOrder = bootOrder.value === true;
  if (hasDrives && bus === undefined && driver === QEMU_DRIVER && !needsOrder) {
    return [];
  }
  const target = bus ?? 'virtio';
  // A disk that is where it belongs keeps its name, its model and its address.
  const isMoved = bus === undefined ? (hasDrives ? 'false' : 'd.Device == "cdrom"') : `d.Target.Bus != ${text(bus)}`;
  const fields = [
    `Device: ${hasDrives ? 'd.Device' : '"disk"'}`,
    ...(driver === QEMU_DRIVER
      ? [`Model: ${isMoved} ? "" : d.Model`, `Driver: ${copied('Driver')}`]
      : [`Driver: DomainDiskDriver{${driver === NONE ? '' : `Name: ${text(driver)}, `}Type: d.Driver.Type}`]),
    ...Object.entries({ ...KEPT_BY_ALL, ...(driver === QEMU_DRIVER ? KEPT_BY_QEMU : {}) }).map(
      ([field, kind]) => `${field}: ${kind === '*' ? copied(field) : `d.${field}`}`,
    ),
    `Target: DomainDiskTarget{Bus: ${isMoved} ? ${text(target)} : d.Target.Bus, Dev: ${isMoved} ? ${nameOf(target)} : d.Target.Dev}`,
    `Boot: has(d.Boot) ? d.Boot : ${needsOrder ? `(${NO_ORDER} ? DomainDeviceBoot{Order: ${ORDERS}[i]} : null)` : 'null'}`,
    `Address: has(d.Address) && !(${isMoved}) ? d.Address : null`,
  ];
  // CEL here has neither a counter nor cel.bind: a list of positions, and a list of one, stand in for them.
  const present = hasDrives ? '' : ` && (${DISKS}[i].Device != "cdrom" || has(${DISKS}[i].Source))`;
  return [
    {
      what: [
        ...(hasDrives ? [] : ['CD drives as disks']),
        ...(bus === undefined && hasDrives
          ? []
          : [`disks on ${target}, those that are moved named from ${prefixOf(target)}z down`]),
        ...(driver === QEMU_DRIVER ? [] : [driver === NONE ? 'disks without a driver' : `disk driver ${driver}`]),
        ...(needsOrder ? ['a boot order where no device has one'] : []),
      ],
      condition: `size(${DISKS}) <= ${LETTERS.length}`,
      expression: `Domain{Devices: DomainDeviceList{Disks: [${LETTERS.map((_, i) => i).join(',')}]
  .filter(i, i < size(${DISKS})${present})
  .map(i, [${DISKS}[i]].map(d, DomainDisk{
    ${fields.join(',\n    ')}})[0])}}`,
    },
    {
      what: [`a VM with more than ${LETTERS.length} disks does not start`],
      condition: `size(${DISKS}) > ${LETTERS.length}`,
      expression: `Domain{Title: ["more than ${LETTERS.length} disks"][1]}`,
    },
  ];
}

const QEMU_DRIVER = 'qemu';
const DISKS = 'domainSpec.Devices.Disks';
const ORDERS = `[${LETTERS.map((_, i) => `${i + 1}u`).join(',')}]`;
const NO_ORDER = `!${DISKS}.exists(x, has(x.Boot)) && !domainSpec.Devices.Interfaces.exists(n, has(n.Boot))`;

/** A pointer that is copied where there is none becomes an empty element. */
function copied(field: string): string {
  return `has(d.${field}) ? d.${field} : null`;
}

function prefixOf(bus: string): string {
  return Object.hasOwn(PREFIXES, bus) ? PREFIXES[bus]! : 'sd';
}

/** With one letter behind the prefix, or with two where there are so many disks that the beginning comes near. */
function nameOf(bus: string): string {
  const prefix = prefixOf(bus);
  return `(size(${DISKS}) <= ${SHORT_NAMES} ? ${text(prefix)} : ${text(`${prefix}z`)}) + [${LETTERS.map(text).join(',')}][i]`;
}

/** A text in CEL, which escapes as JSON does. */
function text(value: string): string {
  return JSON.stringify(value);
}
