import { generalize } from '../../../src/adopt/typescript/expression';
import { helpersOf, type KeyedPart } from '../../../src/adopt/typescript/helpers';
import { printed } from '../../../src/adopt/typescript/print';

/** The labels of a loop over VMs. */
function labels(of: number, names: readonly string[], labelsOf: (name: string) => Record<string, unknown>): KeyedPart {
  const { expression, columns } = generalize(names.map(labelsOf), names);
  return {
    of,
    count: names.length,
    key: 'labels',
    part: expression,
    valuesOf: (variable) => (variable === 'name' ? names : columns.find(({ name }) => name === variable)!.values),
  };
}

const team = (tier: string) => (name: string) => ({
  app: name,
  tier,
  owner: 'shop',
  cost: '4711',
  note: `line 1\nline 2\nof ${name}`,
});

const parts = [
  labels(0, ['web-1', 'web-2'], team('front')),
  labels(1, ['db-1', 'db-2'], team('back')),
  labels(2, ['mq'], team('back')),
];

test('keys of one form are given by a function, with a parameter for what differs', () => {
  const [helper, ...others] = helpersOf(
    [...parts, ...parts.map((part) => ({ ...part, of: part.of + 3 }))],
    new Set(),
    new Set(),
  );
  expect(others).toEqual([]);
  expect(helper!.text).toBe(`/** The labels of 10 VMs. */
const labelsOf = (appValue: string, tier: string): VirtualMachineProps['labels'] => ({
  app: appValue,
  tier,
  owner: 'shop',
  cost: '4711',
  note: [
    'line 1',
    'line 2',
    \`of \${appValue}\`,
  ].join('\\n'),
});

`);
  expect([...helper!.calls.values()].slice(0, 3).map((call) => printed(call))).toEqual([
    "labelsOf(name, 'front')",
    "labelsOf(name, 'back')",
    "labelsOf('mq', 'back')",
  ]);
});

test('a name of the module is not taken again', () => {
  const [helper] = helpersOf([...parts, ...parts, ...parts], new Set(['labelsOf']), new Set());
  expect(helper!.name).toBe('labelsOf2');
});

test('what spares few lines, is the same everywhere, or differs in more than texts and numbers gets none', () => {
  expect(helpersOf(parts.slice(0, 1), new Set(), new Set())).toEqual([]);
  const same = [0, 1, 2, 3, 4].map((of) => labels(of, ['a'], () => ({ ...team('x')('a') })));
  expect(helpersOf(same, new Set(), new Set())).toEqual([]);
  const maps = [0, 1, 2, 3, 4].map((of) =>
    labels(of, ['a', 'b'], (name) => ({ ...team('x')('a'), more: name === 'a' ? null : {} })),
  );
  expect(helpersOf(maps, new Set(), new Set())).toEqual([]);
});
