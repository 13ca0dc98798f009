import type { Command as Commander } from 'commander';
import { FACTS_AS_OF, KNOWN_RELEASES } from '../../target/facts';
import type { CommandIo, ExitCode } from './io';

/** One command: how it is called, and what it does. */
export interface Command {
  /** Arguments, options and examples. */
  readonly configure: (commander: Commander) => Commander;
  readonly run: (
    args: readonly string[],
    options: Readonly<Record<string, unknown>>,
    io: CommandIo,
  ) => Promise<ExitCode>;
}

/** Whom a command is for, as headings of the overview. */
export const READERS = {
  reviewer: 'Check manifests and review pull requests:',
  operator: 'Look at a fleet:',
  author: 'Write a platform, in YAML or TypeScript:',
  administrator: 'Run Argo CD:',
  shell: 'Set up the shell:',
} as const;

export type Reader = keyof typeof READERS;

/** A command before it is loaded: its line in the overview. */
export interface CommandEntry {
  readonly summary: string;
  /** Commands of a group have none. */
  readonly reader?: Reader;
  readonly load: () => Command;
}

/** A word that several commands share, as `argocd generate` and `argocd simulate`. */
export interface CommandGroup {
  readonly summary: string;
  readonly reader?: Reader;
  readonly commands: Readonly<Record<string, CommandEntry>>;
}

/** Our own version; a test holds that it is that of the package. */
export const VERSION = '0.1.0';

/** Whether npm finds it in the registry. Until then, what `init` writes brings its own copy. */
export const IS_PUBLISHED = false as boolean;

/** What `--version` prints: ours, and how old the facts are. */
export function versionText(): string {
  const span = (releases: readonly string[]) => `${releases[0]} – ${releases.at(-1)}`;
  const kubevirt = span(KNOWN_RELEASES.kubevirt!.releases);
  const hco = span(KNOWN_RELEASES.hco!.releases);
  return `polyvirt ${VERSION} (data as of ${FACTS_AS_OF}: KubeVirt ${kubevirt}, HyperConverged ${hco})`;
}
