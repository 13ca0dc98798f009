import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PREDICTIONS, SAMPLE_STEP } from '../scripts/parity/predictions/all';
import { fallenPredictions, type PredictionFigures, predictionRows } from '../scripts/parity/predictions/tally';
import { PAGES } from '../src/rules/pages';
import { ROOT } from './app-folder';
import { testWhere } from './test-where';

interface Row {
  readonly cases: number;
  readonly refused: number;
  readonly found: number;
  readonly falseAlarms: number;
}

interface Figures {
  /** How many examples of findings `polyvirt check` is asked for, and says the code of. */
  readonly examples: number;
  /** By release and kind of rule. */
  readonly cases: Readonly<Record<string, Readonly<Record<string, Row>>>>;
  /** By prediction. */
  readonly predictions: Readonly<Record<string, PredictionFigures>>;
  /** The same of each fifth case. */
  readonly sampled: Readonly<Record<string, PredictionFigures>>;
}

const FIGURES = JSON.parse(readFileSync(join(ROOT, 'scripts/parity/figures.json'), 'utf8')) as Figures;
const PAGE = readFileSync(join(ROOT, 'docs/parity.md'), 'utf8');
const ROWS = Object.entries(FIGURES.cases).flatMap(([release, kinds]) =>
  Object.entries(kinds).map(([kind, row]) => ({ release, kind, row })),
);

// That each example gives its code, and what else it says, is in test/rules/examples.test.ts.
test('every example for polyvirt check is among the recorded ones', () => {
  const examples = PAGES.filter(({ example }) => /^\s*# polyvirt check\b/.test(example().text));
  expect(FIGURES.examples).toBe(examples.length);
});

test.each(ROWS)('the page says of $kind in KubeVirt $release what is recorded', ({ release, kind, row }) => {
  const [, section = ''] = PAGE.split(`### KubeVirt ${release}\n`);
  const { cases, refused, found, falseAlarms } = row;
  const agree = cases - (refused - found) - falseAlarms;
  expect(section.split('###')[0]).toContain(
    `| ${kind} | ${cases} | ${agree} | ${found} of ${refused} | ${falseAlarms} |`,
  );
});

test('what is recorded is what the project has set itself: 99.5 % agree, 99 % found, 0.3 % false alarms', () => {
  for (const kinds of Object.values(FIGURES.cases)) {
    const sum = (key: keyof Row) => Object.values(kinds).reduce((total, row) => total + row[key], 0);
    const [cases, refused, found, falseAlarms] = (['cases', 'refused', 'found', 'falseAlarms'] as const).map(sum);
    expect(found! / refused!).toBeGreaterThanOrEqual(0.99);
    expect(falseAlarms! / (cases! - refused!)).toBeLessThanOrEqual(0.003);
    expect((cases! - (refused! - found!) - falseAlarms!) / cases!).toBeGreaterThanOrEqual(0.995);
  }
});

test.each(PREDICTIONS)('the page says of $name what is recorded', ({ name }) => {
  const rows = predictionRows(name, FIGURES.predictions[name] ?? {});
  expect(rows.length).toBeGreaterThan(0);
  expect(PAGE).toContain(`${rows.join('\n')}\n`);
});

// Of each fifth case, which takes a second for each kind; all of them are asked by `npm run parity`.
testWhere('cases').each(PREDICTIONS)('polyvirt agrees with upstream as recorded: $name', async ({ name, measure }) => {
  const tally = await measure(SAMPLE_STEP);
  expect(FIGURES.sampled[name]).toBeDefined();
  expect(fallenPredictions(name, FIGURES.sampled[name], tally?.figures)).toEqual([]);
});

test('a prediction has fallen when a smaller share agrees, or when it is not asked any more', () => {
  const before = { '1.9': { memory: { cases: 10, agree: 9 } } };
  expect(fallenPredictions('pod', before, { '1.9': { memory: { cases: 20, agree: 18 } } })).toEqual([]);
  expect(fallenPredictions('pod', before, { '1.9': { memory: { cases: 20, agree: 17 } } })).toEqual([
    'pod 1.9, memory: 17 of 20 agree, recorded 9 of 10',
  ]);
  expect(fallenPredictions('pod', before, {})).toEqual(['pod 1.9, memory: no cases, recorded 9 of 10']);
});
