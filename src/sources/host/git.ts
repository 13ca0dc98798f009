import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

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

/** What tells the content of a commit from every other content. */
export function treeIdOf(repository: string, commit: string): string | undefined {
  const { ok, out } = git(repository, ['rev-parse', '--verify', '--quiet', `${commit}^{tree}`]);
  return ok ? out : undefined;
}

/** A submodule, below the folder that was asked for, and the commit that it is at. */
export interface GitLink {
  readonly path: string;
  readonly commit: string;
}

/** Submodules below a folder, of what is staged. */
export function gitLinks(folder: string): GitLink[] {
  const { ok, out } = runGit(folder, ['ls-files', '--stage', '-z', '.']);
  return ok
    ? [...out.matchAll(/160000 ([0-9a-f]+) 0\t([^\0]+)\0/g)].map(([, id, path]) => ({
        path: path!,
        commit: id!,
      }))
    : [];
}

/** Files and folders below a folder that git ignores, by their absolute paths: they are in no commit. */
export function ignoredBelow(folder: string): ReadonlySet<string> {
  // A folder that is ignored itself and named all the same is meant.
  if (git(folder, ['check-ignore', '--quiet', '.']).ok) {
    return new Set();
  }
  const { ok, out } = runGit(folder, [
    ...['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z', '.'],
  ]);
  return new Set(ok ? out.split('\0').flatMap((path) => (path === '' ? [] : resolve(folder, path))) : []);
}

/** Names of all files that a commit has below a path. */
export function filesAt(repository: string, commit: string, path: string): string[] {
  const { ok, out } = runGit(repository, ['ls-tree', '-r', '-z', '--name-only', commit, path]);
  return ok ? out.split('\0').filter((name) => name !== '') : [];
}

/** Files below a path that differ between a commit and another one, or the working tree; by their paths in the repository. */
export function filesThatDiffer(repository: string, commits: readonly string[], path: string): string[] {
  const { out } = runGit(repository, [
    'diff',
    '--name-only',
    '--no-renames',
    '--no-ext-diff',
    '-z',
    ...commits,
    '--',
    path,
  ]);
  return out.split('\0').filter((name) => name !== '');
}

/** Nothing of the repository is run: no hook, no monitor, no filter that fetches large files. */
const SAFE = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false', '-c', 'protocol.allow=never'];

/** What git answered. */
interface GitAnswer {
  readonly ok: boolean;
  /** As it was printed. */
  readonly out: string;
  /** The last line of what went wrong. */
  readonly why: string;
}

/** Runs git in a folder. */
export function runGit(folder: string, args: readonly string[]): GitAnswer {
  const { status, stdout, stderr, error } = spawnSync('git', [...SAFE, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    // A hook has the index of the commit that is being made in its environment: nothing here may write to that.
    env: { ...process.env, GIT_INDEX_FILE: undefined, GIT_LFS_SKIP_SMUDGE: '1', GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
  });
  const why = error === undefined ? stderr.trim().split('\n').slice(-1)[0]! : 'git is not installed';
  return { ok: status === 0, out: stdout ?? '', why };
}

/** The folder in which cmp-server puts the copies of repositories that it makes, each in one of its own. */
const COPIES = '_cmp_server';

/**
 * The folder that stands for the repository around an app: the copy that cmp-server made, else what is left without the
 * path of the Application, else the work tree of git, else the app itself.
 *
 * @param sourcePath `ARGOCD_APP_SOURCE_PATH`
 */
export function repositoryRoot(folder: string, sourcePath: string | undefined): string {
  const path = realpathSync(folder);
  const parts = path.split(sep);
  const copy = parts.lastIndexOf(COPIES);
  if (copy !== -1 && parts[copy + 1] !== undefined) {
    return parts.slice(0, copy + 2).join(sep);
  }
  const below = sourcePath === undefined ? '' : relative('/', resolve('/', sourcePath));
  if (below !== '' && path.endsWith(sep + below)) {
    return path.slice(0, -below.length - 1) || sep;
  }
  for (let at = path; at !== dirname(at); at = dirname(at)) {
    if (existsSync(join(at, '.git'))) {
      return at;
    }
  }
  return path;
}
