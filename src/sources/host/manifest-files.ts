import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { groupOf, isKubeObject } from '../../kube/identity';
import { asText, isMap, type KubeObject } from '../../kube/object';
import { neverOpen, reasonOf, WorkspaceError } from './open-text';
import { ownCopy, STDIN, shownSource } from './read-text';

/** Folders that hold other people's files. */
export const FOREIGN: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** How far below a folder files are looked for. */
type Depth = 'this folder' | 'all folders';

/** Whether a file may hold manifests, by its name. */
function isManifestName(name: string): boolean {
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

/** Whether a document is a platform of ours, which is no object of a cluster. */
export function isPlatform(value: unknown): boolean {
  return isMap(value) && value.kind === 'Platform' && asText(value.apiVersion).startsWith('polyvirt.io/');
}

/** What every object has at least one of. The configuration of a tool, as a kubeconfig, has apiVersion and kind too. */
const PARTS = ['metadata', 'spec', 'data', 'stringData'];

/** Whether a document is an object of a cluster. */
export function isObject(value: unknown): value is KubeObject {
  return isKubeObject(value) && PARTS.some((part) => part in value) && !NO_OBJECTS.has(groupOf(value.apiVersion));
}

/** Groups of files that say how objects are made, or reviewed, and are none of them. */
const NO_OBJECTS: ReadonlySet<string> = new Set(['kustomize.config.k8s.io', 'polyvirt.io']);

/** A half of what says what an object is, and what stands in its place. */
export interface MissingType {
  readonly key: 'apiVersion' | 'kind';
  readonly value: unknown;
}

/** The half that a document lacks which is an object by its other half and its name; nothing of anything else. */
export function missingType(value: unknown): MissingType | undefined {
  if (!isMap(value) || isKubeObject(value) || !isMap(value.metadata) || typeof value.metadata.name !== 'string') {
    return undefined;
  }
  const { apiVersion, kind } = value;
  return typeof kind === 'string' && KIND.test(kind)
    ? { key: 'apiVersion', value: apiVersion }
    : typeof apiVersion === 'string' && API_VERSION.test(apiVersion)
      ? { key: 'kind', value: kind }
      : undefined;
}

const KIND = /^[A-Z][A-Za-z0-9]+$/;
const API_VERSION = /^(?:[a-z0-9.-]+\/)?v\d\w*$/;

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
