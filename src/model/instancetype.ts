import type { VirtualMachineClusterInstancetypeSpec } from '../../imports/kubevirt';
import type { QuantityInput } from '../kube/quantity';
import type { CompanionDeclaration, CompanionKind } from './companion';
import { NUMA, type Numa, REALTIME, type Realtime } from './cpu';
import { type EscapeHatches, escapeRows } from './escape-hatch';
import { GPU, type Gpu, HOST_DEVICE, type HostDevice } from './guest-devices';
import { IO_THREADS, type IoThreads } from './instance';
import { LAUNCH_SECURITY, type LaunchSecurity } from './launch-security';
import { sizeOrMap } from './memory';
import {
  CLUSTER_METADATA_ROWS,
  type ClusterMetadataProps,
  entries,
  METADATA_ROWS,
  type MetadataContext,
  type MetadataProps,
} from './metadata';
import type { Plain } from './rows/plain';
import { field, group, items, type Row, type Rows, required, table } from './rows/row';
import { count, flag, int, known, quantity, text, textMap } from './rows/shapes';

/** Processors, memory and devices that VMs share. */
export interface InstancetypeOptions {
  /** Processors. */
  readonly cpu: InstancetypeCpu;

  /** Memory that the guest sees, as a `Size` or a quantity such as `8Gi`; or a map with the memory that it can grow to. */
  readonly memory: QuantityInput | InstancetypeMemory;

  /**
   * Size of the huge pages that back the memory, as `2Mi` or `1Gi`.
   *
   * @default - ordinary pages
   */
  readonly hugepages?: QuantityInput;

  /**
   * Graphics processors of the node.
   *
   * @default - none
   */
  readonly gpus?: readonly Gpu[];

  /**
   * Other devices of the node.
   *
   * @default - none
   */
  readonly hostDevices?: readonly HostDevice[];

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
   * Labels of the nodes that VMs of it run on.
   *
   * @default - any node
   */
  readonly nodeSelector?: Readonly<Record<string, string>>;

  /**
   * Scheduler of launcher pods.
   *
   * @default - that of the cluster
   */
  readonly schedulerName?: string;

  /**
   * Annotations of the instances, and so of launcher pods.
   *
   * @default - none
   */
  readonly template?: SharedAnnotations;
}

/** Annotations of instances that share something. */
export interface SharedAnnotations {
  /**
   * Annotations.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Processors that VMs share. */
export interface InstancetypeCpu {
  /** How many the guest sees; a preference says whether they are sockets, cores or threads. */
  readonly guest: number;

  /**
   * Sockets that the guest can grow to while it runs.
   *
   * @default - KubeVirt's
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

  /**
   * Whether the emulator gets a core of its own too. With `dedicatedCpuPlacement` only.
   *
   * @default false
   */
  readonly isolateEmulatorThread?: boolean;

  /**
   * How the guest sees the memory of the node's sockets. Needs dedicated processors and huge pages.
   *
   * @default - one memory
   */
  readonly numa?: Numa;

  /**
   * Whether processors answer in time. Needs dedicated processors, NUMA and a node that is made for it.
   *
   * @default - they do not
   */
  readonly realtime?: Realtime;
}

/** Memory that VMs share. */
export interface InstancetypeMemory {
  /** What the guest sees. */
  readonly guest: QuantityInput;
  /** What it can grow to while it runs. */
  readonly maxGuest?: QuantityInput;
  /** By how many percent the launcher pod asks for less than the guest sees. Not with huge pages. */
  readonly overcommitPercent?: number;
}

/** Processors, memory and devices that VMs of one namespace share. */
export interface VirtualMachineInstancetypeProps
  extends MetadataProps,
    InstancetypeOptions,
    EscapeHatches<VirtualMachineClusterInstancetypeSpec> {}

/** Processors, memory and devices that VMs of all namespaces share. */
export interface VirtualMachineClusterInstancetypeProps
  extends ClusterMetadataProps,
    InstancetypeOptions,
    EscapeHatches<VirtualMachineClusterInstancetypeSpec> {}

/** An instance type of one namespace, as plain data. */
export type VirtualMachineInstancetypeDeclaration = CompanionDeclaration<
  VirtualMachineInstancetypeProps,
  VirtualMachineClusterInstancetypeSpec
>;

/** An instance type of all namespaces, as plain data. */
export type VirtualMachineClusterInstancetypeDeclaration = CompanionDeclaration<
  VirtualMachineClusterInstancetypeProps,
  VirtualMachineClusterInstancetypeSpec
>;

const CPU = table<InstancetypeCpu>('InstancetypeCpu', () => ({
  guest: required(field('guest', count, 3)),
  maxSockets: field('maxSockets', count, 9),
  model: field('model', text, 'Haswell'),
  dedicatedCpuPlacement: field('dedicatedCPUPlacement', flag, true),
  isolateEmulatorThread: field('isolateEmulatorThread', flag, true),
  numa: group('numa', NUMA),
  realtime: group('realtime', REALTIME),
}));

const MEMORY = table<Plain<InstancetypeMemory>>('InstancetypeMemory', () => ({
  guest: required(field('guest', quantity, '5Gi')),
  maxGuest: field('maxGuest', quantity, '8Gi'),
  overcommitPercent: field('overcommitPercent', int, 15),
}));

const annotations = group(
  'spec',
  table<SharedAnnotations>('SharedAnnotations', () => ({
    annotations: entries('annotations', { 'example.org/owner': 'shop' }),
  })),
);

/** What is said of instances at the top of the spec, which is there without it too. */
export const SHARED_ANNOTATIONS: Row<SharedAnnotations> = {
  ...annotations,
  read: (from, context, said) => {
    const value = annotations.read(from, context, said);
    return value?.annotations === undefined ? undefined : value;
  },
};

const ROWS: Rows<Plain<InstancetypeOptions>, unknown> = {
  cpu: required(group('spec.cpu', CPU)),
  memory: required(sizeOrMap('spec.memory', MEMORY)),
  hugepages: field('spec.memory.hugepages.pageSize', quantity, '2Mi'),
  gpus: items('spec.gpus', GPU),
  hostDevices: items('spec.hostDevices', HOST_DEVICE),
  ioThreadsPolicy: field('spec.ioThreadsPolicy', known('shared', 'auto', 'supplementalPool'), 'auto'),
  ioThreads: group('spec.ioThreads', IO_THREADS),
  launchSecurity: group('spec.launchSecurity', LAUNCH_SECURITY),
  nodeSelector: field('spec.nodeSelector', textMap, { disk: 'fast' }),
  schedulerName: field('spec.schedulerName', text, 'packing'),
  template: SHARED_ANNOTATIONS,
};

const ESCAPES = escapeRows<VirtualMachineClusterInstancetypeSpec>({ schedulerName: 'spreading' });

const VERSIONS = [
  {
    apiVersion: 'instancetype.kubevirt.io/v1beta1',
    source: 'kubevirt v1.9.0 pkg/virt-operator/resource/generate/components/crds.go, NewVirtualMachineInstancetypeCrd',
  },
];

/** A VirtualMachineInstancetype. */
export const VIRTUAL_MACHINE_INSTANCETYPE: CompanionKind<VirtualMachineInstancetypeDeclaration> = {
  kind: 'VirtualMachineInstancetype',
  versions: VERSIONS,
  table: table<VirtualMachineInstancetypeDeclaration, MetadataContext>('VirtualMachineInstancetypeProps', () => ({
    ...METADATA_ROWS,
    ...ROWS,
    ...ESCAPES,
  })),
};

/** A VirtualMachineClusterInstancetype. */
export const VIRTUAL_MACHINE_CLUSTER_INSTANCETYPE: CompanionKind<VirtualMachineClusterInstancetypeDeclaration> = {
  kind: 'VirtualMachineClusterInstancetype',
  versions: VERSIONS,
  table: table<VirtualMachineClusterInstancetypeDeclaration, MetadataContext>(
    'VirtualMachineClusterInstancetypeProps',
    () => ({ ...CLUSTER_METADATA_ROWS, ...ROWS, ...ESCAPES }),
  ),
};
