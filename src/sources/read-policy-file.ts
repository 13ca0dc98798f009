import { existsSync } from 'node:fs';
import { type Finding, hasErrors } from '../findings/finding';
import { placeOf } from '../kube/yaml/place';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { parsePath } from '../model/read/file-path';
import { textAt } from './host/git';
import { readText, shownSource } from './host/read-text';
import { notYaml, WorkspaceError } from './host/workspace-error';

/**
 * The first document of a file, or of a file in a commit (`main:policy.yaml`), read by a reader of its kind.
 *
 * In a commit it cannot be changed by the pull request that it is to judge.
 */
export function readPolicyFile<T>(
  path: string,
  read: (value: unknown) => { readonly policy: T; readonly findings: readonly Finding[] },
): { readonly policy: T; readonly findings: readonly Finding[] } {
  const file = shownSource(path);
  const text = existsSync(path) ? readText(path) : (textAt(path) ?? readText(path));
  const [document] = readYaml(text);
  if (document !== undefined && isProblem(document)) {
    throw new WorkspaceError([notYaml(file, document)], true);
  }
  const { policy, findings } = read(document?.value);
  const placed = findings.map((finding) => ({
    ...finding,
    file,
    ...(document === undefined || finding.path === undefined
      ? {}
      : placeOf(document, parsePath(document.value, finding.path).steps)),
  }));
  if (hasErrors(placed)) {
    throw new WorkspaceError(placed, true);
  }
  return { policy, findings: placed };
}
