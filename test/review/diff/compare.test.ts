import fc from 'fast-check';
import type { KubeObject } from '../../../src/kube/object';
import { compareObjects, shownSteps } from '../../../src/review/diff/compare';
import { resolveTarget } from '../../../src/target/target';
import { vmObject } from '../../objects';
import { processorMs } from '../../processor-time';
import { applyChanges } from '../apply-changes';

const { target } = resolveTarget({ kubevirt: '1.9' });

function vm(spec: object, more: object = {}): KubeObject {
  return vmObject(spec, { metadata: { name: 'web' }, ...more });
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
    before: vm({ domain: { memory: { guest: '4Gi' } } }),
    after: vm({ domain: { memory: { guest: '4096Mi' } } }),
  },
  {
    what: 'volumes and networks in another order',
    before: vm({ volumes: [{ name: 'a' }, { name: 'b' }], networks: [{ name: 'x' }, { name: 'y' }] }),
    after: vm({ volumes: [{ name: 'b' }, { name: 'a' }], networks: [{ name: 'y' }, { name: 'x' }] }),
  },
  {
    what: 'zeros and empty texts of a guest that are no pointers',
    before: vm({
      domain: {
        cpu: { sockets: 2 },
        devices: { disks: [{ name: 'a', disk: {} }] },
      },
      volumes: [{ name: 'a', persistentVolumeClaim: { claimName: 'a' } }],
    }),
    after: vm({
      hostname: '',
      domain: {
        cpu: { sockets: 2, maxSockets: 0, dedicatedCpuPlacement: false, model: '' },
        resources: {},
        devices: { disks: [{ name: 'a', disk: { readonly: false } }] },
      },
      volumes: [{ name: 'a', persistentVolumeClaim: { claimName: 'a', hotpluggable: false } }],
    }),
  },
  {
    what: 'an empty list, null and an empty map of labels beside nothing',
    before: vm({ tolerations: [], nodeSelector: {}, hostname: null }),
    after: vm({}),
  },
  {
    what: 'the kind that an instance type has by default',
    before: vm({}, { instancetype: { name: 'u1' } }),
    after: vm({}, { instancetype: { name: 'u1', kind: 'VirtualMachineClusterInstancetype' } }),
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
  const before = vm({
    domain: { devices: { disks: [disk('os'), disk('data')] } },
    volumes: [{ name: 'os', containerDisk: { image: 'a:1' } }],
  });
  const after = vm({
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

test('the order of disks counts: the guest sees it at its next start', () => {
  const disks = (...names: string[]) => vm({ domain: { devices: { disks: names.map((name) => disk(name)) } } });
  expect(shown(disks('a', 'b'), disks('b', 'a'))).toEqual([
    ['spec.template.spec.domain.devices.disks', ['a', 'b'], ['b', 'a']],
  ]);
});

test('an empty struct is not nothing', () => {
  const [before, after] = [
    vm({ domain: { devices: { interfaces: [{ name: 'a' }] } } }),
    vm({ domain: { devices: { interfaces: [{ name: 'a', masquerade: {} }] } } }),
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
const key = fc.constantFrom('name', 'labels', 'requests', 'ports', 'finalizers', 'imagePullSecrets', 'a', 'b', 'spec');
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

/**
 * A cluster's view of a kind without a table, written without the code under test: null, an empty list and an
 * empty map of free keys are nothing, amounts count by value, and the order of some lists does not.
 */
function canonical(value: unknown, path: readonly string[]): unknown {
  const last = path.at(-1) ?? '';
  if (Array.isArray(value)) {
    const items = value.map((item) => canonical(item, [...path, '[]']) ?? null);
    return items.length === 0 ? undefined : inOrder(items, path);
  }
  if (value === null || typeof value !== 'object') {
    return value === null ? undefined : value === '1024Mi' && path.at(-2) === 'requests' ? '1Gi' : value;
  }
  const parts = Object.entries(value)
    .map(([name, part]) => [name, canonical(part, [...path, name])] as const)
    .filter(([, part]) => part !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return parts.length === 0 && ['labels', 'requests'].includes(last) ? undefined : Object.fromEntries(parts);
}

function inOrder(items: unknown[], path: readonly string[]): unknown[] {
  const last = path.at(-1) ?? '';
  if (!['finalizers', 'imagePullSecrets'].includes(last) && path.slice(-2).join('.') !== 'spec.ports') {
    return items;
  }
  const texts = items.map((item) => JSON.stringify(item));
  if (items.every((item) => item === null || typeof item !== 'object')) {
    return [...new Set(texts)].sort().map((text) => JSON.parse(text));
  }
  const names = items.map((item) => (item as { name?: unknown } | null)?.name);
  const areKeys = names.every((name) => ['string', 'number', 'boolean'].includes(typeof name));
  return areKeys && new Set(names.map(String)).size === names.length
    ? items
        .map((item, i) => [String(names[i]), item] as const)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([, item]) => item)
    : items;
}

const scalar = fc.constantFrom<unknown>('x', 'y', 'z', 1, true);

/** Two states of which one mostly is the other with a part put elsewhere, so that small differences are met. */
const states = fc.oneof(
  fc.tuple(value, value),
  fc.tuple(value, key, value).map(([spec, name, part]) => [spec, { ...(spec as object), [name]: part }] as const),
  fc
    .tuple(key, fc.array(scalar, { maxLength: 4 }), fc.array(scalar, { maxLength: 4 }))
    .map(([name, before, after]) => [{ [name]: before }, { [name]: after }] as const),
  fc.tuple(key, value, value).map(([name, before, after]) => [{ [name]: before }, { [name]: after }] as const),
);

test('nothing that a cluster sees is missed, and the changes lead to what is', () => {
  const seen = ({ spec }: KubeObject) => canonical(spec, ['spec']);
  fc.assert(
    fc.property(states, ([before, after]) => {
      const [left, right] = [before, after].map((spec) => object('acme.io/v1', 'Thing', { spec })) as [
        KubeObject,
        KubeObject,
      ];
      const changes = compareObjects(left, right, target);
      expect(changes.length > 0 || JSON.stringify(seen(left)) === JSON.stringify(seen(right))).toBe(true);
      expect(seen(applyChanges(left, changes))).toEqual(seen(right));
    }),
    { numRuns: 1000 },
  );
});

test('lists within lists cost no more for each level', () => {
  const nested = (depth: number, inner: string): unknown => (depth === 0 ? inner : [nested(depth - 1, inner)]);
  const object = (inner: string) =>
    ({
      apiVersion: 'example.com/v1',
      kind: 'A',
      metadata: { name: 'a' },
      spec: nested(100, inner),
    }) as unknown as KubeObject;
  let changes: ReturnType<typeof compareObjects> = [];
  expect(
    processorMs(() => {
      changes = compareObjects(object('a'), object('b'), target);
    }),
  ).toBeLessThan(5_000);
  const [change, ...others] = changes;
  expect(others).toEqual([]);
  expect(change).toMatchObject({ before: 'a', after: 'b' });
  expect(change!.steps).toHaveLength(101);
});
