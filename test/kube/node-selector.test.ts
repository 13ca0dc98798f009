import { type Certainty, meets, namedNodes, requiredTerms, selectsNode } from '../../src/kube/node-selector';

const LABELS = { zone: 'a', gen: '7', odd: 'x1', big: '9223372036854775807', huge: '9223372036854775808' };

const affinity = (...terms: object[]) => ({
  nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
});
const expression = (key: string, operator: string, ...values: string[]) => ({
  matchExpressions: [{ key, operator, ...(values.length === 0 ? {} : { values }) }],
});

const named = (...names: string[]) => ({
  matchFields: names.map((name) => ({ key: 'metadata.name', operator: 'In', values: [name] })),
});

test.each<[string, object, Certainty, Certainty]>([
  ['nothing asked', {}, 'yes', 'yes'],
  ['a label', { nodeSelector: { zone: 'a' } }, 'yes', 'yes'],
  ['another value', { nodeSelector: { zone: 'b' } }, 'no', 'no'],
  ['a label that is not there', { nodeSelector: { rack: '1' } }, 'no', 'unknown'],
  ['one wrong and one unknown', { nodeSelector: { rack: '1', zone: 'b' } }, 'no', 'no'],
  ['In', { affinity: affinity(expression('zone', 'In', 'b', 'a')) }, 'yes', 'yes'],
  ['NotIn', { affinity: affinity(expression('zone', 'NotIn', 'a')) }, 'no', 'no'],
  ['NotIn of an absent label', { affinity: affinity(expression('rack', 'NotIn', 'a')) }, 'yes', 'unknown'],
  ['Exists', { affinity: affinity(expression('zone', 'Exists')) }, 'yes', 'yes'],
  ['DoesNotExist', { affinity: affinity(expression('zone', 'DoesNotExist')) }, 'no', 'no'],
  ['Gt', { affinity: affinity(expression('gen', 'Gt', '6')) }, 'yes', 'yes'],
  ['Lt', { affinity: affinity(expression('gen', 'Lt', '7')) }, 'no', 'no'],
  ['Gt of what is no number', { affinity: affinity(expression('odd', 'Gt', '0')) }, 'no', 'no'],
  ['Gt of 19 digits', { affinity: affinity(expression('big', 'Gt', '9223372036854775806')) }, 'yes', 'yes'],
  ['Gt of what 64 bits do not hold', { affinity: affinity(expression('huge', 'Gt', '1')) }, 'no', 'no'],
  ['Lt of a number with zeros before it', { affinity: affinity(expression('gen', 'Lt', '0008')) }, 'yes', 'yes'],
  ['an operator that is none', { affinity: affinity(expression('zone', 'in', 'a')) }, 'no', 'no'],
  [
    'one of two terms',
    { affinity: affinity(expression('zone', 'In', 'b'), expression('gen', 'Exists')) },
    'yes',
    'yes',
  ],
  ['an empty term', { affinity: affinity({}) }, 'no', 'no'],
  ['no term', { affinity: affinity() }, 'no', 'no'],
  [
    'its name',
    { affinity: affinity({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] }) },
    'yes',
    'yes',
  ],
  [
    'selector and affinity',
    { nodeSelector: { zone: 'a' }, affinity: affinity(expression('zone', 'In', 'b')) },
    'no',
    'no',
  ],
])('%s', (_name, selection, exported, declared) => {
  expect(selectsNode(selection, { name: 'n', labels: LABELS, known: 'exported' })).toBe(exported);
  expect(selectsNode(selection, { name: 'n', labels: LABELS, known: 'declared' })).toBe(declared);
});

test.each([
  ['In', ['a'], 'yes'],
  ['In', ['a', 'b'], 'no'],
  ['NotIn', ['b'], 'yes'],
  ['NotIn', ['b', 'c'], 'no'],
  ['Exists', [], 'no'],
] as const)('the name of a node is matched by %s and one value: %j', (operator, values, answer) => {
  const node = { name: 'a', labels: {}, known: 'exported' as const };
  expect(meets(node, { key: 'metadata.name', operator, values, isField: true })).toBe(answer);
});

test.each<[string, object[], string[] | undefined]>([
  ['one name', [named('a')], ['a']],
  ['a name in each term', [named('a'), named('b')], ['a', 'b']],
  ['a term without a name', [named('a'), expression('zone', 'Exists')], undefined],
  ['two names in one term', [named('a', 'b')], []],
  ['no term', [], undefined],
])('nodes that terms name: %s', (_, terms, names) => {
  const found = namedNodes(requiredTerms(affinity(...terms)));
  expect(found === undefined ? undefined : [...found]).toEqual(names);
});
