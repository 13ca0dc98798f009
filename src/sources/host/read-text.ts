import { isAscii } from 'node:buffer';
import { statSync } from 'node:fs';
import type { Finding, Severity } from '../../findings/finding';
import { type OpenText, openText, reasonOf, SilentPipe, STDIN, shownPath, WorkspaceError } from './open-text';

export { STDIN } from './open-text';

/** What is written by people is smaller than this; what is larger is another file by mistake. */
const LARGEST_TEXT = 16 << 20;

const CHUNK = 1 << 20;

/** For small files, of which a fleet has tens of thousands: what was read is a text before the next one is. */
const scratch = Buffer.allocUnsafeSlow(64 << 10);

let decoder: InstanceType<typeof TextDecoder> | undefined;

/** How a file, or standard input, is called in a finding. */
export function shownSource(path: string): string {
  return path === STDIN ? 'stdin' : shownPath(path);
}

/** Reads a text of a user's, from a file or standard input, or says why it cannot be one. */
export function readText(path: string, largest = LARGEST_TEXT): string {
  const bytes = readBytes(path, largest);
  if (bytes.length > largest) {
    throw refused(path, `it is larger than ${largest >> 20} MiB`, 'name the file that is meant, or split it');
  }
  // A text has no zero byte; what is packed or compiled has one soon.
  if (bytes.subarray(0, CHUNK).includes(0)) {
    throw refused(path, 'it is not text but binary', 'name a YAML file; unpack it first');
  }
  if (isAscii(bytes)) {
    // Most are, and need no decoder, which takes longer to make than they take to read.
    return bytes.toString('latin1');
  }
  try {
    // One for all files: each has memory of its own outside of the heap, which is given back late.
    decoder ??= new TextDecoder('utf-8', { fatal: true });
    return decoder.decode(bytes);
  } catch {
    throw refused(path, 'it is not UTF-8', 'save it as UTF-8');
  }
}

/** Whether a file has bytes of these texts in it; false where it cannot be read, or only once. */
export function mentions(path: string, ...texts: readonly string[]): boolean {
  try {
    if (path === STDIN || !statSync(path).isFile()) {
      return false;
    }
    const bytes = readBytes(path, LARGEST_TEXT);
    return texts.every((text) => bytes.includes(text));
  } catch {
    // Its reader says why that cannot be done.
    return false;
  }
}

/** Whether a file begins with a byte order mark, which `readText` leaves out. */
export function hasByteOrderMark(path: string): boolean {
  return readBytes(path, 3)
    .subarray(0, 3)
    .equals(Buffer.from([0xef, 0xbb, 0xbf]));
}

/** The same, or nothing with a finding where it cannot be read, so that others are read all the same. */
export function readTextOr(path: string, findings: Finding[], largest = LARGEST_TEXT): string {
  try {
    return readText(path, largest);
  } catch (error) {
    if (!(error instanceof WorkspaceError)) {
      throw error;
    }
    findings.push(...error.findings);
    return '';
  }
}

function readBytes(path: string, largest: number): Buffer {
  try {
    const opened = openText(path);
    if ('problem' in opened) {
      throw refused(path, opened.problem, opened.fix, opened.severity);
    }
    try {
      return readCapped(opened, largest, opened.size === undefined ? CHUNK : opened.size + 1);
    } finally {
      opened.close();
    }
  } catch (error) {
    if (error instanceof WorkspaceError) {
      throw error;
    }
    if (error instanceof SilentPipe) {
      throw refused(path, error.message, 'start what writes to it first, or name a file');
    }
    const fix = 'name a file that exists and that you may read';
    throw refused(path, `it cannot be read: ${reasonOf(error)}`, fix);
  }
}

/**
 * All of it, or a bit more than is allowed: a pipe does not say how much will come.
 *
 * @param expected one byte more than there should be, so that a second look shows the end
 */
function readCapped(opened: OpenText, largest: number, expected: number): Buffer {
  let bytes = expected <= scratch.length ? scratch : Buffer.allocUnsafe(Math.min(expected, largest + 1));
  for (let length = 0; ; ) {
    const read = opened.read(bytes, length);
    length += read;
    if (read === 0 || length > largest) {
      return bytes.subarray(0, length);
    }
    if (length === bytes.length) {
      const larger = Buffer.allocUnsafe(2 * length);
      bytes.copy(larger);
      bytes = larger;
    }
  }
}

function refused(path: string, what: string, fix: string, severity: Severity = 'error'): WorkspaceError {
  return new WorkspaceError([
    { code: 'PV034', severity, file: shownSource(path), what, why: 'Nothing can be read from it', fix },
  ]);
}

/**
 * A copy of plain data that has nothing in common with the original.
 *
 * Values read from a text are pieces of that text, and V8 keeps a text for as long as one piece of it is there: a name
 * that stays of a cluster would keep its file in memory, and the names of a fleet all of them.
 */
export function ownCopy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
