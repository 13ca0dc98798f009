import { oneLine } from '../../escape/characters';
import { isChanged, notJudgedText } from '../../findings/not-judged';
import type { KubeObject } from '../../kube/object';
import { emitYaml } from '../../kube/yaml/emit';
import { filePath } from '../../kube/yaml/files';
import { sayable } from '../../kube/yaml/sayable';
import type { ReviewReport } from '../../review/report/report';
import type { ReviewedChange } from '../../review/result';
import { unifiedDiff } from './unified-diff';

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

function pathOf(object: KubeObject, { cluster }: ReviewedChange): string {
  const file = filePath(cluster ?? 'x', object, 'yaml', false);
  return cluster === undefined ? file.slice(2) : file;
}
