// The command that checks, as one file: see `scripts/bundle.mjs`.
import { CHECK } from './check-entry';
import { run as runOf } from './run';

/** Runs the command line of this process, on its streams. */
export function run(argv: readonly string[]): void {
  runOf(argv, CHECK);
}
