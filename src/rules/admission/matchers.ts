import type { CreatedInstance } from '../../cluster/created-instance';
import { isSet, type Part, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const MUTATOR = 'kubevirt pkg/instancetype/webhooks/vm/mutator.go';
const POLICIES = ['Ignore', 'Reject'];

/** What virt-api rejects in how a VirtualMachine names its instance type and its preference. */
export const matchers: Rule = () => ({
  vm: (vm, { volumes }) =>
    vm.isOfKubeVirt && (vm.spec.instancetype !== undefined || vm.spec.preference !== undefined)
      ? checkMatchers(vm, volumes)
      : NOTHING_WRONG,
});

function* checkMatchers({ spec }: NonNullable<CreatedInstance['vm']>, volumes: readonly Part[]): Found {
  for (const key of ['instancetype', 'preference']) {
    const matcher = spec[key];
    if (isMap(matcher)) {
      yield* checkMatcher(matcher, key, volumes);
    }
  }
}

function* checkMatcher(matcher: Readonly<Record<string, unknown>>, path: string, volumes: readonly Part[]): Found {
  const { inferFromVolumeFailurePolicy: policy } = matcher;
  const [name, kind, volume] = [matcher.name, matcher.kind, matcher.inferFromVolume].map(textOf) as [
    string,
    string,
    string,
  ];
  if (name === '' && volume === '') {
    yield {
      code: 'PV004',
      path: `${path}.name`,
      what: `${path} matches nothing`,
      fix: 'write name or inferFromVolume',
      source: MUTATOR,
    };
  }
  if (volume !== '' && (name !== '' || kind !== '')) {
    yield {
      code: 'PV802',
      path: `${path}.inferFromVolume`,
      what: `${name === '' ? 'kind' : 'name'} and inferFromVolume are both set`,
      fix: 'keep one of name and inferFromVolume, and kind only with name',
      source: MUTATOR,
    };
  }
  if (isSet(policy) && !POLICIES.includes(textOf(policy))) {
    yield {
      code: 'PV003',
      path: `${path}.inferFromVolumeFailurePolicy`,
      what: `${shownValue(policy)} is not one of: ${POLICIES.join(', ')}`,
      fix: `write ${POLICIES.join(' or ')}`,
      source: MUTATOR,
    };
  }
  if (kind !== '' && volume === '' && !isKind(kind, path)) {
    yield {
      code: 'PV003',
      path: `${path}.kind`,
      what: `${shownValue(kind)} is not a kind of ${path === 'preference' ? 'preferences' : 'instance types'}`,
      fix: `write ${KINDS[path]!.join(' or ')}`,
      source: 'kubevirt pkg/instancetype/find/spec.go, pkg/instancetype/preference/find/spec.go',
    };
  }
  if (volume !== '') {
    yield* checkVolume(volume, policy === 'Ignore', path, volumes);
  }
}

const KINDS: Readonly<Record<string, readonly string[]>> = {
  instancetype: ['VirtualMachineInstancetype', 'VirtualMachineClusterInstancetype'],
  preference: ['VirtualMachinePreference', 'VirtualMachineClusterPreference'],
};

/** The plural, in any case, is a kind too. */
function isKind(written: string, key: string): boolean {
  const lower = written.toLowerCase();
  return KINDS[key]!.some((kind) => lower === kind.toLowerCase() || lower === `${kind.toLowerCase()}s`);
}

/** Only volumes with labels say what they are of; what those labels are is known on the cluster. */
function* checkVolume(volume: string, isIgnored: boolean, path: string, volumes: readonly Part[]): Found {
  const found = volumes.find(({ name }) => name === volume);
  const isLabelled = found !== undefined && (isSet(found.item.persistentVolumeClaim) || isSet(found.item.dataVolume));
  if (!isLabelled && (found === undefined || !isIgnored)) {
    yield {
      code: found === undefined ? 'PV004' : 'PV003',
      path: `${path}.inferFromVolume`,
      what:
        found === undefined
          ? `there is no volume ${shownValue(volume)}`
          : `the volume ${shownValue(volume)} has no labels to infer from`,
      fix: 'name a volume with dataVolume or persistentVolumeClaim, or write name instead',
      source: 'kubevirt pkg/instancetype/infer/volume.go',
    };
  }
}
