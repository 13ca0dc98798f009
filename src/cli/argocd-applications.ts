import { realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { ignoreDifferences } from '../argocd/drift';
import { type ApplicationDeclaration, application, type DeliveryDeclaration } from '../argocd/fleet/application';
import { applicationSet } from '../argocd/fleet/application-set';
import { checkDestination } from '../argocd/fleet/check-application';
import { pluginName } from '../argocd/install/options';
import { type Finding, hasErrors } from '../findings/finding';
import type { KubeObject } from '../kube/object';
import { type Format, streamText } from '../render/files';
import { findSource } from '../workspace/find-source';
import { renderInputs } from '../workspace/render-inputs';
import { repositoryRoot } from '../workspace/repository-root';
import { type Synthesis, synthesize } from '../workspace/synthesize';
import type { Tree } from '../workspace/tree';
import type { Command } from './command';
import type { ExitCode, Io } from './io';
import { printFindings } from './print-findings';
import { today } from './today';
import { VERSION } from './version';

interface Options {
  readonly repoUrl: string;
  readonly revision?: string;
  readonly project?: string;
  readonly namespace?: string;
  readonly set?: string | true;
  readonly plugin?: boolean;
  readonly prune?: boolean;
  readonly selfHeal?: boolean;
  readonly format: Format;
}

const HELP = `
Prints one Application for each cluster whose platform says argocd.destination, or with --set one ApplicationSet over the index
that polyvirt synth writes. They read what is committed below the output folder; with --plugin they render, and their paths
are the files that the render really reads.

Examples:
  polyvirt argocd applications --repo-url https://git.example/infra.git
  polyvirt argocd applications infra --set fleet --repo-url https://git.example/infra.git --revision refs/heads/main

Exit codes: 0 printed; 1 a finding of severity error; 2 called wrongly.`;

/** `polyvirt argocd applications`: what Argo CD is told of a platform. */
export const applications: Command = {
  configure: (commander) => {
    const { Option } = require('commander') as typeof import('commander');
    return commander
      .argument('[dir]', 'folder with polyvirt.yaml or cdk8s.yaml', '.')
      .requiredOption('--repo-url <url>', 'address of the repository')
      .option('--revision <ref>', 'branch, tag or commit; default: HEAD')
      .option('--project <name>', 'project of Argo CD; default: default')
      .option('--namespace <name>', 'namespace of Argo CD; default: argocd')
      .option('--set [name]', 'one ApplicationSet instead; default name: polyvirt')
      .option('--plugin', 'render with the plugin instead of reading what is committed')
      .option('--prune', 'delete what is gone from git')
      .option('--self-heal', 'undo what others change')
      .addOption(
        new Option('-f, --format <format>', 'how objects are written').choices(['yaml', 'json']).default('yaml'),
      )
      .addHelpText('after', HELP);
  },
  run: async (args, options, io) => runApplications(args[0] ?? '.', options as unknown as Options, io),
};

async function runApplications(asked: string, options: Options, io: Io): Promise<ExitCode> {
  const source = findSource(asked);
  const folder = realpathSync('files' in source ? dirname(source.files[0]!) : source.app.folder);
  const root = repositoryRoot(folder, undefined);
  const { tree, files } = await renderInputs(source, root);
  const synthesis = synthesize(tree, today());
  const platforms = synthesis.clusters.filter(({ name }) =>
    tree.clusters.some((cluster) => cluster.name === name && cluster.isPlatform),
  );
  const clusters = platforms.filter(({ argocd }) => argocd?.destination !== undefined);
  const findings = [...synthesis.findings, ...undelivered(platforms, clusters.length > 0, tree)];
  printFindings(findings, io);
  if (hasErrors(findings)) {
    return 1;
  }
  const output = relative(root, join(realpathSync(dirname(source.output)), basename(source.output)));
  const made: KubeObject[] =
    options.set === undefined
      ? clusters.map((cluster) =>
          application(declarationOf(cluster, options, { output, folder: relative(root, folder), files })),
        )
      : [
          applicationSet({
            ...deliveryOf(options, clusters),
            name: options.set === true ? 'polyvirt' : options.set,
            output,
            ...(options.plugin === true ? { platform: relative(root, folder) || '.' } : {}),
          }),
        ];
  io.out(made.map((object) => streamText(object, options.format)).join(''));
  return 0;
}

type Clusters = Synthesis['clusters'];

/** Platforms that Argo CD is not told of: one among others may be meant, all of them hardly. */
function undelivered(platforms: Clusters, hasOthers: boolean, tree: Tree): Finding[] {
  return platforms.flatMap(({ name, argocd }) =>
    argocd?.destination !== undefined
      ? []
      : checkDestination({}, `${name}: argocd.destination`).map((finding) => ({
          ...finding,
          ...tree.placeOf(tree.clusters.find((cluster) => cluster.name === name)?.path ?? name),
          ...(hasOthers ? { severity: 'warning' as const, why: 'There is no Application for it' } : {}),
        })),
  );
}

function deliveryOf({ repoUrl, revision, project, namespace, plugin, prune, selfHeal }: Options, clusters: Clusters) {
  const entries = ignoreDifferences(clusters.flatMap(({ objects }) => objects));
  const delivery: DeliveryDeclaration = {
    repoURL: repoUrl,
    ...(revision === undefined ? {} : { targetRevision: revision }),
    ...(project === undefined ? {} : { project }),
    ...(namespace === undefined ? {} : { namespace }),
    ...(plugin === true ? { plugin: { name: pluginName(VERSION) } } : {}),
    automated: {
      ...(prune === true ? { prune: true } : {}),
      ...(selfHeal === true ? { selfHeal: true } : {}),
    },
    // What is about one object of one cluster is not for all of them.
    ignoreDifferences: clusters.length === 1 ? entries : entries.filter(({ name }) => name === undefined),
  };
  return delivery;
}

function declarationOf(
  cluster: Clusters[number],
  options: Options,
  { output, folder, files }: { output: string; folder: string; files: ReadonlyMap<string, readonly string[]> },
): ApplicationDeclaration {
  const { name, argocd } = cluster;
  const delivery = deliveryOf(options, [cluster]);
  return {
    ...delivery,
    name,
    destination: argocd?.destination ?? {},
    ...(argocd?.labels === undefined ? {} : { labels: argocd.labels }),
    ...(delivery.plugin === undefined
      ? { path: `${output}/${name}` }
      : {
          path: folder || '.',
          plugin: {
            ...delivery.plugin,
            ...(files.size > 1 ? { parameters: [{ name: 'cluster', string: name }] } : {}),
          },
          generatePaths: (files.get(name) ?? []).map((file) => `/${file}`),
        }),
  };
}
