import { isMap } from '../kube/object';

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
