const { relative } = require('node:path');
const Sequencer = require('@jest/test-sequencer').default;

/**
 * Seconds of the files that take long, most of them in other processes.
 *
 * Jest knows how long a file took the last time, and goes by its size otherwise: in a fresh clone the longest of all, which has
 * thirty lines, would be the last, and run alone.
 */
const SECONDS = {
  'sources/program/wall-probes.test.ts': 30,
  'sources/program/wall.test.ts': 25,
  'argocd/simulate.test.ts': 23,
  'review/layouts.test.ts': 21,
  'docs.test.ts': 18,
  'sources/program/wall-limits.test.ts': 15,
  'package-install.test.ts': 15,
  'policies/twins.test.ts': 15,
  'cli/synth.test.ts': 15,
  'review/application-sources.test.ts': 15,
  'findings/secrets/processes.test.ts': 13,
  'cli/pull-requests.test.ts': 13,
  'sources/hostile-inputs.test.ts': 11,
  'validation/cdk8s-synth.test.ts': 11,
  'sources/program/no-inspector.test.ts': 11,
  'findings/secrets/no-leak.test.ts': 11,
  'cli/argocd.test.ts': 10,
  'acceptance.test.ts': 10,
  'findings/secrets/unguarded.test.ts': 9,
  'plugin/many-renders.test.ts': 9,
  'sources/irregular-files.test.ts': 9,
  'sources/judge-fleet.test.ts': 9,
  'speed/off.test.ts': 8,
  'cli/review.test.ts': 8,
  'review/applications.test.ts': 7,
  'review/helm-layouts.test.ts': 7,
  'schema/validate-oracle.test.ts': 7,
  'cli/reference-fleet.test.ts': 6,
  'speed/code-cache.test.ts': 6,
  'rules/examples.test.ts': 6,
  'speed/kept-bundle.test.ts': 6,
  'findings/escape/inert.test.ts': 6,
  'rules/plain-data.test.ts': 5,
  'argocd/fleet.test.ts': 5,
  'cluster/launcher-pod.test.ts': 5,
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
