import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { FOREIGN } from '../manifest-files';
import { contentPrint } from './content-print';

/** The content of all files below a folder that count, by their paths below it. */
export function folderPrints(folder: string, counts: (path: string) => boolean = () => true): Map<string, string> {
  const prints = new Map<string, string>();
  const visit = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = join(below, entry.name);
      if (entry.isDirectory() && !FOREIGN.has(entry.name)) {
        visit(path);
      } else if (!entry.isDirectory() && counts(path.split(sep).join('/'))) {
        prints.set(path, contentPrint(join(folder, path)));
      }
    }
  };
  visit('.');
  return prints;
}
