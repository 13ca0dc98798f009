import { markupText } from '../findings/escape/formats';
import type { Support } from '../gates/registry';
import { parityOf } from '../gates/support';
import { FILTER_SCRIPT, FILTER_STYLE, filterForm } from '../page/filters';
import { namesMarkup, pageSection, pageTable, renderPage, THEME } from '../page/page';
import { type GatesTable, type GateTableRow, shownStatus, thinText, whereOf } from './gates-table';

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
