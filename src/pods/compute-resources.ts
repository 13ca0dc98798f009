import { at, type InstanceSpec } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import {
  type Amount,
  amountOf,
  amountsIn,
  amountText,
  countOf,
  cpuLimitReason,
  integerPart,
  limitedByQuota,
  numberOf,
  plus,
  ResourceLists,
  whole,
  wholeUnits,
} from './amount';
import { deviceRequests } from './devices';
import type { LaunchedInstance, LauncherContext } from './launched-instance';
import { type Overhead, overheadText, requestedMemory, saysMemory } from './overhead';
import type { PodDraft } from './pod-draft';
import { launcherHas } from './releases';
import { hugepagesOf, isDedicated, poolThreadsOf, vcpusOf } from './traits';

const SOURCE = 'kubevirt pkg/virt-controller/services/renderresources.go';

/** What every launcher may write beside its guest's disks. */
export const EPHEMERAL_STORAGE = '50M';

/** Requests and limits of the container around the guest, in KubeVirt's order of steps. */
export function computeResources(
  instance: LaunchedInstance,
  context: LauncherContext,
  overhead: Overhead,
  draft: PodDraft,
): ResourceLists {
  const { spec } = instance;
  const lists = new ResourceLists();
  addSaid(lists, spec);
  addEphemeralStorage(lists);
  const devices = deviceRequests(spec, context);
  for (const { resource, reason, source } of devices.filter(({ isOfKubeVirt }) => isOfKubeVirt)) {
    lists.set('limits', resource, whole(1), { reason, source });
  }
  addMemory(lists, spec, context, draft);
  if (isDedicated(spec)) {
    dedicatedCpus(lists, instance, context);
  } else {
    sharedCpus(lists, spec, context);
  }
  if (hugepagesOf(spec) === undefined) {
    addOverhead(lists, spec, overhead);
  } else {
    addHugepages(lists, spec, overhead);
  }
  addAutomaticLimit(lists, spec, context);
  for (const { resource, reason, source, count } of devices.filter(({ isOfKubeVirt }) => !isOfKubeVirt)) {
    for (let i = 0; i < count; i++) {
      lists.addDevice(resource, { reason, source });
    }
  }
  return lists;
}

/** Whatever resources the VM names, its pod asks for, devices of others included. */
function addSaid(lists: ResourceLists, spec: InstanceSpec): void {
  for (const side of ['requests', 'limits'] as const) {
    const said = at(spec, `domain.resources.${side}`);
    for (const [resource, amount] of amountsIn(isMap(said) ? said : {})) {
      const reason = `resources.${side}.${resource} of the VM`;
      lists.set(side, resource, amount, { reason, source: SOURCE });
    }
  }
}

function addEphemeralStorage(lists: ResourceLists): void {
  const own = amountOf(EPHEMERAL_STORAGE)!;
  const said = lists.said('requests', 'ephemeral-storage');
  const reason = `${said === undefined ? '' : 'what the VM asks for and '}${EPHEMERAL_STORAGE} for the launcher`;
  lists.set('requests', 'ephemeral-storage', plus(said, own), { reason, source: SOURCE });
  const limit = lists.said('limits', 'ephemeral-storage');
  if (limit !== undefined) {
    lists.set('limits', 'ephemeral-storage', plus(limit, own), { reason, source: SOURCE });
  }
}

function addMemory(lists: ResourceLists, spec: InstanceSpec, context: LauncherContext, draft: PodDraft): void {
  const requested = requestedMemory(spec, context);
  if (requested === undefined) {
    if (!saysMemory(spec)) {
      draft.failures.push('no memory is said, neither for the guest nor for its pod');
    }
    return;
  }
  lists.set('requests', 'memory', requested.amount, { reason: requested.reason, source: SOURCE });
}

function addOverhead(lists: ResourceLists, spec: InstanceSpec, overhead: Overhead): void {
  const around = `${amountText({ ...overhead.amount, format: 'binary' })} around it: ${overheadText(overhead)}`;
  const request = lists.said('requests', 'memory');
  const isFree = at(spec, 'domain.resources.overcommitGuestOverhead') === true;
  if (request !== undefined) {
    lists.set('requests', 'memory', isFree ? request : plus(request, overhead.amount), {
      reason: isFree
        ? `${amountText(request)} for the guest, and nothing around it: overcommitGuestOverhead`
        : `${amountText(request)} for the guest and ${around}`,
      source: SOURCE,
    });
  } else {
    lists.set('requests', 'memory', isFree ? whole(0) : overhead.amount, {
      reason: isFree ? 'nothing for the guest, and nothing around it: overcommitGuestOverhead' : around,
      source: SOURCE,
    });
  }
  const limit = lists.said('limits', 'memory');
  if (limit !== undefined) {
    lists.set('limits', 'memory', plus(limit, overhead.amount), {
      reason: `${amountText(limit)} and ${amountText({ ...overhead.amount, format: 'binary' })} around it`,
      source: SOURCE,
    });
  }
}

/** The guest's memory comes in huge pages; what is left in plain memory is the overhead and what is asked beyond the guest. */
function addHugepages(lists: ResourceLists, spec: InstanceSpec, overhead: Overhead): void {
  const resource = `hugepages-${hugepagesOf(spec)}`;
  const request = lists.said('requests', 'memory') ?? whole(0);
  const guest = amountOf(at(spec, 'domain.memory.guest'));
  const pages = guest !== undefined && wholeUnits(request) > wholeUnits(guest) ? guest : request;
  const why = { reason: `${amountText(pages)} for the guest, in huge pages`, source: SOURCE };
  lists.work('requests', resource, pages, why);
  lists.work('limits', resource, pages, why);
  const around = overheadText(overhead);
  for (const side of ['requests', 'limits'] as const) {
    const asked = lists.said(side, 'memory');
    if (side === 'limits' && asked === undefined) {
      return;
    }
    const beyond =
      guest !== undefined && asked !== undefined && asked.nano > guest.nano
        ? { nano: asked.nano - guest.nano, format: asked.format }
        : undefined;
    const more = beyond === undefined ? '' : `${amountText(beyond)} beyond the guest and `;
    lists.set(side, 'memory', plus(beyond, overhead.amount), {
      reason: `${more}what is around the guest: ${around}`,
      source: SOURCE,
    });
  }
}

/** What a memory limit is times the request, unless a label of the namespace says otherwise. */
const LIMIT_RATIO = 2;
const RATIO_LABEL = 'alpha.kubevirt.io/auto-memory-limits-ratio';

function addAutomaticLimit(lists: ResourceLists, spec: InstanceSpec, context: LauncherContext): void {
  const request = lists.said('requests', 'memory');
  const isSaid = at(spec, 'domain.resources.limits.memory') !== undefined;
  if (request === undefined || isSaid || !limitedByQuota('memory', context)) {
    return;
  }
  const label = numberOf(context.namespaceLabels?.[RATIO_LABEL]);
  const ratio = label !== undefined && label >= 1 ? label : LIMIT_RATIO;
  const limit = whole(integerPart(Number(wholeUnits(request)) * ratio), request.format);
  const why = label === ratio ? `the label ${RATIO_LABEL} of the namespace` : 'KubeVirt’s own ratio';
  lists.work('limits', 'memory', limit, {
    reason: `a ResourceQuota of the namespace limits memory: ${ratio} times the request, ${why}`,
    source: 'kubevirt pkg/virt-controller/services/template.go',
  });
}

/** Where the KubeVirt resource says none; it cannot say 0. Source: kubevirt pkg/virt-config/virt-config.go. */
const ALLOCATION_RATIO = 10;

/** Copied from the KubeVirt resource where the gate AlignCPUs is on. */
export const EVEN_PARITY = 'alpha.kubevirt.io/EmulatorThreadCompleteToEvenParity';

/** Virtual CPUs share those of the node: a part of each is asked for, unless the VM says how much. */
function sharedCpus(lists: ResourceLists, spec: InstanceSpec, context: LauncherContext): void {
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
function dedicatedCpus(lists: ResourceLists, instance: LaunchedInstance, context: LauncherContext): void {
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
