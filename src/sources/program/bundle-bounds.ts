import { realpathSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { installedModules, ownEntry } from './library';

/** All that a program may be made of, where it is of another author. */
export interface BundleBounds {
  /** The repository, by its real path. Nothing in it is trusted. */
  readonly root: string;
  /** Folders of packages that the administrator has installed, by their real paths. */
  readonly packages: readonly string[];
}

/** Whether a path is that of a folder or lies below it. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder + sep);
}

/** What may be read beside the repository: packages as they were installed, and polyvirt itself. */
export function trustedFolders({ packages }: BundleBounds): string[] {
  return [...packages, ...installedModules().flatMap(realFolder), dirname(dirname(ownEntry()))];
}

/** Whether a path is one of the repository's own files: what git keeps for itself, as a token in its settings, is not. */
export function isOfRepository(path: string, { root }: Pick<BundleBounds, 'root'>): boolean {
  return isBelow(path, root) && !path.slice(root.length).split(sep).includes('.git');
}

function realFolder(path: string): string[] {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
}
