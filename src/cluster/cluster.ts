import type { ArgocdDeclaration } from '../argocd/declaration';
import type { Finding, GroupFinding, Place } from '../findings/finding';
import type { FindingsPolicy } from '../findings/policy';
import type { KubeObject } from '../kube/object';
import type { AnnouncedParameter } from '../model/read/parameters';
import { isNode } from '../target/node';
import { NodeInventory } from '../target/nodes';
import type { TargetDeclaration } from '../target/target';
import type { CheckContext } from './cluster-view';
import type { Membership } from './group';
import type { OrderDependency, PlacedObject } from './order';

/** An object with what of the user's it comes from: a construct, a part of a platform file, a document of a manifest. */
export interface ClusterObject extends PlacedObject {
  readonly owner: string;
  /** Its group, where it is one of several VMs that are alike. */
  readonly membership?: Membership | undefined;
}

/** What there is to say about how something was declared. */
export interface DeclaredFinding extends Finding {
  /** What of the user's it is about, where its place has not been asked for yet. */
  readonly owner?: string;
}

/** One Kubernetes cluster on its way from a source to a sink or a report: the one shape between rooms. */
export interface Cluster extends CheckContext {
  /** Empty for manifests that belong to no platform. */
  readonly name: string;
  /** Where it is declared: the path of a construct, or the name of the platform. */
  readonly path: string;
  /** Whether it is declared as a cluster, as opposed to a plain chart, which may only group others, and to manifests. */
  readonly isPlatform: boolean;
  readonly objects: readonly ClusterObject[];
  /** Absent for manifests: they are judged in the order in which they are. */
  readonly dependencies?: readonly OrderDependency[];
  /** What there is to say about how it was declared, with places; with owners instead, while an app is still running. */
  readonly findings: readonly DeclaredFinding[];
  readonly policy: FindingsPolicy;
  readonly argocd?: ArgocdDeclaration;
  readonly placeOf: PlaceOf;
  /** What rules say of its objects, where they were asked while it was still being told. */
  readonly asked?: () => readonly GroupFinding[];
  /** Files that were read for it, by their absolute paths, the one that declares it first; of a program none are known. */
  readonly files: readonly string[];
  /** Folders in which some of them were looked for, by their absolute paths: a new file in one may belong to it too. */
  readonly folders?: readonly string[];
  /** The same cluster, declared for another target; absent where only its objects are known, which stay as they are. */
  readonly retargeted?: (change: Retarget) => Cluster;
}

/** A change of a target. */
export type Retarget = (declared: TargetDeclaration) => TargetDeclaration;

/**
 * Where in the user's files an owner is, or the key of it that says what a finding is about.
 *
 * @param about a finding about an object that the owner makes
 * @param made that object
 */
export type PlaceOf = (owner: string, about?: Finding, made?: ClusterObject) => WrittenPlace | undefined;

/** A place, the path by which its file calls it, and what there is to say there, where a parameter sets it. */
export interface WrittenPlace extends Place {
  readonly path?: string;
  readonly what?: string;
}

/**
 * Plain objects as those of one cluster, of which nothing else is known.
 *
 * Nodes beside other objects, as `kubectl get nodes,vm -A -o yaml` prints them, are those of the cluster where no others
 * are named.
 */
export function clusterOf(objects: readonly KubeObject[], context: CheckContext): Cluster {
  const nodes = context.nodes === undefined ? objects.filter(isNode) : [];
  return {
    ...context,
    ...(nodes.length === 0 ? {} : { nodes: NodeInventory.of(nodes).nodes }),
    name: '',
    path: '',
    isPlatform: false,
    objects: objects.map((object, i) => ({ path: String(i), owner: String(i), object })),
    findings: [],
    policy: {},
    placeOf: () => undefined,
    files: [],
  };
}

/** All clusters of one source at once, for questions about a few. */
export interface Clusters {
  readonly clusters: readonly Cluster[];
  /** What is the matter with the whole, with places. */
  readonly findings: readonly Finding[];
  /** Files that were read for them, by their absolute paths; of a program, only the one who ran it knows. */
  readonly reads?: readonly string[];
  /** Folders in which some of them were looked for. */
  readonly folders?: readonly string[];
  /** What a program offers to be set from outside; what a file does, is in the file. */
  readonly parameters?: readonly AnnouncedParameter[];
}
