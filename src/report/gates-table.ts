import { ARCHITECTURES, type Architecture } from '../architectures/facts';
import type { Cluster } from '../cluster/cluster';
import { isKubeVirt } from '../cluster/cluster-view';
import { gateStateOf } from '../cluster/gate-state';
import { csvCell, jsonText, markdownText, markupText } from '../findings/escape/formats';
import type { GateLists } from '../gates/enablement';
import type { FeatureGates, GateEntry, Support } from '../gates/registry';
import { isThin, type MatrixRow, parityOf, type SupportStatus } from '../gates/support';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import type { Release } from '../kube/release';
import { FILTER_SCRIPT, FILTER_STYLE, filterForm } from '../page/filters';
import { namesMarkup, pageSection, pageTable, renderPage, THEME } from '../page/page';
import { few } from '../pods/place-groups';
import { workerArchitectures } from '../target/nodes';

/** One gate of a table. */
interface GateTableRow extends Pick<GateEntry, 'name' | 'support'> {
  /** Of several where the clusters run several releases: `Alpha / Beta`. */
  readonly stage: string;
  readonly enabled: boolean;
  /** Of a fleet, the clusters in which it is on, by their positions. */
  readonly on?: readonly number[];
}

/** What a table of gates shows. */
export interface GatesTable {
  readonly rows: readonly GateTableRow[];
  readonly architectures: readonly Architecture[];
  /** Whether the second architecture is compared with the first. */
  readonly compares: boolean;
  /** Names of the clusters, where the table is of several. */
  readonly clusters?: readonly string[];
}

/** The gates of one release, or of one cluster, as JSON has them. */
interface ReleaseGates {
  /** Absent where no other cluster is told beside it. */
  readonly cluster?: string;
  readonly kubevirt: Release;
  readonly rows: readonly MatrixRow[];
}

/** A sign for those who look, beside the word for those who search and for those who hear it read. */
const SYMBOLS: Readonly<Record<SupportStatus, string>> = {
  Supported: '✓',
  Pending: '…',
  Unsupported: '✗',
  Unverified: '?',
  Unspecified: '-',
};

/** How a status is shown: `✓ Supported`. */
export function shownStatus(status: SupportStatus): string {
  return `${SYMBOLS[status]} ${status}`;
}

/** The gates that any of several clusters registers, in the order of names; where clusters differ about support, one row for each. */
export function fleetGates(clusters: readonly (readonly MatrixRow[])[]): GateTableRow[] {
  const found = new Map<string, { entry: MatrixRow; stages: string[]; on: number[] }>();
  clusters.forEach((rows, i) => {
    for (const entry of rows) {
      const key = JSON.stringify([entry.name, entry.support]);
      const gate = found.get(key) ?? { entry, stages: [], on: [] };
      found.set(key, gate);
      if (!gate.stages.includes(entry.stage)) {
        gate.stages.push(entry.stage);
      }
      if (entry.enabled) {
        gate.on.push(i);
      }
    }
  });
  return [...found.values()]
    .map(({ entry: { name, support }, stages, on }) => ({
      name,
      support,
      stage: stages.join(' / '),
      enabled: on.length > 0,
      on,
    }))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Columns of equal width, for a terminal. */
export function gatesText(table: GatesTable): string {
  const lines = cellsOf(table);
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return `${lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n`;
}

/** A Markdown table, and below it what its cells rest on. */
export function gatesMarkdown(table: GatesTable): string {
  const [head = [], ...rows] = cellsOf(table);
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  const evidence = table.rows.flatMap(({ name, support }) => {
    const told = table.architectures.filter((architecture) => support[architecture].status !== 'Unspecified');
    const cells = told.map((architecture) => `  - ${architecture}: ${markdownText(support[architecture].evidence)}`);
    return told.length === 0 ? [] : [`- ${markdownText(name)}`, ...cells];
  });
  return `${[
    line(head),
    `|${' --- |'.repeat(head.length)}`,
    ...rows.map(line),
    '',
    thinText(table),
    ...(evidence.length === 0
      ? []
      : ['', '<details><summary>What each status rests on</summary>', '', ...evidence, '', '</details>']),
  ].join('\n')}\n`;
}

/** How much of a table rests on little, and what a reader can do about it. */
function thinText({ rows, architectures }: GatesTable): string {
  const cells = rows.flatMap(({ support }) => architectures.map((architecture) => support[architecture]));
  const count = (status: SupportStatus) => cells.filter((cell) => cell.status === status).length;
  const inferred = cells.filter((cell) => isThin(cell) && !['Unverified', 'Unspecified'].includes(cell.status)).length;
  return `Of ${cells.length} cells ${count('Unverified')} are unverified (no test shows it), ${count('Unspecified')} have no evidence at all, and ${inferred} are inferred. To add a cell, write its status in src/gates/support.ts and where you read it in src/gates/evidence.ts of polyvirt; a test that upstream runs, or a sentence of its documentation, is enough.`;
}

/** Comma-separated values with what each status rests on, for a spreadsheet. */
export function gatesCsv(table: GatesTable): string {
  const { rows, architectures, compares, clusters } = table;
  const head = [
    'gate',
    'stage',
    whereOf(table),
    ...architectures.flatMap((architecture) => [architecture, `${architecture} evidence`]),
    ...(compares ? ['parity'] : []),
  ];
  const lines = rows.map((row) => [
    row.name,
    row.stage,
    clusters === undefined ? String(row.enabled) : (row.on ?? []).map((i) => clusters[i]!).join(' '),
    ...architectures.flatMap((architecture) => [row.support[architecture].status, row.support[architecture].evidence]),
    ...(compares ? [parityOf(row, architectures[0]!, architectures[1]!)] : []),
  ]);
  return [head, ...lines].map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}

/** For programs: the shape of docs/schemas/gates.schema.json; of several clusters one object each, on a line of its own. */
export function gatesJson(
  all: readonly ReleaseGates[],
  { architectures, compares }: Pick<GatesTable, 'architectures' | 'compares'>,
): string {
  return all
    .map(({ cluster, kubevirt, rows }) => {
      const gates = rows.map((row) => ({
        name: row.name,
        stage: row.stage,
        enabled: row.enabled,
        reason: row.reason,
        support: Object.fromEntries(architectures.map((architecture) => [architecture, row.support[architecture]])),
        ...(compares ? { parity: parityOf(row, architectures[0]!, architectures[1]!) } : {}),
      }));
      return cluster === undefined
        ? `${jsonText({ kubevirt, gates }, 2)}\n`
        : `${jsonText({ cluster, kubevirt, gates })}\n`;
    })
    .join('');
}

/** Head of the column that says whether a gate is on, or where. */
function whereOf({ clusters }: GatesTable): string {
  return clusters === undefined ? 'enabled' : 'on in';
}

function cellsOf(table: GatesTable): string[][] {
  const { rows, architectures, compares, clusters } = table;
  return [
    ['gate', 'stage', whereOf(table), ...architectures, ...(compares ? ['parity'] : [])],
    ...rows.map((row) => [
      row.name,
      row.stage,
      clusters === undefined ? (row.enabled ? 'on' : 'off') : onIn(row.on ?? [], clusters),
      ...architectures.map((architecture) => shownStatus(row.support[architecture].status)),
      ...(compares ? [parityOf(row, architectures[0]!, architectures[1]!)] : []),
    ]),
  ];
}

function onIn(on: readonly number[], clusters: readonly string[]): string {
  return on.length === clusters.length
    ? `all ${clusters.length} clusters`
    : few(
        on.map((i) => clusters[i]!),
        4,
      );
}

/** The gates of one cluster. */
export interface ClusterGates {
  readonly gates: FeatureGates;
  readonly lists: GateLists;
  /** Architectures of its workload nodes; all of KubeVirt's where they are not known. */
  readonly architectures: readonly Architecture[];
  /** Whether a gate was chosen by its users, as opposed to being on by itself. */
  readonly isChoice: (row: MatrixRow) => boolean;
  /** What is not known of the gates, in words. */
  readonly note?: string;
}

/** The gates as the KubeVirt or the HyperConverged among the objects of a cluster has them. */
export function clusterGates(cluster: Cluster, title: string): ClusterGates {
  const objects = cluster.objects.map(({ object }) => object);
  const architectures = architecturesOf(cluster);
  const kubevirt = objects.find(isKubeVirt);
  const hyperConverged = objects.find(isHyperConverged);
  const { gates, lists, note } = gateStateOf(kubevirt, hyperConverged, cluster, architectures);
  // What an operator lists of its own accord.
  const untouched = hyperConverged === undefined ? undefined : { ...hyperConverged, metadata: { name: '' }, spec: {} };
  const given = kubevirt === undefined ? gateStateOf(undefined, untouched, cluster, architectures).lists : {};
  const isKnown = kubevirt !== undefined || hyperConverged !== undefined;
  const unknown = isKnown ? note : `${title} declares no KubeVirt, so only what is on by itself is known`;
  return {
    gates,
    lists,
    architectures,
    isChoice: ({ name, reason }) =>
      (reason === 'listed' || reason === 'configured') && given.featureGates?.includes(name) !== true,
    ...(unknown === undefined ? {} : { note: unknown }),
  };
}

function architecturesOf({ nodes, architectures }: Cluster): readonly Architecture[] {
  return nodes === undefined ? (architectures ?? ARCHITECTURES) : workerArchitectures(nodes);
}

/** Gates × architectures, each cell with what it rests on. */
export function gatesMarkup(table: GatesTable): string {
  const { rows, architectures, compares, clusters } = table;
  return pageTable(
    'Feature gates',
    ['gate', 'stage', whereOf(table), ...architectures, ...(compares ? ['parity'] : [])],
    rows.map((row) => ({
      id: `gate-${row.name}`,
      cells: [
        markupText(row.name),
        markupText(row.stage),
        whereMarkup(row, clusters),
        ...architectures.map((architecture) => supportMarkup(row.support[architecture])),
        ...(compares ? [parityOf(row, architectures[0]!, architectures[1]!)] : []),
      ],
      facets: {
        cluster: clusters !== undefined && row.on?.length === clusters.length ? ['*'] : (row.on ?? []).map(String),
        ...(clusters === undefined ? { state: [row.enabled ? 'on' : 'off'] } : {}),
      },
    })),
  );
}

/** The public table of a release, or the gates of clusters, as a page. */
export function gatesPage(table: GatesTable, summary: string): string {
  const choices = (values: readonly string[]) => values.map((value, i) => ({ value: String(i), text: value }));
  const filter =
    table.clusters === undefined
      ? {
          facet: 'state' as const,
          label: 'Enabled',
          choices: ['on', 'off'].map((value) => ({ value, text: value })),
        }
      : { facet: 'cluster' as const, label: 'On in', choices: choices(table.clusters) };
  return renderPage({
    title: `Feature gates: ${summary}`,
    style: THEME + FILTER_STYLE,
    script: FILTER_SCRIPT,
    body: [
      '<header>',
      '<h1>Feature gates by architecture</h1>',
      `<p>${markupText(summary)}</p>`,
      `<p class="faint">${markupText(thinText(table))}</p>`,
      '</header>',
      '<main>',
      filterForm([filter], []),
      pageSection('gates', 'Gates', gatesMarkup(table)),
      '</main>',
    ].join('\n'),
  });
}

function whereMarkup({ enabled, on = [] }: GateTableRow, clusters: readonly string[] | undefined): string {
  if (!enabled) {
    return `<span class="faint">${clusters === undefined ? 'off' : 'nowhere'}</span>`;
  }
  if (clusters === undefined) {
    return 'on';
  }
  return on.length === clusters.length && clusters.length > 1
    ? `all ${clusters.length} clusters`
    : namesMarkup(on.map((i) => clusters[i]!));
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
