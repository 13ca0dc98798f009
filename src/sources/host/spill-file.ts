import { closeSync, mkdtempSync, openSync, readSync, rmdirSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Finding } from '../../findings/finding';
import { reasonOf, WorkspaceError } from './open-text';

/** How much memory is taken to begin with. */
const SMALLEST = 64 << 10;

/** How much is read back at once. */
const CHUNK = 1 << 20;

/** Where something is that is being held. */
export interface SpillRange {
  readonly start: number;
  readonly length: number;
}

/**
 * Texts that are wanted later, and are too many for memory.
 *
 * More than a little lies in a file without a name, so that nothing is left behind whatever happens to us. All of
 * them go through one block of memory: of thousands of blocks the collector would let many lie around.
 */
export class SpillFile {
  private block = Buffer.allocUnsafe(SMALLEST);
  private used = 0;
  /** How much is in the file; what is in the block comes after it. */
  private flushed = 0;
  private file: number | undefined;

  /**
   * @param inMemory how many bytes are kept in memory before a file is needed
   * @param about what is the matter where there is no room for them
   */
  constructor(
    private readonly inMemory: number,
    private readonly about: Pick<Finding, 'what' | 'why'>,
  ) {}

  public add(text: string): SpillRange {
    const length = Buffer.byteLength(text);
    if (this.used + length > this.inMemory && this.used > 0) {
      this.flush();
    }
    if (this.used + length > this.block.length) {
      const larger = Buffer.allocUnsafe(Math.max(2 * this.block.length, this.used + length));
      this.block.copy(larger, 0, 0, this.used);
      this.block = larger;
    }
    this.block.write(text, this.used);
    this.used += length;
    return { start: this.flushed + this.used - length, length };
  }

  /** Holds texts one after the other, without all of them in memory. */
  public addAll(texts: Iterable<{ readonly text: string }>): SpillRange {
    const start = this.flushed + this.used;
    let length = 0;
    for (const { text } of texts) {
      length += this.add(text).length;
    }
    return { start, length };
  }

  /** Gives a text back. */
  public read({ start, length }: SpillRange): string {
    return this.bytes(start, Buffer.allocUnsafe(start < this.flushed ? length : 0), length).toString();
  }

  /** Gives texts back one after the other as bytes, a chunk at a time, which is good until the next. */
  public *chunks(ranges: readonly SpillRange[]): Generator<Buffer> {
    const chunk = Buffer.allocUnsafe(this.flushed === 0 ? 0 : CHUNK);
    for (const { start, length } of ranges) {
      for (let at = 0, size = 0; at < length; at += size) {
        // A chunk is in the file or in the block, never in both.
        const inFile = this.flushed - (start + at);
        size = Math.min(CHUNK, length - at, inFile > 0 ? inFile : CHUNK);
        yield this.bytes(start + at, chunk, size);
      }
    }
  }

  public close(): void {
    if (this.file !== undefined) {
      closeSync(this.file);
      this.file = undefined;
    }
  }

  /** Bytes from the block, or from the file into a buffer. */
  private bytes(start: number, into: Buffer, length: number): Buffer {
    if (start >= this.flushed) {
      return this.block.subarray(start - this.flushed, start - this.flushed + length);
    }
    for (let at = 0; at < length; ) {
      const read = readSync(this.file!, into, at, length - at, start + at);
      if (read === 0) {
        throw new Error('what was held back is not there any more');
      }
      at += read;
    }
    return into.subarray(0, length);
  }

  private flush(): void {
    try {
      this.file ??= namelessFile();
      for (let sent = 0; sent < this.used; ) {
        sent += writeSync(this.file, this.block, sent, this.used - sent, this.flushed + sent);
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
    this.flushed += this.used;
    this.used = 0;
  }
}

function namelessFile(): number {
  const folder = mkdtempSync(join(temporaryFolder(), 'polyvirt-'));
  const path = join(folder, 'spill');
  try {
    const file = openSync(path, 'wx+', 0o600);
    // An open file lives on without its name.
    unlinkSync(path);
    return file;
  } finally {
    // Without `rmSync`, which takes longer to load than this file to be written.
    rmdirSync(folder);
  }
}

function temporaryFolder(): string {
  return tmpdir();
}

/** A value in the file, or in memory. */
interface Spilled<T> {
  value?: T | undefined;
  range?: SpillRange;
}

/**
 * Plain values of which one at a time is in memory: the one that was put there or asked for last.
 *
 * So a single value never leaves memory, and of a fleet there is never more than one.
 */
export class SpilledValues<T extends object> {
  private readonly held = new SpillFile(1 << 20, {
    what: 'what is known of clusters cannot be kept until their files are looked at',
    why: 'A fleet is too large for memory as a whole',
  });
  private inHand: Spilled<T> | undefined;

  /** @returns what gives the value back; to keep what it gives is to keep it in memory */
  public put(value: T): () => T {
    const spilled: Spilled<T> = {};
    this.take(spilled, value);
    return () => spilled.value ?? this.take(spilled, JSON.parse(this.held.read(spilled.range!)) as T);
  }

  private take(spilled: Spilled<T>, value: T): T {
    if (this.inHand !== undefined) {
      this.inHand.range ??= this.held.add(JSON.stringify(this.inHand.value));
      this.inHand.value = undefined;
    }
    this.inHand = spilled;
    spilled.value = value;
    return value;
  }
}
