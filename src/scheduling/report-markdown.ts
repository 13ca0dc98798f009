import { oneLine } from '../escape/characters';
import { markdownText } from '../escape/markdown';
import type { PlaceReport, WorkloadReport } from './report';
import { changeText, few, groupName, groupsOf, modeText, type ReportGroup, reasonsOf } from './report-groups';
import { headOf, migrationLines, rolloutText, stateOf } from './report-text';
import { shownName } from './workload';

/** A report for a comment or a job summary. */
export function placeMarkdown(report: PlaceReport, title: string): string {
  const groups = groupsOf(report.workloads);
  const pending = groups.filter(({ first }) => first.pending);
  return [
    `**${cell(title)}**: ${cell(headOf(report))}`,
    '',
    modeText(report),
    ...report.assumed.map((each) => `\nTaken for granted: ${cell(each)}.`),
    '',
    `| workload | fits | unknown | not | ${report.mode === 'packed' ? 'put on' : 'state'} | why not elsewhere |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...groups.map((group) => rowOf(group, report)),
    ...list('Pending for ever', pending.map(pendingText)),
    ...list(
      'Live migration',
      groups.flatMap(({ first }) => migrationLines(first).map((line) => `${cell(shownName(first))} ${cell(line)}`)),
    ),
    ...(report.without === undefined
      ? []
      : list(
          `Without ${report.without.lost.map(({ said }) => cell(said)).join(', ')}`,
          [
            ...report.without.stranded.map((each) => `${cell(`${each.kind} ${shownName(each)}`)} has nowhere to go`),
            ...report.without.unsure.map((each) => `${cell(`${each.kind} ${shownName(each)}`)}: not known`),
          ],
          'every workload that can run has somewhere else to go',
        )),
    ...(report.rollouts === undefined
      ? []
      : list(
          'Rolling updates',
          report.rollouts.map((each) => cell(rolloutText(each))),
        )),
    '',
  ].join('\n');
}

function rowOf(group: ReportGroup, { nodes, mode }: PlaceReport): string {
  const { first } = group;
  const reasons = [...reasonsOf(first.rejects), ...reasonsOf(first.unknown)].map(
    ({ reason, detail, nodes: names }) => `${names.length} ${reason} (${detail})`,
  );
  return `| ${[
    groupName(group),
    `${first.fits.length}/${nodes.length}`,
    String(first.unknown.length),
    String(first.rejects.length),
    stateOf(first, mode),
    few(reasons, 4),
  ]
    .map(cell)
    .join(' | ')} |`;
}

function pendingText(group: ReportGroup): string {
  const { first }: { readonly first: WorkloadReport } = group;
  return `**${cell(groupName(group))}**: ${cell(first.message)} Smallest change: ${cell(changeText(first))}`;
}

function list(name: string, lines: readonly string[], none?: string): string[] {
  const all = lines.length === 0 && none !== undefined ? [none] : lines;
  return all.length === 0 ? [] : ['', `### ${name}`, '', ...all.map((line) => `- ${line}`)];
}

/** A name is shown as it is, also where it has several lines: it is no sentence. */
function cell(text: string): string {
  return markdownText(oneLine(text));
}
