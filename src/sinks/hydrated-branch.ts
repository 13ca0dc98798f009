import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import {
  commitMetadata,
  type DryCommit,
  folderMetadata,
  GIT_ATTRIBUTES,
  isOurMetadata,
  METADATA_FILE,
} from '../argocd/hydrate';
import type { Finding } from '../findings/finding';
import { runGit } from '../sources/host/git';
import { existingText, WorkspaceError } from '../sources/host/open-text';
import type { OutputDifference } from './output-folder';
import type { Replacement } from './replace-files';

/**
 * The commit that a platform is of.
 *
 * Refuses where the files are not those of the commit: metadata that names it would be untrue.
 *
 * @param from a file or folder of the platform
 * @param output what may differ
 */
export function dryCommit(from: string, output: string, repoURL: string | undefined): DryCommit {
  const folder = dirname(resolve(from));
  const top = git(folder, ['rev-parse', '--show-toplevel']);
  const shown = git(folder, ['log', '-1', '--format=%H%x00%an <%ae>%x00%aI%x00%B']);
  if (top === undefined || shown === undefined) {
    throw new WorkspaceError([notCommitted('this is not in a commit of git', 'commit it first')]);
  }
  const below = relative(top, resolve(output));
  const except = below === '' || below.startsWith('..') ? [] : [`:(exclude,top)${below}`];
  const changed = (git(top, ['status', '--porcelain', '-z', '--', '.', ...except]) ?? '').split('\0').filter(Boolean);
  if (changed.length > 0) {
    const [first = ''] = changed;
    const more = changed.length === 1 ? '' : ` and ${changed.length - 1} more`;
    throw new WorkspaceError([
      notCommitted(
        `${first.slice(3)}${more} ${changed.length === 1 ? 'differs' : 'differ'} from the commit`,
        'commit or stash it first',
      ),
    ]);
  }
  const [sha = '', author = '', date = '', message = ''] = shown.split('\0');
  const remote = repoURL ?? git(folder, ['config', '--get', 'remote.origin.url'])?.trim();
  return {
    sha,
    author,
    date: new Date(date).toISOString().replace('.000Z', 'Z'),
    message,
    ...(remote === undefined || remote === '' ? {} : { repoURL: withoutCredentials(remote) }),
  };
}

/** A token in the address of a clone must not end up in a commit. */
function withoutCredentials(url: string): string {
  return url.replace(/^(https?:\/\/)[^/@]*@/, '$1');
}

function git(folder: string, args: readonly string[]): string | undefined {
  const { ok, out } = runGit(folder, args);
  return ok ? out.replace(/\n$/, '') : undefined;
}

function notCommitted(what: string, fix: string): Finding {
  return {
    code: 'PV716',
    severity: 'error',
    path: '--hydrate',
    what,
    why: 'The metadata names the commit that was rendered, and a promotion of the output by it would promote something else',
    fix,
  };
}

/**
 * The metadata that goes with a change of the output.
 *
 * That of a cluster changes with its objects only, and none does where there is no change at all: the rendered commit stays
 * what it is, and only its note says that a newer commit renders to the same.
 *
 * @param command how one cluster is rendered
 */
export function hydration(
  folder: string,
  files: readonly { readonly path: string }[],
  differences: readonly OutputDifference[],
  commit: DryCommit,
  command: (cluster: string) => string,
): Replacement {
  if (differences.length === 0 && existsSync(join(folder, METADATA_FILE))) {
    return { files: [], removals: [] };
  }
  const clusters = new Set(files.map(({ path }) => path.split('/')[0]!).filter((name) => !name.startsWith('_')));
  const changed = new Set(differences.map(({ file }) => file.split('/')[0]!));
  const stale = [...clusters].filter((name) => changed.has(name) || !existsSync(join(folder, name, METADATA_FILE)));
  return {
    files: [
      { path: METADATA_FILE, text: commitMetadata(commit) },
      ...(existsSync(join(folder, '.gitattributes')) ? [] : [{ path: '.gitattributes', text: GIT_ATTRIBUTES }]),
      ...stale.map((name) => ({
        path: `${name}/${METADATA_FILE}`,
        text: folderMetadata(commit, [command(name)]),
      })),
    ],
    removals: foldersOf(folder)
      .filter((name) => !clusters.has(name) && isOurs(join(folder, name, METADATA_FILE)))
      .map((name) => `${name}/${METADATA_FILE}`),
  };
}

function foldersOf(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
    : [];
}

function isOurs(file: string): boolean {
  const text = existingText(file);
  return text !== undefined && isOurMetadata(text);
}
