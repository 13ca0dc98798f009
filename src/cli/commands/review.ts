import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Option } from 'commander';
import { inert } from '../../findings/escape/characters';
import { type Finding, hasErrors } from '../../findings/finding';
import { isChanged, type NotJudged, notJudgedText } from '../../findings/not-judged';
import type { KubeObject } from '../../kube/object';
import { type LiveState, liveStates } from '../../review/effects/live-state';
import { judgePolicy, type ReviewPolicy, readPolicy } from '../../review/policy';
import { foldChanges } from '../../review/report/fold';
import type { Forge } from '../../review/report/markdown';
import { hasChanges, reviewClusters } from '../../review/review';
import { reviewedRollouts } from '../../review/rollouts';
import { replaceFiles } from '../../sinks/replace-files';
import { type AskedSide, askedSide, partedFrom } from '../../sources/asked-side';
import { changedOutput } from '../../sources/changed-output';
import { hasPath, messagesBetween } from '../../sources/host/git';
import { WorkspaceError } from '../../sources/host/open-text';
import { today } from '../../sources/host/process';
import { readText, STDIN } from '../../sources/host/read-text';
import type { KnownClusters } from '../../sources/known-clusters';
import { readPolicyFile } from '../../sources/read-documents';
import { deployedBy, leftBehind, readSides } from '../../sources/read-sides';
import { printFindings } from '../format/print-findings';
import {
  BUDGETS,
  formatOfFile,
  REVIEW_FORMATS,
  type ReviewFormat,
  renderReview,
  type WritingReview,
} from '../format/review-formats';
import { type Command, VERSION } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import {
  addClusterOptions,
  addGroupingOption,
  addTimeoutOption,
  type ClusterOptions,
  clustersFor,
  type GroupingOptions,
  sandboxLimits,
  type TimeoutOption,
} from './options';
import { joinSides } from './review-sides';

interface ReviewCommandOptions extends ClusterOptions, GroupingOptions, TimeoutOption {
  readonly dir: string;
  readonly mergeBase?: boolean;
  readonly policy?: string;
  readonly ignore: readonly string[];
  readonly label: readonly string[];
  readonly message?: string;
  readonly prune?: boolean;
  readonly source?: boolean;
  readonly programs?: boolean;
  readonly render: boolean;
  readonly format: ReviewFormat;
  readonly write: readonly string[];
  readonly forge: Forge;
  readonly budget?: string;
  readonly marker: string;
  readonly link?: string;
  readonly mermaid?: boolean;
}

/** The policy that is read where none is named. */
const POLICY_FILE = 'polyvirt-review.yaml';

const EXAMPLES = `
Examples:
  polyvirt review main                       compare the working tree with main
  polyvirt review main HEAD --merge-base     show what a branch changed since it left main
  polyvirt review main:dist dist             compare committed manifests, without running anything
  polyvirt review main --programs            a platform in TypeScript: run the program on main too
  polyvirt review old/ new/                  compare two folders
  polyvirt review before.yaml - < after.yaml compare two files, or stdin
  polyvirt review main -f markdown --write review.html --write review.sarif
                                             write a comment, and the full report to files
  polyvirt review main --label "$LABELS"     pass the labels of the pull request, separated by commas

Compares what a cluster would see, and says for each change whether VMs restart, migrate, stop or are deleted.
polyvirt-review.yaml (or --policy) says which changes are blocked, which have to be acknowledged with a trailer
"Polyvirt-Ack: <rule>" in a commit message or a label, and which differences to ignore.

Kustomizations and Helm charts are rendered by your own kustomize, kubectl and helm, without a network. Anything that cannot be
rendered is listed as not judged, and the exit code is 1 if it changed: render both sides yourself and review the results.

Exit codes: 0 nothing changes; 10 something changes; 11 a policy blocks it; 1 a side cannot be read, or something that was not
judged changes; 2 usage error.`;

const repeated = (value: string, previous: readonly string[]) => [...previous, value];

/** `polyvirt review BASE [HEAD]`: what a change does to virtual machines. */
export const review: Command = {
  configure: (commander) => {
    return addTimeoutOption(
      addGroupingOption(
        addClusterOptions(
          commander
            .argument('<base>', 'a Git ref, a ref with a path (main:dist), a file, a folder, or - for stdin')
            .argument('[head]', 'the same; default: the working tree'),
        ),
      ),
      '--programs',
    )
      .option('--dir <path>', 'folder in the repository to compare, when only a ref is named', '.')
      .option('--merge-base', 'compare with the merge base of base and head, as pull requests do')
      .option(
        '--policy <file>',
        `which changes block a merge; default: ${POLICY_FILE}; main:FILE reads it from a commit`,
      )
      .option(
        '--ignore <file>',
        'file with ignoreDifferences, or an Argo CD Application that has them; can be repeated',
        repeated,
        [],
      )
      .option('--label <labels>', 'labels of the pull request, separated by commas; can be repeated', repeated, [])
      .option('--message <file>', 'file with trailers, such as the description of the pull request')
      .option('--prune', 'assume that removed objects are deleted from the cluster')
      .option('--no-prune', 'assume that removed objects stay on the cluster')
      .option(
        '--programs',
        'run the programs of both commits, sandboxed in WebAssembly with access to their repository only',
      )
      .option(
        '--no-render',
        'list kustomizations and charts instead of rendering them with your kustomize, kubectl or helm',
      )
      .option('--source', 'show the line of the program that created each object')
      .addOption(
        new Option('-f, --format <format>', 'output format').choices(Object.keys(REVIEW_FORMATS)).default('text'),
      )
      .option(
        '-w, --write <file>',
        'also write it to a file; the format follows the extension: .md .html .json .sarif .diff .txt; can be repeated',
        repeated,
        [],
      )
      .addOption(
        new Option('--forge <forge>', 'flavour of the Markdown')
          .choices(['github', 'gitlab', 'gitea'])
          .default('github'),
      )
      .option('--budget <characters>', 'maximum length of the Markdown; default: the limit of the forge')
      .option('--marker <name>', 'name of the comment, if a pull request has several', 'review')
      .option('--link <url>', 'URL of the full report, for a comment that had to be truncated')
      .option('--mermaid', 'add a Mermaid diagram of the effects to the Markdown')
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runReview(args, options as unknown as ReviewCommandOptions, io),
};

async function runReview(
  [base = '', head]: readonly string[],
  options: ReviewCommandOptions,
  io: CommandIo,
): Promise<ExitCode> {
  const asked = askedSides(base, head, options);
  const mistake = typeof asked === 'string' ? asked : mistakeIn(base, head, options);
  if (mistake !== undefined || typeof asked === 'string') {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const { policy, findings: remarks } = policyOf(options);
  const known = await clustersFor(options);
  const reading = {
    known,
    grouping: options.clusters,
    today: today(),
    folder: options.dir,
    source: options.source === true,
    programs: options.programs === true,
    limits: sandboxLimits(options),
    render: options.render,
  };
  const { before, after, clustered, notJudged } = await readSides(asked, reading);
  const asksKnown = [...before.clusters, ...after.clusters].some(({ context }) => context === undefined);
  printFindings([...remarks, ...(asksKnown ? known.findings : [])], io);
  if (before.isAbsent === true && after.isAbsent === true && !isNewOnTip(asked.before)) {
    throw new WorkspaceError([nowhere(asked)]);
  }
  for (const [side, { isAbsent }, then] of [
    [base, before, 'all of it is new'],
    [head, after, 'all of it is removed'],
  ] as const) {
    if (isAbsent === true) {
      io.err(`note: ${side} does not have what is compared: ${then}.\n`);
    }
  }
  if (before.findings.length > 0) {
    io.err(`note: ${base} has errors of its own, and is compared as far as it can be made:\n`);
    printFindings(before.findings, io);
  }
  if (hasErrors(after.findings)) {
    throw new WorkspaceError(after.findings);
  }
  const prune = options.prune ?? policy.prune;
  const deployed = deployedBy({ before, after });
  const reviewed = reviewClusters(joinSides(before, after, known), {
    ignore: policy.ignore,
    delivery: {
      ...(prune === undefined ? {} : { prune }),
      deployedBy: deployed,
      leftBehind: leftBehind({ before, after }),
    },
    liveOf: liveFrom(known),
    today: today(),
    keepStates: [options.format, ...options.write.map(formatOfFile)].includes('diff'),
  });
  const rendered = [...new Set([before, after].flatMap((side) => side.rendered ?? []))].sort();
  const rollouts = reviewedRollouts(after.rollouts ?? [], reviewed.changes, deployed);
  const result = {
    ...reviewed,
    ...(rendered.length === 0 ? {} : { rendered }),
    ...(clustered === undefined ? {} : { clustered }),
    ...(rollouts.length === 0 ? {} : { rollouts }),
    notJudged: [...(hasChanges(reviewed) ? [] : changedOutput(asked, { before, after })), ...notJudged()],
  };
  const verdict = judgePolicy(result, policy.rules, {
    labels: options.label.flatMap((labels) => labels.split(',')).map((label) => label.trim()),
    messages: messagesOf(asked, options),
  });
  const report = {
    review: result,
    groups: foldChanges(result.changes),
    policy: verdict,
    base,
    head: head ?? 'the working tree',
    version: VERSION,
  };
  const writing = writingOf(options, io);
  io.out(renderReview(options.format, report, writing));
  for (const path of options.write) {
    const text = inert(renderReview(formatOfFile(path)!, report, { ...writing, colour: false }));
    replaceFiles(dirname(path), () => ({ files: [{ path: basename(path), text }], removals: [] }));
  }
  const unseen = result.notJudged.filter(isChanged);
  printFindings(unseen.map(unseenChange), io);
  return unseen.length > 0 ? 1 : verdict.blocked ? 11 : hasChanges(result) ? 10 : 0;
}

/** "Nothing changes" would be a guess, and so would be any other verdict. */
function unseenChange(item: NotJudged): Finding {
  return {
    code: 'PV029',
    severity: 'error',
    ...(item.file === undefined ? {} : { file: item.file }),
    what: `it changed but was not judged: ${notJudgedText(item)}`,
    why: 'Its effect on the cluster is unknown, so the effect of this change is too',
    fix: item.fix,
  };
}

interface AskedSides {
  readonly before: AskedSide;
  readonly after: AskedSide;
}

/** Both sides of the comparison, or what is wrong with the call. */
function askedSides(
  base: string,
  head: string | undefined,
  { dir, mergeBase }: ReviewCommandOptions,
): AskedSides | string {
  const before = askedSide(base, dir);
  if (head !== undefined) {
    const after = askedSide(head, dir);
    return {
      before: mergeBase === true ? partedFrom(before, 'commit' in after ? after.commit : 'HEAD') : before,
      after,
    };
  }
  if (!('commit' in before)) {
    return `with what is ${base} to be compared? Name a second path, or a Git ref: polyvirt review main.`;
  }
  const here = base.includes(':') ? before.path : dir;
  return { before: mergeBase === true ? partedFrom(before, 'HEAD') : before, after: { path: here } };
}

function mistakeIn(
  base: string,
  head: string | undefined,
  { write, budget, link, programs, timeout }: ReviewCommandOptions,
): string | undefined {
  if (base === STDIN && head === STDIN) {
    return 'standard input can be one side only.';
  }
  if (timeout !== undefined && programs !== true) {
    return '--timeout is that of programs of commits: add --programs.';
  }
  const stranger = write.find((path) => formatOfFile(path) === undefined);
  if (stranger !== undefined) {
    const endings = Object.values(REVIEW_FORMATS).map(({ ending }) => ending);
    return `--write ${stranger}: the ending says the format, one of ${endings.join(' ')}.`;
  }
  if (link !== undefined && !/^https?:\/\//i.test(link)) {
    return `--link ${link}: write an address that begins with https:// or http://.`;
  }
  return budget === undefined || (/^\d+$/.test(budget) && Number(budget) >= 2_000)
    ? undefined
    : `--budget ${budget}: write a number of characters, from 2000.`;
}

/** It may have been added by another commit since the branch left: then there is nothing of it here, and nothing is wrong. */
function isNewOnTip(side: AskedSide): boolean {
  return 'tip' in side && side.tip !== undefined && hasPath(side.repository, side.tip, side.path);
}

/** A path that is misspelt on both sides must not pass as one where nothing changes. */
function nowhere({ before, after }: AskedSides): Finding {
  const paths = [...new Set([before.path, after.path])].join(' and ');
  return {
    code: 'PV034',
    severity: 'error',
    what: `there is no ${paths} in either commit`,
    why: 'There is nothing to compare',
    fix: 'correct the path: after a colon it is that of the repository, as git itself has it',
  };
}

/** The policy, and all differences that do not count. */
function policyOf({ policy, ignore }: ReviewCommandOptions): { policy: ReviewPolicy; findings: readonly Finding[] } {
  const path = policy ?? (existsSync(POLICY_FILE) ? POLICY_FILE : undefined);
  const files = [...(path === undefined ? [] : [path]), ...ignore].map((file) => readPolicyFile(file, readPolicy));
  const [own] = path === undefined ? [] : files;
  return {
    policy: {
      rules: own?.policy.rules ?? [],
      ignore: files.flatMap((file) => file.policy.ignore),
      ...(own?.policy.prune === undefined ? {} : { prune: own.policy.prune }),
    },
    findings: files.flatMap(({ findings }) => findings),
  };
}

function messagesOf({ before, after }: AskedSides, { message }: ReviewCommandOptions): string {
  const said = message === undefined ? '' : readText(message);
  const head = 'commit' in after ? after.commit : 'HEAD';
  return 'commit' in before ? `${messagesBetween(before.repository, before.commit, head)}\n${said}` : said;
}

/** Live VMs of a cluster snapshot. */
function liveFrom({ other, platforms }: KnownClusters): (object: KubeObject) => LiveState {
  const existing = [other, ...platforms].flatMap(({ context }) => context.existing ?? []);
  return liveStates(existing);
}

function writingOf(options: ReviewCommandOptions, io: CommandIo): WritingReview {
  const { forge, budget, marker, link, mermaid } = options;
  return {
    forge,
    budget: budget === undefined ? BUDGETS[forge] : Number(budget),
    marker,
    ...(link === undefined ? {} : { link }),
    mermaid: mermaid === true,
    colour: io.colour && process.stdout.isTTY === true,
  };
}
