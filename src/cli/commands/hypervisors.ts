import { Option } from 'commander';
import type { Cluster } from '../../cluster/cluster';
import { checkObjects } from '../../cluster/judge/apply-rules';
import { hasErrors } from '../../findings/finding';
import { hypervisorMatrix } from '../../hypervisors/matrix';
import {
  type HypervisorsTable,
  hypervisorsJson,
  hypervisorsMarkdown,
  hypervisorsText,
  LEGEND,
  type VmHypervisorRow,
} from '../../report/hypervisors-table';
import { vmHypervisors } from '../../rules/hypervisors/vm-hypervisors';
import { readSource } from '../../sources/open-source';
import { FACTS_AS_OF } from '../../target/facts';
import { NEWEST_KUBEVIRT, resolveTarget } from '../../target/resolve';
import { printFindings } from '../format/print-findings';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { chosenCluster } from './cluster-options';

const RENDERERS = { text: hypervisorsText, json: hypervisorsJson, markdown: hypervisorsMarkdown } as const;

interface HypervisorsOptions {
  readonly kubevirt?: string;
  readonly cluster?: string;
  readonly fail?: boolean;
  readonly format: keyof typeof RENDERERS;
}

const EXAMPLES = `
Examples:
  polyvirt hypervisors                          every driver of libvirt: properties and features
  polyvirt hypervisors --format markdown        the same for a page
  polyvirt hypervisors . --fail                 the VMs of the platform in this folder too; for CI
  polyvirt explain hypervisor/cloud-hypervisor  one of them, with what each cell rests on

With --format json it writes what docs/schemas/hypervisors.schema.json says.

Exit codes: 0 success; 1 the platform cannot be read, or with --fail a VM asks for what it cannot have; 2 usage error.`;

/** `polyvirt hypervisors [dir]`: drivers × properties, drivers × features, VMs × hypervisors. */
export const hypervisors: Command = {
  configure: (commander) => {
    return commander
      .argument('[dir]', 'a platform by its folder or file, manifests, or - for standard input: shows their VMs too')
      .option('--kubevirt <release>', 'release of KubeVirt; default: that of the platform, or the newest that is known')
      .option('-c, --cluster <name>', 'the cluster, where the platform has several')
      .option('--fail', 'exit code 1 when a VM asks for what its hypervisor or its cluster cannot give')
      .addOption(
        new Option('-f, --format <format>', 'how the tables are written')
          .choices(Object.keys(RENDERERS))
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
  const table = args[0] === undefined ? ofRelease(options, io) : await ofCluster(args[0], options, io);
  if (typeof table === 'number') {
    return table;
  }
  io.out(RENDERERS[options.format](table));
  io.err(`${table.rows.length} hypervisors, facts of ${FACTS_AS_OF}; ${LEGEND}\n`);
  const failing = (table.machines ?? []).filter(({ errors }) => errors.length > 0);
  if (options.fail !== true || failing.length === 0) {
    return 0;
  }
  io.err(`error: ${failing.map(({ name, errors }) => `${name} (${errors.join(', ')})`).join(', ')}\n`);
  return 1;
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

function ofRelease({ kubevirt = NEWEST_KUBEVIRT }: HypervisorsOptions, io: CommandIo): HypervisorsTable | ExitCode {
  const { target, findings } = resolveTarget({ kubevirt });
  printFindings(findings, io);
  return hasErrors(findings) ? 2 : { kubevirt: target.kubevirt, rows: hypervisorMatrix(target.kubevirt) };
}

async function ofCluster(
  path: string,
  options: HypervisorsOptions,
  io: CommandIo,
): Promise<HypervisorsTable | ExitCode> {
  const { clusters, findings } = await readSource({ paths: [path], target: {} });
  if (hasErrors(findings)) {
    printFindings(findings, io);
    return 1;
  }
  const cluster = chosenCluster(clusters, options.cluster);
  if (typeof cluster === 'string') {
    io.err(`error: ${cluster}\n`);
    return 2;
  }
  const { kubevirt } = cluster.target;
  return {
    kubevirt,
    rows: hypervisorMatrix(kubevirt, cluster.hypervisorsInUse?.declared),
    machines: vmsOf(cluster),
  };
}

function vmsOf(cluster: Cluster): VmHypervisorRow[] {
  const objects = cluster.objects.map(({ object }) => object);
  const errors = [...cluster.findings, ...checkObjects(objects, cluster)].filter(
    ({ code, severity }) => severity === 'error' && /^PV4/.test(code),
  );
  return vmHypervisors(objects, cluster).map(({ object: { kind, metadata }, hypervisor }) => ({
    kind,
    ...(metadata.namespace === undefined ? {} : { namespace: metadata.namespace }),
    name: metadata.name,
    hypervisor,
    realisation:
      cluster.hypervisorsInUse === undefined ? 'native' : (cluster.hypervisorsInUse.realisations[hypervisor] ?? null),
    errors: [
      ...new Set(
        errors
          .filter(
            ({ object }) =>
              object?.kind === kind && object.name === metadata.name && object.namespace === metadata.namespace,
          )
          .map(({ code }) => code),
      ),
    ].sort(),
  }));
}
