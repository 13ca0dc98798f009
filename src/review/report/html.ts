import { markupText } from '../../findings/escape/formats';
import { renderPage, THEME } from '../../page/page';
import { EFFECT_SEVERITIES, EFFECTS, type EffectSeverity } from '../effects/effect';
import { type ChangeGroup, nameOf } from './fold';
import { assumptionLines, countedTitle, type ReviewNotes, sectionsOf } from './notes';
import type { ReviewReport } from './report';
import {
  changeText,
  effectText,
  few,
  type GroupField,
  groupFields,
  groupText,
  groupTitle,
  headline,
  originText,
  titleWord,
  valueTexts,
} from './words';

/**
 * What the page does beside being read: filters the changes, and unfolds them all.
 *
 * Everything is there without it. Text gets into the page by textContent only, so that nothing of a manifest is ever markup.
 */
const PAGE_SCRIPT = `
(() => {
  const byId = (id) => document.getElementById(id);
  const cards = [...document.querySelectorAll('#changes > details')];
  const words = (card, name) => JSON.parse(card.dataset[name]);
  for (const [id, name] of [['effect', 'effects'], ['cluster', 'clusters'], ['kind', 'kinds']]) {
    const all = new Set(cards.flatMap((card) => words(card, name)));
    byId(id).append(new Option('all', ''), ...[...all].sort().map((word) => new Option(word, word)));
  }
  const haystacks = new Map();
  const haystack = (card) => {
    if (!haystacks.has(card)) haystacks.set(card, (card.dataset.clusters + card.textContent).toLowerCase());
    return haystacks.get(card);
  };
  const draw = () => {
    const [search, effect, cluster, kind] = ['search', 'effect', 'cluster', 'kind'].map((id) => byId(id).value);
    const wanted = search.toLowerCase().split(/\\s+/).filter(Boolean);
    let [shown, objects] = [0, 0];
    for (const card of cards) {
      const isShown =
        (effect === '' || words(card, 'effects').includes(effect)) &&
        (cluster === '' || words(card, 'clusters').includes(cluster)) &&
        (kind === '' || words(card, 'kinds').includes(kind)) &&
        wanted.every((word) => haystack(card).includes(word));
      card.hidden = !isShown;
      if (isShown) [shown, objects] = [shown + 1, objects + Number(card.dataset.count)];
    }
    byId('count').textContent = shown + ' of ' + cards.length + ' shown, ' + objects + (objects === 1 ? ' object' : ' objects');
  };
  byId('filters').addEventListener('input', draw);
  byId('filters').addEventListener('submit', (event) => event.preventDefault());
  byId('unfold').addEventListener('click', () => {
    const open = cards.some((card) => !card.hidden && !card.open);
    for (const card of cards) if (!card.hidden) card.open = open;
    byId('unfold').textContent = open ? 'Fold all' : 'Unfold all';
  });
  byId('filters').hidden = cards.length === 0;
  draw();
})();
`;

/** The looks of the page beside the theme of all pages. */
const PAGE_STYLE = `
body { max-width: 70rem; overflow-wrap: anywhere; }
:root { --hover: #e9edf2; --old: #8f1d1d; --new: #14602b; }
@media (prefers-color-scheme: dark) { :root { --hover: #262d35; --old: #ffaba3; --new: #86d99b; } }
.headline { font-size: 1.15rem; font-weight: 600; margin: .25rem 0; }
.dim { color: var(--faint); font-size: .9rem; margin: .3rem 0; }
.blocked { background: #b00020; border-radius: .3rem; color: #fff; font-weight: 600; padding: .4rem .8rem; width: fit-content; }
.chip { border-radius: 1rem; color: #fff; display: inline-block; font-size: .8rem; font-weight: 600; padding: .05rem .65rem; white-space: nowrap; }
.chip.rejected { background: #6a1b9a; }
.chip.destructive { background: #b00020; }
.chip.disruptive { background: #9c4a06; }
.chip.caution { background: #1d5fa8; }
.chip.info { background: #55606b; }
form { align-items: end; display: flex; flex-wrap: wrap; gap: .75rem; margin-bottom: .75rem; }
label { color: var(--faint); display: flex; flex-direction: column; font-size: .8rem; }
input, select, button { background: var(--page); border: 1px solid var(--faint); border-radius: .3rem; color: var(--ink); font: inherit; max-width: 16rem; min-height: 2.2rem; min-width: 8rem; padding: .25rem .5rem; }
button { cursor: pointer; }
output { color: var(--faint); font-size: .9rem; padding-bottom: .4rem; }
#changes > details { contain-intrinsic-size: auto 5.5rem; content-visibility: auto; }
summary { display: block; list-style: none; padding: .5rem .75rem .5rem 2rem; position: relative; }
summary::-webkit-details-marker { display: none; }
summary::before { color: var(--link); content: "\\25B8"; font-size: 1.3rem; left: .7rem; line-height: 1; position: absolute; top: .6rem; }
details[open] > summary::before { content: "\\25BE"; }
summary:hover { background: var(--hover); border-radius: .4rem; }
.title { font-weight: 600; }
.some, .text { color: var(--faint); }
.name { display: inline-block; max-width: 100%; }
.text { display: block; }
.values, code { font-family: ui-monospace, monospace; font-size: .87rem; }
.values { display: block; }
del { color: var(--old); text-decoration: none; }
ins { color: var(--new); text-decoration: none; }
.body { padding: 0 0 .75rem 1.25rem; }
.fields { list-style: none; padding: 0; }
.fields > li { border-top: 1px solid var(--rule); padding: .4rem 0; }
.fields p { margin: .15rem 0; }
.names { columns: 16rem; font-size: .9rem; }
.names li { break-inside: avoid; }
@media (max-width: 40rem) {
  body { padding: .5rem .75rem 3rem; }
  label, button { flex: 1 1 40%; }
  label:first-child, output { flex-basis: 100%; }
  input, select, button { max-width: none; min-width: 0; width: 100%; }
  .body { padding-left: 0; }
}
`;

/** All of it: a policy names the hash of one style. */
const STYLE = THEME + PAGE_STYLE;

/** A review as one file that needs nothing else: everything that there is, with search and filters where scripts run. */
export function renderReviewHtml(report: ReviewReport): string {
  const { review, groups, policy, base, head, version } = report;
  const { first, next, folded, resolved } = sectionsOf(report);
  const assumptions = assumptionLines(review);
  const chips = EFFECT_SEVERITIES.toReversed()
    .filter((severity) => review.verdict.severities[severity] !== undefined)
    .map((severity) => chip(severity, `${review.verdict.severities[severity]} ${severity}`))
    .join(' ');
  const compared = [`${base} → ${head}`, review.clustered ?? '', `polyvirt ${version}`].filter((part) => part !== '');
  const body = `<header>
<h1>polyvirt review: ${markupText(titleWord(review))}</h1>
<p class="headline">${markupText(headline(review))}</p>
<p>${chips}</p>
<p class="dim">${compared.map(markupText).join('; ')}</p>
${policy.blocked ? '<p class="blocked">Blocked by policy.</p>' : ''}
</header>
<main>
${first.map(section).join('\n')}
<section>
<h2>Changes</h2>
<form id="filters" role="search" hidden="">
<label>Search <input id="search" type="search" autocomplete="off"></label>
<label>Effect <select id="effect"></select></label>
<label>Cluster <select id="cluster"></select></label>
<label>Kind <select id="kind"></select></label>
<button id="unfold" type="button">Unfold all</button>
<output id="count"></output>
</form>
<div id="changes">
${groups.map(card).join('\n')}
</div>
</section>
${next.map(section).join('\n')}
${folded.map(foldedSection).join('\n')}
${assumptions.length === 0 ? '' : unfolding('What this rests on', list(assumptions))}
${resolved.map(foldedSection).join('\n')}
</main>`;
  return renderPage({
    title: `polyvirt review: ${titleWord(review)}`,
    style: STYLE,
    script: PAGE_SCRIPT,
    body,
  });
}

/** What is seen of a group at once, and what it unfolds to. */
function card(group: ChangeGroup): string {
  const { first, members, clusters, names } = group;
  const some = names.length > 1 ? ` <span class="some">${firstNames(names)}</span>` : '';
  const effects = [first.effect, ...first.fields.map(({ effect }) => effect)];
  const word = first.severity === first.effect ? '' : `${first.effect} `;
  return `<details data-effects="${words(effects)}" data-clusters="${words(clusters)}" data-kinds="${words([first.object.kind])}" data-count="${members.length}">
<summary>${chip(first.severity, first.severity)} ${word}<span class="title">${markupText(groupTitle(group))}</span>${some}
<span class="values">${markupText(changeText(group))}</span>
<span class="text">${markupText(groupText(group))}</span></summary>
<div class="body">
${bodyOf(group)}
</div>
</details>`;
}

function bodyOf(group: ChangeGroup): string {
  const { first, members, clusters, names } = group;
  const origin = originText(group);
  const fields = groupFields(group);
  const own = fields.flatMap(({ values }, i) => (values.length > 1 ? [i] : []));
  const line = (text: string) => `<p class="dim">${markupText(text)}</p>`;
  return [
    line(`${first.effect}: ${EFFECTS[first.effect]}.`),
    clusters.length > 1 ? line(`Clusters: ${clusters.join(', ')}`) : '',
    origin === undefined ? '' : line(`From ${origin}`),
    fields.length === 0 ? '' : `<ul class="fields">${fields.map(fieldItem).join('')}</ul>`,
    own.length === 0 && names.length > 1 ? namesList(names.map(markupText)) : '',
    own.length === 0 ? '' : namesList(members.map((member) => ownItem(group, member, own))),
    fields.length > 0 ? '' : line(`Read in ${first.source}`),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function fieldItem({ field, path, values }: GroupField): string {
  const [only, ...others] = values;
  const shown = others.length > 0 || only === undefined ? `${values.length} different changes, below` : arrow(only);
  return `<li><code>${breakable(path)}</code> <span class="values">${shown}</span>
<p>${chip(field.severity, field.effect)} ${markupText(effectText(field))}</p>
<p class="dim">Read in ${markupText(field.source)}</p></li>`;
}

/** An object with those of its values in which it differs from others of its group. */
function ownItem({ clusters }: ChangeGroup, member: ChangeGroup['first'], own: readonly number[]): string {
  const name = `${nameOf(member)}${clusters.length > 1 ? ` in ${member.cluster}` : ''}`;
  const values = own.map((i) => arrow(valueTexts(member.fields[i]!)));
  return `${markupText(name)} <span class="values">${values.join('<br/>')}</span>`;
}

function arrow([before, after]: readonly [string, string]): string {
  return `<del>${markupText(before)}</del> → <ins>${markupText(after)}</ins>`;
}

/** Names each in one line, as long as they fit into one: a hyphen in them is no place to break. */
function firstNames(names: readonly string[]): string {
  // The comma stays with its name.
  return few(names, 3)
    .split(/(?<=,) | (?=and \d+ more$)/)
    .map((word) => `<span class="name">${markupText(word)}</span>`)
    .join(' ');
}

/** A path that may go on in another line where a step begins. */
function breakable(path: string): string {
  return path
    .split(/(?<=\.)|(?=\[)/)
    .map(markupText)
    .join('<wbr/>');
}

function chip(severity: EffectSeverity, text: string): string {
  return `<span class="chip ${severity}">${markupText(text)}</span>`;
}

function words(all: readonly string[]): string {
  return markupText(JSON.stringify([...new Set(all)]));
}

function section(notes: ReviewNotes): string {
  return `<section><h2>${markupText(notes.title)}</h2>${noteList(notes)}</section>`;
}

function foldedSection(notes: ReviewNotes): string {
  return unfolding(countedTitle(notes), noteList(notes));
}

function noteList({ notes }: ReviewNotes): string {
  const items = notes.map(({ text, members }) =>
    members.length > 1 ? unfolding(text, namesList(members.map(markupText))) : markupText(text),
  );
  return `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

function unfolding(summary: string, body: string): string {
  return `<details><summary>${markupText(summary)}</summary><div class="body">${body}</div></details>`;
}

function namesList(items: readonly string[]): string {
  return `<ul class="names">${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
}

function list(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${markupText(line)}</li>`).join('')}</ul>`;
}
