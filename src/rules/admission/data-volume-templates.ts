import { at } from '../../architectures/instance-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { isSet, type Part, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { atLeast } from '../../kube/release';
import { NOTHING_WRONG, type Rule, type Said } from '../rule';

const SOURCE = 'kubevirt pkg/storage/admitters/data-volume-template.go';

/** First KubeVirt that looks into the templates. */
const CONTENT_SINCE = '1.5';

/** What virt-api rejects in the dataVolumeTemplates of a VirtualMachine. */
export const dataVolumeTemplates: Rule = ({ target }) => {
  const isLookedInto = atLeast(target.kubevirt, CONTENT_SINCE);
  return {
    member: {
      dataVolumeTemplate: (template, { volumes, namespace }) => {
        const wrong = problemOf(template, volumes, isLookedInto);
        const own = textOf(at(template.item, 'metadata.namespace'));
        const isElsewhere = own !== '' && namespace !== undefined && own !== namespace;
        return wrong === undefined && !isElsewhere
          ? NOTHING_WRONG
          : [...(wrong === undefined ? [] : [wrong]), ...(isElsewhere ? [elsewhere(own, namespace)] : [])];
      },
    },
  };
};

/** The first thing that is wrong; virt-api stops there too. */
function problemOf({ item }: Part, volumes: CreatedInstance['volumes'], isLookedInto: boolean): Said | undefined {
  const name = textOf(at(item, 'metadata.name'));
  if (name === '') {
    return NO_NAME;
  }
  const isUsed = () =>
    volumes.some(
      ({ item: volume }) =>
        at(volume, 'dataVolume.name') === name || at(volume, 'persistentVolumeClaim.claimName') === name,
    );
  return (isLookedInto ? contentProblem(item) : undefined) ?? (isUsed() ? undefined : unused(name));
}

const NO_NAME: Said = {
  code: 'PV004',
  path: 'metadata.name',
  what: 'the template has no name',
  fix: 'write metadata.name',
  source: SOURCE,
};

function unused(name: string): Said {
  return {
    code: 'PV004',
    what: `no volume uses the DataVolume ${shownValue(name)}`,
    fix: `add a volume with dataVolume: { name: ${name} }, or remove the template`,
    source: SOURCE,
  };
}

function elsewhere(own: string, namespace: string): Said {
  return {
    code: 'PV003',
    path: 'metadata.namespace',
    what: `the DataVolume is in ${shownValue(own)}, but the VirtualMachine is in ${shownValue(namespace)}`,
    fix: 'leave the namespace out',
    source: SOURCE,
  };
}

function contentProblem(template: Readonly<Record<string, unknown>>): Said | undefined {
  const spec = isMap(template.spec) ? template.spec : {};
  const { pvc, storage, source, sourceRef } = spec;
  if (isSet(pvc) === isSet(storage)) {
    return {
      code: isSet(pvc) ? 'PV802' : 'PV004',
      path: 'spec',
      what: isSet(pvc) ? 'the template has pvc and storage' : 'the template has neither pvc nor storage',
      fix: 'write one of storage and pvc',
      source: SOURCE,
    };
  }
  const claim = isSet(pvc) ? pvc : storage;
  const isPopulated = isMap(claim) && (isSet(claim.dataSource) || isSet(claim.dataSourceRef));
  const isImported = isSet(source) || isSet(sourceRef);
  if (isPopulated === isImported) {
    return {
      code: isPopulated ? 'PV802' : 'PV004',
      path: 'spec',
      what: isPopulated ? 'the template is populated by its claim and by CDI' : 'the template has no source',
      fix: 'write one of source, sourceRef, and dataSource or dataSourceRef of storage',
      source: SOURCE,
    };
  }
  const sources = isMap(source) ? Object.keys(source).filter((key) => isSet(source[key])) : [''];
  return sources.length === 1
    ? undefined
    : {
        code: sources.length === 0 ? 'PV004' : 'PV802',
        path: 'spec.source',
        what: sources.length === 0 ? 'the source is empty' : `there are the sources ${sources.join(' and ')}`,
        fix: 'write one of http, registry, pvc, snapshot, blank, upload, s3, gcs, imageio or vddk',
        source: SOURCE,
      };
}
