import { ClusterView } from '../check/cluster-view';
import { type Explained, explainMachine } from '../check/explain-machine';
import { chooseFrom } from '../findings/suggestion';
import type { KubeObject } from '../kube/object';
import { emitYaml } from '../render/yaml';
import { findSource } from '../workspace/find-source';
import { clusterOf } from '../workspace/known-clusters';
import { manifestFiles } from '../workspace/manifest-files';
import { readObjects } from '../workspace/read-objects';
import { readTree } from '../workspace/read-tree';
import { type ClusterOptions, clustersFor } from './cluster-options';
import type { ExitCode, Io } from './io';

/** How it is shown. */
export interface ExplainOptions extends ClusterOptions {
  readonly format: 'text' | 'json' | 'yaml';
  /** The pod alone. */
  readonly pod?: boolean;
}

/** An object with the cluster that it is for. */
interface Candidate {
  readonly object: KubeObject;
  readonly cluster: ClusterView;
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
  const [written = '', ...rest] = subject.split('/');
  const kind = KINDS[written.toLowerCase().replace(/s$/, '')];
  const [name = '', namespace] = rest.reverse();
  if (kind === undefined) {
    io.err(
      `error: ${written} is nothing that a cluster adds to. Explain VirtualMachine/NAME, VirtualMachineInstance/NAME or a code.\n`,
    );
    return 1;
  }
  const candidates = (paths.length === 0 ? await ofPlatform(options) : await ofFiles(paths, options)).filter(
    ({ object }) => object.kind === kind,
  );
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
  if (options.pod === true && explained.pod === null) {
    io.err(`error: the pod of ${kind} ${name} cannot be told.\n${notes(explained)}`);
    return 1;
  }
  io.out(options.pod === true ? podAlone(explained, options) : whole(explained, found.cluster, options));
  if (options.pod === true && explained.podUnknown.length > 0) {
    io.err(`Not known, and so not in it:\n${notes(explained)}`);
  }
  if (matching.length > 1) {
    io.err(`${matching.length} objects have this name; this is the first. Name one as ${kind}/NAMESPACE/NAME.\n`);
  }
  return 0;
}

async function ofPlatform({ platform }: ExplainOptions): Promise<Candidate[]> {
  const tree = await readTree(findSource(typeof platform === 'string' ? platform : '.'));
  return tree.clusters.flatMap((known) => {
    const objects = known.objects.map(({ object }) => object);
    const cluster = new ClusterView(objects, known);
    return objects.map((object) => ({ object, cluster }));
  });
}

async function ofFiles(paths: readonly string[], options: ExplainOptions): Promise<Candidate[]> {
  const known = await clustersFor(options);
  const files = paths.flatMap((path) => manifestFiles(path, 'all folders'));
  const contexts = new Map(files.map((file) => [clusterOf(file, known), [] as string[]]));
  for (const file of files) {
    contexts.get(clusterOf(file, known))!.push(file);
  }
  return [...contexts].flatMap(([{ context }, group]) => {
    const { objects } = readObjects(group);
    const cluster = new ClusterView(objects, context);
    return objects.map((object) => ({ object, cluster }));
  });
}

function podAlone({ pod }: Explained, { format }: ExplainOptions): string {
  return format === 'json' ? `${JSON.stringify(pod, null, 2)}\n` : emitYaml(pod);
}

function whole(explained: Explained, cluster: ClusterView, { format }: ExplainOptions): string {
  switch (format) {
    case 'json':
      return `${JSON.stringify(explained, null, 2)}\n`;
    case 'yaml':
      return emitYaml(explained);
    default:
      return text(explained, cluster);
  }
}

function text(explained: Explained, { target }: ClusterView): string {
  const { object, fields, podLines, podUnknown } = explained;
  const where = object.namespace === undefined ? '' : ` in ${object.namespace}`;
  return [
    `${object.kind} ${object.name}${where}, on KubeVirt ${target.kubevirt}`,
    '',
    ...table(
      fields.map(({ path, value, from, reason }) => [path, shown(value), from, reason]),
      [48, 48, 12],
    ),
    '',
    'Its pod',
    '',
    ...table(
      podLines.map(({ path, value, reason }) => [path, shown(value), reason]),
      [72, 24],
    ),
    ...(podUnknown.length === 0
      ? []
      : [...(podLines.length === 0 ? [] : ['']), 'Not known', '', notes(explained).trimEnd()]),
    '',
  ].join('\n');
}

function notes({ podUnknown }: Explained): string {
  return podUnknown.map((note) => `- ${note}\n`).join('');
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
