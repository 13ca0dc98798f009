import { NO_EVIDENCE } from '../../src/gates/evidence';
import { FeatureGates } from '../../src/gates/registry';
import { processorMs } from '../processor-time';

const statuses = (gates: FeatureGates, name: string) =>
  Object.fromEntries(Object.entries(gates.get(name)!.support).map(([arch, { status }]) => [arch, status]));

test('example 1 of the proposal: a gate without support by architecture is unspecified', () => {
  const gates = FeatureGates.of('1.9').register({ name: 'ExpandDisks', stage: 'Alpha' });
  expect(gates.get('ExpandDisks')).toMatchObject({ name: 'ExpandDisks', stage: 'Alpha' });
  expect(statuses(gates, 'ExpandDisks')).toEqual({ amd64: 'Unspecified', arm64: 'Unspecified', s390x: 'Unspecified' });
});

test('example 2 of the proposal: supported on amd64, unverified elsewhere', () => {
  const supportByArch = { amd64: 'Supported', arm64: 'Unverified', s390x: 'Unverified' } as const;
  const gates = FeatureGates.of('1.9').register({ name: 'ImageVolume', stage: 'Beta', supportByArch });
  expect(statuses(gates, 'ImageVolume')).toEqual(supportByArch);
  expect(statuses(FeatureGates.of('1.9'), 'ImageVolume')).toEqual(supportByArch);
});

test('example 3 of the proposal: a feature of one architecture’s hardware', () => {
  const supportByArch = { amd64: 'Supported', arm64: 'Unsupported', s390x: 'Unsupported' } as const;
  const gates = FeatureGates.of('1.8').register({ name: 'WorkloadEncryptionSEV', stage: 'Alpha', supportByArch });
  expect(statuses(gates, 'WorkloadEncryptionSEV')).toEqual(supportByArch);
  expect(statuses(FeatureGates.of('1.8'), 'WorkloadEncryptionSEV')).toEqual(supportByArch);
});

test('a registry is not changed by what is made of it', () => {
  const upstream = FeatureGates.of('1.9');
  const more = upstream.register({ name: 'OfOurOwn', stage: 'Alpha' });
  expect(upstream.get('OfOurOwn')).toBeUndefined();
  expect(more.list()).toHaveLength(upstream.list().length + 1);
});

test('one cell can be said anew, with or without what it rests on', () => {
  const gates = FeatureGates.of('1.9')
    .override('ImageVolume', 'arm64', { status: 'Supported', evidence: 'our lab, August 2026' })
    .override('ImageVolume', 's390x', 'Unsupported');
  expect(gates.get('ImageVolume')?.support).toMatchObject({
    arm64: { status: 'Supported', evidence: 'our lab, August 2026' },
    s390x: { status: 'Unsupported', evidence: 'as this platform says' },
  });
});

test('a platform registers with a stage and overrides without one', () => {
  const gates = FeatureGates.of('1.9', {
    ImageVolume: { arm64: 'Supported' },
    OfOurOwn: { stage: 'Alpha', amd64: { status: 'Supported', evidence: 'it is ours' } },
  });
  expect(gates.statusOf('ImageVolume', 'arm64')).toBe('Supported');
  expect(gates.statusOf('ImageVolume', 's390x')).toBe('Unverified');
  expect(gates.get('OfOurOwn')).toEqual({
    name: 'OfOurOwn',
    stage: 'Alpha',
    support: {
      amd64: { status: 'Supported', evidence: 'it is ours' },
      arm64: { status: 'Unspecified', evidence: NO_EVIDENCE },
      s390x: { status: 'Unspecified', evidence: NO_EVIDENCE },
    },
  });
});

test('a gate that the release does not have is not there', () => {
  expect(FeatureGates.of('1.7').get('ConfigurableHypervisor')).toBeUndefined();
  expect(FeatureGates.of('1.7').list()).toHaveLength(58);
});

test('a release is taken in any usual writing, and refused where no table knows it', () => {
  expect(FeatureGates.of('v1.9.0').kubevirt).toBe('1.9.0');
  expect(FeatureGates.of('v1.9.0').names()).toEqual(FeatureGates.of('1.9').names());
  expect(() => FeatureGates.of('nonsense')).toThrow(/"nonsense" is not a release of KubeVirt\. Fix: write it as/);
  expect(() => FeatureGates.of('1.2')).toThrow(/older than 1\.3/);
});

test.each<[string, (gates: FeatureGates) => unknown, RegExp]>([
  ['a stage', (gates) => gates.register({ name: 'Ours', stage: 'alpha' as never }), /"alpha" is no stage.*Alpha/],
  ['a name', (gates) => gates.register({ name: '', stage: 'Alpha' }), /"" is no name of a gate/],
  ['a gate', (gates) => gates.override('ImageVolumes', 'arm64', 'Supported'), /no gate "ImageVolumes".*"ImageVolume"/],
  ['a status', (gates) => gates.override('ImageVolume', 'arm64', 'supported' as never), /no status.*Supported/],
  ['an architecture', (gates) => gates.override('ImageVolume', 'arm' as never, 'Supported'), /no architecture.*arm64/],
])('%s that is none is rejected, with those that there are', (_, act, message) => {
  expect(() => act(FeatureGates.of('1.9'))).toThrow(message);
});

test('thousands of gates of your own take no time', () => {
  const declared = Object.fromEntries(
    Array.from({ length: 20_000 }, (_, i) => [`G${i}`, { amd64: 'Supported' as const }]),
  );
  expect(processorMs(() => FeatureGates.of('1.9', declared))).toBeLessThan(2000);
});
