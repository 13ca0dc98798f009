// The command that writes manifests, as one file: see `scripts/bundle.mjs`.

import { run as runOf } from './run';
import { SYNTH } from './synth-entry';

/** Runs the command line of this process, on its streams. */
export function run(argv: readonly string[]): void {
  runOf(argv, SYNTH);
}
