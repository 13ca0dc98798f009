import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HEADER, type OutputFile } from '../kube/yaml/files';
import { existingText } from '../sources/host/open-text';
import { refuseForeign, replaceFiles } from './replace-files';

/**
 * Writes files that people go on editing, all or none.
 *
 * Files that are there just as they would be written are what an interrupted run left: the others are added to them. Where one is
 * there that says something else, nothing is written.
 *
 * @returns the files that are new
 */
export function writeNewFiles(folder: string, files: readonly OutputFile[]): string[] {
  const { files: written } = replaceFiles(folder, () => {
    const found = files.map((file) => ({ file, text: existingText(join(folder, file.path)) }));
    refuseForeign(
      folder,
      found.filter(({ file, text }) => text !== undefined && text !== file.text).map(({ file }) => file.path),
    );
    return { files: found.filter(({ text }) => text === undefined).map(({ file }) => file), removals: [] };
  });
  return written.map(({ path }) => path);
}

/** Writes one more file that is no text. What is there, a link that leads nowhere included, is not written over. */
export function writeNewBytes(folder: string, path: string, bytes: Buffer): void {
  writeFileSync(join(folder, path), bytes, { flag: 'wx' });
}

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
