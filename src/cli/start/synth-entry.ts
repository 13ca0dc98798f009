import type { CommandEntry } from './command';

/** The command that writes manifests. */
export const SYNTH = {
  synth: {
    summary: 'write the manifests of a platform to its output folder or to stdout',
    reader: 'author',
    load: () => (require('../commands/synth') as typeof import('../commands/synth')).synth,
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;
