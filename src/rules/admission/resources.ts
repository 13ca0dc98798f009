import { isLiveUpdated } from '../../architectures/defaulting';
import { at, type InstanceSpec } from '../../architectures/instance-view';
import type { ClusterView } from '../../cluster/cluster-view';
import type { CreatedInstance } from '../../cluster/created-instance';
import { textOf } from '../../cluster/part';
import { shownValue } from '../../findings/secrets/shown-value';
import { isMap } from '../../kube/object';
import { parseQuantity } from '../../kube/quantity';
import type { Found, Rule } from '../rule';
import { amountOf, guestMemory, milliOf, type Resources, resourcesOf, wholeOf } from './amounts';

const SOURCE = 'kubevirt pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';
const REQUESTS = 'domain.resources.requests';
const LIMITS = 'domain.resources.limits';

/** Less memory than this cannot be requested: 1M, in billionths of a byte. */
const LEAST_MEMORY = 1_000_000n * 1_000_000_000n;

/** Refusals of virt-api in the requested CPUs and memory of an instance. */
export const resources: Rule = (cluster) => ({ instance: (instance) => checkResources(instance, cluster) });

function* checkResources({ spec, hasUnknownInstancetype }: CreatedInstance, cluster: ClusterView): Found {
  const resources = resourcesOf(spec);
  if (resources !== undefined) {
    yield* checkSigns(resources);
    yield* checkOrder(resources);
  }
  const guest = at(spec, 'domain.memory.guest');
  const isGiven = guest !== undefined || at(spec, 'domain.memory.hugepages') !== undefined;
  const hasAmount = wholeOf(amountOf(resources?.requests.memory)) !== 0n || amountOf(resources?.limits.memory) !== 0n;
  if (!isGiven && !hasAmount && !hasUnknownInstancetype) {
    yield {
      code: 'PV004',
      path: 'domain.memory.guest',
      what: 'the instance has no memory',
      fix: 'write memory.guest, memory.hugepages or a memory request',
      wants: 'domain.memory.guest',
      isLate: true,
      source: SOURCE,
    };
  }
  yield* checkHugePages(spec, resources);
  const { target, configuration } = cluster;
  const { kubevirt } = target;
  if (resources !== undefined && configuration !== undefined && !isLiveUpdated({ kubevirt, configuration })) {
    yield* checkGuestLimit(spec, resources);
  }
}

function* checkSigns({ requests, limits }: Resources): Found {
  for (const [amounts, path] of [
    [requests, REQUESTS],
    [limits, LIMITS],
  ] as const) {
    for (const resource of ['cpu', 'memory']) {
      if (amountOf(amounts[resource]) < 0n) {
        yield {
          code: 'PV001',
          path: `${path}.${resource}`,
          what: `${shownValue(amounts[resource])} is negative`,
          fix: 'write an amount, or leave it out',
          source: SOURCE,
        };
      }
    }
  }
  const memory = amountOf(requests.memory);
  if (memory > 0n && memory < LEAST_MEMORY) {
    yield {
      code: 'PV001',
      path: `${REQUESTS}.memory`,
      what: `${shownValue(requests.memory)} is less than 1M of memory`,
      fix: 'write the unit too, for example 2Gi',
      source: SOURCE,
    };
  }
}

function* checkOrder({ requests, limits }: Resources): Found {
  for (const [resource, rounded] of [
    ['cpu', milliOf],
    ['memory', wholeOf],
  ] as const) {
    const limit = rounded(amountOf(limits[resource]));
    if (limit > 0n && rounded(amountOf(requests[resource])) > limit) {
      yield {
        code: 'PV001',
        path: `${REQUESTS}.${resource}`,
        what: `the request ${shownValue(requests[resource])} is more than the limit ${shownValue(limits[resource])}`,
        fix: 'lower the request or raise the limit',
        source: SOURCE,
      };
    }
  }
}

function* checkHugePages(spec: InstanceSpec, resources: Resources | undefined): Found {
  const hugepages = at(spec, 'domain.memory.hugepages');
  if (!isMap(hugepages)) {
    return;
  }
  const path = 'domain.memory.hugepages.pageSize';
  const size = wholeOf(parseQuantity(textOf(hugepages.pageSize))?.nano ?? 0n);
  if (size === 0n) {
    yield {
      code: hugepages.pageSize === undefined ? 'PV004' : 'PV001',
      path,
      what:
        hugepages.pageSize === undefined
          ? 'huge pages have no pageSize'
          : `${shownValue(hugepages.pageSize)} is not the size of a page`,
      fix: 'write a size that the nodes have, for example 2Mi or 1Gi',
      source: SOURCE,
    };
    return;
  }
  const requested = wholeOf(amountOf(resources?.requests.memory));
  const memory = requested !== 0n ? requested : wholeOf(guestMemory(spec) ?? 0n);
  if (memory === 0n || (memory >= size && memory % size === 0n)) {
    return;
  }
  const isRequested = requested !== 0n;
  yield {
    code: 'PV001',
    path: isRequested ? `${REQUESTS}.memory` : 'domain.memory.guest',
    what:
      `${shownValue(isRequested ? resources!.requests.memory : at(spec, 'domain.memory.guest'))} of memory is not a ` +
      `multiple of the page size ${shownValue(hugepages.pageSize)}`,
    fix: 'write a multiple of the size of a page',
    source: SOURCE,
  };
}

/** Where guests are not changed while they run, their memory stays below the limit. */
function* checkGuestLimit(spec: InstanceSpec, { limits }: Resources): Found {
  const limit = wholeOf(amountOf(limits.memory));
  if (limit !== 0n && wholeOf(guestMemory(spec) ?? 0n) > limit) {
    yield {
      code: 'PV001',
      path: 'domain.memory.guest',
      what:
        `the memory of the guest is more than the limit ${shownValue(limits.memory)}, and vmRolloutStrategy of the ` +
        'KubeVirt resource is not LiveUpdate',
      fix: 'raise the limit, or leave it out',
      source: SOURCE,
    };
  }
}
