import type { KubeObject } from '../../src/kube/object';
import { checkMachineDeployment } from '../../src/machines/check';
import { spawnedVirtualMachine } from '../../src/machines/spawned';
import type { PlacementDeclaration } from '../../src/placement/declaration';
import { allDemands, demandsOf } from '../../src/placement/demands';
import { instancePlacement } from '../../src/placement/instance-dialect';
import { demandsOfPresets } from '../../src/placement/presets';
import { deployment } from './deployment';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';
const FOO = { key: 'foo', values: ['bar1', 'bar2'] };
const IN = { key: 'foo', operator: 'In', values: ['bar1', 'bar2'] };
const GROUP = { matchLabels: { md: 'pool-a' } };
const STANDARD = [
  { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway', labelSelector: GROUP },
];

function placed(object: KubeObject, machineController: string): object {
  const { spec } = spawnedVirtualMachine(object, { machineController }) as unknown as {
    spec: { template: { spec: { affinity?: object; topologySpreadConstraints?: object } } };
  };
  const { affinity, topologySpreadConstraints } = spec.template.spec;
  return { affinity, topologySpreadConstraints };
}

const required = (...matchExpressions: object[]) => ({ [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions }] } });
const preferred = (...matchExpressions: object[]) => ({
  [PREFERRED]: [{ weight: 1, preference: { matchExpressions } }],
});
const peers = { labelSelector: GROUP, topologyKey: 'kubernetes.io/hostname' };

describe.each(['1.56.0', '1.58.2', '1.60.0', '1.66.2'])('machine-controller %s', (controller) => {
  test('1: nothing gives an empty affinity and the default spread', () => {
    expect(placed(deployment({}), controller)).toEqual({ affinity: {}, topologySpreadConstraints: STANDARD });
  });

  test('2: of the proposal’s defaults only the preset of nodes is left', () => {
    const affinity = { podAntiAffinityPreset: 'soft', nodeAffinityPreset: { type: 'soft', ...FOO } };
    expect(placed(deployment({ affinity }), controller)).toEqual({
      affinity: { nodeAffinity: preferred(IN) },
      topologySpreadConstraints: STANDARD,
    });
  });

  test('3: a key alone must exist', () => {
    const affinity = { nodeAffinityPreset: { type: 'hard', key: 'foo' } };
    expect(placed(deployment({ affinity }), controller)).toEqual({
      affinity: { nodeAffinity: required({ key: 'foo', operator: 'Exists' }) },
      topologySpreadConstraints: STANDARD,
    });
  });

  test('4: a constraint of your own replaces the default', () => {
    const zone = { maxSkew: '1', topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule' };
    const affinity = { nodeAffinityPreset: { type: 'Hard', ...FOO } };
    expect(placed(deployment({ affinity, topologySpreadConstraints: [zone] }), controller)).toEqual({
      affinity: { nodeAffinity: required(IN) },
      topologySpreadConstraints: [{ ...zone, maxSkew: 1, labelSelector: GROUP }],
    });
  });

  test('5: a preset to avoid nodes is rejected', () => {
    const object = deployment({ affinity: { nodeAntiAffinityPreset: { type: 'soft', ...FOO } } });
    const findings = checkMachineDeployment(object, { controller }).filter(({ severity }) => severity === 'error');
    expect(findings.map(({ code, path }) => [code, path?.split('.').at(-1)])).toEqual([
      ['PV602', 'nodeAntiAffinityPreset'],
    ]);
  });
});

describe.each(['1.46.0', '1.54.1', '1.55.0'])('machine-controller %s', (controller) => {
  // Its list of values begins with as many empty ones.
  const BUG = { ...IN, values: ['', '', 'bar1', 'bar2'] };

  test('6: apart and a preference of nodes are siblings, and nothing is spread', () => {
    const affinity = { podAntiAffinityPreset: 'hard', nodeAffinityPreset: { type: 'soft', ...FOO } };
    expect(placed(deployment({ affinity }), controller)).toEqual({
      affinity: { podAntiAffinity: { [REQUIRED]: [peers] }, nodeAffinity: preferred(BUG) },
    });
  });

  test('7: together and apart are both set', () => {
    const affinity = { podAffinityPreset: 'soft', podAntiAffinityPreset: 'hard' };
    expect(placed(deployment({ affinity }), controller)).toEqual({
      affinity: {
        podAffinity: { [PREFERRED]: [{ weight: 1, podAffinityTerm: peers }] },
        podAntiAffinity: { [REQUIRED]: [peers] },
      },
    });
  });
});

test.each<{ number: number; placement: PlacementDeclaration; nodeAffinity: object }>([
  {
    number: 8,
    placement: { avoid: [{ type: 'hard', ...FOO }] },
    nodeAffinity: required({ ...IN, operator: 'NotIn' }),
  },
  {
    number: 9,
    placement: { avoid: [{ type: 'soft', key: 'foo' }] },
    nodeAffinity: preferred({ key: 'foo', operator: 'DoesNotExist' }),
  },
  {
    number: 10,
    placement: { hard: [{ key: 'k1', values: ['a'] }], avoid: [{ type: 'hard', key: 'k2', values: ['b'] }] },
    nodeAffinity: required(
      { key: 'k1', operator: 'In', values: ['a'] },
      { key: 'k2', operator: 'NotIn', values: ['b'] },
    ),
  },
  {
    number: 11,
    placement: { soft: [FOO], avoid: [{ type: 'soft', key: 'k2', values: ['b'] }] },
    nodeAffinity: {
      [PREFERRED]: [
        { weight: 1, preference: { matchExpressions: [IN] } },
        { weight: 1, preference: { matchExpressions: [{ key: 'k2', operator: 'NotIn', values: ['b'] }] } },
      ],
    },
  },
])('$number: a machine of its own can say all of it', ({ placement, nodeAffinity }) => {
  expect(instancePlacement(demandsOf(placement)).written).toEqual({ affinity: { nodeAffinity } });
});

test('presets and a placement are one placement, with everything hard in one term', () => {
  const demands = allDemands(
    demandsOf({ hard: [FOO] }),
    demandsOfPresets({ nodeAntiAffinityPreset: { type: 'hard', key: 'old' } }),
  );
  expect(instancePlacement(demands).written).toEqual({
    affinity: { nodeAffinity: required(IN, { key: 'old', operator: 'DoesNotExist' }) },
  });
});
