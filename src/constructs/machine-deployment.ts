import { Construct } from 'constructs';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { QuantityInput } from '../kube/quantity';
import { MACHINE_POOL, type MachinePoolDeclaration } from '../model/machine-pool';
import { leftOutOfMachinePool, machinePool } from '../model/manifests/machine-pool';
import type { Placement } from '../placement/placement';
import { Declared } from './declared';
import { addFindings } from './findings';
import { Platform } from './platform';
import { Resource } from './resource';

/** What a pool of machines is made of. */
export interface MachineDeploymentProps extends Omit<MachinePoolDeclaration, 'name' | 'memory' | 'placement'> {
  /**
   * Its name: no dots, at most 45 characters.
   *
   * @default - the id of the construct
   */
  readonly name?: string;

  /**
   * Memory of a machine, as a `Size` or a quantity such as `4Gi`.
   *
   * @default - none
   */
  readonly memory?: QuantityInput;

  /**
   * Which nodes of the infra cluster machines go to, and how they get along with each other.
   *
   * @default - wherever there is room
   */
  readonly placement?: Placement;
}

/** A pool of virtual machines that become nodes of a cluster, made by the machine-controller or by Cluster API. */
export class MachineDeployment extends Construct {
  /** Its name. */
  public readonly name: string;
  private readonly _declared: Declared<MachinePoolDeclaration>;

  constructor(scope: Construct, id: string, props: MachineDeploymentProps) {
    super(scope, id);
    this.name = props.name ?? id;
    this._declared = new Declared(this, props, MACHINE_POOL, { name: this.name });
    const objects = () => machinePool(this._declared.declaration, Platform.contextOf(this));

    // With Cluster API there are two objects; the one that names the pool is the child that `ApiObject.of()` finds.
    const all = objects();
    const resource = (of: Construct, object: KubeObject) =>
      new Resource(of, findingObject(object), () => objects().find(({ kind }) => kind === object.kind)!);
    resource(this, all.at(-1)!);
    for (const object of all.slice(0, -1)) {
      resource(new Construct(this, object.kind), object);
    }

    addFindings(this, () => [
      ...this._declared.findings(this.constructor === MachineDeployment),
      ...leftOutOfMachinePool(this._declared.declaration, Platform.contextOf(this)),
    ]);
  }
}
