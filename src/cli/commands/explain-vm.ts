import { ClusterView } from '../../cluster/cluster-view';
import { type Explained, explainVm } from '../../cluster/explain-vm';
import type { Migratability } from '../../cluster/migratability';
import { oneLine } from '../../findings/escape/characters';
import { chooseFrom } from '../../findings/suggestion';
import { nameOf, namespaceOf } from '../../kube/identity';
import { type KubeObject, own } from '../../kube/object';
import { DRAIN_WORDS } from '../../pods/drain';
import { readSource } from '../../sources/open-source';
import { shownExplained, writeReport } from '../format/explain-format';
import { printFindings } from '../format/print-findings';
import type { CommandIo, ExitCode } from '../start/io';
import { type ClusterOptions, clusterInputsOf, mistakeWithoutFiles } from './cluster-options';

/** How it is shown. */
export interface ExplainOptions extends ClusterOptions {
  readonly format: 'text' | 'json' | 'yaml';
  /** The pod alone. */
  readonly pod?: boolean;
}

/** An object with the cluster that it is for. */
export interface ExplainedObject {
  readonly object: KubeObject;
  readonly cluster: ClusterView;
  /** Name of the cluster, where a platform says it. */
  readonly of?: string;
}

const KINDS: Readonly<Record<string, string>> = {
  virtualmachine: 'VirtualMachine',
  vm: 'VirtualMachine',
  virtualmachineinstance: 'VirtualMachineInstance',
  vmi: 'VirtualMachineInstance',
};

/** `polyvirt explain VirtualMachine/NAME`: what the cluster makes of it, with the reason for each. */
export async function runExplainVm(
  subject: string,
  paths: readonly string[],
  options: ExplainOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const mistake = paths.length > 0 ? undefined : mistakeWithoutFiles(options);
  if (mistake !== undefined) {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const [written = '', ...rest] = subject.split('/');
  const kind = own(KINDS, written.toLowerCase().replace(/s$/, ''));
  const [name = '', namespace] = rest.reverse();
  if (kind === undefined) {
    io.err(
      `error: ${written} is nothing that a cluster adds to. Explain VirtualMachine/NAME, VirtualMachineInstance/NAME or a code.\n`,
    );
    return 1;
  }
  const all = await candidatesFor(paths, options, io);
  const candidates = all.filter(({ object }) => object.kind === kind);
  const matching = candidates.filter(
    ({ object }) => nameOf(object) === name && (namespace === undefined || namespaceOf(object) === namespace),
  );
  const [found] = matching;
  const made = found === undefined ? undefined : explainVm(found.object, found.cluster);
  const explained = found === undefined || made === undefined ? undefined : shownExplained(made, found.object);
  if (found !== undefined && explained === undefined) {
    const lacks = kind === 'VirtualMachine' ? 'spec.template.spec' : 'spec';
    io.err(
      `error: ${kind} ${name} has no ${lacks}, so that it makes no guest: there is nothing to explain. polyvirt check says what is wrong with it.\n`,
    );
    return 1;
  }
  if (found === undefined || explained === undefined) {
    const names = [...new Set(candidates.flatMap(({ object }) => nameOf(object) ?? []))];
    const near =
      names.length === 0 ? 'There is none at all: name the files that it is in.' : `${chooseFrom(name, names)}.`;
    io.err(`error: there is no ${kind} ${name}. ${near}\n`);
    return 1;
  }
  const pod = explained.pod ?? explained.podOnce;
  if (options.pod === true && pod === undefined) {
    io.err(`error: the pod of ${kind} ${name} cannot be told.\n`);
    io.err(notes(explained));
    return 1;
  }
  if (options.pod === true) {
    writeReport(io, options.format === 'json' ? 'json' : 'yaml', String, () => pod);
  } else {
    writeReport(
      io,
      options.format,
      () => text(explained, found),
      () => explained,
    );
  }
  if (options.pod === true && explained.podUnknown.length > 0) {
    io.err(`Not known, and so not in it:\n${notes(explained)}`);
  }
  if (matching.length > 1) {
    const others = matching.map(({ object, of }) => [of, namespaceOf(object)].filter(Boolean).join(' '));
    io.err(`${matching.length} objects have this name, in ${oneLine(others.join(', '))}; this is the first.\n`);
  }
  return 0;
}

/** Every object that may be meant: of the files, or of the platform of this folder where there are none. */
export async function candidatesFor(
  paths: readonly string[],
  options: ExplainOptions,
  io: CommandIo,
): Promise<ExplainedObject[]> {
  const { clusters, findings } = await readSource({ ...clusterInputsOf(options), paths });
  printFindings(findings, io);
  return clusters.flatMap((known) => {
    const objects = known.objects.map(({ object }) => object);
    const cluster = new ClusterView(objects, known);
    return objects.map((object) => ({ object, cluster, ...(known.isPlatform ? { of: known.name } : {}) }));
  });
}

function text(explained: Explained, { cluster, of }: ExplainedObject): string {
  const { object, fields, refused, podOnce, podLines, podUnknown, migration } = explained;
  const where = object.namespace === undefined ? '' : ` in ${object.namespace}`;
  const on = of === undefined ? '' : ` of ${of}`;
  return [
    `${object.kind} ${object.name}${where}, on KubeVirt ${cluster.target.kubevirt}${on}`,
    ...refused.map((refusal) => `refused: ${refusal}`),
    '',
    ...table(
      fields.map(({ path, value, from, reason }) => [path, shown(value), from, reason]),
      [48, 48, 12],
    ),
    '',
    podOnce === undefined ? 'Its pod' : 'Its pod, once what it waits for exists',
    '',
    ...table(
      podLines.map(({ path, value, reason }) => [path, shown(value), reason]),
      [72, 24],
    ),
    ...(podUnknown.length === 0
      ? []
      : [...(podLines.length === 0 ? [] : ['']), 'Not known', '', ...podUnknown.map(noteLine)]),
    '',
    'Its live migration',
    '',
    ...table(migrationRows(migration), [24, 8]),
    '',
  ]
    .map(oneLine)
    .join('\n');
}

function notes({ podUnknown }: Explained): string {
  return podUnknown.map((note) => `${oneLine(noteLine(note))}\n`).join('');
}

function noteLine(note: string): string {
  return `- ${note}`;
}

/** Columns as wide as what is in them, up to a limit; the last is for reading. */
function table(rows: readonly (readonly string[])[], limits: readonly number[]): string[] {
  const widths = limits.map((limit, column) =>
    Math.max(0, ...rows.map((row) => (row[column]!.length <= limit ? row[column]!.length : 0))),
  );
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function shown(value: unknown): string {
  return value === null ? '?' : typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a guest can migrate, a row for each thing that is said of it. */
function migrationRows(migration: Migratability): string[][] {
  const { migratable, storage, reason, method, causes, drain, evictionStrategy, unknown, assumes } = migration;
  const why = (condition: 'live' | 'storage') =>
    causes
      .filter(({ decides }) => decides.includes(condition))
      .map((cause) => `${cause.reason}: ${cause.message}`)
      .join('; ');
  const first = reason === undefined ? why('live') : `${reason}: ${migration.message ?? ''}`;
  return [
    ['LiveMigratable', statusOf(migratable), first],
    ['StorageLiveMigratable', statusOf(storage), why('storage')],
    ...(migratable === false || method === undefined ? [] : [['migrationMethod', '', method]]),
    ['on a drain', '', `${DRAIN_WORDS[drain]}${evictionStrategy === undefined ? '' : ` (${evictionStrategy})`}`],
    ...unknown.map((each) => ['not known', '', each]),
    ...assumes.map((each) => ['taken for granted', '', each]),
  ];
}

function statusOf(condition: boolean | undefined): string {
  return condition === undefined ? '?' : condition ? 'True' : 'False';
}
