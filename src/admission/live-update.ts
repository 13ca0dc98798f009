import { isLiveUpdated } from '../architectures/defaulting';
import { at, type InstanceSpec } from '../architectures/instance-view';
import { growsMemory } from '../architectures/live-update';
import { atLeast } from '../kube/release';
import { shownValue } from '../secrets/shown-value';
import { amountOf, guestMemory, wholeOf } from './amounts';
import type { Admitter, RefusalContext, Refused } from './refused';

const SOURCE = 'kubevirt pkg/liveupdate/memory/memory.go';
const GIBI = 1n << 30n;
const BLOCK = 2n << 20n;

/** First release that asks for some memory to begin with. */
const LEAST_MEMORY_SINCE = '1.3.1';

/** What virt-api refuses in a VirtualMachine whose memory is to grow while it runs. It does not ask that of instances. */
export const checkMaxGuest: Admitter = function* (spec, context) {
  const maxGuest = at(spec, MAX);
  const { kubevirt, isMachine, configuration = {} } = context;
  if (maxGuest === undefined || !isMachine || !isLiveUpdated({ kubevirt, configuration })) {
    return;
  }
  const problem = problemOf(spec, amountOf(maxGuest), context);
  if (problem !== undefined) {
    yield {
      ...problem,
      fix: 'leave maxGuest out, or correct what keeps the memory from growing',
      // Unless the KubeVirt resource says otherwise, VirtualMachines are changed while they run.
      ...(context.configuration === undefined ? { severity: 'warning' as const } : {}),
      source: SOURCE,
    };
  }
};

type Problem = Pick<Refused, 'code' | 'path' | 'what'>;

const MAX = 'domain.memory.maxGuest';
const GUEST = 'domain.memory.guest';

/** In upstream's order: it says the first of them only. */
function problemOf(spec: InstanceSpec, most: bigint, { architecture, kubevirt }: RefusalContext): Problem | undefined {
  const obstacle = [
    ['domain.cpu.realtime', 'a realtime guest'],
    ['domain.cpu.numa.guestMappingPassthrough', 'a guest with mapped NUMA nodes'],
    ['domain.launchSecurity', 'a guest with launch security'],
  ].find(([field]) => at(spec, field!) !== undefined);
  if (obstacle !== undefined) {
    return { code: 'PV802', path: MAX, what: `the memory of ${obstacle[1]!} cannot grow` };
  }
  const guest = guestMemory(spec);
  if (guest === undefined) {
    return { code: 'PV004', path: MAX, what: 'maxGuest needs memory.guest' };
  }
  if (guest > most) {
    return {
      code: 'PV001',
      path: MAX,
      what: `maxGuest ${shownValue(at(spec, MAX))} is less than the memory of the guest`,
    };
  }
  const block = at(spec, 'domain.memory.hugepages.pageSize') === '1Gi' ? GIBI : BLOCK;
  const unit = block === GIBI ? '1Gi' : '2Mi';
  if (wholeOf(guest) % block !== 0n) {
    return { code: 'PV001', path: GUEST, what: `memory that can grow is a multiple of ${unit}` };
  }
  if (wholeOf(most) % block !== 0n) {
    return { code: 'PV001', path: MAX, what: `maxGuest ${shownValue(at(spec, MAX))} is not a multiple of ${unit}` };
  }
  if (architecture !== undefined && !growsMemory(architecture, kubevirt)) {
    return { code: 'PV802', path: MAX, what: `the memory of ${architecture} guests cannot grow` };
  }
  return wholeOf(guest) < GIBI && atLeast(kubevirt, LEAST_MEMORY_SINCE)
    ? { code: 'PV001', path: GUEST, what: 'memory that can grow is 1Gi or more to begin with' }
    : undefined;
}
