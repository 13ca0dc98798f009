import { isMap } from '../../kube/object';
import { editYaml, type YamlEdit } from '../../kube/yaml/edit';
import { isProblem, readYaml, type YamlDocument } from '../../kube/yaml/reader';

/** A file after changes of one of its platforms; nothing where it cannot be changed without touching the rest. */
type Edited = { readonly text: string } | { readonly failed: YamlEdit['at'] };

/**
 * The text of a platform file with changes of one platform, which keeps comments, order and everything else.
 *
 * Checked by reading it again: where the change and nothing but the change does not come out, nothing is changed.
 *
 * @param platform name of the platform; a file may hold several
 */
export function editPlatform(text: string, platform: string, edits: readonly YamlEdit[]): Edited {
  let current = text;
  for (const edit of edits) {
    const document = documentOf(current, platform);
    const changed = document === undefined ? undefined : editYaml(document.text, edit);
    if (document === undefined || changed === undefined) {
      return { failed: edit.at };
    }
    const wanted = JSON.stringify(withEdit(document.value, edit.at, edit));
    current = current.replace(document.text, () => changed);
    if (JSON.stringify(documentOf(current, platform)?.value) !== wanted) {
      return { failed: edit.at };
    }
  }
  return { text: current };
}

function documentOf(text: string, platform: string): YamlDocument | undefined {
  for (const read of readYaml(text)) {
    const metadata = !isProblem(read) && isMap(read.value) ? read.value.metadata : undefined;
    if (!isProblem(read) && isMap(metadata) && metadata.name === platform) {
      return read;
    }
  }
  return undefined;
}

/** The same change of the value. */
function withEdit(value: unknown, [step, ...rest]: YamlEdit['at'], edit: YamlEdit): unknown {
  if (step === undefined) {
    return 'set' in edit ? edit.set : undefined;
  }
  if ('remove' in edit && (typeof value !== 'object' || value === null || !Object.hasOwn(value, step))) {
    return value;
  }
  const isLast = rest.length === 0 && 'remove' in edit;
  if (typeof step === 'number') {
    const list = Array.isArray(value) ? [...(value as unknown[])] : [];
    return isLast
      ? list.filter((_, i) => i !== step)
      : Object.assign(list, { [step]: withEdit(list[step], rest, edit) });
  }
  const map = isMap(value) ? { ...value } : {};
  if (isLast) {
    delete map[step];
    return map;
  }
  return { ...map, [step]: withEdit(map[step], rest, edit) };
}
