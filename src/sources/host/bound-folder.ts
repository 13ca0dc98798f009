import { dirname, join } from 'node:path';
import { foundAt } from './open-text';

/** What files of a program must not lead out of: the repository around a folder, else the folder. */
export function boundFolder(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (foundAt(join(above, '.git')) !== undefined) {
      return above;
    }
    if (dirname(above) === above) {
      return folder;
    }
  }
}
