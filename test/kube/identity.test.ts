import { findingObject, identityKey, identityOf } from '../../src/kube/identity';

const object = (apiVersion: string, namespace?: string) => ({
  apiVersion,
  kind: 'VirtualMachine',
  metadata: namespace === undefined ? { name: 'web' } : { name: 'web', namespace },
});

test('the version of an API is not part of the identity, group and namespace are', () => {
  const key = (apiVersion: string, namespace?: string) => identityKey(identityOf(object(apiVersion, namespace)));
  expect(key('kubevirt.io/v1')).toBe(key('kubevirt.io/v1alpha3'));
  expect(key('kubevirt.io/v1')).not.toBe(key('example.com/v1'));
  expect(key('kubevirt.io/v1', 'a')).not.toBe(key('kubevirt.io/v1', 'b'));
});

test('a finding names an object without what it does not have', () => {
  expect(findingObject(object('v1'))).toEqual({ apiVersion: 'v1', kind: 'VirtualMachine', name: 'web' });
});
