import { at, type InstanceSpec } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { atLeast, type Release } from '../kube/release';
import { shownValue } from '../secrets/shown-value';
import { checkFilePath } from './file-path';
import { type Admitter, isSet, partsOf, type Refused, textOf } from './refused';
import { isSerial, LONGEST_SERIAL } from './serial';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

const KERNEL = 'domain.firmware.kernelBoot';
const ACPI = 'domain.firmware.acpi';

const SERIAL = 'domain.firmware.serial';

/** First KubeVirt that takes any serial number of a guest. */
const ANY_SERIAL_SINCE = '1.5.3';

/** First KubeVirt that has the table MSDM. */
const MSDM_SINCE = '1.6';

/** What virt-api refuses in a kernel from an image, in ACPI tables from volumes (since 1.5), and in a serial number. */
export const checkKernelBoot: Admitter = function* (spec, { kubevirt }) {
  const firmware = at(spec, 'domain.firmware');
  if (!isMap(firmware)) {
    return;
  }
  const serial = textOf(firmware.serial);
  if (serial !== '' && !isSerial(serial) && !atLeast(kubevirt, ANY_SERIAL_SINCE)) {
    const what = `${shownValue(serial)} is not a serial number`;
    const fix = `use at most ${LONGEST_SERIAL} letters, digits, _, ., + and -`;
    yield { code: 'PV003', path: SERIAL, what, fix, source: SOURCE };
  }
  if (isMap(firmware.kernelBoot)) {
    yield* checkKernel(firmware.kernelBoot);
  }
  if (isMap(firmware.acpi)) {
    yield* checkTables(firmware.acpi, spec, kubevirt);
  }
};

function* checkKernel({ container, kernelArgs }: Readonly<Record<string, unknown>>): Iterable<Refused> {
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

function* checkTables(
  acpi: Readonly<Record<string, unknown>>,
  { volumes }: InstanceSpec,
  kubevirt: Release,
): Iterable<Refused> {
  const keys = atLeast(kubevirt, MSDM_SINCE) ? ['slicNameRef', 'msdmNameRef'] : ['slicNameRef'];
  const used = keys.filter((key) => textOf(acpi[key]) !== '');
  if (used.length === 0) {
    const what = 'acpi names no table';
    yield { code: 'PV004', path: ACPI, what, fix: `write ${keys.join(' or ')}, or leave it out`, source: SOURCE };
  }
  for (const key of used) {
    const name = textOf(acpi[key]);
    const volume = partsOf(volumes, 'volumes').find((each) => each.name === name);
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
