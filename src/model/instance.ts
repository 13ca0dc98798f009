import type { Architecture } from '../architectures/facts';
import type { QuantityInput } from '../kube/quantity';
import { CLOCK, type Clock } from './clock';
import { defaultArchitecture, defaultMachineType } from './context';
import { CPU, type Cpu } from './cpu';
import { FEATURES, type Features, type FeaturesContext } from './features';
import { FIRMWARE, type Firmware, hasSecureBoot, type IdentityContext } from './firmware';
import { type DeclaredDevices, type DevicesContext, deviceRows, type InstanceDevices } from './instance-devices';
import { type DeclaredPod, type InstancePod, podRows } from './instance-pod';
import { LAUNCH_SECURITY, type LaunchSecurity } from './launch-security';
import { type Memory, memoryRow } from './memory';
import { METADATA_ROWS, type MetadataProps } from './metadata';
import type { Plain } from './rows/plain';
import { DROPPED_EMPTY, derived, field, group, type Row, type Rows, table } from './rows/row';
import { architecture, int, known, quantity, text } from './rows/shapes';

/** What a guest is made of: what a VirtualMachine and a VirtualMachineInstance have in common. */
export interface InstanceProps extends MetadataProps, GuestProps {}

/** A guest without a name of its own, as several of one definition are. */
export interface GuestProps extends InstanceDevices, InstancePod {
  /**
   * CPU architecture of the guest, and of the nodes it can run on.
   *
   * @default - that of the platform
   */
  readonly architecture?: Architecture | null;

  /**
   * Hypervisor that runs it: one of the catalogue, which `polyvirt hypervisors` prints, or one that the platform defines.
   *
   * @default - what the cluster runs: `qemu-kvm` unless the platform says otherwise
   */
  readonly hypervisor?: string;

  /**
   * Processors.
   *
   * @default - one
   */
  readonly cpu?: Cpu;

  /**
   * Memory that the guest sees, as a `Size` or a quantity such as `8Gi`; or a map with the memory that it can grow to.
   *
   * @default - none: required unless an instancetype brings it
   */
  readonly memory?: QuantityInput | Memory;

  /**
   * Size of the huge pages that back the memory, as `2Mi` or `1Gi`.
   *
   * @default - ordinary pages
   */
  readonly hugepages?: QuantityInput;

  /**
   * Machine type that the guest sees.
   *
   * @default - what the platform's KubeVirt has for the architecture; written out, since KubeVirt would write it
   */
  readonly machineType?: string | null;

  /**
   * What the guest finds when it starts.
   *
   * @default - an identity that never changes, and KubeVirt's bootloader for the architecture
   */
  readonly firmware?: Firmware | null;

  /**
   * What the guest's machine can do beside its architecture.
   *
   * @default - KubeVirt's
   */
  readonly features?: Features | null;

  /**
   * What time the guest sees.
   *
   * @default - KubeVirt's: UTC
   */
  readonly clock?: Clock;

  /**
   * Chassis information that the guest reads (SMBIOS).
   *
   * @default - KubeVirt's
   */
  readonly chassis?: Chassis;

  /**
   * How threads for reading and writing disks are shared.
   *
   * @default - one for all disks
   */
  readonly ioThreadsPolicy?: 'shared' | 'auto' | 'supplementalPool';

  /**
   * How many of these threads there are, with `supplementalPool`.
   *
   * @default - none
   */
  readonly ioThreads?: IoThreads;

  /**
   * Memory that the node cannot read: SEV, SEV-SNP or TDX.
   *
   * @default - none
   */
  readonly launchSecurity?: LaunchSecurity;

  /**
   * What happens when the guest reboots: it does, or its instance ends and is made anew.
   *
   * @default - KubeVirt's: `Reboot`
   */
  readonly rebootPolicy?: 'Reboot' | 'Terminate';
}

/** A running guest, as plain data. */
export interface InstanceDeclaration
  extends Plain<Omit<InstanceProps, 'name' | 'memory' | keyof InstanceDevices | keyof InstancePod>>,
    DeclaredDevices,
    DeclaredPod {
  readonly name: string;
  readonly memory?: string | Plain<Memory>;
}

/** Chassis information that the guest reads (SMBIOS). */
export interface Chassis {
  /** Who made it. */
  readonly manufacturer?: string;
  /** Its version. */
  readonly version?: string;
  /** Its serial number. */
  readonly serial?: string;
  /** Its number in an inventory. */
  readonly asset?: string;
  /** Its number in a catalogue. */
  readonly sku?: string;
}

/** Threads for reading and writing disks. */
export interface IoThreads {
  /** How many. */
  readonly supplementalPoolThreadCount?: number;
}

export const IO_THREADS = table<IoThreads>('IoThreads', () => ({
  supplementalPoolThreadCount: field('supplementalPoolThreadCount', int, 4),
}));

/** What the rows of an instance have to know beside the declaration. */
export interface InstanceContext extends DevicesContext, IdentityContext, FeaturesContext {}

/** What is told by a field of its own, or by a label: see `hypervisorMark`. */
function hypervisor(base: string): Row<string> {
  return {
    ...field(`${base}.hypervisor`, text, 'qemu-mshv'),
    write: () => undefined,
  };
}

/** The keys of an instance, with the path of its spec in the object. */
export function instanceRows(base: string): Rows<InstanceDeclaration, InstanceContext> {
  const domain = `${base}.domain`;
  return {
    ...METADATA_ROWS,
    architecture: derived(
      field(`${base}.architecture`, architecture, 'arm64') as Row<Architecture, InstanceContext>,
      ({ platform }) => defaultArchitecture(platform),
    ),
    hypervisor: hypervisor(base),
    cpu: group(`${domain}.cpu`, CPU, DROPPED_EMPTY),
    memory: memoryRow(`${domain}.memory`),
    hugepages: field(`${domain}.memory.hugepages.pageSize`, quantity, '2Mi'),
    // Written out, since KubeVirt would write it into the object; but a preference may know a better one.
    machineType: derived(
      field(`${domain}.machine.type`, text, 'pc-q35-rhel9.4.0') as Row<string, InstanceContext>,
      (context) =>
        context.architecture === undefined || context.hasPreference
          ? undefined
          : defaultMachineType(context.architecture, context.platform),
    ),
    firmware: derived(
      group(`${domain}.firmware`, FIRMWARE, DROPPED_EMPTY) as Row<Firmware, InstanceContext>,
      ({ isShared }) => (isShared ? undefined : {}),
    ),
    features: derived(
      group(`${domain}.features`, FEATURES, DROPPED_EMPTY) as Row<Features, InstanceContext>,
      ({ firmware }) => (hasSecureBoot(firmware) ? {} : undefined),
    ),
    clock: group(`${domain}.clock`, CLOCK),
    chassis: group(
      `${domain}.chassis`,
      table<Chassis>('Chassis', () => ({
        manufacturer: field('manufacturer', text, 'ours'),
        version: field('version', text, '7'),
        serial: field('serial', text, 'C7'),
        asset: field('asset', text, 'A7'),
        sku: field('sku', text, 'K7'),
      })),
    ),
    ioThreadsPolicy: field(`${domain}.ioThreadsPolicy`, known('shared', 'auto', 'supplementalPool'), 'auto'),
    ioThreads: group(`${domain}.ioThreads`, IO_THREADS),
    launchSecurity: group(`${domain}.launchSecurity`, LAUNCH_SECURITY),
    rebootPolicy: field(`${domain}.rebootPolicy`, known('Reboot', 'Terminate'), 'Terminate'),
    ...deviceRows(base),
    ...podRows(base),
  };
}
