import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { neverOpen } from './open-text';
import { ownCopy, STDIN, shownSource } from './read-text';
import { reasonOf, WorkspaceError } from './workspace-error';

/** Folders that hold other people's files. */
export const FOREIGN: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** How far below a folder files are looked for. */
type Depth = 'this folder' | 'all folders';

/** Whether a file may hold manifests, by its name. */
export function isManifestName(name: string): boolean {
  return /\.(ya?ml|json)$/i.test(name);
}

/** A file, or standard input, is itself; a folder is the YAML and JSON files in it, in order. */
export function manifestFiles(path: string, depth: Depth): string[] {
  if (path === STDIN) {
    return [path];
  }
  try {
    return statSync(path).isDirectory() ? filesIn(path, depth) : [path];
  } catch (error) {
    throw new WorkspaceError(
      [
        {
          code: 'PV034',
          severity: 'error',
          file: shownSource(path),
          what: `it cannot be read: ${reasonOf(error)}`,
          why: 'Nothing can be read from it',
          fix: 'correct the path',
        },
      ],
      true,
    );
  }
}

function filesIn(folder: string, depth: Depth): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      // A path that was joined is a chain of its parts, four times as large: a fleet has a hundred thousand.
      const path = ownCopy(join(folder, entry.name));
      if (entry.isDirectory()) {
        return depth === 'this folder' || FOREIGN.has(entry.name) ? [] : filesIn(path, depth);
      }
      if (!isManifestName(entry.name)) {
        return [];
      }
      neverOpen(path, entry);
      return [path];
    });
}
