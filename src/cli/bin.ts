#!/usr/bin/env node
// The only place that reads argv, the environment and the streams of the process.
import type { Io } from './io';

const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // Nothing else is loaded for the question that scripts ask most.
  const { versionText } = require('./version') as typeof import('./version');
  process.stdout.write(`${versionText()}\n`);
} else if (!answeredQuickly()) {
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

/** Argo CD starts one process per Application: what was rendered before must cost little more than starting it. */
function answeredQuickly(): boolean {
  if (argv[0] !== 'argocd') {
    return false;
  }
  const { answerQuickly, pluginQuestion } = require('./plugin-quick') as typeof import('./plugin-quick');
  const asked = pluginQuestion(argv);
  if (asked === undefined) {
    return false;
  }
  if (!answerQuickly(asked)) {
    const { runPlugin } = require('./plugin-run') as typeof import('./plugin-run');
    void runPlugin(asked);
  }
  return true;
}
