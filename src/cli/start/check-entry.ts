import type { CommandEntry } from './command';

/** The command that checks. */
export const CHECK = {
  check: {
    summary: 'find what a cluster would reject or ignore in any manifests, before you merge them',
    reader: 'reviewer',
    load: () => (require('../commands/check') as typeof import('../commands/check')).check,
  },
} as const satisfies Readonly<Record<string, CommandEntry>>;
