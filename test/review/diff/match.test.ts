import type { KubeObject } from '../../../src/kube/object';
import { HIDDEN, isHiddenChange, shower } from '../../../src/review/diff/hidden';
import { readIgnoreRules, USUAL_NOISE, withoutIgnored } from '../../../src/review/diff/ignore-rules';
import { parseJq } from '../../../src/review/diff/jq-path';
import { matchObjects } from '../../../src/review/diff/match-objects';

function object(kind: string, name: string, rest: object = {}, apiVersion = 'v1'): KubeObject {
  return { apiVersion, kind, metadata: { name, namespace: 'apps' }, ...rest } as KubeObject;
}

const held = (...objects: KubeObject[]) => objects.map((each) => ({ object: each }));
const told = (before: KubeObject[], after: KubeObject[]) =>
  matchObjects(held(...before), held(...after)).map((pair) => [
    pair.change,
    'before' in pair ? pair.before.object.metadata.name : undefined,
    'after' in pair ? pair.after.object.metadata.name : undefined,
  ]);

const machine = (name: string, memory = '1Gi') =>
  object(
    'VirtualMachine',
    name,
    { spec: { template: { spec: { hostname: name, domain: { memory: { guest: memory } }, a: 1, b: 2, c: 3 } } } },
    'kubevirt.io/v1',
  );

test('objects are matched by identity, whatever the version of their API', () => {
  const old = object('HyperConverged', 'x', {}, 'hco.kubevirt.io/v1beta1');
  expect(told([old], [object('HyperConverged', 'x', {}, 'hco.kubevirt.io/v1')])).toEqual([['modified', 'x', 'x']]);
});

test('what has most in common was renamed, the others went and came', () => {
  expect(told([machine('a'), machine('b', '2Gi')], [machine('c', '2Gi'), object('Service', 's')])).toEqual([
    ['renamed', 'b', 'c'],
    ['removed', 'a', undefined],
    ['added', undefined, 's'],
  ]);
});

test('another kind is never the same object', () => {
  expect(told([object('ConfigMap', 'a', { data: { x: '1' } })], [object('Secret', 'a', { data: { x: '1' } })])).toEqual(
    [
      ['removed', 'a', undefined],
      ['added', undefined, 'a'],
    ],
  );
});

test.each([
  ['.spec.replicas', [{ key: 'spec' }, { key: 'replicas' }]],
  ['.spec.volumes[]', [{ key: 'spec' }, { key: 'volumes' }, 'every']],
  ['.metadata.annotations["a.b/c"]', [{ key: 'metadata' }, { key: 'annotations' }, { key: 'a.b/c' }]],
  ['.a[0].b?', [{ key: 'a' }, { key: '0' }, { key: 'b' }]],
  [
    '.spec.volumes[] | select(.name == "os") | .size',
    [{ key: 'spec' }, { key: 'volumes' }, { where: ['name'], equals: 'os' }, { key: 'size' }],
  ],
  ['(.a[] | select(.b == 1)).c', [{ key: 'a' }, { where: ['b'], equals: 1 }, { key: 'c' }]],
  ['.a | length > 1', undefined],
  ['', undefined],
])('jq %p is the path %j', (text, steps) => {
  expect(parseJq(text)).toEqual(steps);
});

test('an entry of ignoreDifferences takes its parts out of the objects that it is about', () => {
  const { rules, findings } = readIgnoreRules(
    [
      { group: 'kubevirt.io', kind: 'VirtualMachine', jsonPointers: ['/spec/runStrategy'] },
      { kind: 'Service', name: 'other', jsonPointers: ['/spec'] },
      { kind: '*', jqPathExpressions: ['.spec.volumes[] | select(.name == "b") | .size', '.x | keys'] },
    ],
    'ignoreDifferences',
  );
  const before = object(
    'VirtualMachine',
    'a',
    {
      spec: {
        runStrategy: 'Always',
        volumes: [
          { name: 'a', size: 1 },
          { name: 'b', size: 2 },
        ],
      },
      status: {},
    },
    'kubevirt.io/v1',
  );
  expect(withoutIgnored(before, [...USUAL_NOISE, ...rules])).toEqual({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'a', namespace: 'apps' },
    spec: { volumes: [{ name: 'a', size: 1 }, { name: 'b' }] },
  });
  expect(before.status).toEqual({});
  expect(findings.map(({ path }) => path)).toEqual(['ignoreDifferences[2].jqPathExpressions[1]']);
  const service = object('Service', 's', { spec: {} });
  expect(withoutIgnored(service, rules)).toBe(service);
});

test('what is secret is never shown', () => {
  const secret = object('Secret', 's', { data: { password: 'aHVudGVyMg==' }, stringData: { k: 'hunter2' } });
  expect(JSON.stringify(shower(secret)(secret, []))).not.toMatch(/hunter2|aHVudGVyMg/);
  expect(shower(secret)(secret.data, ['data'])).toEqual({ password: HIDDEN });
  const volume = { name: 'init', cloudInitNoCloud: { userData: 'password: hunter2' } };
  expect(shower(machine('a'))([volume], ['spec', 'template', 'spec', 'volumes'])).toEqual([
    { name: 'init', cloudInitNoCloud: { userData: HIDDEN } },
  ]);
  const pod = object('Pod', 'p');
  const shown = shower(pod)(
    {
      env: [
        { name: 'DB_PASSWORD', value: 'hunter2' },
        { name: 'X', value: '1' },
      ],
    },
    [],
  );
  expect(shown).toEqual({
    env: [
      { name: 'DB_PASSWORD', value: HIDDEN },
      { name: 'X', value: '1' },
    ],
  });
  expect(shower(pod)('https://me:hunter2@host/x', ['url'])).toBe(`https://${HIDDEN}@host/x`);
  expect(shower(pod)(['run', '--db-password=hunter2', '--secret hunter2'], ['args'])).toEqual([
    'run',
    `--db-password=${HIDDEN}`,
    `--secret ${HIDDEN}`,
  ]);
  const steps = ['spec', 'env', { by: ['name'], values: ['DB_PASSWORD'] }, 'value'] as const;
  expect(isHiddenChange(pod, { steps, after: 'hunter2' })).toBe(true);
});
