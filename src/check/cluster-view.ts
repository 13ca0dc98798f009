import { inOrder, isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import type { GateSupportDeclaration } from '../gates/registry';
import type { HypervisorsInUse } from '../hypervisors/in-use';
import type { Lookup } from '../instancetypes/expand';
import type { ClusterNode } from '../inventory/node';
import { workerArchitectures } from '../inventory/rules';
import { groupOf } from '../kube/identity';
import type { NodeSelection } from '../kube/node-selector';
import { isMap, type KubeObject } from '../kube/object';
import type { CustomKinds } from '../schema/custom-kinds';
import type { Target } from '../target/target';
import { instanceOf } from './instance-of';

/** What is known of the cluster that objects are for. */
export interface CheckContext {
  readonly target: Target;
  /** Architectures of the cluster; those of its nodes, else what its own machines ask for, where absent. */
  readonly architectures?: readonly Architecture[];
  /** Absent where they are not known: rules that need them then stay silent. */
  readonly nodes?: readonly ClusterNode[];
  /** What is on the cluster already: consulted, not judged. */
  readonly existing?: readonly KubeObject[];
  /** Kinds from CRDs of the cluster's own. */
  readonly crds?: CustomKinds;
  /** What the platform knows of feature gates that the tables do not. */
  readonly supportByArch?: GateSupportDeclaration;
  /** What the platform decided about hypervisors. */
  readonly hypervisors?: HypervisorsInUse;
}

/** What the creation of a machine without an architecture would give it, and why. */
export interface DefaultArchitecture {
  readonly architecture: string;
  readonly reason: string;
}

/** Everything that rules ask about the cluster: the objects at hand, those that exist, the nodes. */
export class ClusterView {
  public readonly target: Target;
  public readonly nodes: readonly ClusterNode[] | undefined;
  /** `spec.configuration` of the KubeVirt resource; nothing where there is none at hand. */
  public readonly configuration: Readonly<Record<string, unknown>> | undefined;
  /** Where the KubeVirt resource lets virtual machines run. */
  public readonly workloadPlacement: NodeSelection;
  private _index: Map<string, KubeObject[]> | undefined;

  constructor(
    private readonly objects: readonly KubeObject[],
    private readonly context: CheckContext,
  ) {
    this.target = context.target;
    this.nodes = context.nodes;
    const kubevirt = objects.find(isKubeVirt) ?? context.existing?.find(isKubeVirt);
    this.configuration = kubevirt === undefined ? undefined : configurationOf(kubevirt);
    this.workloadPlacement = workloadPlacementOf(kubevirt);
  }

  /** Architectures of the cluster, as far as they are known. */
  public architectures(): Architecture[] {
    const asked = () => this.objects.map((object) => instanceOf(object)?.spec.architecture);
    return inOrder(
      (this.context.architectures ?? this.nodes?.map(({ architecture }) => architecture) ?? asked()).filter(
        isArchitecture,
      ),
    );
  }

  /** `spec.configuration.architectureConfiguration` of the KubeVirt resource. */
  public architectureConfiguration(): Readonly<Record<string, unknown>> {
    const found = this.configuration?.architectureConfiguration;
    return isMap(found) ? found : {};
  }

  /** What a machine gets that names no architecture; nothing where nobody knows. */
  public defaultArchitecture(): DefaultArchitecture | undefined {
    const told = this.architectureConfiguration().defaultArchitecture;
    if (typeof told === 'string' && told !== '') {
      return { architecture: told, reason: 'defaultArchitecture of the KubeVirt resource' };
    }
    const workers = this.nodes === undefined ? this.context.architectures : workerArchitectures(this.nodes);
    return workers?.length === 1
      ? { architecture: workers[0]!, reason: 'the only architecture that the cluster has' }
      : undefined;
  }

  /** Finds an instance type or a preference, by whatever spelling of its kind KubeVirt takes. */
  public readonly instancetypes: Lookup = (kind, name, namespace) =>
    this.find(
      'instancetype.kubevirt.io',
      kind,
      name,
      /^virtualmachinecluster/i.test(kind) ? undefined : (namespace ?? ''),
    );

  /**
   * Finds an object. A namespace that is not said is whichever the manifests are applied to.
   *
   * @param namespace nothing for what has none
   */
  public find(group: string, kind: string, name: string, namespace: string | undefined): KubeObject | undefined {
    this._index ??= indexOf([...this.objects, ...(this.context.existing ?? [])]);
    const found = this._index.get(keyOf(group, kind, name)) ?? [];
    return namespace === undefined || namespace === ''
      ? found[0]
      : found.find(({ metadata }) => (metadata.namespace ?? namespace) === namespace);
  }
}

function workloadPlacementOf(kubevirt: KubeObject | undefined): NodeSelection {
  const workloads = isMap(kubevirt?.spec) ? kubevirt.spec.workloads : undefined;
  const placement = isMap(workloads) ? workloads.nodePlacement : undefined;
  return isMap(placement) ? placement : {};
}

/** The operator writes down what it decided where nothing is said; every component reads that. */
function configurationOf({ spec, status }: KubeObject): Readonly<Record<string, unknown>> {
  const configuration = isMap(spec) && isMap(spec.configuration) ? spec.configuration : {};
  const decided = isMap(status) ? status.defaultArchitecture : undefined;
  const own = isMap(configuration.architectureConfiguration) ? configuration.architectureConfiguration : {};
  return typeof decided === 'string' && own.defaultArchitecture === undefined
    ? { ...configuration, architectureConfiguration: { ...own, defaultArchitecture: decided } }
    : configuration;
}

/** Whether an object is KubeVirt's own resource. */
export function isKubeVirt({ kind, apiVersion }: KubeObject): boolean {
  return kind === 'KubeVirt' && apiVersion.startsWith('kubevirt.io/');
}

function indexOf(objects: readonly KubeObject[]): Map<string, KubeObject[]> {
  const index = new Map<string, KubeObject[]>();
  for (const object of objects) {
    const key = keyOf(groupOf(object.apiVersion), object.kind, object.metadata.name);
    const found = index.get(key);
    if (found === undefined) {
      index.set(key, [object]);
    } else {
      found.push(object);
    }
  }
  return index;
}

/** References name kinds in the singular or plural, in any case. */
function keyOf(group: string, kind: string, name: string): string {
  return `${group}\0${kind.toLowerCase().replace(/s$/, '')}\0${name}`;
}
