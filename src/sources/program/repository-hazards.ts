import { lstatSync, readdirSync, readlinkSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Finding } from '../../findings/finding';
import { shownPath, WorkspaceError } from '../host/workspace-error';
import { isBelow } from './bundle-bounds';

/** More of them need not be named. */
const SHOWN = 10;

/** What the bundler reads by itself on its way to a package. */
const READ_UNASKED = ['package.json', '.pnp.cjs', '.pnp.js', '.pnp.data.json'];

/** As much as that is never written there. */
const LARGEST_UNASKED = 32 << 20;

/**
 * Refuses a repository in which something leads elsewhere, or is no plain file, before anything of it is bundled or run.
 *
 * Node and the bundler follow links even where they may not read what they lead to, so a repository could show any file of
 * the machine; and they wait forever for a pipe. What git keeps for itself is left out: nothing may read that.
 *
 * @throws WorkspaceError with all of it, as far as it need be named
 */
export function refuseHazards(root: string): void {
  const real = realpathSync(root);
  const found: Finding[] = [];
  const folders = [real];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) {
        found.push(...(isBelow(targetOf(path), real) ? [] : [leaving(path)]));
      } else if (entry.isDirectory()) {
        folders.push(...(folder === real && entry.name === '.git' ? [] : [path]));
      } else if (!entry.isFile()) {
        found.push(special(path, 'it is a pipe, a socket or a device'));
      } else if (READ_UNASKED.includes(entry.name) && lstatSync(path).size > LARGEST_UNASKED) {
        found.push(special(path, `it is larger than ${LARGEST_UNASKED >> 20} MiB`));
      }
    }
  }
  if (found.length > 0) {
    throw new WorkspaceError(found.sort((a, b) => (a.file! < b.file! ? -1 : 1)).slice(0, SHOWN));
  }
}

function leaving(path: string): Finding {
  return {
    code: 'PV708',
    severity: 'error',
    file: shownPath(path),
    what: 'it is a link that leads out of the repository',
    why: 'A program of the repository could read files of the machine through it, and print them as manifests',
    fix: 'put the file itself there, or remove the link',
  };
}

function special(path: string, what: string): Finding {
  return {
    code: 'PV722',
    severity: 'error',
    file: shownPath(path),
    what,
    why: 'Reading it may hang or exhaust memory',
    fix: 'put a plain file there, or remove it',
  };
}

/** Where a link leads in the end; as far as it is written where it leads to nothing. */
function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return resolve(dirname(path), readlinkSync(path));
  }
}
