import { at } from '../../architectures/instance-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { kindOf } from '../../cluster/instance-of';
import { type Found, NOTHING_WRONG, type Rule } from '../rule';
import { amountOf, resourcesOf, wholeOf } from './amounts';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

/** Fields that virt-api judges as written: for pools and replica sets no webhook writes defaults. */
const UNDEFAULTED: ReadonlySet<string> = new Set([
  'VirtualMachinePool.pool.kubevirt.io',
  'VirtualMachineInstanceReplicaSet.kubevirt.io',
]);

/** What virt-api rejects in the template of a pool or a replica set, and accepts of a VM, which has defaults by then. */
export const undefaulted: Rule = () => ({
  instance: (instance) => (UNDEFAULTED.has(kindOf(instance.object)) ? checkWritten(instance) : NOTHING_WRONG),
});

function* checkWritten({ written: { spec } }: CreatedInstance): Found {
  const { requests, limits } = resourcesOf(spec) ?? { requests: {}, limits: {} };
  const isAsked = [requests.cpu, limits.cpu].some((cpu) => wholeOf(amountOf(cpu)) !== 0n);
  if (at(spec, 'domain.cpu.dedicatedCpuPlacement') === true && !isAsked && hasNoCpus(spec)) {
    yield {
      code: 'PV004',
      path: 'domain.cpu.dedicatedCpuPlacement',
      what: 'dedicated CPUs need a number of CPUs, which has no default here',
      fix: 'write cpu.cores, or a CPU request or limit',
      source: SOURCE,
    };
  }
  const hasPages = at(spec, 'domain.memory.hugepages.pageSize') !== undefined;
  if (hasPages && wholeOf(amountOf(requests.memory)) === 0n && at(spec, 'domain.memory.guest') === undefined) {
    yield {
      code: 'PV004',
      path: 'domain.memory.guest',
      what: 'huge pages need an amount of memory, which has no default here',
      fix: 'write memory.guest, or a memory request',
      source: `${SOURCE} validateHugepagesMemoryRequests, which fails without`,
    };
  }
}

/** A topology without any number has no CPU until it is defaulted. */
function hasNoCpus(spec: CreatedInstance['spec']): boolean {
  return ['cores', 'sockets', 'threads'].every((key) => (at(spec, `domain.cpu.${key}`) ?? 0) === 0);
}
