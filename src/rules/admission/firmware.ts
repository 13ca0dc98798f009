import { at } from '../../architectures/instance-view';
import { isSet } from '../../cluster/part';
import { isMap } from '../../kube/object';
import { NOTHING_WRONG, type Rule } from '../rule';

const BOOTLOADER = 'domain.firmware.bootloader';

/** What virt-api rejects in the firmware of an instance; secure boot is a matter of architectures. */
export const firmware: Rule = () => ({
  instance: ({ spec }) => {
    const bootloader = at(spec, BOOTLOADER);
    return isMap(bootloader) && isSet(bootloader.efi) && isSet(bootloader.bios)
      ? [
          {
            code: 'PV802',
            path: BOOTLOADER,
            what: 'the guest has both BIOS and UEFI',
            fix: 'keep one of bios and efi',
            source: 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go',
          },
        ]
      : NOTHING_WRONG;
  },
});
