import { markupText } from '../findings/escape/formats';
import type { ImagesReport } from '../golden-images/report';
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
