import { isMap } from '../kube/object';
import { valuesAt } from '../kube/path';
import { amountText } from '../kube/quantity';
import { amountsOf, mapsIn, podLimits, podRequests, type ResourceAmounts, requestsOf } from './pod-requests';

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
