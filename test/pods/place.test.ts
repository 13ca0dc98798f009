import * as fc from 'fast-check';
import { isPending, place, schedulerMessage } from '../../src/pods/place';
import type { ClusterNode, Taint } from '../../src/target/node';
import { poolNodes } from '../../src/target/node-pool';
import { node, workload } from './fixtures';

const one = (spec: object, on: ClusterNode, requests: Record<string, string> = {}) => {
  const [placed] = place([workload('web', spec, requests)], [on]);
  return placed!;
};

const NOT_READY: Taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' };
const TAINT: Taint = { key: 'dedicated', value: 'db', effect: 'NoSchedule' };

test.each<[string, object, Partial<ClusterNode>, Record<string, string>, string | undefined]>([
  ['nothing against it', {}, {}, { cpu: '1' }, undefined],
  ['a cordoned node', {}, { unschedulable: true }, {}, 'node(s) were unschedulable'],
  [
    'a cordoned node that it tolerates',
    { tolerations: [{ key: 'node.kubernetes.io/unschedulable', operator: 'Exists' }] },
    { unschedulable: true },
    {},
    undefined,
  ],
  ['a taint', {}, { taints: [TAINT] }, {}, 'node(s) had untolerated taint(s)'],
  [
    'a taint that it tolerates',
    { tolerations: [{ key: 'dedicated', value: 'db' }] },
    { taints: [TAINT] },
    {},
    undefined,
  ],
  [
    'another value of the taint',
    { tolerations: [{ key: 'dedicated', value: 'web' }] },
    { taints: [TAINT] },
    {},
    'node(s) had untolerated taint(s)',
  ],
  ['every taint tolerated', { tolerations: [{ operator: 'Exists' }] }, { taints: [TAINT] }, {}, undefined],
  ['a taint of a node in trouble, which the API server tolerates', {}, { taints: [NOT_READY] }, {}, undefined],
  [
    'the same, where the VM has a toleration of its own that is for another value',
    { tolerations: [{ key: 'node.kubernetes.io/not-ready', value: 'true' }] },
    { taints: [NOT_READY] },
    {},
    'node(s) had untolerated taint(s)',
  ],
  [
    'the same, where that is for another effect',
    { tolerations: [{ key: 'node.kubernetes.io/not-ready', value: 'true', effect: 'NoSchedule' }] },
    { taints: [NOT_READY] },
    {},
    undefined,
  ],
  ['a taint that only prefers', {}, { taints: [{ ...TAINT, effect: 'PreferNoSchedule' }] }, {}, undefined],
  [
    'another architecture',
    { nodeSelector: { 'kubernetes.io/arch': 'arm64' } },
    {},
    {},
    "node(s) didn't match Pod's node affinity/selector",
  ],
  ['too much memory', {}, {}, { memory: '8193Mi' }, 'Insufficient memory'],
  ['just enough memory', {}, {}, { memory: '8Gi' }, undefined],
  ['too many CPUs', {}, {}, { cpu: '4001m' }, 'Insufficient cpu'],
  ['a device that it lacks', {}, {}, { 'devices.kubevirt.io/kvm': '1' }, 'Insufficient devices.kubevirt.io/kvm'],
  ['no room for pods', {}, { allocatable: { pods: '0' } }, {}, 'Too many pods'],
  [
    'a missing label to spread by',
    { topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'rack', labelSelector: {} }] },
    {},
    {},
    "node(s) didn't match pod topology spread constraints (missing required label)",
  ],
  [
    'nobody to be beside',
    {
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'db' } } },
          ],
        },
      },
    },
    {},
    {},
    "node(s) didn't match pod affinity rules",
  ],
])('%s', (_name, spec, part, requests, reason) => {
  const placed = one(spec, node('a', part), requests);
  expect(placed.rejects[0]?.reason).toBe(reason);
  expect(placed.fits).toEqual(reason === undefined ? ['a'] : []);
});

test('what a pool cannot know is unknown, not no', () => {
  const [bare] = poolNodes({ pool: 'p', architecture: 'amd64' });
  const asked = one({ nodeSelector: { rack: '7' } }, bare!, { memory: '4Gi', 'devices.kubevirt.io/kvm': '1' });
  expect(asked).toMatchObject({ fits: [], rejects: [], unknown: [{ node: 'p-1' }] });
  expect(isPending(asked)).toBe(false);
  const [sized] = poolNodes({ pool: 'p', architecture: 'amd64', memory: '2Gi' });
  expect(one({}, sized!, { memory: '4Gi' }).rejects).toMatchObject([{ reason: 'Insufficient memory' }]);
  expect(one({}, sized!, { memory: '1Gi', 'devices.kubevirt.io/kvm': '1' }).fits).toEqual(['p-1']);
});

test('what runs is subtracted, and keeps others away', () => {
  const nodes = [node('a'), node('b')];
  const apart = {
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { app: 'db' } } },
        ],
      },
    },
  };
  const db = workload('db', apart, { memory: '6Gi' }, { app: 'db' });
  const running = new Map([['a', [db.pod]]]);
  const [second, large, small] = place(
    [workload('db-2', apart, {}, { app: 'db' }), workload('large', {}, { memory: '3Gi' }), workload('small')],
    nodes,
    { running },
  );
  expect(second).toMatchObject({ fits: ['b'], rejects: [{ node: 'a', detail: expect.stringContaining('db is in') }] });
  expect(large!.fits).toEqual(['b']);
  expect(small!.fits).toEqual(['a', 'b']);
  const [meek] = place([workload('meek', {}, {}, { app: 'db' })], nodes, { running });
  expect(meek!.rejects[0]?.reason).toBe("node(s) didn't satisfy existing pods anti-affinity rules");
});

test('packing fills nodes one after the other, in the order of names', () => {
  const workloads = ['c', 'a', 'b'].map((name) => workload(name, {}, { memory: '5Gi' }));
  const placed = place(workloads, [node('n2'), node('n1')], { pack: true });
  expect(placed.map(({ workload: { name }, placedOn }) => [name, placedOn])).toEqual([
    ['a', 'n1'],
    ['b', 'n2'],
    ['c', undefined],
  ]);
  expect(schedulerMessage(placed[2]!)).toBe('0/2 nodes are available: 2 Insufficient memory.');
});

test('hard spread counts what is there', () => {
  const spec = {
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'x' } },
      },
    ],
  };
  const nodes = ['a', 'b'].map((zone) => node(`n-${zone}`, { labels: { zone } }));
  const others = ['1', '2', '3'].map((name) => workload(name, spec, {}, { app: 'x' }));
  const placed = place(others, nodes, { pack: true });
  expect(placed.map(({ placedOn }) => placedOn)).toEqual(['n-a', 'n-b', 'n-a']);
  const [soft] = place(
    [
      workload('s', {
        topologySpreadConstraints: [{ ...spec.topologySpreadConstraints[0], whenUnsatisfiable: 'ScheduleAnyway' }],
      }),
    ],
    nodes,
  );
  expect(soft!.fits).toHaveLength(2);
});

/** Every filter by itself, written as naively as can be. */
function naive(
  pod: { memory: number; rack: string | undefined; tolerant: boolean },
  on: { memory: number; rack: string; tainted: boolean; cordoned: boolean },
): boolean {
  if (on.cordoned) {
    return false;
  }
  if (on.tainted && !pod.tolerant) {
    return false;
  }
  if (pod.rack !== undefined && pod.rack !== on.rack) {
    return false;
  }
  return pod.memory <= on.memory;
}

test('on random inventories the filters agree with a naive reference', () => {
  const racks = fc.constantFrom('1', '2', '3');
  fc.assert(
    fc.property(
      fc.array(fc.record({ memory: fc.nat(8), rack: racks, tainted: fc.boolean(), cordoned: fc.boolean() }), {
        maxLength: 12,
      }),
      fc.array(fc.record({ memory: fc.nat(8), rack: fc.option(racks, { nil: undefined }), tolerant: fc.boolean() }), {
        maxLength: 8,
      }),
      (nodes, pods) => {
        const inventory = nodes.map(({ memory, rack, tainted, cordoned }, i) =>
          node(`n${i}`, {
            labels: { rack },
            taints: tainted ? [TAINT] : [],
            unschedulable: cordoned,
            allocatable: { memory: `${memory}Gi` },
          }),
        );
        const placed = place(
          pods.map(({ memory, rack, tolerant }, i) =>
            workload(
              `p${i}`,
              {
                ...(rack === undefined ? {} : { nodeSelector: { rack } }),
                ...(tolerant ? { tolerations: [{ key: 'dedicated', operator: 'Exists' }] } : {}),
              },
              { memory: `${memory}Gi` },
            ),
          ),
          inventory,
        );
        placed.forEach(({ fits, rejects }, p) => {
          const expected = nodes.flatMap((each, n) => (naive(pods[p]!, each) ? [`n${n}`] : []));
          expect(fits).toEqual(expected);
          expect(fits.length + rejects.length).toBe(nodes.length);
        });
      },
    ),
  );
});
