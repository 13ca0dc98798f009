import { type Requirement, requiredTerms, selectorRequirements } from '../kube/node-selector';
import { asText, type Fields, isMap } from '../kube/object';

/** A toleration of a pod, as it was written. */
interface PodToleration {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
}

/** How pods are to be spread over a part of the cluster. */
export interface SpreadConstraint {
  readonly maxSkew: number;
  readonly topologyKey: string;
  readonly isHard: boolean;
  /** With `matchLabelKeys` merged in, as the API server does. */
  readonly labelSelector: unknown;
  /** While there are fewer parts than this, one more counts as empty. */
  readonly minDomains: number;
  /** Whether nodes that the pod does not select are left out, and those that it does not tolerate. */
  readonly honorsAffinity: boolean;
  readonly honorsTaints: boolean;
}

/** Pods that a pod wants beside it, or not. */
export interface PodTerm {
  readonly topologyKey: string;
  /** With `matchLabelKeys` and `mismatchLabelKeys` merged in, as the API server does. */
  readonly labelSelector: unknown;
  readonly namespaces: readonly string[];
  /** By labels of namespaces; nothing where it is not said. */
  readonly namespaceSelector: unknown;
}

/** What a pod asks of where it goes. */
interface Scheduling {
  /** What it asks of nodes: all of these, and one of the terms, if there are any. */
  readonly selector: readonly Requirement[];
  readonly terms: readonly (readonly Requirement[])[] | undefined;
  readonly tolerations: readonly PodToleration[];
  readonly spread: readonly SpreadConstraint[];
  readonly together: readonly PodTerm[];
  readonly apart: readonly PodTerm[];
}

type Labels = Readonly<Record<string, string>>;

/** A pod as kube-scheduler looks at it. */
export interface PodView extends Scheduling {
  readonly name: string;
  readonly namespace: string;
  readonly labels: Labels;
  /** Labels of its namespace; nothing where the Namespace was not found. */
  readonly namespaceLabels?: Labels;
  /** Whether it is being deleted: it takes room, and counts in no spread. */
  readonly isTerminating?: true;
  /** What it asks for, by resource: CPUs in thousandths, everything else in whole units. */
  readonly requests: Readonly<Record<string, bigint>>;
  /** The resources of which it asks for more than nothing, in the order in which kube-scheduler tells them. */
  readonly asked: readonly string[];
  /** Claims that it mounts; nothing where there are none, or nothing is known of the storage of the cluster. */
  readonly claims?: readonly PodClaim[];
  /** The VM that runs in it, where it is a launcher pod. */
  readonly vm?: string;
}

/** Who it is, and what it asks for. */
type PodIdentity = Omit<PodView, keyof Scheduling | 'asked'>;

/** A pod from its parts. */
export function podView(identity: PodIdentity, scheduling: Scheduling): PodView {
  return { ...identity, ...scheduling, asked: askedOf(identity.requests) };
}

const FIRST = ['cpu', 'memory', 'ephemeral-storage'];

/** k8s.io/kubernetes pkg/scheduler/framework/plugins/noderesources/fit.go, where the others come in any order. */
function askedOf(requests: Readonly<Record<string, bigint>>): string[] {
  const others = Object.keys(requests).filter((resource) => !FIRST.includes(resource));
  return [...FIRST, ...others.sort()].filter((resource) => (requests[resource] ?? 0n) > 0n);
}

/** Taints of a node in trouble; such a node keeps new pods away by another effect. */
const IN_TROUBLE = ['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable'];

/**
 * The tolerations of a pod, with those that the API server adds: one for each of these taints, unless the pod has one of that key
 * already, whatever its value.
 *
 * @see k8s.io/kubernetes plugin/pkg/admission/defaulttolerationseconds/admission.go
 */
function admittedTolerations(own: readonly PodToleration[]): PodToleration[] {
  const isSaid = (taint: string) =>
    own.some(
      ({ key = '', effect = '' }: { readonly key?: string; readonly effect?: string }) =>
        (key === '' || key === taint) && (effect === '' || effect === 'NoExecute'),
    );
  const added = IN_TROUBLE.filter((taint) => !isSaid(taint));
  return [...own, ...added.map((key) => ({ key, operator: 'Exists', effect: 'NoExecute' }) as const)];
}

/** The parts of a pod's spec that say where it may go. What is of another type than it should be is taken as absent. */
export function schedulingOf(spec: Fields, pod: Pick<PodView, 'namespace' | 'labels'>): Scheduling {
  const affinity = isMap(spec.affinity) ? spec.affinity : {};
  return {
    selector: selectorRequirements(spec.nodeSelector),
    terms: requiredTerms(spec.affinity),
    tolerations: admittedTolerations(maps(spec.tolerations) as readonly PodToleration[]),
    spread: maps(spec.topologySpreadConstraints).map((constraint) => ({
      maxSkew: typeof constraint.maxSkew === 'number' ? constraint.maxSkew : 1,
      topologyKey: asText(constraint.topologyKey),
      isHard: constraint.whenUnsatisfiable !== 'ScheduleAnyway',
      labelSelector: mergedSelector(constraint, pod.labels),
      minDomains: typeof constraint.minDomains === 'number' ? constraint.minDomains : 1,
      honorsAffinity: constraint.nodeAffinityPolicy !== 'Ignore',
      honorsTaints: constraint.nodeTaintsPolicy === 'Honor',
    })),
    together: termsOf(affinity.podAffinity, pod),
    apart: termsOf(affinity.podAntiAffinity, pod),
  };
}

function termsOf(affinity: unknown, { namespace, labels }: Pick<PodView, 'namespace' | 'labels'>): PodTerm[] {
  const required = isMap(affinity) ? affinity.requiredDuringSchedulingIgnoredDuringExecution : undefined;
  return maps(required).map((term) => {
    const { topologyKey, namespaces, namespaceSelector } = term;
    const named = texts(namespaces);
    return {
      topologyKey: asText(topologyKey),
      labelSelector: mergedSelector(term, labels),
      // Its own, where neither is said.
      namespaces: named.length === 0 && !isMap(namespaceSelector) ? [namespace] : named,
      namespaceSelector,
    };
  });
}

/**
 * A label selector with what `matchLabelKeys` and `mismatchLabelKeys` say of the labels that the pod itself has.
 *
 * A pod that exists has it merged in already, and merging it again changes nothing. Without a selector nothing is selected.
 *
 * @see k8s.io/kubernetes pkg/registry/core/pod/strategy.go, applyMatchLabelKeysAndMismatchLabelKeys
 */
function mergedSelector({ labelSelector, matchLabelKeys, mismatchLabelKeys }: Fields, labels: Labels): unknown {
  const requirements = [
    ...texts(matchLabelKeys).map((key) => ({ key, operator: 'In' })),
    ...texts(mismatchLabelKeys).map((key) => ({ key, operator: 'NotIn' })),
  ].flatMap(({ key, operator }) => (Object.hasOwn(labels, key) ? [{ key, operator, values: [labels[key]!] }] : []));
  if (!isMap(labelSelector) || requirements.length === 0) {
    return labelSelector;
  }
  const { matchExpressions } = labelSelector;
  return {
    ...labelSelector,
    matchExpressions: [...(Array.isArray(matchExpressions) ? matchExpressions : []), ...requirements],
  };
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(asText) : [];
}

function maps(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

/** A PersistentVolumeClaim that a pod mounts, as far as kube-scheduler looks at it. */
export interface PodClaim {
  /** `namespace/name`. */
  readonly key: string;
  /** What decides about nodes, as one text: claims of which it is the same are treated alike. */
  readonly likeness: string;
  /** What kube-scheduler says of all nodes at once, before it looks at any. */
  readonly refusal?: string;
  /** Whether only one pod may use it, whatever its node: ReadWriteOncePod. */
  readonly isExclusive?: true;
  /** Its part of the volumes that a node takes of one driver at most. */
  readonly attached?: AttachedVolume;
  readonly where: ClaimPlace;
}

/** Where the volume of a claim can be reached from. */
export type ClaimPlace =
  | { readonly type: 'everywhere' }
  /** What would have to be known. */
  | { readonly type: 'unknown'; readonly detail: string }
  | { readonly type: 'bound'; readonly volume: ReachableVolume }
  /** It waits for a pod: a volume that is there is taken, or one is made where the pod goes. */
  | { readonly type: 'open'; readonly claim: OpenClaim };

/** A PersistentVolume that some nodes reach. */
export interface ReachableVolume {
  readonly name: string;
  /** Required node affinity, of which one term must hold; all nodes where absent. */
  readonly terms?: readonly (readonly Requirement[])[];
  /** Its own labels of zone and region, which the node must share. */
  readonly zones: readonly Requirement[];
}

/** A claim of a class that waits for its first consumer. */
export interface OpenClaim {
  readonly name: string;
  /** In billionths of a byte. */
  readonly size: bigint;
  /** Where a pod was put before that could not be started there. */
  readonly selectedNode?: string;
  /** The volume that names this claim. */
  readonly reserved?: ReachableVolume;
  /** Volumes that would do, the smallest first. */
  readonly candidates: readonly ReachableVolume[];
  /** How one is made; nothing where the class makes none. */
  readonly provision?: Provision;
}

/** How a class makes its volumes. */
export interface Provision {
  readonly className: string;
  /** `allowedTopologies`, of which one term must hold; all nodes where absent. */
  readonly topologies?: readonly (readonly Requirement[])[];
  /** Label selectors of nodes for which the driver has enough room left; nothing where it does not tell. */
  readonly rooms?: readonly unknown[];
}

/** A volume of a CSI driver. */
export interface AttachedVolume {
  readonly driver: string;
  /** Which one it is: two pods that mount the same one count once. */
  readonly volume: string;
  /** By the name of nodes: the most volumes of the driver, and those that are attached there. */
  readonly limits: ReadonlyMap<string, DriverLimit>;
}

/** What one driver can do on one node. */
export interface DriverLimit {
  readonly most: number;
  readonly attached: ReadonlySet<string>;
}
