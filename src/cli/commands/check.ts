import { Option } from 'commander';
import type { Judged } from '../../cluster/judge/judged';
import { withoutKnown } from '../../findings/baseline';
import { oneLine } from '../../findings/escape/characters';
import { compareFindings, type Finding } from '../../findings/finding';
import { renderGithub, renderJunit, renderMarkdown } from '../../findings/formats';
import { countFindings, isFailure, type Renderer, renderJson } from '../../findings/judgement';
import { type NotJudged, notJudgedAdvice, notJudgedText } from '../../findings/not-judged';
import { renderSarif } from '../../findings/sarif';
import { type ShownFinding, shownFindings } from '../../findings/shown-finding';
import { sentence } from '../../findings/text';
import { type CustomKinds, customKinds } from '../../schema/custom-validator';
import { readBaseline, writeBaseline } from '../../sinks/write-files';
import { findSource, withGiven } from '../../sources/find-source';
import { today } from '../../sources/host/process';
import { type FileJudging, judgeFiles, judgePlatform } from '../../sources/judge-files';
import { type ReadCrds, readGoodCrds } from '../../sources/read-documents';
import { few, printFindings, unjudgedText } from '../format/print-findings';
import { type Command, VERSION } from '../start/command';
import type { CommandIo, ExitCode, Progress } from '../start/io';
import { runFix } from './fix';
import {
  addClusterOptions,
  addGroupingOption,
  addParameterOptions,
  type ClusterOptions,
  clustersFor,
  type GroupingOptions,
  mistakeWithoutFiles,
  parametersOf,
  severityFlag,
} from './options';

/** The formats for programs, on stdout. `text` is for people, on stderr, and therefore not among them. */
const RENDERERS = {
  json: renderJson,
  sarif: renderSarif,
  junit: renderJunit,
  github: renderGithub,
  markdown: renderMarkdown,
} as const satisfies Record<string, Renderer>;

interface CheckCommandOptions extends ClusterOptions, GroupingOptions {
  readonly crds: readonly string[];
  readonly severity: readonly string[];
  readonly baseline?: string;
  readonly writeBaseline?: boolean;
  readonly format: 'text' | keyof typeof RENDERERS;
  readonly strict?: boolean;
  readonly fix?: readonly string[];
}

const EXAMPLES = `
Examples:
  polyvirt check manifests/                  check every YAML and JSON file below a folder
  polyvirt check --kubevirt 1.6 vm.yaml      check for the release that the cluster runs
  polyvirt check --nodes nodes.yaml vms/     use real nodes: kubectl get nodes -o yaml > nodes.yaml
  polyvirt check --cluster cluster.yaml vms/ use a snapshot: releases, nodes and existing objects
  helm template chart | polyvirt check -     check a rendered chart
  polyvirt check                             check the platform in this folder
  polyvirt check --crds crds/ manifests/     validate further kinds by their CRDs
  polyvirt check -f sarif . > check.sarif    write SARIF for code scanning
  polyvirt check --baseline known.json --write-baseline .
                                             accept today's findings, and report only new ones
  polyvirt check --fix PV303=enable          write a fix into polyvirt.yaml, keeping its comments

Finds what virt-api would reject on the VM's architecture, and what it accepts although it cannot work.
A snapshot is the output of kubectl get nodes,kubevirt,hyperconverged,virtualmachineclusterinstancetypes -A -o yaml.

Files that must be rendered first (kustomizations, Helm charts, templates) are listed as not judged.

Exit codes: 0 success; 1 a finding of severity error, or a warning with --strict; 2 usage error.`;

const repeated = (value: string, previous: readonly string[]) => [...previous, value];

/** `polyvirt check [files…|-]`: the rules over any manifests. */
export const check: Command = {
  configure: (commander) => {
    return addParameterOptions(
      addGroupingOption(
        addClusterOptions(
          commander.argument('[path...]', 'files, folders, or - for stdin; default: the platform in this folder'),
        ),
      ),
    )
      .option('--crds <path>', 'file or folder with CRDs, to validate their kinds too; can be repeated', repeated, [])
      .option(
        '--severity <code=severity>',
        'change the severity of a code, e.g. PV201=error; can be repeated',
        repeated,
        [],
      )
      .option(
        '--fix <code=fix>',
        'write a fix into polyvirt.yaml, e.g. PV303=enable or PV303=narrow:amd64; can be repeated',
        (fix: string, previous: readonly string[] = []) => [...previous, fix],
      )
      .option('--baseline <file>', 'hide the findings that are listed in this file')
      .option('--write-baseline', 'write all current findings to the baseline file first')
      .option('--strict', 'exit 1 on warnings too')
      .addOption(
        new Option('-f, --format <format>', 'output format')
          .choices(['text', ...Object.keys(RENDERERS)])
          .default('text'),
      )
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runCheck(args, options as unknown as CheckCommandOptions, io),
};

async function runCheck(paths: readonly string[], options: CheckCommandOptions, io: CommandIo): Promise<ExitCode> {
  if (options.fix !== undefined) {
    return runFix(paths.length === 0 ? ['.'] : paths, options.fix, io);
  }
  const mistake = mistakeIn(paths, options);
  if (mistake !== undefined) {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const policy = { severity: Object.fromEntries(options.severity.map(severityFlag)) };
  const custom = readGoodCrds(options.crds);
  const judging = {
    ...crdsOf(custom),
    policy,
    today: today(),
    named: options.format === 'junit',
    // A baseline has each object by its name, as formats for programs have.
    foldsGroups: options.format === 'text' && options.baseline === undefined,
  };
  const { judged, about, findings: said } = await judge(paths, options, judging, io);
  const told = new Set(said.map(keyOf));
  const others = judged.findings.filter((finding) => told.size === 0 || !told.has(keyOf(finding)));
  const all = [...said, ...custom.findings, ...others.map(atCrd(custom))].sort(compareFindings);
  const { findings, remark } = againstBaseline(shownFindings([...nothingJudged(judged), ...all]), options);
  const strict = options.strict === true;
  if (options.format === 'text') {
    printFindings(findings, io);
  } else {
    const write = options.format === 'github' ? io.workflowCommands : io.out;
    write(
      RENDERERS[options.format]({
        findings,
        objects: judged.objects,
        names: judged.names,
        unjudged: judged.unjudged,
        notJudged: judged.notJudged,
        strict,
        version: VERSION,
      }),
    );
  }
  printNotJudged(judged, options.format, io);
  const where = judged.notJudged.some(isSource) ? ' in what was judged' : '';
  const line = `${countOf(judged)} for ${about}; findings: ${countFindings(findings)}${where}${remark}`;
  io.err(`${oneLine(`${line}${unjudgedOf(judged)}${skippedOf(judged)}`)}\n`);
  return findings.some((finding) => isFailure(finding, strict)) ? 1 : 0;
}

/** A platform that is both at hand and among the files is read twice. */
function keyOf({ code, file, line, column, path, what }: Finding): string {
  return JSON.stringify([code, file, line, column, path, what]);
}

function mistakeIn(paths: readonly string[], options: CheckCommandOptions): string | undefined {
  if (options.writeBaseline === true && options.baseline === undefined) {
    return '--write-baseline needs to know where: add --baseline FILE.';
  }
  return paths.length > 0 ? undefined : mistakeWithoutFiles(options, options.crds.length > 0 ? ['--crds'] : []);
}

/** Judges files, or, where none are named, the platform where we stand. */
async function judge(
  paths: readonly string[],
  options: CheckCommandOptions,
  judging: Omit<FileJudging, 'clusters' | 'progress'>,
  io: CommandIo,
): Promise<{ judged: Judged; about: string; findings: readonly Finding[] }> {
  const given = parametersOf(options);
  if (paths.length === 0) {
    const source = withGiven(findSource(typeof options.platform === 'string' ? options.platform : '.'), given);
    const judged = await watched(io, (progress) => judgePlatform(source, { ...judging, progress }));
    return { judged, about: judged.clusters.join(', ') || 'nothing', findings: [] };
  }
  const clusters = await clustersFor(options);
  const grouping = options.clusters;
  const judged = await watched(io, (progress) =>
    judgeFiles(paths, { ...judging, clusters, grouping, given, progress }),
  );
  const { clustered } = judged;
  return {
    judged,
    about: clustered === undefined ? clusters.about : `${clusters.about}, ${clustered}`,
    findings: clusters.findings,
  };
}

/** Says on a terminal how far a long run is. */
async function watched<T>(io: CommandIo, run: (progress: Progress['show']) => Promise<T>): Promise<T> {
  const progress = io.progress();
  return run(progress.show).finally(progress.end);
}

function againstBaseline(
  findings: readonly ShownFinding[],
  { baseline, writeBaseline: write }: CheckCommandOptions,
): { findings: readonly ShownFinding[]; remark: string } {
  if (baseline === undefined) {
    return { findings, remark: '' };
  }
  if (write === true) {
    writeBaseline(baseline, findings);
  }
  const { fresh, known, gone } = withoutKnown(findings, readBaseline(baseline));
  const less = gone === 0 ? '' : `, ${gone} in it are no more: write it anew`;
  return { findings: fresh, remark: `; known by ${baseline}: ${known}${less}` };
}

function countOf({ objects }: Judged): string {
  return `${objects} ${objects === 1 ? 'object' : 'objects'}`;
}

function unjudgedOf({ unjudged, notJudged }: Judged): string {
  const kinds = notJudged.filter((item) => !isSource(item)).map(({ name }) => name);
  return unjudgedText(unjudged, kinds);
}

function skippedOf({ notJudged, written }: Judged): string {
  const names = notJudged.filter(isSource).map(({ name }) => name);
  const twice = written === 0 ? '' : `; ${written} written by the platform, judged as part of it`;
  return `${few('not judged', names)}${twice}`;
}

/** Whether objects may come from it, as opposed to being there and of a kind that no rule is about. */
function isSource({ sort }: NotJudged): boolean {
  return sort !== 'kind';
}

/** As many as a reader reads one by one. */
const MOST = 20;

function printNotJudged({ notJudged }: Judged, format: CheckCommandOptions['format'], io: CommandIo): void {
  const items = format === 'text' ? notJudged.filter(isSource) : [];
  for (const item of items.slice(0, MOST)) {
    io.err(`not judged: ${oneLine(sentence(notJudgedAdvice(item)))}\n`);
  }
  if (items.length > MOST) {
    io.err(`not judged: ${items.length - MOST} more, which --format json lists.\n`);
  }
}

/** Data alone says nothing, as it may be of any tool; where there is a chart or an overlay and no object, nothing was judged. */
function nothingJudged({ objects, notJudged, findings, written }: Judged): Finding[] {
  const first = notJudged.find(({ sort }) => !['data', 'helm-values', 'kind'].includes(sort));
  return first === undefined || objects + written > 0 || findings.length > 0
    ? []
    : [
        {
          code: 'PV029',
          severity: 'error',
          ...(first.file === undefined ? {} : { file: first.file }),
          what: `nothing was judged: ${notJudgedText(first)}`,
          why: 'It is unknown which objects reach the cluster, so they cannot be judged',
          fix: first.fix,
        },
      ];
}

function crdsOf({ resources }: ReadCrds): { crds?: CustomKinds } {
  return resources.length === 0 ? {} : { crds: customKinds(resources) };
}

/** Joins the place of a CRD to what is said about it. */
function atCrd({ resources }: ReadCrds): (finding: Finding) => Finding {
  return (finding) => {
    const isCrd = finding.object?.kind === 'CustomResourceDefinition' && finding.file === undefined;
    const about = isCrd ? resources.find(({ crd }) => crd === finding.object?.name) : undefined;
    return about === undefined ? finding : { ...finding, ...about.place };
  };
}
