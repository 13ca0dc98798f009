import { type Dirent, type Stats, statSync } from 'node:fs';

/** What is at a path that somebody wrote; nothing also where it is too long, in a circle, or through a file. */
export function foundAt(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    // Whoever opens it says why that cannot be done.
    return undefined;
  }
}

/** What lies at a path instead of a file, in words; nothing where it is a file, a folder or a link. */
export function irregularKind(entry: Dirent | Stats): string | undefined {
  if (entry.isFIFO()) {
    return 'a named pipe';
  }
  if (entry.isSocket()) {
    return 'a socket';
  }
  return entry.isCharacterDevice() || entry.isBlockDevice() ? 'a device' : undefined;
}
