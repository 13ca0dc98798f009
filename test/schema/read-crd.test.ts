import { crdsIn, readCrd } from '../../src/schema/read-crd';
import { lamp, lampCrd } from './tiny-crd';

const SPEC = { type: 'object', properties: { watt: { type: 'integer' } } };
const CRD = lampCrd({ v1: SPEC });

test('CRDs are found alone and in lists of lists, and other objects are passed over', () => {
  const other = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'x' } };
  const list = { apiVersion: 'v1', kind: 'List', items: [CRD, other, { kind: 'List', items: [CRD] }] };
  expect(crdsIn(CRD)).toEqual([CRD]);
  expect(crdsIn(list)).toEqual([CRD, CRD]);
  expect([other, null, 'text', [CRD]].flatMap(crdsIn)).toEqual([]);
});

test('a CRD is read with its served versions', () => {
  const crd = lampCrd({ v1: SPEC, v1beta1: SPEC, v1alpha1: SPEC });
  Object.assign(crd.spec.versions[1]!, { deprecated: true });
  Object.assign(crd.spec.versions[2]!, { served: false });
  const read = readCrd(crd);
  expect(read).toMatchObject({
    crd: 'lamps.example.com',
    group: 'example.com',
    kind: 'Lamp',
    plural: 'lamps',
    scope: 'Namespaced',
    versions: [
      { name: 'v1', deprecated: false },
      { name: 'v1beta1', deprecated: true },
    ],
  });
});

test('every object has its metadata open, and a status that is known only to be there', () => {
  const root = lamp({ v1: SPEC }).versions[0]!.schema;
  const open = { constraints: { type: 'object', preserveUnknown: true } };
  expect([...root.properties!.keys()]).toEqual(['apiVersion', 'kind', 'metadata', 'spec', 'status']);
  expect(root.properties!.get('metadata')!.schema).toEqual(open);
  expect(root.properties!.get('status')!.schema).toEqual(open);
});

test('what a CRD says about the name of its objects is kept', () => {
  const crd = lampCrd({ v1: SPEC });
  const schema = crd.spec.versions[0]!.schema.openAPIV3Schema as { properties: Record<string, object> };
  schema.properties.metadata = { type: 'object', properties: { name: { type: 'string', pattern: '^the$' } } };
  const read = readCrd(crd);
  expect(read).toHaveProperty('versions');
  const metadata = 'versions' in read && read.versions[0]!.schema.properties!.get('metadata')!.schema;
  expect(metadata).toEqual({
    constraints: { type: 'object', preserveUnknown: true },
    properties: new Map([['name', { schema: { constraints: { type: 'string', pattern: '^the$' } } }]]),
  });
});

test.each<{ what: string; change: object; code: string; path: string }>([
  {
    what: 'v1beta1 of apiextensions',
    change: { apiVersion: 'apiextensions.k8s.io/v1beta1' },
    code: 'PV023',
    path: 'apiVersion',
  },
  { what: 'no spec', change: { spec: null }, code: 'PV025', path: 'spec' },
  {
    what: 'a kind that is no name',
    change: { spec: { ...CRD.spec, names: { kind: 'a b', plural: 'x' } } },
    code: 'PV025',
    path: 'spec.names.kind',
  },
  { what: 'no versions', change: { spec: { ...CRD.spec, versions: [] } }, code: 'PV025', path: 'spec.versions' },
  {
    what: 'a version without a name',
    change: { spec: { ...CRD.spec, versions: [{ served: true }] } },
    code: 'PV025',
    path: 'spec.versions',
  },
  {
    what: 'a version without a schema',
    change: { spec: { ...CRD.spec, versions: [{ name: 'v1', served: true }] } },
    code: 'PV024',
    path: 'spec.versions[v1].schema.openAPIV3Schema',
  },
  {
    what: 'a bound that is a text',
    change: lampCrd({ v1: { type: 'object', properties: { watt: { type: 'integer', minimum: '1' } } } }),
    code: 'PV025',
    path: 'spec.versions[v1].schema.openAPIV3Schema.properties.spec.properties.watt.minimum',
  },
])('a CRD with $what is rejected with $code', ({ change, code, path }) => {
  const read = readCrd({ ...CRD, ...change });
  expect('findings' in read && read.findings.map((finding) => [finding.code, finding.path])).toEqual([[code, path]]);
});
