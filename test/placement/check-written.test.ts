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
    'a number that is none of a label, and a name that is none of a node',
    {
      affinity: {
        nodeAffinity: {
          [REQUIRED]: {
            nodeSelectorTerms: [
              term({ key: 'cpus', operator: 'Gt', values: ['-1'] }),
              { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['Node_1'] }] },
            ],
          },
        },
      },
    },
    [
      `PV516 affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].values`,
      `affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms[1].matchFields[0].values`,
    ],
  ],
  [
    'tolerations that are well',
    {
      tolerations: [
        { operator: 'Exists' },
        { key: 'a.b/c', value: 'd' },
        { key: 'a', operator: 'Exists', value: '', effect: 'NoExecute', tolerationSeconds: 0 },
        { key: 'a', operator: 'Equal', tolerationSeconds: null },
      ],
    },
    [],
  ],
  [
    'tolerations that no pod may have',
    {
      tolerations: [
        { key: 'a', operator: 'Exists', value: 'b' },
        { operator: 'Equal', value: 'b' },
        { value: 'b' },
        { key: 'a', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 5 },
        { key: 'a b', operator: 'Exists' },
        { key: 'a', value: 'b c' },
      ],
    },
    [
      'PV516 tolerations[0].value',
      'PV516 tolerations[1]',
      'PV516 tolerations[2]',
      'PV516 tolerations[3].tolerationSeconds',
      'PV516 tolerations[4].key',
      'PV516 tolerations[5].value',
    ],
  ],
  [
    'domains and label keys of spreads that no pod may have',
    {
      topologySpreadConstraints: [
        { maxSkew: 1, topologyKey: 'a', whenUnsatisfiable: 'DoNotSchedule', minDomains: 0 },
        { maxSkew: 1, topologyKey: 'b', whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 },
        { maxSkew: 1, topologyKey: 'c', whenUnsatisfiable: 'DoNotSchedule', matchLabelKeys: ['app'] },
        { maxSkew: 1, topologyKey: 'd', whenUnsatisfiable: 'DoNotSchedule', matchLabelKeys: [], minDomains: 1 },
      ],
    },
    [
      'PV516 topologySpreadConstraints[0].minDomains',
      'PV516 topologySpreadConstraints[1].minDomains',
      'PV516 topologySpreadConstraints[2].matchLabelKeys',
    ],
  ],
  [
    'label keys of pod affinity that no pod may have',
    {
      affinity: {
        podAffinity: {
          [REQUIRED]: [
            { topologyKey: 'a', matchLabelKeys: ['b'] },
            { topologyKey: 'a', labelSelector: {}, matchLabelKeys: ['b c'], mismatchLabelKeys: ['d'] },
            { topologyKey: 'a', labelSelector: {}, matchLabelKeys: ['b'], mismatchLabelKeys: ['b'] },
            {
              topologyKey: 'a',
              labelSelector: { matchLabels: { app: 'x', tier: 'y' } },
              matchLabelKeys: ['app', 'tier'],
            },
          ],
        },
      },
    },
    [
      `PV516 affinity.podAffinity.${REQUIRED}[0].matchLabelKeys`,
      `PV516 affinity.podAffinity.${REQUIRED}[1].matchLabelKeys[0]`,
      `PV516 affinity.podAffinity.${REQUIRED}[2].matchLabelKeys[0]`,
      `PV516 affinity.podAffinity.${REQUIRED}[3].matchLabelKeys[0]`,
    ],
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
    'a selector of a spread that is none; that the spread appears twice is for its structure',
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
  expect(
    checkWrittenPlacement(spec as Record<string, unknown>, { app: 'x' }).map(({ code, path }) => `${code} ${path}`),
  ).toEqual(paths.map((path) => (path.startsWith('PV') ? path : `PV512 ${path}`)));
});
