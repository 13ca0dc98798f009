import { isMap } from '../kube/object';
import { mayHaveComments } from '../kube/yaml/comments';
import { editYaml } from '../kube/yaml/edit';
import type { YamlPath } from '../kube/yaml/place';
import { readYamlDocument } from '../kube/yaml/reader';
import { isSame } from '../model/rows/row';
import type { AuthoredInput } from './input';

/** The text of an object that stays a manifest, as it was written, without what servers added; nothing where it has to be written anew. */
export function keptText({ object, wanted, text }: AuthoredInput): string | undefined {
  if (text === undefined || /^\s*[{[]/.test(text)) {
    return undefined;
  }
  const body = text.replace(/^---[ \t\r]*\n/, '');
  if (isSame(object, wanted)) {
    return ended(body);
  }
  const edited = mayHaveComments(body)
    ? removals(object, wanted).reduce<string | undefined>(
        (left, at) => (left === undefined ? undefined : editYaml(left, { at, remove: true })),
        body,
      )
    : undefined;
  const again = edited === undefined ? undefined : readYamlDocument(edited, 1);
  return again !== undefined && 'value' in again && isSame(again.value, wanted) ? ended(edited!) : undefined;
}

function ended(text: string): string {
  return text.replace(/\n*$/, '\n');
}

/** Paths of what one value has and another lacks. */
function removals(value: unknown, left: unknown, at: YamlPath = []): YamlPath[] {
  if (!isMap(value) || !isMap(left)) {
    return Array.isArray(value) && Array.isArray(left) && value.length === left.length
      ? value.flatMap((item, i) => removals(item, left[i], [...at, i]))
      : [];
  }
  return Object.keys(value).flatMap((key) =>
    Object.hasOwn(left, key) ? removals(value[key], left[key], [...at, key]) : [[...at, key]],
  );
}
