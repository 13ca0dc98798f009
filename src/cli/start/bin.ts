#!/usr/bin/env node
// The only place that reads argv, the environment and the streams of the process.
import { join } from 'node:path';
import { loadCompiled } from '../../speed/code-cache';
import { startEarly } from '../../speed/early-program';
import { fileOf } from './frequent';

// Node opens its inspector for every sender of this signal, as a program does that it runs: a debugger that is connected there has
// everything that this process has.
process.on('SIGUSR1', () => undefined);

const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // Nothing else is loaded for the question that scripts ask most.
  const { versionText } = require('./command') as typeof import('./command');
  process.stdout.write(`${versionText()}\n`);
} else if (!answeredQuickly()) {
  startEarly(argv, process.env);
  program().run(argv);
}

/** See `scripts/bundle.mjs`. */
function program(): typeof import('./run-any') {
  const kind = kindOfRun();
  return loadCompiled(join(__dirname, `${fileOf(kind)}.js`), kind, process.env, require) as typeof import('./run-any');
}

/** What a run has in common with others: the command, and whether its help is asked for. */
function kindOfRun(): string {
  const words = argv.slice(0, argv[0] === 'argocd' ? 2 : 1).filter((word) => /^[a-z]+$/.test(word));
  return [...words, ...(argv.includes('--help') ? ['help'] : [])].join('-');
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
    void program().runPlugin(asked);
  }
  return true;
}
