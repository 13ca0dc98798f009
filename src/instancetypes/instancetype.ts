import type { Because, InstanceDraft } from '../architectures/draft';
import { asText, isEmpty, isMap } from '../kube/object';
import { parseQuantity } from '../kube/quantity';
import { atLeast, type Release } from '../kube/release';

/** The spec of an instance type: plain data of any origin. */
type InstancetypeSpec = Readonly<Record<string, unknown>>;

const SOURCE = 'kubevirt pkg/instancetype/apply';

/** A field of an instance type that goes into the VM as it is, and may be said in one of the two places only. */
const FIELDS: readonly (readonly [from: string, to: string])[] = [
  ['cpu.model', 'domain.cpu.model'],
  ['cpu.dedicatedCPUPlacement', 'domain.cpu.dedicatedCpuPlacement'],
  ['cpu.isolateEmulatorThread', 'domain.cpu.isolateEmulatorThread'],
  ['cpu.numa', 'domain.cpu.numa'],
  ['cpu.realtime', 'domain.cpu.realtime'],
  ['memory.hugepages', 'domain.memory.hugepages'],
  ['memory.maxGuest', 'domain.memory.maxGuest'],
  ['gpus', 'domain.devices.gpus'],
  ['hostDevices', 'domain.devices.hostDevices'],
  ['ioThreadsPolicy', 'domain.ioThreadsPolicy'],
  ['ioThreads.supplementalPoolThreadCount', 'domain.ioThreads.supplementalPoolThreadCount'],
  ['launchSecurity', 'domain.launchSecurity'],
  ['nodeSelector', 'nodeSelector'],
  ['schedulerName', 'schedulerName'],
];

/** What every instance type sets, CPUs and memory, in whatever way a VM may say it too. */
const ALWAYS = [
  'domain.cpu.sockets',
  'domain.cpu.cores',
  'domain.cpu.threads',
  'domain.resources.requests.cpu',
  'domain.resources.limits.cpu',
  'domain.memory.guest',
  'domain.resources.requests.memory',
  'domain.resources.limits.memory',
];

/** Fields that the VM says although the instance type does: paths below the instance's spec. */
export function conflictsWith(spec: InstancetypeSpec, draft: InstanceDraft, kubevirt: Release): string[] {
  const both = FIELDS.filter(([from, to]) => !isUnset(at(spec, from)) && !isUnset(draft.get(to))).map(([, to]) => to);
  const always = ALWAYS.filter((path) => !isUnset(draft.get(path)));
  // Field by field since 1.7; before, any word about memory was one too many.
  const memory = draft.get('domain.memory');
  const any = isMap(memory) && !atLeast(kubevirt, '1.7') && !always.includes('domain.memory.guest');
  return [...new Set([...always, ...both, ...(any ? ['domain.memory'] : [])])];
}

/** Puts what an instance type says into a VM that says none of it itself. */
export function applyInstancetype(
  spec: InstancetypeSpec,
  preference: unknown,
  draft: InstanceDraft,
  name: string,
): void {
  const because: Because = { from: 'instancetype', reason: `the instance type ${name} says so`, source: SOURCE };
  const guest = at(spec, 'cpu.guest');
  if (isCount(guest)) {
    const how = `${guest} CPUs of the instance type ${name}, laid out as the preference wants them, or as sockets`;
    for (const [part, count] of Object.entries(guestTopology(guest, preference))) {
      draft.set(`domain.cpu.${part}`, count, { ...because, reason: how });
    }
  }
  const memory = at(spec, 'memory.guest');
  if (memory !== undefined) {
    draft.set('domain.memory.guest', memory, because);
    overcommit(memory, at(spec, 'memory.overcommitPercent'), draft, because);
  }
  const maxSockets = at(spec, 'cpu.maxSockets');
  if (maxSockets !== undefined) {
    draft.set('domain.cpu.maxSockets', maxSockets, because);
  }
  for (const [from, to] of FIELDS) {
    const value = at(spec, from);
    if (!isUnset(value)) {
      draft.set(to, value, because);
    }
  }
}

/** A number of CPUs that a guest can have. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

/** A share of the guest's memory that its pod does not ask for. */
function overcommit(memory: unknown, percent: unknown, draft: InstanceDraft, because: Because): void {
  const quantity = parseQuantity(asText(memory));
  if (typeof percent !== 'number' || percent <= 0 || quantity === undefined) {
    return;
  }
  // KubeVirt computes in numbers of 32 bits.
  const { fround } = Math;
  const bytes = Math.trunc(fround(fround(Number(quantity.nano / 1_000_000_000n)) * fround(1 - fround(percent / 100))));
  draft.set('domain.resources.requests.memory', String(bytes), {
    ...because,
    reason: `${percent} % of the memory is overcommitted: ${because.reason}`,
  });
}

/** A list without items is none; false counts as not said, as in Go. */
function isUnset(value: unknown): boolean {
  return isEmpty(value) || value === false || (Array.isArray(value) && value.length === 0);
}

function at(spec: InstancetypeSpec, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (isMap(value) ? value[key] : undefined), spec) ?? undefined;
}

/** How virtual CPUs are shown to a guest. */
export interface Topology {
  readonly sockets: number;
  readonly cores: number;
  readonly threads: number;
}

const ONE: Topology = { sockets: 1, cores: 1, threads: 1 };

/** The topology that a preference wants, by the names of today; before 1.5 they began with `prefer`. */
export function preferredTopology(preference: unknown): string {
  const cpu = isMap(preference) ? preference.cpu : undefined;
  const written = isMap(cpu) ? cpu.preferredCPUTopology : undefined;
  return typeof written === 'string' ? written.replace(/^prefer/, '').toLowerCase() : 'sockets';
}

/** How CPUs are spread, and in which ratio, where a preference wants that. */
export function spreadOptions(preference: unknown): { readonly across: string; readonly ratio: number } {
  const map = isMap(preference) ? preference : {};
  const options = isMap(map.cpu) && isMap(map.cpu.spreadOptions) ? map.cpu.spreadOptions : {};
  const ratio = [options.ratio, map.preferSpreadSocketToCoreRatio].find(
    (each) => Number.isSafeInteger(each) && (each as number) > 0,
  );
  return {
    across: typeof options.across === 'string' ? options.across : 'SocketsCores',
    ratio: typeof ratio === 'number' ? ratio : 2,
  };
}

/** What so many virtual CPUs of an instance type become. */
export function guestTopology(count: number, preference: unknown): Topology {
  if (count === 1) {
    return ONE;
  }
  switch (preferredTopology(preference)) {
    case 'cores':
      return { ...ONE, cores: count };
    case 'threads':
      return { ...ONE, threads: count };
    case 'spread':
      return spread(count, preference);
    default:
      return { ...ONE, sockets: count };
  }
}

function spread(count: number, preference: unknown): Topology {
  const { across, ratio } = spreadOptions(preference);
  switch (across) {
    case 'CoresThreads':
      return { ...ONE, threads: ratio, cores: Math.floor(count / ratio) };
    case 'SocketsCoresThreads':
      return { threads: 2, cores: ratio, sockets: Math.floor(count / 2 / ratio) };
    default:
      return { ...ONE, cores: ratio, sockets: Math.floor(count / ratio) };
  }
}

/** By what a number of CPUs must be divisible to be spread; 1 where it is not spread. */
export function spreadDivisor(preference: unknown): number {
  if (preferredTopology(preference) !== 'spread') {
    return 1;
  }
  const { across, ratio } = spreadOptions(preference);
  return across === 'SocketsCoresThreads' ? 2 * ratio : ratio;
}
