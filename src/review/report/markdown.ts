import { markdownTagText, markdownText } from '../../findings/escape/formats';
import { EFFECT_SEVERITIES } from '../effects/effect';
import type { ChangeGroup } from './fold';
import { assumptionLines, notesOf } from './notes';
import type { ReviewReport } from './report';
import { effectText, few, groupTitle, headline, many, originText, titleWord, valueTexts } from './words';

/** Where a comment goes: the forges differ in how they mark what is important. */
export type Forge = 'github' | 'gitlab' | 'gitea';

/** The longest comment that GitHub takes. */
export const COMMENT_BUDGET = 65_536;

/** How a comment is written. */
export interface MarkdownOptions {
  readonly forge: Forge;
  /** Characters that it may have. */
  readonly budget: number;
  /** Which comment of a pull request this is, where there are several. */
  readonly marker: string;
  /** Where the whole is, for what was cut. */
  readonly link?: string;
  /** Whether to draw the effects. */
  readonly mermaid: boolean;
}

/** By this line a job finds its comment again and replaces it. */
function markerOf(name: string): string {
  return `<!-- polyvirt-review: ${name.replace(/[^\w./-]/g, '-')} -->`;
}

/** More fields of one change than these say nothing more. */
const MOST_FIELDS = 40;

/** As many notes of one sort come before the changes; the others only where there is room. */
const FIRST_NOTES = 20;

const WEIGHTS = {
  title: 1100,
  head: 1000,
  note: 900,
  line: 800,
  details: 500,
  moreNotes: 400,
  assumption: 300,
  drawing: 100,
} as const;

/** A comment: the verdict, what else is to know, a line for each change, and its fields to unfold. */
export function renderReviewMarkdown(report: ReviewReport, options: MarkdownOptions): string {
  const blocks = blocksOf(report, options);
  const link = linkOf(options);
  // Room for the line that says what was cut, as long as if that were everything.
  const { cut: all } = fitBlocks(blocks, 0);
  const { text, cut } = fitBlocks(blocks, options.budget - cutLine(all, link).length - 2);
  return cut.size === 0 ? text : `${text}\n${cutLine(cut, link)}\n`;
}

/** An address that is as long as the comment itself leaves no room to say anything. */
function linkOf({ link, budget }: MarkdownOptions): string | undefined {
  const written = link === undefined ? undefined : encodeURI(link).replaceAll('(', '%28').replaceAll(')', '%29');
  return written === undefined || written.length > budget / 2 ? undefined : written;
}

function blocksOf(report: ReviewReport, options: MarkdownOptions): TextBlock[] {
  const { review, groups } = report;
  const details = groups.filter(({ first }) => first.fields.length > 0 || first.origin !== undefined);
  const assumptions = assumptionLines(review);
  return [
    block(`${markerOf(options.marker)}\n${title(report)}`, WEIGHTS.title, 'title'),
    block(head(report, options), WEIGHTS.head, 'verdict'),
    ...(options.mermaid && groups.length > 1 ? [block(drawing(report), WEIGHTS.drawing, 'drawing')] : []),
    ...notesOf(report).flatMap(({ title: of, lines }) =>
      lines.map((line, i) =>
        block(
          `${i === 0 ? `\n**${of}**\n\n` : ''}- ${markdownText(line)}\n`,
          i < FIRST_NOTES ? WEIGHTS.note - i : WEIGHTS.moreNotes,
          'note',
        ),
      ),
    ),
    ...groups.map((group, i) =>
      block(`${i === 0 ? TABLE_HEAD : ''}${row(group)}`, WEIGHTS.line - rank(group), 'change'),
    ),
    ...details.map((group, i) =>
      block(`${i === 0 ? '\n' : ''}${unfolded(group)}`, WEIGHTS.details - rank(group), 'list of fields'),
    ),
    ...(assumptions.length === 0
      ? []
      : [
          block(
            `\n<details><summary>What this rests on</summary>\n\n${assumptions.map((line) => `- ${markdownText(line)}\n`).join('')}\n</details>\n`,
            WEIGHTS.assumption,
            'assumption',
          ),
        ]),
  ];
}

const TABLE_HEAD = '\n| Severity | Effect | What changes | What happens |\n|---|---|---|---|\n';

function block(text: string, weight: number, part: string): TextBlock {
  return { text, weight, part };
}

/** The worse, the later it is cut. */
function rank({ first }: ChangeGroup): number {
  return 10 * (EFFECT_SEVERITIES.length - EFFECT_SEVERITIES.indexOf(first.severity));
}

function title({ review }: ReviewReport): string {
  return `### polyvirt review: ${titleWord(review)}\n\n`;
}

function head({ review, policy, base, head: to }: ReviewReport, { forge }: MarkdownOptions): string {
  const { severities } = review.verdict;
  const counts = EFFECT_SEVERITIES.toReversed()
    .filter((severity) => severities[severity] !== undefined)
    .map((severity) => `${severities[severity]} ${severity}`)
    .join(', ');
  const warning = forge === 'github' ? '> [!CAUTION]\n> Blocked by policy.\n\n' : '> **Blocked by policy.**\n\n';
  return [
    policy.blocked ? warning : '',
    `**${markdownText(headline(review))}**\n`,
    counts === '' ? '' : `\n${counts}; ${markdownText(base)} → ${markdownText(to)}\n`,
  ].join('');
}

function row(group: ChangeGroup): string {
  const { first, names } = group;
  const which = names.length > 1 ? `: ${few(names, 3)}` : '';
  const cells = [first.severity, first.effect, `${groupTitle(group)}${which} (${first.change})`, effectText(first)];
  return `| ${cells.map(markdownText).join(' | ')} |\n`;
}

function unfolded(group: ChangeGroup): string {
  const { first, names, clusters } = group;
  const origin = originText(group);
  const fields = first.fields.slice(0, MOST_FIELDS).map((field) => {
    const cells = [field.path, valueTexts(field)[0], valueTexts(field)[1], `${field.effect}: ${effectText(field)}`];
    return `| ${cells.map(markdownText).join(' | ')} |\n`;
  });
  const more = first.fields.length - fields.length;
  return [
    `<details><summary>${markdownTagText(groupTitle(group))}: ${first.effect}</summary>\n\n`,
    clusters.length > 1 ? `Clusters: ${markdownText(few(clusters, 20))}\n\n` : '',
    names.length > 3 ? `Objects: ${markdownText(few(names, 20))}\n\n` : '',
    origin === undefined ? '' : `From ${markdownText(origin)}\n\n`,
    fields.length === 0 ? '' : `| Field | Before | After | Effect |\n|---|---|---|---|\n${fields.join('')}`,
    more > 0 ? `\n${many(more, 'more field')}.\n` : '',
    '\n</details>\n',
  ].join('');
}

function drawing({ review }: ReviewReport): string {
  const slices = Object.entries(review.verdict.effects).map(([effect, count]) => `  "${effect}" : ${count}\n`);
  return `\n\`\`\`mermaid\npie title Objects by effect\n${slices.join('')}\`\`\`\n`;
}

const PLURALS: Readonly<Record<string, string>> = {
  note: 'notes',
  change: 'changes',
  'list of fields': 'lists of fields',
  assumption: 'assumptions',
};

function cutLine(cut: ReadonlyMap<string, number>, link: string | undefined): string {
  const parts = [...cut].map(([part, count]) => (count === 1 ? `1 ${part}` : `${count} ${PLURALS[part] ?? part}`));
  const whole =
    link === undefined
      ? 'The whole is in the HTML page that polyvirt review --write review.html writes.'
      : `[The whole](${link}) has them.`;
  return `Left out for length, the least important first: ${parts.join(', ')}. ${whole}`;
}

/** A piece of a text that is there as a whole or not at all. */
interface TextBlock {
  readonly text: string;
  /** The larger, the later it is cut. */
  readonly weight: number;
  /** What it is one of, for saying what was cut: `change`, `finding`. */
  readonly part: string;
}

/** What of a text fits, and how many of each part do not. */
interface Fitted {
  readonly text: string;
  readonly cut: ReadonlyMap<string, number>;
}

/**
 * As many blocks as fit, in their order, the least important cut first.
 *
 * The first part that does not fit ends it: nothing less important takes its place.
 */
export function fitBlocks(blocks: readonly TextBlock[], budget: number): Fitted {
  const order = blocks.map((block, i) => ({ block, i })).sort((a, b) => b.block.weight - a.block.weight || a.i - b.i);
  const kept = new Set<number>();
  let left = budget;
  for (const { block, i } of order) {
    if (block.text.length > left) {
      break;
    }
    left -= block.text.length;
    kept.add(i);
  }
  const cut = new Map<string, number>();
  blocks.forEach(({ part }, i) => {
    if (!kept.has(i)) {
      cut.set(part, (cut.get(part) ?? 0) + 1);
    }
  });
  return {
    text: blocks
      .filter((_, i) => kept.has(i))
      .map(({ text }) => text)
      .join(''),
    cut,
  };
}
