import { isPending, place, schedulerMessage } from '../../src/pods/place';
import { type PodView, podView, schedulingOf } from '../../src/pods/pod-view';
import { node, workload } from './fixtures';

const HOST = 'kubernetes.io/hostname';
const NODES = [node('a'), node('b')];

const pod = (name: string, labels: Record<string, string>, more: Partial<PodView> = {}, spec: object = {}): PodView => {
  const namespace = more.namespace ?? 'shop';
  return {
    ...podView({ name, namespace, labels, requests: {} }, schedulingOf({ ...spec }, { namespace, labels })),
    ...more,
  };
};
const spread = (constraint: object) => ({
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey: HOST,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'x' } },
      ...constraint,
    },
  ],
});
const affinity = (kind: 'podAffinity' | 'podAntiAffinity', term: object) => ({
  affinity: { [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: HOST, ...term }] } },
});
const APP_X = { labelSelector: { matchLabels: { app: 'x' } } };

const placed = (spec: object, labels: Record<string, string>, onA: readonly PodView[], namespaceLabels?: object) => {
  const asking = workload('w', spec, {}, labels);
  const view = { ...asking.pod, ...(namespaceLabels === undefined ? {} : { namespaceLabels: { ...namespaceLabels } }) };
  const [found] = place([{ ...asking, pod: view }], NODES, { running: new Map([['a', onA]]) });
  return found!;
};

test.each<[what: string, constraint: object, onA: PodView[], fits: string[]]>([
  ['pods alike', {}, [pod('p', { app: 'x' })], ['b']],
  ['pods that are being deleted do not count', {}, [pod('p', { app: 'x' }, { isTerminating: true })], ['a', 'b']],
  ['an empty selector counts no pod', { labelSelector: {} }, [pod('p', { app: 'x' })], ['a', 'b']],
  ['no selector neither', { labelSelector: undefined }, [pod('p', { app: 'x' })], ['a', 'b']],
  ['matchLabelKeys leave others out', { matchLabelKeys: ['rev'] }, [pod('p', { app: 'x', rev: '2' })], ['a', 'b']],
  ['matchLabelKeys count the same', { matchLabelKeys: ['rev'] }, [pod('p', { app: 'x', rev: '1' })], ['b']],
  [
    'an empty selector with them is not empty',
    { labelSelector: {}, matchLabelKeys: ['rev'] },
    [pod('p', { rev: '1' })],
    ['b'],
  ],
])('spread: %s', (_, constraint, onA, fits) => {
  expect(placed(spread(constraint), { app: 'x', rev: '1' }, onA).fits).toEqual(fits);
});

test.each<[what: string, term: object, other: Record<string, string>, fits: string[]]>([
  ['matchLabelKeys, another value', { ...APP_X, matchLabelKeys: ['rev'] }, { app: 'x', rev: '2' }, ['a', 'b']],
  ['matchLabelKeys, the same', { ...APP_X, matchLabelKeys: ['rev'] }, { app: 'x', rev: '1' }, ['b']],
  ['matchLabelKeys that the pod does not have', { ...APP_X, matchLabelKeys: ['tier'] }, { app: 'x' }, ['b']],
  ['mismatchLabelKeys, the same', { ...APP_X, mismatchLabelKeys: ['rev'] }, { app: 'x', rev: '1' }, ['a', 'b']],
  ['mismatchLabelKeys, another value', { ...APP_X, mismatchLabelKeys: ['rev'] }, { app: 'x', rev: '2' }, ['b']],
  ['keys without a selector', { matchLabelKeys: ['rev'] }, { app: 'x', rev: '1' }, ['a', 'b']],
])('anti-affinity: %s', (_, term, other, fits) => {
  expect(placed(affinity('podAntiAffinity', term), { app: 'y', rev: '1' }, [pod('p', other)]).fits).toEqual(fits);
});

const TEAM_A = { ...APP_X, namespaceSelector: { matchLabels: { team: 'a' } } };
const NAMED = { ...APP_X, namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'ops' } } };
const OTHER_NAME = {
  ...APP_X,
  namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'lab', team: 'a' } },
};
const inOps = (namespaceLabels?: Record<string, string>) =>
  pod('p', { app: 'x' }, { namespace: 'ops', ...(namespaceLabels === undefined ? {} : { namespaceLabels }) });

test.each<[what: string, term: object, other: PodView, fits: string[], unknown: string[]]>([
  ['labels that it has', TEAM_A, inOps({ team: 'a' }), ['b'], []],
  ['labels that it has not', TEAM_A, inOps({ team: 'b' }), ['a', 'b'], []],
  ['labels that are not known', TEAM_A, inOps(), ['b'], ['a']],
  ['its name, which is known', NAMED, inOps(), ['b'], []],
  ['another name, which decides', OTHER_NAME, inOps(), ['a', 'b'], []],
  ['all namespaces', { ...APP_X, namespaceSelector: {} }, inOps(), ['b'], []],
])('namespaceSelector of anti-affinity: %s', (_, term, other, fits, unknown) => {
  const found = placed(affinity('podAntiAffinity', term), { app: 'y' }, [other]);
  expect([found.fits, found.unknown.map(({ node: name }) => name)]).toEqual([fits, unknown]);
});

test.each<[what: string, labels: object | undefined, fits: string[], unknown: string[]]>([
  ['has the labels', { team: 'a' }, ['b'], []],
  ['has others', { team: 'b' }, ['a', 'b'], []],
  ['is not at hand', undefined, ['b'], ['a']],
])('a pod that keeps namespaces away, and the namespace of the VM %s', (_, labels, fits, unknown) => {
  const guard = pod('p', {}, { namespace: 'ops' }, affinity('podAntiAffinity', TEAM_A));
  const found = placed({}, { app: 'x' }, [guard], labels);
  expect([found.fits, found.unknown.map(({ node: name }) => name)]).toEqual([fits, unknown]);
});

test.each<[what: string, other: PodView, own: object | undefined, fits: string[], unknown: string[]]>([
  ['is there', inOps({ team: 'a' }), { team: 'b' }, ['a'], []],
  ['may be there', inOps(), { team: 'b' }, [], ['a']],
  ['is not, and the VM is the first', inOps({ team: 'b' }), { team: 'a' }, ['a', 'b'], []],
  ['may be there, and the VM may be the first', inOps(), { team: 'a' }, [], ['a', 'b']],
])('what a VM wants beside it %s', (_, other, own, fits, unknown) => {
  const found = placed(affinity('podAffinity', TEAM_A), { app: 'x' }, [other], own);
  expect([found.fits, found.unknown.map(({ node: name }) => name)]).toEqual([fits, unknown]);
});

test('nodes that terms name are told before anything else of a node', () => {
  const terms = (...names: string[]) => ({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            { matchFields: names.map((name) => ({ key: 'metadata.name', operator: 'In', values: [name] })) },
          ],
        },
      },
    },
  });
  const message = (spec: object) => {
    const [found] = place([workload('w', spec)], [node('a', { unschedulable: true }), node('b')]);
    expect(isPending(found!)).toBe(true);
    return schedulerMessage(found!);
  };
  expect(message(terms('c'))).toBe("0/2 nodes are available: 2 node(s) didn't satisfy plugin(s) [NodeAffinity].");
  expect(message(terms('a'))).toBe(
    "0/2 nodes are available: 1 node(s) didn't satisfy plugin(s) [NodeAffinity], 1 node(s) were unschedulable.",
  );
  expect(message(terms('a', 'b'))).toBe('0/2 nodes are available: pod affinity terms conflict.');
});

test('what is halted is judged, and takes no room', () => {
  const halted = { ...workload('a', {}, { memory: '5Gi' }), isHalted: true } as const;
  const found = place([halted, workload('b', {}, { memory: '5Gi' })], [node('n')], { pack: true });
  expect(found.map(({ fits, placedOn }) => [fits, placedOn])).toEqual([
    [['n'], undefined],
    [['n'], 'n'],
  ]);
});
