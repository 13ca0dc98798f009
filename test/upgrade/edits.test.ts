import { platformEdits } from '../../src/cli/commands/upgrade';
import { FeatureGates } from '../../src/gates/registry';
import type { OptOut } from '../../src/upgrade/gates';

const IMAGE_VOLUME: OptOut = { name: 'ImageVolume', cause: 'prerequisite', reason: '' };

/** Changes to a platform that goes to KubeVirt 1.9, by path. */
function edits(spec: object, optOut: readonly OptOut[] = []) {
  return platformEdits({ spec }, { component: 'kubevirt', release: '1.9' }, FeatureGates.of('1.9'), optOut).map(
    (edit) => [edit.at.join('.'), 'set' in edit ? edit.set : 'removed'],
  );
}

const TARGET = { kubevirt: '1.9' };

test.each<[string, object, readonly OptOut[], unknown[]]>([
  ['a target that is not said', {}, [], [['spec.target.kubevirt', '1.9']]],
  ['a target that is there', { target: TARGET }, [], []],
  [
    'entries that do nothing, the last one first',
    { target: TARGET, kubevirt: { featureGates: ['Snapshot', 'HostDisk', 'VMExport', 'MultiArchitecture'] } },
    [],
    [
      ['spec.kubevirt.featureGates.3', 'removed'],
      ['spec.kubevirt.featureGates.2', 'removed'],
      ['spec.kubevirt.featureGates.0', 'removed'],
    ],
  ],
  [
    'a list of which nothing is left',
    { target: TARGET, kubevirt: { featureGates: ['Snapshot'] } },
    [],
    [['spec.kubevirt.featureGates', 'removed']],
  ],
  [
    'names that no KubeVirt has, deprecated gates and PersistentReservation stay',
    { target: TARGET, kubevirt: { featureGates: ['OurOwn', 'HotplugVolumes', 'PersistentReservation'] } },
    [],
    [],
  ],
  [
    'a gate to opt out of, in a list that is new',
    { target: TARGET, kubevirt: {} },
    [IMAGE_VOLUME],
    [['spec.kubevirt.disabledFeatureGates', ['ImageVolume']]],
  ],
  [
    'one more in a list that is there, without what cannot be turned off',
    { target: TARGET, kubevirt: { disabledFeatureGates: ['VMExport', 'Template'] } },
    [IMAGE_VOLUME],
    [
      ['spec.kubevirt.disabledFeatureGates.0', 'removed'],
      ['spec.kubevirt.disabledFeatureGates.1', 'ImageVolume'],
    ],
  ],
  ['what is not known is not written', { target: TARGET, kubevirt: {} }, [{ ...IMAGE_VOLUME, cause: 'unknown' }], []],
  ['nothing about gates without a KubeVirt', { target: TARGET }, [IMAGE_VOLUME], []],
])('%s', (_name, spec, optOut, expected) => {
  expect(edits(spec, optOut)).toEqual(expected);
});
