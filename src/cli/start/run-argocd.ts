// The commands that Argo CD calls, as one file: see `scripts/bundle.mjs`.
import { ARGOCD } from './argocd-entry';
import { run as runOf } from './run';

export { runPlugin } from './plugin-run';

/** Runs the command line of this process, on its streams. */
export function run(argv: readonly string[]): void {
  runOf(argv, ARGOCD);
}
