import { checkArchitecture, inOrder, isArchitecture } from '../architectures/architecture';
import type { Architecture } from '../architectures/facts';
import type { Finding } from '../findings/finding';
import { chooseFrom } from '../findings/suggestion';
import { isDnsLabel } from '../kube/names';
import { isPositiveQuantity } from '../kube/quantity';
import { type ClusterNode, isControlPlane } from './node';
import { MOST_NODES, type NodePoolDeclaration, type NodeRole } from './node-pool';

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
      why: 'Its nodes are named <pool>-1 and so on, and a node needs a DNS name',
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
      why: 'Virtual machines run on workers only, so the role decides which architectures they can have',
      fix: chooseFrom(String(pool.role), ROLES),
    });
  }
  if (pool.memory !== undefined && !isPositiveQuantity(pool.memory)) {
    findings.push({
      code: 'PV001',
      severity: 'error',
      path: `${path}.memory`,
      what: `"${pool.memory}" is not an amount of memory`,
      why: 'What fits on a node is computed from it',
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
