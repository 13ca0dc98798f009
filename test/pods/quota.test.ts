import { amountsOf } from '../../src/pods/amount';
import { exceeded, isInScope, podUsage, shownUsage, unsaidFor } from '../../src/pods/namespace-limits';

const POD = {
  spec: {
    priorityClassName: 'gold',
    containers: [
      {
        name: 'compute',
        resources: {
          requests: { cpu: '1', memory: '2Gi', 'devices.kubevirt.io/kvm': '1' },
          limits: { 'devices.kubevirt.io/kvm': '1' },
        },
      },
      { name: 'disk', resources: { requests: { cpu: '1m', memory: '1Mi' }, limits: { cpu: '10m', memory: '40Mi' } } },
    ],
  },
};

test('a quota counts requests by both of their names, limits by one, and devices as requests', () => {
  const usage = podUsage(POD);
  expect(shownUsage([...usage.keys()], usage)).toBe(
    'count/pods=1,cpu=1001m,limits.cpu=10m,limits.memory=40Mi,memory=2049Mi,pods=1,requests.cpu=1001m,' +
      'requests.devices.kubevirt.io/kvm=1,requests.memory=2049Mi',
  );
  expect(exceeded(usage, amountsOf({ pods: 1, 'requests.memory': '2Gi', 'count/secrets': 0 }))).toEqual([
    'requests.memory',
  ]);
});

test('a quota of limits wants one from every container', () => {
  expect(unsaidFor(amountsOf({ 'limits.memory': '8Gi', pods: 3 }), POD)).toBe(
    'must specify limits.memory for: compute',
  );
  expect(unsaidFor(amountsOf({ 'requests.memory': '8Gi' }), POD)).toBeUndefined();
});

test.each<[object, boolean]>([
  [{}, true],
  [{ scopes: ['NotTerminating', 'NotBestEffort'] }, true],
  [{ scopes: ['Terminating'] }, false],
  [{ scopes: ['BestEffort'] }, false],
  [{ scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In', values: ['gold'] }] } }, true],
  [
    { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'NotIn', values: ['gold'] }] } },
    false,
  ],
  [{ scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists' }] } }, true],
  [{ scopes: ['CrossNamespacePodAffinity'] }, false],
])('scopes %j count the pod: %s', (spec, isCounted) => {
  expect(isInScope(spec, POD)).toBe(isCounted);
});
