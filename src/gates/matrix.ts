import type { Architecture } from '../architectures/facts';
import { type Enablement, enablementOf, type GateLists } from './enablement';
import type { FeatureGates, GateEntry } from './registry';
import type { SupportStatus } from './support';

/** One gate of a release, with whether it is on. */
export interface MatrixRow extends GateEntry, Enablement {}

/** What to show of the gates × architectures. */
export interface MatrixFilter {
  readonly architectures: readonly Architecture[];
  /** Only gates with one of these statuses on one of the architectures. */
  readonly statuses?: readonly SupportStatus[];
  /** Only gates that are on. */
  readonly onlyEnabled?: boolean;
}

/** The gates of a release that pass a filter. */
export function gateMatrix(gates: FeatureGates, lists: GateLists, filter: MatrixFilter): MatrixRow[] {
  return gates
    .list()
    .map((entry) => ({ ...entry, ...enablementOf(entry.name, lists, gates.kubevirt, (name) => gates.stageOf(name)) }))
    .filter(({ enabled }) => enabled || filter.onlyEnabled !== true)
    .filter(
      ({ support }) =>
        filter.statuses === undefined ||
        filter.architectures.some((architecture) => filter.statuses!.includes(support[architecture].status)),
    );
}

/** How one architecture stands beside another. */
export type Parity = 'alike' | 'behind' | 'ahead' | 'unknown';

/** Better is less. What is unspecified has no place. */
const RANK: Readonly<Record<Exclude<SupportStatus, 'Unspecified'>, number>> = {
  Supported: 0,
  Unverified: 1,
  Pending: 2,
  Unsupported: 3,
};

/** How a gate on an architecture stands beside the same gate on another. */
export function parityOf({ support }: GateEntry, beside: Architecture, architecture: Architecture): Parity {
  const [theirs, ours] = [support[beside].status, support[architecture].status];
  if (theirs === 'Unspecified' || ours === 'Unspecified') {
    return 'unknown';
  }
  const difference = RANK[ours] - RANK[theirs];
  return difference === 0 ? 'alike' : difference > 0 ? 'behind' : 'ahead';
}
