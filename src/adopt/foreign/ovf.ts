import {
  type ForeignVm,
  type ImageToImport,
  type MachineSummary,
  type NoCounterpart,
  objectName,
  quantityOf,
} from './foreign-vm';
import { child, children, textOf, type XmlElement } from './xml';

/** Kinds of items. Source: DMTF CIM_ResourceAllocationSettingData.ResourceType, which OVF uses. */
const CPU = '3';
const MEMORY = '4';
const NIC = '10';
const CDROMS = ['15', '16'];
const DISK = '17';
const FLOPPY = '14';
/** Controllers, input, graphics and sound: KubeVirt makes its own. */
const IMPLICIT = ['1', '5', '6', '13', '20', '23', '24', '35'];

interface Read {
  readonly name: string;
  readonly missing: NoCounterpart[];
  readonly images: ImageToImport[];
}

/**
 * A virtual machine of an OVF descriptor as a VM.
 *
 * Source: DMTF DSP0243, and what vSphere writes into it beside the standard (`vmw:Config`).
 */
export function readOvf(envelope: XmlElement): ForeignVm[] {
  return systemsIn(envelope).map((system) => readSystem(system, envelope));
}

/** A collection may hold others. */
function systemsIn(parent: XmlElement): XmlElement[] {
  return [
    ...children(parent, 'VirtualSystem'),
    ...children(parent, 'VirtualSystemCollection').flatMap((collection) => systemsIn(collection)),
  ];
}

function readSystem(system: XmlElement, envelope: XmlElement): ForeignVm {
  const name = objectName(textOf(system, 'Name') ?? system.attributes.id ?? 'vm');
  const read: Read = { name, missing: [], images: [] };
  const hardware = child(system, 'VirtualHardwareSection');
  const items = children(hardware, 'Item').concat(
    children(hardware, 'StorageItem'),
    children(hardware, 'EthernetPortItem'),
  );
  const ofType = (...types: readonly string[]) =>
    items.filter((item) => types.includes(textOf(item, 'ResourceType') ?? ''));
  const cpus = Number(textOf(ofType(CPU)[0], 'VirtualQuantity') ?? 1);
  const perSocket = Number(textOf(ofType(CPU)[0], 'CoresPerSocket') ?? 1);
  const memory = bytesOf(ofType(MEMORY)[0]);
  if (memory === 0) {
    read.missing.push({ element: 'memory', reason: 'the descriptor says none: write how much the guest gets' });
  }
  const config = new Map(children(hardware, 'Config').map(({ attributes }) => [attributes.key, attributes.value]));
  const firmware: MachineSummary['firmware'] =
    config.get('firmware') !== 'efi'
      ? 'bios'
      : config.get('bootOptions.efiSecureBootEnabled') === 'true'
        ? 'efi-secure-boot'
        : 'efi';
  const disks = [...ofType(DISK).map((item, i) => diskOf(item, i, envelope, read))];
  for (const item of ofType(...CDROMS)) {
    read.missing.push({
      element: textOf(item, 'ElementName') ?? 'CD-ROM',
      reason: 'it has no image in it: plug one in when there is one',
    });
  }
  for (const item of ofType(FLOPPY)) {
    read.missing.push({ element: textOf(item, 'ElementName') ?? 'floppy', reason: 'there are no floppy disks' });
  }
  const nics = ofType(NIC).map((item, i) => nicOf(item, i, read));
  otherItems(items, read);
  const topology =
    cpus % perSocket === 0
      ? { sockets: cpus / perSocket, cores: perSocket, threads: 1 }
      : { sockets: cpus, cores: 1, threads: 1 };
  const vm = {
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: { name },
    spec: {
      runStrategy: 'Halted',
      template: {
        spec: {
          architecture: 'amd64',
          domain: {
            cpu: topology,
            ...(memory === 0 ? {} : { memory: { guest: quantityOf(memory) } }),
            machine: { type: 'q35' },
            ...(firmware === 'bios' ? {} : { firmware: { bootloader: { efi: { secureBoot: firmware !== 'efi' } } } }),
            ...(firmware === 'efi-secure-boot' ? { features: { smm: { enabled: true } } } : {}),
            devices: { disks: disks.map(({ disk }) => disk), interfaces: nics.map((nic) => nic.interface) },
          },
          ...(nics.length === 0 ? {} : { networks: nics.map(({ network }) => network) }),
          ...(disks.length === 0 ? {} : { volumes: disks.map(({ volume }) => volume) }),
        },
      },
    },
  };
  read.missing.push({
    element: 'uuid',
    reason: 'OVF has none: the guest finds another machine, unless firmware.uuid says the old one',
  });
  return {
    vm,
    source: {
      cpus,
      memory,
      architecture: 'amd64',
      machine: 'q35',
      firmware,
      disks: disks.map(({ summary }) => summary),
      nics: nics.map(({ summary }) => summary),
    },
    noCounterpart: read.missing,
    images: read.images,
  };
}

/** `byte * 2^20`, `MegaBytes`. */
function bytesOf(item: XmlElement | undefined): number {
  const units = textOf(item, 'AllocationUnits') ?? 'byte * 2^20';
  const [, power] = /2\^(\d+)/.exec(units) ?? [];
  const factor =
    power !== undefined
      ? 2 ** Number(power)
      : /giga|GB/i.test(units)
        ? 2 ** 30
        : /kilo|KB/i.test(units)
          ? 2 ** 10
          : 2 ** 20;
  return Number(textOf(item, 'VirtualQuantity') ?? 0) * factor;
}

function diskOf(
  item: XmlElement,
  i: number,
  envelope: XmlElement,
  { name: vm, images }: Read,
): { disk: object; volume: object; summary: string } {
  const name = `disk-${i + 1}`;
  const id = textOf(item, 'HostResource')?.split('/').at(-1);
  const described = children(child(envelope, 'DiskSection'), 'Disk').find(({ attributes }) => attributes.diskId === id);
  const files = children(child(envelope, 'References'), 'File');
  const file = files.find(({ attributes }) => attributes.id === described?.attributes.fileRef)?.attributes.href;
  const claim = objectName(`${vm}-${name}`);
  images.push({
    claim,
    from:
      file ??
      `an empty disk of ${described?.attributes.capacity ?? 'unknown'} ${described?.attributes.capacityAllocationUnits ?? ''}`.trim(),
  });
  return {
    disk: { name, disk: { bus: 'virtio' } },
    volume: { name, persistentVolumeClaim: { claimName: claim } },
    summary: `${name} disk virtio`,
  };
}

const MODELS: Readonly<Record<string, string>> = { E1000: 'e1000', E1000e: 'e1000e', PCNet32: 'pcnet' };

function nicOf(
  item: XmlElement,
  i: number,
  { missing }: Read,
): { interface: object; network: object; summary: string } {
  const type = textOf(item, 'ResourceSubType') ?? '';
  const model = MODELS[type] ?? 'virtio';
  const mac = textOf(item, 'Address');
  const name = `nic-${i + 1}`;
  const network = objectName(textOf(item, 'Connection') ?? 'lan');
  if (MODELS[type] === undefined && type !== '' && !/virtio/i.test(type)) {
    missing.push({ element: `${name} ${type}`, reason: 'KubeVirt has virtio instead: the guest needs its driver' });
  }
  missing.push({
    element: name,
    reason: `a NetworkAttachmentDefinition ${network} has to be there for ${textOf(item, 'Connection') ?? 'it'}`,
  });
  return {
    interface: { name, bridge: {}, model, ...(mac === undefined ? {} : { macAddress: mac }) },
    network: { name, multus: { networkName: network } },
    summary: `${mac ?? ''} ${model}`,
  };
}

function otherItems(items: readonly XmlElement[], { missing }: Read): void {
  const known = [CPU, MEMORY, NIC, DISK, FLOPPY, ...CDROMS, ...IMPLICIT];
  for (const item of items) {
    const type = textOf(item, 'ResourceType') ?? '';
    if (!known.includes(type)) {
      missing.push({
        element: textOf(item, 'ElementName') ?? `item of type ${type}`,
        reason: 'KubeVirt has no such device, or says it otherwise',
      });
    }
  }
}
