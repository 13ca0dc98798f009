import { inOrder, isArchitecture, type MachineTypes, machineTypesOf } from '../architectures/architecture';
import { ARCH_LABEL, ARCHITECTURES, type Architecture } from '../architectures/facts';
import type { GateSupportDeclaration } from '../gates/registry';
import { DEFAULT_ARCHITECTURE_SINCE } from '../golden-images/facts';
import { type HyperConvergedView, isHyperConverged, viewHyperConverged } from '../golden-images/hyper-converged-view';
import type { HypervisorsInUse } from '../hypervisors/declaration';
import { bundledObject, hasBundles, type Lookup } from '../instancetypes/expand';
import { groupOf, nameOf, namespaceOf, PerKind } from '../kube/identity';
import { type NodeSelection, selectsNode } from '../kube/node-selector';
import { isMap, type KubeObject } from '../kube/object';
import { valueAt } from '../kube/path';
import { atLeast, type Release } from '../kube/release';
import type { CustomKinds } from '../schema/custom-validator';
import { prunedTo } from '../schema/tables';
import { type ClusterNode, type Distribution, isControlPlane, SCHEDULABLE_LABEL } from '../target/node';
import { workerArchitectures, workloadNodes } from '../target/nodes';
import { NEWEST_HCO, type Target } from '../target/target';
import { instanceOf } from './instance-of';

/** Knowledge of the cluster that objects are for. */
export interface CheckContext {
  readonly target: Target;
  /** Architectures of the cluster; those of its nodes where absent. Without nodes, what its VMs ask for counts too. */
  readonly architectures?: readonly Architecture[];
  /** Absent where they are not known: rules that need them then stay silent. */
  readonly nodes?: readonly ClusterNode[];
  /** Whether the cluster is OpenShift; unknown where absent. */
  readonly distribution?: Distribution;
  /** What is on the cluster already: consulted, not judged. */
  readonly existing?: readonly KubeObject[];
  /** Kinds from CRDs of the cluster's own. */
  readonly crds?: CustomKinds;
  /** Support of feature gates that the platform adds to the tables. */
  readonly supportByArch?: GateSupportDeclaration;
  /** What the platform decided about hypervisors. */
  readonly hypervisorsInUse?: HypervisorsInUse;
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
  /** The KubeVirt resource; nothing where there is none at hand. */
  public readonly kubevirt: KubeObject | undefined;
  /** Its `spec.configuration`. */
  public readonly configuration: Readonly<Record<string, unknown>> | undefined;
  /** Where the KubeVirt resource lets virtual machines run. */
  public readonly workloadPlacement: NodeSelection;
  /** The HyperConverged that makes the KubeVirt resource, where that one was not found. */
  private readonly _managed: HyperConvergedView | undefined;
  private readonly _owner: KubeObject | undefined;
  private _hasBundles: boolean | undefined;
  private _presets: readonly KubeObject[] | undefined;
  // Asked for every machine, and the same for all of them.
  private _index: ObjectIndex | undefined;
  private _architectures: Architecture[] | undefined;
  private _default: { readonly found: DefaultArchitecture | undefined } | undefined;
  private _api: { readonly found: Architecture | undefined } | undefined;
  private readonly _running: KubeObject | undefined;
  private readonly _pruned = new Map<KubeObject, KubeObject>();
  private readonly _machineTypes = new Map<Architecture, MachineTypes>();
  private readonly _workloadNodes = new Map<Architecture | 'any', readonly ClusterNode[]>();

  constructor(
    public readonly objects: readonly KubeObject[],
    public readonly context: CheckContext,
  ) {
    this.target = context.target;
    this.nodes = context.nodes;
    const running = context.existing?.find(isKubeVirt);
    const kubevirt = objects.find(isKubeVirt) ?? running;
    const managed =
      kubevirt === undefined ? (objects.find(isHyperConverged) ?? context.existing?.find(isHyperConverged)) : undefined;
    this.kubevirt = kubevirt;
    this._running = running;
    this.configuration = kubevirt === undefined ? undefined : configurationOf(kubevirt, running);
    this._owner = managed;
    this._managed = managed === undefined ? undefined : viewHyperConverged(managed, this._hco());
    this.workloadPlacement = this._managed?.workloads ?? workloadPlacementOf(kubevirt);
  }

  /** Architectures of the cluster, as far as they are known. */
  public architectures(): readonly Architecture[] {
    this._architectures ??= this.findArchitectures();
    return this._architectures;
  }

  /** The same where a platform speaks for the cluster; nothing where only manifests are known, which may be a part of it. */
  public declaredArchitectures(): readonly Architecture[] | undefined {
    return this.context.architectures === undefined ? undefined : this.architectures();
  }

  private findArchitectures(): Architecture[] {
    const { architectures } = this.context;
    const asked = () => this.objects.map((object) => instanceOf(object)?.spec.architecture);
    const known =
      this.nodes === undefined
        ? // A platform knows what its own VMs ask for, and not what included ones do.
          [...(architectures ?? []), ...asked()]
        : (architectures ?? this.nodes.map(({ architecture }) => architecture));
    return inOrder(known.filter(isArchitecture));
  }

  /** `spec.configuration.architectureConfiguration` of the KubeVirt resource. */
  public architectureConfiguration(): Readonly<Record<string, unknown>> {
    const found = this.configuration?.architectureConfiguration;
    return isMap(found) ? found : {};
  }

  /** Which machine types guests of an architecture may have, and get. Those of the whole cluster override the others. */
  public machineTypes(architecture: Architecture): MachineTypes {
    const known = this._machineTypes.get(architecture);
    if (known !== undefined) {
      return known;
    }
    const found = machineTypesOf(this.configuration, architecture, this.target.kubevirt);
    this._machineTypes.set(architecture, found);
    return found;
  }

  /** The architecture of a VM that names none; undefined where it is not known. */
  public defaultArchitecture(): DefaultArchitecture | undefined {
    this._default ??= { found: this.findDefault() };
    return this._default.found;
  }

  /**
   * Nodes where virtual machines run: where virt-handler is, by its label and by where the KubeVirt resource puts it.
   *
   * Where no node has the label, KubeVirt is not there yet, and every node may become one.
   */
  public workloadNodes(architecture?: Architecture): readonly ClusterNode[] {
    const key = architecture ?? 'any';
    const known = this._workloadNodes.get(key);
    if (known !== undefined) {
      return known;
    }
    const found =
      architecture === undefined
        ? handlerNodes(this.nodes ?? [], this.workloadPlacement)
        : // What an export does not tell is not known to be another one.
          this.workloadNodes().filter((node) => node.architecture === architecture || node.architecture === '');
    this._workloadNodes.set(key, found);
    return found;
  }

  private findDefault(): DefaultArchitecture | undefined {
    const told = this.architectureConfiguration().defaultArchitecture;
    if (typeof told === 'string' && told !== '') {
      return { architecture: told, reason: 'defaultArchitecture of the KubeVirt resource' };
    }
    const decided = this._managed === undefined ? undefined : workloadNodes(this.nodes, this._managed.workloads);
    if (decided?.defaultArchitecture !== undefined && atLeast(this._hco(), DEFAULT_ARCHITECTURE_SINCE)) {
      return { architecture: decided.defaultArchitecture, reason: 'what HyperConverged makes of the nodes' };
    }
    const workers = this.nodes === undefined ? this.declaredArchitectures() : workerArchitectures(this.nodes);
    return workers?.length === 1
      ? { architecture: workers[0]!, reason: 'the only architecture that the cluster has' }
      : undefined;
  }

  private _hco(): Release {
    return this.context.target.hco ?? NEWEST_HCO;
  }

  /** Presets of all namespaces: VirtualMachineInstancePresets, which are in every release, and deprecated. */
  public get presets(): readonly KubeObject[] {
    this._presets ??= this.ofKind('kubevirt.io', 'VirtualMachineInstancePreset');
    return this._presets;
  }

  /** Finds an instance type or a preference, by whatever spelling of its kind KubeVirt takes. */
  public readonly instancetypes: Lookup = (kind, name, namespace) => {
    const found = this.find(
      'instancetype.kubevirt.io',
      kind,
      name,
      /^virtualmachinecluster/i.test(kind) ? undefined : (namespace ?? ''),
    );
    return found === undefined ? this._bundled(kind, name) : this._kept(found);
  };

  /** One that virt-operator installs by itself. */
  private _bundled(kind: string, name: string): KubeObject | undefined {
    this._hasBundles ??= hasBundles(this.target.kubevirt, this.configuration, this._owner);
    return this._hasBundles ? bundledObject(kind, name, this.target.kubevirt) : undefined;
  }

  /** The object as the cluster keeps it: what its release does not have counts for nothing. */
  private _kept(object: KubeObject): KubeObject {
    const known = this._pruned.get(object) ?? prunedTo(object, this.target);
    this._pruned.set(object, known);
    return known;
  }

  /** The architecture of virt-api itself; undefined where that is not known. */
  public apiArchitecture(): Architecture | undefined {
    this._api ??= { found: apiArchitecture([this.kubevirt, this._running], this.nodes) };
    return this._api.found;
  }

  /**
   * Finds an object. A namespace that is not said is whichever the manifests are applied to.
   *
   * @param namespace nothing for what has none
   */
  public find(group: string, kind: string, name: string, namespace: string | undefined): KubeObject | undefined {
    const found = this._ofKind(group, kind)?.named(name);
    return namespace === undefined || namespace === ''
      ? found?.[0]
      : found?.find((object) => (namespaceOf(object) ?? namespace) === namespace);
  }

  /**
   * Whether a cluster that runs is at hand, by the status of its KubeVirt resource: what is not there then is missing, and without
   * one it is only not at hand.
   */
  public get isObserved(): boolean {
    return [this.kubevirt, this._running].some((each) => isMap(each?.status) && Object.keys(each.status).length > 0);
  }

  /** Whether any quota or LimitRange is at hand: most clusters show none, and nothing has to be asked then. */
  public get hasNamespaceRules(): boolean {
    return NAMESPACE_RULES.some(([group, kind]) => this.ofKind(group, kind).length > 0);
  }

  /** Every object of a kind; the group is empty for Kubernetes' own first one. */
  public ofKind(group: string, kind: string): readonly KubeObject[] {
    return this._ofKind(group, kind)?.objects.filter((object) => object.kind === kind) ?? [];
  }

  private _ofKind(group: string, kind: string): OfKind | undefined {
    this._index ??= indexOf(this.objects, this.context.existing ?? []);
    return this._index.get(group)?.get(singular(kind));
  }
}

/** Kinds of what limits the pods of a namespace. */
export const NAMESPACE_RULES = [
  ['', 'ResourceQuota'],
  ['', 'LimitRange'],
  ['aaq.kubevirt.io', 'ApplicationAwareResourceQuota'],
  ['aaq.kubevirt.io', 'ApplicationAwareClusterResourceQuota'],
] as const;

function handlerNodes(nodes: readonly ClusterNode[], placement: NodeSelection): readonly ClusterNode[] {
  const schedulable = nodes.filter(({ labels }) => labels[SCHEDULABLE_LABEL] === 'true');
  const candidates = schedulable.length > 0 ? schedulable : nodes;
  return candidates.filter((node) => selectsNode(placement, node) !== 'no');
}

function workloadPlacementOf(kubevirt: KubeObject | undefined): NodeSelection {
  const workloads = isMap(kubevirt?.spec) ? kubevirt.spec.workloads : undefined;
  const placement = isMap(workloads) ? workloads.nodePlacement : undefined;
  return isMap(placement) ? placement : {};
}

/** The operator writes down what it decided where nothing is said; every component reads that. */
function configurationOf(
  { spec, status }: KubeObject,
  running: KubeObject | undefined,
): Readonly<Record<string, unknown>> {
  const configuration = isMap(spec) && isMap(spec.configuration) ? spec.configuration : {};
  const decided = [status, running?.status]
    .map((each) => (isMap(each) ? each.defaultArchitecture : undefined))
    .find(isText);
  const own = isMap(configuration.architectureConfiguration) ? configuration.architectureConfiguration : {};
  return decided !== undefined && !isText(own.defaultArchitecture)
    ? { ...configuration, architectureConfiguration: { ...own, defaultArchitecture: decided } }
    : configuration;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Whether an object is KubeVirt's own resource. */
export function isKubeVirt({ kind, apiVersion }: KubeObject): boolean {
  return kind === 'KubeVirt' && apiVersion.startsWith('kubevirt.io/');
}

/** Objects by group, and kind in the singular. Most kinds that VMs ask for are not there at all. */
type ObjectIndex = Map<string, Map<string, OfKind>>;

function indexOf(...lists: readonly (readonly KubeObject[])[]): ObjectIndex {
  const index: ObjectIndex = new Map();
  const kinds = new PerKind(({ apiVersion, kind }) => {
    const group = groupOf(apiVersion);
    const ofGroup = index.get(group) ?? new Map<string, OfKind>();
    const ofKind = ofGroup.get(singular(kind)) ?? new OfKind();
    index.set(group, ofGroup.set(singular(kind), ofKind));
    return ofKind;
  });
  for (const list of lists) {
    for (const object of list) {
      kinds.of(object).objects.push(object);
    }
  }
  return index;
}

/** The objects of a kind; their names are collected when one is asked for, which of VMs never happens. */
class OfKind {
  public readonly objects: KubeObject[] = [];
  private _names: Map<string, KubeObject[]> | undefined;

  public named(name: string): readonly KubeObject[] | undefined {
    this._names ??= this._byName();
    return this._names.get(name);
  }

  private _byName(): Map<string, KubeObject[]> {
    const names = new Map<string, KubeObject[]>();
    for (const object of this.objects) {
      const name = nameOf(object);
      const found = name === undefined ? undefined : names.get(name);
      if (found !== undefined) {
        found.push(object);
      } else if (name !== undefined) {
        names.set(name, [object]);
      }
    }
    return names;
  }
}

const singulars = new Map<string, string>();

/** References name kinds in the singular or plural, in any case: the same few for every VM. */
function singular(kind: string): string {
  let found = singulars.get(kind);
  if (found === undefined) {
    found = kind.toLowerCase().replace(/s$/, '');
    singulars.set(kind, found);
  }
  return found;
}

/** Whether an object was made by HyperConverged, as in an export. */
export function isMadeByOperator({ metadata }: KubeObject): boolean {
  const { labels, ownerReferences }: Readonly<Record<string, unknown>> = isMap(metadata) ? metadata : {};
  const owners: unknown[] = Array.isArray(ownerReferences) ? ownerReferences : [];
  return (
    (isMap(labels) && labels['app.kubernetes.io/managed-by'] === 'hco-operator') ||
    owners.some((owner) => isMap(owner) && owner.kind === 'HyperConverged')
  );
}

/**
 * The architecture that virt-api itself runs on; nothing where that is not known or there are several.
 *
 * The KubeVirt resource places it with `spec.infra`; else it goes to the control plane. Where no node is known, virt-operator
 * wrote down its own architecture, and virt-api goes where that one goes.
 *
 * Source: kubevirt pkg/virt-operator/resource/placement/placement.go, pkg/virt-operator/util/config.go.
 */
export function apiArchitecture(
  kubevirts: readonly (KubeObject | undefined)[],
  nodes: readonly ClusterNode[] | undefined,
): Architecture | undefined {
  const placement = kubevirts.map((each) => valueAt(each, 'spec.infra.nodePlacement')).find(isMap);
  const possible =
    nodes === undefined
      ? placement === undefined
        ? []
        : ARCHITECTURES.filter((each) => selectsNode(placement, anyNode(each)) !== 'no')
      : nodes
          .filter((node) => (placement === undefined ? isControlPlane(node) : selectsNode(placement, node) !== 'no'))
          .map(({ architecture }) => architecture);
  const found = new Set<string>(possible);
  const told = kubevirts.map((each) => valueAt(each, 'status.defaultArchitecture')).find(isArchitecture);
  const isLeftOpen = found.size === 0 || (nodes === undefined && found.size === ARCHITECTURES.length);
  const [only] = isLeftOpen ? [told] : found.size === 1 ? found : [];
  return isArchitecture(only) ? only : undefined;
}

/** Nothing but the label of the architecture is known of nodes that were not shown. */
function anyNode(architecture: Architecture): Parameters<typeof selectsNode>[1] {
  return { name: '', labels: { [ARCH_LABEL]: architecture }, known: 'declared' };
}
