import type { OutputFile } from '../render/files';
import { compareOutput } from './output-folder';
import { refuseForeign, replaceFiles } from './replace-files';

/** What was done to the output folder. */
export interface Written {
  readonly written: number;
  readonly removed: number;
  readonly unchanged: number;
}

/**
 * Brings the output folder to exactly these files, all or nothing.
 *
 * Only what differs is touched, and only files that polyvirt wrote are replaced or removed.
 */
export function writeOutput(folder: string, files: readonly OutputFile[]): Written {
  const { files: changed, removals } = replaceFiles(folder, () => {
    const differences = compareOutput(folder, files);
    const filesThatAre = (change: string) =>
      differences.filter((each) => each.change === change).map(({ file }) => file);
    refuseForeign(folder, filesThatAre('foreign'));
    const wanted = new Set([...filesThatAre('missing'), ...filesThatAre('changed')]);
    return { files: files.filter(({ path }) => wanted.has(path)), removals: filesThatAre('stale') };
  });
  return { written: changed.length, removed: removals.length, unchanged: files.length - changed.length };
}
