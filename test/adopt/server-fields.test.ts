import { SERVER_FIELDS, withoutServerFields } from '../../src/adopt/input';
import { vmObject } from './vm';

const LIVE = {
  uid: '1',
  resourceVersion: '7',
  generation: 3,
  creationTimestamp: '2026-01-01T00:00:00Z',
  finalizers: ['kubevirt.io/virtualMachineControllerFinalize', 'example.org/ours'],
  annotations: {
    'kubectl.kubernetes.io/last-applied-configuration': '{}',
    'kubevirt.io/latest-observed-api-version': 'v1',
    'example.org/owner': 'shop',
  },
  managedFields: [],
};

test('every row says who writes the field and where that was read', () => {
  expect(SERVER_FIELDS.filter(({ by, source }) => by === '' || source === '')).toEqual([]);
});

test('what servers wrote into a live object is left out and named', () => {
  const { object, leftOut } = withoutServerFields({ ...vmObject('web', {}, LIVE), status: { ready: true } });
  expect(object).toEqual(
    vmObject('web', {}, { finalizers: ['example.org/ours'], annotations: { 'example.org/owner': 'shop' } }),
  );
  expect(leftOut.map(({ path }) => path).sort()).toEqual([
    'metadata.annotations["kubectl.kubernetes.io/last-applied-configuration"]',
    'metadata.annotations["kubevirt.io/latest-observed-api-version"]',
    'metadata.creationTimestamp',
    'metadata.finalizers',
    'metadata.generation',
    'metadata.managedFields',
    'metadata.resourceVersion',
    'metadata.uid',
    'status',
  ]);
});

test('a map that only held what servers wrote goes with it', () => {
  const template = {
    spec: {},
    metadata: { creationTimestamp: null, annotations: { 'kubevirt.io/pci-topology-version': 'v3' } },
  };
  const live = {
    ...vmObject('web', {}, { uid: '1' }),
    spec: { template, dataVolumeTemplates: [{ metadata: { name: 'a', creationTimestamp: null } }] },
  };
  expect(withoutServerFields(live).object.spec).toEqual({
    template: { spec: {} },
    dataVolumeTemplates: [{ metadata: { name: 'a' } }],
  });
});

test('a finalizer in a file is the word of its author', () => {
  const file = vmObject('web', {}, { finalizers: ['kubevirt.io/virtualMachineControllerFinalize'] });
  expect(withoutServerFields(file)).toEqual({ object: file, leftOut: [] });
});
