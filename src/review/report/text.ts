import { oneLine } from '../../findings/escape/characters';
import { EFFECT_SEVERITIES, type EffectSeverity } from '../effects/effect';
import type { ChangeGroup } from './fold';
import { assumptionLines, countedTitle, type ReviewNotes, sectionsOf } from './notes';
import type { ReviewReport } from './report';
import { effectText, few, groupFields, groupText, groupTitle, headline, originText } from './words';

/** Gives a word of a weight its colour, or leaves it alone. */
type PaintEffect = (severity: EffectSeverity, text: string) => string;

/** A review for a terminal: the verdict, every change, what appears, and what is resolved last. */
export function renderReviewText(report: ReviewReport, paint: PaintEffect = (_severity, text) => text): string {
  const { review, groups } = report;
  const { worst, severities } = review.verdict;
  const counts = EFFECT_SEVERITIES.toReversed()
    .filter((severity) => severities[severity] !== undefined)
    .map((severity) => paint(severity, `${severities[severity]} ${severity}`))
    .join(', ');
  const lines = [headline(review), ...(worst === null ? [] : [counts])];
  const { first, next, folded, resolved } = sectionsOf(report);
  const tell = (sections: readonly ReviewNotes[]) =>
    sections.flatMap((each) => ['', `${each.title}:`, ...each.notes.map(({ text }) => `  ${oneLine(text)}`)]);
  lines.push(...tell(first));
  for (const group of groups) {
    lines.push('', ...groupLines(group, paint));
  }
  lines.push(...tell([...next, ...folded]));
  if (review.clustered !== undefined) {
    lines.push('', 'Clusters:', `  ${oneLine(review.clustered)}`);
  }
  const assumptions = assumptionLines(review);
  if (assumptions.length > 0) {
    lines.push('', 'What this rests on:', ...assumptions.map((line) => `  - ${oneLine(line)}`));
  }
  lines.push(...tell(resolved.map((each) => ({ ...each, title: countedTitle(each) }))));
  return `${lines.join('\n')}\n`;
}

function groupLines(group: ChangeGroup, paint: PaintEffect): string[] {
  const { first, names, clusters } = group;
  const origin = originText(group);
  // Colour comes after the escape, which would show it.
  const head = `${paint(first.severity, first.severity)} ${oneLine(`${first.effect}: ${groupTitle(group)} (${first.change})`)}`;
  return [
    head,
    ...[
      `  ${groupText(group)}`,
      ...(names.length > 1 ? [`  ${few(names, 8)}`] : []),
      ...(clusters.length > 1 ? [`  in ${few(clusters, 8)}`] : []),
      ...(origin === undefined ? [] : [`  from ${origin}`]),
      ...groupFields(group).flatMap(({ field, path, values }) => [
        `    ${path}: ${few(
          values.map((pair) => pair.join(' → ')),
          8,
        )}`,
        ...(first.fields.length > 1 ? [`      ${field.effect}: ${effectText(field)}`] : []),
      ]),
    ].map(oneLine),
  ];
}
