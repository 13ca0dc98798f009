import { Option } from 'commander';
import type { Cluster } from '../../cluster/cluster';
import { imagesContext } from '../../cluster/data-sources';
import { judge } from '../../cluster/judge/judge';
import { jsonText } from '../../findings/escape/formats';
import type { Finding } from '../../findings/finding';
import { isHyperConverged } from '../../golden-images/hyper-converged-view';
import { pictureOf } from '../../golden-images/picture';
import { reportMarkdown, reportText } from '../../golden-images/render-report';
import { type ImagesReport, imagesReport } from '../../golden-images/report';
import { addAll, type KubeObject } from '../../kube/object';
import { imagesPage, imagesTable } from '../../report/tables-page';
import { today } from '../../sources/host/process';
import { openSource } from '../../sources/open-source';
import { printFindings } from '../format/print-findings';
import type { Command } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';
import { addParameterOptions, clusterInputsOf, type ParameterOptions, titleOf } from './options';

const FORMATS = ['text', 'markdown', 'json', 'html'] as const;

interface ImagesOptions extends ParameterOptions {
  readonly nodes?: string;
  readonly hco?: string;
  readonly openshift?: boolean;
  readonly kubernetes?: boolean;
  readonly cluster?: readonly string[];
  readonly format: (typeof FORMATS)[number];
  readonly fail?: boolean;
}

const EXAMPLES = `
Examples:
  polyvirt images                                    the platform in this folder
  polyvirt images --nodes nodes.yaml hco.yaml        any HyperConverged resource, with the nodes of its cluster
  kubectl get nodes,hyperconverged -A -o yaml | polyvirt images -
  polyvirt images --fail --format markdown           in CI: exit 1 if an alert would fire

With --format json it prints one object per HyperConverged resource, one per line; docs/schemas/images.schema.json describes them.

Exit codes: 0 success; 1 a platform with errors, or with --fail an alert that would fire; 2 usage error.`;

/** `polyvirt images [path…]`: what becomes of golden images, by architecture. */
export const images: Command = {
  configure: (commander) => {
    return addParameterOptions(commander)
      .argument('[path...]', 'folders with a platform, platform files, manifests, or - for standard input')
      .option('--nodes <file>', 'nodes of the cluster, from kubectl get nodes -o yaml')
      .option(
        '--hco <release>',
        'release of HyperConverged; default: that of the platform, or the newest that is known',
      )
      .addOption(new Option('--openshift', 'the cluster is OpenShift or OKD').conflicts('kubernetes'))
      .option('--kubernetes', 'the cluster is not OpenShift, so nothing imports golden images')
      .option('-c, --cluster <name...>', 'only these clusters of a platform')
      .addOption(new Option('-f, --format <format>', 'output format').choices([...FORMATS]).default('text'))
      .option('--fail', 'exit 1 if an alert would fire')
      .addHelpText('after', EXAMPLES);
  },
  run: async (args, options, io) =>
    runImages(args.length === 0 ? ['.'] : args, options as unknown as ImagesOptions, io),
};

/** A HyperConverged, and what is known of its cluster. */
interface FoundHyperConverged {
  readonly title: string;
  readonly object: KubeObject;
  readonly cluster: Cluster;
}

async function runImages(paths: readonly string[], options: ImagesOptions, io: CommandIo): Promise<ExitCode> {
  const { found, findings } = await readHyperConverged(paths, options);
  const errors = findings.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) {
    printFindings(errors, io);
    return 1;
  }
  const chosen = found.filter(({ title }) => options.cluster === undefined || options.cluster.includes(title));
  if (chosen.length === 0) {
    const named = options.cluster === undefined ? paths.join(', ') : `the clusters ${options.cluster.join(', ')}`;
    io.err(
      `error: there is no HyperConverged in ${named}. Fix: name a file that has one, or a platform with hyperConverged.\n`,
    );
    return 2;
  }
  const reports = chosen.map((each) => ({
    title: each.title,
    report: reportOf(each),
  }));
  io.out(rendered(reports, options.format));
  const fires = reports.some(({ report }) => report.alerts.some(({ firing }) => firing));
  return options.fail === true && fires ? 1 : 0;
}

async function readHyperConverged(
  paths: readonly string[],
  { cluster: _name, ...options }: ImagesOptions,
): Promise<{ readonly found: readonly FoundHyperConverged[]; readonly findings: readonly Finding[] }> {
  const source = openSource({ ...clusterInputsOf(options), paths });
  const found: FoundHyperConverged[] = [];
  const findings: Finding[] = [];
  for await (const cluster of source) {
    // Of a platform every error counts, as for synth; manifests are shown as they are.
    const isManifests = cluster.dependencies === undefined;
    const judged = isManifests ? undefined : judge(cluster, { today: today(), tellsMissing: false });
    addAll(findings, judged?.findings ?? []);
    const objects = judged?.objects ?? cluster.objects.map(({ object }) => object);
    const title = titleOf(cluster, paths);
    found.push(...objects.filter(isHyperConverged).map((object) => ({ title, object, cluster })));
  }
  return { found, findings: [...source.findings, ...(await source.locate(findings))] };
}

function reportOf({ object, cluster }: FoundHyperConverged): ImagesReport {
  return imagesReport(object, pictureOf(object, imagesContext(cluster, object)));
}

function rendered(
  reports: readonly { readonly title: string; readonly report: ImagesReport }[],
  format: ImagesOptions['format'],
): string {
  switch (format) {
    case 'json':
      return reports.map(({ title, report }) => `${jsonText({ cluster: title, ...report })}\n`).join('');
    case 'html':
      return imagesPage(reports);
    case 'markdown':
      return [
        ...imagesTable(reports, 'markdown'),
        ...reports.map(({ title, report }) => reportMarkdown(report, title)),
      ].join('\n');
    default:
      return [...imagesTable(reports, 'text'), ...reports.map(({ title, report }) => reportText(report, title))].join(
        '\n',
      );
  }
}
