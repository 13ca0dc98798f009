import { growsMemory } from '../../architectures/facts';
import { amountAt, amountOf, architectureOr, inVm, numberAt, type VmStates } from './vm-view';

const CPU = 'template.spec.domain.cpu';
const MEMORY = 'template.spec.domain.memory';
const GIBI = (1n << 30n) * 1_000_000_000n;
const MEBI = (1n << 20n) * 1_000_000_000n;

/** More virtual CPUs than these are not prepared for. Source: kubevirt pkg/defaults/defaults.go setupCPUHotplug. */
const MOST_CPUS = 512;

/** Without all three, KubeVirt fills in the topology itself, with as many sockets as the limit or request of CPUs. */
function hasTopology({ before }: VmStates): boolean {
  return ['sockets', 'cores', 'threads'].some((key) => numberAt(before, `${CPU}.${key}`) !== undefined);
}

/** Whether a VM was started under Stage: it then has room to grow only as far as it says so itself. */
export function hasNoRoom({ was }: VmStates): boolean {
  return was.strategy === 'Stage';
}

/** How many sockets a running VM has. */
export function currentSockets({ before, live }: VmStates): number {
  return live.started?.sockets ?? numberAt(before, `${CPU}.sockets`) ?? 1;
}

/** How many sockets a running VM can grow to; none where its CPUs cannot grow at all. */
export function mostSockets(view: VmStates): number {
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
export function mostMemory({ before, was, live }: VmStates): bigint {
  const boot = amountAt(before, `${MEMORY}.guest`) ?? 0n;
  return (
    amountOf(live.started?.maxGuest) ??
    amountAt(before, `${MEMORY}.maxGuest`) ??
    amountOf(was.maxGuest) ??
    boot * BigInt(was.maxHotplugRatio)
  );
}

/** The memory that a running VM was started with, in billionths: it shrinks no further. */
export function bootMemory({ before, live }: VmStates): bigint {
  return amountOf(live.started?.guestAtBoot) ?? amountAt(before, `${MEMORY}.guest`) ?? 0n;
}

/** Whether the instance is at hand and was started with no room for more memory. */
export function hasFixedMemory({ live: { started } }: VmStates): boolean {
  return started !== undefined && started.maxGuest === undefined;
}

/**
 * Why memory cannot be plugged into a VM while it runs; nothing where it can.
 *
 * Source: kubevirt pkg/liveupdate/memory/memory.go ValidateLiveUpdateMemory.
 */
export function memoryObstacle(view: VmStates, vm: VmStates['before'], most: bigint | undefined): string | undefined {
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
