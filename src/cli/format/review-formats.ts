import { extname } from 'node:path';
import type { EffectSeverity } from '../../review/effects/effect';
import { renderReviewHtml } from '../../review/report/html';
import { renderReviewJson } from '../../review/report/json';
import { COMMENT_BUDGET, type Forge, renderReviewMarkdown } from '../../review/report/markdown';
import type { ReviewReport } from '../../review/report/report';
import { renderReviewSarif } from '../../review/report/sarif';
import { renderReviewText } from '../../review/report/text';
import { type Colour, paint } from './colours';
import { renderReviewDiff } from './review-diff';

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

/** How many characters a comment may have, unless somebody says otherwise. */
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
