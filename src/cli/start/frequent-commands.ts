import type { CommandEntry, CommandGroup } from './command';

/** What runs for every change and every refresh; `isFrequent` of `frequent.ts` knows them before this is loaded. */
export const FREQUENT_COMMANDS = {
  check: {
    summary: 'find what a cluster would reject or ignore in any manifests, before you merge them',
    reader: 'reviewer',
    load: () => (require('../commands/check') as typeof import('../commands/check')).check,
  },
  synth: {
    summary: 'write the manifests of a platform to its output folder or to stdout',
    reader: 'author',
    load: () => (require('../commands/synth') as typeof import('../commands/synth')).synth,
  },
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
} as const satisfies Readonly<Record<string, CommandEntry | CommandGroup>>;
