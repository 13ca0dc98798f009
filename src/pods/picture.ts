import { markupText } from '../findings/escape/formats';
import { renderPage } from '../page/page';
import { drainLines, drainTitle } from './drain';
import { type Card, fitted, type NodeBlock, type Picture, pictureOf, wrapped, type Zone } from './picture-model';
import { changeText, few, groupName, groupsOf, modeText, type ReportGroup, reasonsOf } from './place-groups';
import type { PlaceReport } from './place-report';
import { headOf, migrationLines, rolloutText, stateOf } from './place-text';
import { shownName } from './workload';

const WIDTH = 1200;
const SIDE = 300;
const GAP = 12;
const FONT = { title: 18, head: 13, small: 11 } as const;

/** How large cards are: with names of workloads, or only with their number where there are many nodes. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly chips: number;
}

/** Cards of one size, and what a node says that has none of the workloads. */
interface CardStyle extends Size {
  readonly nothing: string;
}

const LARGE: Size = { width: 200, height: 92, chips: 3 };
const SMALL: Size = { width: 128, height: 44, chips: 1 };

/** Up to this many cards there is room for names. */
const MOST_LARGE = 60;

/** Colours for light and dark, and letters of one width, so that what fits is known. */
const PICTURE_STYLE = `
.pv { --bg: #ffffff; --panel: #f4f5f7; --line: #c9ced6; --text: #1c2128; --soft: #57606a; --card: #ffffff; --bad: #b42318; --badbg: #fdeceb;
  --amd64: #1f6feb; --arm64: #18794e; --s390x: #8250df; --other: #57606a; --chip: #e6eefb;
  font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace; }
@media (prefers-color-scheme: dark) {
  .pv { --bg: #0d1117; --panel: #161b22; --line: #3d444d; --text: #e6edf3; --soft: #9da7b3; --card: #1c2128; --bad: #ff8f85; --badbg: #2d1513;
    --amd64: #79b0ff; --arm64: #5fd39b; --s390x: #c8a6ff; --other: #9da7b3; --chip: #22304a; }
}
.pv text { fill: var(--text); }
.pv .bg { fill: var(--bg); }
.pv .panel { fill: var(--panel); stroke: var(--line); }
.pv .card { fill: var(--card); stroke-width: 1.5; }
.pv .amd64 { --kind: var(--amd64); }
.pv .arm64 { --kind: var(--arm64); }
.pv .s390x { --kind: var(--s390x); }
.pv .other { --kind: var(--other); }
.pv text.kind { fill: var(--kind); }
.pv rect.kind { stroke: var(--kind); }
.pv .cordoned { stroke-dasharray: 5 4; }
.pv .soft { fill: var(--soft); }
.pv .bad { fill: var(--bad); }
.pv .badbox { fill: var(--badbg); stroke: var(--bad); }
.pv .chip { fill: var(--chip); }
.pv .open { fill: none; stroke: var(--soft); stroke-dasharray: 3 3; }
`;

/** A picture by itself: zones, nodes by architecture, workloads in them, and beside it those that fit nowhere. */
export function placeSvg(report: PlaceReport, title: string): string {
  return drawn(report, title, '', `<style>${PICTURE_STYLE}</style>`);
}

/**
 * The picture, for a page that has the style already.
 *
 * @param id what keeps names apart where a page has several
 */
function drawn(report: PlaceReport, title: string, id: string, style = ''): string {
  const isAlone = style !== '';
  const picture = pictureOf(report);
  const size = {
    ...(picture.cards <= MOST_LARGE ? LARGE : SMALL),
    nothing: report.mode === 'packed' ? 'nothing was put here' : 'nothing can run here',
  };
  const main = picture.outside.length === 0 ? WIDTH - 2 * GAP : WIDTH - SIDE - 3 * GAP;
  const head = headOfPicture(report, picture, isAlone ? title : undefined);
  const body = stacked(
    picture.zones.map((zone) => (y: number) => zonePanel(zone, GAP, y, main, size)),
    head.end,
  );
  const side =
    picture.outside.length === 0 ? { svg: '', end: 0 } : outsidePanel(picture.outside, WIDTH - SIDE - GAP, head.end);
  const height = Math.ceil(Math.max(body.end, side.end) + GAP);
  const [name, about] = [`pv-title${id}`, `pv-desc${id}`];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="pv" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" ` +
      `height="${height}" role="img" aria-labelledby="${name} ${about}">`,
    `<title id="${name}">${markupText(`Where workloads of ${title} can run`)}</title>`,
    `<desc id="${about}">${markupText(`${headOf(report)}. ${picture.folded ?? ''}`)}</desc>`,
    style,
    `<rect class="bg" width="${WIDTH}" height="${height}"/>`,
    head.svg,
    body.svg,
    side.svg,
    '</svg>\n',
  ].join('\n');
}

interface Drawn {
  readonly svg: string;
  /** Where it ends, from the top. */
  readonly end: number;
}

function stacked(parts: readonly ((y: number) => Drawn)[], start: number): Drawn {
  let y = start;
  const svg = parts.map((part) => {
    const made = part(y);
    y = made.end + GAP;
    return made.svg;
  });
  return { svg: svg.join('\n'), end: parts.length === 0 ? start : y - GAP };
}

/** What a page says around the picture is not said again in it. */
function headOfPicture(report: PlaceReport, { folded }: Picture, title: string | undefined): Drawn {
  const width = WIDTH - 2 * GAP;
  const way =
    report.mode === 'packed'
      ? 'Workloads are where they were put, one after the other in the order of names.'
      : 'A workload is in every node that it can run on; one that runs is where it runs.';
  const words = [
    ...(title === undefined ? [] : wrapped(headOf(report), width, FONT.head, 2)),
    ...wrapped(`${way} A dashed chip: not known. A dashed node: cordoned.`, width, FONT.head, 3),
    ...(title === undefined ? [] : wrapped(modeText(report), width, FONT.head, 3)),
    ...(folded === undefined ? [] : wrapped(`Folded: ${folded}.`, width, FONT.head, 2)),
  ];
  const start = title === undefined ? 22 : 52;
  const lines = words.map((line, i) => text(GAP, start + i * 18, line, FONT.head, 'soft'));
  return {
    svg: [
      ...(title === undefined ? [] : [text(GAP, 30, fitted(title, width, FONT.title), FONT.title, '', 'bold')]),
      ...lines,
    ].join('\n'),
    end: start + words.length * 18,
  };
}

function zonePanel({ name, nodes, blocks }: Zone, x: number, y: number, width: number, size: CardStyle): Drawn {
  const label = `${name === undefined ? 'no zone known' : `zone ${name}`} · ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
  const inside = stacked(
    blocks.map((block) => (at: number) => blockOf(block, x + GAP, at, width - 2 * GAP, size)),
    y + 32,
  );
  const end = inside.end + GAP;
  return {
    svg: [
      `<g role="group" aria-label="${markupText(label)}">`,
      `<rect class="panel" x="${x}" y="${y}" width="${width}" height="${end - y}" rx="8"/>`,
      text(x + GAP, y + 21, fitted(label, width - 2 * GAP, FONT.head), FONT.head, '', 'bold'),
      inside.svg,
      '</g>',
    ].join('\n'),
    end,
  };
}

function blockOf(
  { architecture, nodes, cards }: NodeBlock,
  x: number,
  y: number,
  width: number,
  size: CardStyle,
): Drawn {
  const columns = Math.max(1, Math.floor((width + 8) / (size.width + 8)));
  // A class and no style of its own: the policy of a page allows one style only.
  const kind = `kind ${['amd64', 'arm64', 's390x'].includes(architecture) ? architecture : 'other'}`;
  const rows = Math.ceil(cards.length / columns);
  const label = `${architecture === '' ? 'unknown architecture' : architecture} · ${nodes} ${nodes === 1 ? 'node' : 'nodes'}`;
  return {
    svg: [
      `<text x="${x}" y="${y + 12}" font-size="${FONT.small}" class="${kind}" ` +
        `font-weight="bold">${markupText(fitted(label, width, FONT.small))}</text>`,
      ...cards.map((card, i) =>
        cardOf(
          card,
          x + (i % columns) * (size.width + 8),
          y + 20 + Math.floor(i / columns) * (size.height + 8),
          size,
          kind,
        ),
      ),
    ].join('\n'),
    end: y + 20 + rows * (size.height + 8) - 8,
  };
}

function cardOf(card: Card, x: number, y: number, size: CardStyle, kind: string): string {
  const { label, nodes, chips } = card;
  const isCordoned = nodes.every(({ cordoned }) => cordoned);
  const inner = size.width - 16;
  const names =
    nodes.length === 1
      ? nodes[0]!.name
      : `${nodes.length} nodes: ${few(
          nodes.map(({ name }) => name),
          20,
        )}`;
  const told = chips.map(({ label: name, sure }) => `${name}${sure ? '' : ' (not known)'}`);
  const tooltip = `${names}${isCordoned ? ', cordoned' : ''}. ${chips.length === 0 ? size.nothing : few(told, 40)}`;
  const lines = size.chips > 1 ? largeChips(card, isCordoned, x, y, size) : smallLine(card, isCordoned, x, y, size);
  return [
    `<g role="img" aria-label="${markupText(tooltip)}"><title>${markupText(tooltip)}</title>`,
    `<rect class="card ${kind}${isCordoned ? ' cordoned' : ''}" x="${x}" y="${y}" width="${size.width}" ` +
      `height="${size.height}" rx="6"/>`,
    text(x + 8, y + 17, fitted(label, inner, FONT.small), FONT.small, '', 'bold'),
    lines,
    '</g>',
  ].join('');
}

function largeChips(
  { chips }: Card,
  isCordoned: boolean,
  x: number,
  y: number,
  { width, chips: most, nothing }: CardStyle,
): string {
  if (chips.length === 0) {
    return text(x + 8, y + 37, isCordoned ? 'cordoned' : nothing, FONT.small, 'soft');
  }
  const shown = chips.length <= most ? chips : chips.slice(0, most - 1);
  const rest = chips.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  return [
    ...shown.map(({ label, sure }, i) => {
      const top = y + 25 + i * 21;
      return [
        `<rect class="${sure ? 'chip' : 'open'}" x="${x + 6}" y="${top}" width="${width - 12}" height="18" rx="4"/>`,
        text(x + 12, top + 13, fitted(label, width - 24, FONT.small), FONT.small),
      ].join('');
    }),
    ...(rest === 0 ? [] : [text(x + 12, y + 25 + shown.length * 21 + 13, `+ ${rest} more`, FONT.small, 'soft')]),
  ].join('');
}

function smallLine({ chips }: Card, isCordoned: boolean, x: number, y: number, { width }: Size): string {
  const count = chips.reduce((sum, each) => sum + each.count, 0);
  const open = chips.every(({ sure }) => !sure) && count > 0 ? '?' : '';
  const words =
    count === 0
      ? isCordoned
        ? 'cordoned'
        : 'none'
      : chips.length === 1 && count === 1
        ? `${chips[0]!.label}${open}`
        : `${count} workloads${open}`;
  return text(x + 8, y + 34, fitted(words, width - 16, FONT.small), FONT.small, 'soft');
}

/** More are told in the other formats. */
const MOST_OUTSIDE = 40;

function outsidePanel(groups: readonly ReportGroup[], x: number, y: number): Drawn {
  const count = groups.reduce((sum, { all }) => sum + all.length, 0);
  const width = SIDE - 2 * GAP;
  const boxes = stacked(
    groups.slice(0, MOST_OUTSIDE).map((group) => (top: number) => {
      const { first } = group;
      const lines = [
        ...wrapped(first.message, width - 16, FONT.small, 6).map((line) => ({ line, kind: '' })),
        ...wrapped(`Smallest change: ${changeText(first)}`, width - 16, FONT.small, 8).map((line) => ({
          line,
          kind: 'soft',
        })),
      ];
      const height = 30 + lines.length * 15;
      return {
        svg: [
          `<g role="img" aria-label="${markupText(`${groupName(group)}: ${first.message}`)}"><title>${markupText(`${groupName(group)}: ${first.message} Smallest change: ${changeText(first)}`)}</title>`,
          `<rect class="badbox" x="${x + GAP}" y="${top}" width="${width}" height="${height}" rx="6"/>`,
          text(x + GAP + 8, top + 18, fitted(groupName(group), width - 16, FONT.small), FONT.small, 'bad', 'bold'),
          ...lines.map(({ line, kind }, i) => text(x + GAP + 8, top + 35 + i * 15, line, FONT.small, kind)),
          '</g>',
        ].join(''),
        end: top + height,
      };
    }),
    y + 32,
  );
  const more = groups.length - MOST_OUTSIDE;
  const end = boxes.end + GAP + (more > 0 ? 20 : 0);
  return {
    svg: [
      `<g role="group" aria-label="${markupText(`Fits nowhere: ${count}`)}">`,
      `<rect class="panel" x="${x}" y="${y}" width="${SIDE}" height="${end - y}" rx="8"/>`,
      text(x + GAP, y + 21, `fits nowhere · ${count}`, FONT.head, 'bad', 'bold'),
      boxes.svg,
      ...(more > 0 ? [text(x + GAP, end - 12, `and ${more} more, in the other formats`, FONT.small, 'soft')] : []),
      '</g>',
    ].join('\n'),
    end,
  };
}

function text(x: number, y: number, words: string, size: number, kind = '', weight = ''): string {
  return `<text x="${x}" y="${y}" font-size="${size}"${kind === '' ? '' : ` class="${kind}"`}${weight === '' ? '' : ` font-weight="${weight}"`}>${markupText(words)}</text>`;
}

const PAGE_STYLE = `
:root { color-scheme: light dark; --page: #ffffff; --ink: #1c2128; --faint: #57606a; --rule: #d0d7de; --warn: #b42318; }
@media (prefers-color-scheme: dark) { :root { --page: #0d1117; --ink: #e6edf3; --faint: #9da7b3; --rule: #3d444d; --warn: #ff8f85; } }
body { margin: 0 auto; max-width: 1240px; padding: 20px; background: var(--page); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
svg { width: 100%; min-width: 60rem; height: auto; display: block; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 16px 0; }
th, td { text-align: left; vertical-align: top; padding: 6px 10px; border-bottom: 1px solid var(--rule); overflow-wrap: break-word; }
td ul { margin: 0; padding-left: 18px; }
.pending { color: var(--warn); font-weight: 600; }
.faint { color: var(--faint); }
@media (max-width: 40rem) {
  table, tbody, tr, th, td { display: block; }
  thead { display: none; }
  tr { border-bottom: 1px solid var(--rule); padding: 6px 0; }
  th, td { border: 0; padding: 2px 0; }
  td[data-label]::before { color: var(--faint); content: attr(data-label) ": "; font-weight: 400; }
  td ul { display: inline-block; }
}
`;

/** All of it: a policy names the hash of one style. */
const STYLE = PAGE_STYLE + PICTURE_STYLE;

/** A page without a script. */
export function placeHtml(places: readonly { readonly title: string; readonly report: PlaceReport }[]): string {
  const titles = places.map(({ title }) => title).join(', ');
  return renderPage({
    title: `Where workloads run: ${titles}`,
    style: STYLE,
    body: places.map(({ title, report }, i) => section(title, report, i)).join('\n'),
  });
}

function section(title: string, report: PlaceReport, i: number): string {
  const groups = groupsOf(report.workloads);
  const { without, drain, rollouts } = report;
  return [
    '<section>',
    `<h1>${markupText(title)}</h1>`,
    `<p>${markupText(headOf(report))}</p>`,
    `<p class="faint">${markupText(modeText(report))}</p>`,
    ...report.assumed.map((each) => `<p class="faint">Assumed: ${markupText(each)}.</p>`),
    `<div class="scroll" role="region" tabindex="0" aria-label="Picture">${drawn(report, title, `-${i}`)}</div>`,
    ...(without === undefined
      ? []
      : list(`Without ${without.lost.map(({ said }) => said).join(', ')}`, [
          ...without.stranded.map((each) => `${each.kind} ${shownName(each)} has nowhere to go`),
          ...without.unsure.map((each) => `${each.kind} ${shownName(each)}: not known`),
        ])),
    ...(drain === undefined ? [] : list(drainTitle(drain), drainLines(drain))),
    ...(rollouts === undefined ? [] : list('Rolling updates', rollouts.map(rolloutText))),
    '<div class="scroll" role="region" tabindex="0" aria-label="Workloads">',
    '<table>',
    '<thead><tr><th scope="col">workload</th><th scope="col">state</th><th scope="col">can run on</th><th ' +
      'scope="col">not elsewhere, because</th></tr></thead>',
    '<tbody>',
    ...groups.map(({ first, all }) => {
      const reasons = [
        ...reasonsOf(first.rejects).map(({ reason, detail, nodes }) => `${few(nodes, 4)}: ${reason} (${detail})`),
        ...reasonsOf(first.unknown).map(({ detail, nodes }) => `${few(nodes, 4)}: not known: ${detail}`),
        ...migrationLines(first),
        ...(first.pending ? [`Smallest change: ${changeText(first)}`] : []),
      ];
      return `<tr><th scope="row">${markupText(groupName({ first, all }))}</th><td data-label="state"${first.pending ? ' class="pending"' : ''}>${markupText(
        stateOf(first, report.mode),
      )}</td><td data-label="can run on">${markupText(`${first.fits.length} of ${report.nodes.length}${first.fits.length === 0 ? '' : `: ${few(first.fits)}`}`)}</td><td${reasons.length === 0 ? '' : ' data-label="not elsewhere, because"'}><ul>${reasons
        .slice(0, MOST_REASONS)
        .map((reason) => `<li>${markupText(reason)}</li>`)
        .join(
          '',
        )}${reasons.length > MOST_REASONS ? `<li>and ${reasons.length - MOST_REASONS} more</li>` : ''}</ul></td></tr>`;
    }),
    '</tbody>',
    '</table>',
    '</div>',
    '</section>',
  ].join('\n');
}

/** A page is for reading; every reason of every node is in JSON. */
const MOST_REASONS = 12;

function list(title: string, lines: readonly string[]): string[] {
  const all = lines.length === 0 ? ['every workload that can run has somewhere else to go'] : lines;
  return [`<h2>${markupText(title)}</h2>`, `<ul>${all.map((line) => `<li>${markupText(line)}</li>`).join('')}</ul>`];
}
