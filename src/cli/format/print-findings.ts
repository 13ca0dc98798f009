import { oneLine } from '../../findings/escape/characters';
import type { Finding, Severity } from '../../findings/finding';
import { shownFinding } from '../../findings/shown-finding';
import { renderText } from '../../findings/text';
import { type ClusterResult, type KindCount, objectCount } from '../../sinks/render-cluster';
import type { CommandIo } from '../start/io';

/** Writes findings for a person, one after the other. */
export function printFindings(findings: readonly Finding[], io: CommandIo): void {
  const painted = io.colour ? inColour : plain;
  for (const finding of findings) {
    io.err(`${renderText(shownFinding(finding), painted)}\n`);
  }
}

function plain(_: Severity, text: string): string {
  return text;
}

const COLOURS = { error: 'red', warning: 'yellow', info: 'cyan' } as const satisfies Record<Severity, Colour>;

function inColour(severity: Severity, text: string): string {
  return paint(COLOURS[severity], text);
}

/** Codes of a terminal, by what polyvirt uses them for; `end` undoes any of them but `dim`, which has its own. */
const CODES = { red: 31, yellow: 33, cyan: 36, magenta: 35, dim: 2 } as const;

export type Colour = keyof typeof CODES;

/**
 * Stands for what begins a command of a terminal until the text has passed the gate, which lets none through. It is another
 * in every process, so that no file can say it.
 */
const KEY = `colour-${Math.random().toString(36).slice(2)}${Math.random().toString(36).slice(2)}`;

const PAINTED = new RegExp(`${KEY}\\[(\\d+)m`, 'g');

/** A text with a colour, for `out` and `err` of a command. What it is made of stays text. */
export function paint(colour: Colour, text: string): string {
  return `${KEY}[${CODES[colour]}m${text}${KEY}[${colour === 'dim' ? 22 : 39}m`;
}

/** The same as a terminal takes it. */
export function inColours(text: string): string {
  return text.replace(PAINTED, '\u001b[$1m');
}

/** More clusters than a reader reads about one by one. */
const MOST_CLUSTERS = 50;

/**
 * What was synthesized, a line per cluster and kind; of a large fleet, a line per kind.
 *
 *     edge       KubeVirt         1
 *                VirtualMachine   4   amd64 2, arm64 2
 */
export function summaryTable(all: readonly Pick<ClusterResult, 'name' | 'kinds'>[]): string {
  const clusters = all.length > MOST_CLUSTERS ? [{ name: '(all)', kinds: sumOf(all) }] : all;
  const rows = clusters.flatMap(({ name, kinds }) =>
    kinds.map((kind, i) => [i === 0 ? name : '', kind.kind, String(kind.count), architectures(kind)].map(oneLine)),
  );
  const total = all.reduce((sum, cluster) => sum + objectCount(cluster), 0);
  const table = [['cluster', 'kind', 'objects', 'architectures'], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => row[column]!.length)));
  const lines = table.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const count = `${all.length} ${all.length === 1 ? 'cluster' : 'clusters'}, ${total} ${total === 1 ? 'object' : 'objects'}`;
  return [...lines, count].join('\n');
}

/**
 * What each cluster is, and where its files are; nothing of a large fleet.
 *
 *     dist/edge  KubeVirt 1.9; control plane amd64, VMs on amd64 and arm64
 */
export function clusterLines(
  all: readonly Pick<ClusterResult, 'name' | 'about'>[],
  folderOf: (name: string) => string,
): string[] {
  const told = all.length > MOST_CLUSTERS ? [] : all.filter(({ about }) => about !== '');
  const rows = told.map(({ name, about }) => [folderOf(name), about].map(oneLine));
  const width = Math.max(0, ...rows.map(([folder]) => folder!.length));
  return rows.map(([folder, about]) => `${folder!.padEnd(width)}  ${about}`);
}

function sumOf(clusters: readonly Pick<ClusterResult, 'kinds'>[]): KindCount[] {
  const sums = new Map<string, { kind: string; count: number; architectures: Record<string, number> }>();
  for (const { kind, count, architectures: counts } of clusters.flatMap(({ kinds }) => kinds)) {
    const sum = sums.get(kind) ?? { kind, count: 0, architectures: {} };
    sum.count += count;
    for (const [name, more] of Object.entries(counts)) {
      sum.architectures[name] = (sum.architectures[name] ?? 0) + more;
    }
    sums.set(kind, sum);
  }
  return [...sums.values()];
}

function architectures({ architectures: counts }: KindCount): string {
  return Object.entries(counts)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}

/** The first few of a list, and how many more there are; nothing where there are none. */
export function few(what: string, all: readonly string[], colon = ': '): string {
  const more = all.length > 3 ? ` and ${all.length - 3} more` : '';
  return all.length === 0 ? '' : `; ${what}${colon}${all.slice(0, 3).join(', ')}${more}`;
}

/** Of which kinds there are objects that no rule is about: silence says nothing of those. */
export function unjudgedText(count: number, kinds: readonly string[]): string {
  return count === 0 ? '' : few(`of kinds that are not judged: ${count}, of`, kinds, ' ');
}
