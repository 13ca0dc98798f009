import { isMap } from '../kube/object';
import { type Admitter, devicesOf, partsOf } from './refused';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

const LISTS = ['disks', 'interfaces'];

/** What virt-api refuses in the boot order: one list of numbers for disks and interfaces. */
export const checkBootOrder: Admitter = function* (spec) {
  const seen = new Set<number>();
  for (const list of LISTS) {
    const devices = devicesOf(spec)[list];
    if (!Array.isArray(devices) || !devices.some(isOrdered)) {
      continue;
    }
    for (const device of partsOf(devices, `domain.devices.${list}`)) {
      const { bootOrder } = device.item;
      if (typeof bootOrder !== 'number') {
        continue;
      }
      if (bootOrder < 1) {
        const what = `${bootOrder} is not a boot order`;
        yield {
          code: 'PV003',
          path: `${device.path}.bootOrder`,
          what,
          fix: 'write a number from 1 on',
          source: SOURCE,
        };
      } else if (seen.has(bootOrder)) {
        const what = `the boot order ${bootOrder} is there twice`;
        yield {
          code: 'PV802',
          path: `${device.path}.bootOrder`,
          what,
          fix: 'give each device its own',
          source: SOURCE,
        };
      }
      seen.add(bootOrder);
    }
  }
};

function isOrdered(device: unknown): boolean {
  return isMap(device) && typeof device.bootOrder === 'number';
}
