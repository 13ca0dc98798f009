import { asNumber, asText, isMap, type KubeObject } from '../../kube/object';
import { valueAt, valuesAt } from '../../kube/path';
import { parseQuantity } from '../../kube/quantity';
import type { InputObject } from '../input';
import type { DifferingField } from '../proof';
import { readDomain } from './domain';
import type { ForeignVm, ImageToImport, MachineSummary, NoCounterpart } from './foreign-vm';
import { readOvf } from './ovf';
import { children, readXml, XmlError } from './xml';

/** A file of another world. */
interface ForeignFile {
  /** As it is shown. */
  readonly file: string;
  /** As it is opened. */
  readonly path: string;
  readonly text: string;
}

/** What became of a machine of another world. */
export interface ReportedForeign {
  readonly file: string;
  readonly name: string;
  readonly noCounterpart: readonly NoCounterpart[];
  readonly images: readonly ImageToImport[];
  readonly hypervisor?: string;
  /** Where KubeVirt would make another machine of it: `read` is the source. */
  readonly differs: readonly DifferingField[];
}

/** The VMs of a file of another world, or why it has none. */
export function readForeign(foreign: ForeignFile): {
  objects: InputObject[];
  report: ReportedForeign[];
  problem?: string;
} {
  const { file, path, text } = foreign;
  try {
    const vms = vmsIn(text);
    if (vms?.length === 0) {
      return { objects: [], report: [], problem: 'it describes no machine' };
    }
    return vms === undefined
      ? { objects: [], report: [], problem: 'it is neither a domain of libvirt nor an OVF descriptor' }
      : {
          objects: vms.map((vm) => ({ object: vm.vm, file, path, line: 1, comment: commentsOf(vm, file), inside: [] })),
          report: vms.map((vm) => reportOf(vm, file)),
        };
  } catch (error) {
    if (!(error instanceof XmlError)) {
      throw error;
    }
    return { objects: [], report: [], problem: error.message };
  }
}

function vmsIn(text: string): ForeignVm[] | undefined {
  const root = readXml(text);
  switch (root.name) {
    case 'domain':
      return [readDomain(root)];
    case 'domains':
      return children(root, 'domain').map(readDomain);
    // What `virsh snapshot-dumpxml` and `virsh save` wrap it in.
    case 'domstatus':
    case 'domainsnapshot':
      return children(root, 'domain').map(readDomain);
    case 'Envelope':
      return readOvf(root);
    default:
      return undefined;
  }
}

/** What a person has to do before the VM can start stands above it. */
function commentsOf({ images, hypervisor }: ForeignVm, file: string): string[] {
  return [
    `# From ${file}.`,
    ...images.map(({ claim, from }) => `# Bring ${from} to the claim ${claim}.`),
    ...(hypervisor === undefined
      ? []
      : [`# It ran on ${hypervisor}: polyvirt explain hypervisor/${hypervisor} says what that needs.`]),
    // A path with a line break in it must not end the comment.
  ].map((line) => line.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' '));
}

function reportOf({ vm, source, noCounterpart, images, hypervisor }: ForeignVm, file: string): ReportedForeign {
  return {
    file,
    name: vm.metadata.name,
    noCounterpart,
    images,
    ...(hypervisor === undefined ? {} : { hypervisor }),
    differs: summaryDifferences(source, summaryOf(vm)),
  };
}

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
