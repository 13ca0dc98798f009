import {
  FEATURE_GATES,
  type FeatureGate,
  gatesOf,
  isInert,
  STAGES,
  stageIsFrom,
  stageOf,
  stepsOf,
} from '../../src/gates/stages';
import { compareReleases } from '../../src/kube/release';
import { KNOWN_RELEASES } from '../../src/target/facts';
import { facts } from '../facts-oracle';
import { testWhere } from '../test-where';

const NAMES = Object.keys(FEATURE_GATES) as FeatureGate[];
const { releases: RELEASES } = KNOWN_RELEASES.kubevirt!;

test.each([
  ['1.3', 42],
  ['1.4', 44],
  ['1.5', 46],
  ['1.6', 54],
  ['1.7', 58],
  ['1.8', 72],
  ['1.9', 84],
])('KubeVirt %s registers %i gates', (kubevirt, count) => {
  expect(gatesOf(kubevirt)).toHaveLength(count);
});

test('every gate has a history, and it only goes forward', () => {
  for (const name of NAMES) {
    const steps = stepsOf(name);
    expect(steps.length).toBeGreaterThan(0);
    // A gate cannot be two things in one release, and stages come in their own order: never from GA back to Alpha.
    const inTime = [...steps].sort((a, b) => compareReleases(a.since, b.since));
    expect(inTime.map(({ stage }) => STAGES.indexOf(stage))).toEqual(steps.map(({ stage }) => STAGES.indexOf(stage)));
    expect(new Set(steps.map(({ since }) => since)).size).toBe(steps.length);
    expect(steps.filter(({ since }) => !RELEASES.includes(since))).toEqual([]);
  }
});

test('the table is in alphabetical order, so that a row has one place', () => {
  expect(NAMES).toEqual([...NAMES].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
});

test('a stage holds until the next one, patch releases included', () => {
  expect(['1.3', '1.7.4', '1.8', '1.9'].map((release) => stageOf('MultiArchitecture', release))).toEqual([
    'Alpha',
    'Alpha',
    'Deprecated',
    'Deprecated',
  ]);
  expect(stageOf('ConfigurableHypervisor', '1.7')).toBeUndefined();
  expect(stageOf('toString', '1.9')).toBeUndefined();
});

test('a deprecated gate still works, unless nothing reads it any more', () => {
  expect(isInert('MultiArchitecture', '1.7')).toBe(false);
  expect(isInert('MultiArchitecture', '1.8')).toBe(true);
  expect(isInert('HotplugVolumes', '1.9')).toBe(false);
  expect(isInert('Passt', '1.3')).toBe(true);
});

test('a wrong name does not compile', () => {
  // @ts-expect-error: there is LiveMigration
  const gate: FeatureGate = 'Livemigration';
  expect(NAMES).not.toContain(gate);
});

const whereFactsAre = testWhere('facts');

whereFactsAre('every stage of every release is what was read upstream', () => {
  const read = facts<Record<string, Record<string, string>>>('feature-gates');
  for (const release of RELEASES) {
    const expected = Object.entries(read)
      .filter(([, stages]) => stages[`v${release}.0`] !== undefined)
      .map(([name, stages]) => [name, stages[`v${release}.0`]]);
    const ours = gatesOf(release).map((name) => [name, stageOf(name, release)]);
    expect(Object.fromEntries(ours)).toEqual(Object.fromEntries(expected));
  }
});

whereFactsAre('and how surely it is known, too', () => {
  const notes = facts<Record<string, Record<string, string>>>('feature-gates-notes');
  for (const release of ['1.3', '1.4', '1.5']) {
    for (const name of gatesOf(release)) {
      const note = notes[name]?.[`v${release}.0`];
      const expected = note === 'comment' ? 'comment' : note === 'implicit-opt-in' ? 'opt-in' : 'registration';
      expect([name, stageIsFrom(name, release)]).toEqual([name, expected]);
    }
  }
});
