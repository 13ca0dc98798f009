import { isKubeObject, itemsOf } from '../kube/identity';
import type { KubeObject } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';

/**
 * The objects that Argo CD takes from what a plugin printed, or why it takes none.
 *
 * A stream of YAML or of JSON; empty documents do not count; lists are taken apart. One document that is no object spoils
 * all of them, as a line that a program printed for its author does.
 */
export function splitOutput(text: string): readonly KubeObject[] | string {
  const objects: KubeObject[] = [];
  for (const value of jsonValues(text) ?? yamlValues(text)) {
    if (typeof value === 'object' && value !== null && 'problem' in value) {
      return `failed to unmarshal manifest: ${String(value.problem)}`;
    }
    for (const item of itemsOf(value)) {
      if (!isKubeObject(item.value)) {
        return "failed to unmarshal manifest: Object 'Kind' is missing";
      }
      objects.push(item.value);
    }
  }
  return objects;
}

function* yamlValues(text: string): Generator<unknown> {
  for (const read of readYaml(text)) {
    if (isProblem(read)) {
      yield { problem: `${read.problem}, line ${read.line}` };
      return;
    }
    if (read.value !== null) {
      yield read.value;
    }
  }
}

/** JSON objects one after the other; nothing where it is something else. */
function jsonValues(text: string): unknown[] | undefined {
  if (!text.trimStart().startsWith('{')) {
    return undefined;
  }
  try {
    return text
      .split(/\n(?=\{)/)
      .filter((part) => part.trim() !== '')
      .map((part) => JSON.parse(part) as unknown);
  } catch {
    return undefined;
  }
}
