import { checkChoices } from '../../src/placement/check-written';
import type { PlacementDeclaration } from '../../src/placement/declaration';
import { demandsOf } from '../../src/placement/demands';
import { Placement } from '../../src/placement/placement';

test.each<{ placement: PlacementDeclaration; paths: string[] }>([
  { placement: { hard: [{}] }, paths: ['placement.hard[0]'] },
  { placement: { soft: [{ key: 'a', zones: ['b'] }] }, paths: ['placement.soft[0]'] },
  { placement: { avoid: [{ type: 'soft', architectures: [] }] }, paths: ['placement.avoid[0]'] },
  { placement: { hard: [{ zones: ['b'], values: ['c'] }] }, paths: ['placement.hard[0]'] },
])('$placement names nodes in no way, or in two', ({ placement, paths }) => {
  expect(checkChoices(placement).map(({ path }) => path)).toEqual(paths);
  expect(demandsOf(placement).nodes).toEqual([]);
});

test('placements are one placement', () => {
  const both = Placement.all(
    Placement.onArchitecture('arm64'),
    Placement.avoid('hard', 'old'),
    Placement.inZones('z1'),
    Placement.spread('soft', { maxSkew: 2 }),
  );
  expect(both.declaration).toEqual({
    hard: [{ architectures: ['arm64'] }, { zones: ['z1'] }],
    avoid: [{ type: 'hard', key: 'old' }],
    spread: [{ type: 'soft', maxSkew: 2 }],
  });
});
