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
      `PV516 affinity.nodeAffinity.${PREFERRED}[0].preference.matchExpressions[0].values`,
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
  [
    'a number that is none, which only the pod is asked for',
    {
      affinity: {
        nodeAffinity: {
          [PREFERRED]: [{ weight: 1, preference: term({ key: 'cpus', operator: 'Gt', values: ['third'] }) }],
        },
      },
    },
    [`PV516 affinity.nodeAffinity.${PREFERRED}[0].preference.matchExpressions[0]`],
  ],
  [
    'selectors of pods that are none',
    {
      affinity: {
        podAffinity: {
          [REQUIRED]: [
            {
              topologyKey: 'kubernetes.io/hostname',
              namespaces: ['shop', 'Bad_NS'],
              labelSelector: { matchLabels: { app: 'b c' }, matchExpressions: [{ key: 'a', operator: 'In' }] },
              namespaceSelector: { matchExpressions: [{ key: 'a b', operator: 'Gt', values: ['1'] }] },
            },
          ],
        },
      },
    },
    [
      `affinity.podAffinity.${REQUIRED}[0].labelSelector.matchLabels["app"]`,
      `affinity.podAffinity.${REQUIRED}[0].labelSelector.matchExpressions[0].values`,
      `affinity.podAffinity.${REQUIRED}[0].namespaceSelector.matchExpressions[0].operator`,
      `affinity.podAffinity.${REQUIRED}[0].namespaceSelector.matchExpressions[0].key`,
      `affinity.podAffinity.${REQUIRED}[0].namespaces[1]`,
    ],
  ],
  [
    'a selector of a spread that is none; that the spread is there twice is for its structure',
    {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule' },
        {
          maxSkew: 2,
          topologyKey: 'a',
          whenUnsatisfiable: 'DoNotSchedule',
          labelSelector: { matchExpressions: [{ key: 'a', operator: 'Exists', values: ['b'] }] },
        },
      ],
    },
    ['topologySpreadConstraints[1].labelSelector.matchExpressions[0].values'],
  ],
  ['what is only of another type', { affinity: [], topologySpreadConstraints: [null, { maxSkew: 'a' }] }, []],
])('%s', (_name, spec, paths) => {
  expect(checkWrittenPlacement(spec as Record<string, unknown>).map(({ code, path }) => `${code} ${path}`)).toEqual(
    paths.map((path) => (path.startsWith('PV') ? path : `PV512 ${path}`)),
  );
});
