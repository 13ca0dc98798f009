import { ARCH_LABEL } from '../architectures/facts';
import { nameOf } from '../kube/identity';
import { isMap, type KubeObject, tableOf } from '../kube/object';
import type { Target } from './target';

/** A taint of a node. */
export interface Taint {
  /** Its key. */
  readonly key: string;
  /** Its value. */
  readonly value?: string;
  /** Effect of the taint on pods that do not tolerate it. */
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

/** One node, as far as it is known. */
export interface ClusterNode {
  readonly name: string;
  /** By its Kubernetes name; also one that KubeVirt does not run on. */
  readonly architecture: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** Cordoned. */
  readonly unschedulable: boolean;
  readonly ready: boolean;
  /** Allocatable amounts by resource, as quantities; an absent resource is unknown where the node is declared. */
  readonly allocatable: Readonly<Record<string, string>>;
  /** An exported node has what it shows and nothing else; a declared one may have more labels than are declared. */
  readonly known: 'exported' | 'declared';
  /** Labels that a declared node does not have. */
  readonly lacks?: readonly string[];
  /** Labels that an exported node may have once KubeVirt is there. */
  readonly awaits?: RegExp;
}

/** Roles are labels of this prefix; Kubernetes puts none on a worker, OpenShift does. */
export const ROLE_LABEL = 'node-role.kubernetes.io/';

/** Set by virt-handler on every node where it runs; a launcher pod asks for it. */
export const SCHEDULABLE_LABEL = 'kubevirt.io/schedulable';

/** Where Kubernetes says which zone a node is in. */
export const ZONE_LABEL = 'topology.kubernetes.io/zone';

/** Whether it is there for the control plane, by the label of today or that of before Kubernetes 1.24. */
export function isControlPlane({ labels }: ClusterNode): boolean {
  return `${ROLE_LABEL}control-plane` in labels || `${ROLE_LABEL}master` in labels;
}

/** OpenShift, OKD included, or any other Kubernetes. HyperConverged deploys some of its operators on the former only. */
export type Distribution = 'openshift' | 'kubernetes';

/** Its kubelets label every node with the system that it runs. */
const OPENSHIFT_PREFIX = 'node.openshift.io/';

/** What the target and the nodes give away. Without such a label it stays open: the export may be shortened. */
export function distributionOf(
  nodes: readonly ClusterNode[] | undefined,
  target: Pick<Target, 'openshiftVirtualization'> = {},
): Distribution | undefined {
  const tells = ({ labels }: ClusterNode) => Object.keys(labels).some((label) => label.startsWith(OPENSHIFT_PREFIX));
  return target.openshiftVirtualization !== undefined || nodes?.some(tells) === true ? 'openshift' : undefined;
}

/** Whether an object is a node of Kubernetes. */
export function isNode({ apiVersion, kind }: KubeObject): boolean {
  return apiVersion === 'v1' && kind === 'Node';
}

/** The nodes among objects. One that two lists of an export have is one node. */
export function readNodes(objects: readonly KubeObject[]): ClusterNode[] {
  const nodes = objects.filter(isNode).map(readNode);
  const first = new Map(nodes.map((node, i) => [node.name, i] as const).reverse());
  return nodes.filter(({ name }, i) => name === '' || first.get(name) === i);
}

/** A node as `kubectl get nodes -o yaml` shows it. Whatever is missing or of another type is taken as absent. */
function readNode(object: KubeObject): ClusterNode {
  const { metadata, spec, status } = object;
  const labels = textMap(metadata?.labels);
  const info = isMap(status) ? status.nodeInfo : undefined;
  const told = isMap(info) && typeof info.architecture === 'string' ? info.architecture : undefined;
  return {
    name: nameOf(object) ?? '',
    architecture: told ?? labels[ARCH_LABEL] ?? labels['beta.kubernetes.io/arch'] ?? '',
    labels,
    taints: maps(isMap(spec) ? spec.taints : undefined).flatMap(readTaint),
    unschedulable: isMap(spec) && spec.unschedulable === true,
    ready: isReady(status),
    allocatable: textMap(isMap(status) ? status.allocatable : undefined),
    known: 'exported',
  };
}

/** Where no condition is told, as in a shortened file, it is taken to be well. */
function isReady(status: unknown): boolean {
  const ready = maps(isMap(status) ? status.conditions : undefined).find(({ type }) => type === 'Ready');
  return ready === undefined || ready.status === 'True';
}

/** Without a key or an effect it is none; a value of another type is taken as absent. */
function readTaint({ key, effect, value }: Readonly<Record<string, unknown>>): Taint[] {
  return typeof key === 'string' && typeof effect === 'string'
    ? [{ key, effect, ...(typeof value === 'string' ? { value } : {}) } as Taint]
    : [];
}

function maps(value: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

/** Numbers are texts without their quotes. */
function textMap(value: unknown): Record<string, string> {
  const entries = isMap(value) ? Object.entries(value) : [];
  return tableOf(
    entries.flatMap(([key, part]): [string, string][] =>
      typeof part === 'string' || typeof part === 'number' || typeof part === 'boolean' ? [[key, String(part)]] : [],
    ),
  );
}
