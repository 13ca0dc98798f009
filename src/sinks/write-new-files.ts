import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputFile } from '../kube/yaml/files';
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
