import { ClusterView } from '../check/cluster-view';
import { type Explained, explainMachine } from '../check/explain-machine';
import { chooseFrom } from '../findings/suggestion';
import type { KubeObject } from '../kube/object';
import { findSource } from '../workspace/find-source';
import { clusterOf } from '../workspace/known-clusters';
import { manifestFiles } from '../workspace/manifest-files';
import { readObjects } from '../workspace/read-objects';
import { readTree } from '../workspace/read-tree';
import { type ClusterOptions, clustersFor, mistakeWithoutFiles } from './cluster-options';
import type { ExitCode, Io } from './io';
import { printFindings } from './print-findings';

/** How it is shown. */
export interface ExplainOptions extends ClusterOptions {
  readonly format: 'text' | 'json';
}

/** An object with the cluster that it is for. */
export interface Candidate {
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
export async function runExplainMachine(
  subject: string,
  paths: readonly string[],
  options: ExplainOptions,
  io: Io,
): Promise<ExitCode> {
  const mistake = paths.length > 0 ? undefined : mistakeWithoutFiles(options);
  if (mistake !== undefined) {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const [written = '', ...rest] = subject.split('/');
  const kind = KINDS[written.toLowerCase().replace(/s$/, '')];
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
    ({ object: { metadata } }) =>
      metadata.name === name && (namespace === undefined || metadata.namespace === namespace),
  );
  const [found] = matching;
  const explained = found === undefined ? undefined : explainMachine(found.object, found.cluster);
  if (found === undefined || explained === undefined) {
    const names = [...new Set(candidates.map(({ object }) => object.metadata.name))];
    const near =
      names.length === 0 ? 'There is none at all: name the files that it is in.' : `${chooseFrom(name, names)}.`;
    io.err(`error: there is no ${kind} ${name}. ${near}\n`);
    return 1;
  }
  io.out(options.format === 'json' ? `${JSON.stringify(explained, null, 2)}\n` : text(explained, found));
  if (matching.length > 1) {
    const others = matching.map(({ object, of }) => [of, object.metadata.namespace].filter(Boolean).join(' '));
    io.err(`${matching.length} objects have this name, in ${others.join(', ')}; this is the first.\n`);
  }
  return 0;
}

/** Every object that may be meant: of the files, or of the platform of this folder where there are none. */
export async function candidatesFor(paths: readonly string[], options: ExplainOptions, io: Io): Promise<Candidate[]> {
  return paths.length === 0 ? ofPlatform(options) : ofFiles(paths, options, io);
}

async function ofPlatform({ platform }: ExplainOptions): Promise<Candidate[]> {
  const tree = await readTree(findSource(typeof platform === 'string' ? platform : '.'));
  return tree.clusters.flatMap((known) => {
    const objects = known.objects.map(({ object }) => object);
    const cluster = new ClusterView(objects, known);
    return objects.map((object) => ({ object, cluster, of: known.name }));
  });
}

async function ofFiles(paths: readonly string[], options: ExplainOptions, io: Io): Promise<Candidate[]> {
  const known = await clustersFor(options);
  printFindings(known.findings, io);
  const files = paths.flatMap((path) => manifestFiles(path, 'all folders'));
  const contexts = new Map(files.map((file) => [clusterOf(file, known), [] as string[]]));
  for (const file of files) {
    contexts.get(clusterOf(file, known))!.push(file);
  }
  return [...contexts].flatMap(([{ context }, group]) => {
    const { objects, findings } = readObjects(group);
    printFindings(findings, io);
    const cluster = new ClusterView(objects, context);
    return objects.map((object) => ({ object, cluster }));
  });
}

function text({ object, fields, refused }: Explained, { cluster, of }: Candidate): string {
  const rows = fields.map(({ path, value, from, reason }) => [path, shown(value), from, reason] as const);
  const widths = [0, 1, 2].map((column) => Math.max(...rows.map((row) => Math.min(row[column]!.length, 48))));
  const where = object.namespace === undefined ? '' : ` in ${object.namespace}`;
  const on = of === undefined ? '' : ` of ${of}`;
  return [
    `${object.kind} ${object.name}${where}, on KubeVirt ${cluster.target.kubevirt}${on}`,
    ...refused.map((refusal) => `refused: ${refusal}`),
    '',
    ...rows.map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    ),
    '',
  ].join('\n');
}

function shown(value: unknown): string {
  return value === null ? '?' : typeof value === 'string' ? value : JSON.stringify(value);
}
