import type { CreatedInstance } from '../../cluster/created-instance';
import { isSerial, LONGEST_SERIAL } from '../../cluster/instance-of';
import { isSet, type Part, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isDnsLabel } from '../../kube/names';
import type { Release } from '../../kube/release';
import type { Found, Rule } from '../rule';
import { checkBlockSize } from './block-size';
import { busOf, checkDiskBus, needsBus } from './disk-bus';

const SOURCE = 'kubevirt pkg/storage/admitters/disks.go';

const SERIAL_FIX = `use at most ${LONGEST_SERIAL} letters, digits, _, ., + and -`;

/** Values of a disk that are one of a few. An empty text is none of them only where Go has a pointer. */
const CHOICES = [
  { key: 'cache', of: 'a cache mode', choices: ['none', 'writethrough', 'writeback'], takesEmpty: true },
  { key: 'io', of: 'an I/O mode', choices: ['native', 'threads'], takesEmpty: true },
  { key: 'errorPolicy', of: 'an error policy', choices: ['stop', 'ignore', 'report', 'enospace'], takesEmpty: false },
] as const;

/** What virt-api rejects in the disks of an instance. */
export const disks: Rule = ({ target }) => ({
  disk: (disk, instance) => checkDisk(disk, instance, target.kubevirt),
});

function* checkDisk(disk: Part, { disks: all, architecture, isOfVm }: CreatedInstance, kubevirt: Release): Found {
  const { item, name } = disk;
  if (all.find((other) => other.name === name) !== disk) {
    const what = `the disk ${shownValue(name)} appears twice`;
    yield { code: 'PV802', path: 'name', what, fix: 'give each disk its own name', source: SOURCE };
  }
  if (!isDnsLabel(name)) {
    yield {
      code: 'PV002',
      path: 'name',
      what: name === '' ? 'the disk has no name' : `${shownValue(name)} is not a name of a disk`,
      fix: 'use at most 63 lower-case letters, digits and dashes, beginning and ending with a letter or digit',
      source: SOURCE,
    };
  }
  if (Number(isSet(item.disk)) + Number(isSet(item.lun)) + Number(isSet(item.cdrom)) > 1) {
    const devices = ['disk', 'lun', 'cdrom'].filter((device) => isSet(item[device]));
    const what = `it is ${devices.join(' and ')} at once`;
    yield { code: 'PV802', what, fix: 'keep one of disk, lun and cdrom', source: SOURCE };
  }
  // To ask first is quicker than to find out: most disks have none of these.
  if (needsBus(item)) {
    yield* checkDiskBus(disk, busOf(disk, architecture), isOfVm);
  }
  if (item.serial !== undefined) {
    yield* checkSerial(disk);
  }
  if (item.cache !== undefined || item.io !== undefined || item.errorPolicy !== undefined) {
    yield* checkChoices(disk);
  }
  if (item.blockSize !== undefined) {
    yield* checkBlockSize(disk, busOf(disk, architecture), kubevirt);
  }
}

function* checkSerial(disk: Part): Found {
  const serial = textOf(disk.item.serial);
  if (serial !== '' && !isSerial(serial)) {
    const what =
      [...serial].length > LONGEST_SERIAL
        ? `the serial number has ${[...serial].length} characters`
        : `${shownValue(serial)} is not a serial number`;
    yield { code: 'PV003', path: 'serial', what, fix: SERIAL_FIX, source: SOURCE };
  }
}

function* checkChoices(disk: Part): Found {
  for (const { key, of, choices, takesEmpty } of CHOICES) {
    const value = disk.item[key];
    if (typeof value !== 'string' || (value === '' && takesEmpty) || (choices as readonly string[]).includes(value)) {
      continue;
    }
    yield {
      code: 'PV003',
      path: key,
      what: `${shownValue(value)} is not ${of}`,
      fix: `write one of ${choices.join(', ')}`,
      source: SOURCE,
    };
  }
}
