import { jsonText } from '../../findings/escape/formats';
import { uuidV5 } from '../hash';
import { groupOf, nameOf, namespaceOf } from '../identity';
import { isMap, type KubeObject } from '../object';
import { isPlain } from '../plain-data';
import { emitYaml, keyOrder, scalarText, unwritable } from './emit';

/** How objects are written. */
export type ManifestFormat = 'yaml' | 'json';

/** One file of the output, by its path below the output folder, with `/` on every system. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** Marks a YAML file as ours: only such files are ever replaced or removed. */
export const HEADER = '# Written by polyvirt. Change what it was written from, not this file.\n';

/** Before each document of a stream. */
export const STREAM_HEAD = '---\n';

/** For what has no namespace, or leaves it open. Namespaces are DNS labels, so none is called like this. */
const NO_NAMESPACE = '_none';

/** For what has no name, which only a review may show: rules refuse to write it. */
const NO_NAME = '_none';

const LONG_NAMES = '3d1b9a52-0c7e-5f64-8b2d-6e1f0a9c4d87';

/**
 * The objects of one cluster as files, one object each, so that a review shows which object changed.
 *
 * @param textOf the text of an object, where that was written before
 */
export function outputFiles(
  cluster: string,
  objects: readonly KubeObject[],
  format: ManifestFormat,
  textOf = (object: KubeObject): string => fileText(object, format),
): OutputFile[] {
  const plain = objects.map((object) => filePath(cluster, object, format, false));
  const times = new Map<string, number>();
  for (const path of plain) {
    times.set(path, (times.get(path) ?? 0) + 1);
  }
  const files = objects.map((object, i) => ({
    // Two API groups may have a kind of one name: then, and only then, the group is part of the file's name.
    path: times.get(plain[i]!) === 1 ? plain[i]! : filePath(cluster, object, format, true),
    text: textOf(object),
  }));
  // Rules refuse two objects of one identity; if that ever failed, one of them would be lost silently.
  if (new Set(files.map(({ path }) => path)).size !== files.length) {
    throw new Error(`two objects of ${cluster} would be written to one file`);
  }
  return files;
}

/** The text of a file that holds one object. */
export function fileText(object: KubeObject, format: ManifestFormat): string {
  return format === 'yaml' ? emitYaml(object, HEADER) : `${jsonText(ordered(object), 2)}\n`;
}

/** Objects as one stream: YAML documents, or one JSON object per line. */
export function streamText(object: KubeObject, format: ManifestFormat): string {
  return format === 'yaml' ? emitYaml(object, STREAM_HEAD) : `${jsonText(ordered(object))}\n`;
}

/** Where an object goes: `edge/shop/virtualmachine-web.yaml`. */
export function filePath(cluster: string, object: KubeObject, format: ManifestFormat, withGroup: boolean): string {
  const group = withGroup ? groupOf(object.apiVersion) : '';
  const kind = [object.kind.toLowerCase(), ...(group === '' ? [] : [group])].join('.');
  const folder = namespaceOf(object) ?? NO_NAMESPACE;
  return `${safe(cluster)}/${safe(folder)}/${safe(`${kind}-${nameOf(object) ?? NO_NAME}`, 255 - 5)}.${format}`;
}

/** Names of Kubernetes objects are safe already; this holds for what slipped through (`a:b` of a role) too. */
function safe(name: string, longest = 255): string {
  const clean = name.replace(/[^A-Za-z0-9._-]/g, (character) => `%${character.codePointAt(0)!.toString(16)}`);
  const noDots = /^\.+$/.test(clean) ? clean.replaceAll('.', '%2e') : clean;
  // Cut names that begin alike must not end in one file.
  return noDots.length <= longest ? noDots : `${noDots.slice(0, longest - 13)}-${uuidV5(LONG_NAMES, name).slice(-12)}`;
}

/** The same data with its keys in the order in which YAML is written. */
function ordered(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map(ordered);
  }
  if (!isMap(value)) {
    // JSON would write null for what it cannot say.
    scalarText(value, 0);
    return value;
  }
  if (!isPlain(value)) {
    throw unwritable(value);
  }
  return Object.fromEntries(keyOrder(value).map(({ key }) => [key, ordered(value[key])]));
}
