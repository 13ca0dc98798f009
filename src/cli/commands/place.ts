import { Option } from 'commander';
import type { Cluster } from '../../cluster/cluster';
import { type PlaceObjectsOptions, placeObjects } from '../../cluster/place';
import { isPod } from '../../cluster/pod-view-of';
import { jsonText } from '../../findings/escape/formats';
import { hasErrors } from '../../findings/finding';
import { chooseFrom } from '../../findings/suggestion';
import type { KubeObject } from '../../kube/object';
import { placeHtml, placeSvg } from '../../pods/picture';
import type { PlaceReport } from '../../pods/place-report';
import { placeMarkdown, placeText } from '../../pods/place-text';
import { openSource } from '../../sources/open-source';
import { readPods } from '../../sources/platform-inputs';
import { printFindings } from '../format/print-findings';
import type { Command } from '../start/command';
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

interface PlaceCommandOptions extends ClusterOptions, GroupingOptions {
  readonly pods?: string;
  readonly pack?: boolean;
  readonly without: readonly string[];
  readonly drain: readonly string[];
  readonly migration?: boolean;
  readonly rollout?: boolean;
  readonly only?: string;
  readonly fail?: boolean;
  readonly format: PlaceFormat;
}

const EXAMPLES = `
Examples:
  polyvirt place                                  the platform in this folder, on the nodes that it declares
  polyvirt place --nodes nodes.yaml vms/          any YAML, on real nodes (kubectl get nodes -o yaml)
  kubectl get nodes,kubevirt,vm -A -o yaml | polyvirt place -
  polyvirt place vms/ --nodes nodes.yaml --pods pods.yaml --pack
                                                  all together, next to the pods that already run
  polyvirt place --without zone=eu-1 --without n7 what could not run if all of that were lost
  polyvirt place --cluster live.yaml --drain n7    what migrates, what is shut down, what blocks the drain forever
  polyvirt place --migration --rollout            where VMs can migrate to, whether rolling updates have room
  polyvirt place --format html > place.html       a page with a picture
  polyvirt place --fail                           in CI: exit 1 if something can never be scheduled

Applies the filters of kube-scheduler, in its words, but does not predict its scores. Each workload is judged alone unless you
pass --pack. If a node pool does not say enough, the answer is "unknown", not "no".

With --format json it prints one object per cluster, one per line; docs/schemas/place.schema.json describes them.

Exit codes: 0 success; 1 a platform with errors, or with --fail something that cannot run anywhere; 2 usage error.`;

/** `polyvirt place [path…]`: where every VM can run, and why nowhere else. */
export const place: Command = {
  configure: (commander) => {
    return addParameterOptions(
      addGroupingOption(
        addClusterOptions(
          commander.argument('[path...]', 'folders with a platform, manifests, or - for stdin; default: this folder'),
        ),
      ),
    )
      .option('--pods <file>', 'running pods, from kubectl get pods -A -o yaml; their requests are subtracted first')
      .option('--pack', 'place all workloads together, one after the other by name, instead of judging each alone')
      .option(
        '--without <what>',
        'what could not run without a node, zone=NAME, arch=NAME or LABEL=VALUE; repeat to lose several at once',
        (what: string, previous: readonly string[]) => [...previous, what],
        [],
      )
      .option(
        '--drain <what>',
        'what happens to VMs when a node, zone=NAME, arch=NAME or LABEL=VALUE is drained; can be repeated',
        (what: string, previous: readonly string[]) => [...previous, what],
        [],
      )
      .option('--migration', 'show where each running VM can live-migrate to')
      .option('--rollout', 'show whether each MachineDeployment has room for a rolling update with its surge')
      .option('--only <cluster>', 'only this cluster, if there are several')
      .option('--fail', 'exit 1 if something can never be scheduled, is stranded by --without, or blocks --drain')
      .addOption(new Option('-f, --format <format>', 'output format').choices([...PLACE_FORMATS]).default('text'))
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runPlace(args, options as unknown as PlaceCommandOptions, io),
};

async function runPlace(paths: readonly string[], options: PlaceCommandOptions, io: CommandIo): Promise<ExitCode> {
  const all = await subjectsIn(paths, options, io);
  if (all === undefined) {
    return 1;
  }
  const subjects = all.filter(({ title }) => options.only === undefined || title === options.only);
  const mistake = mistakeIn(subjects, all, paths, options);
  if (mistake !== undefined) {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const pods = options.pods === undefined ? undefined : readPods(options.pods);
  const places: { title: string; report: PlaceReport }[] = [];
  for (const { title, objects, cluster } of subjects) {
    const placed = placeObjects(objects, cluster, optionsFor(objects, options, pods));
    if ('mistakes' in placed) {
      for (const each of placed.mistakes) {
        io.err(`error: ${each}${subjects.length > 1 ? ` (${title})` : ''}\n`);
      }
      return 2;
    }
    places.push({ title, report: placed.report });
  }
  if (places.every(({ report }) => report.workloads.length === 0)) {
    const where = paths.length > 0 ? paths.join(', ') : (options.cluster ?? 'this platform');
    io.err(`error: there is no virtual machine in ${where}. Fix: name files or a platform with VMs.\n`);
    return 2;
  }
  io.out(renderPlaces(places, options.format));
  const failing = places.flatMap(({ report }) => [
    ...report.pending,
    ...(report.without?.stranded ?? []).map(({ name }) => name),
    ...(report.drain?.guests ?? []).filter(({ outcome }) => outcome === 'blocks').map(({ name }) => name),
  ]);
  io.err(`${countOf(places)}\n`);
  return options.fail === true && failing.length > 0 ? 1 : 0;
}

/** A cluster by the name that it is shown under. */
interface PlaceSubject {
  readonly title: string;
  readonly cluster: Cluster;
  readonly objects: readonly KubeObject[];
}

/** Everything that is asked for; nothing where something is wrong with it, which is said. */
async function subjectsIn(
  paths: readonly string[],
  options: PlaceCommandOptions,
  io: CommandIo,
): Promise<PlaceSubject[] | undefined> {
  const source = openSource({ ...clusterInputsOf(options), paths, grouping: options.clusters });
  const subjects: PlaceSubject[] = [];
  for await (const cluster of source) {
    const objects = cluster.objects.map(({ object }) => object);
    subjects.push({ title: titleOf(cluster, paths.length > 0 ? paths : [options.cluster ?? '.']), cluster, objects });
  }
  const wrong = subjects.flatMap(({ cluster }) => cluster.findings).filter(({ severity }) => severity === 'error');
  const findings = [...source.findings, ...(await source.locate(wrong))];
  printFindings(findings, io);
  return hasErrors(findings) ? undefined : subjects;
}

/** A snapshot has its pods with it, and so has what kubectl printed of several kinds. */
function optionsFor(
  objects: PlaceSubject['objects'],
  { pack, without, drain, migration, rollout }: PlaceCommandOptions,
  pods: PlaceObjectsOptions['pods'],
): PlaceObjectsOptions {
  const own = objects.filter(isPod);
  const running = pods ?? (own.length === 0 ? undefined : own);
  return {
    pack: pack === true,
    without,
    drain,
    migration: migration === true,
    rollout: rollout === true,
    ...(running === undefined ? {} : { pods: running }),
  };
}

function mistakeIn(
  subjects: readonly PlaceSubject[],
  all: readonly PlaceSubject[],
  paths: readonly string[],
  { only, format }: PlaceCommandOptions,
): string | undefined {
  const titles = all.map(({ title }) => title);
  if (only !== undefined && subjects.length === 0) {
    return `there is no cluster "${only}": ${chooseFrom(only, titles)}`;
  }
  const unknown = subjects.filter(({ cluster }) => cluster.nodes === undefined);
  if (subjects.length > 0 && unknown.length === subjects.length) {
    const fix = paths.length === 0 ? 'write nodes into the platform, or add' : 'add';
    return `the nodes are not known, so where anything runs cannot be said. Fix: ${fix} --nodes FILE with what kubectl get nodes -o yaml prints`;
  }
  return format === 'svg' && subjects.length > 1
    ? `a picture shows one cluster, and there are ${subjects.length}: name one of ${titles.join(', ')} with --only, or use --format html`
    : undefined;
}

function countOf(places: readonly { readonly report: PlaceReport }[]): string {
  const sum = (of: (report: PlaceReport) => number) => places.reduce((total, { report }) => total + of(report), 0);
  const pending = sum((report) => report.pending.length);
  return `${sum((report) => report.workloads.length)} workloads on ${sum((report) => report.nodes.length)} nodes; pending forever: ${pending}`;
}

/** A report, and what it is about. */
interface TitledReport {
  readonly title: string;
  readonly report: PlaceReport;
}

/** How places can be written. */
const PLACE_FORMATS = ['text', 'markdown', 'json', 'svg', 'html'] as const;

type PlaceFormat = (typeof PLACE_FORMATS)[number];

/** All reports in one format. */
function renderPlaces(places: readonly TitledReport[], format: PlaceFormat): string {
  switch (format) {
    case 'json':
      return places.map(({ title, report }) => `${jsonText({ cluster: title, ...report })}\n`).join('');
    case 'markdown':
      return places.map(({ title, report }) => placeMarkdown(report, title)).join('\n');
    case 'svg':
      return places.map(({ title, report }) => placeSvg(report, title)).join('\n');
    case 'html':
      return placeHtml(places);
    default:
      return places.map(({ title, report }) => placeText(report, title)).join('\n');
  }
}
