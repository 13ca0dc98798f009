import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { Option } from 'commander';
import { readApplication } from '../../argocd/application';
import { type PluginConfig, readPluginConfig } from '../../argocd/settings';
import { jsonText } from '../../findings/escape/formats';
import { streamText } from '../../kube/yaml/files';
import { simulate as runSimulation } from '../../plugin/simulate';
import { OWN_SOURCE } from '../../sources/host/own-folder';
import { readDocuments } from '../../sources/read-documents';
import type { Command } from '../start/command';

interface SimulateOptions {
  readonly repo?: string;
  readonly plugin?: string;
  readonly deadline: string;
  readonly revision?: string;
  readonly kubeVersion: string;
  readonly apiVersions?: string;
  readonly parameters?: boolean;
  readonly programs?: boolean;
  readonly format: 'yaml' | 'json';
}

const HELP = `
Runs the commands of the plugin as the Argo CD sidecar does: on a copy of the files in Git, with the same environment, file modes,
signals and deadline, and parses their output as Argo CD does. Needs no cluster and no Argo CD; the repository is the one around
this folder.

Examples:
  polyvirt argocd simulate apps/edge.yaml                      the objects that Argo CD would apply
  polyvirt argocd simulate apps/edge.yaml --parameters         the parameters that the Argo CD UI shows
  polyvirt argocd simulate apps/edge.yaml --plugin plugin.yaml with another plugin configuration

Exit codes: 0 objects on stdout; 1 the error that Argo CD would show, on stderr; 2 usage error.`;

/** `polyvirt argocd simulate`: an Application at the desk. */
export const simulate: Command = {
  configure: (commander) => {
    return commander
      .argument('<application>', 'file with an Argo CD Application')
      .option('-r, --repo <folder>', 'folder to use as the repository; default: the Git work tree around this folder')
      .option('--plugin <file>', 'plugin.yaml of the sidecar; default: the polyvirt installed here')
      .option('--deadline <seconds>', 'seconds that Argo CD allows for the render', '60')
      .option('--revision <commit>', 'commit; default: forty zeros')
      .option('--kube-version <release>', 'Kubernetes release of the cluster', '')
      .option(
        '--api-versions <file>',
        'API versions of the cluster: a file with the output of kubectl api-versions, or Argo CD’s own list',
      )
      .option('--programs', 'allow programs, as a plugin installed with --programs does')
      .option('--parameters', 'print the parameters instead of the objects')
      .addOption(new Option('-f, --format <format>', 'format of the objects').choices(['yaml', 'json']).default('yaml'))
      .addHelpText('after', HELP);
  },
  run: async (args, given, io) => {
    const options = given as unknown as SimulateOptions;
    if (options.plugin !== undefined && options.programs === true) {
      io.err(
        'error: --programs is for polyvirt as it is installed here; in a plugin.yaml it is a word of the commands.\n',
      );
      return 2;
    }
    const config =
      options.plugin === undefined
        ? ownPlugin(options.programs === true)
        : readPluginConfig(readDocuments(options.plugin)[0]?.value);
    const deadlineS = Number(options.deadline);
    if (typeof config === 'string' || !(deadlineS > 0)) {
      io.err(
        `error: ${typeof config === 'string' ? `${options.plugin}: ${config}` : '--deadline must be a number of seconds'}.\n`,
      );
      return 2;
    }
    const documents = readDocuments(args[0]!).map(({ value }) => value);
    const application = documents.find((value) => typeof readApplication(value) !== 'string') ?? documents[0];
    const problem = readApplication(application);
    if (typeof problem === 'string') {
      io.err(`error: ${args[0]}: ${problem}.\n`);
      return 2;
    }
    const { error, objects, parameters, log, seconds } = await runSimulation({
      application,
      repository: options.repo === undefined ? repositoryAround(resolve('.')) : resolve(options.repo),
      plugin: config,
      deadlineS,
      revision: options.revision ?? '0'.repeat(40),
      kubeVersion: options.kubeVersion,
      apiVersions:
        options.apiVersions === undefined
          ? []
          : readFileSync(options.apiVersions, 'utf8')
              .split(/[\s,]+/)
              .filter(Boolean),
      env: process.env,
    });
    if (error !== undefined) {
      io.err(`Argo CD would show:\n${error}\n`);
      return 1;
    }
    io.err(log);
    io.err(
      `Argo CD would have ${objects.length} ${objects.length === 1 ? 'object' : 'objects'}, after ${seconds.toFixed(1)} s.\n`,
    );
    if (options.parameters === true) {
      io.out(`${jsonText(parameters, 2)}\n`);
    } else {
      io.manifests(objects.map((object) => streamText(object, options.format)).join(''));
    }
    return 0;
  },
};

const POLYVIRT = [process.execPath, join(OWN_SOURCE, 'cli/start/bin.js'), 'argocd'];

/** This polyvirt, whatever the Application calls it. */
function ownPlugin(programs: boolean): PluginConfig {
  const more = programs ? ['--programs'] : [];
  return {
    generate: [...POLYVIRT, 'generate', ...more],
    parameters: [...POLYVIRT, 'parameters', ...more],
    preserveFileMode: false,
  };
}

function repositoryAround(folder: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    if (existsSync(join(at, '.git')) && statSync(at).isDirectory()) {
      return at;
    }
  }
  return folder;
}
