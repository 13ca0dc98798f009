import { checkArchitecture, inOrder, isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { isDnsLabel } from '../kube/names';
import { type NodeSelection, requiredTerms, selectorRequirements, selectsNode } from '../kube/node-selector';
import { asText, type Fields, isMap, type KubeObject } from '../kube/object';
import { isPositiveQuantity } from '../kube/quantity';
import { compareReleases, parseRelease, type Release } from '../kube/release';
import { type ClusterNode, isControlPlane, isNode, ROLE_LABEL, readNodes } from './node';
import { MOST_NODES, type NodePoolDeclaration, type NodeRole, poolNodes } from './node-pool';
import type { TargetDeclaration } from './target';

/** The nodes of a cluster as they are declared: pools of nodes that are alike, or those that it really has. */
export type InventoryDeclaration = readonly NodePoolDeclaration[] | NodeInventory;

/** Every node, one by one. */
export function nodesOf(declared: InventoryDeclaration): readonly ClusterNode[] {
  return declared instanceof NodeInventory ? declared.nodes : declared.flatMap(poolNodes);
}

/** What is wrong with nodes as declared. */
export function checkNodes(declared: InventoryDeclaration): Finding[] {
  if (!(declared instanceof NodeInventory)) {
    return checkNodePools(declared);
  }
  return declared.nodes.length > 0
    ? []
    : [
        {
          code: 'PV003',
          severity: 'error',
          path: 'nodes',
          what: 'it contains no node',
          why: 'Nothing runs on a cluster without nodes, so every rule about nodes would reject everything',
          fix: 'export them again: kubectl get nodes -o yaml',
        },
      ];
}

/** The nodes that a cluster really has, exported from it. */
export class NodeInventory {
  /**
   * What `kubectl get nodes -o json` printed: a list, or its items.
   *
   * A program imports the file as it is: `import nodes from './nodes.json'`.
   */
  public static of(exported: unknown): NodeInventory {
    const items = isMap(exported) && Array.isArray(exported.items) ? exported.items : exported;
    const objects = (Array.isArray(items) ? items : [items]).filter(isObject);
    return new NodeInventory(readNodes(objects));
  }

  private constructor(public readonly nodes: readonly ClusterNode[]) {}
}

function isObject(value: unknown): value is KubeObject {
  return isMap(value) && typeof value.apiVersion === 'string' && isMap(value.metadata);
}

const ROLES: readonly NodeRole[] = ['worker', 'control-plane'];

/** Architectures of all nodes, or of those with one role. Nothing where nodes are not known. */
export function architecturesOf(
  nodes: readonly ClusterNode[] | undefined,
  role?: NodeRole,
): readonly Architecture[] | undefined {
  if (nodes === undefined) {
    return undefined;
  }
  const roles = known.get(nodes) ?? {};
  known.set(nodes, roles);
  roles[role ?? 'any'] ??= inOrder(
    nodes
      .filter((node) => role === undefined || (isControlPlane(node) ? 'control-plane' : 'worker') === role)
      .map(({ architecture }) => architecture)
      .filter(isArchitecture),
  );
  return roles[role ?? 'any'];
}

/** Asked for every machine, and the same for all of them. */
const known = new WeakMap<readonly ClusterNode[], Partial<Record<NodeRole | 'any', readonly Architecture[]>>>();

/** Architectures that virtual machines can run on: those of the workers, or of all nodes where there are no workers. */
export function workerArchitectures(nodes: readonly ClusterNode[]): readonly Architecture[] {
  const workers = architecturesOf(nodes, 'worker')!;
  return workers.length > 0 ? workers : architecturesOf(nodes)!;
}

/** What is wrong with pools as declared. */
export function checkNodePools(pools: readonly NodePoolDeclaration[]): Finding[] {
  const names = new Map<string, number>();
  return pools.flatMap((pool, i) => {
    const first = names.get(pool.pool);
    const path = `nodes[${first === undefined ? (pool.pool ?? i) : i}]`;
    names.set(pool.pool, first ?? i);
    return [...checkNodePool(pool, path), ...(first === undefined ? [] : [samePool(pool.pool, path)])];
  });
}

function checkNodePool(pool: NodePoolDeclaration, path: string): Finding[] {
  const findings = checkArchitecture(pool.architecture ?? 'nothing', `${path}.architecture`);
  if (typeof pool.pool !== 'string' || !isDnsLabel(pool.pool)) {
    findings.push({
      code: 'PV002',
      severity: 'error',
      path: `${path}.pool`,
      what: `"${pool.pool}" cannot name a pool`,
      why: 'Its nodes are named <pool>-1 and so on, and node names must be DNS names',
      fix: 'use lower-case letters, digits and -, at most 63 of them',
    });
  }
  if (pool.count !== undefined && !(Number.isInteger(pool.count) && pool.count >= 0 && pool.count <= MOST_NODES)) {
    findings.push({
      code: 'PV003',
      severity: 'error',
      path: `${path}.count`,
      what: `${pool.count} is not a number of nodes`,
      why: 'Which architectures the cluster has follows from its pools',
      fix: `write a whole number from 0 to ${MOST_NODES}`,
    });
  }
  if (pool.role !== undefined && !ROLES.includes(pool.role)) {
    findings.push({
      code: 'PV003',
      severity: 'error',
      path: `${path}.role`,
      what: `"${pool.role}" is not a role of nodes`,
      why: 'VMs run only on workers, so the role decides which architectures they can have',
      fix: chooseFrom(String(pool.role), ROLES),
    });
  }
  if (pool.memory !== undefined && !isPositiveQuantity(pool.memory)) {
    findings.push({
      code: 'PV001',
      severity: 'error',
      path: `${path}.memory`,
      what: `"${pool.memory}" is not an amount of memory`,
      why: 'It determines what fits on the nodes',
      fix: "write a Kubernetes quantity, for example '64Gi'",
    });
  }
  return findings;
}

function samePool(name: string, path: string): Finding {
  return {
    code: 'PV003',
    severity: 'error',
    path,
    what: `there is another pool named "${name}"`,
    why: 'Their nodes would have the same names',
    fix: 'give each pool a name of its own, or raise count',
  };
}

/** Label of the nodes that HyperConverged takes for workers where workloads have no placement. kubeadm sets it nowhere. */
export const WORKER_LABEL = `${ROLE_LABEL}worker`;

/** What HyperConverged makes of the nodes of a cluster, as it tells in `status.nodeInfo`. */
export interface WorkloadNodes {
  /** The nodes that it takes for those of virtual machines. */
  readonly nodes: readonly ClusterNode[];
  /** Their architectures, sorted; also ones that KubeVirt does not run on. */
  readonly workloads: readonly string[];
  /** Those of the control plane, sorted. */
  readonly controlPlane: readonly string[];
  /** The architecture of a VM that names none, where HyperConverged sets it (1.18 and later). */
  readonly defaultArchitecture?: string;
  /** Whether the placement decided, and not the label of workers. */
  readonly byPlacement: boolean;
}

/**
 * The workload nodes exactly as HyperConverged 1.16 and later decides.
 *
 * Taints, cordons and readiness do not count, and neither does the label of the architecture: `nodeInfo` does. Where a
 * placement asks for any label, the label of workers is not asked for as well.
 *
 * Nothing where that cannot be known: without nodes, or where the placement asks for a label that no declared pool has,
 * since the nodes of a pool may have more labels than are declared.
 */
export function workloadNodes(
  nodes: readonly ClusterNode[] | undefined,
  placement: NodeSelection | undefined,
): WorkloadNodes | undefined {
  if (nodes === undefined || asksForUnknown(nodes, placement)) {
    return undefined;
  }
  const { nodeSelector, affinity } = placement ?? {};
  const byPlacement = selectorRequirements(nodeSelector).length > 0 || requiredTerms(affinity) !== undefined;
  const chosen = nodes.filter((node) =>
    byPlacement
      ? selectsNode({ nodeSelector, affinity }, { ...node, known: 'exported' }) === 'yes'
      : WORKER_LABEL in node.labels,
  );
  const workloads = architecturesIn(chosen);
  const controlPlane = architecturesIn(nodes.filter(isControlPlane));
  const standard = defaultOf(chosen, workloads, controlPlane);
  return {
    nodes: chosen,
    workloads,
    controlPlane,
    ...(standard === undefined ? {} : { defaultArchitecture: standard }),
    byPlacement,
  };
}

/** That of the control plane where workloads have it too; else that of most nodes, the first by name where they tie. */
function defaultOf(
  nodes: readonly ClusterNode[],
  workloads: readonly string[],
  [first]: readonly string[],
): string | undefined {
  if (first !== undefined && workloads.includes(first)) {
    return first;
  }
  const count = (wanted: string) => nodes.filter(({ architecture }) => architecture === wanted).length;
  return workloads.reduce<string | undefined>(
    (best, each) => (best === undefined || count(each) > count(best) ? each : best),
    undefined,
  );
}

function asksForUnknown(nodes: readonly ClusterNode[], placement: NodeSelection | undefined): boolean {
  const asked = [
    ...selectorRequirements(placement?.nodeSelector),
    ...(requiredTerms(placement?.affinity) ?? []).flat(),
  ].filter(({ isField }) => isField !== true);
  return (
    nodes.some(({ known }) => known === 'declared') &&
    asked.some(({ key }) => nodes.every(({ labels }) => !(key in labels)))
  );
}

function architecturesIn(nodes: readonly ClusterNode[]): string[] {
  return [...new Set(nodes.map(({ architecture }) => architecture))].filter((name) => name !== '').sort();
}

/** What a cluster tells about itself. */
export interface Snapshot {
  /** The releases that it runs, as far as its operators say so. */
  readonly target: TargetDeclaration;
  /** Absent where the snapshot has none: a cluster without nodes does not exist. */
  readonly nodes?: readonly ClusterNode[];
  /** Everything else that is on it. */
  readonly existing: readonly KubeObject[];
}

/** Where an operator says which release it runs. */
const RELEASES: Readonly<
  Record<string, readonly [component: keyof TargetDeclaration, of: (status: Fields) => unknown]>
> = {
  'kubevirt.io/KubeVirt': ['kubevirt', ({ observedKubeVirtVersion }) => observedKubeVirtVersion],
  'cdi.kubevirt.io/CDI': ['cdi', ({ observedVersion }) => observedVersion],
  'ssp.kubevirt.io/SSP': ['ssp', ({ observedVersion }) => observedVersion],
  'hco.kubevirt.io/HyperConverged': ['hco', operatorVersion],
};

/** Reads what `kubectl get nodes,kubevirt,hyperconverged,… -A -o yaml` printed. */
export function readSnapshot(objects: readonly KubeObject[]): Snapshot {
  const nodes = objects.filter(isNode);
  const releases = objects.flatMap(releaseOf);
  const kubernetes = oldest(nodes.flatMap(kubeletOf));
  return {
    target: {
      ...Object.fromEntries(releases),
      ...(kubernetes === undefined ? {} : { kubernetes }),
    },
    ...(nodes.length === 0 ? {} : { nodes: readNodes(nodes) }),
    existing: objects.filter((object) => !isNode(object)),
  };
}

function releaseOf({ apiVersion, kind, status }: KubeObject): [string, Release][] {
  const [component, of] = RELEASES[`${apiVersion.split('/')[0]}/${kind}`] ?? [];
  const release = isMap(status) ? parseRelease(asText(of?.(status))) : undefined;
  // Distributions count by their own releases, as 4.18; what KubeVirt says of itself is upstream's.
  const isUpstream = component === 'kubevirt' || /^[01]\./.test(release ?? '');
  return component === undefined || release === undefined || !isUpstream ? [] : [[component, release]];
}

function operatorVersion({ versions }: Fields): unknown {
  const rows = Array.isArray(versions) ? versions.filter(isMap) : [];
  return rows.find(({ name }) => name === 'operator')?.version;
}

function kubeletOf({ status }: KubeObject): Release[] {
  const info = isMap(status) ? status.nodeInfo : undefined;
  const release = isMap(info) ? parseRelease(asText(info.kubeletVersion)) : undefined;
  return release === undefined ? [] : [release];
}

/** In the middle of an upgrade the older ones decide what is safe. */
function oldest(releases: readonly Release[]): Release | undefined {
  return [...releases].sort(compareReleases)[0];
}
