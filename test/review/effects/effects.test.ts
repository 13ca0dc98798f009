import { NodeInventory } from '../../../src/inventory/node-inventory';
import { isMap, type KubeObject } from '../../../src/kube/object';
import type { Review } from '../../../src/review/result';
import { type ReviewOptions, review } from '../../../src/review/review-objects';
import { facts, HAS_FACTS } from '../../facts-oracle';
import { CASES, type EffectCase, MACHINE } from './cases';

type Container = Record<string, unknown> | unknown[];

/** The same with values put at paths like `spec.volumes[root].name`. */
function changed(object: object, change: Readonly<Record<string, unknown>>): KubeObject {
  const copy = structuredClone(object) as Container;
  for (const [path, value] of Object.entries(change)) {
    const steps = [...path.matchAll(/\["([^"]+)"\]|\[([^\]]+)\]|([^.[\]]+)/g)].map(([, quoted, item, key]) =>
      item === undefined ? (quoted ?? key)! : { item },
    );
    const last = steps.pop()!;
    put(steps.reduce(child, copy), last, value);
  }
  return copy as unknown as KubeObject;
}

type Step = string | { readonly item: string };

const nameOf = (item: unknown) => (isMap(item) ? (item.name ?? (isMap(item.metadata) ? item.metadata.name : '')) : '');

function child(around: Container, step: Step): Container {
  if (typeof step === 'object') {
    return (around as unknown[]).find((item) => nameOf(item) === step.item) as Container;
  }
  const map = around as Record<string, unknown>;
  map[step] ??= {};
  return map[step] as Container;
}

function put(around: Container, step: Step, value: unknown): void {
  if (typeof step === 'object') {
    const list = around as unknown[];
    const at = list.findIndex((item) => nameOf(item) === step.item);
    list.splice(at === -1 ? list.length : at, at === -1 ? 0 : 1, ...(value === undefined ? [] : [value]));
  } else if (value === undefined) {
    delete (around as Record<string, unknown>)[step];
  } else {
    (around as Record<string, unknown>)[step] = value;
  }
}

function kubevirtOf({ strategy, methods, gates }: NonNullable<EffectCase['cluster']>): KubeObject[] {
  const configuration = { vmRolloutStrategy: strategy, developerConfiguration: { featureGates: gates } };
  const spec = { configuration, workloadUpdateStrategy: { workloadUpdateMethods: methods } };
  return strategy === undefined && methods === undefined && gates === undefined
    ? []
    : [{ apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata: { name: 'kubevirt', namespace: 'kubevirt' }, spec }];
}

function nodesOf({ workloads = [], controlPlane = [] }: NonNullable<EffectCase['cluster']>): object[] {
  const node = (role: string) => (architecture: string) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name: `${role}-${architecture}`,
      labels: { 'kubernetes.io/arch': architecture, [`node-role.kubernetes.io/${role}`]: '' },
    },
    status: { nodeInfo: { architecture } },
  });
  return [...workloads.map(node('worker')), ...controlPlane.map(node('control-plane'))];
}

function optionsOf({
  kubevirt = '1.9',
  cluster = {},
  beside = [],
  prune,
  running,
  migratable,
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

test.each(CASES.map((each) => [titleOf(each), each] as const))('%s', (_title, each) => {
  const before = changed(each.object ?? MACHINE, each.given ?? {});
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

(HAS_FACTS ? test : test.skip)('what was read upstream, where that is at hand, agrees', () => {
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
