import { readKubeVirt } from '../../src/model/manifests/kubevirt';
import { readVirtualMachine, virtualMachine } from '../../src/model/manifests/virtual-machine';
import { platformContext } from '../../src/model/platform';

const PLATFORM = platformContext({ name: 'edge', target: { kubevirt: '1.9' } });

const vmOf = (spec: object) => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'VirtualMachine',
  metadata: { name: 'web' },
  spec: { runStrategy: 'Always', template: { spec } },
});

const kubeVirtOf = (spec: object, metadata: object = { name: 'kubevirt', namespace: 'kubevirt' }) => ({
  apiVersion: 'kubevirt.io/v1',
  kind: 'KubeVirt',
  metadata: metadata as { name: string },
  spec,
});

const gates = (...featureGates: string[]) =>
  kubeVirtOf({ configuration: { developerConfiguration: { featureGates } } });

test('gates that the release has on anyway are said by spec alone, which no key contradicts', () => {
  expect(readKubeVirt(gates('DownwardMetrics', 'HostDisk'), PLATFORM)).toEqual({
    featureGates: ['DownwardMetrics', 'HostDisk'],
  });
  for (const object of [gates('HostDisk', 'LiveMigration'), gates('LiveMigration'), gates()]) {
    expect(readKubeVirt(object, PLATFORM)).toEqual({ spec: object.spec });
  }
});

test('a KubeVirt without a namespace says so', () => {
  expect(readKubeVirt(kubeVirtOf({}, { name: 'kubevirt' }), PLATFORM)).toEqual({ namespace: null });
});

test('a value that its key cannot hold is said by spec, and all others by their keys', () => {
  const object = vmOf({ domain: { cpu: { cores: 2 }, devices: {}, machine: { type: '' } } });
  expect(readVirtualMachine(object, PLATFORM)).toMatchObject({
    cpu: { cores: 2 },
    spec: { template: { spec: { domain: { machine: { type: '' } } } } },
  });
  expect(virtualMachine(readVirtualMachine(object, PLATFORM), PLATFORM)).toEqual(object);
});

test('volumes without a disk are disks without a device, in the order of the volumes', () => {
  const image = { image: 'x' };
  const volumes = [
    { name: 'a', containerDisk: image },
    { name: 'b', containerDisk: image },
    { name: 'c', containerDisk: image },
  ];
  const object = vmOf({ domain: { devices: { disks: [{ name: 'b', disk: { bus: 'virtio' } }] } }, volumes });
  const read = readVirtualMachine(object, PLATFORM);
  expect(read.spec).toBeUndefined();
  expect(read.disks).toEqual([
    { name: 'a', device: null, containerDisk: image },
    { name: 'b', containerDisk: image },
    { name: 'c', device: null, containerDisk: image },
  ]);
  expect(virtualMachine(read, PLATFORM)).toEqual(object);
});

test('affinity holds beside placement, also where terms are alternatives', () => {
  const term = (key: string, value: string) => ({ matchExpressions: [{ key, operator: 'In', values: [value] }] });
  const required = (...nodeSelectorTerms: object[]) => ({
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } },
  });
  const vm = { name: 'web', placement: { hard: [{ key: 'disk', values: ['ssd'] }] } };
  const affinity = required(term('row', '1'), term('row', '2'));
  const { spec } = virtualMachine({ ...vm, affinity } as never, PLATFORM) as never as {
    spec: { template: { spec: { affinity: object } } };
  };
  const [ssd] = term('disk', 'ssd').matchExpressions;
  expect(spec.template.spec.affinity).toEqual(
    required(
      { matchExpressions: [ssd, ...term('row', '1').matchExpressions] },
      { matchExpressions: [ssd, ...term('row', '2').matchExpressions] },
    ),
  );
  expect(readVirtualMachine(vmOf({ domain: { devices: {} }, affinity }), PLATFORM)).toMatchObject({ affinity });
});
