import { basename, dirname } from 'node:path';
import { isMap } from '../kube/object';
import type { YamlEdit } from '../kube/yaml/edit';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { editPlatform } from '../model/read/edit-platform';
import { pathText } from '../model/read/file-path';
import { readText } from '../sources/host/read-text';
import { shownPath, WorkspaceError } from '../sources/host/workspace-error';
import { replaceFiles } from './replace-files';

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
        what: 'this cannot be changed without touching what is around it',
        why: 'An alias, or a value of another kind, is in the way; nothing was changed',
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
