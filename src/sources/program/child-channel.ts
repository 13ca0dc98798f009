import { readSync, writeSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';

/** The descriptor of the channel. Standard output belongs to the user's program, and ends up on stderr. */
const CHANNEL = 3;

/** Many small writes cost more than all the rest. */
const ENOUGH = 1 << 16;

/** At first the one who reads has nothing else to do. */
const ENOUGH_AT_FIRST = 1 << 12;

/**
 * The child's end of what it and its parent say to each other, one line each.
 *
 * Everything here waits until it is done: the program may end in the next line. While the parent is busy the channel is
 * full, and the program waits too, so that neither holds more than the other can take.
 */
export class ChildChannel {
  private readonly _pending: string[] = [];
  private _pendingLength = 0;
  private _enough = ENOUGH_AT_FIRST;
  private _heard = '';
  private readonly _decoder = new StringDecoder('utf8');
  private _isAlone = false;

  /** Says something, soon. */
  public tell(message: unknown): void {
    const line = `${JSON.stringify(message)}\n`;
    this._pending.push(line);
    this._pendingLength += line.length;
    if (this._pendingLength > this._enough) {
      this._enough = Math.min(2 * this._enough, ENOUGH);
      this.flush();
    }
  }

  /** Sends what was not sent yet. */
  public flush(): void {
    const bytes = Buffer.from(this._pending.join(''));
    this._pending.length = 0;
    this._pendingLength = 0;
    for (let sent = 0; sent < bytes.length && !this._isAlone; ) {
      const count = this.attempt(() => writeSync(CHANNEL, bytes, sent));
      if (count === undefined) {
        // The parent is gone, so there is no use in going on.
        this._isAlone = true;
        process.exit(1);
      }
      sent += count;
    }
  }

  /** The next line that the parent says; nothing when it has no more to say. */
  public hear(): string | undefined {
    for (;;) {
      const end = this._heard.indexOf('\n');
      if (end !== -1) {
        const line = this._heard.slice(0, end);
        this._heard = this._heard.slice(end + 1);
        return line;
      }
      const chunk = Buffer.allocUnsafe(ENOUGH);
      const count = this.attempt(() => readSync(CHANNEL, chunk)) ?? 0;
      if (count === 0) {
        return undefined;
      }
      this._heard += this._decoder.write(chunk.subarray(0, count));
    }
  }

  /** Reads or writes; nothing where the other end is gone. */
  private attempt(work: () => number): number | undefined {
    for (;;) {
      try {
        return work();
      } catch (error) {
        // Where a descriptor does not block by itself, sleeping does what it should have done.
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') {
          return undefined;
        }
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
      }
    }
  }
}
