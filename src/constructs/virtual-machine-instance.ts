import { Construct } from 'constructs';
import type { Architecture } from '../architectures/facts';
import { type QuantityInput, quantityText } from '../kube/quantity';
import type { CloudInit } from '../model/cloud-init';
import type { Disk } from '../model/disk';
import { leftOutOfInstance } from '../model/manifests/left-out-of-vm';
import { virtualMachineInstance } from '../model/manifests/virtual-machine-instance';
import type { Network } from '../model/network';
import type {
  Cpu,
  EvictionStrategy,
  Firmware,
  InstanceDeclaration,
  Toleration,
  WatchdogAction,
} from '../model/virtual-machine';
import type { Placement } from '../placement/placement';
import { addFindings } from './findings';
import { declared, type PropTable } from './plain-copy';
import { Platform } from './platform';
import { Resource } from './resource';

/** What a guest is made of. */
export interface VirtualMachineInstanceProps {
  /**
   * Its name.
   *
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * Its namespace.
   *
   * @default - that of the platform
   */
  readonly namespace?: string;

  /**
   * Labels of the object.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations of the object.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;

  /**
   * CPU architecture of the guest, and of the nodes it can run on.
   *
   * @default - that of the platform
   */
  readonly architecture?: Architecture;

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
   * Memory that the guest sees, as a `Size` or a quantity such as `8Gi`.
   *
   * @default - none: required unless an instancetype brings it
   */
  readonly memory?: QuantityInput;

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
  readonly machineType?: string;

  /**
   * What the guest finds when it starts.
   *
   * @default - an identity that never changes, and KubeVirt's bootloader for the architecture
   */
  readonly firmware?: Firmware;

  /**
   * Disks, in the order of booting. More can be added with `addDisk()`.
   *
   * @default - none
   */
  readonly disks?: readonly Disk[];

  /**
   * Networks. More can be added with `addNetwork()`.
   *
   * @default - KubeVirt's: the pod network
   */
  readonly networks?: readonly Network[];

  /**
   * What the guest is told at its first boot.
   *
   * @default - nothing
   */
  readonly cloudInit?: CloudInit;

  /**
   * What happens when the guest stops answering its watchdog. Not on arm64.
   *
   * @default - no watchdog
   */
  readonly watchdog?: WatchdogAction;

  /**
   * A trusted platform module; a persistent one keeps its state over restarts.
   *
   * @default - none
   */
  readonly tpm?: 'transient' | 'persistent';

  /**
   * Host name that the guest is told.
   *
   * @default - its name
   */
  readonly hostname?: string;

  /**
   * Only nodes with these labels.
   *
   * @default - any node of the architecture
   */
  readonly nodeSelector?: Readonly<Record<string, string>>;

  /**
   * Taints that it puts up with.
   *
   * @default - none
   */
  readonly tolerations?: readonly Toleration[];

  /**
   * Which nodes it goes to, and how it gets along with other VMs.
   *
   * @default - any node of the architecture
   */
  readonly placement?: Placement;

  /**
   * Priority class of its pod.
   *
   * @default - the cluster's default
   */
  readonly priorityClassName?: string;

  /**
   * What happens to it when its node is drained.
   *
   * @default - what KubeVirt is told
   */
  readonly evictionStrategy?: EvictionStrategy;

  /**
   * How long it may take to shut down.
   *
   * @default - KubeVirt's: 30 seconds
   */
  readonly terminationGracePeriodSeconds?: number;
}

/** Every prop of an instance; factories become the plain data that they stand for. */
export const INSTANCE_PROPS: PropTable<VirtualMachineInstanceProps> = {
  name: true,
  namespace: true,
  labels: true,
  annotations: true,
  architecture: true,
  hypervisor: true,
  cpu: true,
  memory: quantityText,
  hugepages: quantityText,
  machineType: true,
  firmware: true,
  disks: (disks) => (disks ?? []).map((disk, i) => declarationOf(disk, `disks[${i}]`, 'Disk')),
  networks: (networks) => (networks ?? []).map((network, i) => declarationOf(network, `networks[${i}]`, 'Network')),
  cloudInit: (cloudInit) => declarationOf(cloudInit, 'cloudInit', 'CloudInit'),
  watchdog: true,
  tpm: true,
  hostname: true,
  nodeSelector: true,
  tolerations: true,
  placement: (placement) => declarationOf(placement, 'placement', 'Placement'),
  priorityClassName: true,
  evictionStrategy: true,
  terminationGracePeriodSeconds: true,
};

/** A guest that runs once, without a VirtualMachine that keeps it. */
export class VirtualMachineInstance extends Construct {
  /** Its name. */
  public readonly name: string;
  private _declaration: InstanceDeclaration;

  constructor(scope: Construct, id: string, props: VirtualMachineInstanceProps) {
    super(scope, id);
    this.name = props.name ?? id;
    this._declaration = declared(this.name, props, INSTANCE_PROPS);
    Platform.tryOf(this)?._requests(this._declaration.architecture, this._declaration.hypervisor);

    new Resource(
      this,
      { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachineInstance', name: this.name, namespace: props.namespace },
      () => virtualMachineInstance(this._declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => leftOutOfInstance(this._declaration, Platform.contextOf(this)));
  }

  /** Plugs in one more disk. */
  public addDisk(disk: Disk): void {
    this._declaration = withDisk(this._declaration, disk);
  }

  /** Puts it on one more network. */
  public addNetwork(network: Network): void {
    this._declaration = withNetwork(this._declaration, network);
  }
}

/** A declaration with one more disk. */
export function withDisk<T extends InstanceDeclaration>(declaration: T, disk: Disk): T {
  const { disks = [] } = declaration;
  return { ...declaration, disks: [...disks, declarationOf(disk, `disks[${disks.length}]`, 'Disk')] };
}

/** A declaration with one more network. */
export function withNetwork<T extends InstanceDeclaration>(declaration: T, network: Network): T {
  const { networks = [] } = declaration;
  return { ...declaration, networks: [...networks, declarationOf(network, `networks[${networks.length}]`, 'Network')] };
}

/** JavaScript, and TypeScript that was not checked, can hand over anything. */
function declarationOf<T>(value: { readonly declaration: T } | undefined, path: string, type: string): T {
  if (value?.declaration === undefined) {
    throw new TypeError(`${path} is not a ${type}: make it with one of the factories of ${type}`);
  }
  return value.declaration;
}
