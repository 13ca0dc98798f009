import { readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import type { Finding } from '../findings/finding';
import { shownPath } from './workspace-error';

/** More of them need not be named. */
const SHOWN = 10;

/**
 * Links below a folder that lead out of it.
 *
 * Node follows them even where it may not read what they lead to, so a repository could show any file of the machine. What
 * git keeps for itself is left out: nothing may read that.
 */
export function findLinks(root: string): Finding[] {
  const real = realpathSync(root);
  const outside: string[] = [];
  const folders = [real];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) {
        if (!isBelow(targetOf(path), real)) {
          outside.push(path);
        }
      } else if (entry.isDirectory() && !(folder === real && entry.name === '.git')) {
        folders.push(path);
      }
    }
  }
  return outside
    .sort()
    .slice(0, SHOWN)
    .map((path) => ({
      code: 'PV708',
      severity: 'error',
      file: shownPath(path),
      what: 'it is a link that leads out of the repository',
      why: 'A program of the repository could read files of the machine through it, and print them as manifests',
      fix: 'put the file itself there, or remove the link',
    }));
}

/** Where a link leads in the end; as far as it is written where it leads to nothing. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(dirname(path), readlinkSync(path));
  }
}

function isBelow(path: string, root: string): boolean {
  return path === root || path.startsWith(root + sep);
}
