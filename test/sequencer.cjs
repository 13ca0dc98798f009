const { relative } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/**
 * Seconds of the files that take long, most of them in other processes.
 *
 * Jest knows how long a file took the last time, and goes by its size otherwise: in a fresh clone the longest of all, which has
 * thirty lines, would be the last, and run alone.
 */
const SECONDS = {
  'scripts/fuzz.test.ts': 60,
  'argocd/simulate.test.ts': 40,
  'sources/hostile-inputs.test.ts': 40,
  'cli/synth.test.ts': 30,
  'docs.test.ts': 25,
  'sources/judge-fleet.test.ts': 15,
  'findings/secrets/processes.test.ts': 15,
  'validation/cdk8s-synth.test.ts': 15,
  'schema/validate-oracle.test.ts': 15,
  'acceptance.test.ts': 15,
  'cli/argocd.test.ts': 15,
  'package-install.test.ts': 15,
  'findings/secrets/no-leak.test.ts': 10,
  'cli/pull-requests.test.ts': 10,
  'findings/escape/inert.test.ts': 10,
  'speed/off.test.ts': 10,
  'sources/program/no-inspector.test.ts': 10,
  'sources/program/stream-app.test.ts': 10,
  'sources/irregular-files.test.ts': 10,
  'rules/plain-data.test.ts': 10,
};

/** Starts the longest files first, so that all workers end together. */
class LongestFirst extends Sequencer {
  sort(tests) {
    const secondsOf = ({ path, duration }) =>
      duration === undefined ? (SECONDS[relative(__dirname, path).replaceAll('\\', '/')] ?? 1) : duration / 1000;
    return super.sort(tests).sort((a, b) => secondsOf(b) - secondsOf(a));
  }
}

module.exports = LongestFirst;
