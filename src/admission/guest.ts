import { at } from '../architectures/instance-view';
import { asText } from '../kube/as-text';
import { parseQuantity } from '../kube/quantity';
import { isUuid } from '../kube/uuid';
import { shownValue } from '../secrets/shown-value';
import { type Admitter, textOf } from './refused';

const MEBIBYTE = parseQuantity('1Mi')!.nano;

/** What virt-api accepts and no guest starts with: an identity that libvirt cannot read, and memory in bytes. */
export const checkGuest: Admitter = function* (spec) {
  const uuid = textOf(at(spec, 'domain.firmware.uuid'));
  if (uuid !== '' && !isUuid(uuid)) {
    yield {
      code: 'PV003',
      path: 'domain.firmware.uuid',
      what: `${shownValue(uuid)} is not a UUID`,
      why: 'libvirt does not start a guest with it',
      fix: 'copy the UUID of the machine that exists, or leave it out',
      source: 'kubevirt pkg/virt-launcher/virtwrap/converter',
    };
  }
  const guest = at(spec, 'domain.memory.guest');
  const amount =
    typeof guest === 'string' || typeof guest === 'number' ? parseQuantity(asText(guest))?.nano : undefined;
  if (amount !== undefined && amount >= 0n && amount < MEBIBYTE) {
    yield {
      code: 'PV001',
      path: 'domain.memory.guest',
      what: `${shownValue(guest)} is less than a mebibyte`,
      why: 'A number without a suffix counts bytes; no guest starts with so few',
      fix:
        amount === 0n ? 'write an amount with a suffix, for example 4Gi' : `write a suffix, perhaps ${asText(guest)}Gi`,
      source: 'k8s.io/apimachinery pkg/api/resource/quantity.go',
    };
  }
};
