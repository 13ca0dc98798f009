import { HIDDEN, withoutSecrets } from '../../../src/findings/secrets/secret-text';
import type { KubeObject } from '../../../src/kube/object';
import { parseJq, readIgnoreRules, USUAL_NOISE, withoutIgnored } from '../../../src/review/diff/ignore-rules';
import { matchObjects } from '../../../src/review/diff/match-objects';
import { isHiddenChange, stepShower as shower } from '../../../src/review/reviewed-change';

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

const vm = (name: string, memory = '1Gi') =>
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
  expect(told([vm('a'), vm('b', '2Gi')], [vm('c', '2Gi'), object('Service', 's')])).toEqual([
    ['renamed', 'b', 'c'],
    ['removed', 'a', undefined],
    ['added', undefined, 's'],
  ]);
});

test('of VMs that have as much in common, those of the most alike names were renamed', () => {
  expect(told([vm('web'), vm('db'), vm('a-long-name')], [vm('n-db'), vm('n-a-long-name'), vm('n-web')])).toEqual([
    ['renamed', 'a-long-name', 'n-a-long-name'],
    ['renamed', 'web', 'n-web'],
    ['renamed', 'db', 'n-db'],
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

test('what ignores nothing is said, and kinds are globs as in Argo CD', () => {
  const { rules, findings } = readIgnoreRules(
    [{ group: '*.io', kind: 'Virtual*', jsonPointers: ['', '/', 'spec', '/spec/volumes'] }],
    'ignoreDifferences',
  );
  expect(findings.map(({ path }) => path)).toEqual([
    'ignoreDifferences[0].jsonPointers[0]',
    'ignoreDifferences[0].jsonPointers[1]',
    'ignoreDifferences[0].jsonPointers[2]',
  ]);
  const spec = { volumes: [1], a: 1 };
  const left = (kind: string, apiVersion: string) =>
    withoutIgnored(object(kind, 'a', { spec }, apiVersion), rules).spec;
  expect(left('VirtualMachine', 'kubevirt.io/v1')).toEqual({ a: 1 });
  expect([left('KubeVirt', 'kubevirt.io/v1'), left('VirtualMachine', 'v1')]).toEqual([spec, spec]);
});

test('what is secret is never shown', () => {
  const secret = object('Secret', 's', { data: { password: 'aHVudGVyMg==' }, stringData: { k: 'hunter2' } });
  expect(JSON.stringify(shower(secret)(secret, []))).not.toMatch(/hunter2|aHVudGVyMg/);
  expect(shower(secret)(secret.data, ['data'])).toEqual({ password: HIDDEN });
  const volume = { name: 'init', cloudInitNoCloud: { userData: 'password: hunter2' } };
  expect(shower(vm('a'))([volume], ['spec', 'template', 'spec', 'volumes'])).toEqual([
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
  expect(isHiddenChange([pod], { steps, after: 'hunter2' })).toBe(true);
});

test.each([
  ['#cloud-config\nusers: [hunter2]', HIDDEN],
  ['<?xml version="1.0"?>\n<unattend><Value>hunter2</Value></unattend>', HIDDEN],
  ['-----BEGIN RSA PRIVATE KEY-----\nhunter2', HIDDEN],
  ['{ "ignition": { "version": "3.4.0" } }', HIDDEN],
  ['db.user=me\ndb.password=hunter2', `db.user=me\ndb.password=${HIDDEN}`],
  ['{"user":"me","api_key": "hunter2"}', `{"user":"me","api_key": ${HIDDEN}}`],
  ['password: hunter2\nuser: me', `password: ${HIDDEN}\nuser: me`],
  [
    'https://s3/a.qcow2?X-Amz-Date=1&X-Amz-Signature=hunter2&x=1',
    `https://s3/a.qcow2?X-Amz-Date=1&X-Amz-Signature=${HIDDEN}&x=1`,
  ],
  ['https://host/a?token=hunter2', `https://host/a?token=${HIDDEN}`],
  ['Authorization: Bearer hunter2', `Authorization: Bearer ${HIDDEN}`],
  // What has nothing to hide stays to be read.
  ['quay.io/acme/token-server:1.2', 'quay.io/acme/token-server:1.2'],
  ['secretName: web-keys', 'secretName: web-keys'],
  ['the basic setup', 'the basic setup'],
])('of a text only what is secret is hidden: %j', (text, shown) => {
  expect(withoutSecrets(text)).toBe(shown);
});

test('a secret may be the word after its flag', () => {
  const pod = (...args: string[]) =>
    object('Pod', 'p', { spec: { containers: [{ name: 'c', args }] } }) as unknown as KubeObject;
  const [before, after] = [pod('run', '--password', 'hunter1', '-v'), pod('run', '--password', 'hunter2', '-v')];
  const args = ['spec', 'containers', { by: ['name'], values: ['c'] }, 'args'] as const;
  expect(shower(after)(['--password', 'hunter2', '-v'], args)).toEqual(['--password', HIDDEN, '-v']);
  expect(isHiddenChange([after, before], { steps: [...args, 2], before: 'hunter1', after: 'hunter2' })).toBe(true);
  // Also where it goes together with its flag.
  expect(isHiddenChange([pod('run'), before], { steps: [...args, 2], before: 'hunter1' })).toBe(true);
  expect(isHiddenChange([after, before], { steps: [...args, 3], before: '-v' })).toBe(false);
});
