import type { KubeObject } from '../../src/kube/object';
import { validateObject } from '../../src/schema/validate';

const DEVICES = { devices: { inputs: [{ name: 'i' }], watchdog: {} } };
const spec = {
  domain: DEVICES,
  volumes: [
    { name: 'os', containerDisk: {} },
    { name: 'd', emptyDisk: {} },
  ],
};
const found = (kind: string, objectSpec: object) =>
  validateObject({ apiVersion: 'kubevirt.io/v1', kind, metadata: { name: 'web' }, spec: objectSpec } as KubeObject, {
    kubevirt: '1.9',
  }).map(({ severity, code, path }) => `${severity} ${code} ${path}`);

test('what virt-api writes back empty is missing, and the object is accepted all the same', () => {
  expect(found('VirtualMachineInstance', spec)).toEqual([
    'warning PV043 spec.domain.devices.inputs[i].type',
    'warning PV043 spec.domain.devices.watchdog.name',
    'warning PV043 spec.volumes[os].containerDisk.image',
    'error PV043 spec.volumes[d].emptyDisk.capacity',
  ]);
});

test('a VM is looked at before inputs get a type', () => {
  expect(found('VirtualMachine', { runStrategy: 'Always', template: { spec } })).toContain(
    'error PV043 spec.template.spec.domain.devices.inputs[i].type',
  );
});
