import { asText, isEmpty, isMap } from '../kube/object';
import { parseQuantity, roundedUp } from '../kube/quantity';
import { atLeast, holdsIn, type Release, type ReleaseRange } from '../kube/release';
import type { Because, InstanceDraft } from './draft';
import { ARCHITECTURE_FACTS, ARM64_SECURE_BOOT_SINCE, type Architecture, rolloutStrategy } from './facts';

const HYPERV = 'domain.features.hyperv';
const FEATURES = 'domain.cpu.features';

/** Which enlightenment needs which other, in KubeVirt's own order: it turns that one on unless it is turned off. */
export const HYPERV_NEEDS: readonly (readonly [feature: string, needed: string])[] = [
  ['evmcs', 'vapic'],
  ['ipi', 'vpindex'],
  ['tlbflush', 'vpindex'],
  ['synictimer', 'synic'],
  ['synic', 'vpindex'],
];

/**
 * Turns on what is written without a state, and what the others need.
 *
 * Where one that is needed is turned off, KubeVirt stops here and leaves the refusal to its validating webhook.
 *
 * @see kubevirt pkg/defaults/hyperv.go SetHypervFeatureDependencies, staging/src/kubevirt.io/api/core/v1/defaults.go
 */
export function addHyperv(draft: InstanceDraft): void {
  const written = draft.get(HYPERV);
  if (!isMap(written)) {
    return;
  }
  const isSaid = (feature: string) => draft.get(`${HYPERV}.${feature}.enabled`) !== undefined;
  const isOn = (feature: string) => draft.get(`${HYPERV}.${feature}.enabled`) === true;
  for (const [feature, state] of Object.entries(written)) {
    if (isMap(state) && !isSaid(feature)) {
      draft.set(`${HYPERV}.${feature}.enabled`, true, because('on where it is named, unless said otherwise'));
    }
  }
  for (const [feature, needed] of HYPERV_NEEDS) {
    if (!isOn(feature)) {
      continue;
    }
    if (!isSaid(needed)) {
      draft.set(`${HYPERV}.${needed}.enabled`, true, because(`${feature} needs it`));
    } else if (!isOn(needed)) {
      return;
    }
  }
  if (isOn('evmcs')) {
    requireVmx(draft);
  }
}

/** Nested virtualization, whatever the VM says of the feature. */
function requireVmx(draft: InstanceDraft): void {
  const vmx = draft.items(FEATURES).find(({ item }) => item.name === 'vmx');
  if (vmx !== undefined) {
    if (vmx.item.policy !== 'require') {
      draft.setIn(vmx.item, 'policy', 'require', `${vmx.path}.policy`, because('evmcs needs it'));
    }
    return;
  }
  const others = draft.get(FEATURES);
  const features = [...(Array.isArray(others) ? others : []), { name: 'vmx', policy: 'require' }];
  draft.set(FEATURES, features, because('evmcs needs vmx'));
}

function because(reason: string): Because {
  return { from: 'default', reason, source: 'kubevirt pkg/defaults/hyperv.go' };
}

/** What decides about defaults, beside the instance itself. */
export interface DefaultingContext {
  readonly architecture: Architecture;
  readonly kubevirt: Release;
  /** `spec.configuration` of the KubeVirt resource; empty where it says nothing. */
  readonly configuration: Readonly<Record<string, unknown>>;
  /** The preference's choice for an interface that is added here. */
  readonly interfaceModel?: string;
}

/** One thing that KubeVirt adds when it creates an instance. */
interface AddedDefault {
  readonly architectures?: readonly Architecture[];
  readonly kubevirt?: ReleaseRange;
  readonly add: (draft: InstanceDraft, context: DefaultingContext) => void;
}

const DEFAULTS = 'kubevirt pkg/defaults/defaults.go';
const CONFIG = 'kubevirt pkg/virt-config/virt-config.go';

/** More virtual CPUs than any machine type has. */
const MOST_CPUS = 512;

/** In KubeVirt's own order; a new one is a row here. */
const ROWS: readonly AddedDefault[] = [
  { add: addMachineType },
  { add: addCpuRequest },
  { add: addGuestMemory },
  { add: addTopology },
  { add: addEvictionStrategy },
  { add: addPodNetwork },
  { add: addAcpi },
  { add: addHyperv },
  { add: addCpuModel },
  { architectures: ['arm64'], add: addArmBootloader },
  { add: addDiskBuses },
  { architectures: ['amd64', 's390x'], kubevirt: { since: '1.6' }, add: addWatchdog },
  { architectures: ['amd64', 's390x'], add: addMaxSockets },
  { architectures: ['amd64'], add: addMaxGuest },
];

/** Puts everything into an instance that KubeVirt adds on this architecture in this release. */
export function addDefaults(draft: InstanceDraft, context: DefaultingContext): void {
  for (const { architectures, kubevirt, add } of ROWS) {
    if ((architectures?.includes(context.architecture) ?? true) && holdsIn(kubevirt ?? {}, context.kubevirt)) {
      add(draft, context);
    }
  }
}

function byDefault(reason: string, source = DEFAULTS): Because {
  return { from: 'default', reason, source };
}

function byPlatform(reason: string): Because {
  return { from: 'platform', reason, source: CONFIG };
}

function addMachineType(draft: InstanceDraft, { architecture, configuration }: DefaultingContext): void {
  const whole = configuration.machineType;
  const own = ofArchitecture(configuration, architecture).machineType;
  if (!isEmpty(whole)) {
    draft.fill(
      'domain.machine.type',
      whole,
      byPlatform('machineType of the KubeVirt resource is for every architecture'),
    );
  } else if (!isEmpty(own)) {
    draft.fill(
      'domain.machine.type',
      own,
      byPlatform(`architectureConfiguration.${architecture}.machineType of the KubeVirt resource`),
    );
  } else {
    const { machineType, source } = ARCHITECTURE_FACTS[architecture];
    draft.fill('domain.machine.type', machineType, byDefault(`KubeVirt’s own for ${architecture}`, source));
  }
}

/** KubeVirt's own value for a cluster that sets none: then CPUs are divided by a ratio when the pod is made. */
const CPU_REQUEST = '100m';

function addCpuRequest(draft: InstanceDraft, { configuration }: DefaultingContext): void {
  const path = 'domain.resources.requests.cpu';
  const limit = parseQuantity(asText(draft.get('domain.resources.limits.cpu')));
  const asked = draft.get(path);
  // A request of nothing is none.
  if (limit !== undefined && limit.nano > 0n && (isEmpty(asked) || parseQuantity(asText(asked))?.nano === 0n)) {
    draft.set(path, draft.get('domain.resources.limits.cpu'), byDefault('the CPU limit, where no request is said'));
  }
  const told = parseQuantity(asText(configuration.cpuRequest));
  const isOwn = told === undefined || told.nano === parseQuantity(CPU_REQUEST)!.nano;
  if (!isOwn && draft.get('domain.cpu.dedicatedCpuPlacement') !== true) {
    draft.fill(path, configuration.cpuRequest, byPlatform('cpuRequest of the KubeVirt resource'));
  }
}

function addGuestMemory(draft: InstanceDraft): void {
  for (const [path, what] of [
    ['domain.resources.requests.memory', 'the memory request'],
    ['domain.resources.limits.memory', 'the memory limit'],
    ['domain.memory.hugepages.pageSize', 'the size of one huge page'],
  ] as const) {
    if (!isEmpty(draft.get(path))) {
      draft.fill('domain.memory.guest', draft.get(path), byDefault(`${what}, where nothing else is said`));
    }
  }
}

/** One of the three is enough: the other two are then left at nothing, which counts as 1. */
function addTopology(draft: InstanceDraft): void {
  const parts = ['sockets', 'cores', 'threads'].map((part) => `domain.cpu.${part}`);
  if (parts.some((path) => !isEmpty(draft.get(path)))) {
    return;
  }
  const limit = draft.get('domain.resources.limits.cpu');
  const amount = limit ?? draft.get('domain.resources.requests.cpu');
  const sockets = amount === undefined ? 1 : (roundedUp(asText(amount)) ?? 1);
  const reason =
    amount === undefined
      ? 'one CPU, if neither CPUs nor resources are set'
      : `the CPU ${limit === undefined ? 'request' : 'limit'}, rounded up`;
  draft.set('domain.cpu.sockets', sockets, byDefault(reason));
  draft.set('domain.cpu.cores', 1, byDefault('CPUs become sockets'));
  draft.set('domain.cpu.threads', 1, byDefault('CPUs become sockets'));
}

function addEvictionStrategy(draft: InstanceDraft, { configuration }: DefaultingContext): void {
  if (!isEmpty(configuration.evictionStrategy)) {
    draft.fill(
      'evictionStrategy',
      configuration.evictionStrategy,
      byPlatform('evictionStrategy of the KubeVirt resource'),
    );
  }
}

/** A VM that says nothing about networks gets the pod network. */
function addPodNetwork(draft: InstanceDraft, { configuration, interfaceModel }: DefaultingContext): void {
  const isOff = draft.get('domain.devices.autoattachPodInterface') === false;
  if (isOff || draft.items('networks').length > 0 || draft.items('domain.devices.interfaces').length > 0) {
    return;
  }
  const told = isMap(configuration.network) ? configuration.network.defaultNetworkInterface : undefined;
  const binding = isEmpty(told) ? 'bridge' : asText(told);
  draft.set(
    'domain.devices.interfaces',
    [{ name: 'default', [binding]: {}, ...(interfaceModel === undefined ? {} : { model: interfaceModel }) }],
    isEmpty(told)
      ? byDefault('the pod network with a bridge, if nothing is set', 'kubevirt pkg/network/vmispec/defaults.go')
      : byPlatform('network.defaultNetworkInterface of the KubeVirt resource'),
  );
  draft.set('networks', [{ name: 'default', pod: {} }], byDefault('the pod network, if nothing is set'));
}

function addAcpi(draft: InstanceDraft, { architecture }: DefaultingContext): void {
  const { acpi, source } = ARCHITECTURE_FACTS[architecture];
  draft.fill(
    'domain.features.acpi.enabled',
    acpi,
    byDefault(acpi ? 'on by default' : `${architecture} has no ACPI`, source),
  );
}

function addCpuModel(draft: InstanceDraft, { architecture, configuration }: DefaultingContext): void {
  const { cpuModel, source } = ARCHITECTURE_FACTS[architecture];
  const whole = configuration.cpuModel;
  if (cpuModel === 'host-model' && !isEmpty(whole)) {
    draft.fill('domain.cpu.model', whole, byPlatform('cpuModel of the KubeVirt resource'));
  } else {
    const reason = `KubeVirt’s own for ${architecture}${isEmpty(whole) ? '' : ', whatever the KubeVirt resource says'}`;
    draft.fill('domain.cpu.model', cpuModel, byDefault(reason, source));
  }
}

function addArmBootloader(draft: InstanceDraft, { kubevirt }: DefaultingContext): void {
  const { source } = ARCHITECTURE_FACTS.arm64;
  if (!isMap(draft.get('domain.firmware.bootloader'))) {
    draft.set('domain.firmware.bootloader.efi.secureBoot', false, byDefault('arm64 guests boot from UEFI', source));
  } else if (atLeast(kubevirt, ARM64_SECURE_BOOT_SINCE) && isMap(draft.get('domain.firmware.bootloader.efi'))) {
    draft.fill('domain.firmware.bootloader.efi.secureBoot', false, byDefault('arm64 has no secure boot', source));
  }
}

function addDiskBuses(draft: InstanceDraft, { architecture }: DefaultingContext): void {
  const { diskBus, source } = ARCHITECTURE_FACTS[architecture];
  for (const { item, path } of draft.items('domain.devices.disks')) {
    const kind = ['disk', 'cdrom', 'lun'].find((each) => isMap(item[each])) ?? 'disk';
    const target = draft.mapIn(item, kind);
    if (target !== undefined && isEmpty(target.bus)) {
      draft.setIn(
        target,
        'bus',
        diskBus,
        `${path}.${kind}.bus`,
        byDefault(`KubeVirt’s own for ${architecture}`, source),
      );
    }
  }
}

function addWatchdog(draft: InstanceDraft, { architecture }: DefaultingContext): void {
  const { watchdog, source } = ARCHITECTURE_FACTS[architecture];
  if (watchdog !== undefined && isMap(draft.get('domain.devices.watchdog'))) {
    const path = `domain.devices.watchdog.${watchdog.device}.action`;
    draft.fill(path, 'reset', byDefault(`the watchdog of ${architecture}, unless said otherwise`, source));
  }
}

/** Whether VMs are changed while they run. */
export function isLiveUpdated({
  kubevirt,
  configuration,
}: Pick<DefaultingContext, 'kubevirt' | 'configuration'>): boolean {
  return rolloutStrategy(configuration.vmRolloutStrategy, kubevirt) === 'LiveUpdate';
}

/** Room to plug CPUs in while the guest runs. */
function addMaxSockets(draft: InstanceDraft, context: DefaultingContext): void {
  if (!isLiveUpdated(context)) {
    return;
  }
  const { ratio, maxCpuSockets } = liveUpdate(context);
  const [sockets, cores, threads] = ['sockets', 'cores', 'threads'].map((part) =>
    countOr(draft.get(`domain.cpu.${part}`), 1),
  ) as [number, number, number];
  if (maxCpuSockets > 0) {
    const most = Math.max(maxCpuSockets, sockets);
    draft.fill('domain.cpu.maxSockets', most, byPlatform('maxCpuSockets of liveUpdateConfiguration'));
    return;
  }
  const most = Math.max(Math.min(sockets * ratio, Math.floor(MOST_CPUS / (cores * threads))), sockets);
  draft.fill('domain.cpu.maxSockets', most, byDefault(`room to grow while it runs: ${ratio} times the sockets`));
}

/** Room to plug memory in while the guest runs, where that is possible at all. */
function addMaxGuest(draft: InstanceDraft, context: DefaultingContext): void {
  const guest = parseQuantity(asText(draft.get('domain.memory.guest')));
  const { ratio, maxGuest } = liveUpdate(context);
  const block = draft.get('domain.memory.hugepages.pageSize') === '1Gi' ? GIBI : 2n << 20n;
  const bytes = (guest?.nano ?? 0n) / NANO;
  const impossible =
    bytes < GIBI ||
    bytes % block !== 0n ||
    draft.get('domain.cpu.realtime') !== undefined ||
    draft.get('domain.cpu.numa.guestMappingPassthrough') !== undefined ||
    draft.get('domain.launchSecurity') !== undefined;
  if (!isLiveUpdated(context) || impossible) {
    return;
  }
  if (maxGuest === undefined) {
    const most = gibibytes(bytes * BigInt(ratio));
    draft.fill('domain.memory.maxGuest', most, byDefault(`room to grow while it runs: ${ratio} times the memory`));
  } else {
    draft.fill('domain.memory.maxGuest', maxGuest, byPlatform('maxGuest of liveUpdateConfiguration'));
  }
}

const NANO = 1_000_000_000n;
const GIBI = 1n << 30n;

function gibibytes(bytes: bigint): string {
  return bytes % GIBI === 0n ? `${bytes / GIBI}Gi` : `${bytes >> 20n}Mi`;
}

/** A number of things; what cannot be one is as good as not said here, and is told by its structure. */
function countOr(value: unknown, otherwise: number): number {
  return Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : otherwise;
}

function liveUpdate({ configuration }: DefaultingContext): {
  readonly ratio: number;
  readonly maxCpuSockets: number;
  readonly maxGuest: unknown;
} {
  const found = isMap(configuration.liveUpdateConfiguration) ? configuration.liveUpdateConfiguration : {};
  return {
    ratio: countOr(found.maxHotplugRatio, 4),
    maxCpuSockets: countOr(found.maxCpuSockets, 0),
    maxGuest: found.maxGuest ?? undefined,
  };
}

function ofArchitecture(
  configuration: Readonly<Record<string, unknown>>,
  architecture: Architecture,
): Readonly<Record<string, unknown>> {
  const all = configuration.architectureConfiguration;
  const own = isMap(all) ? all[architecture] : undefined;
  return isMap(own) ? own : {};
}
