import { isMap } from '../kube/object';
import { parseQuantity } from '../kube/quantity';

/** Amounts by resource, in billionths. */
export type ResourceAmounts = ReadonlyMap<string, bigint>;

/**
 * What kube-scheduler counts for a pod.
 *
 * Containers run together, and beside them the init containers that stay; the others run one after the other, each with those
 * that stay and came before. So a pod needs the most of the two, or what it asks for as a whole, and what its runtime takes.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/pods/sidecar-containers/#resource-sharing-within-containers
 */
export function podRequests(pod: unknown): ResourceAmounts {
  const spec = isMap(pod) && isMap(pod.spec) ? pod.spec : {};
  return add(podTotal(spec, 'requests', requestsOf), amountsOf(spec.overhead));
}

/** The same of limits, which only quotas and LimitRanges count: a container without one adds nothing. */
export function podLimits(pod: unknown): ResourceAmounts {
  const spec = isMap(pod) && isMap(pod.spec) ? pod.spec : {};
  return podTotal(spec, 'limits', ({ resources }) => amountsOf(isMap(resources) ? resources.limits : undefined));
}

function podTotal(
  spec: Readonly<Record<string, unknown>>,
  key: 'requests' | 'limits',
  ofContainer: (container: Readonly<Record<string, unknown>>) => ResourceAmounts,
): Map<string, bigint> {
  const staying = new Map<string, bigint>();
  const most = new Map<string, bigint>();
  for (const container of mapsIn(spec.initContainers)) {
    const requests = ofContainer(container);
    if (container.restartPolicy === 'Always') {
      add(staying, requests);
      raise(most, staying);
    } else {
      raise(most, add(new Map(staying), requests));
    }
  }
  const together = new Map(staying);
  for (const container of mapsIn(spec.containers)) {
    add(together, ofContainer(container));
  }
  const total = raise(together, most);
  for (const [resource, amount] of amountsOf(isMap(spec.resources) ? spec.resources[key] : undefined)) {
    if (OF_THE_WHOLE_POD.test(resource)) {
      total.set(resource, amount);
    }
  }
  return total;
}

/**
 * What a pod may ask for as a whole, in the place of what its containers ask for. Other resources there do not count.
 *
 * @see k8s.io/component-helpers resource/helpers.go, PodRequests
 */
const OF_THE_WHOLE_POD = /^(cpu|memory|hugepages-.+)$/;

/** What one container asks for: a limit without a request is one, as the API server has it. */
export function requestsOf({ resources }: Readonly<Record<string, unknown>>): ResourceAmounts {
  const { requests, limits } = isMap(resources) ? resources : {};
  return new Map([...amountsOf(limits), ...amountsOf(requests)]);
}

/** Amounts of a map of quantities. */
export function amountsOf(map: unknown): Map<string, bigint> {
  const amounts = new Map<string, bigint>();
  for (const [resource, value] of Object.entries(isMap(map) ? map : {})) {
    const quantity = typeof value === 'string' || typeof value === 'number' ? parseQuantity(String(value)) : undefined;
    if (quantity !== undefined) {
      amounts.set(resource, quantity.nano);
    }
  }
  return amounts;
}

function add(total: Map<string, bigint>, more: ResourceAmounts): Map<string, bigint> {
  for (const [resource, amount] of more) {
    total.set(resource, (total.get(resource) ?? 0n) + amount);
  }
  return total;
}

function raise(total: Map<string, bigint>, to: ResourceAmounts): Map<string, bigint> {
  for (const [resource, amount] of to) {
    const before = total.get(resource);
    if (before === undefined || before < amount) {
      total.set(resource, amount);
    }
  }
  return total;
}

/** The maps of a list. */
export function mapsIn(list: unknown): Readonly<Record<string, unknown>>[] {
  return Array.isArray(list) ? list.filter(isMap) : [];
}
