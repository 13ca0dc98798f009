import type { Finding } from '../findings/finding';
import type { PoolNames } from '../rules/machines/shared-names';

/**
 * What stays of a cluster once it is written: plain data, so that a fleet takes little memory, and a cache can hold it.
 */
export interface ClusterResult {
  readonly name: string;
  readonly isPlatform: boolean;
  readonly kinds: readonly KindCount[];
  readonly findings: readonly Finding[];
  /** What the other clusters have to know of it. */
  readonly pools: PoolNames;
  /** Its files; none where it went to a stream. */
  readonly files: readonly FileMark[];
}

/** How many objects of one kind there are, and of which architectures. */
export interface KindCount {
  readonly kind: string;
  readonly count: number;
  readonly architectures: Readonly<Record<string, number>>;
}

/** A file by what is in it. */
export interface FileMark {
  /** Below the output folder. */
  readonly path: string;
  readonly digest: string;
  readonly bytes: number;
}

/** How many objects a cluster has. */
export function objectCount({ kinds }: Pick<ClusterResult, 'kinds'>): number {
  return kinds.reduce((sum, { count }) => sum + count, 0);
}
