import { basename, dirname } from 'node:path';
import { Option } from 'commander';
import type { Cluster } from '../../cluster/cluster';
import { judge } from '../../cluster/judge/judge';
import { checkNamesAcross, type PoolNames } from '../../cluster/shared-names';
import { compareFindings, type Finding, hasErrors } from '../../findings/finding';
import { shownFindings } from '../../findings/shown-finding';
import { compareReleases } from '../../kube/release';
import { type ClusterReport, type DraftReport, draftReport, type FleetReport, fleetJson } from '../../report/fleet';
import { fleetPage } from '../../report/fleet-page';
import { type UpgradeSummary, upgradeSummary } from '../../report/upgrade-report';
import { replaceFiles } from '../../sinks/replace-files';
import { today } from '../../sources/host/process';
import { shownSource } from '../../sources/host/read-text';
import { openSource } from '../../sources/open-source';
import { upgradeSubject } from '../../sources/upgrade-subjects';
import { type NamedRelease, NEWEST_HCO, NEWEST_KUBEVIRT, readNamedRelease, retargeted } from '../../target/target';
import { adviseUpgrade } from '../../upgrade/upgrade';
import { printFindings } from '../format/print-findings';
import { type Command, VERSION } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import {
  addClusterOptions,
  addGroupingOption,
  addParameterOptions,
  type ClusterOptions,
  clusterInputsOf,
  type GroupingOptions,
  titleOf,
} from './options';

interface ReportOptions extends ClusterOptions, GroupingOptions {
  readonly output?: string;
  readonly to?: string;
  readonly fail?: boolean;
  readonly format: 'html' | 'json';
}

const EXAMPLES = `
Examples:
  polyvirt report -o report.html                 the platform in this folder, with all of its clusters
  polyvirt report clusters/ -o report.html       manifests, one folder per cluster
  polyvirt report --cluster live.yaml -o report.html
                                                 a cluster, from its snapshot
  polyvirt report --to 1.9 --format json         as JSON, with what an upgrade to 1.9 changes

The page is one self-contained file: no server, no network. Its filters are in its address, so you can send an answer as a link:
report.html#arch=arm64. The same input always produces the same bytes.

docs/schemas/report.schema.json describes the JSON output.

Exit codes: 0 the report was written; 1 there was nothing to read, or with --fail it shows an error or a VM that can never start;
2 usage error.`;

/** `polyvirt report [path…]`: one page of a fleet. */
export const report: Command = {
  configure: (commander) => {
    return addParameterOptions(
      addGroupingOption(
        addClusterOptions(
          commander.argument('[path...]', 'folders with a platform, manifests, or - for stdin; default: this folder'),
        ),
      ),
    )
      .option('-o, --output <file>', 'the file to write; default: stdout')
      .option(
        '--to <release>',
        'release for the upgrade section: 1.9 for KubeVirt, hco:1.19 for HyperConverged; default: the newest',
      )
      .option('--fail', 'exit 1 on an error finding, or if a VM can never start')
      .addOption(new Option('-f, --format <format>', 'output format').choices(['html', 'json']).default('html'))
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runReport(args, options as unknown as ReportOptions, io),
};

async function runReport(paths: readonly string[], options: ReportOptions, io: CommandIo): Promise<ExitCode> {
  const to = options.to === undefined ? undefined : readNamedRelease(options.to);
  printFindings(
    (to?.findings ?? []).map((finding) => ({ ...finding, path: '--to' })),
    io,
  );
  if (hasErrors(to?.findings ?? [])) {
    return 2;
  }
  const progress = io.progress();
  const fleet = await fleetReport(paths, options, to?.named, progress.show).finally(progress.end);
  if (fleet.clusters.length === 0) {
    printFindings(fleet.findings, io);
    io.err('error: there is neither a platform nor an object: name a platform or manifests\n');
    return 1;
  }
  write(options.format === 'json' ? fleetJson(fleet) : fleetPage(fleet), options, io);
  const { clusters } = fleet;
  const findings = [...fleet.findings, ...clusters.flatMap((each) => each.findings)];
  const pending = clusters.reduce((sum, { places }) => sum + (places?.pending ?? 0), 0);
  io.err(
    `${clusters.length} ${clusters.length === 1 ? 'cluster' : 'clusters'}; errors: ${findings.filter(({ severity }) => severity === 'error').length}; VMs that never start: ${pending}\n`,
  );
  return options.fail === true && (hasErrors(findings) || pending > 0) ? 1 : 0;
}

function write(text: string, { output }: ReportOptions, io: CommandIo): void {
  if (output === undefined) {
    io.out(text);
    return;
  }
  replaceFiles(dirname(output), () => ({
    files: [{ path: basename(output), text: io.forFile(text) }],
    removals: [],
  }));
}

/** A cluster whose objects are gone, except where others may have something to do with it. */
interface TakenCluster {
  readonly draft: DraftReport;
  readonly pools: PoolNames;
  readonly upgrade: UpgradeSummary | undefined;
  /** Findings, once what it shares with other clusters is known. */
  readonly findings: (shared: readonly Finding[]) => readonly Finding[];
}

async function fleetReport(
  paths: readonly string[],
  options: ReportOptions,
  to: NamedRelease | undefined,
  progress: (done: number, total: number | undefined) => void,
): Promise<FleetReport> {
  const source = openSource({ ...clusterInputsOf(options), paths, grouping: options.clusters });
  const asked = paths.length > 0 ? paths : [options.cluster ?? '.'];
  const isTold = [options.kubevirt, options.hco, options.cluster].some((each) => each !== undefined);
  const taken: TakenCluster[] = [];
  for await (const cluster of source) {
    taken.push(takeCluster(cluster, titleOf(cluster, asked), upgradeOf(cluster, isTold, to)));
    progress(taken.length, undefined);
  }
  taken.sort((a, b) => (a.draft.name < b.draft.name ? -1 : 1));
  const shared = checkNamesAcross(taken.map(({ pools }) => pools));
  const found = taken.map(({ findings }, i) => findings(shared[i]!));
  const located = await source.locate(found.flat());
  let from = 0;
  const clusters = taken.map(({ draft, upgrade }, i): ClusterReport => {
    from += found[i]!.length;
    const own = located.slice(from - found[i]!.length, from).sort(compareFindings);
    return { ...draft, findings: shownFindings(own), ...(upgrade === undefined ? {} : { upgrade }) };
  });
  return {
    title: titleOfFleet(asked, clusters),
    version: VERSION,
    clusters,
    findings: shownFindings([...source.findings].sort(compareFindings)),
  };
}

/** The folder that was asked for; the contents where it is the working folder. */
function titleOfFleet(asked: readonly string[], clusters: readonly ClusterReport[]): string {
  const [first] = clusters;
  return asked.length === 1 && asked[0] === '.' && first !== undefined
    ? clusters.length === 1
      ? first.name
      : `${clusters.length} clusters`
    : asked.map(shownSource).join(', ');
}

function takeCluster(cluster: Cluster, title: string, upgrade: UpgradeSummary | undefined): TakenCluster {
  // Of manifests only a part may be at hand, and allowances of a platform may be for the others.
  const judging = {
    today: today(),
    foldsGroups: true,
    unused: cluster.dependencies === undefined ? 'of objects' : 'all',
  } as const;
  const { objects, findings, pools } = judge(cluster, judging);
  return {
    draft: draftReport(cluster, title, objects, findings),
    pools,
    upgrade,
    findings:
      pools.pools.length === 0
        ? () => findings
        : (shared) => (shared.length === 0 ? findings : judge(cluster, { ...judging, shared }).findings),
  };
}

/** Changes of the requested release, or of the newest; undefined where the cluster runs it already. */
function upgradeOf(cluster: Cluster, isTold: boolean, asked: NamedRelease | undefined): UpgradeSummary | undefined {
  const subject = upgradeSubject(cluster, isTold, today());
  const { target } = subject;
  const newest: NamedRelease =
    target?.hco === undefined
      ? { component: 'kubevirt', release: NEWEST_KUBEVIRT }
      : { component: 'hco', release: NEWEST_HCO };
  const to = asked ?? newest;
  const from = to.component === newest.component ? target?.[to.component] : undefined;
  if (from === undefined || compareReleases(from, to.release) >= 0) {
    return undefined;
  }
  const advice = adviseUpgrade(
    subject.at((declared) => declared),
    subject.at((declared) => retargeted(declared, to)),
  );
  return upgradeSummary({ from: { component: to.component, release: from }, to, advice });
}
