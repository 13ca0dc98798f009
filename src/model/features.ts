import { ENABLED, type Enabled } from './enabled';
import { hasSecureBoot } from './firmware';
import { field, group, isSame, type Row, table } from './rows/row';
import { either, flag, int, text, word } from './rows/shapes';

/** What the guest's machine can do beside its architecture. */
export interface Features {
  /** ACPI: how the guest learns of its devices, and is told to shut down. */
  readonly acpi?: Enabled;
  /** APIC: how interrupts reach processors. */
  readonly apic?: Apic;
  /**
   * SMM: the mode in which firmware keeps its secrets.
   *
   * @default - on with secure boot
   */
  readonly smm?: Enabled | null;
  /** What Windows asks of a hypervisor: `windows` for what upstream's preferences set, or one by one. */
  readonly hyperv?: 'windows' | HyperV;
  /** All of that which the node offers. */
  readonly hypervPassthrough?: Enabled;
  /** What the guest sees of KVM. */
  readonly kvm?: KvmFeatures;
  /** Locks that let other guests run. */
  readonly pvspinlock?: Enabled;
}

/** APIC. */
export interface Apic {
  /**
   * Whether it is on.
   *
   * @default true
   */
  readonly enabled?: boolean;
  /** Whether guests end interrupts without leaving. */
  readonly endOfInterrupt?: boolean;
}

/** What the guest sees of KVM. */
export interface KvmFeatures {
  /** Whether it does not learn that it runs on KVM. */
  readonly hidden?: boolean;
}

/** What Windows asks of a hypervisor. */
export interface HyperV {
  /** Interrupts of the hypervisor. */
  readonly vapic?: Enabled;
  /** Turns off the guest's watchdogs, which a busy node would set off. */
  readonly relaxed?: Enabled;
  /** Locks that let other guests run. */
  readonly spinlocks?: Spinlocks;
  /** Which processor is which. */
  readonly vpindex?: Enabled;
  /** How long a processor ran. */
  readonly runtime?: Enabled;
  /** Interrupts that the hypervisor makes. */
  readonly synic?: Enabled;
  /** Timers on top of them. */
  readonly synictimer?: SyntheticTimer;
  /** A reset by the hypervisor. */
  readonly reset?: Enabled;
  /** The vendor that the guest sees. */
  readonly vendorid?: VendorId;
  /** Frequencies of clocks. */
  readonly frequencies?: Enabled;
  /** What the guest is told after a migration. */
  readonly reenlightenment?: Enabled;
  /** Address tables that are flushed by the hypervisor. */
  readonly tlbflush?: TlbFlush;
  /** Interrupts from processor to processor. */
  readonly ipi?: Enabled;
  /** What a hypervisor in the guest asks for. */
  readonly evmcs?: Enabled;
}

/** Locks that let other guests run. */
interface Spinlocks {
  /**
   * Whether it is on.
   *
   * @default true
   */
  readonly enabled?: boolean;
  /**
   * How often a guest tries before it lets others run.
   *
   * @default - KubeVirt's: 4096
   */
  readonly spinlocks?: number;
}

/** Timers on top of interrupts of the hypervisor. */
interface SyntheticTimer {
  /**
   * Whether it is on.
   *
   * @default true
   */
  readonly enabled?: boolean;
  /** Whether they interrupt directly. */
  readonly direct?: Enabled;
}

/** Address tables that are flushed by the hypervisor. */
interface TlbFlush {
  /**
   * Whether it is on.
   *
   * @default true
   */
  readonly enabled?: boolean;
  /** Whether a hypervisor in the guest may ask for it. */
  readonly direct?: Enabled;
  /** Whether parts of the tables may be flushed. */
  readonly extended?: Enabled;
}

/** The vendor that the guest sees. */
interface VendorId {
  /**
   * Whether it is on.
   *
   * @default true
   */
  readonly enabled?: boolean;
  /** Its name, of at most 12 letters. */
  readonly vendorid?: string;
}

/**
 * What upstream's preferences for Windows set.
 *
 * kubevirt/common-instancetypes, preferences/windows and components/hyperv; the common templates have the same.
 */
const WINDOWS: HyperV = {
  relaxed: {},
  vapic: {},
  vpindex: {},
  spinlocks: { spinlocks: 8191 },
  synic: {},
  synictimer: { direct: {} },
  tlbflush: {},
  frequencies: {},
  reenlightenment: {},
  ipi: {},
  runtime: {},
  reset: {},
};

const HYPERV = table<HyperV>('HyperV', () => ({
  vapic: group('vapic', ENABLED),
  relaxed: group('relaxed', ENABLED),
  spinlocks: group(
    'spinlocks',
    table<Spinlocks>('Spinlocks', () => ({
      enabled: field('enabled', flag, false),
      spinlocks: field('spinlocks', int, 8191),
    })),
  ),
  vpindex: group('vpindex', ENABLED),
  runtime: group('runtime', ENABLED),
  synic: group('synic', ENABLED),
  synictimer: group(
    'synictimer',
    table<SyntheticTimer>('SyntheticTimer', () => ({
      enabled: field('enabled', flag, false),
      direct: group('direct', ENABLED),
    })),
  ),
  reset: group('reset', ENABLED),
  vendorid: group(
    'vendorid',
    table<VendorId>('VendorId', () => ({
      enabled: field('enabled', flag, false),
      vendorid: field('vendorid', text, 'ours'),
    })),
  ),
  frequencies: group('frequencies', ENABLED),
  reenlightenment: group('reenlightenment', ENABLED),
  tlbflush: group(
    'tlbflush',
    table<TlbFlush>('TlbFlush', () => ({
      enabled: field('enabled', flag, false),
      direct: group('direct', ENABLED),
      extended: group('extended', ENABLED),
    })),
  ),
  ipi: group('ipi', ENABLED),
  evmcs: group('evmcs', ENABLED),
}));

/** What Windows asks of a hypervisor, under a key of the object. */
export function hypervRow(key: string): Row<'windows' | HyperV> {
  return {
    ...group(key, HYPERV),
    shape: either(word('windows'), HYPERV.shape),
    example: 'windows',
    write: (value, out) => {
      out[key] = structuredClone(value === 'windows' ? WINDOWS : value);
    },
    read: (from) => {
      const found = from.take([key]) as HyperV | undefined;
      return isSame(found, WINDOWS) ? 'windows' : found;
    },
  };
}

export const APIC = table<Apic>('Apic', () => ({
  enabled: field('enabled', flag, false),
  endOfInterrupt: field('endOfInterrupt', flag, true),
}));

export const KVM_FEATURES = table<KvmFeatures>('KvmFeatures', () => ({ hidden: field('hidden', flag, true) }));

/** Inputs that decide the features a VM does not set. */
export interface FeaturesContext {
  /** What is declared of the firmware. */
  readonly firmware: unknown;
}

export const FEATURES = table<Features, FeaturesContext>('Features', () => ({
  acpi: group('acpi', ENABLED),
  apic: group('apic', APIC),
  // KubeVirt rejects secure boot without it.
  smm: {
    ...(group('smm', ENABLED) as Row<Enabled, FeaturesContext>),
    derive: ({ firmware }) => (hasSecureBoot(firmware) ? { enabled: true } : undefined),
  },
  hyperv: hypervRow('hyperv'),
  hypervPassthrough: group('hypervPassthrough', ENABLED),
  kvm: group('kvm', KVM_FEATURES),
  pvspinlock: group('pvspinlock', ENABLED),
}));
