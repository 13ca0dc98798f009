import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { remove } from '../host/remove';

/** How names of entries begin that are still being written. */
export const UNFINISHED = 'new-';

/** How long somebody may be writing one; after that, whoever it was is dead. */
const ABANDONED_MS = 10 * 60 * 1000;

/** Removes the entries that were used longest ago until the rest takes half of what is allowed, and what killed writers left. */
export function prune(folder: string, largest: number): void {
  const entries = entriesOf(folder);
  let total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total <= largest) {
    return;
  }
  for (const { path, size } of entries.sort((a, b) => a.used - b.used)) {
    if (total <= largest / 2) {
      return;
    }
    remove(path);
    total -= size;
  }
}

interface CacheEntry {
  readonly path: string;
  readonly size: number;
  readonly used: number;
}

function entriesOf(folder: string): CacheEntry[] {
  return namesIn(folder).flatMap((name) => {
    const path = join(folder, name);
    if (name.startsWith(UNFINISHED)) {
      const [found] = entryAt(path);
      if (found !== undefined && Date.now() - found.used > ABANDONED_MS) {
        remove(path);
      }
      return [];
    }
    return /^[0-9a-f]{2}$/.test(name) ? namesIn(path).flatMap((below) => entryAt(join(path, below))) : [];
  });
}

/** Whoever else is at it may have removed it in the meantime. */
function entryAt(path: string): CacheEntry[] {
  try {
    const { size, mtimeMs } = statSync(path);
    return [{ path, size, used: mtimeMs }];
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
