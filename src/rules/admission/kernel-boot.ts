import { at, type InstanceSpec } from '../../architectures/instance-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { isSerial, LONGEST_SERIAL } from '../../cluster/instance-of';
import { isSet, type Part, textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { atLeast, type Release } from '../../kube/release';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';
import { checkFilePath } from './file-path';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

const KERNEL = 'domain.firmware.kernelBoot';
const ACPI = 'domain.firmware.acpi';

const SERIAL = 'domain.firmware.serial';

/** First KubeVirt that takes any serial number of a guest. */
const ANY_SERIAL_SINCE = '1.5.3';

/** First KubeVirt that has the table MSDM. */
const MSDM_SINCE = '1.6';

/** What virt-api rejects in a kernel from an image, in ACPI tables from volumes (since 1.5), and in a serial number. */
export const kernelBoot: Rule = ({ target }) => ({
  instance: (instance) => {
    const { kernelBoot: kernel, acpi } = firmwareOf(instance.spec);
    return isMap(kernel) || isMap(acpi) ? checkFirmware(kernel, acpi, instance, target.kubevirt) : NOTHING_WRONG;
  },
  member: atLeast(target.kubevirt, ANY_SERIAL_SINCE)
    ? {}
    : { instance: ({ written }) => checkSerial(textOf(firmwareOf(written.spec).serial)) },
});

function firmwareOf(spec: InstanceSpec): InstanceSpec {
  const firmware = at(spec, 'domain.firmware');
  return isMap(firmware) ? firmware : {};
}

function checkSerial(serial: string): Found {
  if (serial === '' || isSerial(serial)) {
    return NOTHING_WRONG;
  }
  const what = `${shownValue(serial)} is not a serial number`;
  const fix = `use at most ${LONGEST_SERIAL} letters, digits, _, ., + and -`;
  return [{ code: 'PV003', path: SERIAL, what, fix, source: SOURCE }];
}

function* checkFirmware(kernel: unknown, acpi: unknown, { volumes }: CreatedInstance, kubevirt: Release): Found {
  if (isMap(kernel)) {
    yield* checkKernel(kernel);
  }
  if (isMap(acpi)) {
    yield* checkTables(acpi, volumes, kubevirt);
  }
}

function* checkKernel({ container, kernelArgs }: Readonly<Record<string, unknown>>): Found {
  if (!isSet(container)) {
    if (textOf(kernelArgs) !== '') {
      const what = 'there are arguments for a kernel, and no kernel';
      const fix = 'add container with the image of the kernel, or leave kernelArgs out';
      yield { code: 'PV004', path: `${KERNEL}.kernelArgs`, what, fix, source: SOURCE };
    }
    return;
  }
  const { image, kernelPath, initrdPath } = isMap(container) ? container : {};
  if (textOf(image) === '') {
    const what = 'the container of the kernel has no image';
    yield { code: 'PV004', path: `${KERNEL}.container.image`, what, fix: 'write its image', source: SOURCE };
  }
  const paths = Object.entries({ kernelPath, initrdPath }).filter(([, file]) => textOf(file) !== '');
  if (paths.length === 0) {
    const what = 'the container of the kernel has neither kernelPath nor initrdPath';
    yield { code: 'PV004', path: `${KERNEL}.container`, what, fix: 'write one of them', source: SOURCE };
  }
  for (const [key, file] of paths) {
    yield* checkFilePath(textOf(file), `${KERNEL}.container.${key}`);
  }
}

function* checkTables(acpi: Readonly<Record<string, unknown>>, volumes: readonly Part[], kubevirt: Release): Found {
  const keys = atLeast(kubevirt, MSDM_SINCE) ? ['slicNameRef', 'msdmNameRef'] : ['slicNameRef'];
  const used = keys.filter((key) => textOf(acpi[key]) !== '');
  if (used.length === 0) {
    const what = 'acpi names no table';
    yield { code: 'PV004', path: ACPI, what, fix: `write ${keys.join(' or ')}, or leave it out`, source: SOURCE };
  }
  for (const key of used) {
    const name = textOf(acpi[key]);
    const volume = volumes.find((each) => each.name === name);
    if (volume === undefined || !isSet(volume.item.secret)) {
      yield {
        code: volume === undefined ? 'PV004' : 'PV003',
        path: `${ACPI}.${key}`,
        what:
          volume === undefined
            ? `there is no volume ${shownValue(name)}`
            : `the volume ${shownValue(name)} of an ACPI table is not a secret`,
        fix: 'name a volume of a Secret that holds the table',
        source: SOURCE,
      };
    }
  }
}
