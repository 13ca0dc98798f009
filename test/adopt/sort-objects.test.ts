import { sortObjects } from '../../src/adopt/sort-objects';
import { inputOf, vmObject } from './vm';

const TARGET = { kubevirt: '1.9' };
const firmware = { uuid: '5d307ca9-b3ef-428c-8861-06e72d69f223', serial: 'ours' };
const domain = { memory: { guest: '2Gi' }, devices: {} };
const live = vmObject(
  'web',
  { architecture: 'amd64', domain: { ...domain, firmware, machine: { type: 'q35' } } },
  { uid: '1' },
);

test('a file and its live object are one: the identity is that of the cluster', () => {
  const { adopted, drift, kept } = sortObjects([inputOf(vmObject('web')), inputOf(live, 'live.yaml')], TARGET);
  expect(adopted.map(({ wanted }) => wanted)).toEqual([vmObject('web', { domain: { ...domain, firmware } })]);
  expect(drift).toEqual([]);
  expect(kept.map(({ paths }) => paths)).toEqual([
    ['spec.template.spec.domain.firmware.uuid', 'spec.template.spec.domain.firmware.serial'],
  ]);
});

test('what the file would change on the cluster is drift', () => {
  const larger = vmObject('web', { domain: { ...domain, memory: { guest: '4Gi' } } });
  const inputs = [inputOf(larger), inputOf(live, 'live.yaml')];
  const { adopted, drift } = sortObjects(inputs, TARGET, 'git');
  expect(drift.map(({ fields }) => fields)).toEqual([
    [{ path: 'spec.template.spec.domain.memory.guest', read: '2Gi', made: '4Gi' }],
  ]);
  expect(adopted[0]!.wanted.spec).toMatchObject({ template: { spec: { domain: { memory: { guest: '4Gi' } } } } });
  const [preferred] = sortObjects(inputs, TARGET, 'live').adopted;
  expect(preferred!.wanted.spec).toMatchObject({
    template: { spec: { architecture: 'amd64', domain: { memory: { guest: '2Gi' } } } },
  });
});

test('a file without a namespace is the live object of its name', () => {
  const { adopted, drift } = sortObjects(
    [inputOf(vmObject('web', {}, { namespace: undefined })), inputOf(live)],
    TARGET,
  );
  expect([adopted.length, drift]).toEqual([1, []]);
});

test.each([
  [
    'what its VM makes',
    { ownerReferences: [{ kind: 'VirtualMachine', name: 'web', controller: true }] },
    'VirtualMachine web makes it',
  ],
  ['a name that is no text', { name: false }, 'its name is not a string: YAML 1.1 reads it as false; put it in quotes'],
  ['no name', { name: undefined }, 'it has no name, so no cluster would take it'],
  [
    'a name that is made up later',
    { name: undefined, generateName: 'web-' },
    'generateName gives it a new name whenever it is created, so there is no object to be the same as',
  ],
  [
    'a namespace that is no text',
    { namespace: true },
    'its namespace is not a string: YAML 1.1 reads it as true; put it in quotes',
  ],
  [
    'a name that is a template',
    { name: '{{ .Values.x }}' },
    'its name is a template that was not rendered: helm template CHART | polyvirt adopt -',
  ],
])('%s is left out with the reason', (_, metadata, reason) => {
  const { adopted, notAdopted } = sortObjects([inputOf(vmObject('web', {}, metadata))], TARGET);
  expect([adopted, notAdopted.map((each) => each.reason)]).toEqual([[], [reason]]);
});

test('of two objects of one identity the one that is applied last counts, and the other is named', () => {
  const later = vmObject('web', { hostname: 'b' });
  const { adopted, notAdopted } = sortObjects([inputOf(vmObject('web'), 'a.yaml'), inputOf(later, 'b.yaml')], TARGET);
  expect(adopted.map(({ wanted }) => wanted)).toEqual([later]);
  expect(notAdopted[0]).toMatchObject({
    name: 'VirtualMachine shop/web',
    file: 'a.yaml',
    reason: expect.stringContaining('b.yaml:1'),
  });
});
