import { Option } from 'commander';
import { ARCHITECTURE_ALIASES, ARCHITECTURES, type Architecture } from '../../architectures/facts';
import type { Cluster } from '../../cluster/cluster';
import { isKubeVirt } from '../../cluster/cluster-view';
import { gateStateOf } from '../../cluster/gate-state';
import { oneLine } from '../../findings/escape/characters';
import { hasErrors } from '../../findings/finding';
import { chooseFrom } from '../../findings/suggestion';
import type { GateLists } from '../../gates/enablement';
import { FeatureGates } from '../../gates/registry';
import { gateMatrix, type MatrixRow, parityOf, SUPPORT_STATUSES, type SupportStatus } from '../../gates/support';
import { isHyperConverged } from '../../golden-images/hyper-converged-view';
import { workerArchitectures } from '../../inventory/rules';
import { own } from '../../kube/object';
import { type GatesTable, gatesCsv, gatesJson, gatesMarkdown, gatesText } from '../../report/gates-table';
import { readSource } from '../../sources/open-source';
import { FACTS_AS_OF } from '../../target/facts';
import { NEWEST_KUBEVIRT, resolveTarget } from '../../target/resolve';
import { printFindings } from '../format/print-findings';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { chosenCluster, titleOf } from './cluster-options';

const RENDERERS = { text: gatesText, json: gatesJson, markdown: gatesMarkdown, csv: gatesCsv } as const;

const STATUSES: readonly SupportStatus[] = [...SUPPORT_STATUSES, 'Unspecified'];

interface GatesOptions {
  readonly kubevirt?: string;
  readonly arch?: readonly string[];
  readonly status?: readonly string[];
  readonly compare?: readonly string[];
  readonly enabled?: boolean;
  readonly cluster?: string;
  readonly fail?: boolean;
  readonly format: keyof typeof RENDERERS;
}

/** What is shown, of which cluster or release. */
interface Subject {
  readonly gates: FeatureGates;
  readonly lists: GateLists;
  /** Architectures on which something unsupported counts. */
  readonly architectures: readonly Architecture[];
  /** Whether a gate counts: one that is on by itself was not chosen, so it does not fail a platform. */
  readonly isChoice: (row: MatrixRow) => boolean;
  readonly name: string;
}

const EXAMPLES = `
Examples:
  polyvirt gates                                   all gates of the newest KubeVirt, by architecture
  polyvirt gates --kubevirt 1.8 --arch arm64 --status supported
                                                   what is known to work on an architecture
  polyvirt gates --status unverified               what to test next
  polyvirt gates --compare amd64 s390x             how s390x stands beside amd64
  polyvirt gates --enabled --fail                  the gates of the platform in this folder; for CI

Support by architecture is polyvirt's own reading of upstream, as of the newest KubeVirt; polyvirt explain gate/NAME
shows what it rests on.

Exit codes: 0 success; 1 with --fail when something shown is unsupported, or the platform has errors; 2 usage error.`;

/** `polyvirt gates`: gates × architectures of a release, or of a platform. */
export const gates: Command = {
  configure: (commander) => {
    return commander
      .argument(
        '[dir]',
        'with --enabled: a platform by its folder or file, manifests, or - for standard input; default: this folder',
      )
      .option('--kubevirt <release>', 'release of KubeVirt; default: the newest that is known')
      .option('--arch <architecture...>', 'only these architectures')
      .option(
        '--status <status...>',
        `only gates with one of these on some architecture: ${STATUSES.join(', ').toLowerCase()}`,
      )
      .option('--compare <architecture...>', 'two architectures: how the second stands beside the first')
      .option('--enabled', 'the gates that are on for the platform in the folder')
      .option('-c, --cluster <name>', 'with --enabled: the cluster, where there are several')
      .option('--fail', 'exit code 1 when something shown is unsupported; with --enabled, of what the platform lists')
      .addOption(
        new Option('-f, --format <format>', 'how the table is written').choices(Object.keys(RENDERERS)).default('text'),
      )
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runGates(args, options as unknown as GatesOptions, io),
};

async function runGates(args: readonly string[], options: GatesOptions, io: CommandIo): Promise<ExitCode> {
  const mistake = mistakeIn(args, options);
  if (mistake !== undefined) {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const subject = options.enabled === true ? await ofCluster(args, options, io) : ofRelease(options, io);
  if (typeof subject === 'number') {
    return subject;
  }
  const chosen = (options.compare ?? options.arch) as readonly Architecture[] | undefined;
  const architectures = chosen ?? ARCHITECTURES;
  const rows = gateMatrix(subject.gates, subject.lists, {
    architectures,
    onlyEnabled: options.enabled === true,
    ...(options.status === undefined ? {} : { statuses: options.status.map((status) => statusOf(status)!) }),
  });
  const table = { kubevirt: subject.gates.kubevirt, rows, architectures, compares: options.compare !== undefined };
  io.out(RENDERERS[options.format](table));
  const counted = chosen ?? subject.architectures;
  const failing = rows.filter((row) => countsAsFailure(row, subject, counted));
  io.err(`${oneLine(summary(table, subject))}\n`);
  if (options.fail !== true || failing.length === 0) {
    return 0;
  }
  io.err(`error: unsupported on ${counted.join(', ')}: ${failing.map(({ name }) => name).join(', ')}\n`);
  return 1;
}

function countsAsFailure(row: MatrixRow, { isChoice }: Subject, architectures: readonly Architecture[]): boolean {
  return isChoice(row) && architectures.some((architecture) => row.support[architecture].status === 'Unsupported');
}

function summary({ rows, architectures, compares }: GatesTable, { name }: Subject): string {
  const count = `${rows.length} ${rows.length === 1 ? 'gate' : 'gates'} of ${name}, facts of ${FACTS_AS_OF}`;
  if (!compares) {
    return count;
  }
  const [beside, architecture] = architectures as [Architecture, Architecture];
  const parities = rows.map((row) => parityOf(row, beside, architecture));
  const told = (['alike', 'behind', 'ahead', 'unknown'] as const).map(
    (parity) => `${parities.filter((found) => found === parity).length} ${parity}`,
  );
  return `${count}; ${architecture} beside ${beside}: ${told.join(', ')}`;
}

function ofRelease({ kubevirt = NEWEST_KUBEVIRT }: GatesOptions, io: CommandIo): Subject | ExitCode {
  const { target, findings } = resolveTarget({ kubevirt });
  printFindings(findings, io);
  return hasErrors(findings)
    ? 2
    : {
        gates: FeatureGates.of(target.kubevirt),
        lists: {},
        architectures: ARCHITECTURES,
        isChoice: () => true,
        name: `KubeVirt ${target.kubevirt}`,
      };
}

async function ofCluster(paths: readonly string[], options: GatesOptions, io: CommandIo): Promise<Subject | ExitCode> {
  const { clusters, findings } = await readSource({ paths, target: {} });
  if (hasErrors(findings)) {
    printFindings(findings, io);
    return 1;
  }
  const cluster = chosenCluster(clusters, options.cluster);
  if (typeof cluster === 'string') {
    io.err(`error: ${cluster}\n`);
    return 2;
  }
  const title = titleOf(cluster, paths);
  const objects = cluster.objects.map(({ object }) => object);
  const architectures = architecturesOf(cluster);
  const kubevirt = objects.find(isKubeVirt);
  const hyperConverged = objects.find(isHyperConverged);
  const { gates, lists, note } = gateStateOf(kubevirt, hyperConverged, cluster, architectures);
  // What an operator lists of its own accord.
  const untouched = hyperConverged === undefined ? undefined : { ...hyperConverged, metadata: { name: '' }, spec: {} };
  const given = kubevirt === undefined ? gateStateOf(undefined, untouched, cluster, architectures).lists : {};
  if (note !== undefined) {
    io.err(`note: ${note}\n`);
  } else if (kubevirt === undefined && hyperConverged === undefined) {
    io.err(`note: ${title} declares no KubeVirt, so only what is on by itself is known\n`);
  }
  return {
    gates,
    lists,
    architectures,
    isChoice: ({ name, reason }) =>
      (reason === 'listed' || reason === 'configured') && given.featureGates?.includes(name) !== true,
    name: `${title}, KubeVirt ${gates.kubevirt}, that are on`,
  };
}

function architecturesOf({ nodes, architectures }: Cluster): readonly Architecture[] {
  return nodes === undefined ? (architectures ?? ARCHITECTURES) : workerArchitectures(nodes);
}

/** What is wrong with how it was called. */
function mistakeIn(args: readonly string[], options: GatesOptions): string | undefined {
  const { compare, arch } = options;
  if (args.length > 1) {
    return `one folder at a time, not ${args.join(' and ')}`;
  }
  if (args.length > 0 && options.enabled !== true) {
    return `${args[0]}: a folder is for --enabled, which shows the gates of the platform in it`;
  }
  if (options.cluster !== undefined && options.enabled !== true) {
    return '--cluster is for --enabled, which shows the gates of a platform';
  }
  if (options.kubevirt !== undefined && options.enabled === true) {
    return '--enabled takes the release from the platform: leave --kubevirt out, or --enabled';
  }
  if (compare !== undefined && arch !== undefined) {
    return '--compare names the architectures itself: leave --arch out';
  }
  const stranger = [...(arch ?? []), ...(compare ?? [])].find(
    (name) => !(ARCHITECTURES as readonly string[]).includes(name),
  );
  if (stranger !== undefined) {
    const meant = own(ARCHITECTURE_ALIASES, stranger.toLowerCase()) ?? stranger;
    return `"${stranger}" is no architecture of KubeVirt: ${chooseFrom(meant, ARCHITECTURES)}`;
  }
  if (compare !== undefined && new Set(compare).size !== 2) {
    return `--compare takes two architectures, as --compare amd64 s390x, not ${compare.join(' ')}`;
  }
  const unknown = options.status?.find((status) => statusOf(status) === undefined);
  return unknown === undefined ? undefined : `"${unknown}" is no status: ${chooseFrom(unknown, STATUSES)}`;
}

function statusOf(written: string): SupportStatus | undefined {
  return STATUSES.find((status) => status.toLowerCase() === written.toLowerCase());
}
