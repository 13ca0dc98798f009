import { type ClusterNode, ZONE_LABEL } from '../target/node';
import { type DrainReport, drainReport } from './drain';
import { type Migration, migrationOf } from './migration';
import {
  isPending,
  type Loss,
  type NodeOptions,
  type PlacedWorkload,
  place,
  type Rejection,
  type Running,
  schedulerMessage,
} from './place';
import type { PodView } from './pod-view';
import { type Change, smallestChange } from './smallest-change';
import { compareNames, type Workload } from './workload';

/** A node, as far as a reader of the report needs it. */
export interface NodeReport {
  readonly name: string;
  readonly architecture: string;
  /** Absent where it is not known. */
  readonly zone?: string;
  readonly cordoned: boolean;
}

/** The least that has to change before a workload fits, and where it then does. */
export interface ChangeReport {
  readonly node: string;
  readonly changes: readonly Change[];
  /** False where something about the node is not known. */
  readonly sure: boolean;
}

/** Who it is. */
export interface WorkloadName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** Where one workload can run. */
export interface WorkloadReport extends WorkloadName {
  /** Absent where it is not known. */
  readonly architecture?: string;
  readonly spawnedBy?: { readonly kind: string; readonly name: string };
  readonly fits: readonly string[];
  readonly unknown: readonly Rejection[];
  readonly rejects: readonly Rejection[];
  /** As kube-scheduler would say it, or what rejects the pod before it is asked. */
  readonly message: string;
  readonly pending: boolean;
  readonly runsOn?: string;
  readonly placedOn?: string;
  /** Why a quota or a LimitRange of its namespace never lets it run, whatever the nodes are. */
  readonly refused?: string;
  /** Whether its run strategy keeps it off. */
  readonly halted?: true;
  /** Of one that fits nowhere. */
  readonly change?: ChangeReport;
  readonly migration?: Migration;
  /** What would change its pod and is not known. */
  readonly doubts: readonly string[];
}

/** What is left when something is lost. */
export interface LossReport {
  readonly lost: readonly Loss[];
  /** Workloads that can run now and then nowhere. */
  readonly stranded: readonly WorkloadName[];
  /** Workloads of which that is not known. */
  readonly unsure: readonly WorkloadName[];
}

/** Where every workload can run, and why nowhere else. */
export interface PlaceReport {
  /** Whether each workload was judged alone, or all were put on nodes one after the other. */
  readonly mode: 'alone' | 'packed';
  readonly nodes: readonly NodeReport[];
  readonly workloads: readonly WorkloadReport[];
  /** Names of those that fit nowhere. */
  readonly pending: readonly string[];
  /** What was taken for granted about the nodes. */
  readonly assumed: readonly string[];
  readonly without?: LossReport;
  /** The rest after the loss of one zone, for each zone of the nodes. */
  readonly zones?: readonly LossReport[];
  /** What becomes of guests whose node is drained. */
  readonly drain?: DrainReport;
  readonly rollouts?: readonly Rollout[];
}

/** What to look at. */
interface ReportOptions extends NodeOptions {
  readonly assumed?: readonly string[];
  /** All of it is lost at once. */
  readonly without?: readonly Loss[];
  /** Whether to say of each zone what its loss leaves. */
  readonly zones?: boolean;
  /** Nodes that are emptied in an orderly way, all at once. */
  readonly drained?: readonly Loss[];
  /** Whether to say where each can be moved while it runs. */
  readonly migration?: boolean;
  /** Pools to replace. */
  readonly rollouts?: readonly Pool[];
}

/** Places workloads and explains it. */
export function placeReport(
  workloads: readonly Workload[],
  nodes: readonly ClusterNode[],
  {
    assumed = [],
    without = [],
    zones = false,
    drained = [],
    migration = false,
    rollouts,
    ...options
  }: ReportOptions = {},
): PlaceReport {
  const placed = place(workloads, nodes, options).sort((a, b) => compareNames(a.workload, b.workload));
  const reports = reportsOf(placed, migration);
  return {
    mode: options.pack === true ? 'packed' : 'alone',
    nodes: nodes.map(nodeReport),
    workloads: reports,
    pending: reports.filter(({ pending }) => pending).map(({ name }) => name),
    assumed,
    ...(without.length === 0 ? {} : { without: lossReport(placed, nodes, without, options) }),
    ...(zones ? { zones: zonesOf(nodes).map((zone) => lossReport(placed, nodes, [zone], options)) } : {}),
    ...(drained.length === 0 ? {} : { drain: drainReport(placed, drained, without, options.running !== undefined) }),
    ...(rollouts === undefined ? {} : { rollouts: rollouts.map((pool) => rolloutOf(pool, nodes, options.running)) }),
  };
}

/** Each zone as something that can be lost; a zone that holds all nodes is among them. */
function zonesOf(nodes: readonly ClusterNode[]): Loss[] {
  const zones = [...new Set(nodes.flatMap(({ labels }) => labels[ZONE_LABEL] ?? []))].sort();
  return zones.map((zone) => ({
    said: `zone=${zone}`,
    nodes: nodes.filter(({ labels }) => labels[ZONE_LABEL] === zone).map(({ name }) => name),
  }));
}

function nodeReport({ name, architecture, labels, unschedulable }: ClusterNode): NodeReport {
  const zone = labels[ZONE_LABEL];
  return { name, architecture, ...(zone === undefined ? {} : { zone }), cordoned: unschedulable };
}

/** Facts shared by alike workloads are worked out once. */
function reportsOf(placed: readonly PlacedWorkload[], migration: boolean): WorkloadReport[] {
  const messages = new Map<unknown, string>();
  const changes = new Map<unknown, ChangeReport | undefined>();
  const migrations = new Map<unknown, Map<unknown, Migration>>();
  // Workloads that are alike can still differ in the CPU that they want to find again.
  const migrationFor = (each: PlacedWorkload) =>
    once(
      once(migrations, each.fits, () => new Map<unknown, Migration>()),
      JSON.stringify(each.workload.migration),
      () => migrationOf(each),
    );
  return placed.map((each) => {
    const { workload, fits, unknown, rejects, runsOn, placedOn } = each;
    const { kind, namespace, name, architecture, spawnedBy, doubts = [] } = workload;
    const pending = isPending(each);
    const { refused } = workload;
    const change = pending && refused === undefined ? once(changes, rejects, () => changeReport(each)) : undefined;
    return {
      kind,
      namespace,
      name,
      ...(architecture === undefined ? {} : { architecture }),
      ...(spawnedBy === undefined ? {} : { spawnedBy }),
      fits,
      unknown,
      rejects,
      message: pending && refused !== undefined ? refused : once(messages, rejects, () => schedulerMessage(each)),
      pending,
      ...(runsOn === undefined ? {} : { runsOn }),
      ...(placedOn === undefined ? {} : { placedOn }),
      ...(refused === undefined ? {} : { refused }),
      ...(workload.isHalted === undefined ? {} : { halted: true }),
      ...(change === undefined ? {} : { change }),
      ...(migration ? { migration: migrationFor(each) } : {}),
      doubts,
    };
  });
}

function changeReport({ workload, around }: PlacedWorkload): ChangeReport | undefined {
  const found = smallestChange(workload, around);
  if (found === undefined) {
    return undefined;
  }
  const { node, changes, sure } = found;
  const { path: at } = workload;
  const below = (path: string) => (at === undefined ? path : `${at}.${path}`);
  return {
    node,
    sure,
    changes: changes.map(({ path, ...rest }) => ({ ...rest, ...(path === undefined ? {} : { path: below(path) }) })),
  };
}

/** What is known for a key, made when it is first asked for. */
function once<T>(known: Map<unknown, T>, key: unknown, make: () => T): T {
  if (!known.has(key)) {
    known.set(key, make());
  }
  return known.get(key)!;
}

function lossReport(
  placed: readonly PlacedWorkload[],
  nodes: readonly ClusterNode[],
  lost: readonly Loss[],
  options: NodeOptions,
): LossReport {
  const gone = new Set(lost.flatMap(({ nodes: names }) => names));
  const left = nodes.filter(({ name }) => !gone.has(name));
  const workloads = placed.map(({ workload }) => workload);
  const running = new Map([...(options.running ?? [])].filter(([node]) => !gone.has(node)));
  const after = new Map(place(workloads, left, { ...options, running }).map((each) => [each.workload, each]));
  const found = placed
    .filter((each) => !isPending(each))
    .map(({ workload }) => after.get(workload)!)
    .filter((each) => each.runsOn === undefined && each.fits.length === 0);
  const nameOf = ({ workload: { kind, namespace, name } }: PlacedWorkload) => ({ kind, namespace, name });
  return {
    lost,
    stranded: found.filter(isPending).map(nameOf),
    unsure: found.filter((each) => !isPending(each)).map(nameOf),
  };
}

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
