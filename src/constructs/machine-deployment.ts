import { Construct } from 'constructs';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import type { QuantityInput } from '../kube/quantity';
import { MACHINES_NAMESPACE } from '../machines/facts';
import {
  checkInfraLabels,
  INFRA_LABELS_NAME,
  type InfraLabel,
  type InfraLabelsDeclaration,
  infraLabelsConfigMap,
  userAccess,
} from '../machines/infra-labels';
import { MACHINE_POOL, type MachinePoolDeclaration } from '../model/machine-pool';
import { leftOutOfMachinePool, machinePool } from '../model/manifests/machine-pool';
import { INFRA_LABELS } from '../model/platform-parts';
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

/** Which labels go from the infra cluster to the user cluster. */
export type InfraLabelsProps = InfraLabelsDeclaration;

/**
 * The labels that go from nodes of the infra cluster to the nodes that machines become: a ConfigMap for the controller that copies
 * them, and labels of the pools whose placement leaves one value.
 */
export class InfraLabels extends Construct {
  private readonly _declared: Declared<InfraLabelsDeclaration>;

  constructor(scope: Construct, id: string, props: InfraLabelsProps) {
    super(scope, id);
    this._declared = new Declared(this, props, INFRA_LABELS);
    const { name = INFRA_LABELS_NAME, namespace = MACHINES_NAMESPACE } = props;
    Platform.tryOf(this)?._copiesLabels(() => this._declared.declaration);

    new Resource(this, { apiVersion: 'v1', kind: 'ConfigMap', name, namespace }, () =>
      infraLabelsConfigMap(this._declared.declaration),
    );

    for (const object of props.controller === undefined ? [] : userAccess(this._declared.declaration)) {
      new Resource(new Construct(this, object.kind), findingObject(object), () => object);
    }

    addFindings(this, () => [
      ...this._declared.findings(this.constructor === InfraLabels),
      ...checkInfraLabels(this._declared.declaration),
    ]);
  }

  /** One more label. */
  public addKey(key: InfraLabel): void {
    this._declared.add('keys', key);
    Platform.tryOf(this)?._changed();
  }
}
