import { oneLine } from '../findings/escape/characters';
import { markdownText } from '../findings/escape/formats';
import { largest } from '../kube/object';
import { drainLines, drainTitle } from './drain';
import { changeText, few, groupName, groupsOf, modeText, type ReportGroup, reasonsOf } from './place-groups';
import type { LossReport, PlaceReport, Rollout, WorkloadReport } from './place-report';
import { shownName } from './workload';

/** A report for a person at a terminal. */
export function placeText(report: PlaceReport, title: string): string {
  const groups = groupsOf(report.workloads);
  return [
    `${title}: ${headOf(report)}`,
    modeText(report),
    ...report.assumed.map((each) => `Assumed: ${each}.`),
    ...section('', tableOf(groups, report)),
    ...groups.flatMap((group) => ['', ...detailsOf(group, report)]),
    ...(report.without === undefined ? [] : ['', ...lossOf(report.without)]),
    ...(report.drain === undefined
      ? []
      : ['', `${drainTitle(report.drain)}:`, ...drainLines(report.drain).map((line) => `  ${line}`)]),
    ...(report.rollouts === undefined
      ? []
      : ['', 'Rolling updates:', ...report.rollouts.map((each) => `  ${rolloutText(each)}`)]),
    '',
    ...lastLines(report),
    '',
  ]
    .map(oneLine)
    .join('\n');
}

/** `3 workloads on 10 nodes (amd64 6, arm64 4); pending: 1`. */
export function headOf({ workloads, nodes, pending }: PlaceReport): string {
  const counts = new Map<string, number>();
  for (const { architecture } of nodes) {
    counts.set(architecture, (counts.get(architecture) ?? 0) + 1);
  }
  const architectures = [...counts].map(([name, count]) => `${name || 'unknown'} ${count}`).join(', ');
  return (
    `${plural(workloads.length, 'workload')} on ${plural(nodes.length, 'node')} (${architectures}); pending ` +
    `forever: ${pending.length}`
  );
}

/** What kube-scheduler would say of what stays Pending, or how many nodes there are for the others. */
function lastLines({ workloads }: PlaceReport): string[] {
  const pending = groupsOf(workloads.filter((each) => each.pending));
  return pending.length === 0
    ? ['Nothing is Pending forever.']
    : pending.map((group) => `${groupName(group)}: ${group.first.message}`);
}

function tableOf(groups: readonly ReportGroup[], { mode, nodes }: PlaceReport): string[] {
  const head = ['workload', 'fits', 'unknown', 'not', mode === 'packed' ? 'put on' : 'state'];
  const rows = groups.map((group) => [
    groupName(group),
    `${group.first.fits.length}/${nodes.length}`,
    String(group.first.unknown.length),
    String(group.first.rejects.length),
    stateOf(group.first, mode),
  ]);
  const table = [head, ...rows];
  const widths = head.map((_, i) => largest(table.map((row) => row[i]!.length)));
  return table.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  );
}

/** In a word: whether it can run. */
export function stateOf(
  { fits, pending, placedOn, runsOn, unknown, halted }: WorkloadReport,
  mode: PlaceReport['mode'],
): string {
  if (pending) {
    return 'PENDING';
  }
  if (runsOn !== undefined) {
    return `runs on ${runsOn}`;
  }
  if (mode === 'packed' && placedOn !== undefined) {
    return placedOn;
  }
  if (mode === 'packed' && halted === true && fits.length > 0) {
    return 'halted';
  }
  return fits.length > 0 ? 'can run' : unknown.length > 0 ? 'not known' : 'PENDING';
}

function detailsOf(group: ReportGroup, { mode }: PlaceReport): string[] {
  const { first } = group;
  const { fits, unknown, rejects, migration, doubts, pending } = first;
  // Where all are put somewhere, what each could have had is too much to read.
  if (mode === 'packed' && !pending && first.placedOn !== undefined && migration === undefined) {
    return [`${groupName(group)}: on ${first.placedOn}`];
  }
  return [
    groupName(group),
    ...(group.all.length > 1 && first.spawnedBy === undefined ? [`  are: ${few(group.all.map(shownName), 12)}`] : []),
    ...(fits.length === 0 ? [] : [`  can run on: ${few(fits, 12)}`]),
    ...reasonsOf(unknown).map(({ detail, nodes }) => `  not known on ${few(nodes)}: ${detail}`),
    ...reasonsOf(rejects).map(({ reason, detail, nodes }) => `  not on ${few(nodes)}: ${reason} (${detail})`),
    ...(migration === undefined ? [] : migrationLines(first).map((line) => `  ${line}`)),
    ...doubts.filter((doubt) => unknown[0]?.detail !== doubt).map((doubt) => `  not known: ${doubt}`),
    ...(pending ? [`  Pending forever. Smallest change: ${changeText(first)}`, `  ${first.message}`] : []),
  ];
}

/** Where a guest can be moved while it runs. */
export function migrationLines({ migration }: WorkloadReport): string[] {
  if (migration === undefined) {
    return [];
  }
  if (migration.obstacle !== undefined) {
    return [`cannot migrate: ${migration.obstacle}`];
  }
  return [
    ...(migration.open ?? []).map((each) => `whether it can migrate is not known: ${each}`),
    ...migration.targets.map(({ from, to, unknown }) => {
      const known =
        to.length === 0 ? 'nowhere' : to.length === 1 && from.length === 1 && to[0] === from[0] ? 'nowhere' : few(to);
      const open = unknown.length === 0 ? '' : `${to.length === 0 ? '' : '; '}not known: ${few(unknown)}`;
      return `migrates from ${few(from)} to ${to.length === 0 && open !== '' ? '' : known}${open}`;
    }),
    ...(migration.stuckOn.length === 0 ? [] : [`cannot leave: ${few(migration.stuckOn)}`]),
  ];
}

function lossOf({ lost, stranded, unsure }: LossReport): string[] {
  const names = lost.map(({ said, nodes }) =>
    nodes.length === 1 && nodes[0] === said ? said : `${said} (${few(nodes)})`,
  );
  return [
    `Without ${names.join(', ')}:`,
    ...(stranded.length + unsure.length === 0 ? ['  every workload that can run has somewhere else to go'] : []),
    ...stranded.map((each) => `  ${each.kind} ${shownName(each)} has nowhere to go`),
    ...unsure.map((each) => `  ${each.kind} ${shownName(each)}: not known`),
  ];
}

/** What becomes of a pool when its machines are replaced. */
export function rolloutText({ namespace, name, replicas, surge, unavailable, placed, outcome }: Rollout): string {
  const words = {
    fits: 'all of it fits',
    slow: `${placed} of them find room, so it goes on one after the other`,
    stuck: `${placed} of them find room and none may be missing: the first change waits forever`,
    unknown: 'the nodes do not tell whether it fits',
  }[outcome];
  return (
    `${shownName({ namespace, name })}: ${replicas} machines, ${surge} more and ${unavailable} fewer while ` +
    `they are replaced; ${words}`
  );
}

function section(name: string, lines: readonly string[]): string[] {
  return ['', ...(name === '' ? [] : [`${name}:`]), ...lines];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A report for a comment or a job summary. */
export function placeMarkdown(report: PlaceReport, title: string): string {
  const groups = groupsOf(report.workloads);
  const pending = groups.filter(({ first }) => first.pending);
  return [
    `**${cell(title)}**: ${cell(headOf(report))}`,
    '',
    modeText(report),
    ...report.assumed.map((each) => `\nAssumed: ${cell(each)}.`),
    '',
    `| workload | fits | unknown | not | ${report.mode === 'packed' ? 'put on' : 'state'} | why not elsewhere |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...groups.map((group) => rowOf(group, report)),
    ...list('Pending forever', pending.map(pendingText)),
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
    ...(report.drain === undefined ? [] : list(cell(drainTitle(report.drain)), drainLines(report.drain).map(cell))),
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
