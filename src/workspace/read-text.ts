import { isAscii } from 'node:buffer';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { Finding } from '../findings/finding';
import { reasonOf, shownPath, WorkspaceError } from './workspace-error';

/** Standard input, as commands name it. */
export const STDIN = '-';

/** What is written by people is smaller than this; what is larger is another file by mistake. */
export const LARGEST_TEXT = 16 << 20;

const CHUNK = 1 << 20;

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
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(path, 'it is not UTF-8', 'save it as UTF-8');
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
    const descriptor = path === STDIN ? 0 : openSync(path, 'r');
    try {
      return readCapped(descriptor, largest, path === STDIN ? CHUNK : chunkFor(fstatSync(descriptor).size));
    } finally {
      if (path !== STDIN) {
        closeSync(descriptor);
      }
    }
  } catch (error) {
    const fix = 'name a file that exists and that you may read';
    throw refused(path, `it cannot be read: ${reasonOf(error)}`, fix);
  }
}

/** One byte more than there is, so that a second look shows the end; a fleet has tens of thousands of small files. */
function chunkFor(size: number): number {
  return Math.min(Math.max(size + 1, 512), CHUNK);
}

/** All of it, or a bit more than is allowed: a pipe does not say how much will come. */
function readCapped(descriptor: number, largest: number, size: number): Buffer {
  const chunks: Buffer[] = [];
  for (let total = 0; total <= largest; ) {
    const chunk = Buffer.allocUnsafe(size);
    const length = readSome(descriptor, chunk);
    if (length === 0) {
      break;
    }
    total += length;
    chunks.push(chunk.subarray(0, length));
  }
  return Buffer.concat(chunks);
}

function readSome(descriptor: number, chunk: Buffer): number {
  for (;;) {
    try {
      return readSync(descriptor, chunk);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'EOF') {
        return 0;
      }
      // A pipe that has nothing yet and does not block.
      if (code !== 'EAGAIN') {
        throw error;
      }
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function refused(path: string, what: string, fix: string): WorkspaceError {
  return new WorkspaceError([
    { code: 'PV034', severity: 'error', file: shownSource(path), what, why: 'Nothing can be read from it', fix },
  ]);
}
