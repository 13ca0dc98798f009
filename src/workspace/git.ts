import { type GitAnswer, runGit } from './run-git';

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

/** Whether a commit has a path. */
export function hasPath(repository: string, commit: string, path: string): boolean {
  return git(repository, ['cat-file', '-e', `${commit}:${path === '.' ? '' : path}`]).ok;
}
