import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../findings/finding';
import { reasonOf, WorkspaceError } from '../workspace-error';

/** What is kept in memory before a file is needed. */
const IN_MEMORY = 8 << 20;

/** How much is read back at once. */
const CHUNK = 1 << 20;

/** Where something is that is being held. */
export interface HeldRange {
  readonly start: number;
  readonly length: number;
}

/**
 * Bytes that are wanted later, and are too many for memory.
 *
 * What is more than a little lies in a file without a name, so that nothing is left behind whatever happens to us.
 */
export class HeldBytes {
  private pending: Buffer[] = [];
  private pendingLength = 0;
  private flushed = 0;
  private file: number | undefined;

  /** @param about what is the matter where there is no room for them */
  constructor(private readonly about: Pick<Finding, 'what' | 'why'>) {}

  public add(bytes: Buffer): HeldRange {
    const range = { start: this.flushed + this.pendingLength, length: bytes.length };
    this.pending.push(bytes);
    this.pendingLength += bytes.length;
    if (this.pendingLength > IN_MEMORY) {
      this.flush();
    }
    return range;
  }

  /** Gives back what was added, or a part of it. */
  public read({ start, length }: HeldRange): Buffer {
    if (start >= this.flushed) {
      this.pending = this.pending.length === 1 ? this.pending : [Buffer.concat(this.pending)];
      return this.pending[0]!.subarray(start - this.flushed, start - this.flushed + length);
    }
    const bytes = Buffer.allocUnsafe(length);
    for (let at = 0; at < length; ) {
      const read = readSync(this.file!, bytes, at, length - at, start + at);
      if (read === 0) {
        throw new Error('what was held back is not there any more');
      }
      at += read;
    }
    return bytes;
  }

  /** The same, a chunk at a time. */
  public *chunks({ start, length }: HeldRange): Generator<Buffer> {
    for (let at = 0; at < length; at += CHUNK) {
      yield this.read({ start: start + at, length: Math.min(CHUNK, length - at) });
    }
  }

  public close(): void {
    if (this.file !== undefined) {
      closeSync(this.file);
      this.file = undefined;
    }
  }

  private flush(): void {
    try {
      this.file ??= namelessFile();
      for (const bytes of this.pending) {
        for (let sent = 0; sent < bytes.length; ) {
          sent += writeSync(this.file, bytes, sent, bytes.length - sent, this.flushed + sent);
        }
        this.flushed += bytes.length;
      }
    } catch (error) {
      throw new WorkspaceError([
        {
          code: 'PV018',
          severity: 'error',
          file: temporaryFolder(),
          what: `${this.about.what}: ${reasonOf(error)}`,
          why: this.about.why,
          fix: 'make room there, or name another folder for temporary files in TMPDIR',
        },
      ]);
    }
    this.pending = [];
    this.pendingLength = 0;
  }
}

function namelessFile(): number {
  const folder = mkdtempSync(join(temporaryFolder(), 'polyvirt-'));
  try {
    return openSync(join(folder, 'spool'), 'wx+', 0o600);
  } finally {
    // An open file lives on without its name.
    rmSync(folder, { recursive: true, force: true, maxRetries: 0 });
  }
}

function temporaryFolder(): string {
  const { tmpdir } = require('node:os') as typeof import('node:os');
  return tmpdir();
}
