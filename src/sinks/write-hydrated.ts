import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  commitMetadata,
  type DryCommit,
  folderMetadata,
  GIT_ATTRIBUTES,
  isOurMetadata,
  METADATA_FILE,
} from '../argocd/hydrate';
import { existingText } from '../sources/host/open-text';
import type { OutputDifference } from './output-folder';
import type { Replacement } from './replace-files';

/**
 * The metadata that goes with a change of the output.
 *
 * That of a cluster changes with its objects only, and none does where there is no change at all: the rendered commit stays
 * what it is, and only its note says that a newer commit renders to the same.
 *
 * @param command how one cluster is rendered
 */
export function hydration(
  folder: string,
  files: readonly { readonly path: string }[],
  differences: readonly OutputDifference[],
  commit: DryCommit,
  command: (cluster: string) => string,
): Replacement {
  if (differences.length === 0 && existsSync(join(folder, METADATA_FILE))) {
    return { files: [], removals: [] };
  }
  const clusters = new Set(files.map(({ path }) => path.split('/')[0]!).filter((name) => !name.startsWith('_')));
  const changed = new Set(differences.map(({ file }) => file.split('/')[0]!));
  const stale = [...clusters].filter((name) => changed.has(name) || !existsSync(join(folder, name, METADATA_FILE)));
  return {
    files: [
      { path: METADATA_FILE, text: commitMetadata(commit) },
      ...(existsSync(join(folder, '.gitattributes')) ? [] : [{ path: '.gitattributes', text: GIT_ATTRIBUTES }]),
      ...stale.map((name) => ({
        path: `${name}/${METADATA_FILE}`,
        text: folderMetadata(commit, [command(name)]),
      })),
    ],
    removals: foldersOf(folder)
      .filter((name) => !clusters.has(name) && isOurs(join(folder, name, METADATA_FILE)))
      .map((name) => `${name}/${METADATA_FILE}`),
  };
}

function foldersOf(folder: string): string[] {
  return existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
    : [];
}

function isOurs(file: string): boolean {
  const text = existingText(file);
  return text !== undefined && isOurMetadata(text);
}
