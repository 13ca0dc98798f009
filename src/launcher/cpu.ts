import { at, type InstanceSpec } from '../architectures/instance-view';
import { type Amount, amountOf, countOf, cpuLimitReason, plus, type ResourceLists, whole, wholeUnits } from './amount';
import type { LaunchedInstance, LauncherContext } from './context';
import { launcherHas } from './releases';
import { poolThreadsOf, vcpusOf } from './traits';

const SOURCE = 'kubevirt pkg/virt-controller/services/renderresources.go';

/** Where the KubeVirt resource says none; it cannot say 0. Source: kubevirt pkg/virt-config/virt-config.go. */
const ALLOCATION_RATIO = 10;

/** Copied from the KubeVirt resource where the gate AlignCPUs is on. */
export const EVEN_PARITY = 'alpha.kubevirt.io/EmulatorThreadCompleteToEvenParity';

/** Virtual CPUs share those of the node: a part of each is asked for, unless the VM says how much. */
export function sharedCpus(lists: ResourceLists, spec: InstanceSpec, context: LauncherContext): void {
  const { configuration, kubevirt } = context;
  const threads = launcherHas('poolThreadsCounted', kubevirt) ? poolThreadsOf(spec) : 0;
  const cpus = (at(spec, 'domain.cpu') === undefined ? 1 : vcpusOf(spec)) + threads;
  const told = at(configuration, 'developerConfiguration.cpuAllocationRatio');
  const said = countOf(told) || undefined;
  const ratio = said ?? ALLOCATION_RATIO;
  if (cpus === 0) {
    return;
  }
  const own = said === undefined ? 'KubeVirt’s own cpuAllocationRatio' : 'cpuAllocationRatio of the KubeVirt resource';
  lists.work('requests', 'cpu', part(cpus, ratio), {
    reason: `${words(cpus - threads, threads)} by ${ratio}, ${own}`,
    source: SOURCE,
  });
  const reason = cpuLimitReason(context);
  if (reason !== undefined && at(spec, 'domain.resources.limits.cpu') === undefined) {
    lists.work('limits', 'cpu', whole(cpus), { reason, source: 'kubevirt pkg/virt-controller/services/template.go' });
  }
  addPoolThreads(lists, spec, context);
}

/** KubeVirt divides as a double and writes that down, so that is what it gets. */
function part(cpus: number, ratio: number): Amount {
  const share = cpus / ratio;
  return (
    amountOf(share < 1 ? `${share * 1000}m` : `${share}`) ?? {
      nano: (BigInt(cpus) * 1_000_000_000n) / BigInt(ratio),
      format: 'decimal',
    }
  );
}

/** Every virtual CPU has one of the node's to itself, so as many are asked for, and the memory limit is the request. */
export function dedicatedCpus(lists: ResourceLists, instance: LaunchedInstance, context: LauncherContext): void {
  const { spec } = instance;
  const isNew = launcherHas('poolThreadsCounted', context.kubevirt);
  const threads = isNew ? poolThreadsOf(spec) : 0;
  const cpus = vcpusOf(spec);
  const reason = `dedicatedCpuPlacement: ${words(cpus, threads)}`;
  if (cpus > 0) {
    pin(lists, whole(cpus + threads), reason, isNew);
  }
  if (at(spec, 'domain.cpu.isolateEmulatorThread') === true) {
    addEmulatorThread(lists, instance, whole(cpus + threads), reason, context);
  }
  const memory = lists.said('requests', 'memory');
  if (memory !== undefined) {
    lists.set('limits', 'memory', memory, { reason: 'dedicatedCpuPlacement: as the request', source: SOURCE });
  }
  addPoolThreads(lists, spec, context);
}

/** Up to 1.5 only a limit was worked out, which counts as the request where nothing else is said. */
function pin(lists: ResourceLists, amount: Amount, reason: string, isNew: boolean): void {
  if (isNew) {
    lists.set('limits', 'cpu', amount, { reason, source: SOURCE });
    lists.set('requests', 'cpu', amount, { reason, source: SOURCE });
  } else {
    lists.work('limits', 'cpu', amount, { reason, source: SOURCE });
  }
}

/** One more CPU for what the hypervisor does beside the guest; two, where that makes the number even and one asked for it. */
function addEmulatorThread(
  lists: ResourceLists,
  { spec, annotations }: LaunchedInstance,
  pinned: Amount,
  reason: string,
  { kubevirt }: LauncherContext,
): void {
  const isPool = at(spec, 'domain.ioThreadsPolicy') === 'supplementalPool' && launcherHas('poolThreadsKnown', kubevirt);
  const counted = wholeUnits(pinned) + BigInt(isPool ? poolThreadsOf(spec) : 0);
  const extra = whole(Object.hasOwn(annotations, EVEN_PARITY) && counted % 2n === 0n ? 2 : 1);
  const why = { reason: `${reason}, and ${wholeUnits(extra)} for the emulator thread`, source: SOURCE };
  lists.set('limits', 'cpu', plus(pinned, extra), why);
  const request = lists.said('requests', 'cpu');
  if (request !== undefined) {
    lists.set('requests', 'cpu', plus(request, extra), why);
  }
}

/** 1.5.0 and 1.5.1 put the threads of the pool on the limit alone, whether or not there was one. */
function addPoolThreads(lists: ResourceLists, spec: InstanceSpec, { kubevirt }: LauncherContext): void {
  const threads = at(spec, 'domain.ioThreadsPolicy') === 'supplementalPool' ? poolThreadsOf(spec) : 0;
  if (threads > 0 && launcherHas('poolThreadsKnown', kubevirt) && !launcherHas('poolThreadsCounted', kubevirt)) {
    const limit = lists.said('limits', 'cpu');
    const reason = `${threads} for supplementalPoolThreadCount${limit === undefined ? '' : ', beside what there was'}`;
    lists.set('limits', 'cpu', plus(limit, whole(threads)), { reason, source: SOURCE });
  }
}

function words(cpus: number, threads: number): string {
  const own = `${cpus} virtual CPU${cpus === 1 ? '' : 's'}`;
  return threads === 0 ? own : `${own} and ${threads} of supplementalPoolThreadCount`;
}
