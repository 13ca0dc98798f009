import type { PlacementDeclaration } from '../../src/placement/declaration';
import { allDemands, demandsOf } from '../../src/placement/demands';
import { machinePlacement } from '../../src/placement/machine-dialect';
import { demandsOfPresets, type Generation, generationOf, type PresetsDeclaration } from '../../src/placement/presets';

const refused = (path: string) => ({ refused: [path] });

const SOFT_HOST = { maxSkew: '1', topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' };

/** What each generation makes of each preset: what it writes, or where it rejects. */
const MATRIX: readonly (readonly [PresetsDeclaration, Readonly<Record<Generation, object>>])[] = [
  [{}, { proposal: {}, flat: {}, presets: {}, spread: {} }],
  ...(['podAffinityPreset', 'podAntiAffinityPreset', 'nodeAffinityPreset', 'nodeAntiAffinityPreset'] as const).map(
    (name) =>
      [
        { [name]: name.startsWith('pod') ? '' : { type: '', key: 'foo' } } as PresetsDeclaration,
        { proposal: {}, flat: {}, presets: {}, spread: {} },
      ] as const,
  ),
  ...(['soft', 'hard'] as const).flatMap((type) => {
    const node = { type, key: 'foo', values: ['bar1', 'bar2'] };
    const any = { type, key: 'foo' };
    const rows: [PresetsDeclaration, Record<Generation, object>][] = [
      [
        { podAffinityPreset: type },
        {
          proposal: { podAffinityPreset: type },
          flat: refused('presets.podAffinityPreset'),
          presets: { podAffinityPreset: type },
          spread: refused('presets.podAffinityPreset'),
        },
      ],
      [
        { podAntiAffinityPreset: type },
        {
          proposal: { podAntiAffinityPreset: type },
          flat: refused('presets.podAntiAffinityPreset'),
          presets: { podAntiAffinityPreset: type },
          spread:
            type === 'soft' ? { topologySpreadConstraints: [SOFT_HOST] } : refused('presets.podAntiAffinityPreset'),
        },
      ],
      [
        { nodeAffinityPreset: node },
        {
          proposal: { nodeAffinityPreset: node },
          flat: refused('presets.nodeAffinityPreset'),
          presets: { nodeAffinityPreset: node },
          spread: { nodeAffinityPreset: node },
        },
      ],
      [
        { nodeAffinityPreset: any },
        {
          proposal: { nodeAffinityPreset: any },
          flat: refused('presets.nodeAffinityPreset'),
          presets: refused('presets.nodeAffinityPreset.values'),
          spread: { nodeAffinityPreset: any },
        },
      ],
      [
        { nodeAntiAffinityPreset: node },
        {
          proposal: { nodeAntiAffinityPreset: node },
          flat: refused('presets.nodeAntiAffinityPreset'),
          presets: refused('presets.nodeAntiAffinityPreset'),
          spread: refused('presets.nodeAntiAffinityPreset'),
        },
      ],
    ];
    return rows;
  }),
];

const GENERATIONS = ['proposal', 'flat', 'presets', 'spread'] as const;

test.each(
  MATRIX.flatMap(([presets, by]) =>
    GENERATIONS.map((generation) => ({ presets, generation, expected: by[generation] })),
  ),
)('$presets in the generation $generation gives $expected', ({ presets, generation, expected }) => {
  const { written, findings } = machinePlacement(demandsOfPresets(presets), { generation });
  expect(findings.length === 0 ? written : { refused: findings.map(({ path }) => path) }).toEqual(expected);
  expect(findings.every(({ code, fix }) => code === 'PV511' && fix.length > 10)).toBe(true);
});

test.each<{ placement: PlacementDeclaration; generation: Generation; paths: string[] }>([
  { placement: { hard: [{ key: 'a' }, { key: 'b' }] }, generation: 'spread', paths: ['placement.hard[1]'] },
  { placement: { hard: [{ key: 'a' }], soft: [{ key: 'b' }] }, generation: 'spread', paths: ['placement.soft[0]'] },
  { placement: { soft: [{ key: 'a', weight: 5 }] }, generation: 'spread', paths: ['placement.soft[0].weight'] },
  { placement: { tolerations: [{ key: 'a' }] }, generation: 'spread', paths: ['placement.tolerations[0]'] },
  { placement: { spread: [{ type: 'hard' }] }, generation: 'presets', paths: ['placement.spread[0]'] },
  { placement: { spread: [{ type: 'hard' }] }, generation: 'spread', paths: [] },
  {
    placement: { spread: [{ type: 'soft', labels: { a: 'b' } }] },
    generation: 'spread',
    paths: ['placement.spread[0].labels'],
  },
  {
    placement: { apart: [{ type: 'soft', labels: { a: 'b' } }] },
    generation: 'presets',
    paths: ['placement.apart[0].labels'],
  },
  {
    placement: { apart: [{ type: 'soft', topologyKey: 'rack' }] },
    generation: 'presets',
    paths: ['placement.apart[0].topologyKey'],
  },
  { placement: { apart: [{ type: 'soft', topologyKey: 'rack' }] }, generation: 'spread', paths: [] },
  { placement: { apart: [{ type: 'soft' }, { type: 'hard' }] }, generation: 'presets', paths: ['placement.apart[1]'] },
])('$placement in $generation is rejected at $paths', ({ placement, generation, paths }) => {
  const { findings } = machinePlacement(demandsOf(placement), { generation });
  expect(findings.map(({ path }) => path)).toEqual(paths);
});

test('the other values of the nodes are the alternative to avoiding some', () => {
  const demands = demandsOf({ avoid: [{ type: 'hard', key: 'rack', values: ['r1'] }] });
  const [finding] = machinePlacement(demands, { generation: 'spread', valuesOf: () => ['r1', 'r2', 'r3'] }).findings;
  expect(finding?.fix).toContain('hard: [{ key: rack, values: [r2, r3] }]');
});

test('what is said twice, in two spellings, is said once', () => {
  const demands = allDemands(
    demandsOf({ hard: [{ key: 'foo', values: ['b', 'a'] }], apart: [{ type: 'soft' }], spread: [{ type: 'soft' }] }),
    demandsOfPresets({
      nodeAffinityPreset: { type: 'hard', key: 'foo', values: ['a', 'b'] },
      podAntiAffinityPreset: 'soft',
    }),
  );
  expect(machinePlacement(demands, { generation: 'spread' })).toEqual({
    findings: [],
    written: {
      nodeAffinityPreset: { type: 'hard', key: 'foo', values: ['a', 'b'] },
      topologySpreadConstraints: [SOFT_HOST],
    },
  });
});

test.each([
  ['1.44', 'flat'],
  ['1.45.9', 'flat'],
  ['1.46.0', 'presets'],
  ['1.55', 'presets'],
  ['1.56', 'spread'],
  ['1.66.2', 'spread'],
])('machine-controller %s is of the generation %s', (release, generation) => {
  expect(generationOf(release)).toBe(generation);
});
