// The command that writes manifests, as one file: see `scripts/bundle.mjs`.
import type { CommandEntry } from './command';
import { run as runOf } from './run';

export const SYNTH = {
  synth: {
    summary: 'write the manifests of a platform to its output folder or to stdout',
    reader: 'author',
    load: () => (require('../commands/synth') as typeof import('../commands/synth')).synth,
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;

/** Runs the command line of this process, on its streams. */
export function run(argv: readonly string[]): void {
  runOf(argv, SYNTH);
}
