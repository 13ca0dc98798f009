import { resolve } from 'node:path';
import type { Command } from '../start/command';
import { PROGRAMS_HELP } from './argocd-generate';
import { doPluginWork } from './plugin-work';

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
