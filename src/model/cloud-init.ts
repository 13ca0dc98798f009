import type { Bus } from '../architectures/facts';
import { isMap, type MutableFields } from '../kube/object';
import { keysOf } from '../kube/path';
import { type DiskContext, defaultBus } from './disk';
import { type AnyTable, append, derived, field, type Row, readTable, required, table, writeTable } from './rows/row';
import { anyText, known, text, word } from './rows/shapes';
import { namedTwice } from './rows/split';
import { Taken } from './rows/taken';
/** What the guest is told at its first boot, as plain data. */
export interface CloudInitDeclaration extends CloudInitData {
  /** `noCloud` for most Linux images; `configDrive` for Windows with cloudbase-init, and Ignition. */
  readonly type: 'noCloud' | 'configDrive';
}

/** What the guest is told: as text in the manifest, or in a Secret beside it. */
export interface CloudInitData {
  /**
   * The user data, as text. It is in the manifest for everyone to read: passwords and keys belong into a Secret.
   *
   * @default - none
   */
  readonly userData?: string;

  /**
   * Secret with the user data under the key `userdata`.
   *
   * @default - none
   */
  readonly userDataSecret?: string;

  /**
   * The network configuration, as text.
   *
   * @default - none
   */
  readonly networkData?: string;

  /**
   * Secret with the network configuration under the key `networkdata`.
   *
   * @default - none
   */
  readonly networkDataSecret?: string;

  /**
   * The user data in base64.
   *
   * @default - none
   */
  readonly userDataBase64?: string;

  /**
   * The network configuration in base64.
   *
   * @default - none
   */
  readonly networkDataBase64?: string;

  /**
   * Name of the disk that carries it.
   *
   * @default 'cloudinit'
   */
  readonly name?: string | null;

  /**
   * How the guest sees that disk.
   *
   * @default 'disk'
   */
  readonly device?: 'disk' | 'cdrom';

  /**
   * Bus that it is plugged into.
   *
   * @default - as for other disks
   */
  readonly bus?: Bus | null;
}

/** What the guest is told at its first boot. */
export class CloudInit {
  /** For guests that look for the NoCloud data source: most Linux images. */
  public static noCloud(data: CloudInitData): CloudInit {
    return new CloudInit({ type: 'noCloud', ...data });
  }

  /** For guests that look for an OpenStack config drive, as Windows with cloudbase-init and Ignition do. */
  public static configDrive(data: CloudInitData): CloudInit {
    return new CloudInit({ type: 'configDrive', ...data });
  }

  private constructor(public readonly declaration: CloudInitDeclaration) {}
}

/** Name of the disk that carries it. */
const CLOUD_INIT_DISK = 'cloudinit';

/** What cloud-init has to know. */
export interface CloudInitContext extends DiskContext {
  /** Whether it has to be a raw disk, since the hypervisor takes no ISO image. */
  readonly needsRawDisk: boolean;
}

/** Below the volume and the device of the disk that carries it. */
const CLOUD_INIT = table<CloudInitDeclaration, CloudInitContext>('CloudInitDeclaration', () => ({
  name: derived(namedTwice('device', 'volume'), () => CLOUD_INIT_DISK),
  type: required(field('kind', word('noCloud', 'configDrive'), 'configDrive')),
  userData: field('data.userData', anyText, '#cloud-config'),
  userDataBase64: field('data.userDataBase64', anyText, 'I2Nsb3VkLWNvbmZpZw=='),
  userDataSecret: field('data.secretRef.name', text, 'users'),
  networkData: field('data.networkData', anyText, 'version: 2'),
  networkDataBase64: field('data.networkDataBase64', anyText, 'dmVyc2lvbjogMg=='),
  networkDataSecret: field('data.networkDataSecretRef.name', text, 'network'),
  device: field('deviceKind', known('disk', 'cdrom'), 'cdrom'),
  bus: derived(
    field('target.bus', known('virtio', 'scsi', 'sata', 'usb'), 'sata') as Row<Bus, CloudInitContext>,
    (context, said) => (context.needsRawDisk ? 'virtio' : defaultBus(context, said)),
  ),
}));

const SOURCES = { noCloud: 'cloudInitNoCloud', configDrive: 'cloudInitConfigDrive' } as const;

/** Cloud-init of an instance, below a path of its object: the last of its disks. */
export function cloudInitRow(base: string): Row<CloudInitDeclaration, CloudInitContext> {
  const devices = [...keysOf(base), 'domain', 'devices', 'disks'];
  const volumes = [...keysOf(base), 'volumes'];
  const data = Object.values(SOURCES).map((source) => `${base}.volumes[${CLOUD_INIT_DISK}].${source}`);
  const device = `${base}.domain.devices.disks[${CLOUD_INIT_DISK}]`;
  return {
    fields: [`${base}.volumes[${CLOUD_INIT_DISK}]`, device, ...data],
    place: (path) =>
      path.startsWith('data.')
        ? data.map((each) => path.replace('data', each))
        : path.startsWith('target.')
          ? [path.replace('target', `${device}.disk`)]
          : [],
    shape: CLOUD_INIT.shape,
    example: { type: 'noCloud', userData: '#cloud-config' },
    below: CLOUD_INIT as unknown as AnyTable,
    isReadFirst: true,
    write: (value, out, context) => {
      const made: CloudInitParts = { device: {}, volume: {} };
      writeTable(CLOUD_INIT, value, made as unknown as MutableFields, context);
      const { kind = 'noCloud', deviceKind = 'disk', data: told = {}, target = {} } = made;
      made.device[deviceKind] = target;
      made.volume[SOURCES[kind] ?? SOURCES.noCloud] = told;
      append(out, devices, made.device);
      append(out, volumes, made.volume);
    },
    read: (from, context) => {
      const [disk, volume] = [lastOf(from, devices), lastOf(from, volumes)];
      const kind = (Object.keys(SOURCES) as (keyof typeof SOURCES)[]).find((each) => isMap(volume?.[SOURCES[each]]));
      const deviceKind = (['disk', 'cdrom'] as const).find((each) => isMap(disk?.[each]));
      if (kind === undefined || deviceKind === undefined || disk?.name !== volume?.name) {
        return undefined;
      }
      const made = structuredClone({
        device: { name: disk!.name },
        volume: { name: volume!.name },
        kind,
        ...(deviceKind === 'disk' ? {} : { deviceKind }),
        data: volume![SOURCES[kind]],
        target: disk![deviceKind],
      }) as MutableFields;
      const value = readTable(CLOUD_INIT, new Taken(made), context);
      const more = [Object.keys(disk!).length, Object.keys(volume!).length, countOf(made)];
      if (more.join() !== '2,2,0') {
        return undefined;
      }
      dropLast(from, devices);
      dropLast(from, volumes);
      return value;
    },
  };
}

interface CloudInitParts {
  readonly device: MutableFields;
  readonly volume: MutableFields;
  readonly kind?: keyof typeof SOURCES;
  readonly deviceKind?: string;
  readonly data?: MutableFields;
  readonly target?: MutableFields;
}

/** What was not taken, of all parts. */
function countOf(made: MutableFields): number {
  return Object.values(made).filter((part) => !isMap(part) || Object.keys(part).length > 0).length;
}

function lastOf(from: Taken, keys: readonly string[]): MutableFields | undefined {
  const list = from.peek(keys);
  const last: unknown = Array.isArray(list) ? list.at(-1) : undefined;
  return isMap(last) ? (last as MutableFields) : undefined;
}

function dropLast(from: Taken, keys: readonly string[]): void {
  const list = from.peek(keys) as unknown[];
  list.pop();
  if (list.length === 0) {
    from.take(keys);
  }
}
