import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { type Baseline, baselineOf, isBaseline } from '../findings/baseline';
import type { ShownFinding } from '../findings/shown-finding';
import { readText } from '../sources/host/read-text';
import { shownPath, WorkspaceError } from '../sources/host/workspace-error';
import { replaceFiles } from './replace-files';

/** Reads the findings that are known. */
export function readBaseline(path: string): Baseline {
  if (!existsSync(path)) {
    throw refused(path, 'it does not exist', 'write it with --write-baseline, and commit it');
  }
  const baseline = parsed(readText(path));
  if (baseline === undefined) {
    throw refused(path, 'it is not a baseline', 'write it anew with --write-baseline');
  }
  return baseline;
}

/** Writes all findings down as known, in one piece. */
export function writeBaseline(path: string, findings: readonly ShownFinding[]): void {
  const text = `${JSON.stringify(baselineOf(findings), null, 2)}\n`;
  replaceFiles(dirname(path), () => ({ files: [{ path: basename(path), text }], removals: [] }));
}

function parsed(text: string): Baseline | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isBaseline(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refused(path: string, what: string, fix: string): WorkspaceError {
  return new WorkspaceError(
    [
      {
        code: 'PV039',
        severity: 'error',
        file: shownPath(path),
        what,
        why: 'Nothing would be known, or everything',
        fix,
      },
    ],
    true,
  );
}
