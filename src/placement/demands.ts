import { ARCH_LABEL } from '../architectures/facts';
import type { Toleration } from '../kube/toleration';
import type { NodesDeclaration, PeersDeclaration, PlacementDeclaration, SpreadDeclaration } from './declaration';

/** Label of a node that is unlike that of any other node: one place is one host. */
export const HOST_LABEL = 'kubernetes.io/hostname';

/** Label of a node that tells its zone. */
export const ZONE_LABEL = 'topology.kubernetes.io/zone';

/** One thing that is asked of nodes. */
export interface NodeDemand {
  /** Where it was said, in the user's own words. */
  readonly path: string;
  readonly hard: boolean;
  /** False where the nodes are to be avoided. */
  readonly wanted: boolean;
  readonly key: string;
  /** Any value where empty. */
  readonly values: readonly string[];
  readonly weight: number;
}

/** One thing that is asked of the company of other VMs. */
export interface PeerDemand {
  readonly path: string;
  readonly hard: boolean;
  readonly together: boolean;
  readonly topologyKey: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly weight: number;
}

/** One thing that is asked of how VMs are distributed. */
export interface SpreadDemand {
  readonly path: string;
  readonly hard: boolean;
  readonly topologyKey: string;
  readonly maxSkew: number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** A placement with every default and shorthand written out, in an order that does not depend on how it was said. */
export interface Demands {
  readonly nodes: readonly NodeDemand[];
  readonly peers: readonly PeerDemand[];
  readonly spreads: readonly SpreadDemand[];
  readonly tolerations: readonly Toleration[];
}

/**
 * Everything that a placement asks for. A choice of nodes that is none, or two, asks for nothing; `checkChoices` tells it.
 *
 * Values are sorted and each is there once: a controller that compares bytes would otherwise replace all machines when
 * the same zones are listed in another order.
 */
export function demandsOf(placement: PlacementDeclaration | undefined): Demands {
  const {
    hard = [],
    soft = [],
    avoid = [],
    together = [],
    apart = [],
    spread = [],
    tolerations = [],
  } = placement ?? {};
  return {
    nodes: [
      ...hard.flatMap((nodes, i) => nodeDemand(nodes, `placement.hard[${i}]`, true, true)),
      ...soft.flatMap((nodes, i) => nodeDemand(nodes, `placement.soft[${i}]`, false, true)),
      ...avoid.flatMap((nodes, i) => nodeDemand(nodes, `placement.avoid[${i}]`, nodes.type === 'hard', false)),
    ],
    peers: [
      ...together.map((peers, i) => peerDemand(peers, `placement.together[${i}]`, true)),
      ...apart.map((peers, i) => peerDemand(peers, `placement.apart[${i}]`, false)),
    ],
    spreads: spread.map((each, i) => spreadDemand(each, `placement.spread[${i}]`)),
    tolerations,
  };
}

/** What several placements ask for together. */
export function allDemands(...parts: readonly Demands[]): Demands {
  return {
    nodes: parts.flatMap(({ nodes }) => nodes),
    peers: parts.flatMap(({ peers }) => peers),
    spreads: parts.flatMap(({ spreads }) => spreads),
    tolerations: parts.flatMap(({ tolerations }) => tolerations),
  };
}

/** A set of values as a list that is always the same. */
export function sortedValues(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

function nodeDemand(
  nodes: NodesDeclaration & { readonly weight?: number },
  path: string,
  hard: boolean,
  wanted: boolean,
): NodeDemand[] {
  return problemOfChoice(nodes) === undefined
    ? [{ path, hard, wanted, ...labelOf(nodes), weight: nodes.weight ?? 1 }]
    : [];
}

/** Values from JavaScript that types and schema would reject: a choice of nodes that is none, or two. */
export function problemOfChoice({ key, values, architectures, zones }: NodesDeclaration): string | undefined {
  const count = [key, architectures, zones].filter((value) => value !== undefined).length;
  if (values !== undefined && key === undefined) {
    return 'there are values without a key';
  }
  if (count !== 1) {
    const said = Object.entries({ key, architectures, zones }).filter(([, value]) => value !== undefined);
    return `nodes are named by ${said.map(([name]) => name).join(' and ') || 'nothing'}`;
  }
  return architectures?.length === 0 ? 'architectures is empty' : zones?.length === 0 ? 'zones is empty' : undefined;
}

function labelOf({ key = '', values = [], architectures, zones }: NodesDeclaration): {
  key: string;
  values: readonly string[];
} {
  if (architectures !== undefined) {
    return { key: ARCH_LABEL, values: sortedValues(architectures) };
  }
  return zones === undefined ? { key, values: sortedValues(values) } : { key: ZONE_LABEL, values: sortedValues(zones) };
}

function peerDemand(
  { type, topologyKey = HOST_LABEL, labels, weight = 1 }: PeersDeclaration,
  path: string,
  together: boolean,
): PeerDemand {
  return { path, hard: type === 'hard', together, topologyKey, weight, ...(labels === undefined ? {} : { labels }) };
}

function spreadDemand(
  { type, topologyKey = HOST_LABEL, maxSkew = 1, labels }: SpreadDeclaration,
  path: string,
): SpreadDemand {
  return { path, hard: type === 'hard', topologyKey, maxSkew, ...(labels === undefined ? {} : { labels }) };
}
