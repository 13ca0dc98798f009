import { Construct } from 'constructs';
import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { adaptTo } from '../model/adapt';
import { workloadArchitectures } from '../model/context';
import type { Disk } from '../model/disk';
import { leftOutOfVm } from '../model/manifests/left-out-of-vm';
import { virtualMachine } from '../model/manifests/virtual-machine';
import type { TemplateMetadata } from '../model/metadata';
import type { Network } from '../model/network';
import type { MatcherReference, RunStrategy, VirtualMachineDeclaration } from '../model/virtual-machine';
import { addFindings } from './findings';
import { declared, type PropTable } from './plain-copy';
import { Platform } from './platform';
import { Resource } from './resource';
import { INSTANCE_PROPS, type VirtualMachineInstanceProps, withDisk, withNetwork } from './virtual-machine-instance';

/** What a virtual machine is made of. */
export interface VirtualMachineProps extends VirtualMachineInstanceProps {
  /**
   * When it runs.
   *
   * @default 'Always'
   */
  readonly runStrategy?: RunStrategy;

  /**
   * Instancetype that brings processors and memory.
   *
   * @default - none: `memory` is required then
   */
  readonly instancetype?: MatcherReference;

  /**
   * Preference that fills in devices and machine type. With one, polyvirt leaves these to it.
   *
   * @default - none
   */
  readonly preference?: MatcherReference;

  /**
   * Labels and annotations of the instance, and so of its launcher pod: what services select by.
   *
   * @default - none
   */
  readonly template?: TemplateMetadata;
}

/** What one definition for several architectures is made of. */
export interface PerArchitectureProps extends Omit<VirtualMachineProps, 'architecture' | 'name'> {
  /**
   * The architectures.
   *
   * @default - those of the platform's workers
   */
  readonly architectures?: readonly Architecture[];
}

const PROPS: PropTable<VirtualMachineProps> = {
  ...INSTANCE_PROPS,
  runStrategy: true,
  instancetype: true,
  preference: true,
  template: true,
};

/** VMs of one definition for several architectures, which are adapted instead of refused. */
const ADAPTED = new WeakSet<VirtualMachine>();

/** A virtual machine. */
export class VirtualMachine extends Construct {
  /**
   * One definition, one virtual machine per architecture, each legal there: named `<id>-<architecture>`.
   *
   * What an architecture refuses is replaced by its own, and a finding says so.
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
  private _declaration: VirtualMachineDeclaration;

  constructor(scope: Construct, id: string, props: VirtualMachineProps) {
    super(scope, id);
    this.name = props.name ?? id;
    this._declaration = declared(this.name, props, PROPS);
    Platform.tryOf(this)?._requests(this._declaration.architecture, this._declaration.hypervisor);

    new Resource(
      this,
      { apiVersion: 'kubevirt.io/v1', kind: 'VirtualMachine', name: this.name, namespace: props.namespace },
      () => virtualMachine(this._declared().declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => {
      const { declaration, findings } = this._declared();
      const found = leftOutOfVm(declaration, Platform.contextOf(this));
      return findings.length === 0 ? found : [...findings, ...found];
    });
  }

  /** Plugs in one more disk. */
  public addDisk(disk: Disk): void {
    this._declaration = withDisk(this._declaration, disk);
  }

  /** Puts it on one more network. */
  public addNetwork(network: Network): void {
    this._declaration = withNetwork(this._declaration, network);
  }

  private _declared(): { declaration: VirtualMachineDeclaration; findings: readonly Finding[] } {
    const declaration = this._declaration;
    const { architecture } = declaration;
    return ADAPTED.has(this) && architecture !== undefined
      ? adaptTo(architecture, declaration, Platform.contextOf(this))
      : { declaration, findings: [] };
  }
}
