import { contentPolicy, markupText } from '../findings/escape/formats';
import { hash } from '../kube/hash';

/** What a page is made of. */
interface PageParts {
  /** Text, not markup. */
  readonly title: string;
  readonly style: string;
  /** The one script that the page may run; absent where it runs none. */
  readonly script?: string;
  /** Markup, in which everything that came from a file is escaped already. */
  readonly body: string;
}

/**
 * A page that needs nothing beside itself: no address, no font, and only its own style and script, which its policy names by
 * their hashes.
 */
export function renderPage({ title, style, script, body }: PageParts): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    contentPolicy((text) => hash('sha256', text, 'base64'), style, script),
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${markupText(title)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    body,
    ...(script === undefined ? [] : [`<script>${script}</script>`]),
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** Colours of a page for light and dark screens; every text on its background has a contrast of 4.5 or more. */
export const THEME = `
:root { color-scheme: light dark; --page: #ffffff; --panel: #f4f5f7; --ink: #1c2128; --faint: #57606a; --rule: #d0d7de; --link: #0a58b8;
  --bad: #b42318; --warn: #8a4b00; --good: #136b43; --info: #3b5b87; --mark: #fff3c4; }
@media (prefers-color-scheme: dark) { :root { --page: #0d1117; --panel: #161b22; --ink: #e6edf3; --faint: #9da7b3; --rule: #3d444d; --link: #79b0ff;
  --bad: #ff8f85; --warn: #f0b35a; --good: #5fd39b; --info: #9db8dd; --mark: #3d3310; } }
@media print { :root { color-scheme: light; --page: #ffffff; --panel: #ffffff; --ink: #000000; --faint: #333333; --rule: #999999; --link: #000000;
  --bad: #8f1a11; --warn: #6b3a00; --good: #0d5233; --info: #24446f; --mark: #ffffff; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 80rem; padding: 1rem 1.25rem 4rem; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
ul { margin: .25rem 0; padding-left: 1.25rem; }
.faint { color: var(--faint); }
.bad { color: var(--bad); font-weight: 600; }
.warn { color: var(--warn); font-weight: 600; }
.good { color: var(--good); }
.info { color: var(--info); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; font-size: .93rem; }
caption { text-align: left; color: var(--faint); padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--rule); overflow-wrap: break-word; }
td ul { margin: 0; padding-left: 1.1rem; }
details { border: 1px solid var(--rule); border-radius: .4rem; margin: .4rem 0; background: var(--panel); }
details > :not(summary) { margin-left: .75rem; margin-right: .75rem; }
.n { white-space: nowrap; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
summary { cursor: pointer; padding: .45rem .75rem; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
@media print { details::details-content { content-visibility: visible; block-size: auto; } form, nav { display: none !important; } }
`;

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
  return names.length <= most + 1
    ? unbroken(names)
    : `${unbroken(names.slice(0, most))} <details class="more"><summary>and ${names.length - most} more</summary>${unbroken(names.slice(most))}</details>`;
}

/** A name of this length fits into a line of a phone. */
const LONGEST_UNBROKEN = 36;

/** `a, b-1, c`: a browser would go on in another line after the hyphen of a name. */
function unbroken(names: readonly string[]): string {
  return names
    .map((name) =>
      name.includes('-') && name.length <= LONGEST_UNBROKEN
        ? `<span class="n">${markupText(name)}</span>`
        : markupText(name),
    )
    .join(', ');
}

/** What an id and a link can hold of a name. */
export function anchor(prefix: string, name: string): string {
  return `${prefix}-${name.replace(/[^A-Za-z0-9._-]+/g, '_')}`;
}
