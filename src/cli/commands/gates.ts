import { Option } from 'commander';
import { ARCHITECTURE_ALIASES, ARCHITECTURES, type Architecture } from '../../architectures/facts';
import { oneLine } from '../../findings/escape/characters';
import { hasErrors } from '../../findings/finding';
import { chooseFrom } from '../../findings/suggestion';
import { FeatureGates } from '../../gates/registry';
import { gateMatrix, type MatrixRow, parityOf, SUPPORT_STATUSES, type SupportStatus } from '../../gates/support';
import { own } from '../../kube/object';
import {
  type ClusterGates,
  clusterGates,
  fleetGates,
  type GatesTable,
  gatesCsv,
  gatesJson,
  gatesMarkdown,
  gatesPage,
  gatesText,
} from '../../report/gates-table';
import { readSource } from '../../sources/open-source';
import { FACTS_AS_OF } from '../../target/facts';
import { NEWEST_KUBEVIRT, resolveTarget } from '../../target/target';
import { printFindings } from '../format/print-findings';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { chosenClusters, titleOf } from './options';

const FORMATS = ['text', 'json', 'markdown', 'csv', 'html'] as const;

type GatesFormat = (typeof FORMATS)[number];

const STATUSES: readonly SupportStatus[] = [...SUPPORT_STATUSES, 'Unspecified'];

interface GatesOptions {
  readonly kubevirt?: string;
  readonly arch?: readonly string[];
  readonly status?: readonly string[];
  readonly compare?: readonly string[];
  readonly enabled?: boolean;
  readonly cluster?: string;
  readonly fail?: boolean;
  readonly format: GatesFormat;
}

/** What is shown, of which cluster or release. */
interface Subject extends Omit<ClusterGates, 'note'> {
  /** Empty for a release. */
  readonly cluster: string;
  /** In the line that counts. */
  readonly name: string;
}

const EXAMPLES = `
Examples:
  polyvirt gates                                   all gates of the newest KubeVirt, by architecture
  polyvirt gates --kubevirt 1.8 --arch arm64 --status supported
                                                   the gates known to work on arm64
  polyvirt gates --status unverified               what to test next
  polyvirt gates --compare amd64 s390x             where s390x differs from amd64
  polyvirt gates --enabled --fail                  the gates of all clusters of the platform in this folder; for CI
  polyvirt gates --format html > gates.html        the table as a page, with the evidence for each status

KubeVirt publishes no support table by architecture: this is polyvirt's reading of upstream code, tests and documentation, as of
the newest release. polyvirt explain gate/NAME shows the evidence.

Exit codes: 0 success; 1 the platform has errors, or with --fail a gate is unsupported; 2 usage error.`;

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
        `only gates with one of these statuses on some architecture: ${STATUSES.join(', ').toLowerCase()}`,
      )
      .option('--compare <architecture...>', 'compare two architectures')
      .option('--enabled', 'the gates that are on in the platform in the folder')
      .option('-c, --cluster <name>', 'with --enabled: only this cluster, if there are several')
      .option(
        '--fail',
        'exit 1 if a gate shown is unsupported; with --enabled, if the platform lists an unsupported gate',
      )
      .addOption(new Option('-f, --format <format>', 'output format').choices([...FORMATS]).default('text'))
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
  const subjects = options.enabled === true ? await ofClusters(args, options, io) : ofRelease(options, io);
  if (typeof subjects === 'number') {
    return subjects;
  }
  const chosen = (options.compare ?? options.arch) as readonly Architecture[] | undefined;
  const architectures = chosen ?? ARCHITECTURES;
  const all = subjects.map(({ gates, lists }) =>
    gateMatrix(gates, lists, {
      architectures,
      onlyEnabled: options.enabled === true,
      ...(options.status === undefined ? {} : { statuses: options.status.map((status) => statusOf(status)!) }),
    }),
  );
  const compares = options.compare !== undefined;
  const table: GatesTable =
    all.length === 1
      ? { rows: all[0]!, architectures, compares }
      : { rows: fleetGates(all), architectures, compares, clusters: subjects.map(({ cluster }) => cluster) };
  const line = summary(table, subjects);
  io.out(rendered(options.format, table, line, subjects, all));
  io.err(`${oneLine(line)}\n`);
  return options.fail === true ? failure(subjects, all, chosen, io) : 0;
}

function rendered(
  format: GatesFormat,
  table: GatesTable,
  line: string,
  subjects: readonly Subject[],
  all: readonly (readonly MatrixRow[])[],
): string {
  switch (format) {
    case 'json':
      return gatesJson(
        subjects.map(({ gates, cluster }, i) => ({
          kubevirt: gates.kubevirt,
          rows: all[i]!,
          ...(table.clusters === undefined ? {} : { cluster }),
        })),
        table,
      );
    case 'html':
      return gatesPage(table, line);
    case 'markdown':
      return gatesMarkdown(table);
    case 'csv':
      return gatesCsv(table);
    default:
      return gatesText(table);
  }
}

/** Exit code 1 where something that counts is unsupported, with what it is and where. */
function failure(
  subjects: readonly Subject[],
  all: readonly (readonly MatrixRow[])[],
  chosen: readonly Architecture[] | undefined,
  io: CommandIo,
): ExitCode {
  const lines = subjects.flatMap((subject, i) => {
    const counted = chosen ?? subject.architectures;
    const failing = all[i]!.filter((row) => countsAsFailure(row, subject, counted)).map(({ name }) => name);
    const where = subjects.length === 1 ? '' : `${subject.cluster}: `;
    return failing.length === 0 ? [] : [`error: ${where}unsupported on ${counted.join(', ')}: ${failing.join(', ')}\n`];
  });
  lines.forEach(io.err);
  return lines.length === 0 ? 0 : 1;
}

function countsAsFailure(row: MatrixRow, { isChoice }: Subject, architectures: readonly Architecture[]): boolean {
  return isChoice(row) && architectures.some((architecture) => row.support[architecture].status === 'Unsupported');
}

function summary({ rows, architectures, compares }: GatesTable, subjects: readonly Subject[]): string {
  const name = subjects.length === 1 ? subjects[0]!.name : `${subjects.length} clusters that are on in one of them`;
  const count = `${rows.length} ${rows.length === 1 ? 'gate' : 'gates'} of ${name}, data as of ${FACTS_AS_OF}`;
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

function ofRelease({ kubevirt = NEWEST_KUBEVIRT }: GatesOptions, io: CommandIo): Subject[] | ExitCode {
  const { target, findings } = resolveTarget({ kubevirt });
  printFindings(findings, io);
  return hasErrors(findings)
    ? 2
    : [
        {
          cluster: '',
          gates: FeatureGates.of(target.kubevirt),
          lists: {},
          architectures: ARCHITECTURES,
          isChoice: () => true,
          name: `KubeVirt ${target.kubevirt}`,
        },
      ];
}

async function ofClusters(
  paths: readonly string[],
  options: GatesOptions,
  io: CommandIo,
): Promise<Subject[] | ExitCode> {
  const { clusters, findings } = await readSource({ paths, target: {} });
  if (hasErrors(findings)) {
    printFindings(findings, io);
    return 1;
  }
  const chosen = chosenClusters(clusters, options.cluster);
  if (typeof chosen === 'string') {
    io.err(`error: ${chosen}\n`);
    return 2;
  }
  return chosen.map((cluster) => {
    const title = titleOf(cluster, paths);
    const { note, ...found } = clusterGates(cluster, title);
    if (note !== undefined) {
      io.err(`note: ${note}\n`);
    }
    return { ...found, cluster: title, name: `${title}, KubeVirt ${found.gates.kubevirt}, that are on` };
  });
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
