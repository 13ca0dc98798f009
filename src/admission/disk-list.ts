import { ARCHITECTURE_FACTS } from '../architectures/facts';
import type { InstanceSpec } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import { devicesOf, type Part, partsOf, type RefusalContext, textOf } from './refused';

const PATH = 'domain.devices.disks';
const FILESYSTEMS = 'domain.devices.filesystems';

/** Disks as virt-api looks at them: KubeVirt adds one for each volume that has neither a disk nor a file system. */
export function disksOf(spec: InstanceSpec): readonly Part[] {
  const disks = partsOf(devicesOf(spec).disks, PATH);
  const volumes = spec.volumes;
  if (!Array.isArray(volumes) || volumes.length === 0) {
    return disks;
  }
  const isMapped = (volume: unknown) => isMap(volume) && disks.some(({ name }) => name === volume.name);
  if (volumes.every(isMapped)) {
    return disks;
  }
  const names = new Set(disks.map(({ name }) => name));
  for (const { name } of partsOf(devicesOf(spec).filesystems, FILESYSTEMS)) {
    names.add(name);
  }
  const bare = partsOf(volumes, 'volumes').filter(({ name }) => !names.has(name));
  return bare.length === 0 ? disks : [...disks, ...bare.map(({ name, path }) => ({ name, path, item: { name } }))];
}

/** What a disk is to the guest; nothing where it does not say, which is a disk once the instance is created. */
export function deviceOf({ item }: Part): 'disk' | 'lun' | 'cdrom' | undefined {
  return isMap(item.disk) ? 'disk' : isMap(item.lun) ? 'lun' : isMap(item.cdrom) ? 'cdrom' : undefined;
}

/** The bus of a disk: as it is written, and as the instance will have it. */
export interface Bus {
  readonly device: 'disk' | 'lun' | 'cdrom';
  /** Empty where the disk names none. */
  readonly written: string;
  /** Empty where the disk names none and the architecture is not known. */
  readonly created: string;
}

/** The bus of a disk; KubeVirt adds the one of the architecture when it creates the instance, not to a VirtualMachine. */
export function busOf(disk: Part, { architecture }: RefusalContext): Bus {
  const device = deviceOf(disk);
  const target = device === undefined ? undefined : disk.item[device];
  const written = isMap(target) ? textOf(target.bus) : '';
  const own = architecture === undefined ? '' : ARCHITECTURE_FACTS[architecture].diskBus;
  return { device: device ?? 'disk', written, created: written === '' ? own : written };
}
