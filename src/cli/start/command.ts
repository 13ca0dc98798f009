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

/** A command before it is loaded: what the overview shows. */
export interface CommandEntry {
  readonly summary: string;
  readonly load: () => Command;
}

/** A word that several commands share, as `argocd generate` and `argocd simulate`. */
export interface CommandGroup {
  readonly summary: string;
  readonly commands: Readonly<Record<string, CommandEntry>>;
}
