import { join } from 'node:path';
import type { OutputFile } from '../kube/yaml/files';
import { existingText } from '../sources/host/open-text';
import { refuseForeign, replaceFiles } from './replace-files';

/**
 * Writes generated files into a folder, all or nothing, and leaves everything else in it alone.
 *
 * @param mark how a file begins that may be replaced
 * @returns how many files are others than before
 */
export function writeImports(folder: string, files: readonly OutputFile[], mark: string): number {
  return replaceFiles(folder, () => {
    const found = files.map((file) => ({ file, current: existingText(join(folder, file.path)) }));
    const differing = found.filter(({ file, current }) => current !== file.text);
    refuseForeign(
      folder,
      differing.filter(({ current }) => current?.startsWith(mark) === false).map(({ file }) => file.path),
    );
    return { files: differing.map(({ file }) => file), removals: [] };
  }).files.length;
}
