import { ARCHITECTURES } from '../../src/architectures/facts';
import { EVIDENCE, evidenceFor, NO_EVIDENCE } from '../../src/gates/evidence';
import { FeatureGates } from '../../src/gates/registry';
import { FEATURE_GATES } from '../../src/gates/stages';
import { SUPPORT_BY_ARCH, type SupportByArch } from '../../src/gates/support';
import { facts } from '../facts-oracle';
import { testWhere } from '../test-where';

test('every gate has a row, in the order of the stages', () => {
  expect(Object.keys(SUPPORT_BY_ARCH)).toEqual(Object.keys(FEATURE_GATES));
});

test('every status has evidence, and evidence is in the same order', () => {
  const cells = Object.entries<SupportByArch>(SUPPORT_BY_ARCH).flatMap(([gate, row]) =>
    ARCHITECTURES.filter((architecture) => row[architecture] !== undefined).map((architecture) => [gate, architecture]),
  ) as [string, (typeof ARCHITECTURES)[number]][];
  expect(cells.length).toBeGreaterThan(130);
  expect(cells.filter(([gate, architecture]) => evidenceFor(gate, architecture) === NO_EVIDENCE)).toEqual([]);
  const order = Object.keys(SUPPORT_BY_ARCH);
  const rows = Object.keys(EVIDENCE);
  expect(rows).toEqual(order.filter((gate) => rows.includes(gate)));
});

test('a cell that nobody says anything about is unspecified', () => {
  expect(FeatureGates.of('1.9').supportOf('PSA', 's390x')).toEqual({ status: 'Unspecified', evidence: NO_EVIDENCE });
});

const whereFactsAre = testWhere('facts');

whereFactsAre('every cell is what was read upstream', () => {
  const read = facts<Record<string, Record<string, string>>>('support-by-arch');
  const gates = FeatureGates.of('1.9');
  for (const [gate, row] of Object.entries(read)) {
    const expected = ARCHITECTURES.map((architecture) => row[architecture]?.replace('unspecified', 'Unspecified'));
    expect([gate, ...ARCHITECTURES.map((architecture) => gates.statusOf(gate, architecture))]).toEqual([
      gate,
      ...expected,
    ]);
  }
  expect(Object.keys(read).length).toBe(Object.keys(SUPPORT_BY_ARCH).length);
});
