import { unlinkSync } from 'node:fs';

/** Removes what can be removed: a disk that became read-only is no reason to fail. */
export function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Gone already, or it stays, and is replaced or ignored.
  }
}
