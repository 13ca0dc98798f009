import { elapsedMs } from '../../sources/host/clock';
import type { Io } from '../start/io';

/** Sooner than that it is not asked how long it takes. */
const PATIENCE_MS = 1000;
const EVERY_MS = 200;

/** How far a long run is, on a terminal: never in a pipe or in CI. */
export class Progress {
  private readonly started = elapsedMs();
  private shown = 0;
  private isShown = false;

  constructor(private readonly io: Pick<Io, 'err' | 'terminal'>) {}

  /** @param total how many there are, where that is known */
  public readonly show = (done: number, total: number | undefined): void => {
    if (!this.io.terminal) {
      return;
    }
    const now = elapsedMs();
    if (now - this.started < PATIENCE_MS || now - this.shown < EVERY_MS) {
      return;
    }
    this.shown = now;
    this.isShown = true;
    this.io.err(`\r\x1b[K${progressText(done, total, now - this.started)}`);
  };

  /** Clears the line for what follows. */
  public readonly end = (): void => {
    if (this.isShown) {
      this.io.err('\r\x1b[K');
      this.isShown = false;
    }
  };
}

/** `120 of 1000 clusters, 9 s left`. */
export function progressText(done: number, total: number | undefined, passedMs: number): string {
  if (total === undefined) {
    return `${done} ${done === 1 ? 'cluster' : 'clusters'}`;
  }
  const left = done === 0 ? undefined : Math.ceil(((passedMs / done) * (total - done)) / 1000);
  return `${done} of ${total} clusters${left === undefined ? '' : `, ${left} s left`}`;
}
