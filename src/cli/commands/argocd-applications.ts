import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { Option } from 'commander';
import type { ArgocdDeclaration } from '../../argocd/declaration';
import { DifferencesToIgnore, type IgnoreDifference, ignoreDifferences } from '../../argocd/drift';
import {
  type ApplicationDeclaration,
  application,
  checkDestination,
  type DeliveryDeclaration,
} from '../../argocd/fleet/application';
import { applicationSet } from '../../argocd/fleet/application-set';
import { pluginName } from '../../argocd/install/sidecar';
import { type Finding, hasErrors, type Place } from '../../findings/finding';
import { withoutSecrets } from '../../findings/secrets/secret-text';
import { type ManifestFormat, streamText } from '../../kube/yaml/files';
import { filesOfProgram, fromTop } from '../../plugin/tree';
import type { ClusterResult, MadeCluster, Sink } from '../../sinks/render-cluster';
import { findSource, type Source } from '../../sources/find-source';
import { repositoryRoot } from '../../sources/host/git';
import { today } from '../../sources/host/process';
import { ownCopy } from '../../sources/host/read-text';
import { renderFleet } from '../../sources/render-fleet';
import { printFindings } from '../format/print-findings';
import { type Command, VERSION } from '../start/command';
import type { CommandIo, ExitCode } from '../start/io';

interface ApplicationsOptions {
  readonly repoUrl: string;
  readonly revision?: string;
  readonly project?: string;
  readonly namespace?: string;
  readonly set?: string | true;
  readonly plugin?: boolean;
  readonly prune?: boolean;
  readonly selfHeal?: boolean;
  readonly format: ManifestFormat;
}

const HELP = `
Prints one Application for each cluster whose platform sets argocd.destination, or with --set one ApplicationSet over the index
that polyvirt synth writes. They use the manifests committed in the output folder. With --plugin they render instead, and their
manifest-generate-paths are the files that the render really reads.

Examples:
  polyvirt argocd applications --repo-url https://git.example/infra.git
  polyvirt argocd applications infra --set fleet --repo-url https://git.example/infra.git --revision refs/heads/main

Exit codes: 0 success; 1 a finding of severity error; 2 usage error.`;

/** `polyvirt argocd applications`: what Argo CD is told of a platform. */
export const applications: Command = {
  configure: (commander) => {
    return commander
      .argument('[dir]', 'folder with polyvirt.yaml or cdk8s.yaml', '.')
      .requiredOption('--repo-url <url>', 'URL of the repository')
      .option('--revision <ref>', 'branch, tag or commit; default: HEAD')
      .option('--project <name>', 'Argo CD project; default: default')
      .option('--namespace <name>', 'namespace of Argo CD; default: argocd')
      .option('--set [name]', 'print one ApplicationSet instead; default name: polyvirt')
      .option('--plugin', 'let the plugin render, instead of using the committed manifests')
      .option('--prune', 'delete objects that are gone from Git (automated prune)')
      .option('--self-heal', 'revert changes made in the cluster (selfHeal)')
      .addOption(new Option('-f, --format <format>', 'format of the objects').choices(['yaml', 'json']).default('yaml'))
      .addHelpText('after', HELP);
  },
  run: async (args, options, io) => runApplications(args[0] ?? '.', options as unknown as ApplicationsOptions, io),
};

async function runApplications(asked: string, options: ApplicationsOptions, io: CommandIo): Promise<ExitCode> {
  const source = findSource(asked);
  const folder = realpathSync('files' in source ? dirname(source.files[0]!) : source.app.folder);
  const root = repositoryRoot(folder, undefined);
  const delivered = new DeliveredClusters();
  const progress = io.progress();
  const { findings } = await renderFleet(
    source,
    { today: today(), format: options.format, into: 'nothing', tellsMissing: false, progress: progress.show },
    delivered,
  ).finally(progress.end);
  printFindings(findings, io);
  if (hasErrors(findings)) {
    return 1;
  }
  const clusters = delivered.clusters();
  const output = relative(root, join(realpathSync(dirname(source.output)), basename(source.output)));
  const platform = relative(root, folder) || '.';
  if (options.set !== undefined) {
    const set = applicationSet({
      ...deliveryOf(options, differencesOf(delivered, clusters)),
      name: options.set === true ? 'polyvirt' : options.set,
      output,
      ...(options.plugin === true ? { platform } : {}),
    });
    io.manifests(streamText(set, options.format));
    return 0;
  }
  const files = options.plugin === true ? await filesOf(clusters, source, root) : new Map();
  const among = { output, platform, files, isFleet: delivered.count > 1 };
  for (const cluster of clusters) {
    io.manifests(streamText(application(declarationOf(cluster, options, among)), options.format));
  }
  return 0;
}

/** What a render of each cluster reads, by paths from the top of the repository. */
async function filesOf(
  clusters: readonly DeliveredCluster[],
  source: Source,
  root: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  return 'files' in source
    ? new Map(clusters.map(({ name, files }) => [name, fromTop(files, root)]))
    : filesOfProgram(
        source,
        root,
        clusters.map(({ name }) => name),
      );
}

/** What is about one object of one cluster is not for all of them. */
function differencesOf(
  { differences }: DeliveredClusters,
  clusters: readonly DeliveredCluster[],
): readonly IgnoreDifference[] {
  const entries = differences.entries();
  return clusters.length === 1 ? entries : entries.filter(({ name }) => name === undefined);
}

function deliveryOf(
  { repoUrl, revision, project, namespace, plugin, prune, selfHeal }: ApplicationsOptions,
  ignored: readonly IgnoreDifference[],
): DeliveryDeclaration {
  return {
    repoURL: repoUrl,
    ...(revision === undefined ? {} : { targetRevision: revision }),
    ...(project === undefined ? {} : { project }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(plugin === true ? { plugin: { name: pluginName(VERSION) } } : {}),
    automated: {
      ...(prune === true ? { prune: true } : {}),
      ...(selfHeal === true ? { selfHeal: true } : {}),
    },
    ignoreDifferences: ignored,
  };
}

/** What Applications of one platform have in common, by paths from the top of the repository. */
interface Among {
  readonly output: string;
  readonly platform: string;
  /** What is read for each of them. */
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly isFleet: boolean;
}

function declarationOf(
  { name, argocd, differences }: DeliveredCluster,
  options: ApplicationsOptions,
  { output, platform, files, isFleet }: Among,
): ApplicationDeclaration {
  const delivery = deliveryOf(options, differences);
  return {
    ...delivery,
    name,
    destination: argocd.destination ?? {},
    ...(argocd.labels === undefined ? {} : { labels: argocd.labels }),
    ...(delivery.plugin === undefined
      ? { path: `${output}/${name}` }
      : {
          path: platform,
          plugin: {
            ...delivery.plugin,
            ...(isFleet ? { parameters: [{ name: 'cluster', string: name }] } : {}),
          },
          generatePaths: (files.get(name) ?? []).map((file) => `/${file}`),
        }),
  };
}

/** What an Application is made from. */
interface DeliveredCluster {
  readonly name: string;
  readonly argocd: ArgocdDeclaration;
  readonly differences: readonly IgnoreDifference[];
  /** Files that were read for it, or the folders in which they were looked for, by their absolute paths. */
  readonly files: readonly string[];
}

/** Keeps of each cluster what Argo CD is told of it; objects are only looked at. */
export class DeliveredClusters implements Sink {
  /** How many clusters there are, delivered or not. */
  public count = 0;
  /** What is to be ignored for all of them together. */
  public readonly differences = new DifferencesToIgnore();
  private readonly delivered: DeliveredCluster[] = [];
  private readonly others: { readonly name: string; readonly place: Place | undefined }[] = [];

  public readonly holds = (): boolean => false;
  public readonly keep = (): void => undefined;

  public readonly take = (
    { name, isPlatform }: ClusterResult,
    _: unknown,
    { argocd, objects, files, folders = [], place }: MadeCluster,
  ): void => {
    this.count += 1;
    if (!isPlatform) {
      return;
    }
    if (argocd?.destination === undefined) {
      this.others.push({ name, place: place?.() });
      return;
    }
    this.differences.see(objects);
    // A file that is new in a folder belongs to it too, so the folder stands for what is in it.
    const watched = [...files.filter((file) => !folders.includes(dirname(file))), ...folders];
    this.delivered.push({ name, files: watched, ...ownCopy({ argocd, differences: ignoreDifferences(objects) }) });
  };

  /** In the order of their names. */
  public clusters(): DeliveredCluster[] {
    return this.delivered.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Platforms that Argo CD is not told of: one among others may be meant, all of them hardly. */
  public readonly remarks = (): Finding[] =>
    this.others.flatMap(({ name, place }) =>
      checkDestination({}, `${withoutSecrets(name)}: argocd.destination`).map((finding) => ({
        ...finding,
        ...place,
        ...(this.delivered.length > 0 ? { severity: 'warning' as const, why: 'There is no Application for it' } : {}),
      })),
    );
}
