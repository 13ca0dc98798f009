import { at, type InstanceSpec } from '../architectures/instance-view';
import { isMap } from '../kube/object';
import {
  amountOf,
  amountsIn,
  amountText,
  integerPart,
  limitedByQuota,
  numberOf,
  plus,
  ResourceLists,
  whole,
  wholeUnits,
} from './amount';
import type { LaunchedInstance, LauncherContext } from './context';
import { dedicatedCpus, sharedCpus } from './cpu';
import { deviceRequests } from './devices';
import { type Overhead, overheadText, requestedMemory, saysMemory } from './overhead';
import type { PodDraft } from './pod-draft';
import { hugepagesOf, isDedicated } from './traits';

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
