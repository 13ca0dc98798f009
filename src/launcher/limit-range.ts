import { isMap } from '../kube/object';
import { amountText } from '../kube/quantity';
import { amountsOf, mapsIn, podLimits, podRequests, type ResourceAmounts, requestsOf } from './pod-requests';

type Fields = Readonly<Record<string, unknown>>;

/** What LimitRanges make of a pod. */
interface LimitedPod {
  /** With what they add to its containers. */
  readonly pod: Fields;
  /** What they add to the launcher itself: `memory limit of 4Gi`. */
  readonly added: readonly string[];
  /** Why the API server refuses it, in its words. */
  readonly refused: readonly string[];
}

/**
 * A pod with what the LimitRanges of its namespace add, and what they have against it.
 *
 * @see kubernetes plugin/pkg/admission/limitranger/admission.go PodMutateLimitFunc, PodValidateLimitFunc
 */
export function limitedPod(pod: Fields, limitRanges: readonly unknown[]): LimitedPod {
  const items = limitRanges.flatMap((each) =>
    mapsIn(isMap(each) && isMap(each.spec) ? each.spec.limits : undefined).map(withDefaults),
  );
  const spec = isMap(pod.spec) ? pod.spec : {};
  const ofContainers = items.filter(({ type }) => type === 'Container');
  const completed = (list: unknown) => mapsIn(list).map((container) => ofContainers.reduce(withAmounts, container));
  const limited = {
    ...pod,
    spec: { ...spec, containers: completed(spec.containers), initContainers: completed(spec.initContainers) },
  };
  const containers = [...limited.spec.containers, ...limited.spec.initContainers];
  const [before, after] = [mapsIn(spec.containers), limited.spec.containers].map((list) =>
    list.find(({ name }) => name === 'compute'),
  );
  return {
    pod: limited,
    added: [...limitsOf(after)]
      .filter(([resource]) => !limitsOf(before).has(resource))
      .map(([resource, amount]) => `${resource} limit of ${shown(resource, amount)}`),
    refused: [
      ...new Set([
        ...items.flatMap((item) =>
          item.type === 'Container'
            ? containers.flatMap((container) => objections(item, requestsOf(container), limitsOf(container)))
            : item.type === 'Pod'
              ? objections(item, podRequests(limited), podLimits(limited))
              : [],
        ),
        ...containers.flatMap(aboveItsLimit),
      ]),
    ],
  };
}

interface LimitItem {
  readonly type: unknown;
  readonly max: ResourceAmounts;
  readonly min: ResourceAmounts;
  readonly ratio: ResourceAmounts;
  readonly limit: ResourceAmounts;
  readonly request: ResourceAmounts;
}

/**
 * The largest amount is the limit where none is said, that is the request, and so is the smallest.
 *
 * @see kubernetes pkg/apis/core/v1/defaults.go SetDefaults_LimitRangeItem
 */
function withDefaults(item: Fields): LimitItem {
  const [max, min] = [amountsOf(item.max), amountsOf(item.min)];
  const isContainer = item.type === 'Container';
  const limit = new Map([...(isContainer ? max : []), ...amountsOf(item.default)]);
  const request = new Map([...(isContainer ? min : []), ...limit, ...amountsOf(item.defaultRequest)]);
  return { type: item.type, max, min, ratio: amountsOf(item.maxLimitRequestRatio), limit, request };
}

function withAmounts(container: Fields, { limit, request }: LimitItem): Fields {
  const { resources } = container;
  const { requests, limits } = isMap(resources) ? resources : {};
  const own = { requests: new Map(requestsOf(container)), limits: limitsOf(container) };
  const missing = (defaults: ResourceAmounts, from: ResourceAmounts) =>
    Object.fromEntries(
      [...defaults].filter(([key]) => !from.has(key)).map(([key, amount]) => [key, shown(key, amount)]),
    );
  return {
    ...container,
    resources: {
      ...(isMap(resources) ? resources : {}),
      // A limit without a request is one before admission, and what is added here is none.
      requests: {
        ...Object.fromEntries([...own.requests].map(([key, amount]) => [key, shown(key, amount)])),
        ...(isMap(requests) ? requests : {}),
        ...missing(request, own.requests),
      },
      limits: { ...(isMap(limits) ? limits : {}), ...missing(limit, own.limits) },
    },
  };
}

function objections(
  { type, max, min, ratio }: LimitItem,
  requests: ResourceAmounts,
  limits: ResourceAmounts,
): readonly string[] {
  const said: string[] = [];
  for (const [name, least] of min) {
    const [request, limit, amount] = [requests.get(name), limits.get(name), shown(name, least)];
    if (request === undefined || request < least || (limit !== undefined && limit < least)) {
      const what = request === undefined ? '' : request < least ? 'request' : 'limit';
      said.push(
        `minimum ${name} usage per ${type as string} is ${amount}${what === '' ? '.  No request is specified' : `, but ${what} is ${shown(name, what === 'request' ? request! : limit!)}`}`,
      );
    }
  }
  for (const [name, most] of max) {
    const [request, limit, amount] = [requests.get(name), limits.get(name), shown(name, most)];
    if (limit === undefined || limit > most || (request !== undefined && request > most)) {
      const what = limit === undefined ? '' : limit > most ? 'limit' : 'request';
      said.push(
        `maximum ${name} usage per ${type as string} is ${amount}${what === '' ? '.  No limit is specified' : `, but ${what} is ${shown(name, what === 'limit' ? limit! : request!)}`}`,
      );
    }
  }
  for (const [name, most] of ratio) {
    const [request = 0n, limit = 0n] = [requests.get(name), limits.get(name)];
    const head = `${name} max limit to request ratio per ${type as string} is ${amountText({ nano: most, format: 'decimal' })}`;
    if (request === 0n || limit === 0n) {
      const what = request === 0n ? 'request' : 'limit';
      said.push(`${head}, but no ${what} is specified or ${what} is 0`);
    } else if (limit * NANO > most * request) {
      said.push(`${head}, but provided ratio is ${(Number((limit * NANO) / request) / 1e9).toFixed(6)}`);
    }
  }
  return said;
}

const NANO = 1_000_000_000n;

/** Kubernetes refuses a container that asks for more than it may use. */
function aboveItsLimit(container: Fields): readonly string[] {
  const limits = limitsOf(container);
  return [...requestsOf(container)].flatMap(([name, request]) => {
    const limit = limits.get(name);
    return limit === undefined || request <= limit
      ? []
      : [
          `the request of container ${container.name as string} for ${shown(name, request)} must be less than or equal to ${name} limit of ${shown(name, limit)}`,
        ];
  });
}

function limitsOf(container: Fields | undefined): ResourceAmounts {
  return amountsOf(isMap(container?.resources) ? container.resources.limits : undefined);
}

function shown(resource: string, nano: bigint): string {
  return amountText({ nano, format: /memory|storage|hugepages/.test(resource) ? 'binary' : 'decimal' });
}
