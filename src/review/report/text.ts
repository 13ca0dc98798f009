import { oneLine } from '../../findings/escape/characters';
import { EFFECT_SEVERITIES, type EffectSeverity } from '../effects/effect';
import type { ChangeGroup } from './fold';
import { assumptionLines, notesOf } from './notes';
import type { ReviewReport } from './report';
import { effectText, few, groupTitle, headline, originText, valueTexts } from './words';

/** Gives a word of a weight its colour, or leaves it alone. */
type PaintEffect = (severity: EffectSeverity, text: string) => string;

/** A review for a terminal: the verdict, what else is to know, then every change. */
export function renderReviewText(report: ReviewReport, paint: PaintEffect = (_severity, text) => text): string {
  const { review, groups } = report;
  const { worst, severities } = review.verdict;
  const counts = EFFECT_SEVERITIES.toReversed()
    .filter((severity) => severities[severity] !== undefined)
    .map((severity) => paint(severity, `${severities[severity]} ${severity}`))
    .join(', ');
  const lines = [headline(review), ...(worst === null ? [] : [counts])];
  for (const { title, lines: told } of notesOf(report)) {
    lines.push('', `${title}:`, ...told.map((line) => `  ${oneLine(line)}`));
  }
  for (const group of groups) {
    lines.push('', ...groupLines(group, paint));
  }
  const assumptions = assumptionLines(review);
  if (assumptions.length > 0) {
    lines.push('', 'What this rests on:', ...assumptions.map((line) => `  - ${oneLine(line)}`));
  }
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
      `  ${effectText(first)}`,
      ...(names.length > 1 ? [`  ${few(names, 8)}`] : []),
      ...(clusters.length > 1 ? [`  in ${few(clusters, 8)}`] : []),
      ...(origin === undefined ? [] : [`  from ${origin}`]),
      ...first.fields.flatMap((field) => [
        `    ${field.path}: ${valueTexts(field).join(' → ')}`,
        ...(first.fields.length > 1 ? [`      ${field.effect}: ${effectText(field)}`] : []),
      ]),
    ].map(oneLine),
  ];
}
