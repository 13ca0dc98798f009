import { own } from '../../kube/object';
import { type ImageToImport, type NoCounterpart, objectName } from './foreign-vm';
import { child, children, type XmlElement } from './xml';

interface Disks {
  readonly disks: readonly object[];
  readonly volumes: readonly object[];
  readonly images: readonly ImageToImport[];
  readonly summary: readonly string[];
}

/** Buses that KubeVirt has. */
const BUSES = ['virtio', 'sata', 'scsi', 'usb'];

/** Disks, each on a claim that its image has to be brought to. */
export function diskDevices(domain: XmlElement, vm: string, missing: NoCounterpart[]): Disks {
  const made: { disk: object; volume: object; image: ImageToImport; summary: string }[] = [];
  for (const each of children(child(domain, 'devices'), 'disk')) {
    const { device = 'disk' } = each.attributes;
    const target = child(each, 'target')?.attributes ?? {};
    const name = objectName(target.dev ?? `disk-${made.length + 1}`);
    const from = sourceOf(each);
    if (device === 'floppy') {
      missing.push({ element: `disk ${name}`, reason: 'there are no floppy disks' });
    } else if (from === undefined) {
      missing.push({ element: `disk ${name}`, reason: 'it has no image in it: plug one in when there is one' });
    } else {
      const bus = busOf(name, device, target.bus, missing);
      const claim = objectName(`${vm}-${name}`);
      made.push({
        disk: diskOf(each, name, device, bus),
        volume: { name, persistentVolumeClaim: { claimName: claim } },
        image: { claim, from },
        summary: `${name} ${device} ${bus}`,
      });
    }
  }
  return {
    disks: made.map(({ disk }) => disk),
    volumes: made.map(({ volume }) => volume),
    images: made.map(({ image }) => image),
    summary: made.map(({ summary }) => summary),
  };
}

function busOf(name: string, device: string, bus: string | undefined, missing: NoCounterpart[]): string {
  if (bus !== undefined && BUSES.includes(bus)) {
    return bus;
  }
  const taken = device === 'cdrom' || bus === 'ide' || bus === 'fdc' ? 'sata' : 'virtio';
  if (bus !== undefined) {
    missing.push({
      element: `disk ${name} bus=${bus}`,
      reason: `KubeVirt has ${taken} instead: the guest needs its driver`,
    });
  }
  return taken;
}

function sourceOf(disk: XmlElement): string | undefined {
  const { file, dev, name, volume, pool, protocol } = child(disk, 'source')?.attributes ?? {};
  return (
    file ??
    dev ??
    (volume === undefined ? undefined : `${pool}/${volume}`) ??
    (name === undefined ? undefined : `${protocol}:${name}`)
  );
}

function diskOf(disk: XmlElement, name: string, device: string, bus: string): object {
  const { cache, io, error_policy: errorPolicy } = child(disk, 'driver')?.attributes ?? {};
  const order = child(disk, 'boot')?.attributes.order;
  const serial = child(disk, 'serial')?.text.trim();
  const isReadonly = child(disk, 'readonly') !== undefined && device !== 'cdrom';
  return {
    name,
    ...(order === undefined ? {} : { bootOrder: Number(order) }),
    ...(serial === undefined || serial === '' ? {} : { serial }),
    ...(cache !== undefined && ['none', 'writethrough', 'writeback'].includes(cache) ? { cache } : {}),
    ...(io === 'native' || io === 'threads' ? { io } : {}),
    ...(errorPolicy === undefined ? {} : { errorPolicy }),
    ...(child(disk, 'shareable') === undefined ? {} : { shareable: true }),
    [device]: { bus, ...(isReadonly ? { readonly: true } : {}) },
  };
}

interface Nics {
  readonly interfaces: readonly object[];
  readonly networks: readonly object[];
  readonly summary: readonly string[];
}

/** Models that KubeVirt knows. */
const MODELS = ['virtio', 'e1000', 'e1000e', 'rtl8139', 'ne2k_pci', 'pcnet', 'igb'];

/** The first interface behind NAT is on the pod network; any other is on a network of its own name. */
export function networkDevices(domain: XmlElement, missing: NoCounterpart[]): Nics {
  const interfaces: object[] = [];
  const networks: object[] = [];
  const summary: string[] = [];
  let hasPod = false;
  for (const [i, each] of children(child(domain, 'devices'), 'interface').entries()) {
    const { type = 'network' } = each.attributes;
    const source = child(each, 'source')?.attributes ?? {};
    const mac = child(each, 'mac')?.attributes.address;
    const model = modelOf(each, i, missing);
    const isPod: boolean = !hasPod && (type === 'user' || (type === 'network' && source.network === 'default'));
    hasPod ||= isPod;
    const name = isPod ? 'default' : objectName(`nic-${i + 1}`);
    const order = child(each, 'boot')?.attributes.order;
    interfaces.push({
      name,
      ...(isPod ? { masquerade: {} } : type === 'hostdev' ? { sriov: {} } : { bridge: {} }),
      model,
      ...(mac === undefined ? {} : { macAddress: mac }),
      ...(order === undefined ? {} : { bootOrder: Number(order) }),
      ...(child(each, 'link')?.attributes.state === 'down' ? { state: 'down' } : {}),
    });
    const network = objectName(source.portgroup ?? source.network ?? source.bridge ?? source.dev ?? 'lan');
    networks.push(isPod ? { name, pod: {} } : { name, multus: { networkName: network } });
    if (!isPod) {
      missing.push({
        element: `interface ${mac ?? i + 1}`,
        reason: `a NetworkAttachmentDefinition ${network} has to be there for ${source.bridge ?? source.network ?? source.dev ?? type}`,
      });
    }
    summary.push(`${mac ?? ''} ${model}`);
  }
  return { interfaces, networks, summary };
}

function modelOf(nic: XmlElement, i: number, missing: NoCounterpart[]): string {
  const type = child(nic, 'model')?.attributes.type ?? 'virtio';
  if (MODELS.includes(type)) {
    return type;
  }
  if (type !== 'virtio-net' && type !== 'virtio-transitional') {
    missing.push({
      element: `interface ${i + 1} model=${type}`,
      reason: 'KubeVirt has virtio instead: the guest needs its driver',
    });
  }
  return 'virtio';
}

/** Devices that libvirt lists and every VM of KubeVirt has, or that follow from others. */
const IMPLICIT = [
  'emulator',
  'disk',
  'interface',
  'controller',
  'serial',
  'console',
  'channel',
  'video',
  'audio',
  'memballoon',
  'graphics',
  'hub',
  'panic',
];

/** Devices that a VM asks for in other words. */
const OTHERWISE: Readonly<Record<string, string>> = {
  vsock: 'autoattachVSOCK gives the guest one, with a CID that KubeVirt chooses',
  redirdev: 'clientPassthrough lets clients of the console redirect USB devices',
  iommu: 'KubeVirt gives guests no IOMMU',
  filesystem: 'a claim, a ConfigMap or a Secret is shared by filesystems with virtiofs',
  shmem: 'there is no memory that guests share',
};

/** What is neither a disk nor an interface. */
export function otherDevices(domain: XmlElement, missing: NoCounterpart[]): object {
  const devices = child(domain, 'devices');
  const made: Record<string, unknown> = {};
  for (const { name, attributes, children: below } of devices?.children ?? []) {
    if (name === 'rng') {
      made.rng = {};
    } else if (name === 'tpm') {
      made.tpm = { persistent: true };
      const backend = below.find((each) => each.name === 'backend')?.attributes.type;
      if (backend !== undefined && backend !== 'emulator') {
        missing.push({
          element: `tpm backend=${backend}`,
          reason: 'the guest gets an emulated one, which begins empty',
        });
      }
    } else if (name === 'watchdog' && attributes.model === 'i6300esb') {
      made.watchdog = { name: 'watchdog', i6300esb: { action: attributes.action ?? 'reset' } };
    } else if (name === 'sound') {
      made.sound = { name: 'sound', ...(attributes.model === 'ac97' ? { model: 'ac97' } : {}) };
    } else if (name === 'input' && attributes.type === 'tablet') {
      made.inputs = [{ name: 'tablet', type: 'tablet', bus: attributes.bus === 'virtio' ? 'virtio' : 'usb' }];
    } else if (name === 'memballoon' && attributes.model === 'none') {
      made.autoattachMemBalloon = false;
    } else if (name === 'hostdev') {
      const source = below.find((each) => each.name === 'source')?.children[0]?.attributes ?? {};
      missing.push({
        element: `hostdev ${attributes.type ?? ''} ${Object.values(source).join(':')}`.trim(),
        reason: 'a cluster gives devices by their resource: permit it in KubeVirt, and name it in hostDevices or gpus',
      });
    } else if (!IMPLICIT.includes(name) && name !== 'input') {
      missing.push({ element: name, reason: own(OTHERWISE, name) ?? 'KubeVirt has no such device' });
    }
  }
  if (!(devices?.children ?? []).some(({ name }) => name === 'graphics')) {
    made.autoattachGraphicsDevice = false;
  }
  return made;
}
