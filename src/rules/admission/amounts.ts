import type { InstanceSpec } from '../../architectures/instance-view';
import { at } from '../../architectures/instance-view';
import { isMap } from '../../kube/object';
import { parseQuantity } from '../../kube/quantity';

const NANO = 1_000_000_000n;
const MILLI = 1_000_000n;

/** An amount in billionths. What is absent, or is no quantity and told by its structure, is nothing. */
export function amountOf(value: unknown): bigint {
  return typeof value === 'string' || typeof value === 'number' ? (parseQuantity(String(value))?.nano ?? 0n) : 0n;
}

/** The whole number that Go's `Quantity.Value()` makes of an amount: away from zero. */
export function wholeOf(nano: bigint): bigint {
  return rounded(nano, NANO);
}

/** What Go's `Quantity.MilliValue()` makes of an amount. */
export function milliOf(nano: bigint): bigint {
  return rounded(nano, MILLI);
}

function rounded(nano: bigint, unit: bigint): bigint {
  const whole = nano / unit;
  return nano % unit === 0n ? whole : nano > 0n ? whole + 1n : whole - 1n;
}

/** CPUs and memory of `domain.resources`. */
export interface Resources {
  readonly requests: Readonly<Record<string, unknown>>;
  readonly limits: Readonly<Record<string, unknown>>;
}

const NOTHING: Readonly<Record<string, unknown>> = {};

/** What an instance requests and is limited to; nothing where it says neither, as nearly all instances do. */
export function resourcesOf(spec: InstanceSpec): Resources | undefined {
  const found = at(spec, 'domain.resources');
  return isMap(found)
    ? {
        requests: isMap(found.requests) ? found.requests : NOTHING,
        limits: isMap(found.limits) ? found.limits : NOTHING,
      }
    : undefined;
}

/** The guest's memory after KubeVirt's defaults; nothing where no one says it. kubevirt pkg/defaults/defaults.go. */
export function guestMemory(spec: InstanceSpec): bigint | undefined {
  const guest = at(spec, 'domain.memory.guest');
  if (guest !== undefined) {
    return amountOf(guest);
  }
  const { requests, limits } = resourcesOf(spec) ?? { requests: NOTHING, limits: NOTHING };
  const found = [requests.memory, limits.memory].map(amountOf).find((amount) => amount !== 0n);
  const pageSize = at(spec, 'domain.memory.hugepages.pageSize');
  return found ?? (typeof pageSize === 'string' ? parseQuantity(pageSize)?.nano : undefined);
}

/** Sockets, cores and threads after KubeVirt's defaults. */
interface CpuTopology {
  readonly sockets: number;
  readonly cores: number;
  readonly threads: number;
}

/** CPUs of an instance after KubeVirt's defaults: a limit or a request becomes sockets. kubevirt pkg/defaults/defaults.go. */
export function topologyOf(spec: InstanceSpec, cpuRequest?: unknown): CpuTopology {
  const [sockets, cores, threads] = ['sockets', 'cores', 'threads'].map((part) => {
    const count = at(spec, `domain.cpu.${part}`);
    return typeof count === 'number' ? count : 0;
  }) as [number, number, number];
  if (sockets !== 0 || cores !== 0 || threads !== 0) {
    return { sockets, cores, threads };
  }
  const { requests, limits } = resourcesOf(spec) ?? { requests: NOTHING, limits: NOTHING };
  const amount = limits.cpu ?? requests.cpu ?? cpuRequest ?? undefined;
  return { sockets: amount === undefined ? 1 : Number(wholeOf(amountOf(amount))), cores: 1, threads: 1 };
}

/** How many virtual CPUs a topology has; parts that are 0 do not count. */
export function cpusIn({ sockets, cores, threads }: CpuTopology): number {
  return [sockets, cores, threads].filter((part) => part !== 0).reduce((product, part) => product * part, 1);
}
