#!/usr/bin/env node
// The only place that reads argv, the environment and the streams of the process.
import type { Io } from './io';
import { versionText } from './version';

const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // Nothing else is loaded for the question that scripts ask most.
  process.stdout.write(`${versionText()}\n`);
} else {
  const io: Io = {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    colour: process.stderr.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
  };
  // A reader that has seen enough, as `head` does, is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') {
      process.exit(0);
    }
    process.stderr.write(`error: stdout cannot be written (${error.code}): what arrived there is not complete.\n`);
    process.exit(1);
  });
  const { main } = require('./main') as typeof import('./main');
  const { COMMANDS } = require('./commands') as typeof import('./commands');
  void main(argv, COMMANDS, io).then((code) => {
    process.exitCode = code;
  });
}
