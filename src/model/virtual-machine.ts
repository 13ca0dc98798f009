import type { Architecture } from '../architectures/facts';
import type { Toleration } from '../kube/toleration';
import type { PlacementDeclaration } from '../placement/declaration';
import type { CloudInitDeclaration } from './cloud-init';
import type { DiskDeclaration } from './disk';
import type { MetadataDeclaration, TemplateMetadata } from './metadata';
import type { NetworkDeclaration } from './network';

export type { Toleration } from '../kube/toleration';

/** Processors of a guest. */
export interface Cpu {
  /**
   * Sockets.
   *
   * @default 1
   */
  readonly sockets?: number;

  /**
   * Cores of a socket.
   *
   * @default 1
   */
  readonly cores?: number;

  /**
   * Threads of a core.
   *
   * @default 1
   */
  readonly threads?: number;

  /**
   * Sockets that the guest can grow to while it runs.
   *
   * @default - KubeVirt's: four times the sockets on amd64 and s390x, no growth on arm64
   */
  readonly maxSockets?: number;

  /**
   * Model that the guest sees: `host-model`, `host-passthrough`, or a name that libvirt knows.
   *
   * @default - KubeVirt's: `host-passthrough` on arm64, `host-model` elsewhere
   */
  readonly model?: string;

  /**
   * Whether every virtual processor gets a core of its own.
   *
   * @default false
   */
  readonly dedicatedCpuPlacement?: boolean;
}

/** What a guest starts from. `efi` is UEFI without secure boot. */
export type Bootloader = 'bios' | 'efi' | 'efi-secure-boot';

/** What a guest finds when it starts. */
export interface Firmware {
  /**
   * UUID of the machine. One that exists already keeps its own: a changed UUID is another machine for the guest.
   *
   * @default - derived from platform, namespace and name
   */
  readonly uuid?: string;

  /**
   * Serial number of the VM.
   *
   * @default - derived from platform, namespace and name
   */
  readonly serial?: string;

  /**
   * What it starts from.
   *
   * @default - KubeVirt's: UEFI on arm64, BIOS on amd64, the architecture's own on s390x
   */
  readonly bootloader?: Bootloader;
}

/** What happens when the guest stops answering its watchdog. */
export type WatchdogAction = 'reset' | 'poweroff' | 'shutdown';

/** What happens to a guest when its node is drained. */
export type EvictionStrategy = 'LiveMigrate' | 'LiveMigrateIfPossible' | 'External' | 'None';

/** A running guest, as plain data: what a VirtualMachineInstance and a VirtualMachine have in common. */
export interface InstanceDeclaration extends MetadataDeclaration {
  readonly architecture?: Architecture;
  readonly hypervisor?: string;
  readonly cpu?: Cpu;
  readonly memory?: string;
  readonly hugepages?: string;
  readonly machineType?: string;
  readonly firmware?: Firmware;
  readonly disks?: readonly DiskDeclaration[];
  readonly networks?: readonly NetworkDeclaration[];
  readonly cloudInit?: CloudInitDeclaration;
  readonly watchdog?: WatchdogAction;
  readonly tpm?: 'transient' | 'persistent';
  readonly hostname?: string;
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly tolerations?: readonly Toleration[];
  readonly placement?: PlacementDeclaration;
  readonly priorityClassName?: string;
  readonly evictionStrategy?: EvictionStrategy;
  readonly terminationGracePeriodSeconds?: number;
}

/** When a virtual machine runs. */
export type RunStrategy = 'Always' | 'RerunOnFailure' | 'Manual' | 'Once' | 'Halted';

/** An instancetype or preference by name. */
export interface MatcherReference {
  readonly name: string;
  /**
   * Its kind.
   *
   * @default - the cluster-wide one
   */
  readonly kind?: string;
}

/** A virtual machine, as plain data. */
export interface VirtualMachineDeclaration extends InstanceDeclaration {
  readonly runStrategy?: RunStrategy;
  readonly instancetype?: MatcherReference;
  readonly preference?: MatcherReference;
  readonly template?: TemplateMetadata;
}
