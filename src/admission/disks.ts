import { isDnsLabel } from '../kube/names';
import { shownValue } from '../secrets/shown-value';
import { checkBlockSize } from './block-size';
import { checkDiskBus } from './disk-bus';
import { disksOf } from './disk-list';
import { type Admitter, isSet, type Part, type Refused, textOf } from './refused';

const SOURCE = 'kubevirt pkg/storage/admitters/disks.go';

const LONGEST_SERIAL = 256;

/** Values of a disk that are one of a few. An empty text is none of them only where Go has a pointer. */
const CHOICES = [
  { key: 'cache', of: 'a cache mode', choices: ['none', 'writethrough', 'writeback'], takesEmpty: true },
  { key: 'io', of: 'an I/O mode', choices: ['native', 'threads'], takesEmpty: true },
  { key: 'errorPolicy', of: 'an error policy', choices: ['stop', 'ignore', 'report', 'enospace'], takesEmpty: false },
] as const;

/** What virt-api refuses in the disks of an instance. */
export const checkDisks: Admitter = function* (spec, context) {
  const seen = new Set<string>();
  for (const disk of disksOf(spec)) {
    const { item, name, path } = disk;
    if (seen.has(name)) {
      const what = `the disk ${shownValue(name)} is there twice`;
      yield { code: 'PV802', path: `${path}.name`, what, fix: 'give each disk its own name', source: SOURCE };
    }
    seen.add(name);
    if (!isDnsLabel(name)) {
      yield {
        code: 'PV002',
        path: `${path}.name`,
        what: name === '' ? 'the disk has no name' : `${shownValue(name)} is not a name of a disk`,
        fix: 'use at most 63 lower-case letters, digits and dashes, beginning and ending with a letter or digit',
        source: SOURCE,
      };
    }
    const devices = ['disk', 'lun', 'cdrom'].filter((device) => isSet(item[device]));
    if (devices.length > 1) {
      const what = `it is ${devices.join(' and ')} at once`;
      yield { code: 'PV802', path, what, fix: 'keep one of disk, lun and cdrom', source: SOURCE };
    }
    yield* checkDiskBus(disk, context);
    yield* checkSerial(disk);
    yield* checkChoices(disk);
    yield* checkBlockSize(disk, context);
  }
};

function* checkSerial({ item, path }: Part): Iterable<Refused> {
  const serial = textOf(item.serial);
  if (serial === '') {
    return;
  }
  if (!/^[A-Za-z0-9_.+-]+$/.test(serial)) {
    const what = `${shownValue(serial)} is not a serial number of a disk`;
    yield { code: 'PV003', path: `${path}.serial`, what, fix: 'use letters, digits, _, ., + and -', source: SOURCE };
  }
  if ([...serial].length > LONGEST_SERIAL) {
    const what = `the serial number has ${[...serial].length} characters`;
    yield { code: 'PV003', path: `${path}.serial`, what, fix: `use at most ${LONGEST_SERIAL}`, source: SOURCE };
  }
}

function* checkChoices({ item, path }: Part): Iterable<Refused> {
  for (const { key, of, choices, takesEmpty } of CHOICES) {
    const value = item[key];
    if (typeof value !== 'string' || (value === '' && takesEmpty) || (choices as readonly string[]).includes(value)) {
      continue;
    }
    yield {
      code: 'PV003',
      path: `${path}.${key}`,
      what: `${shownValue(value)} is not ${of}`,
      fix: `write one of ${choices.join(', ')}`,
      source: SOURCE,
    };
  }
}
