import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../app-folder';

/** The value of an expression that uses the functions of a module of e2e/cluster. */
function evaluated(module: string, names: string, expression: string): unknown {
  const url = JSON.stringify(join(ROOT, 'e2e/cluster', module));
  const program = `import { ${names} } from ${url};\nconsole.log(JSON.stringify(${expression}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const stored = (applied: unknown, found: unknown, isBuiltIn = false) =>
  evaluated(
    'stored.mjs',
    'differences',
    `differences(${JSON.stringify(applied)}, ${JSON.stringify(found)}, ${isBuiltIn})`,
  );

test.each<{ name: string; applied: unknown; found: unknown; isBuiltIn?: boolean; differ: string[] }>([
  { name: 'what the server adds', applied: { a: 1 }, found: { a: 1, b: 2 }, differ: [] },
  {
    name: 'a field that was dropped',
    applied: { spec: { a: { b: true } } },
    found: { spec: { a: {} } },
    differ: ['spec.a.b: applied true, stored undefined'],
  },
  { name: 'another type', applied: { v: '1' }, found: { v: 1 }, differ: ['v: applied "1", stored 1'] },
  {
    name: 'an amount of a kind of Kubernetes in other words',
    applied: { limits: { cpu: '0.5', memory: '1024Mi' } },
    found: { limits: { cpu: '500m', memory: '1Gi' } },
    isBuiltIn: true,
    differ: [],
  },
  {
    name: 'an amount of a custom resource in other words',
    applied: { spec: { limits: { cpu: '0.5' } } },
    found: { spec: { limits: { cpu: '500m' } } },
    differ: ['spec.limits.cpu: applied "0.5", stored "500m"'],
  },
  {
    name: 'another amount',
    applied: { limits: { 'devices.kubevirt.io/kvm': '1' } },
    found: { limits: { 'devices.kubevirt.io/kvm': '2' } },
    isBuiltIn: true,
    differ: ['limits["devices.kubevirt.io/kvm"]: applied "1", stored "2"'],
  },
  {
    name: 'what only looks like an amount',
    applied: { spec: { version: '1.10' } },
    found: { spec: { version: '1.1' } },
    isBuiltIn: true,
    differ: ['spec.version: applied "1.10", stored "1.1"'],
  },
  {
    name: 'a list in which others have items',
    applied: { c: [{ name: 'b', image: 'x' }] },
    found: {
      c: [
        { name: 'a', image: 'y' },
        { name: 'b', image: 'x' },
      ],
    },
    differ: [],
  },
  {
    name: 'a list in another order',
    applied: { l: ['a', 'b'] },
    found: { l: ['b', 'a'] },
    differ: ['l[0]: applied "a", stored "b"', 'l[1]: applied "b", stored "a"'],
  },
  {
    name: 'a list that lost an item',
    applied: { l: [1, 2] },
    found: { l: [1] },
    differ: ['l: applied [1,2], stored [1]'],
  },
])('$name: $differ', ({ applied, found, isBuiltIn, differ }) => {
  expect(stored(applied, found, isBuiltIn)).toEqual(differ);
});

test('the reasons of kube-scheduler are read without what it says of preemption', () => {
  const message =
    '0/3 nodes are available: 1 Insufficient devices.kubevirt.io/kvm, 2 Too many pods. no new claims to deallocate, preemption: 0/3 nodes are available: 3 x.';
  expect(evaluated('scheduler-message.mjs', 'readMessage', `readMessage(${JSON.stringify(message)})`)).toEqual({
    nodes: 3,
    reasons: ['1 Insufficient devices.kubevirt.io/kvm', '2 Too many pods'],
  });
});

test('nodes that were excluded by name are expected among the reasons', () => {
  const rejects = [{ reason: 'Insufficient cpu', also: ['Too many pods'] }, { reason: 'Insufficient cpu' }];
  expect(
    evaluated('scheduler-message.mjs', 'foretoldReasons', `foretoldReasons(${JSON.stringify(rejects)}, 2)`),
  ).toEqual(['1 Too many pods', '2 Insufficient cpu', "2 node(s) didn't match Pod's node affinity/selector"]);
});

test('a pod without a node keeps each of its terms', () => {
  const pod = {
    spec: {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [1] }, {}] },
        },
      },
    },
  };
  const matchFields = [{ key: 'metadata.name', operator: 'NotIn', values: ['n1'] }];
  expect(evaluated('scheduler-message.mjs', 'without', `without(${JSON.stringify(pod)}, ['n1'])`)).toEqual({
    spec: {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: {
            nodeSelectorTerms: [{ matchExpressions: [1], matchFields }, { matchFields }],
          },
        },
      },
    },
  });
});

test.each([
  { target: { kubevirt: '1.9', cdi: '1.66', kubernetes: '1.36' }, to: { kubevirt: '1.6', kubernetes: '1.36' } },
  { target: { hco: '1.18' }, to: { hco: '1.16' } },
])('$target for KubeVirt 1.6 is $to', ({ target, to }) => {
  const release = { kubevirt: '1.6', hco: '1.16' };
  const expression = `retargeted(${JSON.stringify(target)}, ${JSON.stringify(release)})`;
  expect(evaluated('releases.mjs', 'retargeted', expression)).toEqual(to);
});

test.each([
  { env: { POLYVIRT_ORACLES: '/nowhere' }, says: /^skipped: there are no CRDs in/ },
  { env: { POLYVIRT_ORACLES: join(ROOT, 'test/e2e/oracles'), PATH: '' }, says: /^skipped: there is no Go/ },
])('without what it needs the run is skipped with a word: $says', ({ env, says }) => {
  const { status, stdout } = spawnSync(process.execPath, [join(ROOT, 'e2e/cluster.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  expect(stdout).toMatch(says);
  expect(status).toBe(0);
});
