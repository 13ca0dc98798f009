import { runInThisContext } from 'node:vm';
import type { Finding } from '../../findings/finding';
import { WorkspaceError } from './open-text';
import { elapsedMs } from './process';

/** What the time went to, in the order in which it did. */
interface Phase {
  readonly name: string;
  readonly startedMs: number;
}

const HELD = Symbol.for('polyvirt.held');

/**
 * A limit that we set ourselves, below the one at which we would be killed silently.
 *
 * Counted from the start of the process. Work that never lets go of the processor is ended too: the engine's own watch
 * does that, which costs nothing until it bites.
 */
export class Deadline {
  private readonly phases: Phase[] = [{ name: 'starting', startedMs: 0 }];

  constructor(private readonly limitMs: number) {}

  /** What is left; never less than nothing. */
  public get leftMs(): number {
    return Math.max(0, this.limitMs - elapsedMs());
  }

  /** Says what begins now, and gives up where the time is over already. */
  public begin(name: string): void {
    this.phases.push({ name, startedMs: elapsedMs() });
    if (this.leftMs === 0) {
      throw this.missed();
    }
  }

  /** Runs what cannot be interrupted otherwise. */
  public hold<T>(name: string, work: () => T): T {
    this.begin(name);
    // The one that the script sees, which under a test runner is not the one that we see.
    const global = runInThisContext('globalThis') as { [HELD]?: () => T };
    global[HELD] = work;
    try {
      return runInThisContext("globalThis[Symbol.for('polyvirt.held')]()", {
        timeout: Math.ceil(this.leftMs) || 1,
      }) as T;
    } catch (error) {
      throw (error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? this.missed() : error;
    } finally {
      delete global[HELD];
    }
  }

  /** Waits for what can be interrupted. */
  public async wait<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.begin(name);
    const controller = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const missed = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        const error = this.missed();
        controller.abort();
        reject(error);
      }, this.leftMs);
    });
    try {
      return await Promise.race([work(controller.signal), missed]);
    } finally {
      clearTimeout(timer);
    }
  }

  private missed(): WorkspaceError {
    const now = elapsedMs();
    const spent = this.phases.map(({ name, startedMs }, i) => ({
      name,
      seconds: ((this.phases[i + 1]?.startedMs ?? now) - startedMs) / 1000,
    }));
    const [longest] = [...spent].sort((a, b) => b.seconds - a.seconds);
    const finding: Finding = {
      code: 'PV706',
      severity: 'error',
      what:
        `it did not finish within ${shown(this.limitMs / 1000)} s: ${shown(longest!.seconds)} s were spent on ` +
        `${longest!.name}`,
      why: `Argo CD kills a plugin without a message soon after. All steps: ${spent
        .map(({ name, seconds }) => `${name} ${shown(seconds)} s`)
        .join(', ')}`,
      fix:
        'make that part smaller, as with one folder or one cluster per Application, or raise POLYVIRT_DEADLINE ' +
        'together with the timeouts of Argo CD',
    };
    return new WorkspaceError([finding]);
  }
}

function shown(seconds: number): string {
  return seconds.toFixed(seconds < 10 ? 1 : 0);
}
