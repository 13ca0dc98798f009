import { ClusterView } from '../../../src/cluster/cluster-view';
import type { KubeObject } from '../../../src/kube/object';
import { structure } from '../../../src/rules/schema/structure';
import { metadata } from '../../../src/rules/values/metadata';
import { Walk } from '../../../src/rules/walk';

function said(object: KubeObject): string[] {
  const walk = new Walk([metadata, structure], new ClusterView([], { target: { kubevirt: '1.9' } }));
  return walk.visit(object).map(({ severity, code, path }) => `${severity} ${code} ${path}`);
}

const configMap = (own: object) =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', ...own } }) as KubeObject;
const OWNER = { apiVersion: 'v1', kind: 'Pod', name: 'b', uid: '1', controller: true };

test.each<[what: string, own: object, findings: string[]]>([
  ['everything that people write', { namespace: 'b', labels: { a: 'b', c: null }, annotations: { d: 'e f' } }, []],
  [
    'what a cluster has written',
    {
      uid: '1',
      resourceVersion: '5',
      generation: 2,
      creationTimestamp: '2027-01-31T08:00:00Z',
      selfLink: '/a',
      managedFields: [{ manager: 'b' }],
      finalizers: ['example.com/cleanup', 'foregroundDeletion'],
      ownerReferences: [OWNER, { ...OWNER, uid: '2', controller: false }],
    },
    ['info PV003 metadata.managedFields'],
  ],
  ['nothing where a time would be', { creationTimestamp: null }, []],
  [
    'keys that there are not',
    { nmespace: 'b', lables: {} },
    ['error PV040 metadata.nmespace', 'error PV040 metadata.lables'],
  ],
  ['a number for a text', { labels: { a: 5 }, uid: 7 }, ['error PV041 metadata.labels.a', 'error PV041 metadata.uid']],
  ['a list for a map', { annotations: ['a'] }, ['error PV041 metadata.annotations']],
  ['a time that is none', { creationTimestamp: 'yesterday' }, ['error PV042 metadata.creationTimestamp']],
  ['a number that the API server writes anew', { deletionGracePeriodSeconds: -1 }, []],
  ['a number below 0', { generation: -1 }, ['error PV003 metadata.generation']],
  [
    'an Event for an owner',
    { ownerReferences: [{ ...OWNER, apiVersion: 'v1', kind: 'Event' }] },
    ['error PV003 metadata.ownerReferences[0].kind'],
  ],
  ['a finalizer without a group', { finalizers: ['cleanup'] }, ['error PV003 metadata.finalizers[0]']],
  ['finalizers that contradict', { finalizers: ['foregroundDeletion', 'orphan'] }, ['error PV003 metadata.finalizers']],
  ['a finalizer twice', { finalizers: ['a/b', 'a/c', 'a/b'] }, ['warning PV044 metadata.finalizers[2]']],
  ['a prefix that ends in a dash', { name: undefined, generateName: 'web-' }, []],
  ['a prefix that is cut before letters are put behind it', { generateName: 'a'.repeat(200) }, []],
  ['a prefix that ends in a dot', { generateName: 'web.' }, ['error PV002 metadata.generateName']],
  [
    'a prefix that is cut where a name cannot be',
    { generateName: `${'a'.repeat(57)}.-b` },
    ['error PV002 metadata.generateName'],
  ],
  ['a finalizer that is none', { finalizers: ['a/b', 'a b'] }, ['error PV003 metadata.finalizers[1]']],
  [
    'an owner of which nothing is known',
    { ownerReferences: [{ name: 'b', uid: '' }] },
    [
      'error PV042 metadata.ownerReferences[b].uid',
      'error PV043 metadata.ownerReferences[b].apiVersion',
      'error PV043 metadata.ownerReferences[b].kind',
    ],
  ],
  [
    'two controllers',
    { ownerReferences: [OWNER, OWNER] },
    ['warning PV044 metadata.ownerReferences[1]', 'error PV003 metadata.ownerReferences[1].controller'],
  ],
  ['as much as annotations may have', { annotations: { a: 'x'.repeat(262_143) } }, []],
  ['more than annotations may have', { annotations: { a: 'é'.repeat(131_072) } }, ['error PV003 metadata.annotations']],
])('metadata with %s', (_what, own, findings) => {
  expect(said(configMap(own))).toEqual(findings);
});

test('of other kinds than those of Kubernetes finalizers need no group, and generations are counted', () => {
  const object = { ...vm({}), metadata: { name: 'a', finalizers: ['cleanup'], generation: -1 } } as KubeObject;
  expect(said(object)).toEqual([]);
});

test('the namespace of an object that is in none is cleared, whatever it is', () => {
  const object = (apiVersion: string, kind: string) =>
    ({ apiVersion, kind, metadata: { name: 'a', namespace: 'De-fault' } }) as KubeObject;
  expect(said(object('rbac.authorization.k8s.io/v1', 'ClusterRole'))).toEqual([]);
  expect(said(object('rbac.authorization.k8s.io/v1', 'Role'))).toEqual(['error PV002 metadata.namespace']);
});

const SPEC = { architecture: 'amd64', domain: { devices: {}, memory: { guest: '1Gi' } } };
const vm = (template: object) =>
  ({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name: 'a' },
    spec: { runStrategy: 'Always', template: { metadata: template, spec: SPEC } },
  }) as KubeObject;

test.each<[what: string, template: object, findings: string[]]>([
  ['nothing wrong', { creationTimestamp: null, labels: { a: 'b' } }, []],
  ['a key that there is not, which virt-api drops', { lables: {} }, ['warning PV040 spec.template.metadata.lables']],
  [
    'a number for a text, which virt-api rejects',
    { labels: { a: 5 } },
    ['error PV041 spec.template.metadata.labels.a'],
  ],
  ['a time that is none', { creationTimestamp: 'now' }, ['error PV042 spec.template.metadata.creationTimestamp']],
  ['a label that is none', { labels: { a: 'b c' } }, ['error PV516 spec.template.metadata.labels["a"]']],
  ['owners, of which only the type counts', { ownerReferences: [{}] }, []],
])('a template with %s', (_what, template, findings) => {
  expect(said(vm(template))).toEqual(findings);
});

test('metadata of VMs that a pool makes, and of their data volumes, is read like any other', () => {
  const pool = {
    apiVersion: 'pool.kubevirt.io/v1beta1',
    kind: 'VirtualMachinePool',
    metadata: { name: 'a' },
    spec: {
      selector: {},
      virtualMachineTemplate: {
        metadata: { labels: { a: 'b c', d: 5 } },
        spec: {
          dataVolumeTemplates: [{ metadata: { name: 'e', labels: { f: 6 } }, spec: { storage: {} } }],
          ...(vm({}).spec as object),
        },
      },
    },
  } as KubeObject;
  expect(said(pool)).toEqual([
    'error PV516 spec.virtualMachineTemplate.metadata.labels["a"]',
    'error PV041 spec.virtualMachineTemplate.metadata.labels.d',
    'error PV041 spec.virtualMachineTemplate.spec.dataVolumeTemplates[e].metadata.labels.f',
  ]);
});
