import { ClusterView } from '../../cluster/cluster-view';
import { type Explained, explainVm } from '../../cluster/explain-vm';
import type { Migratability } from '../../cluster/migratability';
import { inert, oneLine } from '../../findings/escape/characters';
import { jsonText } from '../../findings/escape/formats';
import { guarded } from '../../findings/shown-finding';
import { chooseFrom } from '../../findings/suggestion';
import { findingObject, nameOf, namespaceOf } from '../../kube/identity';
import { asText, type KubeObject, own } from '../../kube/object';
import { emitYaml, sayable } from '../../kube/yaml/emit';
import { checkMachineDeployment } from '../../machines/check';
import { checkClusterApiPool } from '../../machines/check-cluster-api';
import { NEWEST_CONTROLLER } from '../../machines/facts';
import { type MadePool, poolsIn } from '../../machines/made-pool';
import { infrastructureOf, isClusterApiDeployment } from '../../machines/view';
import { DRAIN_WORDS } from '../../pods/drain';
import { readSource } from '../../sources/open-source';
import { shownExplained, shownManifest, writeReport } from '../format/explain-format';
import { printFindings } from '../format/print-findings';
import type { CommandIo, ExitCode } from '../start/io';
import { type ClusterOptions, clusterInputsOf, mistakeWithoutFiles } from './options';

/** How it is shown. */
export interface ExplainOptions extends ClusterOptions {
  readonly format: 'text' | 'json' | 'yaml';
  /** The pod alone. */
  readonly pod?: boolean;
}

/** An object with the cluster that it is for. */
interface ExplainedObject {
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
async function candidatesFor(
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

/** `polyvirt explain MachineDeployment/NAME`: the virtual machine that its controller makes. */
export async function runExplainMachineDeployment(
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
  const [name = '', namespace] = subject.split('/').slice(1).reverse();
  const candidates = await candidatesFor(paths, options, io);
  const isNamed = ({ object }: { readonly object: KubeObject }) =>
    nameOf(object) === name && (namespace === undefined || namespaceOf(object) === namespace);
  const pools = poolsAmong(candidates);
  const found = pools.find(isNamed);
  if (found === undefined) {
    const half = candidates.find((each) => isClusterApiDeployment(each.object) && isNamed(each));
    const names = [...new Set(pools.flatMap(({ object }) => nameOf(object) ?? []))];
    const near =
      names.length === 0
        ? 'There is none for KubeVirt at all: name the files that it is in.'
        : `${chooseFrom(name, names)}.`;
    io.err(
      half === undefined
        ? `error: there is no MachineDeployment ${name}. ${near}\n`
        : `error: KubevirtMachineTemplate ${asText(infrastructureOf(half.object).name)} of ${name} was not found: ` +
            'name the files that it is in.\n',
    );
    return 1;
  }
  if (options.format === 'json') {
    io.out(`${jsonText(explained(found), 2)}\n`);
  } else {
    io.document(poolText(found));
  }
  return 0;
}

/** A pool with the cluster that it is for. */
interface FoundPool extends MadePool {
  readonly cluster: ClusterView;
}

/** A template belongs to a pool of the same cluster only. */
function poolsAmong(candidates: readonly ExplainedObject[]): FoundPool[] {
  const clusters = [...new Set(candidates.map(({ cluster }) => cluster))];
  return clusters.flatMap((cluster) => {
    const objects = candidates.filter((each) => each.cluster === cluster).map(({ object }) => object);
    return poolsIn(objects, cluster.target).map((pool) => ({ ...pool, cluster }));
  });
}

function poolText(found: FoundPool): string {
  const { object, unknown } = found.made;
  return [
    ...[
      `# Each machine of ${nameOf(found.object) ?? 'a pool without a name'}, as ${controllerOf(found)} makes it.`,
      ...errors(found).map(({ isRefused, said }) => `# ${isRefused ? 'refused' : 'error'}: ${said}`),
      ...unknown.map(({ path, reason }) => `# ${path}: ${reason}`),
      // What is said beside the machine must not become a part of it.
    ].map((line) => inert(oneLine(line))),
    emitYaml(sayable(shownManifest(object))),
  ].join('\n');
}

function controllerOf({ by, cluster }: FoundPool): string {
  if (by === 'cluster-api') {
    return 'Cluster API';
  }
  const told = cluster.target.machineController;
  return told === undefined
    ? `machine-controller ${NEWEST_CONTROLLER}, since it is not said which one it is,`
    : `machine-controller ${told}`;
}

/** Errors that are none of a controller's or an API server's: machines are made all the same. */
const NOT_REFUSED: ReadonlySet<string> = new Set(['PV606', 'PV608']);

function errors({ object, by, cluster }: FoundPool): { readonly isRefused: boolean; readonly said: string }[] {
  const { machineController } = cluster.target;
  const controller = machineController === undefined ? {} : { controller: machineController };
  const found = by === 'cluster-api' ? checkClusterApiPool(object, []) : checkMachineDeployment(object, controller);
  return guarded(found, object)
    .filter(({ severity }) => severity === 'error')
    .map(({ code, path, what, fix }) => ({
      isRefused: !NOT_REFUSED.has(code),
      said: `${path}: ${what}. Fix: ${fix}`,
    }));
}

/** What becomes of the machine on the cluster, after what the controller itself decides; and the machine as a whole. */
function explained(found: FoundPool): object {
  const { object, unknown } = found.made;
  const machine = explainVm(object, found.cluster);
  const made = machine === undefined ? undefined : shownExplained(machine, object, found.object);
  return {
    pod: null,
    podLines: [],
    podUnknown: [],
    ...made,
    object: findingObject(found.object),
    fields: [
      ...unknown.map(({ path, reason }) => ({ path, value: null, from: 'unknown', reason })),
      ...(made?.fields ?? []),
    ],
    refused: [...errors(found).flatMap(({ isRefused, said }) => (isRefused ? said : [])), ...(made?.refused ?? [])],
    virtualMachine: shownManifest(object),
  };
}
