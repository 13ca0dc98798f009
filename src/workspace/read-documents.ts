import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../findings/finding';
import { readYamlDocuments, YamlError } from './read-yaml';
import { reasonOf, shownPath, WorkspaceError } from './workspace-error';

/** A document, and where it was read. */
export interface PlacedDocument {
  readonly file: string;
  readonly line: number;
  readonly value: unknown;
}

/** Standard input, as commands name it. */
export const STDIN = '-';

/** No CRD is near it, nor all those of a cluster together; what is larger is another file by mistake. */
const LARGEST = 64 << 20;

const CHUNK = 1 << 20;

/**
 * The documents of a file, of the YAML and JSON files that lie directly in a folder, or of standard input.
 *
 * Folders below a folder are not entered: they tend to hold the same for something else, as another release.
 */
export function readDocuments(path: string): PlacedDocument[] {
  const findings: Finding[] = [];
  const documents = filesOf(path).flatMap((file) => {
    try {
      return readFile(file);
    } catch (error) {
      if (!(error instanceof WorkspaceError)) {
        throw error;
      }
      findings.push(...error.findings);
      return [];
    }
  });
  if (findings.length > 0) {
    throw new WorkspaceError(findings);
  }
  return documents;
}

function readFile(file: string): PlacedDocument[] {
  const shown = file === STDIN ? 'stdin' : shownPath(file);
  const text = readText(file, shown);
  try {
    return readYamlDocuments(text).map((document) => ({ ...document, file: shown }));
  } catch (error) {
    if (!(error instanceof YamlError)) {
      throw error;
    }
    const { line, column, message } = error;
    const what = `it is not YAML: ${message.split('\n')[0]}`;
    throw new WorkspaceError([{ ...unreadable('PV021', shown, what, 'correct the line'), line, column }]);
  }
}

function filesOf(path: string): string[] {
  if (path === STDIN) {
    return [path];
  }
  try {
    if (!statSync(path).isDirectory()) {
      return [path];
    }
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && /\.(ya?ml|json)$/i.test(entry.name))
      .map((entry) => join(path, entry.name))
      .sort();
  } catch (error) {
    const what = `it cannot be read: ${reasonOf(error)}`;
    throw new WorkspaceError([unreadable('PV020', path, what, 'correct the path')], true);
  }
}

function readText(file: string, shown: string): string {
  let bytes: Buffer;
  try {
    bytes = readCapped(file);
  } catch (error) {
    throw new WorkspaceError([
      unreadable('PV020', shown, `it cannot be read: ${reasonOf(error)}`, 'correct the path or the permissions'),
    ]);
  }
  if (bytes.length > LARGEST) {
    const what = 'it is larger than 64 MiB, so it is not a list of CRDs';
    throw new WorkspaceError([unreadable('PV020', shown, what, 'name the files that hold CRDs')]);
  }
  // A text has no zero byte; what is packed or compiled has one soon.
  if (bytes.subarray(0, CHUNK).includes(0)) {
    const what = 'it is a binary file, not YAML';
    throw new WorkspaceError([unreadable('PV020', shown, what, 'name the files that hold CRDs; unpack them first')]);
  }
  return bytes.toString('utf8');
}

/** All of it, or a byte more than is allowed: a pipe does not say how much will come. */
function readCapped(file: string): Buffer {
  const descriptor = file === STDIN ? 0 : openSync(file, 'r');
  try {
    const chunks: Buffer[] = [];
    for (let total = 0; total <= LARGEST; ) {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const length = readSome(descriptor, chunk);
      if (length === 0) {
        break;
      }
      total += length;
      chunks.push(chunk.subarray(0, length));
    }
    return Buffer.concat(chunks);
  } finally {
    if (file !== STDIN) {
      closeSync(descriptor);
    }
  }
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

function unreadable(code: string, file: string, what: string, fix: string): Finding {
  return { code, severity: 'error', file, what, why: 'The types are made from the CRDs in it', fix };
}
