import { lstatSync, readFileSync } from 'node:fs';
import { foundAt, irregularKind } from './kind-of-file';
import { shownPath, WorkspaceError } from './workspace-error';

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
