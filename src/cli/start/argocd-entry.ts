import type { CommandGroup } from './command';

/** The commands that Argo CD calls. */
export const ARGOCD = {
  argocd: {
    summary: 'run the Argo CD plugin, install it, print Applications, diagnose slow or failing renders',
    reader: 'administrator',
    commands: {
      generate: {
        summary: 'print the objects of one cluster; Argo CD calls this',
        load: () => (require('../commands/argocd-generate') as typeof import('../commands/argocd-generate')).generate,
      },
      parameters: {
        summary: 'print the parameters that an Application can set; Argo CD calls this',
        load: () => (require('../commands/argocd-generate') as typeof import('../commands/argocd-generate')).parameters,
      },
    },
  },
} as const satisfies Readonly<Record<string, CommandGroup>>;
