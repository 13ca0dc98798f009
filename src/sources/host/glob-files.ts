import { type Dirent, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { FOREIGN, isManifestName } from './manifest-files';
import { neverOpen } from './open-text';
import { ownCopy } from './read-text';

/** Files that a glob matches, and the folders that were looked through for them. */
export interface GlobFiles {
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** More ways to read one pattern are a mistake. */
const MOST_ALTERNATIVES = 256;

/** Whether a path has something in it that stands for other texts. */
export function isGlob(path: string): boolean {
  return /[*?]|\{[^{}]*,[^{}]*\}/.test(path);
}

/**
 * The YAML and JSON files that a glob matches, in the order of their names: `*` and `?` stay within a name and leave hidden names
 * out, `**` is any number of folders, `{a,b}` is either.
 *
 * @param folder what the pattern is relative to
 * @param isLeftOut folders that are not entered
 */
export function globFiles(pattern: string, folder: string, isLeftOut: (path: string) => boolean): GlobFiles {
  const found = new Set<string>();
  const folders = new Set<string>();
  const visit = (at: string, segments: readonly string[], visited: Set<string>): void => {
    const [segment, ...rest] = segments;
    const key = `${segments.join('/')}\0${at}`;
    // Each folder once for each part of the pattern: `**/a/**/a` would otherwise come by again and again.
    if (segment === undefined || visited.has(key)) {
      return;
    }
    visited.add(key);
    if (segment !== '**' && !isGlob(segment) && rest.length > 0) {
      visit(join(at, segment), rest, visited);
      return;
    }
    folders.add(at);
    if (segment === '**') {
      visit(at, rest.length === 0 ? ['*'] : rest, visited);
    }
    for (const entry of entriesIn(at)) {
      const path = ownCopy(join(at, entry.name));
      const isFolder = entry.isDirectory() && !FOREIGN.has(entry.name) && !isLeftOut(path);
      if (segment === '**') {
        if (isFolder && !entry.name.startsWith('.')) {
          visit(path, segments, visited);
        }
      } else if (!matchesName(segment, entry.name)) {
      } else if (rest.length > 0) {
        if (isFolder) {
          visit(path, rest, visited);
        }
      } else if (!entry.isDirectory() && isManifestName(entry.name)) {
        neverOpen(path, entry);
        found.add(path);
      }
    }
  };
  for (const each of alternatives(pattern)) {
    visit(
      folder,
      each.split('/').filter((segment, i, all) => segment !== '' && !(segment === '**' && all[i - 1] === '**')),
      new Set(),
    );
  }
  return { files: [...found].sort(), folders: [...folders] };
}

function entriesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A missing or unreadable folder has no file that matches: that is told of the pattern.
    return [];
  }
}

/** Every pattern that `{a,b}` stands for. */
function alternatives(pattern: string): string[] {
  const [all, inner = ''] = /\{([^{}]*,[^{}]*)\}/.exec(pattern) ?? [];
  if (all === undefined) {
    return [pattern];
  }
  const made: string[] = [];
  for (const each of inner.split(',')) {
    for (const further of alternatives(pattern.replace(all, () => each))) {
      if (made.length < MOST_ALTERNATIVES) {
        made.push(further);
      }
    }
  }
  return made;
}

/** In steps that the product of both lengths bounds: patterns come from repositories of any author. */
function matchesName(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) {
    return false;
  }
  let [at, i, star, back] = [0, 0, -1, 0];
  while (at < name.length) {
    if (pattern[i] === '*') {
      star = i++;
      back = at;
    } else if (i < pattern.length && (pattern[i] === '?' || pattern[i] === name[at])) {
      i++;
      at++;
    } else if (star !== -1) {
      // The last star takes one more.
      i = star + 1;
      at = ++back;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(i));
}
