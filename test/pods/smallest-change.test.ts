import * as fc from 'fast-check';
import { isPending, place } from '../../src/pods/place';
import { objectionTo } from '../../src/pods/scheduler-filters';
import { smallestChange } from '../../src/pods/smallest-change';
import { Surroundings } from '../../src/pods/surroundings';
import type { Workload } from '../../src/pods/workload';
import type { Taint } from '../../src/target/node';
import { node, workload } from './fixtures';

const TAINT: Taint = { key: 'dedicated', value: 'db', effect: 'NoSchedule' };
const Gi = 1n << 30n;

/** A workload that can do with less memory, as a VM can. */
const elastic = (made: ReturnType<typeof workload>): Workload => ({
  ...made,
  resized: (resource, most) =>
    resource === 'memory' && most >= Gi
      ? {
          pod: { ...made.pod, requests: { ...made.pod.requests, memory: most } },
          path: 'domain.memory.guest',
          from: 'much',
          to: 'less',
        }
      : undefined,
});

const changesOf = (made: Workload, nodes: Parameters<typeof place>[1]) => {
  const [placed] = place([made], nodes);
  return smallestChange(made, placed!.around)?.changes.map(({ what }) => what);
};

test.each<[string, Workload, Parameters<typeof place>[1], string[] | undefined]>([
  [
    'a taint is tolerated',
    workload('w'),
    [node('a', { taints: [TAINT] })],
    ['tolerate the taint dedicated=db:NoSchedule'],
  ],
  [
    'a label is chosen that is there',
    workload('w', { nodeSelector: { rack: '7' } }),
    [node('a', { labels: { rack: '3' } })],
    ['select rack=3 instead of 7, or label a with rack=7'],
  ],
  [
    'a label that no node has is left out',
    workload('w', { nodeSelector: { rack: '7' } }),
    [node('a')],
    ['leave out nodeSelector rack=7, or label a with rack=7'],
  ],
  [
    'a guest without launchSecurity asks for its device no more, also when it is made smaller',
    elastic(
      workload(
        'w',
        { nodeSelector: { 'kubevirt.io/sev': 'true' } },
        { memory: '20Gi', 'devices.kubevirt.io/sev': '1' },
      ),
    ),
    [node('a')],
    ['do without launchSecurity', 'lower domain.memory.guest from much to less'],
  ],
  [
    'where the architecture is not said, it is the change for a VM of that of the node',
    {
      ...workload('w'),
      pod: undefined,
      podsByArchitecture: new Map([['amd64', workload('w').pod]]),
    } as unknown as Workload,
    [node('b', { architecture: 'arm64' }), node('a', { taints: [TAINT] })],
    ['tolerate the taint dedicated=db:NoSchedule'],
  ],
  ['a cordon is lifted', workload('w'), [node('a', { unschedulable: true })], ['uncordon a']],
  [
    'less memory, on the node with most of it',
    elastic(workload('w', {}, { memory: '20Gi' })),
    [node('a'), node('b', { allocatable: { memory: '16Gi' } })],
    ['lower domain.memory.guest from much to less'],
  ],
  [
    'a larger node where it can do with no less',
    workload('w', {}, { memory: '10Gi' }),
    [node('a')],
    ['have 2Gi more of memory on a, or a larger node'],
  ],
  [
    'a wish is given up before memory is',
    elastic(workload('w', {}, { memory: '9Gi' })),
    [node('a'), node('b', { allocatable: { memory: '16Gi' }, taints: [TAINT] })],
    ['tolerate the taint dedicated=db:NoSchedule'],
  ],
  [
    'a machine type that is there',
    workload('w', { nodeSelector: { 'machine-type.node.kubevirt.io/pc': 'true' } }),
    [node('a', { labels: { 'machine-type.node.kubevirt.io/q35': 'true' } })],
    ['use a machine type of the node, such as q35, instead of pc'],
  ],
  [
    'the model of the host instead of one that no node has',
    workload('w', { nodeSelector: { 'cpu-model.node.kubevirt.io/Penryn': 'true' } }),
    [node('a')],
    ['use host-model, or a model that the node has, instead of Penryn'],
  ],
  [
    'another architecture is another node',
    workload('w', { nodeSelector: { 'kubernetes.io/arch': 'arm64' } }),
    [node('a')],
    ['add a node of arm64, or build the guest for amd64'],
  ],
  [
    'what is not selected is not required',
    workload('w', {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [
              {
                matchExpressions: [
                  { key: 'x', operator: 'Exists' },
                  { key: 'y', operator: 'Exists' },
                ],
              },
              {
                matchExpressions: [
                  { key: 'kubernetes.io/arch', operator: 'Exists' },
                  { key: 'z', operator: 'In', values: ['1'] },
                ],
              },
            ],
          },
        },
      },
    }),
    [node('a')],
    ['leave z In 1 out of the required node affinity'],
  ],
  ['nothing is known against somebody else’s wish', workload('w', {}, {}, { app: 'db' }), [], undefined],
])('%s', (_name, made, nodes, expected) => {
  expect(changesOf(made, nodes)).toEqual(expected);
});

test('the smallest change is enough, and no node has a cheaper one', () => {
  const racks = fc.constantFrom('1', '2', '3');
  const nodesOf = fc.array(
    fc.record({ memory: fc.integer({ min: 1, max: 8 }), rack: racks, tainted: fc.boolean(), cordoned: fc.boolean() }),
    { minLength: 1, maxLength: 8 },
  );
  const podOf = fc.record({ memory: fc.integer({ min: 1, max: 9 }), rack: fc.option(racks, { nil: undefined }) });
  fc.assert(
    fc.property(nodesOf, podOf, (nodes, pod) => {
      const inventory = nodes.map(({ memory, rack, tainted, cordoned }, i) =>
        node(`n${i}`, {
          labels: { rack },
          taints: tainted ? [TAINT] : [],
          unschedulable: cordoned,
          allocatable: { memory: `${memory}Gi` },
        }),
      );
      const made = elastic(
        workload('w', pod.rack === undefined ? {} : { nodeSelector: { rack: pod.rack } }, {
          memory: `${pod.memory}Gi`,
        }),
      );
      const [placed] = place([made], inventory);
      fc.pre(isPending(placed!));
      const found = smallestChange(made, placed!.around)!;
      // As naively as can be: what each node would cost by itself.
      const costs = nodes.map(
        ({ memory, rack, tainted, cordoned }) =>
          (cordoned ? 2 : 0) +
          (tainted ? 1 : 0) +
          (pod.rack !== undefined && pod.rack !== rack ? 1 : 0) +
          (memory < pod.memory ? 2 + Math.floor(((pod.memory - memory) * 1000) / pod.memory) / 1000 : 0),
      );
      expect(found.cost).toBeCloseTo(Math.min(...costs), 6);
      const changed = placed!.around.nodes.map((state) => (state.node.name === found.node ? found.state : state));
      expect(objectionTo(found.pod, found.state, new Surroundings(changed))).toBeUndefined();
    }),
  );
});
