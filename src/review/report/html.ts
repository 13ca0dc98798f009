import { markupText } from '../../findings/escape/formats';
import { renderPage, THEME } from '../../page/page';
import { EFFECT_SEVERITIES, EFFECTS, type EffectSeverity } from '../effects/effect';
import { type ChangeGroup, nameOf } from './fold';
import { PAGE_SCRIPT, PAGE_STYLE } from './html-assets';
import { assumptionLines, countedTitle, type ReviewNotes, sectionsOf } from './notes';
import type { ReviewReport } from './report';
import { changeText, type GroupField, groupFields, valueTexts } from './values';
import { effectText, few, groupText, groupTitle, headline, originText, titleWord } from './words';

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
