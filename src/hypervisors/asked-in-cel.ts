import { ARCHITECTURE_FACTS } from '../architectures/facts';
import { busOr, IS_CDROM, IS_LUN, inSpec, isThere, isTrue, itemsAt, itemsWhere } from '../architectures/instance-view';
import { type CelTwin, celText } from '../kube/cel';
import { BUSES, BY_FIELD, BY_ITSELF, BY_SWITCH, GENERATED } from './check-features';
import { FEATURES, type Feature } from './features';

/** What an instance asks of its hypervisor, in CEL: what `askedOf` is for `check`. */
export interface AskedTwin extends CelTwin {
  readonly feature: Feature;
  /** Whether the cluster asks for it, for every instance that says nothing else. */
  readonly byCluster?: true;
}

/** Of the fields that ask for a feature by being there: lists, which ask for nothing when they are empty. */
const LISTS: ReadonlySet<string> = new Set(
  ['inputs', 'filesystems', 'hostDevices', 'gpus', 'panicDevices'].map((list) => `domain.devices.${list}`),
);
/** Of the same: quantities. The others are maps, which may say that they are off. */
const SCALARS: ReadonlySet<string> = new Set(['domain.memory.maxGuest']);

const HAS_VOLUME = `variables.volumes.exists(volume, volume.?name.orValue("") == each.?name.orValue("") && (${GENERATED.map(
  (source) => `volume.?${source}.orValue(null) != null`,
).join(' || ')}))`;

const DISK_BUSES = `{${Object.entries(ARCHITECTURE_FACTS)
  .map(([architecture, { diskBus }]) => `${celText(architecture)}: ${celText(diskBus)}`)
  .join(', ')}}[?variables.architecture].orValue("")`;

const IS_HOTPLUGGED = `variables.volumes.exists(volume, volume.?name.orValue("") == each.?name.orValue("") && (${[
  'dataVolume',
  'persistentVolumeClaim',
]
  .map((source) => `volume.?${source}.?hotpluggable.orValue(false) == true`)
  .join(' || ')}))`;

/** Every way in which an instance asks for a feature. */
export function askedTwins(): readonly AskedTwin[] {
  return [
    ...BY_FIELD.map(([path, feature]) => ({ ...asked(feature, path), refused: isAskedBy(path) })),
    ...BY_SWITCH.map(([path, , feature]) => ({ ...asked(feature, path), refused: isTrue(path) })),
    {
      ...asked('secureBoot', 'domain.firmware.bootloader.efi.secureBoot'),
      refused:
        'variables.efi != null && (variables.efi.?secureBoot.orValue(false) == true || ' +
        '(variables.efi.?secureBoot.orValue(true) != false && variables.architecture != "arm64"))',
      fix: 'write domain.firmware.bootloader.efi.secureBoot: false',
    },
    ...BY_ITSELF.map(([path, feature]) => ({
      ...asked(feature, path),
      refused: `${inSpec(path)}.orValue(true) != false`,
      fix: `write ${path}: false, since KubeVirt adds it otherwise`,
      isOfNothing: true as const,
    })),
    ofDisks('iso', `${IS_CDROM} && ${HAS_VOLUME}`, 'give it as a raw disk: disk: { bus: virtio }'),
    ofDisks('cdrom', `${IS_CDROM} && !${HAS_VOLUME}`, 'give it as a disk, if the guest can use it as one'),
    ofDisks('lun', IS_LUN, 'give it as a disk on virtio'),
    ...Object.entries(BUSES).map(([bus, feature]) => ({
      ...ofDisks(
        feature,
        `!(${IS_CDROM}) && !(${IS_LUN}) && ${busOr(DISK_BUSES)} == ${celText(bus)}`,
        'write bus: virtio',
      ),
      isOfNothing: true as const,
    })),
    ofDisks('hotplugDisks', `!(${IS_CDROM}) && ${IS_HOTPLUGGED}`, 'leave hotpluggable out'),
    {
      ...asked('downwardMetrics', 'volumes'),
      ...itemsWhere('variables.volumes', 'each.?downwardMetrics.orValue(null) != null'),
    },
    {
      ...asked('sriov', 'domain.devices.interfaces'),
      ...itemsWhere('variables.interfaces', 'each.?sriov.orValue(null) != null'),
      fix: 'choose another binding',
    },
    {
      ...asked('otherNic', 'domain.devices.interfaces'),
      ...itemsWhere(
        'variables.interfaces',
        'each.?sriov.orValue(null) == null && each.?model.orValue("virtio") != "virtio"',
      ),
      fix: 'write model: virtio, or leave it out',
    },
    {
      ...asked('liveMigration', 'evictionStrategy'),
      refused: `${inSpec('evictionStrategy')}.orValue("") == "LiveMigrate"`,
      fix: 'write evictionStrategy: None',
    },
    {
      ...asked('liveMigration', 'evictionStrategy'),
      refused: `!(${isThere('evictionStrategy')}) && params.?data.?evictionStrategy.orValue("") == "LiveMigrate"`,
      fix: 'write evictionStrategy: None for this machine',
      byCluster: true,
    },
  ];
}

/** A guest of a hypervisor without an order of booting by itself, of which no device says its place. */
export const NO_BOOT_ORDER: CelTwin = {
  refused:
    'size(variables.disks) + size(variables.interfaces) > 0 && !variables.disks.exists(each, each.?bootOrder.orValue(0) != 0) && ' +
    '!variables.interfaces.exists(each, each.?bootOrder.orValue(0) != 0)',
  path: 'domain.devices.disks',
  what: 'this hypervisor has no order of booting by itself, and no device of the VM says one',
  fix: 'write bootOrder: 1 at the disk that it boots from',
};

function asked(feature: Feature, path: string): Omit<AskedTwin, 'refused'> {
  return { feature, path, what: `no support for ${FEATURES[feature]}`, fix: `leave ${path} out` };
}

function ofDisks(feature: Feature, condition: string, fix: string): AskedTwin {
  return { ...asked(feature, 'domain.devices.disks'), ...itemsWhere('variables.disks', condition), fix };
}

function isAskedBy(path: string): string {
  if (LISTS.has(path)) {
    return `size(${itemsAt(path)}) > 0`;
  }
  return SCALARS.has(path) ? isThere(path) : `${isThere(path)} && ${inSpec(`${path}.enabled`)}.orValue(true) != false`;
}
