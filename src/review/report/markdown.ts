import { markdownTagText, markdownText } from '../../findings/escape/formats';
import { EFFECT_SEVERITIES } from '../effects/effect';
import { type ChangeGroup, nameOf } from './fold';
import { assumptionLines, countedTitle, type ReviewNote, type ReviewNotes, sectionsOf } from './notes';
import type { ReviewReport } from './report';
import {
  changeText,
  effectText,
  effectWords,
  few,
  type GroupField,
  groupFields,
  groupText,
  groupTitle,
  headline,
  many,
  originText,
  shortPath,
  titleWord,
  valueTexts,
} from './words';

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

/** Changes in sight; what more there is unfolds. */
const ROWS_IN_SIGHT = 25;

/** As many notes of one sort are in sight, and are kept where there is little room. */
const NOTES_IN_SIGHT = 20;

/** Names that a line unfolds to; the page has all. */
const MOST_NAMES = 100;

const WEIGHTS = {
  title: 1100,
  head: 1000,
  note: 900,
  line: 800,
  details: 500,
  moreNotes: 400,
  assumption: 300,
  resolved: 200,
  drawing: 100,
} as const;

/** A comment: the verdict, who changes and from what to what, findings that appear; the rest unfolds. */
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
  const { first, next, folded, resolved } = sectionsOf(report);
  const assumptions = assumptionLines(review);
  const inSight = { open: `\n${TABLE_HEAD}`, close: '' };
  const more = foldedFrame(many(groups.length - ROWS_IN_SIGHT, 'more change'), TABLE_HEAD);
  const fields = foldedFrame('Every field, and where it is made');
  return [
    block(`${markerOf(options.marker)}\n${title(report)}`, WEIGHTS.title, 'title'),
    block(head(report, options), WEIGHTS.head, 'verdict'),
    ...first.flatMap((section) => noteBlocks(section)),
    ...groups.map((group, i) => ({
      ...block(row(group), WEIGHTS.line - rank(group), 'change'),
      within: i < ROWS_IN_SIGHT ? inSight : more,
    })),
    ...next.flatMap((section) => noteBlocks(section)),
    ...(options.mermaid && groups.length > 1 ? [block(drawing(report), WEIGHTS.drawing, 'drawing')] : []),
    ...groups
      .filter((group) => group.first.fields.length > 0 || group.first.origin !== undefined || group.names.length > 1)
      .map((group) => ({
        ...block(unfolded(group), WEIGHTS.details - rank(group), 'list of fields'),
        within: fields,
      })),
    ...folded.flatMap((section) => noteBlocks(section, WEIGHTS.moreNotes, foldedFrame(countedTitle(section)))),
    ...assumptions
      .map((line) => block(`- ${markdownText(line)}\n`, WEIGHTS.assumption, 'assumption'))
      .map(within(foldedFrame('What this rests on'))),
    ...resolved.flatMap((section) => noteBlocks(section, WEIGHTS.resolved, foldedFrame(countedTitle(section)))),
  ];
}

const TABLE_HEAD = '| Effect | Who | Before → after | What happens |\n|---|---|---|---|\n';

function block(text: string, weight: number, part: string): TextBlock {
  return { text, weight, part };
}

function within(frame: Frame): (block: TextBlock) => TextBlock {
  return (each) => ({ ...each, within: frame });
}

function foldedFrame(summary: string, open = ''): Frame {
  return { open: `\n<details><summary>${markdownTagText(summary)}</summary>\n\n${open}`, close: '\n</details>\n' };
}

/** Notes of one sort: in sight under their title, or where they are folded in a frame that has it. */
function noteBlocks({ title: of, notes }: ReviewNotes, weight?: number, frame?: Frame): TextBlock[] {
  const inSight = frame ?? { open: `\n**${of}**\n\n`, close: '' };
  const more = foldedFrame(many(notes.length - NOTES_IN_SIGHT, 'more note'));
  return notes.map((note, i) => ({
    ...block(noteText(note), weight ?? (i < NOTES_IN_SIGHT ? WEIGHTS.note - i : WEIGHTS.moreNotes), 'note'),
    within: frame === undefined && i >= NOTES_IN_SIGHT ? more : inSight,
  }));
}

function noteText({ text, members }: ReviewNote): string {
  return members.length > 1
    ? `- <details><summary>${markdownTagText(text)}</summary>${markdownTagText(few(members, MOST_NAMES))}</details>\n`
    : `- ${markdownText(text)}\n`;
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
  const compared = [counts, `${base} → ${to}`, review.clustered ?? ''].filter((part) => part !== '');
  return [
    policy.blocked ? warning : '',
    `**${markdownText(headline(review))}**\n`,
    `\n${compared.map(markdownText).join('; ')}\n`,
  ].join('');
}

function row(group: ChangeGroup): string {
  const { names } = group;
  const who = `${groupTitle(group)}${names.length > 1 ? `: ${few(names, 3)}` : ''}`;
  return tableRow([effectWords(group.first), who, changeText(group), groupText(group)]);
}

function unfolded(group: ChangeGroup): string {
  const { first, names, clusters } = group;
  const origin = originText(group);
  const fields = groupFields(group);
  const rows = fields.slice(0, MOST_FIELDS).map(({ field, path, values }) => {
    const [[before, after]] = values as [readonly [string, string]];
    const shown = values.length === 1 ? [before, after] : ['differs', 'by object'];
    return tableRow([path, ...shown, `${field.effect}: ${effectText(field)}`]);
  });
  const more = fields.length - rows.length;
  const own = ownValues(group, fields);
  return [
    `**${markdownText(groupTitle(group))}**: ${first.effect}\n\n`,
    clusters.length > 1 ? `Clusters: ${markdownText(few(clusters, MOST_NAMES))}\n\n` : '',
    names.length > 3 && own.length === 0 ? `Objects: ${markdownText(few(names, MOST_NAMES))}\n\n` : '',
    origin === undefined ? '' : `From ${markdownText(origin)}\n\n`,
    rows.length === 0 ? '' : `| Field | Before | After | Effect |\n|---|---|---|---|\n${rows.join('')}\n`,
    more > 0 ? `${many(more, 'more field')}.\n\n` : '',
    own.length === 0 ? '' : `| Object | Field | Before | After |\n|---|---|---|---|\n${own.join('')}\n`,
  ].join('');
}

/** Values of each object, where they differ. */
function ownValues({ members, clusters }: ChangeGroup, fields: readonly GroupField[]): string[] {
  const differing = fields.flatMap(({ values }, i) => (values.length > 1 ? [i] : []));
  const rows = members.flatMap((member) =>
    differing.map((i) => {
      const who = `${nameOf(member)}${clusters.length > 1 ? ` in ${member.cluster}` : ''}`;
      const field = member.fields[i]!;
      return tableRow([who, shortPath(field.path), ...valueTexts(field)]);
    }),
  );
  const more = rows.length - MOST_NAMES;
  return more > 0 ? [...rows.slice(0, MOST_NAMES), tableRow([`and ${more} more`, '', '', ''])] : rows;
}

function tableRow(cells: readonly string[]): string {
  return `| ${cells.map(markdownText).join(' | ')} |\n`;
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
  /** What stands around it and its neighbours; it is written where any of them is. */
  readonly within?: Frame;
}

/** Lines before and after blocks that belong together: the head of a table, the tags of what unfolds. */
interface Frame {
  readonly open: string;
  readonly close: string;
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
  const frames = new Set<Frame>();
  let left = budget;
  for (const { block, i } of order) {
    const { text, within } = block;
    const frame = within === undefined || frames.has(within) ? 0 : within.open.length + within.close.length;
    if (text.length + frame > left) {
      break;
    }
    left -= text.length + frame;
    kept.add(i);
    if (within !== undefined) {
      frames.add(within);
    }
  }
  const cut = new Map<string, number>();
  blocks.forEach(({ part }, i) => {
    if (!kept.has(i)) {
      cut.set(part, (cut.get(part) ?? 0) + 1);
    }
  });
  return { text: written(blocks.filter((_, i) => kept.has(i))), cut };
}

/** Blocks in their order, each run of neighbours in its frame. */
function written(blocks: readonly TextBlock[]): string {
  return blocks
    .map(({ text, within }, i) => {
      const isFirst = within !== undefined && blocks[i - 1]?.within !== within;
      const isLast = within !== undefined && blocks[i + 1]?.within !== within;
      return `${isFirst ? within.open : ''}${text}${isLast ? within.close : ''}`;
    })
    .join('');
}
