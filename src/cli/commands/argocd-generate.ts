import { resolve } from 'node:path';
import { Option } from 'commander';
import type { Command } from '../start/command';
import { doPluginWork } from './plugin-work';

/** The same for all commands of the plugin. */
export const PROGRAMS_HELP =
  'run programs of the repository, in WebAssembly with their repository and nothing else; see docs/security.md';

const HELP = `
Argo CD calls it in the folder of an Application; what the Application says comes in the environment:
  ARGOCD_APP_PARAMETERS          parameters, as JSON; see polyvirt argocd parameters
  ARGOCD_ENV_POLYVIRT_CLUSTER    the cluster, where there are several and no parameter cluster
  ARGOCD_ENV_POLYVIRT_DEADLINE   seconds after which to give up; 45 unless set
What the pod says:
  POLYVIRT_POLICY                file that says what output may be, and whether programs run
  POLYVIRT_CACHE                 folder of the cache, or off; POLYVIRT_SPEED=off turns everything off that is kept
  POLYVIRT_RENDERS               how many render at once; as many as there are processors unless set
  POLYVIRT_RENDER_WAIT           seconds to wait for a turn before giving up; two thirds of the deadline unless set
  POLYVIRT_DEADLINE              as above

Exit codes: 0 objects on stdout; 1 nothing on stdout, and the reason on the first line of stderr.`;

/** `polyvirt argocd generate`: the objects of one cluster, for Argo CD. */
export const generate: Command = {
  configure: (commander) => {
    return commander
      .argument('[dir]', 'folder with polyvirt.yaml or cdk8s.yaml', '.')
      .addOption(
        new Option('-f, --format <format>', 'how objects are written').choices(['yaml', 'json']).default('yaml'),
      )
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
      .addHelpText('after', '\nPrints a JSON list, also where it is empty: Argo CD takes nothing else.'),
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
