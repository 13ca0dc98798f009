import { at } from '../../architectures/instance-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { isSet } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { integerPart } from '../../pods/amount';
import { type Found, NOTHING_WRONG, type Rule, type Said } from '../rule';
import { amountOf, cpusIn, guestMemory, milliOf, resourcesOf, topologyOf, wholeOf } from './amounts';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const RESOURCES = 'domain.resources';

/** What virt-api rejects in an instance with CPUs of its own: kubelet gives them out whole, and to guaranteed pods only. */
export const dedicatedCpus: Rule = () => ({
  instance: (instance) =>
    at(instance.spec, 'domain.cpu.dedicatedCpuPlacement') === true ? checkDedicated(instance) : NOTHING_WRONG,
});

function* checkDedicated({ spec, hasUnknownInstancetype }: CreatedInstance): Found {
  const resources = resourcesOf(spec);
  const hasMemory = at(spec, 'domain.memory.hugepages') !== undefined || (guestMemory(spec) ?? 0n) !== 0n;
  const isAsked = amountOf(resources?.limits.memory) !== 0n || amountOf(resources?.requests.memory) !== 0n;
  if (!hasMemory && !isAsked && !hasUnknownInstancetype) {
    yield {
      code: 'PV004',
      path: 'domain.memory.guest',
      what: 'dedicated CPUs need an amount of memory',
      fix: 'write memory.guest, memory.hugepages, or a memory request or limit',
      wants: 'domain.memory.guest',
      source: SOURCE,
    };
  }
  if (resources === undefined) {
    return;
  }
  const { requests, limits } = resources;
  yield* checkWhole('requests', requests.cpu);
  yield* checkWhole('limits', limits.cpu);
  const memory = [requests.memory, limits.memory].map((each) => wholeOf(amountOf(each))) as [bigint, bigint];
  if (memory.every((each) => each > 0n) && memory[0] !== memory[1]) {
    yield unequal('memory', requests.memory, limits.memory);
  }
  const limit = wholeOf(amountOf(limits.cpu));
  // KubeVirt takes the limit for the request where none is said.
  const request = wholeOf(amountOf(requests.cpu)) || limit;
  if (request > 0n && limit > 0n && request !== limit) {
    yield unequal('cpu', requests.cpu, limits.cpu);
  }
  const cpus = integerPart(cpusIn(topologyOf(spec)));
  if ((request > 0n || limit > 0n) && cpus > 0n && request !== cpus && limit !== cpus) {
    yield {
      code: 'PV802',
      path: `${RESOURCES}.${isSet(requests.cpu) ? 'requests' : 'limits'}.cpu`,
      what: `${shownValue(requests.cpu ?? limits.cpu)} CPUs are requested, but the guest has ${cpus} dedicated ones`,
      fix: 'leave the CPUs of resources out, or write the number of CPUs of the guest',
      source: SOURCE,
    };
  }
}

function* checkWhole(which: 'requests' | 'limits', value: unknown): Found {
  const amount = amountOf(value);
  if (wholeOf(amount) > 0n && wholeOf(amount) * 1000n !== milliOf(amount)) {
    yield {
      code: 'PV001',
      path: `${RESOURCES}.${which}.cpu`,
      what: `${shownValue(value)} is not a whole number of CPUs, but the guest has dedicated CPUs`,
      fix: 'write a whole number, or leave dedicatedCpuPlacement out',
      source: SOURCE,
    };
  }
}

function unequal(resource: string, request: unknown, limit: unknown): Said {
  return {
    code: 'PV802',
    path: `${RESOURCES}.requests.${resource}`,
    what:
      `the request ${shownValue(request)} differs from the limit ${shownValue(limit)}, but the guest has dedicated ` +
      'CPUs',
    fix: 'write the same for both, or leave one of them out',
    source: SOURCE,
  };
}
