import fc from 'fast-check';
import { type OrderDependency, orderObjects } from '../../src/cluster/order';

const place = (path: string, kind = 'Thing') => ({
  path,
  object: { apiVersion: 'example.com/v1', kind, metadata: { name: path.replaceAll('/', '-') } },
});

function order(
  paths: readonly (string | [string, string])[],
  dependencies: readonly [string, string][],
): string[] | { cycle: readonly string[] } {
  const result = orderObjects(
    paths.map((path) => (typeof path === 'string' ? place(path) : place(...path))),
    dependencies.map(([dependent, dependency]): OrderDependency => ({ dependent, dependency })),
  );
  return 'cycle' in result ? result : result.objects.map(({ path }) => path);
}

test('without dependencies: by kind, then by name', () => {
  expect(
    order([['vm', 'VirtualMachine'], ['kv', 'KubeVirt'], 'other', ['ns', 'Namespace'], ['dv', 'DataVolume']], []),
  ).toEqual(['ns', 'kv', 'other', 'dv', 'vm']);
});

test('what is depended on comes first', () => {
  expect(
    order(
      ['a', 'b', 'c'],
      [
        ['a', 'b'],
        ['b', 'c'],
      ],
    ),
  ).toEqual(['c', 'b', 'a']);
});

test('a dependency on a construct is one on everything below it', () => {
  expect(order(['a/x', 'a/y', 'b/x', 'b/y'], [['a', 'b']])).toEqual(['b/x', 'b/y', 'a/x', 'a/y']);
});

test('a dependency on the construct around leaves itself out', () => {
  expect(order(['p/a', 'p/b', 'p/c'], [['p/a', 'p']])).toEqual(['p/b', 'p/c', 'p/a']);
});

test('a construct that depends on a part of itself waits for that part', () => {
  expect(order(['p/a', 'p/b', 'p/z'], [['p', 'p/z']])).toEqual(['p/z', 'p/a', 'p/b']);
});

test('a name that only begins alike is another one', () => {
  expect(order(['a', 'ab'], [['a', 'ab']])).toEqual(['ab', 'a']);
});

test('a circle is told as it is', () => {
  expect(
    order(
      ['a', 'b', 'c', 'd'],
      [
        ['a', 'd'],
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ],
    ),
  ).toEqual({ cycle: ['a', 'b', 'c', 'a'] });
});

test('a chain of 100,000 neither overflows nor takes long', () => {
  const paths = Array.from({ length: 100_000 }, (_, i) => `n${String(i).padStart(6, '0')}`);
  const dependencies = paths.slice(1).map((path, i): [string, string] => [paths[i]!, path]);
  expect(order(paths, dependencies)).toEqual([...paths].reverse());
});

test('two large groups cost their sum, not their product', () => {
  const group = (name: string) => Array.from({ length: 20_000 }, (_, i) => `${name}/${i}`);
  const result = order([...group('a'), ...group('b')], [['a', 'b']]) as string[];
  expect(result.slice(0, 20_000).every((path) => path.startsWith('b/'))).toBe(true);
});

test('layers that cdk8s orders in exponential time are ordered at once', () => {
  const layers = 60;
  const paths = Array.from({ length: layers * 3 }, (_, i) => `l${String(Math.floor(i / 3)).padStart(2, '0')}-${i % 3}`);
  const dependencies: [string, string][] = [];
  for (let layer = 0; layer + 1 < layers; layer++) {
    for (const from of [0, 1, 2]) {
      for (const to of [0, 1, 2]) {
        dependencies.push([paths[layer * 3 + from]!, paths[(layer + 1) * 3 + to]!]);
      }
    }
  }
  expect((order(paths, dependencies) as string[])[0]).toBe('l59-0');
});

test('the order does not depend on the order of the input, and satisfies every dependency', () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(
        Array.from({ length: 12 }, (_, i) => `n${i}`),
        { minLength: 2 },
      ),
      fc.array(fc.tuple(fc.nat(11), fc.nat(11)), { maxLength: 20 }),
      (paths, edges) => {
        // Only from lower to higher numbers, so that there is no circle.
        const dependencies = edges.filter(([a, b]) => a < b).map(([a, b]): [string, string] => [`n${a}`, `n${b}`]);
        const result = order(paths, dependencies) as string[];
        expect(result).toEqual(order([...paths].sort(), [...dependencies].reverse()));
        for (const [dependent, dependency] of dependencies) {
          if (result.includes(dependent) && result.includes(dependency)) {
            expect(result.indexOf(dependency)).toBeLessThan(result.indexOf(dependent));
          }
        }
      },
    ),
  );
});
