import { valueAt, valuesAt } from '../../src/kube/path';

const VM = {
  metadata: { annotations: { 'hooks.kubevirt.io/hookSidecars': '[]' } },
  spec: { volumes: [{ name: 'a', hostDisk: {} }, { name: 'b' }, null, { hostDisk: null }], domain: 'odd' },
};

test.each([
  ['spec.volumes[].hostDisk', ['spec.volumes[0].hostDisk']],
  [
    'metadata.annotations["hooks.kubevirt.io/hookSidecars"]',
    ['metadata.annotations["hooks.kubevirt.io/hookSidecars"]'],
  ],
  ['spec.domain.devices.gpus[]', []],
  ['spec.toString', []],
  ['spec.volumes.name', []],
])('%s is at %j', (path, found) => {
  expect(valuesAt(VM, path).map((each) => each.path)).toEqual(found);
});

test('what is not there is nothing', () => {
  expect(valueAt(undefined, 'spec.x')).toBeUndefined();
  expect(valueAt(VM, 'spec.domain')).toBe('odd');
});
