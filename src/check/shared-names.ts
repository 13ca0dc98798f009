import type { Finding } from '../findings/finding';
import type { ClusterNode } from '../inventory/node';
import { findingObject, nameOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { type MadePool, poolsIn } from '../machines/made-pool';
import type { Target } from '../target/target';

/** The objects of one platform, as far as they are about pools. */
export interface PoolsOfPlatform {
  /** Name of the platform; what a pool that names no cluster is of. */
  readonly name?: string;
  readonly target: Target;
  readonly nodes?: readonly ClusterNode[];
  readonly objects: readonly KubeObject[];
}

interface Named extends MadePool {
  readonly of: string;
}

/** Machines are known by the name of their pool only, and in one namespace there can be pools of several clusters. */
export function checkSharedNames(platform: PoolsOfPlatform): Finding[] {
  const seen = new Map<string, Named>();
  return namedPools(platform).flatMap((pool) => {
    const other = seen.get(keyOf(pool));
    if (other === undefined || other.of === pool.of) {
      seen.set(keyOf(pool), pool);
      return [];
    }
    return [shared(pool, other.of, '')];
  });
}

/** The same among platforms: for each of them what it shares with one before it. */
export function checkNamesAcross(platforms: readonly PoolsOfPlatform[]): Finding[][] {
  const seen = new Map<string, { pool: Named; platform: PoolsOfPlatform }[]>();
  return platforms.map((platform) => {
    const pools = namedPools(platform);
    const found = pools.flatMap((pool) => {
      const other = seen.get(keyOf(pool))?.find((each) => mayShareHosts(each.platform, platform));
      return other === undefined || other.pool.of === pool.of
        ? []
        : [shared(pool, other.pool.of, `, unless ${other.platform.name ?? 'that'} is on another infra cluster`)];
    });
    for (const pool of pools) {
      seen.set(keyOf(pool), [...(seen.get(keyOf(pool)) ?? []), { pool, platform }]);
    }
    return found;
  });
}

function namedPools({ name, target, objects }: PoolsOfPlatform): Named[] {
  return poolsIn(objects, target).flatMap((pool) => {
    const of = pool.clusterName ?? name;
    return of === undefined || pool.infraNamespace === undefined ? [] : [{ ...pool, of }];
  });
}

/** Two platforms whose nodes are all known by name, and none of them the same, are two infra clusters. */
function mayShareHosts(a: PoolsOfPlatform, b: PoolsOfPlatform): boolean {
  if (a.nodes === undefined || b.nodes === undefined || a.nodes.length === 0 || b.nodes.length === 0) {
    return true;
  }
  const names = new Set(a.nodes.map(({ name }) => name));
  return b.nodes.some(({ name }) => names.has(name));
}

function keyOf({ infraNamespace, object }: MadePool): string {
  return `${infraNamespace}\0${nameOf(object)}`;
}

function shared({ object, of, infraNamespace }: Named, other: string, unless: string): Finding {
  const name = nameOf(object);
  return {
    code: 'PV605',
    severity: 'warning',
    object: findingObject(object),
    path: 'metadata.name',
    what: `${other} has a pool ${name} too, with machines in the same namespace ${infraNamespace}${unless}`,
    why: 'Machines are selected by the name of their pool: the two pools push each other away from hosts, and their machines may be called alike',
    fix: `put the name of the cluster in front: ${of}-${name}`,
    source: 'machine-controller pkg/cloudprovider/provider/kubevirt/provider.go, label md',
  };
}
