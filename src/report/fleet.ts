import { ARCHITECTURES, type Architecture } from '../architectures/facts';
import type { Cluster } from '../cluster/cluster';
import { imagesContext } from '../cluster/data-sources';
import { placeObjects } from '../cluster/place';
import { isPod } from '../cluster/pod-view-of';
import { jsonText } from '../findings/escape/formats';
import type { Finding } from '../findings/finding';
import type { ShownFinding } from '../findings/shown-finding';
import { gateMatrix, type MatrixRow } from '../gates/support';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { pictureOf } from '../golden-images/picture';
import { type ImagesReport, imagesReport } from '../golden-images/report';
import type { KubeObject } from '../kube/object';
import { changeText, few, reasonsOf } from '../pods/place-groups';
import type { NodeReport, PlaceReport, WorkloadReport } from '../pods/place-report';
import { stateOf } from '../pods/place-text';
import { shownName } from '../pods/workload';
import type { Target } from '../target/target';
import { clusterGates } from './gates-table';
import { type VmHypervisorRow, vmHypervisorRows } from './hypervisors-table';
import type { UpgradeSummary } from './upgrade-report';

/** Gates of one cluster: what is on, and what is not known about that. */
interface FleetGates {
  readonly rows: readonly MatrixRow[];
  readonly note?: string;
}

/** Where the workloads of one cluster can run. */
interface FleetPlaces {
  readonly nodes: readonly NodeReport[];
  readonly groups: readonly WorkloadGroup[];
  /** How many VMs and instances want to run, and how many of them never will. */
  readonly workloads: number;
  readonly pending: number;
  /** What was taken for granted about the nodes. */
  readonly assumed: readonly string[];
}

/** Everything that a page says of one cluster: plain data, so that its objects can go before the next one comes. */
export interface ClusterReport {
  readonly name: string;
  readonly target: Target;
  /** Architectures of the workload nodes. */
  readonly architectures: readonly Architecture[];
  readonly objects: number;
  /** Absent where the nodes are not known, so that where anything runs cannot be said. */
  readonly places?: FleetPlaces;
  readonly findings: readonly ShownFinding[];
  readonly gates: FleetGates;
  /** One for each HyperConverged. */
  readonly images: readonly ImagesReport[];
  readonly vms: readonly VmHypervisorRow[];
  /** Absent where it runs that release already, or was not asked about. */
  readonly upgrade?: UpgradeSummary;
}

/** A fleet, as one page shows it. */
export interface FleetReport {
  /** What it is a report of. */
  readonly title: string;
  readonly version: string;
  /** In the order of their names. */
  readonly clusters: readonly ClusterReport[];
  /** What is the matter with the whole, as opposed to one cluster. */
  readonly findings: readonly ShownFinding[];
}

/** What is worked out of a cluster while its objects are at hand; findings and upgrade come later, when places are known. */
export type DraftReport = Omit<ClusterReport, 'findings' | 'upgrade'>;

/**
 * What a page says of one cluster.
 *
 * @param objects what it comes to, as it was judged
 * @param findings of that judgement
 */
export function draftReport(
  cluster: Cluster,
  title: string,
  objects: readonly KubeObject[],
  findings: readonly Finding[],
): DraftReport {
  const { gates, lists, architectures, note } = clusterGates(cluster, title);
  const rows = gateMatrix(gates, lists, { architectures: ARCHITECTURES });
  const places = placesOf(cluster, objects);
  return {
    name: title,
    target: cluster.target,
    architectures,
    objects: objects.length,
    ...(places === undefined ? {} : { places }),
    gates: { rows, ...(note === undefined ? {} : { note }) },
    images: objects
      .filter(isHyperConverged)
      .map((object) => imagesReport(object, pictureOf(object, imagesContext(cluster, object)))),
    vms: vmHypervisorRows(objects, cluster, findings),
  };
}

/** Each workload alone, with what each zone's loss leaves. */
function placesOf(cluster: Cluster, objects: readonly KubeObject[]): FleetPlaces | undefined {
  if (cluster.nodes === undefined) {
    return undefined;
  }
  const pods = objects.filter(isPod);
  const placed = placeObjects(objects, cluster, { zones: true, ...(pods.length === 0 ? {} : { pods }) });
  if ('mistakes' in placed) {
    // Only what is said to be lost or drained can be mistaken, and nothing is.
    throw new Error(`nothing was asked of ${cluster.name}, and yet: ${placed.mistakes.join('; ')}`);
  }
  const { nodes, workloads, pending, assumed } = placed.report;
  return {
    nodes,
    groups: workloadGroups(placed.report),
    workloads: workloads.length,
    pending: pending.length,
    assumed,
  };
}

/**
 * For programs: the shape of docs/schemas/report.schema.json.
 *
 * Of gates it has those that are on, without what their support rests on: that is the same for all clusters of a release, and
 * `polyvirt gates --format json` says it once.
 */
export function fleetJson({ version, title, clusters, findings }: FleetReport): string {
  return `${jsonText(
    {
      version,
      title,
      findings,
      clusters: clusters.map(({ gates, ...cluster }) => ({
        ...cluster,
        gates: {
          on: gates.rows.filter(({ enabled }) => enabled).map(({ name, stage, reason }) => ({ name, stage, reason })),
          ...(gates.note === undefined ? {} : { note: gates.note }),
        },
      })),
    },
    2,
  )}\n`;
}

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
function workloadGroups(report: PlaceReport): WorkloadGroup[] {
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
