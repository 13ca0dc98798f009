import { COMMANDS } from './commands';
import type { Io } from './io';
import { main } from './main';

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

/** Runs the command line of this process, on its streams. */
export function run(argv: readonly string[]): void {
  const io: Io = {
    out: (text) => stdout().write(text),
    err: (text) => process.stderr.write(text),
    colour: process.stderr.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  };
  void main(argv, COMMANDS, io).then((code) => {
    process.exitCode = code;
  });
}
