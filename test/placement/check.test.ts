import { checkChoices, checkDemands } from '../../src/placement/check';
import type { PlacementDeclaration } from '../../src/placement/declaration';
import { demandsOf } from '../../src/placement/demands';
import { Placement } from '../../src/placement/placement';

test.each<{ placement: PlacementDeclaration; findings: string[] }>([
  { placement: {}, findings: [] },
  { placement: { hard: [{ key: 'a.b/c', values: ['X_1.y', ''] }] }, findings: [] },
  { placement: { hard: [{ key: 'a:b' }] }, findings: ['PV512 placement.hard[0].key'] },
  { placement: { hard: [{ key: '' }] }, findings: ['PV512 placement.hard[0].key'] },
  { placement: { soft: [{ key: 'a', values: ['-x'] }] }, findings: ['PV512 placement.soft[0].values'] },
  { placement: { soft: [{ key: 'a', values: ['x'.repeat(64)] }] }, findings: ['PV512 placement.soft[0].values'] },
  { placement: { soft: [{ key: 'a', weight: 0 }] }, findings: ['PV512 placement.soft[0].weight'] },
  { placement: { soft: [{ key: 'a', weight: 100 }] }, findings: [] },
  { placement: { soft: [{ key: 'a', weight: 101 }] }, findings: ['PV512 placement.soft[0].weight'] },
  { placement: { apart: [{ type: 'soft', topologyKey: 'x y' }] }, findings: ['PV512 placement.apart[0].topologyKey'] },
  { placement: { apart: [{ type: 'soft', labels: {} }] }, findings: ['PV512 placement.apart[0].labels'] },
  { placement: { spread: [{ type: 'soft', maxSkew: 0 }] }, findings: ['PV512 placement.spread[0].maxSkew'] },
  { placement: { spread: [{ type: 'soft' }, { type: 'hard' }] }, findings: [] },
  { placement: { spread: [{ type: 'soft' }, { type: 'soft', maxSkew: 2 }] }, findings: ['PV512 placement.spread[1]'] },
  {
    placement: {
      hard: [
        { key: 'a', values: ['1'] },
        { key: 'a', values: ['2'] },
      ],
    },
    findings: ['PV513 placement.hard[1]'],
  },
  {
    placement: {
      hard: [
        { key: 'a', values: ['1', '2'] },
        { key: 'a', values: ['2'] },
      ],
    },
    findings: [],
  },
  {
    placement: { hard: [{ key: 'a', values: ['1'] }], avoid: [{ type: 'hard', key: 'a' }] },
    findings: ['PV513 placement.avoid[0]'],
  },
  { placement: { hard: [{ key: 'a' }], avoid: [{ type: 'hard', key: 'a', values: ['1'] }] }, findings: [] },
  { placement: { hard: [{ key: 'a', values: ['1'] }], avoid: [{ type: 'soft', key: 'a' }] }, findings: [] },
  {
    placement: { together: [{ type: 'hard' }], apart: [{ type: 'hard' }] },
    findings: ['PV513 placement.apart[0]'],
  },
  { placement: { together: [{ type: 'hard' }], apart: [{ type: 'hard', topologyKey: 'disk' }] }, findings: [] },
])('$placement gives $findings', ({ placement, findings }) => {
  expect(checkDemands(demandsOf(placement)).map(({ code, path }) => `${code} ${path}`)).toEqual(findings);
});

test.each<{ placement: PlacementDeclaration; paths: string[] }>([
  { placement: { hard: [{}] }, paths: ['placement.hard[0]'] },
  { placement: { soft: [{ key: 'a', zones: ['b'] }] }, paths: ['placement.soft[0]'] },
  { placement: { avoid: [{ type: 'soft', architectures: [] }] }, paths: ['placement.avoid[0]'] },
  { placement: { hard: [{ zones: ['b'], values: ['c'] }] }, paths: ['placement.hard[0]'] },
])('$placement names nodes in no way, or in two', ({ placement, paths }) => {
  expect(checkChoices(placement).map(({ path }) => path)).toEqual(paths);
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
