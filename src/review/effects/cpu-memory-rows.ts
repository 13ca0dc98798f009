import { growsMemory } from '../../architectures/facts';
import { VM_CONTROLLER, type VmRow } from './effect-row';
import { amountAt, amountOf, architectureOr, inVm, numberAt, type VmField, type VmStates } from './vm-view';

const GIBI = (1n << 30n) * 1_000_000_000n;
const MEBI = (1n << 20n) * 1_000_000_000n;

/** More virtual CPUs than these are not prepared for. Source: kubevirt pkg/defaults/defaults.go setupCPUHotplug. */
const MOST_CPUS = 512;

/** Without all three, KubeVirt fills in the topology itself, with as many sockets as the limit or request of CPUs. */
function hasTopology({ before }: VmStates): boolean {
  return ['sockets', 'cores', 'threads'].some((key) => numberAt(before, `${CPU}.${key}`) !== undefined);
}

/** Whether a VM was started under Stage: it then has room to grow only as far as it says so itself. */
function hasNoRoom({ was }: VmStates): boolean {
  return was.strategy === 'Stage';
}

/** How many sockets a running VM has. */
function currentSockets({ before, live }: VmStates): number {
  return live.started?.sockets ?? numberAt(before, `${CPU}.sockets`) ?? 1;
}

/** How many sockets a running VM can grow to; none where its CPUs cannot grow at all. */
function mostSockets(view: VmStates): number {
  const { before, was, live } = view;
  if (live.started !== undefined) {
    return live.started.maxSockets ?? 0;
  }
  const said = numberAt(before, `${CPU}.maxSockets`);
  if (said !== undefined || hasNoRoom(view)) {
    return said ?? 0;
  }
  const sockets = numberAt(before, `${CPU}.sockets`) ?? (hasTopology(view) ? 0 : 1);
  if (was.maxCpuSockets !== undefined) {
    return Math.max(was.maxCpuSockets, sockets);
  }
  const perSocket = (numberAt(before, `${CPU}.cores`) ?? 1) * (numberAt(before, `${CPU}.threads`) ?? 1);
  const wanted = sockets * was.maxHotplugRatio;
  return wanted * perSocket > MOST_CPUS ? Math.max(Math.floor(MOST_CPUS / perSocket), sockets) : wanted;
}

/** Up to how much memory a running VM can grow, in billionths. */
function mostMemory({ before, was, live }: VmStates): bigint {
  const boot = amountAt(before, `${MEMORY}.guest`) ?? 0n;
  return (
    amountOf(live.started?.maxGuest) ??
    amountAt(before, `${MEMORY}.maxGuest`) ??
    amountOf(was.maxGuest) ??
    boot * BigInt(was.maxHotplugRatio)
  );
}

/** The memory that a running VM was started with, in billionths: it shrinks no further. */
function bootMemory({ before, live }: VmStates): bigint {
  return amountOf(live.started?.guestAtBoot) ?? amountAt(before, `${MEMORY}.guest`) ?? 0n;
}

/** Whether the instance is at hand and was started with no room for more memory. */
function hasFixedMemory({ live: { started } }: VmStates): boolean {
  return started !== undefined && started.maxGuest === undefined;
}

/**
 * Why memory cannot be plugged into a VM while it runs; nothing where it can.
 *
 * Source: kubevirt pkg/liveupdate/memory/memory.go ValidateLiveUpdateMemory.
 */
function memoryObstacle(view: VmStates, vm: VmStates['before'], most: bigint | undefined): string | undefined {
  const architecture = architectureOr(view, 'amd64');
  if (!growsMemory(architecture, view.facts.kubevirt)) {
    return `memory is plugged into running VMs on amd64 only, and this one is ${architecture}`;
  }
  const guest = amountAt(vm, `${MEMORY}.guest`);
  if (guest === undefined) {
    return 'it says no guest memory';
  }
  if (guest < GIBI) {
    return 'it has less than 1Gi';
  }
  const step = inVm(vm, `${MEMORY}.hugepages.pageSize`) === '1Gi' ? GIBI : 2n * MEBI;
  if (guest % step !== 0n || (most !== undefined && most % step !== 0n)) {
    const what = guest % step === 0n ? 'the most that it may have' : 'its memory';
    return `${what} is no multiple of ${step === GIBI ? '1Gi' : '2Mi'}`;
  }
  const spec = 'template.spec.domain';
  if (inVm(vm, `${spec}.launchSecurity`) !== undefined) {
    return 'its memory is encrypted';
  }
  if (inVm(vm, `${CPU}.realtime`) !== undefined) {
    return 'it is a real-time VM';
  }
  if (inVm(vm, `${CPU}.numa.guestMappingPassthrough`) !== undefined) {
    return 'it mirrors the NUMA nodes of the host';
  }
  return most !== undefined && guest > most ? 'it asks for more than its own maxGuest' : undefined;
}

const CPU = 'template.spec.domain.cpu';
const SOCKETS = `${CPU}.sockets`;
const MEMORY = 'template.spec.domain.memory';
const GUEST = `${MEMORY}.guest`;
const RESTART = { effect: 'restart-required', severity: 'disruptive', assumes: ['last-start'] } as const;
const REJECTED = { effect: 'rejected', severity: 'rejected', always: true } as const;

const isStaged = ({ facts }: VmField) => facts.strategy === 'Stage';
const isLive = ({ facts }: VmField) => facts.strategy === 'LiveUpdate';
const STAGED_START = {
  ...RESTART,
  byHandler: true,
  text: 'Restart needed: it was started under the rollout strategy Stage, with no room to grow.',
  source: 'kubevirt pkg/defaults/defaults.go setupHotplug',
} as const;
const sockets = ({ after }: VmField) => numberAt(after, SOCKETS) ?? 1;
const staged = (what: string) =>
  `Restart needed: under the rollout strategy Stage, ${what} of a running VM stays as it is.`;

/** CPUs and memory of a VM that runs, kubevirt 1.3 to 1.9. */
export const CPU_MEMORY_ROWS: readonly VmRow[] = [
  {
    path: CPU,
    when: ({ after }) => sockets({ after } as VmField) > (numberAt(after, `${CPU}.maxSockets`) ?? Infinity),
    ...REJECTED,
    text: ({ after }) =>
      `Refused: ${numberAt(after, SOCKETS)} sockets are more than its maxSockets, ${numberAt(after, `${CPU}.maxSockets`)}.`,
    source: 'kubevirt vms-admitter.go validateLiveUpdateCPU, vmi-create-admitter.go validateCPUHotplug',
  },
  { path: SOCKETS, when: isStaged, ...RESTART, text: staged('the number of sockets'), source: VM_CONTROLLER },
  {
    path: CPU,
    when: ({ before, after }) => inVm(before, CPU) === undefined || inVm(after, CPU) === undefined,
    ...RESTART,
    text: 'Restart needed: sockets are plugged in only where the VM had a cpu block when it started.',
    source: `${VM_CONTROLLER} syncRestartRequired`,
  },
  {
    path: SOCKETS,
    when: (view) => architectureOr(view, 'amd64') === 'arm64',
    ...RESTART,
    byHandler: true,
    text: 'Restart needed: no CPUs are plugged into a running VM on arm64.',
    source: 'kubevirt pkg/defaults/defaults.go SetDefaultVirtualMachineInstance',
  },
  {
    path: SOCKETS,
    when: (view) => hasNoRoom(view) && mostSockets(view) === 0,
    ...STAGED_START,
  },
  {
    path: SOCKETS,
    when: (view) => numberAt(view.before, SOCKETS) === undefined && mostSockets(view) === 0,
    ...RESTART,
    byHandler: true,
    text: 'Restart needed: it named cores or threads without sockets, so it started with no room for more.',
    source: 'kubevirt pkg/defaults/defaults.go SetDefaultGuestCPUTopology, setupCPUHotplug',
  },
  {
    path: SOCKETS,
    when: (view) => sockets(view) < currentSockets(view),
    ...RESTART,
    byHandler: true,
    text: 'Restart needed: sockets are never taken out of a running VM.',
    source: `${VM_CONTROLLER} handleCPUChangeRequest`,
  },
  {
    path: SOCKETS,
    when: (view) => sockets(view) > mostSockets(view),
    ...RESTART,
    byHandler: true,
    text: (view) =>
      `Restart needed: ${sockets(view)} sockets are more than the ${mostSockets(view)} that it was started with room for.`,
    source: `${VM_CONTROLLER} handleCPUChangeRequest; pkg/defaults/defaults.go setupCPUHotplug`,
  },
  {
    path: SOCKETS,
    effect: 'live-migrate',
    severity: 'caution',
    byMigration: 'of the VM',
    waits: true,
    assumes: ['last-start'],
    text: 'The new sockets are plugged in by a live migration.',
    source: `${VM_CONTROLLER} handleCPUChangeRequest; watch/workload-updater/workload-updater.go getUpdateData`,
  },
  {
    path: CPU,
    ...RESTART,
    text: 'Restart needed: of the CPUs only the number of sockets changes while a VM runs.',
    source: `${VM_CONTROLLER} syncRestartRequired`,
  },
  {
    path: MEMORY,
    when: (view) => isLive(view) && inVm(view.after, `${MEMORY}.maxGuest`) !== undefined && unfit(view) !== undefined,
    ...REJECTED,
    text: (view) => `Refused: with maxGuest memory must be pluggable, and ${unfit(view)}.`,
    source: 'kubevirt vms-admitter.go validateLiveUpdateFeatures; pkg/liveupdate/memory/memory.go',
  },
  { path: GUEST, when: isStaged, ...RESTART, text: staged('the memory'), source: VM_CONTROLLER },
  {
    path: GUEST,
    when: ({ after }) => inVm(after, GUEST) === undefined,
    ...RESTART,
    text: 'Restart needed: memory is plugged in only where the VM says how much it has.',
    source: `${VM_CONTROLLER} syncRestartRequired`,
  },
  {
    path: GUEST,
    when: (view) =>
      hasNoRoom(view) && view.live.started === undefined && inVm(view.before, `${MEMORY}.maxGuest`) === undefined,
    ...STAGED_START,
  },
  {
    path: GUEST,
    when: (view) => obstacleAtStart(view) !== undefined,
    ...RESTART,
    byHandler: true,
    text: (view) => `Restart needed: no memory is plugged into it, since ${obstacleAtStart(view)}.`,
    source: 'kubevirt pkg/liveupdate/memory/memory.go; pkg/defaults/defaults.go setupMemoryHotplug',
  },
  {
    path: GUEST,
    when: hasFixedMemory,
    ...RESTART,
    byHandler: true,
    text: 'Restart needed: it was started with no room for more memory.',
    source: `${VM_CONTROLLER} handleMemoryHotplugRequest`,
  },
  {
    path: GUEST,
    when: (view) => (amountAt(view.after, GUEST) ?? 0n) > mostMemory(view),
    ...RESTART,
    byHandler: true,
    text: (view) =>
      `Restart needed: it was started with room for ${gibibytes(mostMemory(view))}, as maxGuest, the cluster or four times its memory say.`,
    source: `${VM_CONTROLLER} handleMemoryHotplugRequest`,
  },
  {
    path: GUEST,
    when: (view) => (amountAt(view.after, GUEST) ?? 0n) < bootMemory(view),
    ...RESTART,
    byHandler: true,
    text: 'Restart needed: memory shrinks down to what the VM was started with, and no further.',
    source: `${VM_CONTROLLER} handleMemoryHotplugRequest`,
  },
  {
    path: GUEST,
    when: (view) => obstacleNow(view) !== undefined,
    ...RESTART,
    byHandler: true,
    text: (view) => `Restart needed: this memory is not plugged into it, since ${obstacleNow(view)}.`,
    source: `${VM_CONTROLLER} handleMemoryHotplugRequest; pkg/liveupdate/memory/memory.go`,
  },
  {
    path: GUEST,
    when: ({ live }) => live.migratable === false,
    ...RESTART,
    byHandler: true,
    text: 'Restart needed: memory is plugged in by a migration, and the VM cannot migrate.',
    source: `${VM_CONTROLLER} handleMemoryHotplugRequest`,
  },
  {
    path: GUEST,
    effect: 'live-migrate',
    severity: 'caution',
    byMigration: 'of the VM',
    waits: true,
    assumes: ['last-start'],
    text: 'The new memory is plugged in by a live migration.',
    source: `${VM_CONTROLLER} handleMemoryHotplugRequest; watch/workload-updater/workload-updater.go getUpdateData`,
  },
  {
    path: MEMORY,
    ...RESTART,
    text: 'Restart needed: of the memory only its amount changes while a VM runs.',
    source: `${VM_CONTROLLER} syncRestartRequired`,
  },
];

/** Why an explicit maxGuest is rejected. */
function unfit(view: VmField): string | undefined {
  return memoryObstacle(view, view.after, amountAt(view.after, `${MEMORY}.maxGuest`));
}

/** Why the VM was started with no room for more memory. */
function obstacleAtStart(view: VmField): string | undefined {
  return memoryObstacle(view, view.before, amountAt(view.before, `${MEMORY}.maxGuest`) ?? mostMemory(view));
}

/** Why the memory that it shall have is not plugged in, though more could be. */
function obstacleNow(view: VmField): string | undefined {
  return memoryObstacle(view, view.after, mostMemory(view));
}

function gibibytes(nano: bigint): string {
  const mebi = nano / 1_000_000_000n / (1n << 20n);
  return mebi % 1024n === 0n ? `${mebi / 1024n}Gi` : `${mebi}Mi`;
}
