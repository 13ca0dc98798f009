import { markupText } from '../findings/escape/formats';
import { renderPage } from '../page/page';
import { drainLines, drainTitle } from './drain-report';
import { drawn, PICTURE_STYLE } from './picture';
import type { PlaceReport } from './report';
import { changeText, few, groupName, groupsOf, modeText, reasonsOf } from './report-groups';
import { headOf, migrationLines, rolloutText, stateOf } from './report-text';
import { shownName } from './workload';

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
    ...report.assumed.map((each) => `<p class="faint">Taken for granted: ${markupText(each)}.</p>`),
    `<div class="scroll">${drawn(report, title, `-${i}`)}</div>`,
    ...(without === undefined
      ? []
      : list(`Without ${without.lost.map(({ said }) => said).join(', ')}`, [
          ...without.stranded.map((each) => `${each.kind} ${shownName(each)} has nowhere to go`),
          ...without.unsure.map((each) => `${each.kind} ${shownName(each)}: not known`),
        ])),
    ...(drain === undefined ? [] : list(drainTitle(drain), drainLines(drain))),
    ...(rollouts === undefined ? [] : list('Rolling updates', rollouts.map(rolloutText))),
    '<div class="scroll">',
    '<table>',
    '<thead><tr><th scope="col">workload</th><th scope="col">state</th><th scope="col">can run on</th><th scope="col">not elsewhere, because</th></tr></thead>',
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
