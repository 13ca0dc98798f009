import { derivedSerial, derivedUuid, guestSeed } from '../../../src/model/manifests/identity';

test('the identity of a guest never changes: these values are forever', () => {
  const seed = guestSeed('edge', 'factory', 'controller-arm64');
  expect(derivedUuid(seed)).toBe('44b39cbc-d37d-5eb8-8968-d2388f27ae71');
  expect(derivedSerial(seed)).toBe('d63badf6-31d4-5db0-accd-1b4591aed591');
  expect(guestSeed('edge', undefined, 'web')).toBe(guestSeed('edge', 'default', 'web'));
});

test('platform, namespace and name all count', () => {
  const seeds = [
    guestSeed('a', 'b', 'c'),
    guestSeed('a', 'c', 'b'),
    guestSeed('b', 'b', 'c'),
    guestSeed('a', 'b', 'd'),
  ];
  expect(new Set(seeds.flatMap((seed) => [derivedUuid(seed), derivedSerial(seed)])).size).toBe(8);
});
