import { checkNodeContradictions, checkPeerContradictions } from '../../src/placement/contradictions';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const is = (key: string, ...values: string[]) => ({ key, operator: 'In', values });
const not = (key: string, ...values: string[]) => ({ key, operator: 'NotIn', values });
const nodes = (...terms: object[][]) => ({
  nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: terms.map((matchExpressions) => ({ matchExpressions })) } },
});

test.each<[string, object, object, string[]]>([
  ['one value', {}, nodes([is('a', '1')]), []],
  ['two lists with one in common', {}, nodes([is('a', '1', '2'), is('a', '2')]), []],
  ['two lists with none in common', {}, nodes([is('a', '1'), is('b', '1'), is('a', '2')]), ['[0].matchExpressions[2]']],
  ['a list of which all are avoided', {}, nodes([is('a', '1'), not('a', '1', '2')]), ['[0].matchExpressions[1]']],
  ['a list of which one is left', {}, nodes([is('a', '1', '3'), not('a', '1', '2')]), []],
  [
    'a label that has to be there and not',
    {},
    nodes([
      { key: 'a', operator: 'Exists' },
      { key: 'a', operator: 'DoesNotExist' },
    ]),
    ['[0].matchExpressions[1]'],
  ],
  ['a selector for another value', { a: '2' }, nodes([is('a', '1')]), ['[0].matchExpressions[0]']],
  ['terms of which one can be met', {}, nodes([is('a', '1'), is('a', '2')], [is('a', '1')]), []],
  [
    'terms of which none can be met',
    { a: '3' },
    nodes([], [is('a', '1')], [is('a', '2')]),
    ['[1].matchExpressions[0]'],
  ],
  ['what has no values, which is another mistake', {}, nodes([is('a')]), []],
])('%s', (_name, nodeSelector, affinity, places) => {
  const found = checkNodeContradictions({ nodeSelector, affinity });
  expect(found.map(({ code, path }) => `${code} ${path}`)).toEqual(
    places.map((place) => `PV513 affinity.nodeAffinity.${REQUIRED}.nodeSelectorTerms${place}`),
  );
});

const term = (app: string, topologyKey = 'kubernetes.io/hostname') => ({
  [REQUIRED]: [{ topologyKey, labelSelector: { matchLabels: { app } } }],
});

test.each<[string, object, object, number]>([
  ['the same ones', { podAffinity: term('db'), podAntiAffinity: term('db') }, {}, 1],
  ['others', { podAffinity: term('db'), podAntiAffinity: term('web') }, {}, 0],
  ['the same ones elsewhere', { podAffinity: term('db'), podAntiAffinity: term('db', 'rack') }, {}, 0],
  [
    'those of its own group, of which it may be the first',
    { podAffinity: term('db'), podAntiAffinity: term('db') },
    { app: 'db' },
    0,
  ],
])('together with some and apart from %s', (_name, affinity, labels, count) => {
  expect(checkPeerContradictions(affinity, labels)).toHaveLength(count);
});
