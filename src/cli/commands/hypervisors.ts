import { Option } from 'commander';
import { checkObjects } from '../../cluster/judge/apply-rules';
import { hasErrors } from '../../findings/finding';
import { compareReleases } from '../../kube/release';
import {
  type ClusterHypervisors,
  type HypervisorsTable,
  hypervisorMatrix,
  hypervisorsJson,
  hypervisorsMarkdown,
  hypervisorsText,
  LEGEND,
  vmHypervisorRows,
} from '../../report/hypervisors-table';
import { hypervisorsPage } from '../../report/tables-page';
import { readSource } from '../../sources/open-source';
import { FACTS_AS_OF } from '../../target/facts';
import { NEWEST_KUBEVIRT, resolveTarget } from '../../target/target';
import { printFindings } from '../format/print-findings';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { chosenClusters, titleOf } from './options';

const RENDERERS = { text: hypervisorsText, markdown: hypervisorsMarkdown, html: hypervisorsPage } as const;

interface HypervisorsOptions {
  readonly kubevirt?: string;
  readonly cluster?: string;
  readonly fail?: boolean;
  readonly format: keyof typeof RENDERERS | 'json';
}

const EXAMPLES = `
Examples:
  polyvirt hypervisors                          every libvirt driver: properties and features
  polyvirt hypervisors --format markdown        the same as Markdown
  polyvirt hypervisors . --fail                 with the VMs of all clusters of the platform in this folder; for CI
  polyvirt explain hypervisor/cloud-hypervisor  one of them, with the source of each cell

docs/schemas/hypervisors.schema.json describes the JSON output.

Exit codes: 0 success; 1 the platform cannot be read, or with --fail a VM needs something it cannot have; 2 usage error.`;

/** `polyvirt hypervisors [dir]`: drivers × properties, drivers × features, VMs × hypervisors. */
export const hypervisors: Command = {
  configure: (commander) => {
    return commander
      .argument('[dir]', 'a platform by its folder or file, manifests, or - for standard input: shows their VMs too')
      .option('--kubevirt <release>', 'release of KubeVirt; default: that of the platform, or the newest that is known')
      .option('-c, --cluster <name>', 'only this cluster, if the platform has several')
      .option('--fail', 'exit 1 if a VM needs something that its hypervisor or cluster does not have')
      .addOption(
        new Option('-f, --format <format>', 'output format')
          .choices(['text', 'json', 'markdown', 'html'])
          .default('text'),
      )
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) => runHypervisors(args, options as unknown as HypervisorsOptions, io),
};

async function runHypervisors(args: readonly string[], options: HypervisorsOptions, io: CommandIo): Promise<ExitCode> {
  const mistake = mistakeIn(args, options);
  if (mistake !== undefined) {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const all = args[0] === undefined ? ofRelease(options, io) : await ofClusters(args[0], options, io);
  if (typeof all === 'number') {
    return all;
  }
  const table = tableOf(all);
  io.out(options.format === 'json' ? hypervisorsJson(all) : RENDERERS[options.format](table));
  io.err(`${table.releases.at(-1)!.rows.length} hypervisors, data as of ${FACTS_AS_OF}; ${LEGEND}\n`);
  const failing = (table.machines ?? []).filter(({ errors }) => errors.length > 0);
  if (options.fail !== true || failing.length === 0) {
    return 0;
  }
  const told = failing.map(
    ({ cluster, name, errors }) => `${cluster === undefined ? '' : `${cluster}: `}${name} (${errors.join(', ')})`,
  );
  io.err(`error: ${told.join(', ')}\n`);
  return 1;
}

/** Clusters together: their VMs, and each release once with the hypervisors that any of its clusters knows. */
function tableOf(all: readonly ClusterHypervisors[]): HypervisorsTable {
  const releases = new Map<string, ClusterHypervisors>();
  for (const each of all) {
    const known = releases.get(each.kubevirt);
    const names = new Set(known?.rows.map(({ name }) => name));
    releases.set(each.kubevirt, {
      kubevirt: each.kubevirt,
      rows: [...(known?.rows ?? []), ...each.rows.filter(({ name }) => !names.has(name))],
    });
  }
  return {
    releases: [...releases.values()].sort((a, b) => compareReleases(a.kubevirt, b.kubevirt)),
    ...(all.every(({ machines }) => machines === undefined)
      ? {}
      : {
          machines: all.flatMap(({ cluster, machines = [] }) =>
            machines.map((vm) => (cluster === undefined ? vm : { cluster, ...vm })),
          ),
        }),
  };
}

function mistakeIn(args: readonly string[], { cluster, fail, kubevirt }: HypervisorsOptions): string | undefined {
  if (args.length > 1) {
    return `one folder at a time, not ${args.join(' and ')}`;
  }
  if (args.length === 0 && (cluster !== undefined || fail === true)) {
    return `${cluster === undefined ? '--fail' : '--cluster'} is about a platform: name its folder, as polyvirt hypervisors .`;
  }
  return args.length > 0 && kubevirt !== undefined
    ? 'a platform names its own release: leave --kubevirt out, or the folder'
    : undefined;
}

function ofRelease({ kubevirt = NEWEST_KUBEVIRT }: HypervisorsOptions, io: CommandIo): ClusterHypervisors[] | ExitCode {
  const { target, findings } = resolveTarget({ kubevirt });
  printFindings(findings, io);
  return hasErrors(findings) ? 2 : [{ kubevirt: target.kubevirt, rows: hypervisorMatrix(target.kubevirt) }];
}

async function ofClusters(
  path: string,
  options: HypervisorsOptions,
  io: CommandIo,
): Promise<ClusterHypervisors[] | ExitCode> {
  const { clusters, findings } = await readSource({ paths: [path], target: {} });
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
    const { kubevirt } = cluster.target;
    const objects = cluster.objects.map(({ object }) => object);
    return {
      ...(chosen.length === 1 ? {} : { cluster: titleOf(cluster, [path]) }),
      kubevirt,
      rows: hypervisorMatrix(kubevirt, cluster.hypervisorsInUse?.declared),
      machines: vmHypervisorRows(objects, cluster, [...cluster.findings, ...checkObjects(objects, cluster)]),
    };
  });
}
