import { dirname, join } from 'node:path';
import { foundAt } from './open-text';

/** Under this key the folder is kept that this process may not read beyond; registered, since a bundle has several copies of us. */
const BOUND = Symbol.for('polyvirt.bound-folder');

/** Says which folder this process may not read beyond. */
export function boundTo(folder: string): void {
  (globalThis as { [BOUND]?: string })[BOUND] = folder;
}

/** What files of a program must not lead out of: what it is bound to, else the repository around a folder, else the folder. */
export function boundFolder(folder: string): string {
  const bound = (globalThis as { [BOUND]?: string })[BOUND];
  if (bound !== undefined) {
    return bound;
  }
  for (let above = folder; ; above = dirname(above)) {
    if (foundAt(join(above, '.git')) !== undefined) {
      return above;
    }
    if (dirname(above) === above) {
      return folder;
    }
  }
}
