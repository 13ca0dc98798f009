import type { Architecture } from '../architectures/facts';
import { csvCell, jsonText, markdownText } from '../findings/escape/formats';
import { type MatrixRow, parityOf, type SupportStatus } from '../gates/support';

/** What a table of gates shows. */
export interface GatesTable {
  readonly kubevirt: string;
  readonly rows: readonly MatrixRow[];
  readonly architectures: readonly Architecture[];
  /** Whether the second architecture is compared with the first. */
  readonly compares: boolean;
}

/** A sign for those who look, beside the word for those who search and for those who hear it read. */
export const SYMBOLS: Readonly<Record<SupportStatus, string>> = {
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

/** A Markdown table. */
export function gatesMarkdown(table: GatesTable): string {
  const [head = [], ...rows] = cellsOf(table);
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |`;
  return `${[line(head), `|${' --- |'.repeat(head.length)}`, ...rows.map(line)].join('\n')}\n`;
}

/** Comma-separated values with what each status rests on, for a spreadsheet. */
export function gatesCsv({ rows, architectures, compares }: GatesTable): string {
  const head = [
    'gate',
    'stage',
    'enabled',
    ...architectures.flatMap((architecture) => [architecture, `${architecture} evidence`]),
    ...(compares ? ['parity'] : []),
  ];
  const lines = rows.map((row) => [
    row.name,
    row.stage,
    String(row.enabled),
    ...architectures.flatMap((architecture) => [row.support[architecture].status, row.support[architecture].evidence]),
    ...(compares ? [parityOf(row, architectures[0]!, architectures[1]!)] : []),
  ]);
  return [head, ...lines].map((line) => `${line.map(csvCell).join(',')}\r\n`).join('');
}

/** For programs: the shape of docs/schemas/gates.schema.json. */
export function gatesJson({ kubevirt, rows, architectures, compares }: GatesTable): string {
  const gates = rows.map((row) => ({
    name: row.name,
    stage: row.stage,
    enabled: row.enabled,
    reason: row.reason,
    support: Object.fromEntries(architectures.map((architecture) => [architecture, row.support[architecture]])),
    ...(compares ? { parity: parityOf(row, architectures[0]!, architectures[1]!) } : {}),
  }));
  return `${jsonText({ kubevirt, gates }, 2)}\n`;
}

function cellsOf({ rows, architectures, compares }: GatesTable): string[][] {
  return [
    ['gate', 'stage', 'enabled', ...architectures, ...(compares ? ['parity'] : [])],
    ...rows.map((row) => [
      row.name,
      row.stage,
      row.enabled ? 'on' : 'off',
      ...architectures.map((architecture) => shownStatus(row.support[architecture].status)),
      ...(compares ? [parityOf(row, architectures[0]!, architectures[1]!)] : []),
    ]),
  ];
}
