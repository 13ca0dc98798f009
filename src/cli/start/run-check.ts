// The command that checks, as one file: see `scripts/bundle.mjs`.
import type { CommandEntry } from './command';
import { run as runOf } from './run';

export const CHECK = {
  check: {
    summary: 'find what a cluster would reject or ignore in any manifests, before you merge them',
    reader: 'reviewer',
    load: () => (require('../commands/check') as typeof import('../commands/check')).check,
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;

/** Runs the command line of this process, on its streams. */
export function run(argv: readonly string[]): void {
  runOf(argv, CHECK);
}
