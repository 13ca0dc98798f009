import type { VirtualMachineClusterPreferenceSpec } from '../../imports/kubevirt';
import type { Architecture } from '../architectures/facts';
import type { QuantityInput } from '../kube/quantity';
import { TIMERS, type Timers, UTC_CLOCK, type UtcClock } from './clock';
import type { CompanionDeclaration, CompanionKind } from './companion';
import { CPU_FEATURE, type CpuFeature } from './cpu';
import { ENABLED, type Enabled } from './enabled';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import { APIC, type Apic, type HyperV, hypervRow, KVM_FEATURES, type KvmFeatures } from './features';
import { EFI, type Efi } from './firmware';
import { SHARED_ANNOTATIONS, type SharedAnnotations } from './instancetype';
import { LAUNCH_SECURITY, type LaunchSecurity } from './launch-security';
import {
  CLUSTER_METADATA_ROWS,
  type ClusterMetadataProps,
  METADATA_ROWS,
  type MetadataContext,
  type MetadataProps,
} from './metadata';
import { PREFERRED_DEVICES, type PreferredDevices } from './preference-devices';
import type { Plain } from './rows/plain';
import { field, group, items, type Rows, table } from './rows/row';
import { architecture, count, flag, int, known, quantity, text } from './rows/shapes';

/** What VMs get where they do not say it. */
export interface PreferenceOptions {
  /**
   * CPU architecture.
   *
   * @default - that of the cluster
   */
  readonly architecture?: Architecture;

  /**
   * Machine type.
   *
   * @default - that of the cluster
   */
  readonly machineType?: string;

  /**
   * How processors are laid out.
   *
   * @default - KubeVirt's: sockets
   */
  readonly cpu?: PreferredCpu;

  /**
   * Devices.
   *
   * @default - KubeVirt's
   */
  readonly devices?: PreferredDevices;

  /**
   * What the machine can do beside its architecture.
   *
   * @default - KubeVirt's
   */
  readonly features?: PreferredFeatures;

  /**
   * How the guest starts.
   *
   * @default - KubeVirt's
   */
  readonly firmware?: PreferredFirmware;

  /**
   * What time the guest sees.
   *
   * @default - KubeVirt's: UTC
   */
  readonly clock?: PreferredClock;

  /**
   * Memory that the node cannot read: SEV, SEV-SNP or TDX.
   *
   * @default - none
   */
  readonly launchSecurity?: LaunchSecurity;

  /**
   * Storage class of volumes.
   *
   * @default - that of the cluster
   */
  readonly storageClass?: string;

  /**
   * Subdomain of the guest's name.
   *
   * @default - none
   */
  readonly subdomain?: string;

  /**
   * Seconds that a guest has to shut down.
   *
   * @default - KubeVirt's
   */
  readonly terminationGracePeriodSeconds?: number;

  /**
   * What a VM or its instance type must have, or virt-api rejects the VM.
   *
   * @default - nothing
   */
  readonly requirements?: PreferenceRequirements;

  /**
   * Annotations of the instances, and so of launcher pods.
   *
   * @default - none
   */
  readonly template?: SharedAnnotations;
}

/** How processors are laid out. */
interface PreferredCpu {
  /** What the processors of an instance type become. */
  readonly topology?: 'sockets' | 'cores' | 'threads' | 'spread' | 'any';
  /** Over what they are spread, with `spread`. */
  readonly spreadOptions?: PreferredSpread;
  /** Features beside those of the model. */
  readonly features?: readonly CpuFeature[];
}

/** How processors are spread over sockets, cores and threads. */
interface PreferredSpread {
  /**
   * Over what.
   *
   * @default - KubeVirt's: `SocketsCores`
   */
  readonly across?: 'SocketsCoresThreads' | 'SocketsCores' | 'CoresThreads';
  /**
   * How many of the second there are in one of the first.
   *
   * @default 2
   */
  readonly ratio?: number;
}

/** What the machine can do beside its architecture. */
interface PreferredFeatures {
  /** ACPI. */
  readonly acpi?: Enabled;
  /** APIC. */
  readonly apic?: Apic;
  /** What Windows asks of a hypervisor: `windows` for what upstream's preferences set, or one by one. */
  readonly hyperv?: 'windows' | HyperV;
  /** What the guest sees of KVM. */
  readonly kvm?: KvmFeatures;
  /** Locks that let other guests run. */
  readonly pvspinlock?: Enabled;
  /** SMM, which secure boot needs. */
  readonly smm?: Enabled;
}

/** How the guest starts. */
interface PreferredFirmware {
  /** With EFI. */
  readonly efi?: Efi;
  /** With BIOS. */
  readonly useBios?: boolean;
  /** With BIOS that writes to the serial console. */
  readonly useBiosSerial?: boolean;
}

/** What time the guest sees. */
interface PreferredClock {
  /** UTC, or so many seconds from it. */
  readonly utc?: UtcClock;
  /** The time of a place, as `Europe/Berlin`. */
  readonly timezone?: string;
  /** Clocks that the guest finds. */
  readonly timer?: Timers;
}

/** What a VM or its instance type must have. */
export interface PreferenceRequirements {
  /** Processors, at least. */
  readonly cpu?: number;
  /** Memory, at least. */
  readonly memory?: QuantityInput;
  /** The architecture. */
  readonly architecture?: Architecture;
}

/** What VMs of one namespace get where they do not say it. */
export interface VirtualMachinePreferenceProps
  extends MetadataProps,
    PreferenceOptions,
    EscapeHatches<VirtualMachineClusterPreferenceSpec> {}

/** What VMs of all namespaces get where they do not say it. */
export interface VirtualMachineClusterPreferenceProps
  extends ClusterMetadataProps,
    PreferenceOptions,
    EscapeHatches<VirtualMachineClusterPreferenceSpec> {}

/** A preference of one namespace, as plain data. */
export type VirtualMachinePreferenceDeclaration = CompanionDeclaration<
  VirtualMachinePreferenceProps,
  VirtualMachineClusterPreferenceSpec
>;

/** A preference of all namespaces, as plain data. */
export type VirtualMachineClusterPreferenceDeclaration = CompanionDeclaration<
  VirtualMachineClusterPreferenceProps,
  VirtualMachineClusterPreferenceSpec
>;

const CPU = table<PreferredCpu>('PreferredCpu', () => ({
  topology: field('preferredCPUTopology', known('sockets', 'cores', 'threads', 'spread', 'any'), 'cores'),
  spreadOptions: group(
    'spreadOptions',
    table<PreferredSpread>('PreferredSpread', () => ({
      across: field('across', known('SocketsCoresThreads', 'SocketsCores', 'CoresThreads'), 'CoresThreads'),
      ratio: field('ratio', count, 4),
    })),
  ),
  features: items('preferredCPUFeatures', CPU_FEATURE),
}));

const FEATURES = table<PreferredFeatures>('PreferredFeatures', () => ({
  acpi: group('preferredAcpi', ENABLED),
  apic: group('preferredApic', APIC),
  hyperv: hypervRow('preferredHyperv'),
  kvm: group('preferredKvm', KVM_FEATURES),
  pvspinlock: group('preferredPvspinlock', ENABLED),
  smm: group('preferredSmm', ENABLED),
}));

const FIRMWARE = table<PreferredFirmware>('PreferredFirmware', () => ({
  efi: group('preferredEfi', EFI),
  useBios: field('preferredUseBios', flag, true),
  useBiosSerial: field('preferredUseBiosSerial', flag, true),
}));

const CLOCK = table<PreferredClock>('PreferredClock', () => ({
  utc: group('preferredClockOffset.utc', UTC_CLOCK),
  timezone: field('preferredClockOffset.timezone', text, 'Europe/Berlin'),
  timer: group('preferredTimer', TIMERS),
}));

const REQUIREMENTS = table<Plain<PreferenceRequirements>>('PreferenceRequirements', () => ({
  cpu: field('cpu.guest', count, 2),
  memory: field('memory.guest', quantity, '4Gi'),
  architecture: field('architecture', architecture, 'arm64'),
}));

const ROWS: Rows<Plain<PreferenceOptions>, unknown> = {
  architecture: field('spec.preferredArchitecture', architecture, 'arm64'),
  machineType: field('spec.machine.preferredMachineType', text, 'pc-q35-rhel9.4.0'),
  cpu: group('spec.cpu', CPU),
  devices: group('spec.devices', PREFERRED_DEVICES),
  features: group('spec.features', FEATURES),
  firmware: group('spec.firmware', FIRMWARE),
  clock: group('spec.clock', CLOCK),
  launchSecurity: group('spec.preferredLaunchSecurity', LAUNCH_SECURITY),
  storageClass: field('spec.volumes.preferredStorageClassName', text, 'fast'),
  subdomain: field('spec.preferredSubdomain', text, 'vms'),
  terminationGracePeriodSeconds: field('spec.preferredTerminationGracePeriodSeconds', int, 60),
  requirements: group('spec.requirements', REQUIREMENTS),
  template: SHARED_ANNOTATIONS,
};

const ESCAPES = escapeRows<VirtualMachineClusterPreferenceSpec>({ preferredSubdomain: 'others' });

const VERSIONS = [
  {
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    source: 'kubevirt v1.9.0 pkg/virt-operator/resource/generate/components/crds.go, NewVirtualMachinePreferenceCrd',
  },
];

/** A VirtualMachinePreference. */
export const VIRTUAL_MACHINE_PREFERENCE: CompanionKind<VirtualMachinePreferenceDeclaration> = {
  kind: 'VirtualMachinePreference',
  versions: VERSIONS,
  table: table<VirtualMachinePreferenceDeclaration, MetadataContext>('VirtualMachinePreferenceProps', () => ({
    ...METADATA_ROWS,
    ...ROWS,
    ...ESCAPES,
  })),
};

/** A VirtualMachineClusterPreference. */
export const VIRTUAL_MACHINE_CLUSTER_PREFERENCE: CompanionKind<VirtualMachineClusterPreferenceDeclaration> = {
  kind: 'VirtualMachineClusterPreference',
  versions: VERSIONS,
  table: table<VirtualMachineClusterPreferenceDeclaration, MetadataContext>(
    'VirtualMachineClusterPreferenceProps',
    () => ({
      ...CLUSTER_METADATA_ROWS,
      ...ROWS,
      ...ESCAPES,
    }),
  ),
};
