#!/usr/bin/env node
// The only place that reads argv, the environment and the streams of the process.
import { join } from 'node:path';

const argv = process.argv.slice(2);

if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  // Nothing else is loaded for the question that scripts ask most.
  const { versionText } = require('./version') as typeof import('./version');
  process.stdout.write(`${versionText()}\n`);
} else {
  const { loadBundle } = require('./load-bundle') as typeof import('./load-bundle');
  const { run } = (loadBundle(join(__dirname, 'bundle.js'), argv[0]) ?? require('./run')) as typeof import('./run');
  run(argv);
}
