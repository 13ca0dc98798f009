import { COMMANDS } from './commands';
import type { Io } from './io';
import { main } from './main';
import type { PluginQuestion } from './plugin-answer';

let watched: NodeJS.WriteStream | undefined;

/** Made when something is written to it: many commands write files and never need it. */
function stdout(): NodeJS.WriteStream {
  // A reader that has seen enough, as `head` does, is not an error.
  watched ??= process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') {
      process.exit(0);
    }
    process.stderr.write(`error: stdout cannot be written (${error.code}): what arrived there is not complete.\n`);
    process.exit(1);
  });
  return watched;
}

async function drained(): Promise<void> {
  if (stdout().writableNeedDrain) {
    await new Promise((resolve) => stdout().once('drain', resolve));
  }
}

/** Runs the command line of this process, on its streams. */
export function run(argv: readonly string[]): void {
  const terminal = process.stderr.isTTY === true && process.env.TERM !== 'dumb' && !process.env.CI;
  const io: Io = {
    out: (text) => stdout().write(text),
    drained,
    err: (text) => process.stderr.write(text),
    terminal,
    colour: terminal && !process.env.NO_COLOR,
  };
  void main(argv, COMMANDS, io).then((code) => {
    process.exitCode = code;
  });
}

/** Does what the Argo CD plugin is asked for, on the streams of this process. */
export async function runPlugin(asked: PluginQuestion): Promise<void> {
  const plugin = require('./plugin-run') as typeof import('./plugin-run');
  await plugin.runPlugin(asked);
}
