import fc from 'fast-check';
import type { KubeObject } from '../../../src/kube/object';
import { applyChanges } from '../../../src/review/diff/apply';
import { compareObjects } from '../../../src/review/diff/compare';
import { shownSteps } from '../../../src/review/diff/field-change';
import { resolveTarget } from '../../../src/target/resolve';

const { target } = resolveTarget({ kubevirt: '1.9' });

function machine(spec: object, more: object = {}): KubeObject {
  return {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'web' },
    spec: { runStrategy: 'Always', template: { spec }, ...more },
  } as KubeObject;
}

function object(apiVersion: string, kind: string, rest: object): KubeObject {
  return { apiVersion, kind, metadata: { name: 'x' }, ...rest } as KubeObject;
}

const shown = (before: KubeObject, after: KubeObject) =>
  compareObjects(before, after, target).map((change) => [shownSteps(change.steps), change.before, change.after]);

const disk = (name: string, more: object = {}) => ({ name, disk: { bus: 'virtio' }, ...more });

test.each<{ what: string; before: KubeObject; after: KubeObject }>([
  {
    what: 'one amount in two spellings',
    before: machine({ domain: { memory: { guest: '4Gi' } } }),
    after: machine({ domain: { memory: { guest: '4096Mi' } } }),
  },
  {
    what: 'disks and volumes in another order',
    before: machine({
      domain: { devices: { disks: [disk('a'), disk('b')] } },
      volumes: [{ name: 'a' }, { name: 'b' }],
    }),
    after: machine({ domain: { devices: { disks: [disk('b'), disk('a')] } }, volumes: [{ name: 'b' }, { name: 'a' }] }),
  },
  {
    what: 'an empty list, null and an empty map of labels beside nothing',
    before: machine({ tolerations: [], nodeSelector: {}, hostname: null }),
    after: machine({}),
  },
  {
    what: 'the kind that an instance type has by default',
    before: machine({}, { instancetype: { name: 'u1' } }),
    after: machine({}, { instancetype: { name: 'u1', kind: 'VirtualMachineClusterInstancetype' } }),
  },
  {
    what: 'a default of a CRD',
    before: object('hco.kubevirt.io/v1beta1', 'HyperConverged', { spec: {} }),
    after: object('hco.kubevirt.io/v1beta1', 'HyperConverged', {
      spec: { uninstallStrategy: 'BlockUninstallIfWorkloadsExist' },
    }),
  },
  {
    what: 'gates in another order',
    before: object('kubevirt.io/v1', 'KubeVirt', {
      spec: { configuration: { developerConfiguration: { featureGates: ['A', 'B'] } } },
    }),
    after: object('kubevirt.io/v1', 'KubeVirt', {
      spec: { configuration: { developerConfiguration: { featureGates: ['B', 'A'] } } },
    }),
  },
  {
    what: 'ports with the protocol that they have by default, in another order',
    before: object('v1', 'Service', { spec: { ports: [{ port: 80 }, { port: 53, protocol: 'UDP' }] } }),
    after: object('v1', 'Service', {
      spec: {
        ports: [
          { port: 53, protocol: 'UDP' },
          { port: 80, protocol: 'TCP' },
        ],
        type: 'ClusterIP',
      },
    }),
  },
  {
    what: 'the amount of a claim',
    before: object('v1', 'PersistentVolumeClaim', { spec: { resources: { requests: { storage: '1Ti' } } } }),
    after: object('v1', 'PersistentVolumeClaim', { spec: { resources: { requests: { storage: '1024Gi' } } } }),
  },
])('the same: $what', ({ before, after }) => {
  expect(shown(before, after)).toEqual([]);
  expect(shown(after, before)).toEqual([]);
});

test('items of lists are told apart by their keys', () => {
  const before = machine({
    domain: { devices: { disks: [disk('os'), disk('data')] } },
    volumes: [{ name: 'os', containerDisk: { image: 'a:1' } }],
  });
  const after = machine({
    domain: { devices: { disks: [disk('os', { bootOrder: 1 }), disk('more')] } },
    volumes: [{ name: 'os', containerDisk: { image: 'a:2' } }],
  });
  expect(shown(before, after)).toEqual([
    ['spec.template.spec.domain.devices.disks[os].bootOrder', undefined, 1],
    ['spec.template.spec.domain.devices.disks[data]', disk('data'), undefined],
    ['spec.template.spec.domain.devices.disks[more]', undefined, disk('more')],
    ['spec.template.spec.volumes[os].containerDisk.image', 'a:1', 'a:2'],
  ]);
});

test('the order of containers counts, and is told once', () => {
  const deployment = (...names: string[]) =>
    object('apps/v1', 'Deployment', { spec: { template: { spec: { containers: names.map((name) => ({ name })) } } } });
  expect(shown(deployment('a', 'b'), deployment('b', 'a'))).toEqual([
    ['spec.template.spec.containers', ['a', 'b'], ['b', 'a']],
  ]);
});

test('an empty struct is not nothing', () => {
  const [before, after] = [
    machine({ domain: { devices: { interfaces: [{ name: 'a' }] } } }),
    machine({ domain: { devices: { interfaces: [{ name: 'a', masquerade: {} }] } } }),
  ];
  expect(shown(before, after)).toEqual([['spec.template.spec.domain.devices.interfaces[a].masquerade', undefined, {}]]);
});

test('in a provider spec another spelling is another value', () => {
  const pool = (memory: unknown) =>
    object('cluster.k8s.io/v1alpha1', 'MachineDeployment', {
      spec: { template: { spec: { providerSpec: { value: { resources: { requests: { memory } } } } } } },
    });
  expect(shown(pool('2Gi'), pool('2048Mi'))).toHaveLength(1);
});

/** Values like those of manifests: few keys, so that two of them have much in common. */
const key = fc.constantFrom('name', 'labels', 'requests', 'ports', 'a', 'b', 'spec');
const value = fc.letrec((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<unknown>(null, true, 1, 2, '1Gi', '1024Mi', 'x', ''),
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(key, tie('node'), { maxKeys: 4 }),
    fc.array(fc.record({ name: fc.constantFrom('a', 'b', 'c'), v: tie('node') }), { maxLength: 3 }),
  ),
})).node;

const kinds = fc.constantFrom(['kubevirt.io/v1', 'VirtualMachine'], ['v1', 'Service'], ['acme.io/v1', 'Thing']);

test('comparing an object with itself finds nothing', () => {
  fc.assert(
    fc.property(kinds, value, ([apiVersion, kind], spec) => {
      const one = object(apiVersion!, kind!, { spec });
      expect(compareObjects(one, structuredClone(one), target)).toEqual([]);
    }),
  );
});

test('the changes, made to what was, give what is', () => {
  fc.assert(
    fc.property(kinds, value, value, ([apiVersion, kind], before, after) => {
      const [left, right] = [object(apiVersion!, kind!, { spec: before }), object(apiVersion!, kind!, { spec: after })];
      const made = applyChanges(left, compareObjects(left, right, target));
      expect(compareObjects(made, right, target)).toEqual([]);
    }),
    { numRuns: 1000 },
  );
});
