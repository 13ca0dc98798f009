import { nodePlacement } from '../../src/placement/affinity';
import type { PlacementDeclaration } from '../../src/placement/declaration';
import { demandsOf } from '../../src/placement/demands';
import { instancePlacement } from '../../src/placement/instance-dialect';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const WEB = { app: 'web' };

test.each<{ sentence: string; placement: PlacementDeclaration; written: object | undefined }>([
  { sentence: 'nothing asks for nothing', placement: {}, written: undefined },
  {
    sentence: 'a hard label without values must exist',
    placement: { hard: [{ key: 'foo' }] },
    written: {
      affinity: {
        nodeAffinity: {
          [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'foo', operator: 'Exists' }] }] },
        },
      },
    },
  },
  {
    sentence: 'values are a set, whatever their order',
    placement: { hard: [{ key: 'foo', values: ['b', 'a', 'b'] }] },
    written: {
      affinity: {
        nodeAffinity: {
          [REQUIRED]: {
            nodeSelectorTerms: [{ matchExpressions: [{ key: 'foo', operator: 'In', values: ['a', 'b'] }] }],
          },
        },
      },
    },
  },
  {
    sentence: 'architectures and zones are labels',
    placement: { hard: [{ architectures: ['arm64'] }], soft: [{ zones: ['z1'], weight: 7 }] },
    written: {
      affinity: {
        nodeAffinity: {
          [PREFERRED]: [
            {
              weight: 7,
              preference: {
                matchExpressions: [{ key: 'topology.kubernetes.io/zone', operator: 'In', values: ['z1'] }],
              },
            },
          ],
          [REQUIRED]: {
            nodeSelectorTerms: [
              { matchExpressions: [{ key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] }] },
            ],
          },
        },
      },
    },
  },
  {
    sentence: 'together and apart are siblings of nodes',
    placement: {
      together: [{ type: 'soft', labels: WEB, weight: 3 }],
      apart: [{ type: 'hard', labels: WEB, topologyKey: 'rack' }],
    },
    written: {
      affinity: {
        podAffinity: {
          [PREFERRED]: [
            {
              weight: 3,
              podAffinityTerm: { labelSelector: { matchLabels: WEB }, topologyKey: 'kubernetes.io/hostname' },
            },
          ],
        },
        podAntiAffinity: { [REQUIRED]: [{ labelSelector: { matchLabels: WEB }, topologyKey: 'rack' }] },
      },
    },
  },
  {
    sentence: 'a spread and tolerations',
    placement: {
      spread: [{ type: 'hard', labels: WEB, topologyKey: 'rack', maxSkew: 2 }],
      tolerations: [{ key: 'gpu', operator: 'Exists' }],
    },
    written: {
      tolerations: [{ key: 'gpu', operator: 'Exists' }],
      topologySpreadConstraints: [
        { maxSkew: 2, topologyKey: 'rack', whenUnsatisfiable: 'DoNotSchedule', labelSelector: { matchLabels: WEB } },
      ],
    },
  },
])('$sentence', ({ placement, written }) => {
  expect(instancePlacement(demandsOf(placement))).toEqual({ written, findings: [] });
});

test('what is about other VMs has to say which, unless the VM is of a group', () => {
  const demands = demandsOf({ apart: [{ type: 'soft' }], spread: [{ type: 'soft' }] });
  expect(instancePlacement(demands).findings.map(({ code, path }) => [code, path])).toEqual([
    ['PV511', 'placement.apart[0].labels'],
    ['PV511', 'placement.spread[0].labels'],
  ]);
  expect(instancePlacement(demands, { md: 'a' })).toMatchObject({
    findings: [],
    written: { topologySpreadConstraints: [{ labelSelector: { matchLabels: { md: 'a' } } }] },
  });
});

test('a component takes one value as a selector and the rest as one term', () => {
  const demands = demandsOf({
    hard: [{ architectures: ['arm64'] }, { zones: ['b', 'a'] }],
    avoid: [{ type: 'hard', key: 'old' }],
  });
  expect(nodePlacement(demands, 'workloads')).toEqual({
    findings: [],
    written: {
      nodeSelector: { 'kubernetes.io/arch': 'arm64' },
      affinity: {
        nodeAffinity: {
          [REQUIRED]: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: 'old', operator: 'DoesNotExist' },
                  { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a', 'b'] },
                ],
              },
            ],
          },
        },
      },
    },
  });
});

test.each<['infra' | 'workloads', PlacementDeclaration, string[]]>([
  ['infra', { soft: [{ key: 'a' }] }, []],
  ['workloads', { soft: [{ key: 'a' }] }, ['placement.soft[0]']],
  ['infra', { apart: [{ type: 'soft', labels: WEB }] }, ['placement.apart[0]']],
  ['infra', { spread: [{ type: 'soft', labels: WEB }] }, ['placement.spread[0]']],
])('%s with %j cannot say %j', (component, placement, paths) => {
  const { findings } = nodePlacement(demandsOf(placement), component);
  expect(findings.map(({ code, path }) => `${code} ${path}`)).toEqual(paths.map((path) => `PV511 ${path}`));
});
