import { type InstanceSpec, valueAtPath } from '../architectures/instance-view';
import { asNumber, asText, deepCopy, isMap } from '../kube/object';
import { parseQuantity } from '../kube/quantity';
import { amountOf, shown } from '../scheduling/node-state';
import type { PodView } from '../scheduling/pod-view';
import type { Resized } from '../scheduling/workload';

/** Fields that say how much a guest gets, the one that counts first. */
const SIZES: Readonly<Record<string, readonly string[]>> = {
  memory: ['domain.resources.requests.memory', 'domain.resources.limits.memory', 'domain.memory.guest'],
  cpu: ['domain.resources.requests.cpu', 'domain.resources.limits.cpu', 'domain.cpu.cores', 'domain.cpu.sockets'],
};

/** Amounts are lowered in steps that people write. */
const STEP: Readonly<Record<string, bigint>> = { memory: 1n << 20n, cpu: 100n };

/** Beyond this no guest boots: it is another machine, not a smaller one. */
const LEAST: Readonly<Record<string, bigint>> = { memory: 64n << 20n, cpu: 100n };

/** How often overhead that shrinks with the guest is worth another look. */
const TRIES = 4;

/**
 * The machine with less of a resource, so that its pod asks for no more than an amount.
 *
 * One field is changed, and its pod made anew: what KubeVirt adds depends on the size.
 *
 * @param podOf the pod of the machine with another spec; nothing where there would be none
 * @param isOwn whether the VM itself says what is at a path, and not its instance type
 */
export function resizedVm(
  spec: InstanceSpec,
  pod: PodView,
  podOf: (spec: InstanceSpec) => PodView | undefined,
  isOwn: (path: string) => boolean,
): (resource: string, most: bigint) => Resized | undefined {
  return (resource, most) => {
    const path = (Object.hasOwn(SIZES, resource) ? SIZES[resource]! : []).find(
      (each) => valueAtPath(spec, each) !== undefined,
    );
    if (path === undefined || !isOwn(path)) {
      return undefined;
    }
    const isCount = /\.(cores|sockets)$/.test(path);
    return isCount ? withFewerCpus(spec, path, most, podOf) : withLess(spec, path, resource, most, pod, podOf);
  };
}

function withLess(
  spec: InstanceSpec,
  path: string,
  resource: string,
  most: bigint,
  pod: PodView,
  podOf: (spec: InstanceSpec) => PodView | undefined,
): Resized | undefined {
  const from = asText(valueAtPath(spec, path));
  const [step, least] = [STEP[resource]!, LEAST[resource]!];
  let size = parseQuantity(from) === undefined ? undefined : amountOf(resource, from);
  let asked = pod.requests[resource] ?? 0n;
  for (let i = 0; i < TRIES && size !== undefined; i++) {
    const lower = ((size - (asked - most)) / step) * step;
    if (lower < least || lower >= size) {
      return undefined;
    }
    size = lower;
    const to = shown(resource, lower);
    const made = podOf(withValue(spec, path, to, resource));
    asked = made?.requests[resource] ?? 0n;
    if (made !== undefined && asked <= most) {
      return { pod: made, path, from, to };
    }
  }
  return undefined;
}

function withFewerCpus(
  spec: InstanceSpec,
  path: string,
  most: bigint,
  podOf: (spec: InstanceSpec) => PodView | undefined,
): Resized | undefined {
  const from = asNumber(valueAtPath(spec, path));
  let [low, high] = [1, Number.isInteger(from) ? from - 1 : 0];
  let best: Resized | undefined;
  // The more CPUs, the more its pod asks for: halve until the largest number that fits is found.
  while (low <= high) {
    const middle = Math.floor((low + high) / 2);
    const pod = podOf(withValue(spec, path, middle));
    if (pod !== undefined && (pod.requests.cpu ?? 0n) <= most) {
      best = { pod, path, from: String(from), to: String(middle) };
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return best;
}

/** A copy with another value at a path. Where a limit equals its request, it goes with it. */
function withValue(spec: InstanceSpec, path: string, value: string | number, resource?: string): InstanceSpec {
  const copy = deepCopy(spec) as Record<string, unknown>;
  put(copy, path, value);
  const [request, limit] = [`domain.resources.requests.${resource}`, `domain.resources.limits.${resource}`];
  if (
    path === request &&
    valueAtPath(spec, limit) !== undefined &&
    valueAtPath(spec, limit) === valueAtPath(spec, request)
  ) {
    put(copy, limit, value);
  }
  return copy;
}

function put(map: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop()!;
  let at = map;
  for (const key of keys) {
    if (!isMap(at[key])) {
      return;
    }
    at = at[key] as Record<string, unknown>;
  }
  at[last] = value;
}
