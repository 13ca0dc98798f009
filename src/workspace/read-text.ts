import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import type { Finding } from '../findings/finding';
import { reasonOf, WorkspaceError } from './workspace-error';

/** A platform file is written by people; what is larger is another file by mistake. */
const LARGEST = 16 << 20;

/** Reads a text file of a user's, or says why it cannot be one. */
export function readText(path: string, shown: string): string {
  const bytes = readBytes(path, shown);
  if (bytes.includes(0)) {
    throw refused(shown, 'it is not text but binary', 'name a YAML file');
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refused(shown, 'it is not UTF-8', 'save it as UTF-8');
  }
}

function readBytes(path: string, shown: string): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r');
  } catch (error) {
    throw refused(shown, `it cannot be read: ${reasonOf(error)}`, 'name a file that exists and that you may read');
  }
  try {
    const { size } = fstatSync(descriptor);
    if (size > LARGEST) {
      throw refused(
        shown,
        `it has ${Math.round(size / (1 << 20))} MiB, more than ${LARGEST >> 20}`,
        'split it into clusters/*.yaml',
      );
    }
    return readFileSync(descriptor);
  } catch (error) {
    if (error instanceof WorkspaceError) {
      throw error;
    }
    throw refused(shown, `it cannot be read: ${reasonOf(error)}`, 'name a file that exists and that you may read');
  } finally {
    closeSync(descriptor);
  }
}

function refused(file: string, what: string, fix: string): WorkspaceError {
  const finding: Finding = {
    code: 'PV034',
    severity: 'error',
    file,
    what,
    why: 'Nothing can be read from it',
    fix,
  };
  return new WorkspaceError([finding]);
}
