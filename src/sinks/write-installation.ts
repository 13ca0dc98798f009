import { join } from 'node:path';
import { HEADER, type OutputFile } from '../kube/yaml/files';
import { existingText } from '../sources/host/open-text';
import { refuseForeign, replaceFiles } from './replace-files';

/** Writes files that people keep under their own hands: nothing is removed, and what was changed by hand is not overwritten. */
export function writeInstallation(
  folder: string,
  files: readonly OutputFile[],
): { readonly written: number; readonly unchanged: number } {
  const { files: changed } = replaceFiles(folder, () => {
    const different = files.filter(({ path, text }) => existingText(join(folder, path)) !== text);
    refuseForeign(
      folder,
      different.map(({ path }) => path).filter((path) => isForeign(join(folder, path))),
    );
    return { files: different, removals: [] };
  });
  return { written: changed.length, unchanged: files.length - changed.length };
}

/** YAML and Dockerfiles say in their first line that they are ours; Lua is always written as a whole. */
function isForeign(file: string): boolean {
  const text = existingText(file);
  return text !== undefined && !file.endsWith('.lua') && !text.startsWith(HEADER);
}
