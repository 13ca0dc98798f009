import { ARCHITECTURES, type Architecture } from '../architectures/facts';
import { markupText } from '../findings/escape/formats';
import type { GateEntry, Support } from '../gates/registry';
import type { MatrixRow } from '../gates/support';
import { namesMarkup, type PageRow, pageTable } from '../page/table';
import type { ClusterReport } from './fleet';
import { shownStatus } from './gates-table';

/** A gate as a page shows it. */
interface GateRow extends Pick<GateEntry, 'name' | 'support'> {
  readonly stage: string;
  /** Where it is on, as markup. */
  readonly on: string;
  readonly facets: PageRow['facets'];
}

/** Gates × architectures, each cell with what it rests on. */
export function gatesTableMarkup(
  label: string,
  on: string,
  rows: readonly GateRow[],
  architectures: readonly Architecture[] = ARCHITECTURES,
): string {
  return pageTable(
    label,
    ['gate', 'stage', on, ...architectures],
    rows.map(({ name, stage, on: where, support, facets = {} }) => ({
      id: `gate-${name}`,
      cells: [
        markupText(name),
        markupText(stage),
        where,
        ...architectures.map((architecture) => supportMarkup(support[architecture])),
      ],
      facets,
    })),
  );
}

/** The gates of one release, or of one cluster. */
export function releaseGateRows(rows: readonly MatrixRow[]): GateRow[] {
  return rows.map(({ name, stage, enabled, support }) => ({
    name,
    stage,
    support,
    on: enabled ? 'on' : '<span class="faint">off</span>',
    facets: { state: [enabled ? 'on' : 'off'] },
  }));
}

/** The gates of a fleet: each once, with the clusters in which it is on. */
export function fleetGateRows(clusters: readonly ClusterReport[]): GateRow[] {
  return fleetGates(clusters).map(({ name, stages, support, on }) => ({
    name,
    stage: stages.join(' / '),
    support,
    on: onIn(on, clusters),
    facets: on.length === clusters.length ? { cluster: ['*'] } : { cluster: on.map(String) },
  }));
}

/** One gate of a fleet. Clusters that say other things about its support have a row of their own. */
export interface FleetGate extends Pick<GateEntry, 'name' | 'support'> {
  /** Its stage in each release that the clusters run. */
  readonly stages: readonly string[];
  /** Clusters in which it is on, by their positions. */
  readonly on: readonly number[];
}

/** The gates that any cluster of a fleet registers, in the order of names. */
export function fleetGates(clusters: readonly Pick<ClusterReport, 'gates'>[]): FleetGate[] {
  const found = new Map<string, FleetGate & { readonly stages: string[]; readonly on: number[] }>();
  clusters.forEach(({ gates }, i) => {
    for (const { name, stage, support, enabled } of gates.rows) {
      const key = JSON.stringify([name, support]);
      const gate = found.get(key) ?? { name, support, stages: [], on: [] };
      found.set(key, gate);
      if (!gate.stages.includes(stage)) {
        gate.stages.push(stage);
      }
      if (enabled) {
        gate.on.push(i);
      }
    }
  });
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

function onIn(on: readonly number[], clusters: readonly ClusterReport[]): string {
  if (on.length === 0) {
    return '<span class="faint">nowhere</span>';
  }
  return on.length === clusters.length && clusters.length > 1
    ? `all ${clusters.length} clusters`
    : namesMarkup(on.map((i) => clusters[i]!.name));
}

const CLASSES: Readonly<Record<Support['status'], string>> = {
  Supported: 'good',
  Pending: 'warn',
  Unsupported: 'bad',
  Unverified: 'info',
  Unspecified: 'faint',
};

/** A status, which unfolds into what it rests on. */
function supportMarkup({ status, evidence }: Support): string {
  const shown = `<span class="${CLASSES[status]}">${markupText(shownStatus(status))}</span>`;
  return status === 'Unspecified'
    ? shown
    : `<details class="more"><summary>${shown}</summary> ${markupText(evidence)}</details>`;
}
