import { asText } from '../kube/as-text';
import { isMap } from '../kube/object';
import { parseQuantity } from '../kube/quantity';
import { shownValue } from '../secrets/shown-value';
import { checkCloudInit } from './cloud-init';
import { checkFilePath } from './file-path';
import { type Admitter, isSet, type Part, partsOf, type Refused, textOf } from './refused';

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

/** Where a source names what it is made of. */
const NAMES = [
  ['dataVolume', 'name'],
  ['configMap', 'name'],
  ['secret', 'secretName'],
  ['serviceAccount', 'serviceAccountName'],
] as const;

/** What virt-api refuses in the volumes of an instance. */
export const checkVolumes: Admitter = function* (spec) {
  const volumes = partsOf(spec.volumes, 'volumes');
  const counted = new Set<string>();
  for (const volume of volumes) {
    const { name, item } = volume;
    if (volumes.find((other) => other.name === name) !== volume) {
      const what = `the volume ${shownValue(name)} is there twice`;
      yield { code: 'PV802', path: `${volume.path}.name`, what, fix: 'give each volume its own name', source: SOURCE };
    }
    const sources = Object.keys(item).filter((key) => SOURCES.has(key) && isSet(item[key]));
    if (sources.length !== 1) {
      yield* checkSources(sources, volume);
    }
    for (const source of sources) {
      if (!ONLY_ONE.includes(source)) {
        continue;
      }
      if (counted.has(source)) {
        const what = `there is another volume of ${source}`;
        yield { code: 'PV802', path: `${volume.path}.${source}`, what, fix: 'keep one of them', source: SOURCE };
      }
      counted.add(source);
    }
    if (!isPlain(sources, item)) {
      yield* checkSource(volume);
    }
  }
};

/** A volume of a DataVolume with a name, as most are. */
function isPlain([source]: readonly string[], { dataVolume }: Part['item']): boolean {
  return source === 'dataVolume' && isMap(dataVolume) && textOf(dataVolume.name) !== '';
}

function* checkSources(sources: readonly string[], volume: Part): Iterable<Refused> {
  if (sources.length === 0) {
    const fix = 'write what it is made of, for example dataVolume or containerDisk';
    yield { code: 'PV004', path: volume.path, what: 'the volume has no source', fix, source: SOURCE };
  } else if (sources.length > 1) {
    const what = `the volume has the sources ${sources.join(' and ')}`;
    yield {
      code: 'PV802',
      path: volume.path,
      what,
      fix: 'keep one, and make a volume of its own of each other',
      source: SOURCE,
    };
  }
}

function* checkSource(volume: Part): Iterable<Refused> {
  const { item } = volume;
  for (const [source, key] of NAMES) {
    const named = item[source];
    if (isMap(named) && textOf(named[key]) === '') {
      const what = `the ${source} of the volume has no ${key}`;
      yield { code: 'PV004', path: `${volume.path}.${source}.${key}`, what, fix: 'write its name', source: SOURCE };
    }
  }
  if (item.cloudInitNoCloud !== undefined || item.cloudInitConfigDrive !== undefined) {
    yield* checkCloudInit(volume);
  }
  if (isMap(item.hostDisk)) {
    yield* checkHostDisk(item.hostDisk, `${volume.path}.hostDisk`);
  }
  const file = isMap(item.containerDisk) ? textOf(item.containerDisk.path) : '';
  if (file !== '') {
    yield* checkFilePath(file, `${volume.path}.containerDisk.path`);
  }
}

/** The gate HostDisk decides whether there may be one at all; the gates say that. */
function* checkHostDisk(hostDisk: Readonly<Record<string, unknown>>, path: string): Iterable<Refused> {
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
