import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFile } from '../../render/files';
import { reasonOf, WorkspaceError } from '../workspace-error';
import type { ClusterResult } from './cluster-result';
import type { Sink } from './sink';

/** What is kept in memory before a file is needed. */
const IN_MEMORY = 8 << 20;

/** How much is read back at once. */
const CHUNK = 1 << 20;

/** Where the texts of one cluster are. */
interface Range {
  readonly start: number;
  readonly length: number;
}

/**
 * A stream that is held back until everything is known to be well, in the order of the names of clusters.
 *
 * What is more than a little lies in a file without a name, so that nothing is left behind whatever happens to us.
 */
export class Spool implements Sink {
  private readonly ranges = new Map<string, Range>();
  private pending: Buffer[] = [];
  private pendingLength = 0;
  private flushed = 0;
  private file: number | undefined;

  public readonly holds = (): boolean => false;
  public readonly keep = (): void => undefined;

  /** @param wanted which clusters to keep; all where absent */
  constructor(private readonly wanted?: ReadonlySet<string>) {}

  public readonly take = ({ name }: ClusterResult, texts: readonly OutputFile[]): void => {
    if (this.wanted !== undefined && !this.wanted.has(name)) {
      return;
    }
    const bytes = Buffer.from(texts.map(({ text }) => text).join(''));
    this.ranges.set(name, { start: this.flushed + this.pendingLength, length: bytes.length });
    this.pending.push(bytes);
    this.pendingLength += bytes.length;
    if (this.pendingLength > IN_MEMORY) {
      this.flush();
    }
  };

  /** Gives everything, a chunk at a time. */
  public *chunks(): Generator<string> {
    if (this.file === undefined) {
      const all = Buffer.concat(this.pending);
      for (const { start, length } of this.inOrder()) {
        yield all.toString('utf8', start, start + length);
      }
      return;
    }
    this.flush();
    const { StringDecoder } = require('node:string_decoder') as typeof import('node:string_decoder');
    const decoder = new StringDecoder('utf8');
    const chunk = Buffer.allocUnsafe(CHUNK);
    for (const { start, length } of this.inOrder()) {
      for (let at = 0; at < length; ) {
        const read = readSync(this.file, chunk, 0, Math.min(CHUNK, length - at), start + at);
        if (read === 0) {
          throw new Error('what was held back is not there any more');
        }
        at += read;
        yield decoder.write(chunk.subarray(0, read));
      }
    }
  }

  public close(): void {
    if (this.file !== undefined) {
      closeSync(this.file);
      this.file = undefined;
    }
  }

  private inOrder(): Range[] {
    return [...this.ranges].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, range]) => range);
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
          what: `the output cannot be held back until all of it is well: ${reasonOf(error)}`,
          why: 'Half a stream, applied with pruning, deletes the other half',
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
