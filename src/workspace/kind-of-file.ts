import type { Dirent, Stats } from 'node:fs';

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
