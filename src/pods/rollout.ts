import type { ClusterNode } from '../target/node';
import { isPending, place, type Running } from './place';
import type { PodView } from './pod-view';
import type { Workload } from './workload';

/** Machines that are alike and are replaced together. */
export interface Pool {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly replicas: number;
  /** How many more there may be while they are replaced, and how many fewer. */
  readonly surge: number;
  readonly unavailable: number;
  /** One of them. */
  readonly vm: Workload;
  /** Pods of those that run already: they are among its machines, not beside them. */
  readonly running?: readonly PodView[];
}

/** More machines of one pool are not judged: a mistyped number must fill neither the memory nor the day. */
export const MOST_VMS = 1_000;

/** What becomes of a pool when its machines are replaced. */
export interface Rollout extends Omit<Pool, 'vm' | 'running'> {
  /** How many of its machines, and how many more, find room at the same time; null where that is not known. */
  readonly placed: number | null;
  /**
   * `fits`: all of the surge finds room. `slow`: some of it does, or machines may be missing, so that old ones make room.
   * `stuck`: none does, and none may be missing: the first change waits forever. `unknown`: the nodes do not tell.
   */
  readonly outcome: 'fits' | 'slow' | 'stuck' | 'unknown';
}

/** Fills nodes with the machines of a pool and those of its surge, old and new alike. */
export function rolloutOf(pool: Pool, nodes: readonly ClusterNode[], others: Running = new Map()): Rollout {
  const { vm, running: own = [], ...rest } = pool;
  const most = pool.replicas + pool.surge;
  // As machines are named by number, so that they are put in this order.
  const vms = Array.from({ length: Math.min(most, MOST_VMS) }, (_, i) => ({
    ...vm,
    name: `${pool.name}-${String(i).padStart(6, '0')}`,
  }));
  const found = place(vms, nodes, { pack: true, running: beside(others, own) });
  const placed = found.filter(({ placedOn }) => placedOn !== undefined).length;
  const isOpen = found.some((each) => each.placedOn === undefined && !isPending(each));
  if (isOpen || (placed === MOST_VMS && placed < most)) {
    return { ...rest, placed: null, outcome: 'unknown' };
  }
  const outcome = placed >= most ? 'fits' : placed > pool.replicas || pool.unavailable > 0 ? 'slow' : 'stuck';
  return { ...rest, placed, outcome };
}

function beside(running: Running, own: readonly PodView[]): Running {
  const gone = new Set(own);
  return new Map([...running].map(([node, pods]) => [node, pods.filter((pod) => !gone.has(pod))]));
}
