import { extname } from 'node:path';
import { formatPatch, OMIT_HEADERS, type StructuredPatch, structuredPatch } from 'diff';
import { oneLine } from '../../findings/escape/characters';
import { isChanged, notJudgedText } from '../../findings/not-judged';
import type { KubeObject } from '../../kube/object';
import { emitYaml, sayable } from '../../kube/yaml/emit';
import { filePath } from '../../kube/yaml/files';
import type { EffectSeverity } from '../../review/effects/effect';
import { renderReviewHtml } from '../../review/report/html';
import { COMMENT_BUDGET, type Forge, renderReviewMarkdown } from '../../review/report/markdown';
import { type ReviewReport, renderReviewJson } from '../../review/report/report';
import { renderReviewSarif } from '../../review/report/sarif';
import { renderReviewText } from '../../review/report/text';
import type { ReviewedChange } from '../../review/result';
import { type Colour, paint } from './print-findings';

/** How a review is written. */
export interface WritingReview {
  readonly forge: Forge;
  readonly budget: number;
  readonly marker: string;
  readonly link?: string;
  readonly mermaid: boolean;
  readonly colour: boolean;
}

/** Every format, with the ending that its files have. */
export const REVIEW_FORMATS = {
  text: { ending: '.txt', render: (report, { colour }) => renderReviewText(report, colour ? painted : undefined) },
  markdown: { ending: '.md', render: (report, writing) => renderReviewMarkdown(report, writing) },
  html: { ending: '.html', render: renderReviewHtml },
  json: { ending: '.json', render: renderReviewJson },
  sarif: { ending: '.sarif', render: renderReviewSarif },
  diff: { ending: '.diff', render: renderReviewDiff },
} as const satisfies Record<
  string,
  { readonly ending: string; readonly render: (report: ReviewReport, writing: WritingReview) => string }
>;

/** A format of a review. */
export type ReviewFormat = keyof typeof REVIEW_FORMATS;

/** The format that a file is meant to have; nothing where its ending says none. */
export function formatOfFile(path: string): ReviewFormat | undefined {
  const ending = extname(path);
  return (Object.keys(REVIEW_FORMATS) as ReviewFormat[]).find((name) => REVIEW_FORMATS[name].ending === ending);
}

/** A review in a format. */
export function renderReview(format: ReviewFormat, report: ReviewReport, writing: WritingReview): string {
  return REVIEW_FORMATS[format].render(report, writing);
}

/** How many characters a comment may have, unless another limit is given. */
export const BUDGETS: Readonly<Record<Forge, number>> = {
  github: COMMENT_BUDGET,
  gitlab: 1_000_000,
  gitea: COMMENT_BUDGET,
};

const COLOURS = {
  rejected: 'magenta',
  destructive: 'red',
  disruptive: 'yellow',
  caution: 'cyan',
  info: 'dim',
} as const satisfies Record<EffectSeverity, Colour>;

function painted(severity: EffectSeverity, text: string): string {
  return paint(COLOURS[severity], text);
}

/** A review as a unified diff of the YAML that polyvirt would write, without what is secret. */
function renderReviewDiff({ review }: ReviewReport): string {
  const unseen = review.notJudged.filter(isChanged).map((item) => `# not judged: ${oneLine(notJudgedText(item))}\n`);
  return [...unseen, ...review.changes.map(diffOf)].join('');
}

function diffOf(change: ReviewedChange): string {
  const { before, after } = change.states ?? {};
  const hidden = new Set(change.fields.filter((field) => field.hidden === true).map(({ path }) => path));
  const [old, fresh] = [before, after].map((state) => (state === undefined ? '' : emitYaml(sayable(state))));
  const was = before === undefined ? '/dev/null' : `a/${pathOf(before as KubeObject, change)}`;
  const is = after === undefined ? '/dev/null' : `b/${pathOf(after as KubeObject, change)}`;
  const secrets = [...hidden].map((field) => `# ${oneLine(field)} differs; it is not shown\n`).join('');
  const text = unifiedDiff(old!, fresh!);
  return text === '' && secrets === ''
    ? ''
    : `# ${change.severity} ${change.effect}\n${secrets}--- ${was}\n+++ ${is}\n${text}`;
}

/**
 * Lines that may go and come before texts are no longer compared: the work grows with the square of it, and a diff of more
 * lines than these is not read line by line.
 */
const MOST_EDITS = 500;

/** A unified diff of two texts, without the lines that name files; empty where they are the same. */
export function unifiedDiff(before: string, after: string): string {
  const options = { context: 3, maxEditLength: MOST_EDITS };
  const patch = structuredPatch('', '', before, after, '', '', options) ?? replaced(before, after);
  return patch.hunks.length === 0 ? '' : formatPatch(patch, OMIT_HEADERS);
}

/** Every line goes, and every new one comes. */
function replaced(before: string, after: string): StructuredPatch {
  const [old, fresh] = [before, after].map((text) => text.split('\n').slice(0, -1));
  const lines = [...old!.map((line) => `-${line}`), ...fresh!.map((line) => `+${line}`)];
  const hunk = { oldStart: 1, oldLines: old!.length, newStart: 1, newLines: fresh!.length, lines };
  return { oldFileName: '', newFileName: '', oldHeader: '', newHeader: '', hunks: [hunk] };
}

function pathOf(object: KubeObject, { cluster }: ReviewedChange): string {
  const file = filePath(cluster ?? 'x', object, 'yaml', false);
  return cluster === undefined ? file.slice(2) : file;
}
