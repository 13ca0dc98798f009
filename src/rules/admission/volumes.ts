import type { CreatedInstance } from '../../cluster/created-instance';
import { isSet, type Part, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { asText, isMap } from '../../kube/object';
import { parseQuantity } from '../../kube/quantity';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';
import { checkFilePath } from './file-path';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

const SOURCES: ReadonlySet<string> = new Set([
  'persistentVolumeClaim',
  'sysprep',
  'cloudInitNoCloud',
  'cloudInitConfigDrive',
  'containerDisk',
  'ephemeral',
  'emptyDisk',
  'hostDisk',
  'dataVolume',
  'configMap',
  'secret',
  'downwardAPI',
  'serviceAccount',
  'downwardMetrics',
  'memoryDump',
  'containerPath',
]);

/** Sources of which an instance has one at most. */
const ONLY_ONE = ['serviceAccount', 'downwardMetrics', 'memoryDump'];

/** Where a source names what it is made of; that of a data volume is the VM's own. */
const NAMES = [
  ['configMap', 'name'],
  ['secret', 'secretName'],
  ['serviceAccount', 'serviceAccountName'],
] as const;

/** What virt-api rejects in the volumes of an instance. */
export const volumes: Rule = () => ({
  volume: checkVolume,
  member: {
    volume: ({ item: { dataVolume } }) =>
      isMap(dataVolume) && textOf(dataVolume.name) === '' ? [withoutName('dataVolume', 'name')] : NOTHING_WRONG,
  },
});

function* checkVolume(volume: Part, { volumes: all }: CreatedInstance): Found {
  const { name, item } = volume;
  if (all.find((other) => other.name === name) !== volume) {
    const what = `the volume ${shownValue(name)} appears twice`;
    yield { code: 'PV802', path: 'name', what, fix: 'give each volume its own name', source: SOURCE };
  }
  const sources = Object.keys(item).filter((key) => SOURCES.has(key) && isSet(item[key]));
  if (sources.length !== 1) {
    yield ofOneSource(sources);
  }
  for (const source of sources) {
    if (ONLY_ONE.includes(source) && all.find((other) => isSet(other.item[source])) !== volume) {
      const what = `there is another volume of ${source}`;
      yield { code: 'PV802', path: source, what, fix: 'keep one of them', source: SOURCE };
    }
  }
  if (sources[0] !== 'dataVolume') {
    yield* checkSource(item);
  }
}

function ofOneSource(sources: readonly string[]): Said {
  return sources.length === 0
    ? {
        code: 'PV004',
        what: 'the volume has no source',
        fix: 'write what it is made of, for example dataVolume or containerDisk',
        source: SOURCE,
      }
    : {
        code: 'PV802',
        what: `the volume has the sources ${sources.join(' and ')}`,
        fix: 'keep one, and make a volume of its own of each other',
        source: SOURCE,
      };
}

function withoutName(source: string, key: string): Said {
  const what = `the ${source} of the volume has no ${key}`;
  return { code: 'PV004', path: `${source}.${key}`, what, fix: 'write its name', source: SOURCE };
}

function* checkSource(item: Part['item']): Found {
  for (const [source, key] of NAMES) {
    const named = item[source];
    if (isMap(named) && textOf(named[key]) === '') {
      yield withoutName(source, key);
    }
  }
  if (isMap(item.hostDisk)) {
    yield* checkHostDisk(item.hostDisk, 'hostDisk');
  }
  const file = isMap(item.containerDisk) ? textOf(item.containerDisk.path) : '';
  if (file !== '') {
    yield* checkFilePath(file, 'containerDisk.path');
  }
}

/** The gate HostDisk decides whether there may be one at all; the gates say that. */
function* checkHostDisk(hostDisk: Readonly<Record<string, unknown>>, path: string): Found {
  const { type, capacity } = hostDisk;
  if (textOf(hostDisk.path) === '') {
    const what = 'the hostDisk has no path';
    yield { code: 'PV004', path: `${path}.path`, what, fix: 'write the path of its file on the node', source: SOURCE };
  }
  if (type !== 'Disk' && type !== 'DiskOrCreate') {
    const what = isSet(type) ? `${shownValue(type)} is not a type of a hostDisk` : 'the hostDisk has no type';
    const code = isSet(type) ? 'PV003' : 'PV004';
    yield { code, path: `${path}.type`, what, fix: 'write Disk or DiskOrCreate', source: SOURCE };
  }
  if (type === 'Disk' && (parseQuantity(asText(capacity))?.nano ?? 0n) !== 0n) {
    const what = 'a hostDisk of the type Disk is there already, and has its capacity';
    yield {
      code: 'PV802',
      path: `${path}.capacity`,
      what,
      fix: 'leave it out, or write type: DiskOrCreate',
      source: SOURCE,
    };
  }
}
