const { relative } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/**
 * Seconds of the files that take long, most of them in other processes.
 *
 * Jest knows how long a file took the last time, and goes by its size otherwise: in a fresh clone the longest of all, which has
 * thirty lines, would be the last, and run alone.
 */
const SECONDS = {
  'argocd/simulate.test.ts': 50,
  'docs.test.ts': 45,
  'findings/secrets/no-leak.test.ts': 30,
  'acceptance.test.ts': 30,
  'cli/synth.test.ts': 30,
  'validation/cdk8s-synth.test.ts': 30,
  'findings/secrets/processes.test.ts': 25,
  'review/layouts.test.ts': 25,
  'cli/argocd.test.ts': 25,
  'sources/hostile-inputs.test.ts': 25,
  'findings/secrets/unguarded.test.ts': 25,
  'schema/validate-oracle.test.ts': 20,
  'speed/off.test.ts': 20,
  'sources/judge-fleet.test.ts': 20,
  'review/helm-layouts.test.ts': 20,
  'cluster/launcher-pod.test.ts': 15,
  'package-install.test.ts': 15,
  'rules/examples.test.ts': 15,
  'cli/pull-requests.test.ts': 15,
  'scripts/fuzz.test.ts': 15,
  'findings/escape/inert.test.ts': 15,
  'argocd/fleet.test.ts': 15,
  'cli/adopt.test.ts': 15,
  'speed/kept-bundle.test.ts': 15,
  'rules/plain-data.test.ts': 10,
  'sources/irregular-files.test.ts': 10,
  'review/applications.test.ts': 10,
  'cli/reference-fleet.test.ts': 10,
  'cli/review.test.ts': 10,
  'parity.test.ts': 10,
  'model/every-key.test.ts': 10,
  'model/odd-values.test.ts': 10,
  'sources/program/no-inspector.test.ts': 10,
  'sources/program/stream-app.test.ts': 10,
  'sources/program/run-app.test.ts': 10,
  'sources/program/authors.test.ts': 10,
  'cli/programs.test.ts': 10,
  'cli/init.test.ts': 10,
  'model/read/names.test.ts': 10,
  'doors/doors.test.ts': 10,
  'bench/bench.test.ts': 10,
  'total-text.test.ts': 10,
  'machines/check.test.ts': 10,
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
