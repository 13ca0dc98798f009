import { checkWrittenPlacement } from '../../src/placement/check-written';

const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const term = (expression: object) => ({ matchExpressions: [expression] });

test.each<[string, object, string[]]>([
  ['nothing at all', {}, []],
  [
    'all that is well',
    {
      affinity: {
        nodeAffinity: {
          [REQUIRED]: { nodeSelectorTerms: [term({ key: 'a.b/c', operator: 'In', values: ['d', ''] })] },
          [PREFERRED]: [{ weight: 100, preference: term({ key: 'cpus', operator: 'Gt', values: ['3'] }) }],
        },
        podAntiAffinity: {
          [PREFERRED]: [{ weight: 1, podAffinityTerm: { topologyKey: 'kubernetes.io/hostname' } }],
        },
      },
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' },
        { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'ScheduleAnyway' },
      ],
    },
    [],
  ],
  [
    'a required affinity without a term',
    { affinity: { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [] } } } },
    [`affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms`],
  ],
  [
    'operators with the wrong values, and labels that are none',
    {
      affinity: {
        nodeAffinity: {
          [REQUIRED]: { nodeSelectorTerms: [term({ key: 'a b', operator: 'In', values: [] })] },
          [PREFERRED]: [{ weight: 101, preference: term({ key: 'a', operator: 'Exists', values: ['-'] }) }],
        },
      },
    },
    [
      `affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0]`,
      `affinity.nodeAffinity.${PREFERRED}[0].weight`,
      `affinity.nodeAffinity.${PREFERRED}[0].preference.matchExpressions[0]`,
      `affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].key`,
      `affinity.nodeAffinity.${PREFERRED}[0].preference.matchExpressions[0].values`,
    ],
  ],
  [
    'the key of the proposal, written twice',
    { affinity: { podAntiAffinity: { [REQUIRED]: [{ topologyKey: 'topologyKey:kubernetes.io/hostname' }] } } },
    [`affinity.podAntiAffinity.${REQUIRED}[0].topologyKey`],
  ],
  [
    'a spread that is none',
    {
      topologySpreadConstraints: [{ maxSkew: 0, topologyKey: 'a', whenUnsatisfiable: 'Never' }],
    },
    ['topologySpreadConstraints[0].maxSkew', 'topologySpreadConstraints[0].whenUnsatisfiable'],
  ],
  ['what is only of another type', { affinity: [], topologySpreadConstraints: [null, { maxSkew: 'a' }] }, []],
])('%s', (_name, spec, paths) => {
  expect(checkWrittenPlacement(spec as Record<string, unknown>).map(({ code, path }) => `${code} ${path}`)).toEqual(
    paths.map((path) => `PV512 ${path}`),
  );
});
