import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { relative, resolve } from 'node:path';
import { isOfRepository } from '../bundle-bounds';

/** Why a program does not get what it asks for; the code is that of Node, for programs that look at it. */
export class NotRead extends Error {
  constructor(
    public readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** How much a program may read. */
interface ReadLimits {
  readonly fileMiB: number;
  readonly filesMiB: number;
}

/**
 * Files of a repository for a program in the wall: nothing else can be read, also not through links, and nothing of `.git`.
 *
 * Each path that it looks at is noted as it is in the repository: its objects depend on them.
 */
export class RepositoryFiles {
  public readonly looked = new Set<string>();
  private _read = 0;

  /** @param root by its real path */
  constructor(
    private readonly root: string,
    private readonly limits: ReadLimits,
  ) {}

  public read(path: string): Buffer {
    const real = this.real(path);
    // A pipe would be waited for, and a thread that waits for one cannot be ended.
    const descriptor = openSync(real, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const stats = fstatSync(descriptor);
      if (stats.isDirectory()) {
        throw new NotRead('EISDIR', `EISDIR: illegal operation on a directory, read '${path}'`);
      }
      if (!stats.isFile()) {
        throw new NotRead('EACCES', `EACCES: not a file, read '${path}'`);
      }
      if (stats.size > this.limits.fileMiB << 20) {
        throw new NotRead('EFBIG', `EFBIG: ${path} is larger than ${this.limits.fileMiB} MiB`);
      }
      this._read += stats.size;
      if (this._read > this.limits.filesMiB << 20) {
        throw new NotRead('EFBIG', `EFBIG: the program reads more than ${this.limits.filesMiB} MiB in all`);
      }
      const bytes = Buffer.alloc(stats.size);
      let length = 0;
      for (let count = -1; count !== 0 && length < bytes.length; length += count) {
        count = readSync(descriptor, bytes, length, bytes.length - length, length);
      }
      return bytes.subarray(0, length);
    } finally {
      closeSync(descriptor);
    }
  }

  /** What is at a path; nothing where nothing is. */
  public stat(path: string): Stats | undefined {
    try {
      return statSync(this.real(path));
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) {
        return undefined;
      }
      throw error;
    }
  }

  public list(path: string): string[] {
    return readdirSync(this.real(path))
      .filter((name) => name !== '.git')
      .sort();
  }

  /** A path with its links followed. Whether something is outside of the repository is not told either. */
  public real(path: string): string {
    const asked = resolve(path);
    this.note(asked);
    if (!isOfRepository(asked, { root: this.root })) {
      throw this.outside(path);
    }
    let real: string;
    try {
      real = realpathSync(asked);
    } catch (error) {
      const { code = 'ENOENT' } = error as NodeJS.ErrnoException;
      throw new NotRead(code, `${code}: no such file or directory, open '${path}'`);
    }
    if (!isOfRepository(real, { root: this.root })) {
      throw this.outside(path);
    }
    this.note(real);
    return real;
  }

  private note(path: string): void {
    const name = relative(this.root, path);
    if (!name.startsWith('..')) {
      this.looked.add(name);
    }
  }

  private outside(path: string): NotRead {
    return new NotRead('', refusalText(path));
  }
}

/** In the words by which the parent knows a refusal: see `refusal.ts`. */
function refusalText(path: string): string {
  return `polyvirt does not allow reading what is outside of the repository, or .git (${path}). Instead: put the file into the repository`;
}
