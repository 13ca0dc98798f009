import { at, type InstanceSpec } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { atLeast } from '../kube/release';
import { shownValue } from '../secrets/shown-value';
import { type Admitter, isSet, partsOf, type Refused, textOf } from './refused';

const SOURCE = 'kubevirt pkg/storage/admitters/data-volume-template.go';

/** First KubeVirt that looks into the templates. */
const CONTENT_SINCE = '1.5';

type Says = Pick<Refused, 'code' | 'what' | 'fix'> & { readonly below: string };

/** What virt-api refuses in the dataVolumeTemplates of a VirtualMachine. */
export const checkDataVolumeTemplates: Admitter = function* (spec, { machine, kubevirt, namespace }) {
  const templates = machine?.dataVolumeTemplates;
  if (!Array.isArray(templates) || templates.length === 0) {
    return;
  }
  const used = namesIn(spec);
  for (const [i, template] of templates.entries()) {
    if (!isMap(template)) {
      continue;
    }
    const name = textOf(at(template, 'metadata.name'));
    const content = atLeast(kubevirt, CONTENT_SINCE) ? problemOf(template) : undefined;
    const own = textOf(at(template, 'metadata.namespace'));
    const problems = [
      name === '' ? NO_NAME : (content ?? (used.has(name) ? undefined : unused(name))),
      own !== '' && namespace !== undefined && own !== namespace ? elsewhere(own, namespace) : undefined,
    ];
    for (const problem of problems) {
      if (problem !== undefined) {
        const { below, ...says } = problem;
        yield { ...says, path: `dataVolumeTemplates[${i}]${below}`, isOfMachine: true, source: SOURCE };
      }
    }
  }
};

/** What volumes are made of: the names of their DataVolumes and claims. */
function namesIn(spec: InstanceSpec): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { item } of partsOf(spec.volumes, 'volumes')) {
    names.add(textOf(at(item, 'persistentVolumeClaim.claimName')));
    names.add(textOf(at(item, 'dataVolume.name')));
  }
  return names;
}

const NO_NAME: Says = {
  code: 'PV004',
  below: '.metadata.name',
  what: 'the template has no name',
  fix: 'write metadata.name',
};

function unused(name: string): Says {
  return {
    code: 'PV004',
    below: '',
    what: `no volume is made of the DataVolume ${shownValue(name)}`,
    fix: `add a volume with dataVolume: { name: ${name} }, or remove the template`,
  };
}

function elsewhere(own: string, namespace: string): Says {
  return {
    code: 'PV003',
    below: '.metadata.namespace',
    what: `the DataVolume would be in ${shownValue(own)}, and the VirtualMachine is in ${shownValue(namespace)}`,
    fix: 'leave the namespace out',
  };
}

/** The first thing that is wrong with what a template says; virt-api stops there too. */
function problemOf(template: Readonly<Record<string, unknown>>): Says | undefined {
  const spec = isMap(template.spec) ? template.spec : {};
  const { pvc, storage, source, sourceRef } = spec;
  if (isSet(pvc) === isSet(storage)) {
    return {
      code: isSet(pvc) ? 'PV802' : 'PV004',
      below: '.spec',
      what: isSet(pvc) ? 'the template has pvc and storage' : 'the template has neither pvc nor storage',
      fix: 'write one of storage and pvc',
    };
  }
  const claim = isSet(pvc) ? pvc : storage;
  const isPopulated = isMap(claim) && (isSet(claim.dataSource) || isSet(claim.dataSourceRef));
  const isImported = isSet(source) || isSet(sourceRef);
  if (isPopulated === isImported) {
    return {
      code: isPopulated ? 'PV802' : 'PV004',
      below: '.spec',
      what: isPopulated ? 'the template is populated by its claim and by CDI' : 'the template has no source',
      fix: 'write one of source, sourceRef, and dataSource or dataSourceRef of storage',
    };
  }
  const sources = isMap(source) ? Object.keys(source).filter((key) => isSet(source[key])) : [''];
  return sources.length === 1
    ? undefined
    : {
        code: sources.length === 0 ? 'PV004' : 'PV802',
        below: '.spec.source',
        what: sources.length === 0 ? 'the source is empty' : `there are the sources ${sources.join(' and ')}`,
        fix: 'write one of http, registry, pvc, snapshot, blank, upload, s3, gcs, imageio or vddk',
      };
}
