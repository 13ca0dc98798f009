import { changeText, few, reasonsOf } from '../pods/place-groups';
import type { PlaceReport, WorkloadReport } from '../pods/place-report';
import { stateOf } from '../pods/place-text';
import { shownName } from '../pods/workload';

/** Workloads of one cluster of which a reader is told the same. */
export interface WorkloadGroup {
  /** `shop/web`, in the order of names. */
  readonly names: readonly string[];
  /** What makes them, where they are no objects by themselves: `MachineDeployment workers`. */
  readonly madeBy?: string;
  /** Absent where it is not known. */
  readonly architecture?: string;
  /** `can run`, `PENDING`, `not known`, `runs on n1`. */
  readonly state: string;
  readonly pending: boolean;
  readonly fits: readonly string[];
  /** Why not on the other nodes, and what would help. */
  readonly reasons: readonly string[];
  /** Zones without which they have nowhere to go, and those of which that is not known. */
  readonly lostWith: readonly string[];
  readonly perhapsLostWith: readonly string[];
}

/** A page is for reading; every reason of every node is in `polyvirt place --format json`. */
const MOST_REASONS = 6;

/** Workloads by what is said of them: where they go counts, not what they are otherwise. */
export function workloadGroups(report: PlaceReport): WorkloadGroup[] {
  const zones = (report.zones ?? []).map(({ lost, stranded, unsure }) => ({
    said: lost.map(({ said }) => said).join(', '),
    stranded: new Set(stranded.map(keyOf)),
    unsure: new Set(unsure.map(keyOf)),
  }));
  const groups = new Map<string, WorkloadGroup & { readonly names: string[] }>();
  const told = new Map<unknown, readonly string[]>();
  for (const workload of report.workloads) {
    const key = keyOf(workload);
    const { architecture, spawnedBy, fits, pending } = workload;
    const said = {
      ...(spawnedBy === undefined ? {} : { madeBy: `${spawnedBy.kind} ${spawnedBy.name}` }),
      ...(architecture === undefined ? {} : { architecture }),
      state: stateOf(workload, report.mode),
      pending,
      fits,
      reasons: onceFor(told, workload),
      lostWith: zones.filter(({ stranded }) => stranded.has(key)).map((zone) => zone.said),
      perhapsLostWith: zones.filter(({ unsure }) => unsure.has(key)).map((zone) => zone.said),
    };
    const text = JSON.stringify(said);
    const group = groups.get(text);
    if (group === undefined) {
      groups.set(text, { names: [shownName(workload)], ...said });
    } else {
      group.names.push(shownName(workload));
    }
  }
  // What needs a reader comes first.
  return [...groups.values()].sort((a, b) => weightOf(a) - weightOf(b));
}

function weightOf({ pending, fits, lostWith }: WorkloadGroup): number {
  return pending ? 0 : fits.length === 0 ? 1 : lostWith.length > 0 ? 2 : 3;
}

function keyOf({ kind, namespace, name }: { kind: string; namespace: string; name: string }): string {
  return `${kind}/${namespace}/${name}`;
}

/** Workloads that were judged together share their answers, and so their words. */
function onceFor(told: Map<unknown, readonly string[]>, workload: WorkloadReport): readonly string[] {
  const { rejects, unknown, pending, doubts } = workload;
  const key = pending || doubts.length > 0 ? workload : rejects.length > 0 ? rejects : unknown;
  const known = told.get(key);
  if (known !== undefined) {
    return known;
  }
  const reasons = reasonsFor(workload);
  told.set(key, reasons);
  return reasons;
}

function reasonsFor(workload: WorkloadReport): readonly string[] {
  const { rejects, unknown, pending, doubts, refused } = workload;
  const lines = [
    ...(refused === undefined ? [] : [refused]),
    ...reasonsOf(unknown).map(({ detail, nodes }) => `${few(nodes, 4)}: not known: ${detail}`),
    ...reasonsOf(rejects).map(({ detail, nodes }) => `${few(nodes, 4)}: ${detail}`),
    ...doubts.filter((doubt) => unknown[0]?.detail !== doubt).map((doubt) => `not known: ${doubt}`),
  ];
  const left = lines.length - MOST_REASONS;
  return [
    ...(pending ? [`Smallest change: ${changeText(workload)}`] : []),
    ...lines.slice(0, MOST_REASONS),
    ...(left > 0 ? [`and ${left} more`] : []),
  ];
}
