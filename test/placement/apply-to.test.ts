import { ApiObject, Chart, Testing } from 'cdk8s';
import { Deployment, Service } from 'cdk8s-plus-33';
import { Placement, Platform, VirtualMachine } from '../../src/index';

const chart = () => new Chart(Testing.app(), 'shop');

const plain = (kind: string, apiVersion: string, spec: object) =>
  new ApiObject(chart(), 'it', { apiVersion, kind, metadata: { name: 'it' }, spec });

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const ARM64 = { key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] };

test('a Deployment of cdk8s-plus goes where VMs would go, apart from its own kind', () => {
  const deployment = new Deployment(chart(), 'web', { containers: [{ image: 'nginx' }] });
  Placement.onArchitecture('arm64').and(Placement.spread('hard')).applyTo(ApiObject.of(deployment));
  const { template } = ApiObject.of(deployment).toJson().spec;
  expect(template.spec.affinity.nodeAffinity[REQUIRED].nodeSelectorTerms).toEqual([{ matchExpressions: [ARM64] }]);
  expect(template.spec.topologySpreadConstraints).toEqual([
    {
      maxSkew: 1,
      topologyKey: 'kubernetes.io/hostname',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: template.metadata.labels },
    },
  ]);
});

test.each([
  ['Pod', 'v1', {}, []],
  ['StatefulSet', 'apps/v1', { template: { spec: {} } }, ['template', 'spec']],
  [
    'CronJob',
    'batch/v1',
    { jobTemplate: { spec: { template: { spec: {} } } } },
    ['jobTemplate', 'spec', 'template', 'spec'],
  ],
])('%s is placed', (kind, apiVersion, spec, keys) => {
  const object = plain(kind, apiVersion, spec);
  Placement.inZones('a').applyTo(object);
  const path = ['spec', ...keys, 'affinity', 'nodeAffinity', REQUIRED, 'nodeSelectorTerms', '0', 'matchExpressions'];
  expect(object.toJson()).toHaveProperty(path, [expect.objectContaining({ values: ['a'] })]);
});

test('what an object says already has to hold as well', () => {
  const own = { key: 'disk', operator: 'In', values: ['ssd'] };
  const object = plain('Deployment', 'apps/v1', {
    template: {
      spec: {
        affinity: {
          nodeAffinity: {
            [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [own] }, { matchFields: [] }] },
          },
        },
        tolerations: [{ key: 'a', operator: 'Exists' }],
      },
    },
  });
  Placement.onArchitecture('arm64')
    .and(Placement.tolerate({ key: 'b', operator: 'Exists' }))
    .applyTo(object);
  const { affinity, tolerations } = object.toJson().spec.template.spec;
  expect(affinity.nodeAffinity[REQUIRED].nodeSelectorTerms).toEqual([
    { matchExpressions: [own, ARM64] },
    { matchFields: [], matchExpressions: [ARM64] },
  ]);
  expect(tolerations.map(({ key }: { key: string }) => key)).toEqual(['a', 'b']);
});

test('an object without pods is rejected with what to do', () => {
  expect(() => Placement.inZones('a').applyTo(plain('ConfigMap', 'v1', {}))).toThrow(
    "ConfigMap 'it' has no pods to place",
  );
});

test.each([
  ['its name', {}, 'db'],
  ['its host name', { hostname: 'front' }, 'front'],
])('a Service of cdk8s-plus selects a VM by %s', (_by, props, label) => {
  const platform = new Platform(Testing.app(), 'shop', {});
  const vm = new VirtualMachine(platform, 'db', { memory: '1Gi', ...props });
  const service = new Service(platform, 'service', { selector: vm, ports: [{ port: 5432 }] });
  expect(ApiObject.of(service).toJson().spec.selector).toEqual({ 'vm.kubevirt.io/name': label });
});
