import type { KubeObject } from '../../../src/kube/object';
import type { Review } from '../../../src/review/result';
import { type ReviewOptions, review } from '../../../src/review/review';
import { NodeInventory } from '../../../src/target/nodes';
import { facts } from '../../facts-oracle';
import { kubevirtObject, nodeObject } from '../../objects';
import { testWhere } from '../../test-where';
import { CASES, type EffectCase, VM } from './cases';
import { changed } from './changed';
import { UPDATE_CASES } from './update-cases';

function kubevirtOf({ strategy, methods, gates }: NonNullable<EffectCase['cluster']>): KubeObject[] {
  const configuration = { vmRolloutStrategy: strategy, developerConfiguration: { featureGates: gates } };
  const spec = { configuration, workloadUpdateStrategy: { workloadUpdateMethods: methods } };
  return strategy === undefined && methods === undefined && gates === undefined ? [] : [kubevirtObject(spec)];
}

function nodesOf({ workloads = [], controlPlane = [] }: NonNullable<EffectCase['cluster']>): object[] {
  const node = (role: string) => (architecture: string) =>
    nodeObject(`${role}-${architecture}`, architecture, { labels: { [`node-role.kubernetes.io/${role}`]: '' } });
  return [...workloads.map(node('worker')), ...controlPlane.map(node('control-plane'))];
}

function optionsOf({
  kubevirt = '1.9',
  cluster = {},
  beside = [],
  prune,
  running,
  migratable,
  live,
}: EffectCase): ReviewOptions {
  const nodes = nodesOf(cluster);
  return {
    target: cluster.hco === undefined ? { kubevirt } : { hco: cluster.hco },
    existing: [...kubevirtOf(cluster), ...(beside as KubeObject[])],
    ...(nodes.length === 0 ? {} : { nodes: NodeInventory.of(nodes) }),
    ...(cluster.platform === undefined ? {} : { distribution: cluster.platform as 'openshift' }),
    ...(prune === undefined ? {} : { prune }),
    live: () => ({
      ...(running === undefined ? {} : { running }),
      ...(migratable === undefined ? {} : { migratable }),
      ...live,
    }),
  };
}

/** What a review of one object comes to: no change is no effect. */
function gives({ changes }: Review, expected: readonly string[]): readonly string[] {
  expect(changes.length).toBeLessThanOrEqual(1);
  const [change] = changes;
  const also = expected.slice(2).filter((name) => change?.also?.includes(name) === true);
  return [change?.effect ?? 'none', change?.severity ?? 'info', ...also];
}

const titleOf = ({ object, change, removed, cluster, kubevirt, gives: [effect] }: EffectCase) =>
  [
    (object as KubeObject | undefined)?.kind ?? 'VirtualMachine',
    removed === true ? 'removed' : Object.keys(change ?? {}).join(', ') || 'in another spelling',
    JSON.stringify({ kubevirt, ...cluster }),
    effect,
  ].join(' ');

test.each([...CASES, ...UPDATE_CASES].map((each) => [titleOf(each), each] as const))('%s', (_title, each) => {
  const before = changed(each.object ?? VM, each.given ?? {});
  const after = each.removed === true ? [] : [changed(before, each.change ?? {})];
  expect(gives(review([before], after, optionsOf(each)), each.gives)).toEqual(each.gives);
});

interface ReadCase extends Pick<EffectCase, 'kubevirt'> {
  readonly name: string;
  readonly clusterConfig?: Readonly<Record<string, unknown>>;
  readonly live?: Pick<EffectCase, 'running' | 'migratable'>;
  readonly refs?: readonly object[];
  readonly gitops?: Pick<EffectCase, 'prune'>;
  readonly before: KubeObject;
  readonly after: KubeObject | null;
  readonly effect: string;
  readonly severity: string;
  readonly also?: readonly string[];
}

const NAMES: Readonly<Record<string, string>> = {
  vmRolloutStrategy: 'strategy',
  workloadUpdateMethods: 'methods',
  featureGates: 'gates',
  workloadArchitectures: 'workloads',
  controlPlaneArchitectures: 'controlPlane',
};

testWhere('facts')('what was read upstream, where that is at hand, agrees', () => {
  const read = facts<readonly ReadCase[]>('effects-cases');
  expect(read.length).toBeGreaterThan(100);
  const found = read.map((each) => {
    const { clusterConfig = {}, live, gitops, refs = [], effect, severity, also = [] } = each;
    const cluster = Object.fromEntries(Object.entries(clusterConfig).map(([key, value]) => [NAMES[key] ?? key, value]));
    const options = optionsOf({ ...each, ...live, ...gitops, cluster, beside: refs, gives: ['', ''] });
    const expected = [effect, severity, ...also];
    const result = review([each.before], each.after === null ? [] : [each.after], options);
    return { name: each.name, gives: gives(result, expected), expected };
  });
  expect(found.filter((each) => JSON.stringify(each.gives) !== JSON.stringify(each.expected))).toEqual([]);
});

const kubevirt = (configuration: object, methods: readonly string[] = ['LiveMigrate']): KubeObject =>
  kubevirtObject({ configuration, workloadUpdateStrategy: { workloadUpdateMethods: methods } });
const SOCKETS = 'spec.template.spec.domain.cpu.sockets';
const GUEST = 'spec.template.spec.domain.memory.guest';
const ofVm = ({ changes }: Review) => {
  const found = changes.find(({ object }) => object.kind === 'VirtualMachine');
  return [found?.effect, found?.severity, found?.text];
};

test.each<[what: string, was: object, is: object, change: Readonly<Record<string, unknown>>, gives: readonly string[]]>(
  [
    [
      'Stage goes, and the VM was started under it',
      { vmRolloutStrategy: 'Stage' },
      {},
      { [SOCKETS]: 4 },
      ['restart-required', expect.stringContaining('started under the rollout strategy Stage')],
    ],
    [
      'Stage goes, and so it is with memory',
      { vmRolloutStrategy: 'Stage' },
      {},
      { [GUEST]: '8Gi' },
      ['restart-required', expect.stringContaining('started under the rollout strategy Stage')],
    ],
    [
      'a limit rises, which counts for VMs that start later',
      { liveUpdateConfiguration: { maxCpuSockets: 4 } },
      { liveUpdateConfiguration: { maxCpuSockets: 64 } },
      { [SOCKETS]: 16 },
      ['restart-required', expect.stringContaining('more than the 4 that it was started with')],
    ],
    [
      'a limit falls, below which the VM was started',
      { liveUpdateConfiguration: { maxGuest: '64Gi' } },
      { liveUpdateConfiguration: { maxGuest: '8Gi' } },
      { [GUEST]: '32Gi' },
      ['live-migrate', expect.stringContaining('live migration')],
    ],
  ],
)('a change of the cluster together with one of a VM: %s', (_what, was, is, change, [effect, text]) => {
  const result = review([kubevirt(was), VM], [kubevirt(is), changed(VM, change)], optionsOf({ gives: ['', ''] }));
  expect(ofVm(result)).toEqual([effect, expect.any(String), text]);
});

test.each<
  [strategy: string | undefined, migratable: boolean | undefined, effect: string, otherwise: string | undefined]
>([
  [undefined, true, 'restart-forced', undefined],
  ['None', true, 'restart-forced', undefined],
  ['LiveMigrate', true, 'live-migrate', undefined],
  ['LiveMigrate', false, 'pending', undefined],
  ['LiveMigrate', undefined, 'live-migrate', 'never applied without an action by hand, if it cannot migrate'],
  ['LiveMigrateIfPossible', false, 'restart-forced', undefined],
  ['LiveMigrateIfPossible', undefined, 'live-migrate', 'shut down and started again, if it cannot migrate'],
  ['External', true, 'pending', undefined],
])('with Evict alone, eviction strategy %s and migratable %s it is %s', (strategy, migratable, effect, otherwise) => {
  const own = changed(VM, { 'spec.template.spec.evictionStrategy': strategy });
  const found = [
    review([kubevirt({}, ['Evict']), own], [kubevirt({}, ['Evict']), changed(own, { [SOCKETS]: 4 })], {
      live: () => ({ ...(migratable === undefined ? {} : { migratable }) }),
    }),
    // The cluster says it for VMs that do not.
    review(
      [kubevirt({ evictionStrategy: strategy }, ['Evict']), VM],
      [kubevirt({ evictionStrategy: strategy }, ['Evict']), changed(VM, { [SOCKETS]: 4 })],
      { live: () => ({ ...(migratable === undefined ? {} : { migratable }) }) },
    ),
  ];
  expect(found.map(({ changes: [change] }) => [change?.effect, change?.otherwise])).toEqual([
    [effect, otherwise],
    [effect, otherwise],
  ]);
});

test('what is shut down by the same change needs no restart for the rest of it', () => {
  const after = changed(VM, { 'spec.runStrategy': 'Halted', [SOCKETS]: 1, 'spec.template.spec.hostname': 'x' });
  const [change] = review([VM], [after]).changes;
  expect([change?.effect, change?.fields.map(({ effect }) => effect)]).toEqual([
    'stop',
    ['stop', 'next-start', 'next-start'],
  ]);
});
