import {
  clusterArchitectures,
  defaultArchitecture,
  defaultMachineType,
  type PlatformContext,
  workloadArchitectures,
} from '../../src/model/context';
import { node } from '../node';

const platform = (part: Partial<PlatformContext>): PlatformContext => ({
  name: 'p',
  target: { kubevirt: '1.9' },
  requested: [],
  ...part,
});
const AMD_CONTROL = node({ pool: 'c', architecture: 'amd64', role: 'control-plane' });
const ARM = node({ pool: 'a', architecture: 'arm64' });
const Z = node({ pool: 'z', architecture: 's390x' });

test.each<[string, Partial<PlatformContext>, string | undefined]>([
  ['what KubeVirt is told', { kubevirt: { defaultArchitecture: 's390x' }, nodes: [ARM] }, 's390x'],
  ['the only architecture of the workers', { nodes: [AMD_CONTROL, ARM] }, 'arm64'],
  ['the only architecture of a cluster that has no workers', { nodes: [AMD_CONTROL] }, 'amd64'],
  ['nothing on a mixed cluster', { nodes: [ARM, Z] }, undefined],
  ['nothing where the nodes are not known', {}, undefined],
])('the default architecture is %s', (_name, part, expected) => {
  expect(defaultArchitecture(platform(part))).toBe(expected);
});

test('architectures of the cluster are those of its nodes, else those that are asked for', () => {
  expect(clusterArchitectures(platform({ nodes: [AMD_CONTROL, ARM], requested: ['s390x'] }))).toEqual([
    'amd64',
    'arm64',
  ]);
  expect(clusterArchitectures(platform({ requested: ['arm64'], kubevirt: { defaultArchitecture: 'amd64' } }))).toEqual([
    'amd64',
    'arm64',
  ]);
  expect(workloadArchitectures(platform({}))).toBeUndefined();
});

test('the machine type is that of the platform, else KubeVirt’s own', () => {
  const configured = platform({
    kubevirt: { architectureConfiguration: { arm64: { machineType: 'virt-rhel9.6.0' } } },
  });
  expect(defaultMachineType('arm64', configured)).toBe('virt-rhel9.6.0');
  expect(defaultMachineType('s390x', configured)).toBe('s390-ccw-virtio');
});
