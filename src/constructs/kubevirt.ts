import { Construct } from 'constructs';
import type { Architecture } from '../architectures/facts';
import { type CustomGate, gateNames } from '../gates/registry';
import type { FeatureGate } from '../gates/stages';
import { compact } from '../kube/object';
import type { EvictionStrategy } from '../model/instance-pod';
import type { ArchitectureConfiguration, KubeVirtDeclaration, NodePlacement } from '../model/kubevirt';
import { kubeVirt, leftOutOfKubeVirt } from '../model/manifests/kubevirt';
import type { ImagePullPolicy } from '../model/volume-kinds';
import { plainPlacement, type WithPlacement } from './component-placement';
import { addFindings } from './findings';
import { type PropTable, plainCopy } from './plain-copy';
import { Platform } from './platform';
import { Resource } from './resource';

/** How KubeVirt is installed on a cluster. */
export interface KubeVirtProps {
  /**
   * Name of the resource.
   *
   * @default 'kubevirt'
   */
  readonly name?: string;

  /**
   * Namespace of the resource: that of the operator.
   *
   * @default 'kubevirt'
   */
  readonly namespace?: string;

  /**
   * Labels of the resource.
   *
   * @default - none
   */
  readonly labels?: Readonly<Record<string, string>>;

  /**
   * Annotations of the resource.
   *
   * @default - none
   */
  readonly annotations?: Readonly<Record<string, string>>;

  /**
   * Architecture of a virtual machine that names none. A mixed cluster has to say it.
   *
   * @default - the architecture of the workers, where they have one
   */
  readonly defaultArchitecture?: Architecture;

  /**
   * What differs from KubeVirt's own defaults, by architecture.
   *
   * @default - KubeVirt's own defaults
   */
  readonly architectureConfiguration?: Readonly<Partial<Record<Architecture, ArchitectureConfiguration>>>;

  /**
   * Feature gates that are on. What the target needs for several architectures is added, what changes nothing there is
   * left out. A gate of your own build is `CustomGate.named('Name')`.
   *
   * @default - only what several architectures need
   */
  readonly featureGates?: readonly (FeatureGate | CustomGate)[];

  /**
   * Feature gates that are off although they would be on by themselves, as Beta ones are from KubeVirt 1.9. What is
   * generally available cannot be off.
   *
   * @default - none
   */
  readonly disabledFeatureGates?: readonly (FeatureGate | CustomGate)[];

  /**
   * Where the control plane of KubeVirt runs: virt-api, virt-controller, virt-operator.
   *
   * @default - KubeVirt's: control-plane nodes where it can
   */
  readonly infra?: WithPlacement<NodePlacement>;

  /**
   * Where virtual machines can run: virt-handler, and with it the launcher pods.
   *
   * @default - every node
   */
  readonly workloads?: WithPlacement<NodePlacement>;

  /**
   * When nodes pull KubeVirt's images.
   *
   * @default - KubeVirt's: `IfNotPresent`
   */
  readonly imagePullPolicy?: ImagePullPolicy;

  /**
   * What happens to guests when their node is drained.
   *
   * @default - KubeVirt's: `None`
   */
  readonly evictionStrategy?: EvictionStrategy;

  /**
   * How running guests get a new launcher after an update of KubeVirt.
   *
   * @default - not at all: they keep the old one until they restart
   */
  readonly workloadUpdateMethods?: readonly ('LiveMigrate' | 'Evict')[];
}

const PROPS: PropTable<KubeVirtProps> = {
  name: true,
  namespace: true,
  labels: true,
  annotations: true,
  defaultArchitecture: true,
  architectureConfiguration: true,
  featureGates: true,
  disabledFeatureGates: true,
  infra: true,
  workloads: true,
  imagePullPolicy: true,
  evictionStrategy: true,
  workloadUpdateMethods: true,
};

/** The KubeVirt installation of a cluster. */
export class KubeVirt extends Construct {
  private readonly _declaration: KubeVirtDeclaration;

  constructor(scope: Construct, id: string, props: KubeVirtProps = {}) {
    super(scope, id);
    const { featureGates, disabledFeatureGates, infra, workloads, ...rest } = plainCopy(props, PROPS);
    this._declaration = {
      ...rest,
      ...compact({ infra: plainPlacement(infra), workloads: plainPlacement(workloads) }),
      ...(featureGates === undefined ? {} : { featureGates: gateNames(featureGates) }),
      ...(disabledFeatureGates === undefined ? {} : { disabledFeatureGates: gateNames(disabledFeatureGates) }),
    };
    const { name = 'kubevirt', namespace = 'kubevirt' } = props;
    Platform.tryOf(this)?._installs(() => this._declaration);

    new Resource(this, { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', name, namespace }, () =>
      kubeVirt(this._declaration, Platform.contextOf(this)),
    );

    addFindings(this, () => leftOutOfKubeVirt(this._declaration, Platform.contextOf(this)));
  }
}
