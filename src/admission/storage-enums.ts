import { at } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { atLeast } from '../kube/release';
import { shownValue } from '../secrets/shown-value';
import { type Admitter, partsOf, type Refused } from './refused';

const SOURCE = 'kubevirt pkg/util/openapi';

const KERNEL = 'domain.firmware.kernelBoot.container.imagePullPolicy';

const PULL_POLICIES = ['Always', 'IfNotPresent', 'Never'];
const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod'];
const VOLUME_MODES = ['Block', 'Filesystem', 'FromStorageProfile'];

/** First KubeVirt whose OpenAPI lists access modes. */
const ACCESS_MODES_SINCE = '1.4';
/** First one that knows FromStorageProfile. */
const STORAGE_PROFILE_SINCE = '1.5';

/** Values that virt-api's own OpenAPI refuses and the CRD lets pass: of images, and of the storage of DataVolumes. */
export const checkStorageEnums: Admitter = function* (spec, { machine, kubevirt }) {
  for (const volume of partsOf(spec.volumes, 'volumes')) {
    const { containerDisk } = volume.item;
    if (isMap(containerDisk) && containerDisk.imagePullPolicy !== undefined) {
      yield* oneOf(containerDisk.imagePullPolicy, PULL_POLICIES, `${volume.path}.containerDisk.imagePullPolicy`);
    }
  }
  const kernel = at(spec, KERNEL);
  if (kernel !== undefined) {
    yield* oneOf(kernel, PULL_POLICIES, KERNEL);
  }
  const templates = machine?.dataVolumeTemplates;
  if (!Array.isArray(templates)) {
    return;
  }
  const volumeModes = atLeast(kubevirt, STORAGE_PROFILE_SINCE) ? VOLUME_MODES : VOLUME_MODES.slice(0, 2);
  for (const [i, template] of templates.entries()) {
    for (const key of ['pvc', 'storage']) {
      const claim = isMap(template) ? at(template, `spec.${key}`) : undefined;
      if (!isMap(claim)) {
        continue;
      }
      const { volumeMode, accessModes } = claim;
      if (volumeMode === undefined && accessModes === undefined) {
        continue;
      }
      const path = `dataVolumeTemplates[${i}].spec.${key}`;
      yield* ofMachine(oneOf(volumeMode, volumeModes, `${path}.volumeMode`));
      const modes = Array.isArray(accessModes) && atLeast(kubevirt, ACCESS_MODES_SINCE) ? accessModes : [];
      for (const [j, mode] of modes.entries()) {
        yield* ofMachine(oneOf(mode, ACCESS_MODES, `${path}.accessModes[${j}]`));
      }
    }
  }
};

function* ofMachine(all: Iterable<Refused>): Iterable<Refused> {
  for (const refused of all) {
    yield { ...refused, isOfMachine: true };
  }
}

/** An empty text is not one of them either: it is looked at as it is written. */
function* oneOf(value: unknown, allowed: readonly string[], path: string): Iterable<Refused> {
  if (typeof value === 'string' && !allowed.includes(value)) {
    const what = `${shownValue(value)} is not one of: ${allowed.join(', ')}`;
    yield { code: 'PV003', path, what, fix: `write one of them, or leave it out`, source: SOURCE };
  }
}
