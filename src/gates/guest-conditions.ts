import { isMap } from '../kube/object';
import { valuesAt } from '../kube/path';
import { type FieldCondition, type GuestView, isText } from './fields';

/** From 1.7 each architecture has its own check of launchSecurity; a guest that names none is taken for amd64. */
export const onAmd64: FieldCondition = {
  holds: (_value, { architecture }) => (architecture ?? 'amd64') === 'amd64',
  cel: () => 'variables.architecture in ["", "amd64"]',
};

/** An entry without a device name that asks for a claim: a device of dynamic resource allocation. */
export const isClaim: FieldCondition = {
  holds: (value, guest) =>
    isMap(value) &&
    !isText.holds(value.deviceName, guest) &&
    (isText.holds(value.claimName, guest) || isText.holds(value.requestName, guest)),
  cel: (value) =>
    `${value}.?deviceName.orValue("") == "" && (${value}.?claimName.orValue("") != "" || ${value}.?requestName.orValue("") != "")`,
};

export const STORAGE = ['persistentVolumeClaim', 'dataVolume'];
export const CONFIG = ['configMap', 'secret', 'serviceAccount', 'downwardAPI'];

/** A shared file system whose volume is of one of these kinds. */
export const backedBy = (kinds: readonly string[]): FieldCondition => ({
  holds: (value, guest) =>
    isMap(value) && kinds.some((kind) => (volumeOf(value.name, guest)?.[kind] ?? undefined) !== undefined),
  cel: (value) =>
    `variables.volumes.exists(volume, ${isVolumeOf(value)} && (${kinds.map((kind) => `volume.?${kind}.orValue(null) != null`).join(' || ')}))`,
});

function isVolumeOf(value: string): string {
  return `volume.?name.orValue("") == ${value}.?name.orValue("")`;
}

type Volumes = ReadonlyMap<unknown, Readonly<Record<string, unknown>>>;

/** Asked for every disk of a guest. */
const volumesOf = new WeakMap<GuestView, Volumes>();

function volumeOf(name: unknown, guest: GuestView): Readonly<Record<string, unknown>> | undefined {
  let volumes = volumesOf.get(guest);
  if (volumes === undefined) {
    // Of two with one name the first counts.
    volumes = new Map(
      valuesAt(guest.template, 'spec.volumes[]')
        .flatMap(({ value }) => (isMap(value) ? [[value.name, value] as const] : []))
        .reverse(),
    );
    volumesOf.set(guest, volumes);
  }
  return volumes.get(name);
}

/** A CD-ROM drive with nothing in it. */
export const isEmptyDrive: FieldCondition = {
  holds: (value, guest) =>
    isMap(value) && (value.cdrom ?? undefined) !== undefined && volumeOf(value.name, guest) === undefined,
  cel: (value) => `${value}.?cdrom.orValue(null) != null && !variables.volumes.exists(volume, ${isVolumeOf(value)})`,
};
