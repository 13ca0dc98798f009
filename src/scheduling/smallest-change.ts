import { objectionTo } from './filters';
import type { NodeState } from './node-state';
import type { PodView } from './pod-view';
import { type Change, type Relief, reliefFor } from './relief';
import type { Surroundings } from './surroundings';
import type { Workload } from './workload';

export type { Change } from './relief';

/** The least that has to change before a workload fits somewhere. */
export interface SmallestChange {
  /** Where it then fits. */
  readonly node: string;
  readonly changes: readonly Change[];
  /** Whether it then fits for sure: of a declared node something may still be unknown. */
  readonly sure: boolean;
  /** Compared with other ways; of no meaning by itself. */
  readonly cost: number;
  /** The pod and the node as they then are, which the filters have let pass. */
  readonly pod: PodView;
  readonly state: NodeState;
}

/** More than anybody would do at once, and more than there are filters that take more than one step. */
const MOST_STEPS = 12;

/**
 * The least that has to change, on whichever node that is.
 *
 * Each step takes away what the filters say first, and they are asked again, so that what is proposed is known to be enough.
 */
export function smallestChange(workload: Workload, around: Surroundings): SmallestChange | undefined {
  let best: SmallestChange | undefined;
  for (const state of around.nodes) {
    const found = changeOn(state, workload, around, best?.cost ?? Number.POSITIVE_INFINITY);
    best = found ?? best;
  }
  return best;
}

/** What has to change for one node; nothing where that is no less than what is known already. */
function changeOn(
  state: NodeState,
  workload: Workload,
  around: Surroundings,
  limit: number,
): SmallestChange | undefined {
  if (workload.pod === undefined) {
    return undefined;
  }
  const changes: Change[] = [];
  let cost = 0;
  let at: Pick<Relief, 'pod' | 'state'> = { pod: workload.pod, state };
  for (let step = 0; step < MOST_STEPS; step++) {
    const objection = objectionTo(at.pod, at.state, around);
    if (objection === undefined || objection.answer === 'unknown') {
      return { node: state.node.name, changes, sure: objection === undefined, cost, ...at };
    }
    const relief = reliefFor(objection, at.pod, at.state, workload, limit - cost);
    cost += relief?.cost ?? Number.POSITIVE_INFINITY;
    if (relief === undefined || cost >= limit) {
      return undefined;
    }
    changes.push(relief.change);
    at = { pod: relief.pod, state: relief.state };
  }
  return undefined;
}
