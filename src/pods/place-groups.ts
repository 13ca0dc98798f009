import type { Rejection } from './place';
import type { WorkloadReport } from './place-report';
import { shownName } from './workload';

/** Workloads of which the same is said. */
export interface ReportGroup {
  readonly first: WorkloadReport;
  readonly all: readonly WorkloadReport[];
}

/** Workloads that are alike together, in the order of their first. Those that were put somewhere stay by themselves. */
export function groupsOf(workloads: readonly WorkloadReport[]): ReportGroup[] {
  const groups = new Map<unknown, WorkloadReport[]>();
  for (const workload of workloads) {
    const key = workload.placedOn === undefined && workload.runsOn === undefined ? keyOf(workload) : workload;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [workload]);
    } else {
      group.push(workload);
    }
  }
  return [...groups.values()].map((all) => ({ first: all[0]!, all }));
}

/** Those that were judged together share their answers; others are alike where they read alike. */
function keyOf({ namespace, fits, rejects, unknown, spawnedBy, refused }: WorkloadReport): unknown {
  if (refused !== undefined && spawnedBy === undefined) {
    return `${namespace}: ${refused}`;
  }
  return spawnedBy === undefined
    ? rejects.length + unknown.length > 0
      ? (rejects[0] ?? unknown[0])
      : fits
    : `${spawnedBy.kind}/${namespace}/${spawnedBy.name}`;
}

/** `shop/web and 39 alike`, `shop/workers (MachineDeployment, 3 machines)`. */
export function groupName({ first, all }: ReportGroup): string {
  const { spawnedBy, namespace } = first;
  if (spawnedBy !== undefined && all.every((each) => each.spawnedBy?.name === spawnedBy.name)) {
    // One by itself is told by its name: others of the set may be elsewhere.
    return all.length === 1
      ? `${shownName(first)} (${spawnedBy.kind} ${spawnedBy.name})`
      : `${shownName({ namespace, name: spawnedBy.name })} (${spawnedBy.kind}, ${all.length} ${spawnedBy.kind.startsWith('Machine') ? 'machines' : 'VMs'})`;
  }
  return all.length === 1 ? shownName(first) : `${shownName(first)} and ${all.length - 1} alike`;
}

/** Nodes of which the same is said. */
interface Reason {
  readonly reason: string;
  readonly detail: string;
  readonly nodes: readonly string[];
}

/** Rejections by what they say, most nodes first. */
export function reasonsOf(rejections: readonly Rejection[]): Reason[] {
  const found = new Map<string, { reason: string; detail: string; nodes: string[] }>();
  for (const { node, reason, detail } of rejections) {
    const key = `${reason}\0${detail}`;
    const known = found.get(key);
    if (known === undefined) {
      found.set(key, { reason, detail, nodes: [node] });
    } else {
      known.nodes.push(node);
    }
  }
  return [...found.values()].sort((a, b) => b.nodes.length - a.nodes.length);
}

/** `a, b, c and 37 more`. */
export function few(names: readonly string[], most = 8): string {
  return names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
}

/** What to do, in one sentence. */
export function changeText({ change, refused }: WorkloadReport): string {
  if (refused !== undefined) {
    return 'a larger quota or LimitRange of its namespace, or a smaller guest';
  }
  if (change === undefined) {
    return 'none that polyvirt knows';
  }
  const { changes, node, sure } = change;
  return `${changes.map(({ what }) => what).join('; ')} → fits ${node}${sure ? '' : ', as far as it is known'}`;
}

/** Said in every output: what was done, and what was not. */
export function modeText({ mode }: { readonly mode: 'alone' | 'packed' }): string {
  return `${
    mode === 'alone'
      ? 'Each workload is judged alone, on the nodes as they are.'
      : 'Workloads are put on nodes one after the other, in the order of names.'
  } Filters follow kube-scheduler; its scores are not predicted: where several nodes fit, which one it takes is not said. Host ports are not looked at, and volumes as far as claims, volumes and classes are at hand.`;
}
