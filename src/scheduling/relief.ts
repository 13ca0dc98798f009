import { shownTaint } from './filters';
import { affinityRelief, labelRelief } from './label-relief';
import { type NodeState, shown } from './node-state';
import type { PodView } from './pod-view';
import type { FilterVerdict } from './verdict';
import type { Workload } from './workload';

/** One change, to the VM or to a node. */
export interface ReliefChange {
  readonly on: 'machine' | 'node';
  /** The field below the instance, where it is one of the VM. */
  readonly path?: string;
  /** What to do, as an order. */
  readonly what: string;
}

/** A change, and what is then there. */
interface Changed {
  readonly change: ReliefChange;
  readonly pod: PodView;
  readonly state: NodeState;
}

/** A way around an objection. */
export interface Relief {
  /** How much is given up: 1 for a wish, 2 and more for what the guest is, far more for another node. */
  readonly cost: number;
  /** Worked out only if it is worth its cost; nothing where it turns out that it cannot be. */
  readonly make: () => Changed | undefined;
}

/** The price of each kind of change; an amount adds the part of it that is lost. */
export const COST = {
  wish: 1,
  cordon: 2,
  size: 2,
  trait: 2,
  room: 6,
  device: 6,
  handler: 8,
  architecture: 12,
} as const;

/** Ways to take an objection away, the cheapest first; none where no change does. */
export function reliefsFor({ cause }: FilterVerdict, pod: PodView, state: NodeState, workload: Workload): Relief[] {
  const { node } = state;
  const ofVm = (path: string, what: string, changed: Partial<PodView>): Relief => ({
    cost: COST.wish,
    make: () => ({ change: { on: 'machine', path, what }, pod: { ...pod, ...changed }, state }),
  });
  switch (cause.type) {
    case 'cordon': {
      const change: ReliefChange = { on: 'node', what: `uncordon ${node.name}` };
      return [{ cost: COST.cordon, make: () => ({ change, pod, state: withNode(state, { unschedulable: false }) }) }];
    }
    case 'taint': {
      const { key, value, effect } = cause.taint;
      const isValued = value !== undefined && value !== '';
      const toleration = { key, ...(isValued ? { operator: 'Equal', value } : { operator: 'Exists' }), effect };
      const tolerations = [...pod.tolerations, toleration];
      return [ofVm('tolerations', `tolerate the taint ${shownTaint(cause.taint)}`, { tolerations })];
    }
    case 'selector':
      return labelRelief(cause.requirement, pod, state, workload);
    case 'affinity':
      return affinityRelief(pod, state);
    case 'resource':
      return resourceRelief(cause, pod, state, workload);
    case 'pods': {
      const what = `let ${node.name} take more than ${state.allocatable.pods} pods`;
      const allocatable = { ...state.allocatable, pods: BigInt(state.pods.length + 1) };
      return [
        { cost: COST.room, make: () => ({ change: { on: 'node', what }, pod, state: { ...state, allocatable } }) },
      ];
    }
    case 'spread': {
      const { constraint } = cause;
      const what = `let the constraint on ${constraint.topologyKey} be soft: whenUnsatisfiable: ScheduleAnyway`;
      const spread = pod.spread.map((each) => (each === constraint ? { ...each, isHard: false } : each));
      return [ofVm('topologySpreadConstraints', what, { spread })];
    }
    case 'together':
      return [ofVm('affinity.podAffinity', 'prefer to be beside other pods instead of requiring it', { together: [] })];
    case 'apart': {
      const what = `prefer to be apart by ${cause.term.topologyKey} instead of requiring it`;
      return [ofVm('affinity.podAntiAffinity', what, { apart: pod.apart.filter((term) => term !== cause.term) })];
    }
    case 'volume':
    case 'guarded':
      return [];
  }
}

/** A node that is something else in part. */
export function withNode(state: NodeState, part: Partial<NodeState['node']>): NodeState {
  return { ...state, node: { ...state.node, ...part } };
}

/** Less of it, where the VM says how much it wants; else more on the node. */
function resourceRelief(
  { resource, wanted, free = 0n }: { resource: string; wanted: bigint; free: bigint | undefined },
  pod: PodView,
  state: NodeState,
  { resized }: Workload,
): Relief[] {
  const left = free > 0n ? free : 0n;
  const share = Number(((wanted - left) * 1000n) / wanted) / 1000;
  const isDevice = resource.includes('/');
  const { node, allocatable, used } = state;
  const smaller: Relief = {
    cost: COST.size + share,
    make: () => {
      const found = resized?.(resource, left);
      if (found === undefined) {
        return undefined;
      }
      const { path, from, to, pod: made } = found;
      // What was changed before stays changed: only what it asks for is another.
      const asked = made.asked.filter((each) => pod.asked.includes(each));
      const changed = { ...pod, requests: made.requests, asked };
      return { change: { on: 'machine', path, what: `lower ${path} from ${from} to ${to}` }, pod: changed, state };
    },
  };
  const larger: Relief = {
    cost: (isDevice ? COST.device : COST.room) + share,
    make: () => {
      const what =
        isDevice && allocatable[resource] === undefined
          ? `add ${resource} to ${node.name} or another node, or leave out what asks for it`
          : `have ${shown(resource, wanted - left)} more of ${resource} on ${node.name}, or a larger node`;
      const room = { ...allocatable, [resource]: (used[resource] ?? 0n) + wanted };
      return { change: { on: 'node', what }, pod, state: { ...state, allocatable: room } };
    },
  };
  return left > 0n && resized !== undefined && !isDevice ? [smaller, larger] : [larger];
}
