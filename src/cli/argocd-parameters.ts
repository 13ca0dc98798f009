import { resolve } from 'node:path';
import type { Command } from './command';
import { doPluginWork } from './plugin-work';

/** `polyvirt argocd parameters`: what may be set in an Application, as Argo CD reads it. */
export const parameters: Command = {
  configure: (commander) =>
    commander
      .argument('[dir]', 'folder with polyvirt.yaml or cdk8s.yaml', '.')
      .addHelpText('after', '\nPrints a JSON list, also where it is empty: Argo CD takes nothing else.'),
  run: async (args, _options, io) => {
    const folder = resolve(args[0] ?? '.');
    const { code, out, err } = await doPluginWork({ command: 'parameters', folder, format: 'yaml' }, process.env);
    io.err(err);
    io.manifests(out);
    return code;
  },
};
