import { formatPatch, OMIT_HEADERS, type StructuredPatch, structuredPatch } from 'diff';
import { oneLine } from '../../escape/characters';
import { isChanged, notJudgedText } from '../../findings/not-judged';
import type { KubeObject } from '../../kube/object';
import { emitYaml, sayable } from '../../kube/yaml/emit';
import { filePath } from '../../kube/yaml/files';
import type { ReviewReport } from '../../review/report/report';
import type { ReviewedChange } from '../../review/result';

/** A review as a unified diff of the YAML that polyvirt would write, without what is secret. */
export function renderReviewDiff({ review }: ReviewReport): string {
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
