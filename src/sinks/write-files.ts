import { existsSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Baseline, baselineOf, isBaseline } from '../findings/baseline';
import type { ShownFinding } from '../findings/shown-finding';
import { isMap } from '../kube/object';
import type { YamlEdit } from '../kube/yaml/edit';
import { HEADER, type OutputFile } from '../kube/yaml/files';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { editPlatform } from '../model/read/edit-platform';
import { pathText } from '../model/read/file-path';
import { existingText, shownPath, WorkspaceError } from '../sources/host/open-text';
import { readText } from '../sources/host/read-text';
import { refuseForeign, replaceFiles } from './replace-files';

/**
 * Writes files that people go on editing, all or none.
 *
 * Files that are there just as they would be written are what an interrupted run left: the others are added to them. Where one is
 * there that sets something else, nothing is written.
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

/** What to change in one platform of a file. */
interface PlatformChange {
  readonly file: string;
  readonly platform: string;
  /** Given the document as it is. */
  readonly edits: (document: unknown) => readonly YamlEdit[];
}

/**
 * Changes platforms in their files, keeping comments and order, and gives the files that are others than before.
 *
 * All files are computed before the first one is written, and each is replaced whole.
 */
export function writePlatforms(changes: readonly PlatformChange[]): string[] {
  const texts = new Map<string, { readonly before: string; readonly after: string }>();
  for (const change of changes) {
    const before = texts.get(change.file)?.before ?? readText(change.file);
    const after = edited(texts.get(change.file)?.after ?? before, change);
    texts.set(change.file, { before, after });
  }
  const changed = [...texts].filter(([, { before, after }]) => before !== after);
  for (const [file, { after }] of changed) {
    replaceFiles(dirname(file), () => ({ files: [{ path: basename(file), text: after }], removals: [] }));
  }
  return changed.map(([file]) => shownPath(file));
}

function edited(text: string, { file, platform, edits }: PlatformChange): string {
  const document = documentOf(text, platform);
  const result = editPlatform(text, platform, edits(document));
  if ('failed' in result) {
    throw new WorkspaceError([
      {
        code: 'PV018',
        severity: 'error',
        file: shownPath(file),
        path: pathText(document, result.failed),
        what: 'this cannot be changed without touching its surroundings',
        why: 'An alias or a value of another type is in the way; nothing was changed',
        fix: 'make the change by hand',
      },
    ]);
  }
  return result.text;
}

function documentOf(text: string, platform: string): unknown {
  for (const read of readYaml(text)) {
    const value = isProblem(read) ? undefined : read.value;
    if (isMap(value) && isMap(value.metadata) && value.metadata.name === platform) {
      return value;
    }
  }
  return undefined;
}

/** Reads the findings that are known. */
export function readBaseline(path: string): Baseline {
  if (!existsSync(path)) {
    throw refused(path, 'it does not exist', 'write it with --write-baseline, and commit it');
  }
  const baseline = parsed(readText(path));
  if (baseline === undefined) {
    throw refused(path, 'it is not a baseline', 'write it anew with --write-baseline');
  }
  return baseline;
}

/** Writes all findings down as known, in one piece. */
export function writeBaseline(path: string, findings: readonly ShownFinding[]): void {
  const text = `${JSON.stringify(baselineOf(findings), null, 2)}\n`;
  replaceFiles(dirname(path), () => ({ files: [{ path: basename(path), text }], removals: [] }));
}

function parsed(text: string): Baseline | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isBaseline(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refused(path: string, what: string, fix: string): WorkspaceError {
  return new WorkspaceError(
    [
      {
        code: 'PV039',
        severity: 'error',
        file: shownPath(path),
        what,
        why: 'Nothing would be known, or everything',
        fix,
      },
    ],
    true,
  );
}
