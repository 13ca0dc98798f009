import { asNumber, asText, isMap, type KubeObject } from '../../kube/object';
import { valueAt, valuesAt } from '../../kube/path';
import { parseQuantity } from '../../kube/quantity';
import type { DifferingField } from '../proof';
import type { MachineSummary } from './foreign-vm';

const DOMAIN = 'spec.template.spec.domain';

/** What KubeVirt makes of a VM, as far as it makes the machine what it is for its guest. */
export function summaryOf(vm: KubeObject): MachineSummary {
  const cpu = (key: string) => asNumber(valueAt(vm, `${DOMAIN}.cpu.${key}`) ?? 1);
  const efi = valueAt(vm, `${DOMAIN}.firmware.bootloader.efi`);
  const uuid = valueAt(vm, `${DOMAIN}.firmware.uuid`);
  const amount = parseQuantity(asText(valueAt(vm, `${DOMAIN}.memory.guest`)));
  return {
    cpus: cpu('sockets') * cpu('cores') * cpu('threads'),
    memory: amount === undefined ? 0 : Number(amount.nano / 1_000_000_000n),
    architecture: asText(valueAt(vm, 'spec.template.spec.architecture') ?? 'amd64'),
    machine: asText(valueAt(vm, `${DOMAIN}.machine.type`) ?? ''),
    firmware: !isMap(efi) ? 'bios' : efi.secureBoot === false ? 'efi' : 'efi-secure-boot',
    ...(uuid === undefined ? {} : { uuid: asText(uuid) }),
    disks: valuesAt(vm, `${DOMAIN}.devices.disks[]`).map(({ value }) => diskText(value)),
    nics: valuesAt(vm, `${DOMAIN}.devices.interfaces[]`).map(({ value }) => nicText(value)),
  };
}

function diskText(disk: unknown): string {
  const map = isMap(disk) ? disk : {};
  const device = ['cdrom', 'lun'].find((kind) => isMap(map[kind])) ?? 'disk';
  const target = map[device];
  return `${asText(map.name)} ${device} ${isMap(target) ? asText(target.bus) : ''}`;
}

function nicText(nic: unknown): string {
  return isMap(nic) ? `${asText(nic.macAddress ?? '')} ${asText(nic.model ?? 'virtio')}` : '';
}

/** Where two machines are not the same for their guest: `read` is the source, `made` what KubeVirt makes. */
export function summaryDifferences(source: MachineSummary, made: MachineSummary): DifferingField[] {
  return (Object.keys(source) as (keyof MachineSummary)[])
    .filter((key) => JSON.stringify(source[key]) !== JSON.stringify(made[key]))
    .map((key) => ({ path: key, read: source[key], made: made[key] }));
}
