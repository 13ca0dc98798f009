import { basename, dirname } from 'node:path';
import { imagesContext } from '../check/golden-images';
import { editPlatform } from '../config/edit-platform';
import { pathText } from '../config/file-path';
import { type AskedFix, fixEdits } from '../config/platform-fixes';
import { readPlatform } from '../config/read-platform';
import { hasErrors } from '../findings/finding';
import { isHyperConverged } from '../golden-images/hyper-converged-view';
import { pictureOf } from '../golden-images/picture';
import { flowYaml } from '../kube/yaml-flow';
import { isProblem, readYaml } from '../kube/yaml-reader';
import { readPlatforms } from './read-platforms';
import { readText } from './read-text';
import { replaceFiles } from './replace-files';
import { synthesize } from './synthesize';
import type { TreeCluster } from './tree';
import { shownPath, WorkspaceError } from './workspace-error';

/** One change that was made, as people read it. */
export interface Change {
  readonly file: string;
  readonly platform: string;
  readonly what: string;
}

/**
 * Writes a fix into the platform files where its finding is.
 *
 * All files are computed before the first one is written, and each is replaced whole.
 */
export function fixPlatforms(files: readonly string[], fix: AskedFix, today: string): Change[] {
  const tree = readPlatforms(files);
  if (hasErrors(tree.findings)) {
    // What was left out because of a mistake would not be where it seems to be.
    throw new WorkspaceError(tree.findings);
  }
  const concerned = tree.clusters.filter((cluster) =>
    synthesize({ ...tree, clusters: [cluster] }, today).findings.some(({ code }) => code === fix.code),
  );
  const edited = files.map((file) => editFile(file, fix, concerned));
  for (const { file, text, changes } of edited) {
    if (changes.length > 0) {
      replaceFiles(dirname(file), () => ({ files: [{ path: basename(file), text }], removals: [] }));
    }
  }
  return edited.flatMap(({ changes }) => changes);
}

function editFile(file: string, fix: AskedFix, clusters: readonly TreeCluster[]) {
  const original = readText(file);
  let text = original;
  const changes: Change[] = [];
  for (const read of readYaml(original)) {
    const declaration = isProblem(read) ? undefined : readPlatform(read).declaration;
    const cluster = clusters.find(({ name }) => name === declaration?.name);
    const object = cluster?.objects.find((each) => isHyperConverged(each.object))?.object;
    if (isProblem(read) || declaration === undefined || cluster === undefined || object === undefined) {
      continue;
    }
    const picture = pictureOf(object, imagesContext(cluster, object));
    const edits = fixEdits(fix, { declaration, picture, argument: fix.argument });
    const result = editPlatform(text, declaration.name, edits);
    if ('failed' in result) {
      throw new WorkspaceError([cannotEdit(file, pathText(read.value, result.failed))]);
    }
    text = result.text;
    changes.push(
      ...edits.map((edit) => ({
        file: shownPath(file),
        platform: declaration.name,
        what: `${pathText(read.value, edit.at)}${'set' in edit ? `: ${flowYaml(edit.set)}` : ' is removed'}`,
      })),
    );
  }
  return { file, text, changes };
}

function cannotEdit(file: string, path: string) {
  return {
    code: 'PV018',
    severity: 'error' as const,
    file: shownPath(file),
    path,
    what: 'this cannot be changed without touching what is around it',
    why: 'An alias, or a value of another kind, is in the way; nothing was changed',
    fix: 'make the change by hand',
  };
}
