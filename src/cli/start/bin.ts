#!/usr/bin/env node
// The only place that reads argv, the environment and the streams of the process.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { loadBundle } from './load-bundle';

// Node opens its inspector for anybody who sends this signal, as a program does that it runs: whoever is connected there has
// everything that this process has.
process.on('SIGUSR1', () => undefined);

const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // Nothing else is loaded for the question that scripts ask most.
  const { versionText } = require('./version') as typeof import('./version');
  process.stdout.write(`${versionText()}\n`);
} else if (!answeredQuickly()) {
  program().run(argv);
}

function program(): typeof import('./run') {
  return (loadBundle(join(__dirname, 'bundle.js'), kindOfRun(), require) ?? require('./run')) as typeof import('./run');
}

/**
 * What a run has in common with others: the code that was compiled for one serves them all.
 *
 * Commands of a group have little in common, asking for help has nothing in common with doing it, and programs take another
 * way than files. It is a guess, and a wrong one costs some milliseconds.
 */
function kindOfRun(): string {
  const words = argv[0] === 'argocd' ? argv.slice(0, 2) : argv.slice(0, 1);
  if (argv.includes('--help') || argv.includes('-h')) {
    return [...words, 'help'].join('-');
  }
  const folder = argv.slice(words.length).find((word) => !word.startsWith('-')) ?? '.';
  const isProgram = existsSync(join(folder, 'cdk8s.yaml'));
  return [...words, ...(isProgram ? ['app'] : [])].join('-');
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
