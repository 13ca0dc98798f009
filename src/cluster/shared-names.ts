import type { Finding, FindingObject } from '../findings/finding';
import { findingObject } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { poolsIn } from '../machines/made-pool';
import type { ClusterNode } from '../target/node';
import type { Target } from '../target/target';

/** The objects of one platform, as far as they are about pools. */
interface PoolsOfPlatform {
  /** Name of the platform; what a pool that names no cluster is of. */
  readonly name?: string;
  readonly target: Target;
  readonly nodes?: readonly ClusterNode[];
  readonly objects: readonly KubeObject[];
}

/** A pool by the names that its machines get. */
interface PoolName {
  readonly object: FindingObject;
  /** Cluster that the machines become nodes of. */
  readonly of: string;
  readonly infraNamespace: string;
}

/** All that other platforms have to know of the pools of one. Plain data: the objects may be gone by then. */
export interface PoolNames {
  readonly name?: string;
  readonly pools: readonly PoolName[];
  /** The nodes by their names, where they are known. */
  readonly nodes?: readonly string[];
}

/** Pools, and the templates that those of Cluster API refer to: most clusters have none. */
const POOL_KINDS: ReadonlySet<string> = new Set(['MachineDeployment', 'KubevirtMachineTemplate']);

/** The names of the pools among the objects of a platform. */
export function poolNamesOf({ name, target, nodes, objects }: PoolsOfPlatform): PoolNames {
  const related = objects.filter(({ kind }) => POOL_KINDS.has(kind));
  const found = related.length === 0 ? [] : poolsIn(related, target);
  const pools = found.flatMap(({ object, clusterName, infraNamespace }) => {
    const of = clusterName ?? name;
    return of === undefined || infraNamespace === undefined
      ? []
      : [{ object: findingObject(object), of, infraNamespace }];
  });
  return {
    ...(name === undefined ? {} : { name }),
    pools,
    ...(nodes === undefined || pools.length === 0 ? {} : { nodes: nodes.map((node) => node.name) }),
  };
}

/** Machines are known by the name of their pool only, and in one namespace there can be pools of several clusters. */
export function checkSharedNames(platform: PoolsOfPlatform): Finding[] {
  const seen = new Map<string, PoolName>();
  return poolNamesOf(platform).pools.flatMap((pool) => {
    const other = seen.get(keyOf(pool));
    if (other === undefined || other.of === pool.of) {
      seen.set(keyOf(pool), pool);
      return [];
    }
    return [shared(pool, other.of, '')];
  });
}

/** The same among platforms: for each of them what it shares with one before it. */
export function checkNamesAcross(platforms: readonly PoolNames[]): Finding[][] {
  return platforms.map(namesAcross());
}

/** The same for platforms that come one by one. */
export function namesAcross(): (platform: PoolNames) => Finding[] {
  const seen = new Map<string, { pool: PoolName; platform: PoolNames }[]>();
  return (platform) => {
    const found = platform.pools.flatMap((pool) => {
      const other = seen.get(keyOf(pool))?.find((each) => mayShareHosts(each.platform, platform));
      return other === undefined || other.pool.of === pool.of
        ? []
        : [shared(pool, other.pool.of, `, unless ${other.platform.name ?? 'that'} is on another infra cluster`)];
    });
    for (const pool of platform.pools) {
      seen.set(keyOf(pool), [...(seen.get(keyOf(pool)) ?? []), { pool, platform }]);
    }
    return found;
  };
}

/** Two platforms whose nodes are all known by name, and none of them the same, are two infra clusters. */
function mayShareHosts(a: PoolNames, b: PoolNames): boolean {
  if (a.nodes === undefined || b.nodes === undefined || a.nodes.length === 0 || b.nodes.length === 0) {
    return true;
  }
  const names = new Set(a.nodes);
  return b.nodes.some((name) => names.has(name));
}

function keyOf({ infraNamespace, object }: PoolName): string {
  return `${infraNamespace}\0${object.name}`;
}

function shared({ object, of, infraNamespace }: PoolName, other: string, unless: string): Finding {
  const { name } = object;
  return {
    code: 'PV605',
    severity: 'warning',
    object,
    path: 'metadata.name',
    what: `${other} has a pool ${name} too, with machines in the namespace ${infraNamespace}${unless}`,
    why:
      'Machines are selected by the name of their pool: the two pools keep each other off hosts, and their machines ' +
      'may get the same name',
    fix: `put the name of the cluster in front: ${of}-${name}`,
    source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go, label md',
  };
}
