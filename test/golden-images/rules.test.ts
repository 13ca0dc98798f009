import { checkObjects } from '../../src/cluster/judge/apply-rules';
import type { KubeObject } from '../../src/kube/object';
import type { Distribution } from '../../src/target/node';
import { vmObject } from '../objects';
import { architectures, hyperConverged, nodes, template } from './nodes';

interface Case {
  readonly name: string;
  readonly hco?: string;
  readonly object: KubeObject;
  readonly workers?: readonly string[];
  readonly controlPlane?: readonly string[];
  readonly distribution?: Distribution;
  readonly codes: string[];
}

const FEDORA = 'docker://quay.io/containerdisks/fedora:latest';
const source = (registry: object) => ({ template: { spec: { source: { registry } } } });
const v1 = (spec: object): KubeObject => ({ ...hyperConverged('1.19'), spec });

const CASES: Case[] = [
  { name: 'an amd64 cluster with nothing else', object: hyperConverged('1.18'), workers: ['amd64'], codes: [] },
  { name: 'unknown nodes', object: hyperConverged('1.18'), codes: [] },
  {
    name: 'a mixed cluster with the switch off',
    object: hyperConverged('1.18'),
    workers: ['amd64', 'arm64'],
    codes: ['PV303'],
  },
  {
    name: 'a mixed cluster with the switch off, on plain Kubernetes',
    object: hyperConverged('1.18'),
    workers: ['amd64', 'arm64'],
    distribution: 'kubernetes',
    codes: [],
  },
  {
    name: 'a mixed cluster narrowed to one architecture',
    object: hyperConverged('1.18', {
      spec: { workloads: { nodePlacement: { nodeSelector: { 'kubernetes.io/arch': 'arm64' } } } },
    }),
    workers: ['amd64', 'arm64'],
    codes: [],
  },
  {
    name: 'a mixed cluster with the switch on',
    object: hyperConverged('1.18', { multiArch: true }),
    workers: ['amd64', 'arm64'],
    codes: [],
  },
  {
    name: 'images without, with other, and with broken annotations',
    object: hyperConverged('1.18', {
      multiArch: true,
      templates: [template('a'), template('b', architectures('s390x')), template('c', architectures('amd64, arm64'))],
    }),
    workers: ['amd64', 'arm64'],
    codes: ['PV301', 'PV302', 'PV304'],
  },
  {
    name: 'a name that leaves no room for an architecture',
    object: hyperConverged('1.18', { multiArch: true, templates: [template('x'.repeat(48), architectures('amd64'))] }),
    workers: ['amd64'],
    codes: ['PV305'],
  },
  {
    name: 'the same name with the switch off',
    object: hyperConverged('1.18', { templates: [template('x'.repeat(48), architectures('amd64'))] }),
    workers: ['amd64'],
    codes: [],
  },
  {
    name: 'workers without a label, switch on',
    object: hyperConverged('1.18', { multiArch: true, sources: { enableCommonBootImageImport: false } }),
    workers: [],
    controlPlane: ['amd64'],
    codes: ['PV306'],
  },
  {
    name: 'one ppc64le worker',
    object: hyperConverged('1.18'),
    workers: ['amd64', 'ppc64le'],
    distribution: 'openshift',
    codes: ['PV303', 'PV307'],
  },
  {
    name: 'images on plain Kubernetes',
    object: hyperConverged('1.18', { templates: [template('a')] }),
    workers: ['amd64'],
    distribution: 'kubernetes',
    codes: ['PV308'],
  },
  {
    name: 'an image in another namespace',
    object: hyperConverged('1.18', {
      multiArch: true,
      templates: [template('a', architectures('amd64'), {}, { namespace: 'images' })],
    }),
    workers: ['amd64'],
    codes: ['PV309'],
  },
  {
    name: 'all built-in images in another namespace',
    object: hyperConverged('1.18', { multiArch: true, sources: { commonBootImageNamespace: 'images' } }),
    workers: ['amd64'],
    codes: ['PV309', 'PV309', 'PV309'],
  },
  {
    // The control plane decides what pointers of names with templates follow.
    name: 'an amd64 control plane and arm64 workers',
    object: hyperConverged('1.18', { multiArch: true }),
    controlPlane: ['amd64'],
    workers: ['arm64'],
    codes: ['PV309', 'PV309'],
  },
  {
    name: 'fedora for arm64 only, on an amd64 control plane',
    object: hyperConverged('1.18', { multiArch: true, templates: [template('fedora', architectures('arm64'))] }),
    controlPlane: ['amd64'],
    workers: ['amd64', 'arm64'],
    codes: ['PV309'],
  },
  {
    name: 'a built-in image with the same registry and other architectures',
    object: hyperConverged('1.18', {
      multiArch: true,
      templates: [template('fedora', architectures('amd64'), source({ url: FEDORA }))],
    }),
    workers: ['amd64'],
    codes: ['PV310'],
  },
  {
    name: 'a built-in image with a pull method is another registry, so its architectures are gone',
    object: hyperConverged('1.18', {
      multiArch: true,
      templates: [template('fedora', {}, source({ url: FEDORA, pullMethod: 'node' }))],
    }),
    workers: ['amd64'],
    codes: ['PV302'],
  },
  {
    name: 'a built-in image without a source',
    object: hyperConverged('1.18', { templates: [template('fedora', {}, { template: { spec: {} } })] }),
    workers: ['amd64'],
    codes: ['PV310'],
  },
  {
    name: 'a built-in name with built-in images off',
    object: hyperConverged('1.18', {
      templates: [template('fedora')],
      sources: { enableCommonBootImageImport: false },
    }),
    workers: ['amd64'],
    codes: ['PV310'],
  },
  {
    name: 'the switch before 1.16',
    hco: '1.15',
    object: hyperConverged('1.15', { multiArch: true }),
    codes: ['PV045'],
  },
  {
    name: 'the field in 1.18',
    object: v1({ workloadSources: { enableMultiArchBootImageImport: true } }),
    codes: ['PV045', 'PV311'],
  },
  {
    name: 'a state in 1.18',
    object: v1({ featureGates: [{ name: 'enableMultiArchBootImageImport', state: 'Enabled' }] }),
    codes: ['PV311'],
  },
  { name: 'no state in 1.18', object: v1({ featureGates: [{ name: 'enableMultiArchBootImageImport' }] }), codes: [] },
  {
    name: 'the gate in 1.19',
    hco: '1.19',
    object: v1({ featureGates: [{ name: 'ENABLEMultiArchBootImageImport', state: 'Enabled' }] }),
    codes: ['PV311'],
  },
  {
    name: 'two images for one data source',
    object: hyperConverged('1.18', { templates: [template('a'), template('b', {}, { managedDataSource: 'a' })] }),
    codes: ['PV314'],
  },
  {
    name: 'templates that the webhook rejects',
    object: hyperConverged('1.18', {
      templates: [
        template('a', { 'dataimportcrontemplate.kubevirt.io/enable': 'no' }),
        template('b'),
        template('b'),
        { metadata: { name: 'c' } },
        { metadata: { name: 'd', annotations: { 'dataimportcrontemplate.kubevirt.io/enable': 'False' } } },
      ],
    }),
    codes: ['PV314', 'PV315', 'PV315', 'PV315'],
  },
];

test.each(CASES)('$name', ({ hco = '1.18', object, workers, controlPlane = [], distribution, codes }) => {
  const found = checkObjects([object], {
    target: { kubevirt: '1.8', hco },
    ...(workers === undefined ? {} : { nodes: nodes(controlPlane, workers) }),
    ...(distribution === undefined ? {} : { distribution }),
  });
  expect(found.map(({ code }) => code).sort()).toEqual(codes);
  expect(found.every(({ what, why, fix, object }) => what && why && fix && object?.kind === 'HyperConverged')).toBe(
    true,
  );
});

test('a contradiction in 1.19 is denied', () => {
  const object = v1({
    featureGates: [{ name: 'enableMultiArchBootImageImport', state: 'Disabled' }],
    workloadSources: { enableMultiArchBootImageImport: true },
  });
  const found = checkObjects([object], { target: { kubevirt: '1.9', hco: '1.19' } }).filter(
    ({ code }) => code === 'PV311',
  );
  expect(found.map(({ severity }) => severity)).toEqual(['error']);
});

test('what HyperConverged makes itself cannot be beside it, unless it made it', () => {
  const object = (kind: string, apiVersion: string, metadata: object = {}): KubeObject => ({
    apiVersion,
    kind,
    metadata: { name: 'x', ...metadata },
    spec: {},
  });
  const made = { labels: { 'app.kubernetes.io/managed-by': 'hco-operator' }, name: 'made' };
  const found = checkObjects(
    [
      hyperConverged('1.18'),
      object('KubeVirt', 'kubevirt.io/v1'),
      object('CDI', 'cdi.kubevirt.io/v1beta1'),
      object('CDI', 'cdi.kubevirt.io/v1beta1', made),
    ],
    { target: { kubevirt: '1.8', hco: '1.18' } },
  ).filter(({ code }) => code === 'PV312');
  expect(found.map(({ object }) => `${object!.kind} ${object!.name}`)).toEqual(['KubeVirt x', 'CDI x']);
});

test('a cluster with HyperConverged needs no KubeVirt of anybody else, also where the resource was not found', () => {
  const kubevirt = { apiVersion: 'kubevirt.io/v1', kind: 'KubeVirt', metadata: { name: 'x' }, spec: {} };
  const codes = (target: { kubevirt: string; hco?: string }) =>
    checkObjects([kubevirt], { target }).map(({ code }) => code);
  expect(codes({ kubevirt: '1.8' })).toEqual([]);
  expect(codes({ kubevirt: '1.8', hco: '1.18' })).toEqual(['PV312']);
});

test('the status of an exported resource tells the nodes where no file does', () => {
  const object = {
    ...hyperConverged('1.18'),
    status: { nodeInfo: { workloadsArchitectures: ['amd64', 'arm64'], controlPlaneArchitectures: ['amd64'] } },
  };
  const found = checkObjects([object], { target: { kubevirt: '1.8', hco: '1.18' } });
  expect(found.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['PV303 warning']);
});

test.each([
  ['1.18', ['PV105']],
  ['1.17', []],
])('a VM that names no architecture gets the default of HyperConverged %s', (hco, codes) => {
  const vm: KubeObject = vmObject(
    { domain: { cpu: { model: 'Haswell' }, devices: {}, memory: { guest: '1Gi' } } },
    { metadata: { name: 'web' } },
  );
  const found = checkObjects([hyperConverged(hco, { multiArch: true }), vm], {
    target: { kubevirt: '1.8', hco },
    nodes: nodes(['arm64'], ['arm64', 'amd64']),
  });
  expect(found.filter(({ code }) => code === 'PV105').map(({ code }) => code)).toEqual(codes);
});

const required = (term: object) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } } },
});

test.each<[object, number]>([
  [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }, 0],
  [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b'] }] }, 0],
  [{}, 0],
  [{ matchExpressions: [{ key: 'a', operator: 'Equals', values: ['b'] }] }, 1],
  [
    {
      matchExpressions: [
        { key: 'a', operator: 'In' },
        { key: 'a', operator: 'Exists', values: ['b'] },
      ],
    },
    2,
  ],
  [{ matchExpressions: [{ key: 'a', operator: 'Gt', values: ['b'] }] }, 1],
  [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['b', 'c'] }] }, 1],
  [{ matchFields: [{ key: 'metadata.uid', operator: 'In', values: ['b'] }] }, 1],
  [{ matchFields: [{ key: 'metadata.name', operator: 'Exists' }] }, 1],
])('an affinity with %j has %d requirements that the webhook cannot read', (term, count) => {
  const object = hyperConverged('1.18', { spec: { workloads: { nodePlacement: required(term) } } });
  const infra = hyperConverged('1.18', { spec: { infra: { nodePlacement: required(term) } } });
  const codes = (each: KubeObject, hco: string) =>
    checkObjects([each], { target: { kubevirt: '1.8', hco } }).filter(({ code }) => code === 'PV318');
  expect(codes(object, '1.18')).toHaveLength(count);
  expect(codes(infra, '1.18')).toHaveLength(count);
  expect(codes(object, '1.15')).toHaveLength(0);
});

test('a label that cannot be in a required affinity is what the webhook denies', () => {
  const terms = [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['-bad-'] }] }];
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } };
  const object = hyperConverged('1.18', { spec: { workloads: { nodePlacement: { affinity } } } });
  expect(checkObjects([object], { target: { kubevirt: '1.8', hco: '1.18' } })).toMatchObject([
    { code: 'PV512', severity: 'error', why: expect.stringContaining('webhook of HyperConverged') },
  ]);
});
