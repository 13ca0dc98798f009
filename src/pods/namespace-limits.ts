import { isMap } from '../kube/object';
import { valuesAt } from '../kube/path';
import { amountText } from '../kube/quantity';
import { amountsOf, mapsIn, podLimits, podRequests, type ResourceAmounts, requestsOf } from './amount';

type Fields = Readonly<Record<string, unknown>>;

/**
 * A quota's count for a running pod.
 *
 * @see kubernetes pkg/quota/v1/evaluator/core/pods.go PodUsageFunc, podComputeUsageHelper
 */
export function podUsage(pod: unknown): ResourceAmounts {
  return new Map([...ONE_POD, ...usageOf(podRequests(pod), podLimits(pod))]);
}

const ONE_POD: readonly (readonly [string, bigint])[] = ['pods', 'count/pods'].map((name) => [name, 1_000_000_000n]);

function usageOf(requests: ResourceAmounts, limits: ResourceAmounts): ResourceAmounts {
  const usage = new Map<string, bigint>();
  for (const [resource, amount] of requests) {
    if (OF_BOTH_NAMES.test(resource)) {
      usage.set(resource, amount);
    }
    if (OF_BOTH_NAMES.test(resource) || resource.includes('/')) {
      usage.set(`requests.${resource}`, amount);
    }
  }
  for (const [resource, amount] of limits) {
    if (/^(cpu|memory|ephemeral-storage)$/.test(resource)) {
      usage.set(`limits.${resource}`, amount);
    }
  }
  return usage;
}

const OF_BOTH_NAMES = /^(cpu|memory|ephemeral-storage|hugepages-.+)$/;

/** Of these a quota wants a word from every container. */
const ASKED_OF_CONTAINERS = ['cpu', 'memory', 'requests.cpu', 'requests.memory', 'limits.cpu', 'limits.memory'];

/**
 * What containers of a pod leave unsaid and a quota counts, in the API server's words; nothing where all is said.
 *
 * @see kubernetes pkg/quota/v1/evaluator/core/pods.go Constraints
 */
export function unsaidFor(hard: ResourceAmounts, pod: unknown): string | undefined {
  const spec = isMap(pod) && isMap(pod.spec) ? pod.spec : {};
  const containers = [...mapsIn(spec.containers), ...mapsIn(spec.initContainers)];
  const missing = ASKED_OF_CONTAINERS.filter((name) => hard.has(name))
    .sort()
    .flatMap((name) => {
      const silent = containers
        .filter((container) => !usageOf(requestsOf(container), limitsOf(container)).has(name))
        .map((container) => container.name as string);
      return silent.length === 0 ? [] : [`${name} for: ${[...new Set(silent)].sort().join(',')}`];
    });
  return missing.length === 0 ? undefined : `must specify ${missing.join('; ')}`;
}

function limitsOf({ resources }: Fields): ResourceAmounts {
  return amountsOf(isMap(resources) ? resources.limits : undefined);
}

/** What of a usage is more than a quota allows, as the API server lists it; nothing where all of it fits. */
export function exceeded(usage: ResourceAmounts, hard: ResourceAmounts): readonly string[] {
  return [...usage].filter(([name, amount]) => (hard.get(name) ?? amount) < amount).map(([name]) => name);
}

/** `requests.memory=2Gi,pods=1`. */
export function shownUsage(names: readonly string[], amounts: ResourceAmounts): string {
  return [...names]
    .sort()
    .map((name) => `${name}=${shownAmount(name, amounts.get(name) ?? 0n)}`)
    .join(',');
}

/** As Kubernetes writes it. */
export function shownAmount(name: string, nano: bigint): string {
  return amountText({ nano, format: /memory|storage|hugepages/.test(name) ? 'binary' : 'decimal' });
}

/**
 * Whether a quota counts a pod at all.
 *
 * @see kubernetes pkg/quota/v1/evaluator/core/pods.go podMatchesScopeFunc
 */
export function isInScope(quotaSpec: unknown, pod: Fields): boolean {
  const { scopes, scopeSelector } = isMap(quotaSpec) ? quotaSpec : {};
  const selectors = [
    ...(Array.isArray(scopes) ? scopes : []).map((scopeName: unknown) => ({ scopeName, operator: 'Exists' })),
    ...mapsIn(isMap(scopeSelector) ? scopeSelector.matchExpressions : undefined),
  ];
  return selectors.every((selector) => matchesScope(selector, isMap(pod.spec) ? pod.spec : {}, pod));
}

function matchesScope(selector: Fields, spec: Fields, pod: Fields): boolean {
  const isTerminating = typeof spec.activeDeadlineSeconds === 'number';
  const isBestEffort = () =>
    [...podRequests(pod).keys(), ...podLimits(pod).keys()].every((name) => name !== 'cpu' && name !== 'memory');
  switch (selector.scopeName) {
    case 'Terminating':
      return isTerminating;
    case 'NotTerminating':
      return !isTerminating;
    case 'BestEffort':
      return isBestEffort();
    case 'NotBestEffort':
      return !isBestEffort();
    case 'PriorityClass':
      return matchesPriority(selector, spec.priorityClassName);
    case 'CrossNamespacePodAffinity':
      return looksElsewhere(spec.affinity);
    default:
      return false;
  }
}

function matchesPriority({ operator, values }: Fields, name: unknown): boolean {
  const isListed = Array.isArray(values) && values.includes(name);
  const isNamed = typeof name === 'string' && name !== '';
  const answers: Readonly<Record<string, boolean>> = {
    Exists: isNamed,
    DoesNotExist: !isNamed,
    In: isNamed && isListed,
    NotIn: !isListed,
  };
  return typeof operator === 'string' && answers[operator] === true;
}

function looksElsewhere(affinity: unknown): boolean {
  return ['podAffinity', 'podAntiAffinity'].some((kind) =>
    [
      `${kind}.requiredDuringSchedulingIgnoredDuringExecution[]`,
      `${kind}.preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm`,
    ].some((path) =>
      valuesAt(affinity, path).some(
        ({ value }) =>
          isMap(value) &&
          ((Array.isArray(value.namespaces) && value.namespaces.length > 0) || isMap(value.namespaceSelector)),
      ),
    ),
  );
}

/** What LimitRanges make of a pod. */
interface LimitedPod {
  /** With what they add to its containers. */
  readonly pod: Fields;
  /** What they add to the launcher itself: `memory limit of 4Gi`. */
  readonly added: readonly string[];
  /** Why the API server rejects it, in its words. */
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
    added: [...limitsIn(after)]
      .filter(([resource]) => !limitsIn(before).has(resource))
      .map(([resource, amount]) => `${resource} limit of ${shown(resource, amount)}`),
    refused: [
      ...new Set([
        ...items.flatMap((item) =>
          item.type === 'Container'
            ? containers.flatMap((container) => objections(item, requestsOf(container), limitsIn(container)))
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
  const own = { requests: new Map(requestsOf(container)), limits: limitsIn(container) };
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

/** Kubernetes rejects a container that asks for more than it may use. */
function aboveItsLimit(container: Fields): readonly string[] {
  const limits = limitsIn(container);
  return [...requestsOf(container)].flatMap(([name, request]) => {
    const limit = limits.get(name);
    return limit === undefined || request <= limit
      ? []
      : [
          `the request of container ${container.name as string} for ${shown(name, request)} must be less than or equal to ${name} limit of ${shown(name, limit)}`,
        ];
  });
}

function limitsIn(container: Fields | undefined): ResourceAmounts {
  return amountsOf(isMap(container?.resources) ? container.resources.limits : undefined);
}

function shown(resource: string, nano: bigint): string {
  return amountText({ nano, format: /memory|storage|hugepages/.test(resource) ? 'binary' : 'decimal' });
}
