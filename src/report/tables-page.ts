import { oneLine } from '../findings/escape/characters';
import { markdownText, markupText } from '../findings/escape/formats';
import type { ImagesReport } from '../golden-images/report';
import { largest } from '../kube/object';
import { FILTER_SCRIPT, FILTER_STYLE, type Filter, filterForm } from '../page/filters';
import { pageSection, renderPage, THEME } from '../page/page';
import { FACTS_AS_OF } from '../target/facts';
import { type HypervisorsTable, hypervisorSections, LEGEND } from './hypervisors-table';
import { hypervisorTables, imagesMarkup } from './sections';

/** `polyvirt hypervisors --format html`. */
export function hypervisorsPage(table: HypervisorsTable): string {
  const sections = hypervisorSections(table);
  return tablesPage('Hypervisors', `Facts of ${FACTS_AS_OF}; ${LEGEND}.`, hypervisorTables(sections), []);
}

/** `polyvirt images --format html`. */
export function imagesPage(reports: readonly { readonly title: string; readonly report: ImagesReport }[]): string {
  const clusters = reports.map(({ title }, i) => ({ value: String(i), text: title }));
  const architectures = [
    ...new Set(reports.flatMap(({ report }) => report.images.flatMap(({ imported }) => imported ?? []))),
  ].sort();
  return tablesPage(
    'Golden images by architecture',
    `Clusters: ${reports.length}; data as of ${FACTS_AS_OF}.`,
    imagesMarkup(reports.map((each, cluster) => ({ ...each, cluster }))),
    [
      { facet: 'cluster', label: 'Cluster', choices: clusters },
      {
        facet: 'arch',
        label: 'Imported for',
        choices: architectures.map((each) => ({ value: each, text: each })),
      },
    ],
  );
}

function tablesPage(title: string, about: string, body: string, filters: readonly Filter[]): string {
  return renderPage({
    title: `polyvirt: ${title}`,
    style: THEME + FILTER_STYLE,
    script: FILTER_SCRIPT,
    body: [
      `<header><h1>${markupText(title)}</h1><p class="faint">${markupText(about)}</p></header>`,
      '<main>',
      filterForm(
        filters.filter(({ choices }) => choices.length > 1),
        [],
      ),
      pageSection('tables', 'Tables', body),
      '</main>',
    ].join('\n'),
  });
}

/** The images of several clusters in one table, before each of them is told by itself; nothing of one cluster. */
export function imagesTable(
  reports: readonly { readonly title: string; readonly report: ImagesReport }[],
  format: 'text' | 'markdown',
): string[] {
  if (reports.length < 2) {
    return [];
  }
  const names = [...new Set(reports.flatMap(({ report }) => report.images.map(({ name }) => name)))].sort();
  const rows = [
    ['cluster', ...names, 'alerts that would fire'],
    ...reports.map(({ title, report }) => [title, ...names.map((name) => cellOf(report, name)), alertsOf(report)]),
  ];
  if (format === 'markdown') {
    const lines = rows.map((row) => `| ${row.map(markdownText).join(' | ')} |`);
    return [[lines[0], `|${'---|'.repeat(rows[0]!.length)}`, ...lines.slice(1), ''].join('\n')];
  }
  const shown = rows.map((row) => row.map(oneLine));
  const widths = shown[0]!.map((_, i) => largest(shown.map((row) => row[i]!.length)));
  const lines = shown.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
  return [`${lines.join('\n')}\n`];
}

/** Architectures that it is imported for. */
function cellOf({ images }: ImagesReport, name: string): string {
  const image = images.find((each) => each.name === name);
  if (image === undefined) {
    return '-';
  }
  const { imported, shared } = image;
  return imported === null
    ? 'not known'
    : imported.length > 0
      ? imported.join(', ')
      : shared
        ? 'one for all'
        : 'skipped';
}

function alertsOf({ alerts }: ImagesReport): string {
  return (
    alerts
      .filter(({ firing }) => firing)
      .map(({ name }) => name)
      .join(', ') || 'none'
  );
}
