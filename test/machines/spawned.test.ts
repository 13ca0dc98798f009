import type { KubeObject } from '../../src/kube/object';
import { checkMachineDeployment } from '../../src/machines/check';
import { spawned } from '../../src/machines/spawned';
import { deployment } from './deployment';

const DISK = { size: '25Gi', storageClassName: 'fast', osImage: 'http://images.example.com/ubuntu.img' };

const pool = (disk: object, rest: Parameters<typeof deployment>[1] = {}, machine: object = {}, template: object = {}) =>
  deployment(
    {
      virtualMachine: {
        template: { cpus: '2', memory: '4Gi', primaryDisk: { ...DISK, ...disk }, ...template },
        ...machine,
      },
    },
    rest,
  );

interface Made {
  readonly metadata: { readonly labels: object };
  readonly spec: {
    readonly dataVolumeTemplates: { metadata: object; spec: { source: object; storage?: object; pvc?: object } }[];
    readonly template: {
      metadata: { annotations?: object; labels: object };
      spec: { domain: object; affinity?: object };
    };
  };
}

const made = (object: KubeObject, machineController: string) =>
  spawned(object, { machineController }).object as unknown as Made;

const wrong = (object: KubeObject, controller: string) =>
  checkMachineDeployment(object, { controller })
    .filter(({ severity }) => severity !== 'info')
    .map(({ code, severity, why = '' }) => `${code} ${severity}${why.includes('CDI denies') ? ' CDI' : ''}`);

test.each<[osImage: string, source: string | undefined, controller: string, made: object, wrong: string[]]>([
  ['docker://q.io/u:22', undefined, '1.55.0', { http: { url: 'docker://q.io/u:22' } }, ['PV603 error CDI']],
  ['docker://q.io/u:22', undefined, '1.57.9', { http: { url: 'docker://q.io/u:22' } }, ['PV603 error CDI']],
  ['docker://q.io/u:22', undefined, '1.58.0', { registry: { url: 'docker://q.io/u:22', pullMethod: 'node' } }, []],
  ['oci://r/x', undefined, '1.66.2', { http: { url: 'oci://r/x' } }, ['PV603 error CDI']],
  ['/abs/path', undefined, '1.55.0', { http: { url: '/abs/path' } }, ['PV603 error CDI']],
  ['my-dv', undefined, '1.55.0', {}, ['PV603 error CDI']],
  ['my-dv', undefined, '1.56.0', { pvc: { name: 'my-dv', namespace: 'cluster-a' } }, []],
  ['ns/my-dv', undefined, '1.55.0', { pvc: { name: 'my-dv', namespace: 'ns' } }, []],
  ['a/b/c', undefined, '1.66.2', { pvc: { name: 'b', namespace: 'a' } }, []],
  ['https://x.y/u.img', 'pvc', '1.66.2', { pvc: { name: '', namespace: 'https:' } }, ['PV603 error CDI']],
  [
    'http://x.y/u.img',
    'registry',
    '1.66.2',
    { registry: { url: 'http://x.y/u.img', pullMethod: 'node' } },
    ['PV603 error CDI'],
  ],
])('an image %s with source %s on %s', (osImage, source, controller, expected, codes) => {
  const object = pool({ osImage, ...(source === undefined ? {} : { source }) });
  expect(made(object, controller).spec.dataVolumeTemplates[0]!.spec.source).toEqual(expected);
  expect(wrong(object, controller)).toEqual(codes);
});

test('amounts are spelled as the API server shows them', () => {
  const object = pool({ size: '0.5Ti' }, {}, {}, { cpus: '1.5', memory: '2048Mi' });
  const { spec } = made(object, '1.66.2');
  const amounts = { cpu: '1500m', memory: '2Gi' };
  expect(spec.template.spec.domain).toMatchObject({ resources: { limits: amounts, requests: amounts } });
  expect(spec.dataVolumeTemplates[0]!.spec.storage).toMatchObject({ resources: { requests: { storage: '512Gi' } } });
});

test('annotations for CDI reach the volume from 1.60 on', () => {
  const template = deployment({}).spec as { template: object };
  const annotations = { 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' };
  const spec = { template: { ...template.template, metadata: { labels: { machine: 'md-pool-a' }, annotations } } };
  const of = (controller: string) => made(deployment({}, { spec }), controller).spec.dataVolumeTemplates[0]!.metadata;
  expect(of('1.59.3')).not.toHaveProperty('annotations');
  expect(of('1.60.0')).toMatchObject({ annotations });
});

test('up to 1.55 a flavor brings its label and decides the size', () => {
  const object = pool({}, {}, { flavor: { name: 'small' } });
  const old = made(object, '1.55.0');
  expect(old.metadata.labels).toMatchObject({ 'kubevirt.io/flavor': 'small' });
  expect(old.spec.template.spec.domain).toMatchObject({ resources: {} });
  expect(spawned(object, { machineController: '1.55.0' }).unknown.map(({ path }) => path)).toContain(
    'metadata.labels["kubevirt.io/flavor"]',
  );
  expect(made(object, '1.56.0').spec.template.spec.domain).toMatchObject({ resources: { limits: { cpu: '2' } } });
  expect(wrong(pool({}, {}, { flavor: { name: 'small' } }, { cpus: '', memory: '' }), '1.55.0')).toEqual([]);
});

test('Flatcar has its user data in an annotation, which is not known before', () => {
  const object = pool({}, { value: { operatingSystem: 'flatcar' } });
  expect(made(object, '1.66.2').spec.template.metadata.annotations).toHaveProperty(['kubevirt.io/ignitiondata']);
  expect(spawned(object, { machineController: '1.66.2' }).unknown.map(({ path }) => path)).toContain(
    'spec.template.metadata.annotations["kubevirt.io/ignitiondata"]',
  );
});

test('what is unknown of the first disk is unknown of further ones', () => {
  const secondaryDisks = [{ size: '1Gi', storageClassName: 'fast' }];
  const unknown = spawned(pool({}, {}, {}, { secondaryDisks }), { machineController: '1.66.2' }).unknown;
  expect(unknown.map(({ path }) => path)).toEqual(
    expect.arrayContaining([
      'spec.dataVolumeTemplates[0].spec.storage.accessModes',
      'spec.dataVolumeTemplates[1].spec.pvc.accessModes',
    ]),
  );
});

test('up to 1.55 values of a preset come with as many empty ones, and that is told', () => {
  const affinity = { nodeAffinityPreset: { type: 'hard', key: 'foo', values: ['a'] } };
  expect(wrong(deployment({ affinity }), '1.55.0')).toEqual(['PV603 warning']);
  expect(wrong(deployment({ affinity }), '1.56.0')).toEqual([]);
});

test('a skew that the controller takes is rejected later', () => {
  const topologySpreadConstraints = [{ maxSkew: '-1', topologyKey: 'foo', whenUnsatisfiable: 'ScheduleAnyway' }];
  const [finding] = checkMachineDeployment(deployment({ topologySpreadConstraints }), { controller: '1.66.2' });
  expect(finding).toMatchObject({ code: 'PV603', why: expect.stringContaining('KubeVirt then refuses') });
});

test('a proposed controller lets machines find each other by the label of the proposal', () => {
  const object = deployment(
    { podAntiAffinityPreset: 'hard', cpus: '2', memory: '4Gi', pvcSize: '1Gi', sourceURL: 'http://a/b' },
    { metadata: { annotations: { 'polyvirt.io/dialect': 'proposal' } } },
  );
  const { spec } = made(object, '1.66.2');
  expect(spec.template.metadata.labels).toMatchObject({ machine: 'md-pool-a' });
  expect(JSON.stringify(spec.template.spec.affinity)).toContain('"machine":"md-pool-a"');
});

test('a flat dnsConfig is told where it is today', () => {
  const object = deployment({ dnsConfig: { nameservers: ['8.8.8.8'] } });
  expect(checkMachineDeployment(object, { controller: '1.66.2' })).toMatchObject([
    { code: 'PV602', fix: 'write virtualMachine.dnsConfig' },
  ]);
});
