import { at } from '../../architectures/instance-view';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { atLeast } from '../../kube/release';
import { NOTHING_WRONG, type Rule, type Said } from '../rule';

const SOURCE = 'kubevirt pkg/util/openapi';

const KERNEL = 'domain.firmware.kernelBoot.container.imagePullPolicy';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES = ['Block', 'Filesystem', 'FromStorageProfile'];

/** First KubeVirt whose OpenAPI lists access modes. */
const ACCESS_MODES_SINCE = '1.4';
/** First one that knows FromStorageProfile. */
const STORAGE_PROFILE_SINCE = '1.5';

/** Values that virt-api's own OpenAPI rejects and the CRD lets pass: of images, and of the storage of DataVolumes. */
export const storageEnums: Rule = ({ target }) => {
  const accessModes = atLeast(target.kubevirt, ACCESS_MODES_SINCE) ? ACCESS_MODES : undefined;
  const volumeModes = atLeast(target.kubevirt, STORAGE_PROFILE_SINCE) ? VOLUME_MODES : VOLUME_MODES.slice(0, 2);
  return {
    instance: ({ spec }) => oneOf(at(spec, KERNEL), PULL_POLICIES, KERNEL),
    volume: ({ item: { containerDisk } }) =>
      isMap(containerDisk)
        ? oneOf(containerDisk.imagePullPolicy, PULL_POLICIES, 'containerDisk.imagePullPolicy')
        : NOTHING_WRONG,
    dataVolumeTemplate: ({ item: { spec } }) =>
      isMap(spec)
        ? [
            ...checkClaim(spec.pvc, 'spec.pvc', volumeModes, accessModes),
            ...checkClaim(spec.storage, 'spec.storage', volumeModes, accessModes),
          ]
        : NOTHING_WRONG,
  };
};

function checkClaim(
  claim: unknown,
  path: string,
  volumeModes: readonly string[],
  accessModes: readonly string[] | undefined,
): readonly Said[] {
  if (!isMap(claim) || (claim.volumeMode === undefined && claim.accessModes === undefined)) {
    return NOTHING_WRONG;
  }
  const modes: readonly unknown[] = Array.isArray(claim.accessModes) ? claim.accessModes : [];
  return [
    ...oneOf(claim.volumeMode, volumeModes, `${path}.volumeMode`),
    ...(accessModes === undefined
      ? NOTHING_WRONG
      : modes.flatMap((mode, i) => oneOf(mode, accessModes, `${path}.accessModes[${i}]`))),
  ];
}

/** An empty text is not one of them either: it is looked at as it is written. */
function oneOf(value: unknown, allowed: readonly string[], path: string): readonly Said[] {
  if (typeof value !== 'string' || allowed.includes(value)) {
    return NOTHING_WRONG;
  }
  const what = `${shownValue(value)} is not one of: ${allowed.join(', ')}`;
  return [{ code: 'PV003', path, what, fix: `write one of them, or leave it out`, source: SOURCE }];
}
