import { markdownText } from './escape/formats';
import type { Severity } from './finding';
import { countFindings, isFailure, type Judgement } from './judgement';
import { type NotJudged, notJudgedAdvice } from './not-judged';
import type { ShownFinding } from './shown-finding';
import { placeText, sentence, shortened, subjectText } from './text';

/** A comment on GitHub holds 65,536 characters; this leaves room for what others write around it. */
const BUDGET = 60_000;

/** Longer than the line that says how many were left out. */
const RESERVE = 200;

const TITLES = { error: 'Errors', warning: 'Warnings', info: 'Infos' } as const satisfies Record<Severity, string>;

/** Markdown for a comment or a job summary: the verdict, then a table per severity, the gravest first. */
export function renderMarkdown({ findings, notJudged, objects, strict }: Judgement): string {
  const failed = findings.some((finding) => isFailure(finding, strict));
  const count = `${objects} ${objects === 1 ? 'object' : 'objects'}`;
  const unseen = notJudged.length === 0 ? '' : `; not judged: ${notJudged.length}`;
  let text = `**polyvirt check ${failed ? 'failed' : 'passed'}**: ${count}; findings: ${countFindings(findings)}${unseen}\n`;
  text += notJudgedPart(notJudged);
  let told = 0;
  for (const severity of ['error', 'warning', 'info'] as const) {
    const rows = findings.filter((finding) => finding.severity === severity).map(rowOf);
    for (const [i, row] of rows.entries()) {
      const added = i === 0 ? `${headOf(severity)}${row}` : row;
      if (text.length + added.length > BUDGET - RESERVE) {
        return `${text}\n${leftOut(findings.length - told)}\n`;
      }
      text += added;
      told += 1;
    }
  }
  return text;
}

/** So many are told one by one. */
const MOST_NOT_JUDGED = 50;

function notJudgedPart(items: readonly NotJudged[]): string {
  const more = items.length - MOST_NOT_JUDGED;
  const lines = items.slice(0, MOST_NOT_JUDGED).map((item) => `- ${markdownText(shortened(notJudgedAdvice(item)))}\n`);
  return items.length === 0 ? '' : `\n### Not judged\n\n${lines.join('')}${more > 0 ? `- and ${more} more\n` : ''}`;
}

function headOf(severity: Severity): string {
  return `\n### ${TITLES[severity]}\n\n| Code | Object | Place | What | Fix |\n|---|---|---|---|---|\n`;
}

function leftOut(count: number): string {
  return `${count} more ${count === 1 ? 'finding was' : 'findings were'} left out for length; \`polyvirt check\` lists all.`;
}

function rowOf(finding: ShownFinding): string {
  const place = [placeText(finding), finding.path ?? ''].filter((part) => part !== '').join(', ');
  const cells = [
    finding.code,
    shortened(subjectText(finding.object)),
    shortened(place),
    sentence(finding.what),
    sentence(finding.fix),
  ];
  return `| ${cells.map(markdownText).join(' | ')} |\n`;
}
