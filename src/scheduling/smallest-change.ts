import { objectionTo } from './filters';
import type { NodeState } from './node-state';
import type { PodView } from './pod-view';
import { COST, type Relief, type ReliefChange, reliefsFor } from './relief';
import type { Surroundings } from './surroundings';
import type { Workload } from './workload';

export type { ReliefChange as Change } from './relief';

/** The least that has to change before a workload fits somewhere. */
interface SmallestChange {
  /** Where it then fits. */
  readonly node: string;
  readonly changes: readonly ReliefChange[];
  /** Whether it then fits for sure: of a declared node something may still be unknown. */
  readonly sure: boolean;
  /** Compared with other ways; of no meaning by itself. */
  readonly cost: number;
  /** The pod and the node as they then are, which the filters have let pass. */
  readonly pod: PodView;
  readonly state: NodeState;
}

/** Upper bound of changes that are proposed together. */
const MOST_STEPS = 12;

/**
 * The least that has to change, on whichever node that is.
 *
 * Each step takes away what the filters say first, and they are asked again, so that what is proposed is known to be enough.
 */
export function smallestChange(workload: Workload, around: Surroundings): SmallestChange | undefined {
  let best: SmallestChange | undefined;
  for (const state of around.nodes) {
    best = changeOn(state, workload, around, best?.cost ?? Number.POSITIVE_INFINITY) ?? best;
    // Nothing costs less than one wish.
    if (best !== undefined && best.cost <= COST.wish) {
      return best;
    }
  }
  return best;
}

/** Changes that one node needs; undefined where they are no fewer than the best so far. */
function changeOn(
  state: NodeState,
  workload: Workload,
  around: Surroundings,
  limit: number,
): SmallestChange | undefined {
  const pod = workload.pod ?? workload.podsByArchitecture?.get(state.node.architecture);
  if (pod === undefined) {
    return undefined;
  }
  const changes: ReliefChange[] = [];
  let cost = 0;
  let at = { pod, state };
  for (let step = 0; step < MOST_STEPS; step++) {
    const objection = objectionTo(at.pod, at.state, around);
    if (objection === undefined || objection.answer === 'unknown') {
      return { node: state.node.name, changes, sure: objection === undefined, cost, ...at };
    }
    const found = firstOf(reliefsFor(objection, at.pod, at.state, workload), limit - cost);
    if (found === undefined) {
      return undefined;
    }
    cost += found.cost;
    changes.push(found.change);
    at = { pod: found.pod, state: found.state };
  }
  return undefined;
}

/** The first way that can be gone for less than a budget. */
function firstOf(reliefs: readonly Relief[], budget: number) {
  for (const { cost, make } of reliefs) {
    const made = cost < budget ? make() : undefined;
    if (made !== undefined) {
      return { cost, ...made };
    }
  }
  return undefined;
}
