import type { Finding, Place } from '../findings/finding';
import { placeOf } from '../kube/yaml/place';
import { isProblem, readYaml, YAML_LIMITS, type YamlDocument } from '../kube/yaml/reader';
import { valueAt } from '../model/read/file-path';
import { shownPath } from './host/workspace-error';

/** A platform file, or what is supposed to be in it. */
export interface PlatformText {
  readonly path: string;
  readonly text: string;
}

/**
 * A second platform of a name.
 *
 * Where they say it is looked up only now, so that there is no need to keep the documents of a fleet for it.
 *
 * @param file the one that holds the first
 * @param place where the second says its name
 */
export function sameName(name: string, file: PlatformText, place: Place): Finding {
  const [{ file: earlier, line = 1 } = { file: shownPath(file.path) }] = namedIn(file, name);
  return {
    code: 'PV801',
    severity: 'error',
    ...place,
    path: 'metadata.name',
    what: `there is another platform named ${name}, at ${earlier}:${line}`,
    why: 'Their manifests would be written into one folder and applied to one cluster',
    fix: 'give each a name of its own',
  };
}

/** Where the documents of a file say that they are the platform of this name. */
export function namedIn({ path, text }: PlatformText, name: string): Place[] {
  return [...readYaml(text, PLATFORM_LIMITS)].flatMap((read) =>
    !isProblem(read) && valueAt(read.value, ['metadata', 'name']) === name ? [namePlace(shownPath(path), read)] : [],
  );
}

/** Where a platform says its name. */
export function namePlace(file: string, document: YamlDocument): Place {
  return { file, ...placeOf(document, ['metadata', 'name']) };
}

/** Few of everything: a platform file is written by people. Merge keys would give values no line of their own. */
export const PLATFORM_LIMITS = { ...YAML_LIMITS, documents: 10_000, aliases: 100, mergeKeys: false };
