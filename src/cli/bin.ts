#!/usr/bin/env node
// The only place that reads argv, the environment and the streams of the process.
import { join } from 'node:path';
import { loadBundle } from './load-bundle';

const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // Nothing else is loaded for the question that scripts ask most.
  const { versionText } = require('./version') as typeof import('./version');
  process.stdout.write(`${versionText()}\n`);
} else if (!answeredQuickly()) {
  program().run(argv);
}

function program(): typeof import('./run') {
  // Commands of a group have little in common, and asking for help has nothing in common with doing it.
  const words = argv[0] === 'argocd' ? argv.slice(0, 2) : argv.slice(0, 1);
  const command = [...words, ...(argv.includes('--help') || argv.includes('-h') ? ['help'] : [])].join('-');
  return (loadBundle(join(__dirname, 'bundle.js'), command, require) ?? require('./run')) as typeof import('./run');
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
