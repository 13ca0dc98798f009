import { Testing } from 'cdk8s';
import { CustomGate, KubeVirt, Platform } from '../../src/index';

test('a gate of your own build is named as such, and listed', () => {
  const platform = new Platform(Testing.app(), 'edge', {
    target: { kubevirt: '1.9' },
    supportByArch: { OfOurOwn: { stage: 'Alpha', amd64: 'Supported' } },
  });
  new KubeVirt(platform, 'kubevirt', { featureGates: ['HostDisk', CustomGate.named('OfOurOwn')] });
  expect(Testing.synth(platform)[0].spec.configuration.developerConfiguration).toEqual({
    featureGates: ['HostDisk', 'OfOurOwn'],
  });
  expect(platform.node.validate()).toEqual([]);
});

test('a typo does not compile', () => {
  const platform = new Platform(Testing.app(), 'edge');
  // @ts-expect-error: there is HostDisk
  new KubeVirt(platform, 'kubevirt', { featureGates: ['Hostdisk'] });
  expect(platform.node.validate().join()).toContain('did you mean "HostDisk"?');
});
