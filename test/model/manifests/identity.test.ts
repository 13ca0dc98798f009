import { guestIdentity } from '../../../src/model/manifests/identity';

test('the identity of a guest never changes: these values are for ever', () => {
  expect(guestIdentity('edge', 'factory', 'controller-arm64')).toEqual({
    uuid: '44b39cbc-d37d-5eb8-8968-d2388f27ae71',
    serial: 'd63badf6-31d4-5db0-accd-1b4591aed591',
  });
  expect(guestIdentity('edge', undefined, 'web')).toEqual(guestIdentity('edge', 'default', 'web'));
});

test('platform, namespace and name all count', () => {
  const uuids = [
    guestIdentity('a', 'b', 'c'),
    guestIdentity('a', 'c', 'b'),
    guestIdentity('b', 'b', 'c'),
    guestIdentity('a', 'b', 'd'),
  ].flatMap(({ uuid, serial }) => [uuid, serial]);
  expect(new Set(uuids).size).toBe(8);
});
