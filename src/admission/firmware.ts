import { at } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { type Admitter, isSet } from './refused';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const FIRMWARE = 'domain.firmware';

/** What virt-api refuses in the firmware of an instance; secure boot is a matter of architectures. */
export const checkFirmware: Admitter = function* (spec) {
  const firmware = at(spec, FIRMWARE);
  if (!isMap(firmware)) {
    return;
  }
  const { bootloader } = firmware;
  if (isMap(bootloader) && isSet(bootloader.efi) && isSet(bootloader.bios)) {
    yield {
      code: 'PV802',
      path: `${FIRMWARE}.bootloader`,
      what: 'the guest is to boot from BIOS and from UEFI',
      fix: 'keep one of bios and efi',
      source: SOURCE,
    };
  }
};
