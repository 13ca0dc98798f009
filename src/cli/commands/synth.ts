import { dirname, join, resolve } from 'node:path';
import { Option } from 'commander';
import { NOTE_REF, noteText } from '../../argocd/hydrate';
import { oneLine } from '../../findings/escape/characters';
import { jsonText } from '../../findings/escape/formats';
import { type Finding, hasErrors } from '../../findings/finding';
import { countFindings } from '../../findings/judgement';
import { shownFindings } from '../../findings/shown-finding';
import { chooseFrom } from '../../findings/suggestion';
import type { ManifestFormat } from '../../kube/yaml/files';
import { FolderSink } from '../../sinks/folder-sink';
import { dryCommit, hydration } from '../../sinks/hydrated-branch';
import { checkFolders, formatOf, type OutputDifference } from '../../sinks/output-folder';
import type { ClusterResult, Sink } from '../../sinks/render-cluster';
import { explained } from '../../sinks/replace-files';
import { StreamSink } from '../../sinks/stream-sink';
import { findSource, type Source, withGiven } from '../../sources/find-source';
import { shownPath, WorkspaceError } from '../../sources/host/open-text';
import { elapsedMs, today } from '../../sources/host/process';
import { type Fleet, type FleetRendering, renderFleet } from '../../sources/render-fleet';
import { clusterLines, printFindings, summaryTable, unjudgedText } from '../format/print-findings';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import {
  addParameterOptions,
  addTimeoutOption,
  type ParameterOptions,
  parametersOf,
  sandboxLimits,
  type TimeoutOption,
} from './options';

interface SynthOptions extends ParameterOptions, TimeoutOption {
  readonly output?: string;
  readonly stdout?: boolean;
  readonly check?: boolean;
  readonly format?: ManifestFormat;
  readonly cluster?: readonly string[];
  readonly hydrate?: boolean;
  readonly repoUrl?: string;
  readonly sandbox?: boolean;
}

const EXAMPLES = `
Examples:
  polyvirt synth                             the platform in this folder, to its output folder
  polyvirt synth infra --output rendered     the platform in infra/, to rendered/
  polyvirt synth --stdout --cluster edge     one cluster, for kubectl apply -f -
  polyvirt synth --output ../env --hydrate   into a checkout of the branch that GitOps Promoter promotes from
  polyvirt synth --set web.replicas=3        set a parameter, as an Argo CD Application would
  polyvirt synth --sandbox                   run the program as the Argo CD plugin would
  polyvirt synth --check                     in CI: exit 1 if the committed files are out of date

Exit codes: 0 success; 1 a finding of severity error, drift with --check, or files that cannot be written; 2 usage error.`;

/** `polyvirt synth [dir]`: a platform to manifests. */
export const synth: Command = {
  configure: (commander) => {
    return addTimeoutOption(addParameterOptions(commander), '--sandbox')
      .argument('[dir]', 'folder with polyvirt.yaml or cdk8s.yaml, or a platform file', '.')
      .option(
        '-o, --output <folder>',
        'output folder; default: output in cdk8s.yaml, or dist next to the platform file',
      )
      .option('-p, --stdout', 'write to stdout instead of files')
      .option('-c, --cluster <name...>', 'only these clusters; with --stdout')
      .option('--hydrate', 'add the metadata that GitOps Promoter needs: which commit was rendered')
      .option('--repo-url <url>', 'with --hydrate: URL of the repository; default: the remote origin')
      .option(
        '--sandbox',
        'run the program as the plugin and review do: in WebAssembly, with access to its repository only',
      )
      .option('--check', 'write nothing; fail if the existing files are out of date')
      .addOption(
        new Option('-f, --format <format>', 'format of the objects; with --check, of the differences').choices([
          'yaml',
          'json',
        ]),
      )
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runSynth(args[0] ?? '.', options as SynthOptions, io),
};

async function runSynth(folder: string, options: SynthOptions, io: CommandIo): Promise<ExitCode> {
  const conflict = conflictOf(options);
  if (conflict !== undefined) {
    io.err(`error: ${conflict}\n`);
    return 2;
  }
  const given = withGiven(findSource(folder), parametersOf(options));
  const source = options.sandbox === true ? { ...given, sandbox: sandboxLimits(options) } : given;
  if (options.stdout === true) {
    return printStream(source, options, io);
  }
  const output = options.output === undefined ? source.output : resolve(options.output);
  return options.check === true ? compare(source, output, options, io) : write(source, output, options, io);
}

/** Renders a platform into a sink, and says what there is to say; nothing where it is rejected. */
async function render(
  source: Source,
  rendering: Pick<FleetRendering, 'format' | 'into' | 'output' | 'foldsGroups'>,
  sink: Sink,
  io: CommandIo,
): Promise<{ fleet: Fleet; isRefused: boolean }> {
  const progress = io.progress();
  const fleet = await renderFleet(
    source,
    // Other tools may bring what objects refer to: check tells of that.
    { foldsGroups: true, ...rendering, today: today(), tellsMissing: false, progress: progress.show },
    sink,
  ).finally(progress.end);
  printFindings(fleet.findings, io);
  return { fleet, isRefused: hasErrors(fleet.findings) };
}

async function printStream(source: Source, options: SynthOptions, io: CommandIo): Promise<ExitCode> {
  const { cluster, format = 'yaml' } = options;
  const stream = new StreamSink(cluster === undefined ? undefined : new Set(cluster));
  try {
    const { fleet, isRefused } = await render(source, { format, into: 'stream' }, stream, io);
    if (isRefused) {
      return refused(fleet, io);
    }
    refuseUnknown(cluster ?? [], fleet);
    for (const chunk of stream.chunks()) {
      io.manifests(chunk);
    }
    return 0;
  } finally {
    stream.close();
  }
}

function folderSink(source: Source, output: string, isComparison = false): FolderSink {
  return new FolderSink(output, isComparison, 'app' in source ? source.app.folder : dirname(source.files[0] ?? '.'));
}

async function write(source: Source, output: string, options: SynthOptions, io: CommandIo): Promise<ExitCode> {
  const started = elapsedMs();
  const sink = folderSink(source, output);
  try {
    const { fleet, isRefused } = await render(
      source,
      { format: options.format ?? 'yaml', into: 'files', output },
      sink,
      io,
    );
    if (isRefused) {
      return refused(fleet, io);
    }
    printFindings(checkFolders(fleet), io);
    const hydrating = options.hydrate === true ? hydrator(source, output, fleet, options.repoUrl) : undefined;
    const committed = Date.now();
    const { written, removed, unchanged } = sink.write(hydrating?.accompany);
    fleet.remember(committed);
    const seconds = ((elapsedMs() - started) / 1000).toFixed(2);
    io.err(
      `${[summaryTable(fleet.clusters), ...clusterLines(fleet.clusters, (name) => shownPath(join(output, name)))].join('\n')}\n` +
        `findings: ${countFindings(fleet.findings)}${unjudgedIn(fleet.clusters)}\n` +
        `${shownPath(output)}: ${written} written, ${removed} removed, ${unchanged} unchanged, in ${seconds} s\n` +
        (hydrating?.advice() ?? ''),
    );
    return 0;
  } finally {
    sink.close();
  }
}

/** Kinds of the whole fleet that no rule is about, the most frequent first. */
function unjudgedIn(clusters: readonly ClusterResult[]): string {
  const sums = new Map<string, number>();
  for (const [kind, count] of clusters.flatMap(({ unjudged }) => Object.entries(unjudged))) {
    sums.set(kind, (sums.get(kind) ?? 0) + count);
  }
  const kinds = [...sums]
    .sort(([a, most], [b, fewer]) => fewer - most || (a < b ? -1 : 1))
    .map(([kind]) => oneLine(kind));
  return unjudgedText(
    [...sums.values()].reduce((sum, count) => sum + count, 0),
    kinds,
  );
}

async function compare(source: Source, output: string, options: SynthOptions, io: CommandIo): Promise<ExitCode> {
  const isJson = options.format === 'json';
  const sink = folderSink(source, output, true);
  const format = explained(output, 'What is there cannot be compared', () => formatOf(output)) ?? 'yaml';
  const { fleet, isRefused } = await render(source, { format, into: 'files', output, foldsGroups: !isJson }, sink, io);
  if (isRefused) {
    if (isJson) {
      io.out(`${jsonText({ differs: [], findings: shownFindings(fleet.findings) })}\n`);
    }
    return refused(fleet, io);
  }
  const differs = sink.differences();
  if (differs.length === 0) {
    fleet.remember(Date.now());
  }
  return reportDifference(differs, output, isJson, io);
}

function refused({ findings }: Fleet, io: CommandIo): ExitCode {
  io.err(`\nNothing was written: ${countFindings(findings)}.\n`);
  return 1;
}

function conflictOf(options: SynthOptions): string | undefined {
  const { check, stdout, cluster, output, hydrate, repoUrl, sandbox, timeout } = options;
  if (timeout !== undefined && sandbox !== true) {
    return '--timeout is that of --sandbox: add it, or end a program of your own yourself.';
  }
  if (hydrate === true && (check === true || stdout === true)) {
    return `--hydrate writes files and --${check === true ? 'check' : 'stdout'} writes none: use one of them.`;
  }
  if (repoUrl !== undefined && hydrate !== true) {
    return '--repo-url is part of what --hydrate writes: add --hydrate.';
  }
  if (check === true && stdout === true) {
    return '--check compares files and --stdout writes none: use one of them.';
  }
  if (stdout === true && output !== undefined) {
    return '--stdout writes no files, so --output has no meaning with it: use one of them.';
  }
  if (cluster !== undefined && stdout !== true) {
    return '--cluster chooses what goes to stdout: add --stdout. Files are always written for all clusters.';
  }
  return undefined;
}

/** Metadata of output that is promoted by the commit it was rendered from. */
function hydrator(source: Source, output: string, { clusters }: Fleet, repoUrl: string | undefined) {
  const commit = dryCommit('files' in source ? source.files[0]! : source.app.entry, output, repoUrl);
  const folders = clusters.flatMap(({ files }) => files);
  let isChanged = false;
  return {
    accompany: (differences: readonly OutputDifference[]) => {
      const made = hydration(
        output,
        folders,
        differences,
        commit,
        (name) => `polyvirt synth --stdout --cluster ${name}`,
      );
      isChanged = made.files.length > 0;
      return made;
    },
    advice: () =>
      `${isChanged ? 'next: commit it, then' : 'nothing to commit: only'} git notes --ref=${NOTE_REF} add --force --message '${noteText(commit)}' HEAD\n`,
  };
}

function refuseUnknown(names: readonly string[], { clusters }: Fleet): void {
  const known = clusters.map(({ name }) => name);
  const unknown: Finding[] = names
    .filter((name) => !known.includes(name))
    .map((name) => ({
      code: 'PV019',
      severity: 'error',
      what: `there is no cluster "${name}"`,
      why: 'Nothing would be written for it',
      fix: chooseFrom(name, known),
    }));
  if (unknown.length > 0) {
    throw new WorkspaceError(unknown, true);
  }
}

function reportDifference(
  differs: readonly OutputDifference[],
  output: string,
  isJson: boolean,
  io: CommandIo,
): ExitCode {
  if (isJson) {
    io.out(`${jsonText({ differs })}\n`);
  } else if (differs.length > 0) {
    io.out(differs.map((difference) => `${difference.change.padEnd(8)} ${oneLine(difference.file)}\n`).join(''));
  }
  io.err(
    differs.length === 0
      ? `${shownPath(output)} is what it should be.\n`
      : `${shownPath(output)} differs in ${differs.length} ${differs.length === 1 ? 'file' : 'files'}. Fix: run polyvirt synth and commit.\n`,
  );
  return differs.length === 0 ? 0 : 1;
}
