import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Finding } from '../../findings/finding';
import type { YamlProblem } from '../../kube/yaml/reader';
import { elapsedMs } from './process';

/** Standard input, as commands name it. */
export const STDIN = '-';

/** Something that is read from its beginning to its end. */
export interface OpenText {
  /** How large it is; unknown of what is still being written. */
  readonly size?: number;
  /** Reads some into a buffer, from a place of that on; 0 at the end. */
  readonly read: (into: Buffer, at: number) => number;
  readonly close: () => void;
}

/** Why something is not opened. */
interface NotOpened {
  readonly problem: string;
  readonly fix: string;
  readonly severity: 'error' | 'warning';
}

/** A pipe without a writer, or no longer. */
export class SilentPipe extends Error {}

/** How long a named pipe may be without a writer, and how long a writer may write nothing. */
const PATIENCE = { writerMs: 5_000, bytesMs: 120_000 };

/** What lies in folders and is no file, by its path. */
const inFolders = new Map<string, string>();

/** Takes note of what was found in a folder: only what a person names is opened though it is no file. */
export function neverOpen(path: string, entry: Dirent): void {
  const meant = entry.isSymbolicLink() ? foundAt(path) : entry;
  const kind = meant === undefined ? undefined : irregularKind(meant);
  if (kind !== undefined) {
    inFolders.set(resolve(path), kind);
  }
}

/**
 * Opens what a person names.
 *
 * Standard input, and what the shell hands over as `/dev/fd/63` for `<(kustomize build)`, is read to its end. A named pipe is read
 * too, as long as something writes to it. Sockets and devices are rejected, and so is all of that where it was found in a folder.
 */
export function openText(path: string): OpenText | NotOpened {
  if (path === STDIN || path === '/dev/stdin') {
    return { read: (into, at) => readSome(0, into, at), close: () => undefined };
  }
  const found = inFolders.get(resolve(path));
  if (found !== undefined) {
    return { problem: `it is ${found}, so it was skipped`, fix: 'move it out of the folder', severity: 'warning' };
  }
  const isHandedOver = /^\/(dev|proc\/(self|\d+))\/fd\/\d+$/.test(path);
  const kind = isHandedOver ? undefined : refusedKind(statSync(path));
  if (kind !== undefined) {
    return { problem: `it is ${kind}, not a file`, fix: 'name a file, or - for standard input', severity: 'error' };
  }
  // Without waiting for a writer: a pipe would otherwise be waited for before anything can be said.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = fstatSync(descriptor);
  const close = () => closeSync(descriptor);
  if (!stats.isFIFO()) {
    return {
      ...(stats.isFile() ? { size: stats.size } : {}),
      read: (into, at) => readSome(descriptor, into, at),
      close,
    };
  }
  return { read: isHandedOver ? reader(descriptor, true) : reader(descriptor, false), close };
}

/** A pipe may be read, and so may the device that is always empty. */
function refusedKind(stats: Stats): string | undefined {
  const isEmpty = stats.isCharacterDevice() && stats.rdev === statSync('/dev/null').rdev;
  return stats.isFIFO() || isEmpty ? undefined : irregularKind(stats);
}

/**
 * Reads a pipe without ever waiting for longer than patience lasts.
 *
 * @param hasWriter whether a writer had it open from the beginning, so that nothing to read is the end
 */
function reader(descriptor: number, hasWriter: boolean): OpenText['read'] {
  let began = hasWriter;
  let since = elapsedMs();
  return (into, at) => {
    for (;;) {
      const read = tryRead(descriptor, into, at);
      if (read !== undefined && (read > 0 || began)) {
        began = true;
        since = elapsedMs();
        return read;
      }
      // Nothing to read, and no writer: none has come yet. Nothing to read, but a writer: it is busy.
      const isSilent = elapsedMs() - since > (read === undefined ? PATIENCE.bytesMs : PATIENCE.writerMs);
      if (isSilent) {
        const seconds = (read === undefined ? PATIENCE.bytesMs : PATIENCE.writerMs) / 1000;
        throw new SilentPipe(`nothing was written to this pipe for ${seconds} s`);
      }
      began ||= read === undefined;
      pause();
    }
  };
}

function readSome(descriptor: number, into: Buffer, at: number): number {
  for (;;) {
    const read = tryRead(descriptor, into, at);
    if (read !== undefined) {
      return read;
    }
    pause();
  }
}

/** Nothing where there is nothing yet, of what does not block. */
function tryRead(descriptor: number, into: Buffer, at: number): number | undefined {
  try {
    return readSync(descriptor, into, at, into.length - at, null);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EOF') {
      return 0;
    }
    if (code !== 'EAGAIN') {
      throw error;
    }
    return undefined;
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

/** The text of a file of the output; nothing where there is none. What is no file is never opened: a pipe would never end. */
export function existingText(path: string): string | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  const meant = found?.isSymbolicLink() === true ? foundAt(path) : found;
  const kind = meant === undefined ? undefined : irregularKind(meant);
  if (kind !== undefined) {
    throw new WorkspaceError([
      {
        code: 'PV018',
        severity: 'error',
        file: shownPath(path),
        what: `${kind} is where polyvirt would write a file`,
        why: 'Nothing was changed: it may be in use',
        fix: 'move it away, or write to another folder with --output',
      },
    ]);
  }
  return meant === undefined ? undefined : readFileSync(path, 'utf8');
}

/** What is at a path of the user's; nothing also where it is too long, in a circle, or through a file. */
export function foundAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Its reader says why that cannot be done.
    return undefined;
  }
}

/** What lies at a path instead of a file, in words; nothing where it is a file, a folder or a link. */
function irregularKind(entry: Dirent | Stats): string | undefined {
  if (entry.isFIFO()) {
    return 'a named pipe';
  }
  if (entry.isSocket()) {
    return 'a socket';
  }
  return entry.isCharacterDevice() || entry.isBlockDevice() ? 'a device' : undefined;
}

/** Whether a path of the user's is that of a folder. */
export function isFolder(path: string): boolean {
  return foundAt(path)?.isDirectory() === true;
}

/** A way out of work with files and processes, with what there is to say about it. */
export class WorkspaceError extends Error {
  constructor(
    public readonly findings: readonly Finding[],
    /** Whether the command was called on the wrong thing, as opposed to having failed. */
    public readonly usage = false,
  ) {
    super(findings.map(({ what }) => what).join('; '));
    this.name = 'WorkspaceError';
  }
}

/** By name: what the plugin is built into has a copy of its own of the class. */
export function isWorkspaceError(error: unknown): error is WorkspaceError {
  return error instanceof Error && error.name === 'WorkspaceError';
}

/** The reason of a failed system call in words, without our own stack. */
export function reasonOf(error: unknown): string {
  const { code, message, path } = error as NodeJS.ErrnoException;
  const target = code === 'ENOENT' && path !== undefined ? linkTarget(path) : undefined;
  if (target !== undefined) {
    return `it is a link to ${target}, which does not exist`;
  }
  return (code !== undefined && REASONS[code]) || message || String(error);
}

function linkTarget(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}

/** A path as the user would write it from where they stand. */
export function shownPath(path: string): string {
  return relative(process.cwd(), path) || path;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota is used up',
  EFBIG: 'the file would be too large',
  ENOTDIR: 'a part of the path is a file',
  EISDIR: 'it is a folder',
  ENOENT: 'it does not exist',
  EEXIST: 'a file is in the way',
  EMFILE: 'too many files are open',
  EXDEV: 'it is on another disk',
};

/** A document that cannot be read. */
export function notYaml(file: string, { problem, line, column }: YamlProblem): Finding {
  return {
    code: 'PV030',
    severity: 'error',
    file,
    line,
    column,
    what: `polyvirt cannot read this YAML: ${problem}`,
    why: 'Nothing can be read from this document',
    fix: problem.includes('template')
      ? 'write plain YAML: templates ({{ }}) are not rendered here'
      : 'correct it at this place',
  };
}
