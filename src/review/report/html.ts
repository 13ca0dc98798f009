import { embeddedJson, markupText } from '../../findings/escape/formats';
import { renderPage } from '../../page/page';
import { EFFECT_SEVERITIES, EFFECTS } from '../effects/effect';
import type { ChangeGroup } from './fold';
import { PAGE_SCRIPT, PAGE_STYLE } from './html-assets';
import { assumptionLines, notesOf } from './notes';
import type { ReviewReport } from './report';
import { effectText, groupTitle, headline, originText, titleWord, valueTexts } from './words';

/** A review as one file that needs nothing else: everything that there is, with search and filters. */
export function renderReviewHtml(report: ReviewReport): string {
  const { review, groups, policy, base, head, version } = report;
  const notes = notesOf(report)
    .map(({ title, lines }) => `<section><h2>${markupText(title)}</h2>${list(lines)}</section>`)
    .join('\n');
  const assumptions = assumptionLines(review);
  const chips = EFFECT_SEVERITIES.toReversed()
    .filter((severity) => review.verdict.severities[severity] !== undefined)
    .map((severity) => `<span class="chip ${severity}">${review.verdict.severities[severity]} ${severity}</span>`)
    .join(' ');
  const body = `<header>
<h1>polyvirt review: ${markupText(titleWord(review))}</h1>
<p class="headline">${markupText(headline(review))}</p>
<p>${chips}</p>
<p class="dim">${markupText(base)} → ${markupText(head)}, polyvirt ${markupText(version)}</p>
${policy.blocked ? '<p class="blocked">Blocked by policy.</p>' : ''}
</header>
${notes}
<section>
<h2>Changes</h2>
<form id="filters" role="search">
<label>Search <input id="search" type="search" autocomplete="off"></label>
<label>Effect <select id="effect"></select></label>
<label>Cluster <select id="cluster"></select></label>
<label>Kind <select id="kind"></select></label>
<output id="count"></output>
</form>
<div id="changes"></div>
<noscript><p>This page needs JavaScript to list the changes.</p></noscript>
</section>
${assumptions.length === 0 ? '' : `<section><h2>What this rests on</h2>${list(assumptions)}</section>`}
<script type="application/json" id="data">${embeddedJson(groups.map(pageGroup))}</script>
`;
  return renderPage({
    title: `polyvirt review: ${titleWord(review)}`,
    style: PAGE_STYLE,
    script: PAGE_SCRIPT,
    body: body.trimEnd(),
  });
}

/** What the page needs of a group. */
function pageGroup(group: ChangeGroup): object {
  const { first, names, clusters, changes } = group;
  const origin = originText(group);
  return {
    title: groupTitle(group),
    kind: first.object.kind,
    change: first.change,
    effect: first.effect,
    meaning: EFFECTS[first.effect],
    severity: first.severity,
    text: effectText(first),
    source: first.source,
    names,
    clusters,
    count: changes.length,
    ...(origin === undefined ? {} : { origin }),
    fields: first.fields.map((field) => ({
      path: field.path,
      before: valueTexts(field)[0],
      after: valueTexts(field)[1],
      effect: field.effect,
      severity: field.severity,
      text: effectText(field),
      source: field.source,
    })),
  };
}

function list(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${markupText(line)}</li>`).join('')}</ul>`;
}
