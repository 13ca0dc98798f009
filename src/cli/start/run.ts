import '../../in-node';
import { optimizeLate } from '../../speed/late-optimizer';
import { endForWant, mayBeTerminal, printObjects, writeAll } from './descriptor';
import type { Io } from './io';
import { type Commands, main } from './main';

/** Runs the command line of this process, on its streams. */
export function run(argv: readonly string[], commands: Commands): void {
  optimizeLate(process.env);
  void main(argv, commands, streams()).then((code) => {
    if (mayBeTerminal(1) || mayBeTerminal(2)) {
      // Node writes to some terminals when it has nothing else to do.
      process.exitCode = code;
    } else {
      // At once: everything is written, and V8 needs not tidy up what ends with the process.
      process.exit(code);
    }
  });
}

/** A terminal is written to as Node does it; a file or a pipe directly, which needs nothing loaded. */
function streams(): Io {
  const hasTerminal = mayBeTerminal(2);
  const terminal = hasTerminal && process.stderr.isTTY === true && process.env.TERM !== 'dumb';
  return {
    ...(mayBeTerminal(1)
      ? { out: toTerminal() }
      : { out: (text: string) => printObjects(Buffer.from(text)), outBytes: printObjects }),
    err: hasTerminal ? (text) => process.stderr.write(text) : (text) => writeAll(2, Buffer.from(text)),
    terminal: terminal && !process.env.CI,
    colour: terminal && !process.env.NO_COLOR,
  };
}

function toTerminal(): Io['out'] {
  let watched: NodeJS.WriteStream | undefined;
  return (text) => {
    watched ??= process.stdout.on('error', endForWant);
    watched.write(text);
  };
}
