import { Construct } from 'constructs';
import type { Disk, DiskDeclaration } from '../model/disk';
import { leftOutOfInstance } from '../model/manifests/left-out-of-vm';
import { virtualMachineInstance } from '../model/manifests/virtual-machine';
import type { Network, NetworkDeclaration } from '../model/network';
import {
  VIRTUAL_MACHINE_INSTANCE,
  type VirtualMachineInstanceDeclaration,
  type VirtualMachineInstanceProps,
} from '../model/virtual-machine';
import { Declared } from './declared';
import { addFindings } from './findings';
import { Platform } from './platform';
import { Resource } from './resource';

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
