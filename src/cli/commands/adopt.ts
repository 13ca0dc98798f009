import { relative, resolve, sep } from 'node:path';
import { Option } from 'commander';
import { type AdoptedPlatform, type Adoption, adopt as adoptObjects, type PlacedInput } from '../../adopt/adopt';
import { type ReportedForeign, readForeign } from '../../adopt/foreign/read-foreign';
import { type Difference, prove } from '../../adopt/proof';
import { type AdoptionReport, adoptionReport } from '../../adopt/report';
import type { Preference } from '../../adopt/sort-objects';
import type { Clusters } from '../../cluster/cluster';
import { judge } from '../../cluster/judge/judge';
import { jsonText } from '../../findings/escape/formats';
import { type Finding, hasErrors } from '../../findings/finding';
import { isDnsLabel } from '../../kube/names';
import { writeNewFiles } from '../../sinks/write-files';
import { shownPath } from '../../sources/host/open-text';
import { lockedPackages } from '../../sources/host/own-tarball';
import { today } from '../../sources/host/process';
import { STDIN } from '../../sources/host/read-text';
import { toldBy } from '../../sources/known-clusters';
import { type AdoptionInput, clustersIn, readAdoption, stagedPlatforms } from '../../sources/read-adoption';
import { adoptText } from '../format/adopt-report';
import { printFindings } from '../format/print-findings';
import { type Command, VERSION } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { ownPackage } from './init';
import { type ClusterOptions, clusterInputsOf } from './options';

interface AdoptOptions extends Omit<ClusterOptions, 'platform'> {
  readonly output: string;
  readonly name?: string;
  readonly clusters?: boolean;
  readonly prefer?: Preference;
  readonly prove?: boolean;
  readonly typescript?: boolean;
  readonly yaml?: boolean;
  readonly format: 'text' | 'json';
}

const EXAMPLES = `
Examples:
  polyvirt adopt vms/                        polyvirt.yaml in this folder, from the manifests below vms/
  kubectl get vm,dv,kubevirt -A -o yaml | polyvirt adopt -
                                             from a running cluster
  polyvirt adopt vms/ live.yaml              with identities from the cluster: kubectl get vm,dv -A -o yaml > live.yaml
  polyvirt adopt vms/ live.yaml --prefer git Git wins where the cluster differs
  polyvirt adopt --cluster cluster.yaml vms/ with target and nodes from a snapshot
  polyvirt adopt vms/ --typescript -o infra  a cdk8s app instead of polyvirt.yaml
  virsh dumpxml web > web.xml; polyvirt adopt web.xml
                                             from libvirt; an .ovf descriptor works too
  polyvirt adopt fleet/ --clusters -o infra  each folder or file directly below fleet/ is a cluster
  polyvirt adopt vms/ --prove                compare the existing platform with the manifests; write nothing

Writes nothing unless the result reproduces every object exactly as it was read. Fields without a key of their own go under
spec:, other kinds go to manifests/, and fields that the API server sets are left out and listed.

Exit codes: 0 success; 1 something differs or cannot be read; 2 usage error.`;

/** `polyvirt adopt FILE…`: existing manifests as a platform that makes the same objects. */
export const adopt: Command = {
  configure: (commander) =>
    commander
      .argument('<path...>', 'files, folders, or - for standard input; domains of libvirt (.xml) and .ovf too')
      .option('-o, --output <dir>', 'folder of the platform', '.')
      .option('--yaml', 'a platform file (default)')
      .option('--typescript', 'a cdk8s app')
      .option('--name <name>', 'name of the cluster; default: the name of the folder or file')
      .option('--clusters', 'each folder or file directly below the paths is a cluster')
      .addOption(
        new Option('--prefer <side>', 'which one wins where files and live objects differ').choices(['live', 'git']),
      )
      .option('--prove', 'compare the existing platform with the manifests, and write nothing')
      .option(
        '--kubevirt <release>',
        'release of KubeVirt; default: what live objects say, or the newest that is known',
      )
      .option('--hco <release>', 'HyperConverged release')
      .option('--cdi <release>', 'CDI release')
      .option('--nodes <file>', 'nodes of the cluster, from kubectl get nodes -o yaml')
      .option('--cluster <file>', 'snapshot of the cluster, for its releases and nodes')
      .option('--openshift', 'the cluster is OpenShift or OKD')
      .option('--kubernetes', 'the cluster is any other Kubernetes')
      .addOption(new Option('-f, --format <format>', 'output format').choices(['text', 'json']).default('text'))
      .addHelpText('after', EXAMPLES),
  run: async (args, options, io) => runAdopt(args, options as unknown as AdoptOptions, io),
};

async function runAdopt(paths: readonly string[], options: AdoptOptions, io: CommandIo): Promise<ExitCode> {
  const mistake = mistakeIn(options);
  if (mistake !== undefined) {
    io.err(`error: ${mistake}\n`);
    return 2;
  }
  const input = withForeign(readAdoption(paths));
  const told = toldBy(clusterInputsOf(options));
  const { nodes, distribution } = told.context;
  // Packing takes half a second, which a proof does not need.
  const own = options.typescript === true && options.prove !== true ? ownPackage(options.output) : undefined;
  const adoption = adoptObjects({
    objects: input.objects,
    naming: {
      isPerEntry: options.clusters === true,
      other: input.objects[0]?.asked ?? '',
      ...(options.name === undefined ? {} : { name: options.name }),
    },
    told: {
      target: told.target,
      ...(nodes === undefined ? {} : { nodes }),
      ...(distribution === undefined ? {} : { distribution }),
    },
    ...(options.prefer === undefined ? {} : { prefer: options.prefer }),
    language:
      options.typescript === true ? { polyvirt: own?.range ?? VERSION, others: lockedPackages().versions } : 'yaml',
    pathInside: pathInside(options.output),
  });
  if (!adoption.platforms.some(isFilled)) {
    return nothingToAdopt(input, adoption.notAdopted, options, io);
  }
  const clusters =
    options.prove === true
      ? await clustersIn(options.output)
      : await stagedPlatforms(
          adoption.files,
          options.output,
          adoption.platforms.flatMap(({ named }) => named),
        );
  const differences = differencesOf(adoption, clusters);
  const shape = options.prove === true ? clusters.findings.filter(isError) : [];
  const errors = clusters.clusters.flatMap((cluster) => judge(cluster, { today: today() }).findings.filter(isError));
  const judged = adoptionReport(adoption, { ...input, findings: [...input.findings, ...shape] }, differences, errors);
  const isReady = judged.proven && !(isUndecided(adoption) && options.prefer === undefined);
  const written =
    isReady && options.prove !== true
      ? [...writeNewFiles(options.output, adoption.files), ...(own?.write() ?? [])]
      : [];
  print({ ...judged, written }, isReady, options, io);
  return isReady ? 0 : 1;
}

interface WholeInput extends Omit<AdoptionInput, 'objects' | 'foreign'> {
  readonly objects: readonly PlacedInput[];
  readonly foreign: readonly ReportedForeign[];
}

/** What was read, with VMs in the place of files of other worlds. */
function withForeign(input: AdoptionInput): WholeInput {
  const read = input.foreign.map((foreign) => ({ foreign, ...readForeign(foreign) }));
  return {
    ...input,
    objects: [
      ...input.objects,
      ...read.flatMap(({ foreign: { asked, steps }, objects }) =>
        objects.map((object) => ({ ...object, asked, steps })),
      ),
    ],
    documents: [...input.documents, ...input.foreign.map(({ text }) => text)],
    findings: [
      ...input.findings,
      ...read.flatMap(({ foreign, problem }) => (problem === undefined ? [] : [notXml(foreign.file, problem)])),
    ],
    foreign: read.flatMap(({ report }) => report),
  };
}

function notXml(file: string, problem: string): Finding {
  return {
    code: 'PV030',
    severity: 'error',
    file,
    what: `polyvirt cannot read this virtual machine: ${problem}`,
    why: 'Nothing can be read from this document',
    fix: 'name what virsh dumpxml printed, or the .ovf of an export; unpack an .ova first',
  };
}

function isError({ severity }: Finding): boolean {
  return severity === 'error';
}

function mistakeIn({ name, clusters, typescript, yaml }: AdoptOptions): string | undefined {
  if (typescript === true && yaml === true) {
    return '--typescript and --yaml are two ways to write a platform: use one of them.';
  }
  if (name !== undefined && clusters === true) {
    return '--name is the name of one cluster, and --clusters says that there are several: use one of them.';
  }
  return name === undefined || isDnsLabel(name)
    ? undefined
    : `--name ${name}: write lower-case letters, digits and -, at most 63, as edge-1.`;
}

/** Where Git and the cluster differ, a person has to say which of them counts. */
function isUndecided({ platforms }: Adoption): boolean {
  return platforms.some(({ drift }) => drift.length > 0);
}

/** The path of a file below a folder, as a platform names it; nothing where it is elsewhere. */
function pathInside(folder: string): (path: string) => string | undefined {
  return (path) => {
    const below = path === STDIN ? '..' : relative(resolve(folder), resolve(path));
    return below.startsWith('..') || below === '' ? undefined : below.split(sep).join('/');
  };
}

/** By the name of the cluster; one platform is compared with the only one there is, whatever both are called. */
function differencesOf({ platforms }: Adoption, { clusters }: Clusters): Map<string, readonly Difference[]> {
  return new Map(
    platforms.map(({ name, wanted, declared }) => {
      const only = platforms.length === 1 && clusters.length === 1 ? clusters[0] : undefined;
      const made = only ?? clusters.find((cluster) => cluster.name === name);
      const objects = made?.objects.map(({ object }) => object) ?? [];
      return [name, prove(wanted, objects, declared.target)];
    }),
  );
}

/** Whether there is anything that a platform would say: an object, or the nodes of a cluster. */
function isFilled({ wanted, declared }: AdoptedPlatform): boolean {
  return wanted.length > 0 || declared.head.nodes !== undefined;
}

function nothingToAdopt(
  { findings, notRead }: WholeInput,
  notAdopted: Adoption['notAdopted'],
  { format }: AdoptOptions,
  io: CommandIo,
): ExitCode {
  const report = { ...EMPTY, findings, notRead, notAdopted };
  if (format === 'json') {
    io.out(`${jsonText(report, 2)}\n`);
    return 1;
  }
  printFindings(findings, io);
  io.err(adoptText(report));
  if (!hasErrors(findings)) {
    io.err('error: there is no object to adopt: name manifests, or what kubectl get vm -A -o yaml printed.\n');
  }
  return 1;
}

const EMPTY: AdoptionReport = {
  proven: false,
  clusters: [],
  serverFields: [],
  notAdopted: [],
  notRead: [],
  foreign: [],
  findings: [],
  written: [],
  lines: { read: 0, written: 0 },
  errors: {},
  comments: 0,
};

function print(
  report: AdoptionReport,
  isReady: boolean,
  { format, output, prove: only, typescript }: AdoptOptions,
  io: CommandIo,
): void {
  if (format === 'json') {
    io.out(`${jsonText(report, 2)}\n`);
    return;
  }
  printFindings(report.findings as Finding[], io);
  io.err(adoptText(report));
  if (!isReady) {
    const drifts = report.proven
      ? 'files and live objects differ: say which count with --prefer live or --prefer git'
      : 'see above';
    io.err(only === true ? 'not proven\n' : `nothing was written: ${drifts}\n`);
    return;
  }
  const isHere = resolve(output) === process.cwd();
  const next =
    typescript === true
      ? `${isHere ? '' : `cd ${shownPath(output)} && `}npm install && npm run synth`
      : `polyvirt synth${isHere ? '' : ` ${shownPath(output)}`}`;
  io.err(
    only === true
      ? 'proven\n'
      : `written: ${report.written.join(', ') || 'nothing, all files were there already'}\nnext: ${next}\n`,
  );
}
