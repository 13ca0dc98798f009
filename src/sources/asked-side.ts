import { existsSync } from 'node:fs';
import { normalize, relative, resolve } from 'node:path';
import type { Finding } from '../findings/finding';
import { commitOf, mergeBase, repositoryOf } from './host/git';
import { STDIN, WorkspaceError } from './host/open-text';

/** What the user named: standard input, a path, or a commit and perhaps a path in it. */
export type AskedSide = { readonly path: string } | CommittedSide;

/** A path in a commit. */
export interface CommittedSide {
  readonly repository: string;
  readonly ref: string;
  readonly commit: string;
  readonly path: string;
  /** What the ref leads to, where the commit is an older one. */
  readonly tip?: string;
}

/** Finds what a word stands for. A path that exists is that path; anything else is asked of git. */
export function askedSide(word: string, folder: string): AskedSide {
  if (word === STDIN || existsSync(word)) {
    return { path: word };
  }
  const repository = repositoryOf('.');
  const colon = word.indexOf(':');
  const [ref, below] = colon === -1 ? [word, folder] : [word.slice(0, colon), word.slice(colon + 1)];
  const commit = repository === undefined ? undefined : commitOf('.', ref);
  if (repository === undefined || commit === undefined) {
    throw new WorkspaceError([unknown(word, repository)], true);
  }
  // After a colon a path is that of the repository, as git itself has it.
  const path = colon === -1 ? relative(repository, resolve(below)) : below;
  if (/^\.\.(\/|$)/.test(normalize(path))) {
    throw new WorkspaceError([outside(below, repository)], true);
  }
  return { repository, ref, commit, path: path === '' ? '.' : path };
}

/** The same side where it parted from another, so that what others merged meanwhile is not shown as removed. */
export function partedFrom(side: AskedSide, head: string): AskedSide {
  if (!('commit' in side)) {
    return side;
  }
  const commit = mergeBase(side.repository, side.commit, head);
  if (commit === undefined) {
    throw new WorkspaceError([neverParted(side.ref)]);
  }
  return { ...side, commit, tip: side.commit };
}

function outside(folder: string, repository: string): Finding {
  return {
    code: 'PV034',
    severity: 'error',
    what: `${folder} is not in the repository ${repository}`,
    why: 'A commit contains only files of its own repository',
    fix: 'name a folder of this repository, or go to the other one first',
  };
}

function neverParted(ref: string): Finding {
  return {
    code: 'PV034',
    severity: 'error',
    what: `git finds no merge base of ${ref} and the other side`,
    why: 'Changes that others merged meanwhile would look like removals',
    fix: 'fetch the history, as git fetch --unshallow or fetch-depth: 0 do; or compare without --merge-base',
  };
}

function unknown(word: string, repository: string | undefined): Finding {
  return {
    code: 'PV034',
    severity: 'error',
    what:
      `"${word}" is not a file or ` +
      `folder${repository === undefined ? ', and this folder is in no Git repository' : ' or a commit, branch or tag in this Git repository'}`,
    why: 'There is nothing to compare',
    fix: 'name a path, a ref, or a ref and a path in it as main:manifests; fetch the ref where a clone is shallow',
  };
}
