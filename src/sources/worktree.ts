import { existsSync, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { runGit } from './host/git';
import { WorkspaceError } from './host/open-text';
import { isAlive } from './host/process';

/** A checkout of a commit in a folder of its own. */
interface Worktree {
  /** Root of the checkout. */
  readonly folder: string;
  readonly remove: () => void;
}

/** Whose it is, so that others can tell whether it is still needed: `polyvirt-review-<pid>-<random>/tree`. */
const PREFIX = 'polyvirt-review-';
const OURS = /\/polyvirt-review-(\d+)-\w+\/tree$/;

const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const open = new Set<Worktree>();

function removeAll(): void {
  for (const worktree of open) {
    worktree.remove();
  }
}

/** A signal ends a program without its last words: what is open is removed first. */
function endAfterRemoval(signal: NodeJS.Signals): void {
  removeAll();
  process.kill(process.pid, signal);
}

function opened(worktree: Worktree): void {
  if (open.size === 0) {
    process.on('exit', removeAll);
    ENDING.forEach((signal) => {
      process.on(signal, endAfterRemoval);
    });
  }
  open.add(worktree);
}

function closed(worktree: Worktree): void {
  open.delete(worktree);
  if (open.size === 0) {
    process.off('exit', removeAll);
    ENDING.forEach((signal) => {
      process.off(signal, endAfterRemoval);
    });
  }
}

/** Checks a commit out beside everything else. The caller removes it. */
export function checkOut(repository: string, commit: string): Worktree {
  clearAbandoned(repository);
  const above = mkdtempSync(join(realpathSync(tmpdir()), `${PREFIX}${process.pid}-`));
  const folder = join(above, 'tree');
  const parts: WorktreePart[] = [];
  const worktree: Worktree = {
    folder,
    remove: () => {
      closed(worktree);
      // Only these: worktrees of others may be on a disk that is not there now.
      for (const part of parts.toReversed()) {
        runGit(part.repository, ['worktree', 'remove', '--force', '--force', part.folder]);
      }
      rmSync(above, { recursive: true, force: true });
    },
  };
  opened(worktree);
  try {
    addTo(parts, { repository, folder, commit });
  } catch (error) {
    worktree.remove();
    throw error;
  }
  return worktree;
}

/** A repository, or one that is in it as a submodule, and where it is checked out. */
interface WorktreePart {
  readonly repository: string;
  readonly folder: string;
  readonly commit: string;
}

function addTo(parts: WorktreePart[], part: WorktreePart): void {
  const { repository, folder, commit } = part;
  // Before it is made: what is half made is removed too.
  parts.push(part);
  const { ok, why } = runGit(repository, ['worktree', 'add', '--detach', '--quiet', folder, commit]);
  if (!ok) {
    throw new WorkspaceError([
      {
        code: 'PV034',
        severity: 'error',
        what: `git cannot check out ${commit}: ${why}`,
        why: 'There is nothing to compare with',
        fix: 'fetch it first: a shallow clone, or a submodule that was not updated, may lack it',
      },
    ]);
  }
  for (const { path, commit: pinned } of submodulesOf(folder)) {
    const here = join(repository, path);
    // One that is not checked out here is empty in the working tree too.
    if (existsSync(join(here, '.git'))) {
      addTo(parts, { repository: here, folder: join(folder, path), commit: pinned });
    }
  }
}

/** Submodules of a checkout, each with the commit that it is at there. */
function submodulesOf(folder: string): { readonly path: string; readonly commit: string }[] {
  return existsSync(join(folder, '.gitmodules'))
    ? [...runGit(folder, ['ls-files', '--stage', '-z']).out.matchAll(/160000 (\w+) 0\t([^\0]+)\0/g)].map(
        ([, commit, path]) => ({ path: path!, commit: commit! }),
      )
    : [];
}

/** Leftovers of a killed run. */
function clearAbandoned(repository: string): void {
  const { out } = runGit(repository, ['worktree', 'list', '--porcelain', '-z']);
  for (const [, folder = ''] of out.matchAll(/(?:^|\0)worktree ([^\0]+)/g)) {
    const pid = OURS.exec(folder)?.[1];
    // A folder that is not here may be one of another machine, where its process lives.
    if (pid !== undefined && existsSync(dirname(folder)) && !isAlive(Number(pid))) {
      runGit(repository, ['worktree', 'remove', '--force', '--force', folder]);
      rmSync(dirname(folder), { recursive: true, force: true });
    }
  }
}

/**
 * Packages are not in Git: a program in another checkout uses those that are installed here.
 *
 * @returns the folders that were lent, by their real paths; packages that npm links there, as those of a workspace, too
 */
export function lendPackages(repository: string, worktree: string, folder: string): string[] {
  const lent: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    const below = relative(repository, at);
    const [mine, theirs] = [join(repository, below, 'node_modules'), join(worktree, below, 'node_modules')];
    if (existsSync(mine) && existsSync(dirname(theirs)) && lstatSync(theirs, { throwIfNoEntry: false }) === undefined) {
      symlinkSync(mine, theirs, 'dir');
      lent.push(realpathSync(mine), ...linkedPackages(mine));
    }
    if (below === '' || below.startsWith('..')) {
      return lent;
    }
  }
}

/** Where the links lead that npm put among packages, one level deeper for those with a scope. */
function linkedPackages(modules: string): string[] {
  return readdirSync(modules, { withFileTypes: true }).flatMap((entry) => {
    const path = join(modules, entry.name);
    if (entry.isDirectory()) {
      return entry.name.startsWith('@') ? linkedPackages(path) : [];
    }
    return entry.isSymbolicLink() && existsSync(path) ? [realpathSync(path)] : [];
  });
}
