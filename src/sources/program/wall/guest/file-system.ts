import { refuse } from '../../refusal';
import { Buffer } from './buffer';
import { latin1Encode } from './bytes';
import { host } from './host';
import { path } from './path';
import { refusing } from './refused';
import { URL } from './url';

/** What to do instead of what a program does to files. */
const NO_WRITING =
  'add objects to a chart: polyvirt writes the manifests. The wall lets a program read its repository only';

function pathOf(named: unknown): string {
  if (typeof named === 'string') {
    return path.resolve(named);
  }
  if (named instanceof URL && named.href.startsWith('file://')) {
    return decodeURIComponent(named.href.slice('file://'.length));
  }
  if (named instanceof Uint8Array) {
    return path.resolve(Buffer.from(named).toString());
  }
  return refuse('reading what is no path', 'name a file of the repository');
}

function encodingOf(options: unknown): string | undefined {
  const encoding =
    typeof options === 'object' && options !== null ? (options as { encoding?: unknown }).encoding : options;
  return typeof encoding === 'string' ? encoding : undefined;
}

function readFileSync(file: unknown, options?: unknown): string | Buffer {
  const encoding = encodingOf(options);
  if (encoding !== undefined && /^utf-?8$/i.test(encoding)) {
    return host.readText(pathOf(file));
  }
  const bytes = Buffer.from(latin1Encode(host.readBytes(pathOf(file))));
  return encoding === undefined ? bytes : bytes.toString(encoding);
}

/** What is at a path, without times: they are other ones in every copy. */
class Stats {
  constructor(
    private readonly kind: 'file' | 'folder',
    public readonly size: number,
  ) {}

  public isFile(): boolean {
    return this.kind === 'file';
  }

  public isDirectory(): boolean {
    return this.kind === 'folder';
  }

  public isSymbolicLink(): boolean {
    return false;
  }
}

function found(file: unknown): Stats | undefined {
  const [kind = '', size] = host.stat(pathOf(file)).split(' ');
  return kind === '' ? undefined : new Stats(kind as 'file' | 'folder', Number(size ?? 0));
}

function statSync(file: unknown, options?: { throwIfNoEntry?: boolean }): Stats | undefined {
  const stats = found(file);
  if (stats === undefined && options?.throwIfNoEntry !== false) {
    throw Object.assign(new Error(`ENOENT: no such file or directory, stat '${String(file)}'`), { code: 'ENOENT' });
  }
  return stats;
}

function readdirSync(folder: unknown, options?: { withFileTypes?: boolean; recursive?: boolean }): unknown[] {
  const top = pathOf(folder);
  const below = (at: string): { name: string; parentPath: string; stats: Stats }[] =>
    (JSON.parse(host.list(at)) as string[]).flatMap((name) => {
      const stats = found(path.join(at, name)) ?? new Stats('file', 0);
      const own = { name, parentPath: at, stats };
      return options?.recursive === true && stats.isDirectory() ? [own, ...below(path.join(at, name))] : [own];
    });
  return below(top).map(({ name, parentPath, stats }) =>
    options?.withFileTypes === true
      ? Object.assign(Object.create(stats) as Stats, { name, parentPath, path: parentPath })
      : path.relative(top, path.join(parentPath, name)),
  );
}

function accessSync(file: unknown): void {
  statSync(file);
}

const sync = {
  readFileSync,
  existsSync: (file: unknown) => {
    try {
      return found(file) !== undefined;
    } catch {
      return false;
    }
  },
  statSync,
  lstatSync: statSync,
  readdirSync,
  accessSync,
  realpathSync: Object.assign((file: unknown) => host.real(pathOf(file)), {
    native: (file: unknown) => host.real(pathOf(file)),
  }),
};

/** The same, for who waits for it. */
const later =
  <A extends unknown[], R>(work: (...args: A) => R) =>
  async (...args: A): Promise<R> =>
    work(...args);

const promises = refusing(
  {
    readFile: later(readFileSync),
    stat: later((file: unknown) => statSync(file)),
    lstat: later((file: unknown) => statSync(file)),
    readdir: later(readdirSync),
    access: later(accessSync),
    realpath: later((file: unknown) => host.real(pathOf(file))),
  },
  'fs.promises',
  NO_WRITING,
);

/** What there is of `node:fs`: reading within the repository. */
export const fs = refusing({ ...sync, promises, constants: { F_OK: 0, R_OK: 4, W_OK: 2, X_OK: 1 } }, 'fs', NO_WRITING);
export const fsPromises = promises;
