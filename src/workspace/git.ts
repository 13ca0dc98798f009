import { existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { type GitAnswer, runGit } from './run-git';
import { WorkspaceError } from './workspace-error';

/** Runs git in a folder, for an answer of words. */
function git(folder: string, args: readonly string[]): GitAnswer {
  const answer = runGit(folder, args);
  return { ...answer, out: answer.out.trim() };
}

/** The root of the repository that a folder is in; nothing where it is in none. */
export function repositoryOf(folder: string): string | undefined {
  const { ok, out } = git(folder, ['rev-parse', '--show-toplevel']);
  return ok ? out : undefined;
}

/** The commit that a name stands for; nothing where git knows none. */
export function commitOf(folder: string, name: string): string | undefined {
  // What begins with a dash would be an option.
  if (name === '' || name.startsWith('-')) {
    return undefined;
  }
  const { ok, out } = git(folder, ['rev-parse', '--verify', '--quiet', `${name}^{commit}`]);
  return ok ? out : undefined;
}

/** Where two commits parted. */
export function mergeBase(folder: string, a: string, b: string): string | undefined {
  const { ok, out } = git(folder, ['merge-base', a, b]);
  return ok ? out : undefined;
}

/** The messages of the commits that one has and another has not. */
export function messagesBetween(folder: string, base: string, head: string): string {
  return git(folder, ['log', '--format=%B%x00', `${base}..${head}`]).out;
}

/** The text of a file in a commit, named as `main:path`; nothing where there is none. */
export function textAt(name: string): string | undefined {
  const { ok, out } = name.includes(':') && !name.startsWith('-') ? git('.', ['show', name]) : { ok: false, out: '' };
  return ok ? out : undefined;
}

/** A checkout of a commit in a folder of its own. */
export interface Worktree {
  /** Root of the checkout. */
  readonly folder: string;
  readonly remove: () => void;
}

const open = new Set<Worktree>();
// Whatever ends this program, nothing of it stays behind.
process.once('exit', () => {
  for (const worktree of open) {
    worktree.remove();
  }
});

/** Checks a commit out beside everything else. Whoever asks removes it. */
export function checkOut(repository: string, commit: string): Worktree {
  const above = mkdtempSync(join(realpathSync(tmpdir()), 'polyvirt-review-'));
  const folder = join(above, 'tree');
  const { ok, why } = git(repository, ['worktree', 'add', '--detach', '--quiet', folder, commit]);
  const worktree: Worktree = {
    folder,
    remove: () => {
      open.delete(worktree);
      // Only this one: worktrees of others may be on a disk that is not there now.
      git(repository, ['worktree', 'remove', '--force', folder]);
      rmSync(above, { recursive: true, force: true });
    },
  };
  open.add(worktree);
  if (!ok) {
    worktree.remove();
    throw new WorkspaceError([
      {
        code: 'PV034',
        severity: 'error',
        what: `git cannot check out ${commit}: ${why}`,
        why: 'There is nothing to compare with',
        fix: 'fetch it first: a shallow clone may lack it',
      },
    ]);
  }
  return worktree;
}

/** Packages are not in Git: a program in another checkout uses those that are installed here. */
export function lendPackages(repository: string, worktree: string, folder: string): void {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const below = relative(repository, at);
    const [mine, theirs] = [join(repository, below, 'node_modules'), join(worktree, below, 'node_modules')];
    if (existsSync(mine) && existsSync(dirname(theirs)) && !existsSync(theirs)) {
      symlinkSync(mine, theirs, 'dir');
    }
    if (below === '' || below.startsWith('..')) {
      return;
    }
  }
}
