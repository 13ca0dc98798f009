import { isLiveUpdated } from '../../architectures/defaulting';
import { growsMemory } from '../../architectures/facts';
import { at } from '../../architectures/instance-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { shownValue } from '../../findings/secrets/shown-value';
import { atLeast, type Release } from '../../kube/release';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';
import { amountOf, guestMemory, wholeOf } from './amounts';

const SOURCE = 'kubevirt pkg/liveupdate/memory/memory.go';
const GIBI = 1n << 30n;
const BLOCK = 2n << 20n;

/** First release that asks for some memory to begin with. */
const LEAST_MEMORY_SINCE = '1.3.1';

/** What virt-api rejects in a VirtualMachine whose memory is to grow while it runs. It does not ask that of instances. */
export const maxGuest: Rule = ({ target, configuration }) => {
  const { kubevirt } = target;
  // Unless the KubeVirt resource says otherwise, VirtualMachines are changed while they run.
  const severity = configuration === undefined ? 'warning' : 'error';
  return {
    instance: (instance) => {
      const most = at(instance.spec, MAX);
      return most === undefined ||
        instance.vm === undefined ||
        !isLiveUpdated({ kubevirt, configuration: configuration ?? {} })
        ? NOTHING_WRONG
        : told(problemOf(instance, amountOf(most), kubevirt), severity);
    },
  };
};

type LiveUpdateProblem = Pick<Said, 'code' | 'path' | 'what'>;

function told(problem: LiveUpdateProblem | undefined, severity: 'warning' | 'error'): Found {
  const fix = 'leave maxGuest out, or correct what keeps the memory from growing';
  return problem === undefined ? NOTHING_WRONG : [{ ...problem, severity, fix, source: SOURCE }];
}

const MAX = 'domain.memory.maxGuest';
const GUEST = 'domain.memory.guest';

/** In upstream's order: it says the first of them only. */
function problemOf(
  { spec, architecture }: CreatedInstance,
  most: bigint,
  kubevirt: Release,
): LiveUpdateProblem | undefined {
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
    return { code: 'PV001', path: GUEST, what: `memory that can be hotplugged must be a multiple of ${unit}` };
  }
  if (wholeOf(most) % block !== 0n) {
    return { code: 'PV001', path: MAX, what: `maxGuest ${shownValue(at(spec, MAX))} is not a multiple of ${unit}` };
  }
  if (architecture !== undefined && !growsMemory(architecture, kubevirt)) {
    return { code: 'PV802', path: MAX, what: `the memory of ${architecture} guests cannot grow` };
  }
  return wholeOf(guest) < GIBI && atLeast(kubevirt, LEAST_MEMORY_SINCE)
    ? { code: 'PV001', path: GUEST, what: 'memory hotplug needs at least 1Gi of initial memory' }
    : undefined;
}
