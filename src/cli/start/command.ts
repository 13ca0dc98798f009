import type { Command as Commander } from 'commander';
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
