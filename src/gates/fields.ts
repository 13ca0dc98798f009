import type { Architecture } from '../architectures/facts';
import { celText } from '../kube/cel';
import { isMap } from '../kube/object';
import { valueAt, valuesAt } from '../kube/path';
import type { ReleaseRange } from '../kube/release';
import type { FeatureGate } from './stages';

/** What becomes of a field whose gate is off. */
export type GatedFieldEffect =
  /** Admission rejects the object. */
  | 'refused'
  /** Admission rejects it or not, by the pod that happens to answer. */
  | 'refused by some'
  /** Admission rejects it with the gate too. */
  | 'refused anyway'
  /** It is accepted, and no launcher pod is made. */
  | 'not started'
  /** It is accepted, and its pod finds no node. */
  | 'pending'
  /** It is accepted, and nothing comes of it. */
  | 'ignored'
  /** It works either way; the gate changes how. */
  | 'works';

/** What a row is asked about: one guest as KubeVirt would make it. */
export interface GuestView {
  /** Its metadata and spec: of an instance, or of the template that makes one. */
  readonly template: unknown;
  /** Absent where it is not known. */
  readonly architecture?: Architecture | undefined;
  /** Architectures of the cluster, as far as they are known. */
  readonly architectures: readonly Architecture[];
  /** The architecture of virt-api itself; absent where that is not known. */
  readonly apiArchitecture?: Architecture | undefined;
  /** Resources of the cluster that are NVIDIA Grace GPUs. */
  readonly graceDevices?: ReadonlySet<string>;
}

/** Whether a value needs a gate: for `check` as a function, and for admission policies in CEL. A test holds both equal. */
interface FieldCondition {
  readonly holds: (value: unknown, guest: GuestView) => boolean;
  /** Of type bool, for an expression of the value. */
  readonly cel: (value: string) => string;
}

/** A field that works only with a gate, in some releases. */
export interface GateField extends ReleaseRange {
  readonly gate: FeatureGate;
  /** A gate that does as well. */
  readonly or?: FeatureGate;
  /** Below the template of a guest, or below the object where `kinds` says of what. */
  readonly path: string;
  /** `VirtualMachine.kubevirt.io`: objects other than guests. */
  readonly kinds?: readonly string[];
  /** Whether this value needs the gate; any does, where absent. */
  readonly when?: FieldCondition;
  readonly effect: GatedFieldEffect;
  /** More than the effect says. */
  readonly note?: string;
  readonly source: string;
}

/** A switch that is on. */
export const isTrue: FieldCondition = { holds: (value) => value === true, cel: (value) => `${value} == true` };

/** A list with something in it: an empty one does not survive virt-api's mutation. */
export const hasItems: FieldCondition = {
  holds: (value) => Array.isArray(value) && value.length > 0,
  cel: (value) => `size(${value}) > 0`,
};

/** An empty list. */
export const hasNoItems: FieldCondition = {
  holds: (value) => Array.isArray(value) && value.length === 0,
  cel: (value) => `size(${value}) == 0`,
};

/** A text that says something. */
export const isText: FieldCondition = {
  holds: (value) => typeof value === 'string' && value !== '',
  cel: (value) => `${value} != ""`,
};

/** One text. */
export function isValue(text: string): FieldCondition {
  return { holds: (value) => value === text, cel: (value) => `${value} == ${celText(text)}` };
}

/** Anything but one text. */
export function isNotValue(text: string): FieldCondition {
  return { holds: (value) => value !== text, cel: (value) => `${value} != ${celText(text)}` };
}

/** From 1.7 each architecture has its own check of launchSecurity; a guest that names none is taken for amd64. */
export const onAmd64: FieldCondition = {
  // Of an architecture that there is not, virt-api says that alone.
  holds: (_value, { architecture, template }) =>
    architecture === undefined ? (valueAt(template, 'spec.architecture') ?? '') === '' : architecture === 'amd64',
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
