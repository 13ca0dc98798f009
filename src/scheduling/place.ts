import type { ClusterNode } from '../inventory/node';
import { objectionTo, type Verdict } from './filters';
import { emptyNode, withPod } from './node-state';
import type { PodView } from './pod-view';
import { Surroundings } from './surroundings';

/** Something that wants to run. */
export interface Workload {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly pod: PodView;
}

/** A node that is not to be, and why. */
export interface Rejection extends Omit<Verdict, 'answer'> {
  readonly node: string;
}

/** Where a workload can run. */
export interface Placed {
  readonly workload: Workload;
  /** Nodes that nothing is against. */
  readonly fits: readonly string[];
  /** Nodes of which too little is known. */
  readonly unknown: readonly Rejection[];
  /** Every other node, with the first objection. */
  readonly rejects: readonly Rejection[];
  /** Where it was put, when nodes are filled one after the other. */
  readonly placedOn?: string;
}

/** How nodes are looked at. */
export interface PlaceOptions {
  /** Pods that run already, by the name of their node. */
  readonly running?: ReadonlyMap<string, readonly PodView[]>;
  /** Whether to fill nodes one after the other, in the order of names, as opposed to judging each workload alone. */
  readonly pack?: boolean;
}

/** Where each workload can run on these nodes. Scores are not predicted: which node it will be is not said. */
export function place(
  workloads: readonly Workload[],
  nodes: readonly ClusterNode[],
  { running = new Map(), pack = false }: PlaceOptions = {},
): Placed[] {
  let states = nodes.map((node) => (running.get(node.name) ?? []).reduce(withPod, emptyNode(node)));
  let around = new Surroundings(states);
  if (!pack) {
    return workloads.map((workload) => placeOne(workload, around));
  }
  const inOrder = [...workloads].sort((a, b) => compare(a.namespace, b.namespace) || compare(a.name, b.name));
  return inOrder.map((workload) => {
    const placed = placeOne(workload, around);
    const [first] = [...placed.fits].sort(compare);
    if (first === undefined) {
      return placed;
    }
    states = states.map((state) => (state.node.name === first ? withPod(state, workload.pod) : state));
    around = new Surroundings(states);
    return { ...placed, placedOn: first };
  });
}

function placeOne(workload: Workload, around: Surroundings): Placed {
  const fits: string[] = [];
  const unknown: Rejection[] = [];
  const rejects: Rejection[] = [];
  for (const state of around.nodes) {
    const objection = objectionTo(workload.pod, state, around);
    if (objection === undefined) {
      fits.push(state.node.name);
    } else {
      const { answer, ...why } = objection;
      (answer === 'no' ? rejects : unknown).push({ node: state.node.name, ...why });
    }
  }
  return { workload, fits, unknown, rejects };
}

/** Whether nothing can make it run on these nodes. */
export function isPending({ fits, unknown }: Placed): boolean {
  return fits.length === 0 && unknown.length === 0;
}

/** `0/3 nodes are available: 2 Insufficient memory, 1 node(s) had untolerated taint(s).`, as kube-scheduler says it. */
export function schedulerMessage({ rejects, unknown, fits }: Placed): string {
  const counts = new Map<string, number>();
  for (const { reason } of rejects) {
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const reasons = [...counts].map(([reason, count]) => `${count} ${reason}`).sort(compare);
  const total = rejects.length + unknown.length + fits.length;
  return `${fits.length}/${total} nodes are available${reasons.length === 0 ? '' : `: ${reasons.join(', ')}`}.`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
