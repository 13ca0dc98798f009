import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../findings/finding';
import { WorkspaceError } from '../sources/host/open-text';
import { elapsedMs, isAlive, remove } from '../sources/host/process';

/** How many may work at once, and how long one waits for that. */
interface GateOptions {
  /** A folder that all of them share. */
  readonly folder: string;
  /** How many may be inside at once. */
  readonly places: number;
  /** How long one waits for a place before being rejected. */
  readonly patienceMs: number;
  /** Asked each time before waiting on: whether there is nothing left to wait for. */
  readonly isDone?: () => boolean;
}

/** What became of waiting. */
interface Entrance {
  readonly waitedMs: number;
  /** Gives the place back. */
  readonly leave: () => void;
}

/** Longer than any render may take: a process that holds a place for so long is dead, whatever the process table says. */
const LONGEST_STAY_MS = 10 * 60 * 1000;

/**
 * Waits for one of a few places that all processes share, and rejects where none gets free in time: that every one who waited
 * long enough went in would be no bound just when one is needed.
 *
 * A place is a file with the number of the process that holds it. One whose process is gone is free, so that a kill takes
 * nothing from the others. Two who find the same dead holder at the same moment may both get in: this bounds work, and
 * guards nothing.
 */
export async function enterGate({ folder, places, patienceMs, isDone }: GateOptions): Promise<Entrance> {
  const started = elapsedMs();
  for (let turn = 0; ; turn++) {
    const place = takePlace(folder, places, turn);
    const waitedMs = elapsedMs() - started;
    if (place !== undefined || isDone?.() === true) {
      return { waitedMs, leave: () => (place === undefined ? undefined : remove(place)) };
    }
    if (waitedMs >= patienceMs) {
      throw new WorkspaceError([full(places, waitedMs)]);
    }
    // Not all at the same moment, and without a random number: processes have one of their own.
    const pause = 20 + ((process.pid + turn * 7) % 30);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** As many as there are processors that we may use, which in a container may be fewer than the machine has. */
export function usualPlaces(): number {
  const [quota, period] = read('/sys/fs/cgroup/cpu.max')?.split(' ').map(Number) ?? [];
  const allowed = quota && period ? Math.ceil(quota / period) : Number.POSITIVE_INFINITY;
  return Math.max(1, Math.min(availableParallelism(), allowed));
}

function takePlace(folder: string, places: number, turn: number): string | undefined {
  for (let i = 0; i < places; i++) {
    // Each begins elsewhere, so that they do not all try the same one first.
    const path = join(folder, `place-${(process.pid + turn + i) % places}`);
    if (claim(path)) {
      return path;
    }
    if (isAbandoned(path)) {
      remove(path);
      if (claim(path)) {
        return path;
      }
    }
  }
  return undefined;
}

function claim(path: string): boolean {
  try {
    mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
    const descriptor = openSync(path, 'wx', 0o600);
    writeSync(descriptor, String(process.pid));
    closeSync(descriptor);
    return true;
  } catch (error) {
    // A folder in which nothing can be made bounds nothing: better all at once than none.
    return (error as NodeJS.ErrnoException).code !== 'EEXIST';
  }
}

function isAbandoned(path: string): boolean {
  try {
    if (Date.now() - statSync(path).mtimeMs > LONGEST_STAY_MS) {
      return true;
    }
    const holder = Number(read(path));
    // Empty between being made and being written.
    return holder > 0 && !isAlive(holder);
  } catch {
    return false;
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return undefined;
  }
}

function full(places: number, waitedMs: number): Finding {
  return {
    code: 'PV723',
    severity: 'error',
    what: `${places === 1 ? 'another render is' : `${places} other renders are`} under way, and no turn came in ${(waitedMs / 1000).toFixed(1)} s`,
    why:
      'More concurrent renders than processors would make all of them too slow. Argo CD retries, and after three ' +
      'failures shows the error for an hour',
    fix:
      'give the sidecar more processors or more replicas, or raise POLYVIRT_RENDERS or POLYVIRT_RENDER_WAIT; bound ' +
      'how many Argo CD asks for at once with reposerver.parallelism.limit',
  };
}
