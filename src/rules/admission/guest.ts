import { at } from '../../architectures/instance-view';
import { textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isUuid } from '../../kube/hash';
import { asText } from '../../kube/object';
import { parseQuantity } from '../../kube/quantity';
import { NOTHING_WRONG, type Rule, type Said } from '../rule';

const MEBIBYTE = parseQuantity('1Mi')!.nano;

/**
 * Values that virt-api accepts and no guest starts with: an identity that libvirt cannot read, and memory in bytes. Warnings, since errors are
 * what a cluster rejects.
 */
export const guest: Rule = () => ({
  instance: ({ spec }) => {
    const memory = at(spec, 'domain.memory.guest');
    const amount =
      typeof memory === 'string' || typeof memory === 'number' ? parseQuantity(asText(memory))?.nano : undefined;
    return amount !== undefined && amount >= 0n && amount < MEBIBYTE ? [tooLittle(memory, amount)] : NOTHING_WRONG;
  },
  member: {
    instance: ({ written }) => {
      const uuid = textOf(at(written.spec, 'domain.firmware.uuid'));
      return uuid === '' || isUuid(uuid) ? NOTHING_WRONG : [noUuid(uuid)];
    },
  },
});

function noUuid(uuid: string): Said {
  return {
    code: 'PV003',
    severity: 'warning',
    path: 'domain.firmware.uuid',
    what: `${shownValue(uuid)} is not a UUID`,
    why: 'libvirt does not start a guest with it',
    fix: 'copy the UUID of the VM that exists, or leave it out',
    source: 'kubevirt pkg/virt-launcher/virtwrap/converter',
  };
}

function tooLittle(memory: unknown, amount: bigint): Said {
  return {
    code: 'PV001',
    severity: 'warning',
    path: 'domain.memory.guest',
    what: `${shownValue(memory)} is less than 1Mi`,
    why: 'A number without a suffix counts bytes; no guest can start with so little',
    fix:
      amount === 0n ? 'write an amount with a suffix, for example 4Gi' : `write a suffix, perhaps ${asText(memory)}Gi`,
    source: 'k8s.io/apimachinery pkg/api/resource/quantity.go',
  };
}
