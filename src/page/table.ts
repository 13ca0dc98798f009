import { markupText } from '../findings/escape/formats';

/** What a row can be filtered by, each with its values; see `filters.ts`. */
type Facets = Readonly<Partial<Record<Facet, readonly string[]>>>;

/** `cluster` holds positions in the list of clusters, since names would be on a page thousands of times. */
export type Facet = 'cluster' | 'arch' | 'state' | 'loss' | 'severity';

/** One row of a table. */
export interface PageRow {
  /** Markup. The first is the head of the row. */
  readonly cells: readonly string[];
  readonly facets?: Facets;
  /** What a link may lead to. */
  readonly id?: string;
}

/** A table in a region of its own, which scrolls where a screen is narrow. */
export function pageTable(label: string, head: readonly string[], rows: readonly PageRow[]): string {
  return [
    `<div class="scroll" role="region" tabindex="0" aria-label="${markupText(label)}">`,
    '<table>',
    `<thead><tr>${head.map((title) => `<th scope="col">${markupText(title)}</th>`).join('')}</tr></thead>`,
    '<tbody>',
    ...rows.map(tableRow),
    '</tbody>',
    '</table>',
    '</div>',
  ].join('\n');
}

function tableRow({ cells: [first = '', ...others], facets = {}, id }: PageRow): string {
  return `<tr${id === undefined ? '' : ` id="${markupText(id)}"`}${rowAttributes(facets)}><th scope="row">${first}</th>${others.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

/** Marks something as a row that filters find. */
function rowAttributes(facets: Facets): string {
  const said = (Object.entries(facets) as [Facet, readonly string[]][])
    .filter(([, values]) => values.length > 0)
    .map(([facet, values]) => ` data-${facet}="${markupText(values.join('|'))}"`);
  return ` data-row${said.join('')}`;
}

/** A part that unfolds. Its head is text. */
export function fold(head: string, body: string, { id, open = false }: { id?: string; open?: boolean } = {}): string {
  return `<details data-fold${id === undefined ? '' : ` id="${markupText(id)}"`}${open ? ' open' : ''}><summary>${markupText(head)}</summary>\n${body}\n</details>`;
}

/** A section with a heading that a link leads to. */
export function pageSection(id: string, title: string, body: string): string {
  return `<section data-section id="${id}">\n<h2>${markupText(title)}</h2>\n${body}\n</section>`;
}

/** A list; nothing where there is nothing in it. */
export function pageList(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.map((line) => `<li>${markupText(line)}</li>`).join('')}</ul>`;
}

/** `a, b, c`, and what is beyond a few behind a word that unfolds it. */
export function namesMarkup(names: readonly string[], most = 6): string {
  const shown = markupText(names.slice(0, most).join(', '));
  return names.length <= most + 1
    ? markupText(names.join(', '))
    : `${shown} <details class="more"><summary>and ${names.length - most} more</summary>${markupText(names.slice(most).join(', '))}</details>`;
}

/** What an id and a link can hold of a name. */
export function anchor(prefix: string, name: string): string {
  return `${prefix}-${name.replace(/[^A-Za-z0-9._-]+/g, '_')}`;
}
