// The commands that Argo CD calls, as one file: see `scripts/bundle.mjs`.
import type { CommandGroup } from './command';
import { run as runOf } from './run';

export { runPlugin } from './plugin-run';

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

/** Runs the command line of this process, on its streams. */
export function run(argv: readonly string[]): void {
  runOf(argv, ARGOCD);
}
