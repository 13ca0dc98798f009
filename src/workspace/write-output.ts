import type { OutputFile } from '../render/files';
import { compareOutput, type OutputDifference } from './output-folder';
import { type Replacement, refuseForeign, replaceFiles } from './replace-files';

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
 *
 * @param accompany what else is written with the differences, and does not count
 */
export function writeOutput(
  folder: string,
  files: readonly OutputFile[],
  accompany: (differences: readonly OutputDifference[]) => Replacement = () => ({ files: [], removals: [] }),
): Written {
  let count: Written = { written: 0, removed: 0, unchanged: files.length };
  replaceFiles(folder, () => {
    const differences = compareOutput(folder, files);
    const filesThatAre = (change: string) =>
      differences.filter((each) => each.change === change).map(({ file }) => file);
    refuseForeign(folder, filesThatAre('foreign'));
    const wanted = new Set([...filesThatAre('missing'), ...filesThatAre('changed')]);
    const removals = filesThatAre('stale');
    count = { written: wanted.size, removed: removals.length, unchanged: files.length - wanted.size };
    const more = accompany(differences);
    return {
      files: [...files.filter(({ path }) => wanted.has(path)), ...more.files],
      removals: [...removals, ...more.removals],
    };
  });
  return count;
}
