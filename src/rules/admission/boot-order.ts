import type { Part } from '../../cluster/part';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

/** What virt-api rejects in the boot order: one list of numbers for disks and interfaces. */
export const bootOrder: Rule = () => ({
  instance: ({ disks, interfaces }) =>
    disks.some(isOrdered) || interfaces.some(isOrdered) ? checkOrder([...disks, ...interfaces]) : NOTHING_WRONG,
});

function isOrdered({ item }: Part): boolean {
  return typeof item.bootOrder === 'number';
}

function* checkOrder(devices: readonly Part[]): Found {
  const seen = new Set<number>();
  for (const { item, path } of devices) {
    const { bootOrder: order } = item;
    if (typeof order !== 'number') {
      continue;
    }
    if (order < 1) {
      const what = `${order} is not a boot order`;
      yield { code: 'PV003', path: `${path}.bootOrder`, what, fix: 'write a number from 1 on', source: SOURCE };
    } else if (seen.has(order)) {
      const what = `the boot order ${order} appears twice`;
      yield { code: 'PV802', path: `${path}.bootOrder`, what, fix: 'give each device its own', source: SOURCE };
    }
    seen.add(order);
  }
}
