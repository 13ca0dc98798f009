import { catalogue, catalogued, overheadSum, overheadsOf } from '../../src/hypervisors/catalogue';
import { FEATURE_NAMES } from '../../src/hypervisors/features';
import { PROPERTIES } from '../../src/hypervisors/profile';
import { fixedOverheads } from '../../src/pods/overhead';
import { KNOWN_RELEASES } from '../../src/target/facts';

/** The drivers of libvirt as the proposal lists them. */
const DRIVERS = [
  'LXC',
  'OpenVZ',
  'QEMU',
  'VirtualBox',
  'VMware ESX',
  'VMware Workstation/Player',
  'Xen',
  'Microsoft Hyper-V',
  'Virtuozzo',
  'Bhyve',
  'Cloud Hypervisor',
];

test('every driver of libvirt is in the catalogue, and QEMU twice', () => {
  const drivers = catalogue().map(({ driver }) => driver);
  expect(drivers).toHaveLength(12);
  expect([...new Set(drivers)].sort()).toEqual([...DRIVERS].sort());
});

test.each(catalogue().map((profile) => [profile.name, profile] as const))(
  '%s says every property and every feature, each with a source',
  (_name, { properties, features, because, architectures }) => {
    expect(Object.keys(properties).sort()).toEqual([...PROPERTIES].sort());
    expect(Object.keys(features).sort()).toEqual([...FEATURE_NAMES].sort());
    const cells = [...Object.values(properties), ...Object.values(features)];
    expect(cells.filter(({ source }) => source === '')).toEqual([]);
    expect(cells.filter(({ confidence, value }) => (confidence === 'unknown') !== (value === undefined))).toEqual([]);
    expect(because).not.toBe('');
    expect(architectures.source).not.toBe('');
  },
);

test('a property and the feature of the same name agree', () => {
  for (const { properties, features } of catalogue()) {
    expect(features.iso).toBe(properties.iso);
    expect(features.ballooning).toBe(properties.ballooning);
  }
});

test.each([
  { name: 'qemu-kvm', release: '1.3', parts: [25, 100, 20, 35, 30], sum: 210 },
  { name: 'qemu-kvm', release: '1.4', parts: [25, 100, 20, 35, 30], sum: 210 },
  { name: 'qemu-kvm', release: '1.5', parts: [25, 100, 25, 40, 30], sum: 220 },
  { name: 'qemu-kvm', release: '1.9.2', parts: [25, 100, 25, 40, 30], sum: 220 },
  { name: 'qemu-kvm', release: '1.10', parts: [25, 100, 25, 40, 50], sum: 240 },
  { name: 'qemu-mshv', release: '1.8', parts: [25, 100, 25, 40, 30], sum: 220 },
  { name: 'xen', release: '1.9', parts: [25, 100, 25, undefined, undefined], sum: undefined },
])('$name takes $sum Mi around a guest in KubeVirt $release', ({ name, release, parts, sum }) => {
  const overheads = overheadsOf(catalogued(name)!, release);
  expect(Object.values(overheads)).toEqual(parts);
  expect(overheadSum(overheads)).toBe(sum);
});

test.each(KNOWN_RELEASES.kubevirt!.releases)(
  'predicted pods of KubeVirt %s count with the overheads of the catalogue',
  (release) => {
    expect(fixedOverheads(release)).toEqual(overheadsOf(catalogued('qemu-kvm')!, release));
  },
);
