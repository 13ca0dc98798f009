import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import { type Adapted, adaptTo } from '../model/adapt';
import { workloadArchitectures } from '../model/context';
import type { Disk, DiskDeclaration } from '../model/disk';
import { leftOutOfInstance, leftOutOfVm } from '../model/manifests/left-out-of-vm';
import { virtualMachine, virtualMachineInstance } from '../model/manifests/virtual-machine';
import type { Network, NetworkDeclaration } from '../model/network';
import {
  VIRTUAL_MACHINE,
  VIRTUAL_MACHINE_INSTANCE,
  type VirtualMachineDeclaration,
  type VirtualMachineInstanceDeclaration,
  type VirtualMachineInstanceProps,
  type VirtualMachineProps,
} from '../model/virtual-machine';
import { HOSTNAME_LABEL, hostnameOf } from '../pods/metadata';
import { Declared } from './declared';
import { addFindings } from './findings';
import { Platform } from './platform';
import { Resource } from './resource';

/** What one definition for several architectures is made of. */
export interface PerArchitectureProps extends Omit<VirtualMachineProps, 'architecture' | 'name'> {
  /**
   * The architectures.
   *
   * @default - those of the platform's workers
   */
  readonly architectures?: readonly Architecture[];
}

/** VMs of one definition for several architectures, which are adapted instead of refused. */
const ADAPTED = new WeakSet<VirtualMachine>();

/** A virtual machine. */
export class VirtualMachine extends Construct {
  /**
   * One definition, one virtual machine per architecture, each legal there: named `<id>-<architecture>`.
   *
   * What an architecture rejects is replaced by its own, and a finding says so.
   */
  public static perArchitecture(scope: Construct, id: string, props: PerArchitectureProps): VirtualMachine[] {
    const { architectures, ...rest } = props;
    const wanted = architectures ?? workloadArchitectures(Platform.contextOf(scope));
    if (wanted === undefined || wanted.length === 0) {
      throw new Error(
        `VirtualMachine.perArchitecture('${id}') does not know for which architectures: ` +
          'the list is empty, or the platform has no nodes. Write architectures: [...], or the nodes of the platform.',
      );
    }
    return wanted.map((architecture) => {
      // A class that extends this one gets VMs of its own kind.
      const vm = new this(scope, `${id}-${architecture}`, { ...rest, architecture });
      ADAPTED.add(vm);
      return vm;
    });
  }

  /** Its name. */
  public readonly name: string;
  private readonly _declared: Declared<VirtualMachineDeclaration>;

  constructor(scope: Construct, id: string, props: VirtualMachineProps) {
    super(scope, id);
    this.name = props.name ?? id;
    this._declared = new Declared(this, props, VIRTUAL_MACHINE, { name: this.name });
    Platform.tryOf(this)?._requests(props.architecture, props.hypervisor);

    new Resource(
      this,
      {
        apiVersion: 'kubevirt.io/v1',
        kind: 'VirtualMachine',
        name: this.name,
        namespace: props.namespace ?? undefined,
      },
      () => virtualMachine(this._adapted().declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => {
      const { declaration, findings } = this._adapted();
      return [
        ...this._declared.findings(this.constructor === VirtualMachine),
        ...findings,
        ...leftOutOfVm(declaration, Platform.contextOf(this)),
      ];
    });
  }

  /** Plugs in one more disk. */
  public addDisk(disk: Disk | DiskDeclaration): void {
    this._declared.add('disks', disk);
  }

  /** Puts it on one more network. */
  public addNetwork(network: Network | NetworkDeclaration): void {
    this._declared.add('networks', network);
  }

  /**
   * Labels by which its pod, while it runs, is known: for the selector of a Service.
   *
   * KubeVirt puts the host name of the guest there, which is the name of the VM where it has no other.
   */
  public get podLabels(): Readonly<Record<string, string>> {
    const { name, hostname } = this._declared.declaration;
    return { [HOSTNAME_LABEL]: hostnameOf(name, hostname) };
  }

  /**
   * Lets a Service or NetworkPolicy of cdk8s-plus select its pod: `new Service(chart, 'web', { selector: vm, … })`.
   *
   * cdk8s-plus is no dependency of ours, and its classes cannot be named here.
   */
  // biome-ignore lint/suspicious/noExplicitAny: stands for a class of a package that is not there
  public toPodSelectorConfig(): any {
    const { namespace } = ApiObject.of(this).metadata;
    const labelSelector = { _toKube: () => ({ matchLabels: { ...this.podLabels } }), isEmpty: () => false };
    return { labelSelector, ...(namespace === undefined ? {} : { namespaces: { names: [namespace] } }) };
  }

  private _adapted(): Adapted {
    const { declaration } = this._declared;
    const { architecture } = declaration;
    return ADAPTED.has(this) && isArchitecture(architecture)
      ? adaptTo(architecture, declaration, Platform.contextOf(this))
      : { declaration, findings: [] };
  }
}

/** A guest that runs once, without a VirtualMachine that keeps it. */
export class VirtualMachineInstance extends Construct {
  /** Its name. */
  public readonly name: string;
  private readonly _declared: Declared<VirtualMachineInstanceDeclaration>;

  constructor(scope: Construct, id: string, props: VirtualMachineInstanceProps) {
    super(scope, id);
    this.name = props.name ?? id;
    this._declared = new Declared(this, props, VIRTUAL_MACHINE_INSTANCE, { name: this.name });
    Platform.tryOf(this)?._requests(props.architecture, props.hypervisor);

    new Resource(
      this,
      {
        apiVersion: 'kubevirt.io/v1',
        kind: 'VirtualMachineInstance',
        name: this.name,
        namespace: props.namespace ?? undefined,
      },
      () => virtualMachineInstance(this._declared.declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => [
      ...this._declared.findings(this.constructor === VirtualMachineInstance),
      ...leftOutOfInstance(this._declared.declaration, Platform.contextOf(this)),
    ]);
  }

  /** Plugs in one more disk. */
  public addDisk(disk: Disk | DiskDeclaration): void {
    this._declared.add('disks', disk);
  }

  /** Puts it on one more network. */
  public addNetwork(network: Network | NetworkDeclaration): void {
    this._declared.add('networks', network);
  }
}
