import { identityKey, identityOf } from '../../kube/identity';
import { type Fields, isMap, type KubeObject } from '../../kube/object';
import { valueAt } from '../../kube/path';

/** A caller's knowledge of one live VM. */
export interface LiveState {
  readonly running?: boolean;
  readonly migratable?: boolean;
  /** Whether a migration may copy its storage: the condition StorageLiveMigratable of its instance. */
  readonly storageMigratable?: boolean;
  /** The VirtualMachineSnapshot that is being taken of it. */
  readonly snapshot?: string;
  /** The VirtualMachineRestore that is under way. */
  readonly restore?: string;
  /** The spec its instance was started with, where that is at hand. */
  readonly started?: StartedInstance;
}

/** What KubeVirt filled in when it made an instance, and what the instance has now. */
export interface StartedInstance {
  readonly architecture?: string;
  readonly machineType?: string;
  readonly uuid?: string;
  readonly sockets?: number;
  /** How many sockets it can grow to; absent where it cannot. */
  readonly maxSockets?: number;
  /** How much memory it can grow to; absent where it cannot. */
  readonly maxGuest?: string;
  readonly guestAtBoot?: string;
  /** Volumes whose claims only one node may mount. */
  readonly readWriteOnce?: readonly string[];
}

/** Phases of an instance in which there is no VM any more. */
const ENDED: ReadonlySet<unknown> = new Set(['Succeeded', 'Failed']);

/** What a snapshot of a cluster tells of its VMs; nothing of which of them run where there are no instances in it. */
export function liveStates(existing: readonly KubeObject[]): (vm: KubeObject) => LiveState {
  const [instances, vms] = ['VirtualMachineInstance', 'VirtualMachine'].map((kind) => byKey(existing, kind)) as [
    ReadonlyMap<string, KubeObject>,
    ReadonlyMap<string, KubeObject>,
  ];
  return (vm) => ({
    ...progressOf(vms.get(keyOf(vm, 'VirtualMachine'))),
    ...(instances.size === 0 ? {} : instanceState(instances.get(keyOf(vm, 'VirtualMachineInstance')))),
  });
}

function byKey(existing: readonly KubeObject[], kind: string): ReadonlyMap<string, KubeObject> {
  return new Map(
    existing
      .filter((object) => object.kind === kind && object.apiVersion.startsWith('kubevirt.io/'))
      .map((object) => [keyOf(object, kind), object]),
  );
}

function keyOf(object: KubeObject, kind: string): string {
  return identityKey(identityOf({ ...object, apiVersion: 'kubevirt.io/v1', kind }));
}

function progressOf(vm: KubeObject | undefined): Pick<LiveState, 'snapshot' | 'restore'> {
  return withoutUnknown({
    snapshot: textAt(vm, 'status.snapshotInProgress'),
    restore: textAt(vm, 'status.restoreInProgress'),
  });
}

function instanceState(instance: KubeObject | undefined): LiveState {
  if (instance === undefined || ENDED.has(valueAt(instance, 'status.phase'))) {
    return { running: false };
  }
  return {
    running: true,
    ...withoutUnknown({
      migratable: conditionOf(instance, 'LiveMigratable'),
      storageMigratable: conditionOf(instance, 'StorageLiveMigratable'),
    }),
    // An export may leave the spec out, which then says nothing of what the instance can grow to.
    ...(isMap(valueAt(instance, 'spec.domain')) ? { started: startedOf(instance) } : {}),
  };
}

function startedOf(instance: KubeObject): StartedInstance {
  const statuses = valueAt(instance, 'status.volumeStatus');
  const single = (Array.isArray(statuses) ? statuses : []).filter(isReadWriteOnce).map(({ name }) => name);
  return withoutUnknown({
    architecture: textAt(instance, 'spec.architecture'),
    machineType: textAt(instance, 'spec.domain.machine.type'),
    uuid: textAt(instance, 'spec.domain.firmware.uuid'),
    sockets: numberAt(instance, 'spec.domain.cpu.sockets'),
    maxSockets: numberAt(instance, 'spec.domain.cpu.maxSockets'),
    maxGuest: textAt(instance, 'spec.domain.memory.maxGuest'),
    guestAtBoot: textAt(instance, 'status.memory.guestAtBoot'),
    readWriteOnce: single.length === 0 ? undefined : single,
  });
}

/** The persistent state of a VM is copied in a way of its own: pkg/storage/backend-storage IsBackendStorageVolume. */
const STATE_VOLUME = 'persistent-state-for';
const SHARED: ReadonlySet<unknown> = new Set(['ReadOnlyMany', 'ReadWriteMany']);

/** Source: kubevirt pkg/storage/types/pvc.go IsReadWriteOnceAccessMode. */
function isReadWriteOnce(status: unknown): status is { name: string } {
  if (!isMap(status) || typeof status.name !== 'string' || status.name.startsWith(STATE_VOLUME)) {
    return false;
  }
  const { persistentVolumeClaimInfo: claim } = status;
  const modes = isMap(claim) && Array.isArray(claim.accessModes) ? claim.accessModes : [];
  return isMap(claim) && !modes.some((mode) => SHARED.has(mode));
}

function conditionOf(instance: KubeObject, type: string): boolean | undefined {
  const conditions = valueAt(instance, 'status.conditions');
  const found = Array.isArray(conditions) ? conditions.find((each) => isMap(each) && each.type === type) : undefined;
  return found === undefined ? undefined : found.status === 'True';
}

function textAt(object: Fields | undefined, path: string): string | undefined {
  const value = valueAt(object, path);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function numberAt(object: Fields, path: string): number | undefined {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : undefined;
}

function withoutUnknown<T extends object>(known: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as never;
}
