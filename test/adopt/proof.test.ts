import { prove } from '../../src/adopt/proof';
import { vmObject } from './vm';

const TARGET = { kubevirt: '1.9' };
const withDisks = (...names: string[]) =>
  vmObject('web', { domain: { devices: { disks: names.map((name) => ({ name, disk: {} })) } } });

test.each([
  ['the same amount in other words', { domain: { memory: { guest: '2048Mi' }, devices: {} } }],
  ['an empty list', { domain: { memory: { guest: '2Gi' }, devices: {} }, tolerations: [] }],
])('%s is the same for a cluster', (_, spec) => {
  expect(prove([vmObject('web')], [vmObject('web', spec)], TARGET)).toEqual([]);
});

test('a field that is another is told with both values', () => {
  const made = vmObject('web', { domain: { memory: { guest: '4Gi' }, devices: {} } });
  expect(prove([vmObject('web')], [made], TARGET)).toEqual([
    {
      object: expect.objectContaining({ name: 'web' }),
      change: 'differs',
      fields: [{ path: 'spec.template.spec.domain.memory.guest', read: '2Gi', made: '4Gi' }],
    },
  ]);
});

test('disks in another order are others for the guest', () => {
  const [difference] = prove([withDisks('root', 'data')], [withDisks('data', 'root')], TARGET);
  expect(difference?.fields).toEqual([
    { path: 'spec.template.spec.domain.devices.disks', read: ['root', 'data'], made: ['data', 'root'] },
  ]);
});

test('another version of the API is another manifest', () => {
  const [difference] = prove([{ ...vmObject('web'), apiVersion: 'kubevirt.io/v1alpha3' }], [vmObject('web')], TARGET);
  expect(difference?.fields).toContainEqual({
    path: 'apiVersion',
    read: 'kubevirt.io/v1alpha3',
    made: 'kubevirt.io/v1',
  });
});

test('what is missing and what is too much are told', () => {
  const changes = prove([vmObject('web')], [vmObject('db')], TARGET).map(({ object, change }) => [object.name, change]);
  expect(changes).toEqual([
    ['web', 'missing'],
    ['db', 'unexpected'],
  ]);
});
