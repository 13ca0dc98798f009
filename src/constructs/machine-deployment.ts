import { type ApiObject, resolve } from 'cdk8s';
import { Construct } from 'constructs';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { type QuantityInput, quantityText } from '../kube/quantity';
import type { MachinePoolDeclaration } from '../machines/pool';
import { leftOutOfMachinePool, machinePool } from '../model/manifests/machine-pool';
import type { Placement } from '../placement/placement';
import { addFindings } from './findings';
import { type PropTable, plainCopy } from './plain-copy';
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

const PROPS: PropTable<MachineDeploymentProps> = {
  name: true,
  namespace: true,
  labels: true,
  annotations: true,
  dialect: true,
  clusterName: true,
  projectID: true,
  infraNamespace: true,
  replicas: true,
  maxSurge: true,
  maxUnavailable: true,
  minReadySeconds: true,
  progressDeadlineSeconds: true,
  revisionHistoryLimit: true,
  paused: true,
  selector: true,
  template: true,
  node: true,
  kubelet: true,
  operatingSystem: true,
  operatingSystemSpec: true,
  sshPublicKeys: true,
  caPublicKey: true,
  network: true,
  kubeconfig: true,
  instancetype: true,
  preference: true,
  cpus: true,
  cores: true,
  memory: true,
  primaryDisk: true,
  secondaryDisks: true,
  dnsPolicy: true,
  dnsConfig: true,
  location: true,
  providerNetwork: true,
  enableNetworkMultiQueue: true,
  evictionStrategy: true,
  placement: true,
  presets: true,
  clusterApi: true,
};

/** A pool of virtual machines that become nodes of a cluster, made by the machine-controller or by Cluster API. */
export class MachineDeployment extends Construct {
  /** Its name. */
  public readonly name: string;
  private readonly _declared: MachinePoolDeclaration;

  constructor(scope: Construct, id: string, props: MachineDeploymentProps) {
    super(scope, id);
    this.name = props.name ?? id;
    this._declared = declarationOf(this.name, plainCopy(props, PROPS));
    const objects = () => machinePool(this._declaration(), Platform.contextOf(this));

    // With Cluster API there are two objects; the one that names the pool is the child that `ApiObject.of()` finds.
    const all = objects();
    const resource = (of: Construct, object: KubeObject) =>
      new Resource(of, findingObject(object), () => objects().find(({ kind }) => kind === object.kind)!);
    resource(this, all.at(-1)!);
    for (const object of all.slice(0, -1)) {
      resource(new Construct(this, object.kind), object);
    }

    addFindings(this, () => leftOutOfMachinePool(this._declaration(), Platform.contextOf(this)));
  }

  /** With what is known only at synthesis; which objects there are is known before. */
  private _declaration(): MachinePoolDeclaration {
    const resource = this.node.tryFindChild('Resource') as ApiObject | undefined;
    return resource === undefined
      ? this._declared
      : (resolve([], this._declared, resource) as unknown as MachinePoolDeclaration);
  }
}

function declarationOf(name: string, props: MachineDeploymentProps): MachinePoolDeclaration {
  const { placement, memory, ...rest } = props;
  return {
    ...rest,
    name,
    ...(memory === undefined ? {} : { memory: quantityText(memory) }),
    ...(placement === undefined ? {} : { placement: placement.declaration }),
  };
}
