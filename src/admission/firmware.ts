import { at } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { atLeast } from '../kube/release';
import { shownValue } from '../secrets/shown-value';
import { type Admitter, isSet, partsOf, type Refused, textOf } from './refused';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const FIRMWARE = 'domain.firmware';

/** First KubeVirt whose firmware has ACPI tables. */
const ACPI_SINCE = '1.5';

/** First KubeVirt that takes ACPI tables of both kinds; before, a table of the first kind was a must. */
const MSDM_SINCE = '1.6';

/** What virt-api refuses in the firmware of an instance; secure boot is a matter of architectures. */
export const checkFirmware: Admitter = function* (spec, { kubevirt }) {
  const firmware = at(spec, FIRMWARE);
  if (!isMap(firmware)) {
    return;
  }
  const { bootloader, kernelBoot, acpi } = firmware;
  if (isMap(bootloader) && isSet(bootloader.efi) && isSet(bootloader.bios)) {
    yield {
      code: 'PV802',
      path: `${FIRMWARE}.bootloader`,
      what: 'the guest is to boot from BIOS and from UEFI',
      fix: 'keep one of bios and efi',
      source: SOURCE,
    };
  }
  if (isMap(kernelBoot)) {
    yield* checkKernelBoot(kernelBoot);
  }
  if (isMap(acpi) && atLeast(kubevirt, ACPI_SINCE)) {
    yield* checkAcpi(acpi, spec, atLeast(kubevirt, MSDM_SINCE) ? ['slicNameRef', 'msdmNameRef'] : ['slicNameRef']);
  }
};

function* checkKernelBoot({ container, kernelArgs }: Readonly<Record<string, unknown>>): Iterable<Refused> {
  const path = `${FIRMWARE}.kernelBoot`;
  if (!isMap(container)) {
    if (textOf(kernelArgs) !== '') {
      yield {
        code: 'PV004',
        path: `${path}.kernelArgs`,
        what: 'arguments are given to a kernel that is not there',
        fix: 'add container with the image of the kernel, or leave kernelArgs out',
        source: SOURCE,
      };
    }
    return;
  }
  if (textOf(container.image) === '') {
    yield {
      code: 'PV004',
      path: `${path}.container.image`,
      what: 'the kernel has no image',
      fix: 'name the image that it is in',
      source: SOURCE,
    };
  }
  const [kernel, initrd] = [textOf(container.kernelPath), textOf(container.initrdPath)];
  if (kernel === '' && initrd === '') {
    yield {
      code: 'PV004',
      path: `${path}.container`,
      what: 'neither a kernel nor an initrd is named',
      fix: 'write kernelPath, initrdPath or both',
      source: SOURCE,
    };
  }
  for (const key of ['kernelPath', 'initrdPath']) {
    const written = textOf(container[key]);
    if (written !== '' && !isPlainPath(written)) {
      yield {
        code: 'PV003',
        path: `${path}.container.${key}`,
        what: `${shownValue(written)} is not the path of a file in an image`,
        fix: 'write an absolute path without . and ..',
        source: 'kubevirt pkg/storage/admitters/disks.go',
      };
    }
  }
}

/** An absolute path to something below the root, without detours; slashes at the end do not matter. */
export function isPlainPath(path: string): boolean {
  return path !== '/' && /^(\/(?!\.{1,2}(\/|$))[^/]+)+\/?$/.test(path);
}

function* checkAcpi(
  acpi: Readonly<Record<string, unknown>>,
  { volumes }: Parameters<Admitter>[0],
  keys: readonly string[],
): Iterable<Refused> {
  const path = `${FIRMWARE}.acpi`;
  const named = keys.filter((key) => textOf(acpi[key]) !== '');
  if (named.length === 0) {
    yield {
      code: 'PV004',
      path,
      what: 'acpi names no table',
      fix: `write ${keys.join(' or ')}, or leave acpi out`,
      source: SOURCE,
    };
  }
  for (const key of named) {
    const volume = partsOf(volumes, 'volumes').find(({ name }) => name === acpi[key]);
    if (volume === undefined || !isSet(volume.item.secret)) {
      yield {
        code: volume === undefined ? 'PV004' : 'PV003',
        path: `${path}.${key}`,
        what:
          volume === undefined
            ? `there is no volume ${shownValue(acpi[key])}`
            : `the volume ${shownValue(acpi[key])} is not of a Secret`,
        fix: 'name a volume with secret',
        source: SOURCE,
      };
    }
  }
}
