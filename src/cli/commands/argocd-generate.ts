import { resolve } from 'node:path';
import { Option } from 'commander';
import type { Command } from '../start/command';
import { doPluginWork } from './plugin-work';

/** The same for all commands of the plugin. */
export const PROGRAMS_HELP = 'run the programs of the repository, sandboxed in WebAssembly; see docs/security.md';

const HELP = `
Argo CD calls this in the folder of an Application. From the environment, set by the Application:
  ARGOCD_APP_PARAMETERS          parameters, as JSON; see polyvirt argocd parameters
  ARGOCD_ENV_POLYVIRT_CLUSTER    the cluster, if there are several and no parameter "cluster" is set
  ARGOCD_ENV_POLYVIRT_DEADLINE   seconds after which to give up; default: 45
Set in the sidecar:
  POLYVIRT_POLICY                policy file: which objects may be printed, and whether programs may run
  POLYVIRT_CACHE                 folder of the cache, or off; POLYVIRT_SPEED=off turns off every cache
  POLYVIRT_RENDERS               number of concurrent renders; default: the number of processors
  POLYVIRT_RENDER_WAIT           seconds to wait for a free slot; default: two thirds of the deadline
  POLYVIRT_DEADLINE              as above

Exit codes: 0 objects on stdout; 1 nothing on stdout, and the reason in the first line of stderr.`;

/** `polyvirt argocd generate`: the objects of one cluster, for Argo CD. */
export const generate: Command = {
  configure: (commander) => {
    return commander
      .argument('[dir]', 'folder with polyvirt.yaml or cdk8s.yaml', '.')
      .addOption(new Option('-f, --format <format>', 'format of the objects').choices(['yaml', 'json']).default('yaml'))
      .option('--programs', PROGRAMS_HELP)
      .addHelpText('after', HELP);
  },
  run: async (args, options, io) => {
    const format = options.format as 'yaml' | 'json';
    const { code, out, err } = await doPluginWork(
      { command: 'generate', folder: resolve(args[0] ?? '.'), format, programs: options.programs === true },
      process.env,
    );
    io.err(err);
    io.manifests(out);
    return code;
  },
};

/** `polyvirt argocd parameters`: what may be set in an Application, as Argo CD reads it. */
export const parameters: Command = {
  configure: (commander) =>
    commander
      .argument('[dir]', 'folder with polyvirt.yaml or cdk8s.yaml', '.')
      .option('--programs', PROGRAMS_HELP)
      .addHelpText('after', '\nAlways prints a JSON list, even an empty one: Argo CD accepts nothing else.'),
  run: async (args, options, io) => {
    const folder = resolve(args[0] ?? '.');
    const programs = options.programs === true;
    const asked = { command: 'parameters', folder, format: 'yaml', programs } as const;
    const { code, out, err } = await doPluginWork(asked, process.env);
    io.err(err);
    io.manifests(out);
    return code;
  },
};
