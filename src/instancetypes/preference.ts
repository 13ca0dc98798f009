import type { Because, InstanceDraft } from '../architectures/draft';
import { isEmpty, isMap, type MutableFields } from '../kube/object';
import { atLeast, type Release } from '../kube/release';

/** The spec of a preference: plain data of any origin. */
export type PreferenceSpec = Readonly<Record<string, unknown>>;

const DEVICES = 'domain.devices';

/** What goes in where the VM says nothing. */
const FIELDS: readonly (readonly [from: string, to: string])[] = [
  ['devices.preferredUseVirtioTransitional', `${DEVICES}.useVirtioTransitional`],
  ['devices.preferredBlockMultiQueue', `${DEVICES}.blockMultiQueue`],
  ['devices.preferredNetworkInterfaceMultiQueue', `${DEVICES}.networkInterfaceMultiqueue`],
  ['devices.preferredRng', `${DEVICES}.rng`],
  ['devices.preferredTPM', `${DEVICES}.tpm`],
  ['devices.preferredVideoType', `${DEVICES}.video.type`],
  ['devices.preferredAutoattachGraphicsDevice', `${DEVICES}.autoattachGraphicsDevice`],
  ['devices.preferredAutoattachMemBalloon', `${DEVICES}.autoattachMemBalloon`],
  ['devices.preferredAutoattachPodInterface', `${DEVICES}.autoattachPodInterface`],
  ['devices.preferredAutoattachSerialConsole', `${DEVICES}.autoattachSerialConsole`],
  ['devices.preferredAutoattachInputDevice', `${DEVICES}.autoattachInputDevice`],
  ['features.preferredApic', 'domain.features.apic'],
  ['features.preferredKvm', 'domain.features.kvm'],
  ['features.preferredPvspinlock', 'domain.features.pvspinlock'],
  ['features.preferredSmm', 'domain.features.smm'],
  ['machine.preferredMachineType', 'domain.machine.type'],
  ['clock.preferredTimer', 'domain.clock.timer'],
  ['preferredSubdomain', 'subdomain'],
  ['preferredTerminationGracePeriodSeconds', 'terminationGracePeriodSeconds'],
  ['preferredArchitecture', 'architecture'],
  ['preferredLaunchSecurity', 'domain.launchSecurity'],
];

/** Upstream cannot tell whether the VM says these, and overrides them. */
const OVERRIDING: readonly (readonly [from: string, to: string])[] = [
  ['devices.preferredDisableHotplug', `${DEVICES}.disableHotplug`],
  ['features.preferredAcpi', 'domain.features.acpi'],
];

/** Puts what a preference wants into a VM, where the VM leaves it open. */
export function applyPreference(spec: PreferenceSpec, draft: InstanceDraft, name: string, kubevirt: Release): void {
  const because: Because = {
    from: 'preference',
    reason: `the preference ${name} wants it, and the VM leaves it open`,
    source: 'kubevirt pkg/instancetype/preference/apply',
  };
  for (const [from, to] of FIELDS) {
    const value = at(spec, from);
    // false is a wish too.
    if (!isEmpty(value) && isEmpty(draft.get(to))) {
      draft.set(to, value, because);
    }
  }
  for (const [from, to] of OVERRIDING) {
    const value = at(spec, from);
    if (value !== undefined) {
      draft.set(to, value, { ...because, reason: `the preference ${name} wants it, whatever the VM says` });
    }
  }
  applyCpuFeatures(spec, draft, because);
  applyHyperv(spec, draft, because);
  applyFirmware(spec, draft, because);
  applyClock(spec, draft, because);
  const devices = isMap(spec.devices) ? spec.devices : {};
  applyToDisks(devices, draft, because);
  applyToInterfaces(devices, draft, because);
  applyToInputs(devices, draft, because);
  applyToPanicDevices(devices, draft, because, kubevirt);
}

function applyCpuFeatures(spec: PreferenceSpec, draft: InstanceDraft, because: Because): void {
  const wanted = maps(at(spec, 'cpu.preferredCPUFeatures'));
  const own = maps(draft.get('domain.cpu.features'));
  const further = wanted.filter(({ name }) => own.every((feature) => feature.name !== name));
  if (further.length > 0) {
    draft.set('domain.cpu.features', [...own, ...further], because);
  }
}

/** One enlightenment at a time. */
function applyHyperv(spec: PreferenceSpec, draft: InstanceDraft, because: Because): void {
  const wanted = at(spec, 'features.preferredHyperv');
  for (const [key, value] of Object.entries(isMap(wanted) ? wanted : {})) {
    if (!isEmpty(value)) {
      draft.fill(`domain.features.hyperv.${key}`, value, because);
    }
  }
}

/** `preferredEfi` is taken whole; the two older wishes for EFI count only without it. */
function applyFirmware(spec: PreferenceSpec, draft: InstanceDraft, because: Because): void {
  const wanted = isMap(spec.firmware) ? spec.firmware : {};
  const has = (kind: string) => isMap(draft.get(`domain.firmware.bootloader.${kind}`));
  const isUndecided = () => !has('bios') && !has('efi');
  if (wanted.preferredUseBios === true && isUndecided()) {
    draft.set('domain.firmware.bootloader.bios', {}, because);
  }
  if (!isEmpty(wanted.preferredUseBiosSerial) && has('bios')) {
    draft.fill('domain.firmware.bootloader.bios.useSerial', wanted.preferredUseBiosSerial, because);
  }
  if (isMap(wanted.preferredEfi) && isUndecided()) {
    draft.set('domain.firmware.bootloader.efi', wanted.preferredEfi, because);
    return;
  }
  if (wanted.preferredUseEfi === true && isUndecided()) {
    draft.set('domain.firmware.bootloader.efi', {}, because);
  }
  if (!isEmpty(wanted.preferredUseSecureBoot) && has('efi')) {
    draft.fill('domain.firmware.bootloader.efi.secureBoot', wanted.preferredUseSecureBoot, because);
  }
}

function applyClock(spec: PreferenceSpec, draft: InstanceDraft, because: Because): void {
  const offset = at(spec, 'clock.preferredClockOffset');
  if (isMap(offset) && isEmpty(draft.get('domain.clock.utc')) && isEmpty(draft.get('domain.clock.timezone'))) {
    for (const [key, value] of Object.entries(offset)) {
      if (!isEmpty(value)) {
        draft.set(`domain.clock.${key}`, value, because);
      }
    }
  }
}

function applyToDisks(devices: PreferenceSpec, draft: InstanceDraft, because: Because): void {
  for (const { item, path } of draft.items(`${DEVICES}.disks`)) {
    const kind = ['disk', 'cdrom', 'lun'].find((each) => isMap(item[each])) ?? 'disk';
    const target = draft.mapIn(item, kind);
    if (target === undefined) {
      continue;
    }
    const put = (map: MutableFields, key: string, wish: string, below: string) => {
      if (!isEmpty(devices[wish]) && isEmpty(map[key])) {
        draft.setIn(map, key, devices[wish], `${path}${below}.${key}`, because);
      }
    };
    put(
      target,
      'bus',
      { disk: 'preferredDiskBus', cdrom: 'preferredCdromBus', lun: 'preferredLunBus' }[kind]!,
      `.${kind}`,
    );
    if (kind === 'disk') {
      put(item, 'blockSize', 'preferredDiskBlockSize', '');
      put(item, 'cache', 'preferredDiskCache', '');
      put(item, 'io', 'preferredDiskIO', '');
      if (target.bus === 'virtio') {
        put(item, 'dedicatedIOThread', 'preferredDiskDedicatedIoThread', '');
      }
    }
  }
}

const BINDINGS = ['bridge', 'masquerade', 'slirp', 'sriov', 'macvtap', 'passt', 'passtBinding', 'binding'];

function applyToInterfaces(devices: PreferenceSpec, draft: InstanceDraft, because: Because): void {
  const pods = maps(draft.get('networks'))
    .filter(({ pod }) => isMap(pod))
    .map(({ name }) => name);
  for (const { item, path } of draft.items(`${DEVICES}.interfaces`)) {
    if (!isEmpty(devices.preferredInterfaceModel) && isEmpty(item.model)) {
      draft.setIn(item, 'model', devices.preferredInterfaceModel, `${path}.model`, because);
    }
    const isBound = BINDINGS.some((binding) => isMap(item[binding]));
    if (isMap(devices.preferredInterfaceMasquerade) && !isBound && pods.includes(item.name)) {
      draft.setIn(item, 'masquerade', devices.preferredInterfaceMasquerade, `${path}.masquerade`, because);
    }
  }
}

function applyToInputs(devices: PreferenceSpec, draft: InstanceDraft, because: Because): void {
  const sound = draft.get(`${DEVICES}.sound`);
  if (!isEmpty(devices.preferredSoundModel) && isMap(sound)) {
    draft.fill(`${DEVICES}.sound.model`, devices.preferredSoundModel, because);
  }
  for (const { item, path } of draft.items(`${DEVICES}.inputs`)) {
    for (const [wish, key] of [
      ['preferredInputBus', 'bus'],
      ['preferredInputType', 'type'],
    ] as const) {
      if (!isEmpty(devices[wish]) && isEmpty(item[key])) {
        draft.setIn(item, key, devices[wish], `${path}.${key}`, because);
      }
    }
  }
}

/** Since 1.9 the wish for a model brings a device along. */
function applyToPanicDevices(devices: PreferenceSpec, draft: InstanceDraft, because: Because, kubevirt: Release): void {
  const model = devices.preferredPanicDeviceModel;
  if (isEmpty(model)) {
    return;
  }
  const items = draft.items(`${DEVICES}.panicDevices`);
  if (items.length === 0 && atLeast(kubevirt, '1.9')) {
    draft.set(`${DEVICES}.panicDevices`, [{ model }], because);
  }
  for (const { item, path } of items.filter((each) => isEmpty(each.item.model))) {
    draft.setIn(item, 'model', model, `${path}.model`, because);
  }
}

function maps(value: unknown): Readonly<MutableFields>[] {
  return Array.isArray(value) ? value.filter(isMap) : [];
}

function at(spec: PreferenceSpec, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), spec) ?? undefined;
}
