import { VM_CONTROLLER, type VmRow } from './effect-row';
import {
  bootMemory,
  currentSockets,
  hasFixedMemory,
  hasNoRoom,
  memoryObstacle,
  mostMemory,
  mostSockets,
} from './hotplug-limits';
import { amountAt, architectureOr, inVm, numberAt, type VmField } from './vm-view';

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
