import { PerKind } from '../../src/kube/identity';
import type { KubeObject } from '../../src/kube/object';

const object = (apiVersion: string, kind: string): KubeObject => ({ apiVersion, kind, metadata: { name: 'x' } });

test('each version of a kind is asked for once, in whatever order its objects come', () => {
  const made: string[] = [];
  const names = new PerKind(({ apiVersion, kind }) => {
    made.push(`${apiVersion}/${kind}`);
    return `${kind} of ${apiVersion}`;
  });
  const met = [
    object('v1', 'Secret'),
    object('v1', 'Secret'),
    object('v1', 'ConfigMap'),
    object('v2', 'Secret'),
    object('v1', 'Secret'),
  ];
  expect(met.map((each) => names.of(each))).toEqual([
    'Secret of v1',
    'Secret of v1',
    'ConfigMap of v1',
    'Secret of v2',
    'Secret of v1',
  ]);
  expect(made).toEqual(['v1/Secret', 'v1/ConfigMap', 'v2/Secret']);
});
