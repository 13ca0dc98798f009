import { catalogued, HYPERVISOR_ALIASES } from '../../hypervisors/catalogue';
import { isMap, own } from '../../kube/object';
import { diskDevices, networkDevices, otherDevices } from './domain-devices';
import { bytesOf, type ForeignVm, type MachineSummary, type NoCounterpart, objectName, quantityOf } from './foreign-vm';
import { child, children, textOf, type XmlElement } from './xml';

/** Architectures as libvirt and as Kubernetes call them. */
const ARCHITECTURES: Readonly<Record<string, string>> = { x86_64: 'amd64', aarch64: 'arm64', s390x: 's390x' };

/** Machine types by what they begin with; KubeVirt's builds of QEMU have these. */
const MACHINES: readonly (readonly [RegExp, string])[] = [
  [/^(pc-)?q35/, 'q35'],
  [/^virt/, 'virt'],
  [/^s390-ccw-virtio/, 's390-ccw-virtio'],
];

const BY_ARCHITECTURE: Readonly<Record<string, string>> = { amd64: 'q35', arm64: 'virt', s390x: 's390-ccw-virtio' };

/**
 * A libvirt domain, as `virsh dumpxml` prints it, as a VM.
 *
 * Source: libvirt docs/formatdomain.rst, and kubevirt pkg/virt-launcher/virtwrap/converter for what KubeVirt makes of a VM.
 */
export function readDomain(domain: XmlElement): ForeignVm {
  const name = objectName(textOf(domain, 'name') ?? 'vm');
  const missing: NoCounterpart[] = [];
  const os = child(domain, 'os');
  const type = child(os, 'type')?.attributes ?? {};
  const architecture = own(ARCHITECTURES, type.arch ?? 'x86_64');
  if (architecture === undefined) {
    missing.push({ element: `os/type arch=${type.arch}`, reason: 'KubeVirt does not run this architecture' });
  }
  const machine = machineOf(type.machine, architecture ?? 'amd64', missing);
  const firmware = firmwareOf(os);
  const uuid = textOf(domain, 'uuid');
  const memory = child(domain, 'memory');
  const bytes = bytesOf(memory?.text.trim(), memory?.attributes.unit);
  const cpu = cpuOf(domain, missing);
  const disks = diskDevices(domain, name, missing);
  const nics = networkDevices(domain, missing);
  const features = featuresOf(domain, firmware, missing);
  const clock = clockOf(domain, missing);
  ignored(domain, missing);
  const serial = serialOf(domain);
  const vm = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name },
    spec: {
      runStrategy: 'Halted',
      template: {
        spec: {
          ...(architecture === undefined ? {} : { architecture }),
          domain: {
            cpu: cpu.spec,
            memory: { guest: quantityOf(bytes), ...hugepages(domain) },
            machine: { type: machine },
            firmware: {
              ...(uuid === undefined ? {} : { uuid }),
              ...(serial === undefined ? {} : { serial }),
              ...BOOTLOADERS[firmware],
            },
            ...(features === undefined ? {} : { features }),
            ...(clock === undefined ? {} : { clock }),
            devices: { disks: disks.disks, interfaces: nics.interfaces, ...otherDevices(domain, missing) },
          },
          ...(nics.networks.length === 0 ? {} : { networks: nics.networks }),
          ...(disks.volumes.length === 0 ? {} : { volumes: disks.volumes }),
        },
      },
    },
  };
  const source: MachineSummary = {
    cpus: cpu.count,
    memory: bytes,
    architecture: architecture ?? 'amd64',
    machine,
    firmware,
    ...(uuid === undefined ? {} : { uuid }),
    disks: disks.summary,
    nics: nics.summary,
  };
  return { vm, source, noCounterpart: missing, images: disks.images, ...hypervisorOf(domain.attributes.type) };
}

const BOOTLOADERS: Readonly<Record<MachineSummary['firmware'], object>> = {
  bios: {},
  efi: { bootloader: { efi: { secureBoot: false } } },
  'efi-secure-boot': { bootloader: { efi: { secureBoot: true } } },
};

/** `os/loader`, or what libvirt chooses by itself for `os firmware='efi'`. */
function firmwareOf(os: XmlElement | undefined): MachineSummary['firmware'] {
  const loader = child(os, 'loader');
  const isEfi =
    os?.attributes.firmware === 'efi' || child(os, 'nvram') !== undefined || loader?.attributes.type === 'pflash';
  const secure = child(os, 'firmware')?.children.find(({ attributes }) => attributes.name === 'secure-boot');
  const isSecure = loader?.attributes.secure === 'yes' || secure?.attributes.enabled === 'yes';
  const isArm = child(os, 'type')?.attributes.arch === 'aarch64';
  return isEfi || isArm ? (isSecure ? 'efi-secure-boot' : 'efi') : 'bios';
}

/** The serial number that the guest reads, where the domain says one. */
function serialOf(domain: XmlElement): string | undefined {
  const entries = children(child(child(domain, 'sysinfo'), 'system'), 'entry');
  const text = entries.find(({ attributes }) => attributes.name === 'serial')?.text.trim();
  return text === '' ? undefined : text;
}

function machineOf(type: string | undefined, architecture: string, missing: NoCounterpart[]): string {
  const known = MACHINES.find(([begin]) => begin.test(type ?? ''))?.[1];
  if (known === undefined && type !== undefined) {
    missing.push({
      element: `os/type machine=${type}`,
      reason: `KubeVirt runs ${BY_ARCHITECTURE[architecture]}: devices move to other addresses, which some guests notice`,
    });
  }
  return known ?? BY_ARCHITECTURE[architecture]!;
}

function hugepages(domain: XmlElement): object {
  const pages = child(child(domain, 'memoryBacking'), 'hugepages');
  const page = child(pages, 'page')?.attributes;
  return pages === undefined ? {} : { hugepages: { pageSize: quantityOf(bytesOf(page?.size ?? '2048', page?.unit)) } };
}

/** Parts of a domain that say how its host runs it, which is up to KubeVirt and the cluster. */
const HOST_PARTS: Readonly<Record<string, string>> = {
  cputune: 'a cluster shares CPUs by requests and limits; cpu.dedicatedCpuPlacement pins them',
  numatune: 'cpu.numa with dedicated CPUs takes the NUMA nodes of the host over',
  blkiotune: 'there are no weights for disks',
  memtune: 'a cluster limits memory by resources',
  resource: 'partitions of the host are up to the cluster',
  iothreads: 'ioThreadsPolicy says how threads are shared',
  seclabel: 'labels of the host are up to KubeVirt',
  keywrap: 'keys are not wrapped',
  launchSecurity: 'launchSecurity of the VM says it in other words',
  commandline: 'arguments of QEMU are not passed on',
  maxMemory: 'memory.maxGuest says how much memory can be plugged in',
  pm: 'a guest of KubeVirt cannot be suspended by its own means',
  genid: 'KubeVirt tells the guest no generation ID',
  idmap: 'there are no containers to map users of',
  bootloader: 'a boot loader of the host does not run: the guest boots from its disk',
  override: 'properties of QEMU are not passed on',
  throttlegroups: 'there are no limits for disks',
  vcpus: 'CPUs are not configured one by one',
};

/** Parts of `os` beside the machine, the firmware and the order of disks. */
const BOOT_PARTS: Readonly<Record<string, string>> = {
  kernel: 'firmware.kernelBoot boots a kernel of a container image',
  initrd: 'firmware.kernelBoot takes it from a container image',
  cmdline: 'firmware.kernelBoot.kernelArgs says it, where the kernel comes from a container image',
  dtb: 'KubeVirt boots with the device tree of QEMU',
  shim: 'KubeVirt boots with the firmware of its image',
  bootmenu: 'a guest of KubeVirt shows no menu of boot devices',
  varstore: 'firmware.bootloader.efi.persistent keeps the variables, which begin empty',
  init: 'KubeVirt runs machines, not containers',
};

function ignored(domain: XmlElement, missing: NoCounterpart[]): void {
  for (const { name, attributes } of domain.children) {
    const reason = own(HOST_PARTS, name);
    if (reason !== undefined) {
      missing.push({ element: name, reason });
    }
    if (name === 'vcpu' && attributes.current !== undefined) {
      missing.push({ element: 'vcpu current', reason: 'all CPUs are plugged in' });
    }
  }
  const [current, memory] = ['currentMemory', 'memory'].map((name) => child(domain, name));
  const held = current === undefined ? undefined : bytesOf(current.text.trim(), current.attributes.unit);
  if (held !== undefined && held < bytesOf(memory?.text.trim(), memory?.attributes.unit)) {
    missing.push({ element: 'currentMemory', reason: 'a guest gets all of its memory: its balloon begins empty' });
  }
  for (const { name, attributes } of child(domain, 'os')?.children ?? []) {
    const reason = own(BOOT_PARTS, name);
    if (reason !== undefined && attributes.enable !== 'no') {
      missing.push({ element: `os/${name}`, reason });
    }
  }
  const first = child(child(domain, 'os'), 'boot')?.attributes.dev;
  if (first !== undefined && first !== 'hd') {
    missing.push({
      element: `os/boot dev=${first}`,
      reason: 'a guest boots from its first disk, unless bootOrder of a disk or an interface says otherwise',
    });
  }
}

/** KVM and plain QEMU are KubeVirt's own. */
function hypervisorOf(type: string | undefined): { hypervisor?: string } {
  const name = own(HYPERVISOR_ALIASES, type ?? 'kvm') ?? type ?? '';
  return name === 'qemu-kvm' || catalogued(name) === undefined ? {} : { hypervisor: name };
}

/** The processors of a domain. */
function cpuOf(domain: XmlElement, missing: NoCounterpart[]): { spec: object; count: number } {
  const count = Number(child(domain, 'vcpu')?.text.trim() ?? 1);
  const cpu = child(domain, 'cpu');
  const {
    sockets = '1',
    dies = '1',
    clusters = '1',
    cores = '1',
    threads = '1',
  } = child(cpu, 'topology')?.attributes ?? {};
  const shape = {
    sockets: Number(sockets),
    cores: Number(cores) * Number(dies) * Number(clusters),
    threads: Number(threads),
  };
  const isWhole = child(cpu, 'topology') !== undefined && shape.sockets * shape.cores * shape.threads === count;
  if (Number(dies) * Number(clusters) > 1) {
    missing.push({ element: 'cpu/topology dies', reason: 'they are counted as cores' });
  }
  if (child(cpu, 'numa') !== undefined) {
    missing.push({ element: 'cpu/numa', reason: 'cpu.numa takes the NUMA nodes of the host over' });
  }
  const features = children(cpu, 'feature').map(({ attributes: { name, policy } }) => ({
    name,
    ...(policy === undefined ? {} : { policy }),
  }));
  const model = modelOf(cpu);
  return {
    spec: {
      // Without a topology libvirt makes a socket of each CPU, as KubeVirt does where sockets are said.
      ...(isWhole ? shape : { sockets: count, cores: 1, threads: 1 }),
      ...(model === undefined ? {} : { model }),
      ...(features.length === 0 ? {} : { features }),
    },
    count,
  };
}

function modelOf(cpu: XmlElement | undefined): string | undefined {
  const { mode } = cpu?.attributes ?? {};
  const named = child(cpu, 'model')?.text.trim();
  return mode === 'host-passthrough' || mode === 'host-model' ? mode : mode === 'maximum' ? 'host-passthrough' : named;
}

/** Features that both call alike. */
const HYPERV = [
  'relaxed',
  'vapic',
  'vpindex',
  'runtime',
  'synic',
  'reset',
  'frequencies',
  'reenlightenment',
  'tlbflush',
  'ipi',
  'evmcs',
];

/** What is always there, or says how the host runs the domain. */
const IMPLICIT = ['pae', 'privnet', 'vmport', 'gic', 'ps2'];

function featuresOf(
  domain: XmlElement,
  firmware: MachineSummary['firmware'],
  missing: NoCounterpart[],
): object | undefined {
  const features: Record<string, unknown> = {};
  for (const each of child(domain, 'features')?.children ?? []) {
    const { name, attributes } = each;
    const isOff = attributes.state === 'off';
    if (name === 'acpi' || name === 'apic' || name === 'smm') {
      features[name] = isOff ? { enabled: false } : {};
    } else if (name === 'hyperv') {
      features.hyperv = hypervOf(each, missing);
    } else if (name === 'kvm') {
      const hidden = child(each, 'hidden')?.attributes.state === 'on';
      if (hidden) {
        features.kvm = { hidden };
      }
    } else if (name === 'pvspinlock') {
      features.pvspinlock = { enabled: !isOff };
    } else if (!IMPLICIT.includes(name)) {
      missing.push({ element: `features/${name}`, reason: 'KubeVirt has no such feature' });
    }
  }
  if (firmware === 'efi-secure-boot') {
    features.smm = isMap(features.smm) ? { ...features.smm, enabled: true } : { enabled: true };
  }
  return Object.keys(features).length === 0 ? undefined : features;
}

function hypervOf(hyperv: XmlElement, missing: NoCounterpart[]): object {
  const made: Record<string, unknown> = {};
  for (const { name, attributes, children: below } of hyperv.children.filter(
    (each) => each.attributes.state !== 'off',
  )) {
    if (HYPERV.includes(name)) {
      made[name] = {};
    } else if (name === 'spinlocks') {
      made.spinlocks = attributes.retries === undefined ? {} : { spinlocks: Number(attributes.retries) };
    } else if (name === 'stimer') {
      made.synictimer = below.some((each) => each.name === 'direct' && each.attributes.state === 'on')
        ? { direct: {} }
        : {};
    } else if (name === 'vendor_id') {
      made.vendorid = { vendorid: attributes.value ?? '' };
    } else {
      missing.push({ element: `features/hyperv/${name}`, reason: 'KubeVirt has no such enlightenment' });
    }
  }
  return made;
}

function clockOf(domain: XmlElement, missing: NoCounterpart[]): object | undefined {
  const clock = child(domain, 'clock');
  if (clock === undefined) {
    return undefined;
  }
  const { offset, timezone } = clock.attributes;
  const timer: Record<string, unknown> = {};
  for (const { attributes } of children(clock, 'timer')) {
    const { name = '', present, tickpolicy, track } = attributes;
    const enabled = present === undefined ? {} : { present: present === 'yes' };
    const policy = tickpolicy === undefined ? {} : { tickPolicy: tickpolicy };
    if (name === 'hypervclock') {
      timer.hyperv = enabled;
    } else if (name === 'kvmclock') {
      timer.kvm = enabled;
    } else if (name === 'rtc') {
      timer.rtc = { ...enabled, ...policy, ...(track === undefined ? {} : { track }) };
    } else if (name === 'pit' || name === 'hpet') {
      timer[name] = { ...enabled, ...policy };
    } else {
      missing.push({ element: `clock/timer ${name}`, reason: 'KubeVirt has no such timer' });
    }
  }
  if (offset !== undefined && offset !== 'utc' && offset !== 'timezone') {
    missing.push({
      element: `clock offset=${offset}`,
      reason: 'a guest sees UTC, or the time of a named zone: clock.timezone',
    });
  }
  return {
    ...(offset === 'timezone' ? { timezone } : { utc: {} }),
    ...(Object.keys(timer).length === 0 ? {} : { timer }),
  };
}
