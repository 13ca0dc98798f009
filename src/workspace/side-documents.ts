import { dirname, resolve, sep } from 'node:path';
import { parsePath } from '../config/file-path';
import type { Place } from '../findings/finding';
import { itemsOf } from '../kube/items';
import type { KubeObject } from '../kube/object';
import { placeOf } from '../kube/yaml-place';
import { isProblem, readYaml, splitDocuments, type YamlDocument } from '../kube/yaml-reader';
import { patchFiles } from './kustomize';
import { manifestFiles } from './manifest-files';
import { isObject, isPlatform } from './read-objects';
import { readText, STDIN, shownSource } from './read-text';
import { notYaml, WorkspaceError } from './workspace-error';

/** An object of a side of a review, and where it comes from. */
export interface SideObject {
  readonly object: KubeObject;
  readonly construct?: string;
  readonly placeOf: (path?: string) => Place | undefined;
}

/** A document that is not read until somebody asks for what is in it. */
export interface SideDocument {
  readonly text: string;
  readonly objects: () => readonly SideObject[];
}

/** The documents of one file. */
export interface FileDocuments {
  /** The folder directly below the one that was asked for; empty for files that lie in that one itself. */
  readonly folder: string;
  readonly path: string;
  readonly documents: readonly SideDocument[];
}

/** Any stream of manifests that somebody keeps in one file. */
const LARGEST = 256 << 20;

/** Documents that are alike, as in the clusters of a fleet, are read once. */
const read = new Map<string, YamlDocument | undefined>();

/**
 * The documents of a file, of all files below a folder, or of standard input, as text.
 *
 * @param shown how a file is called where objects come from
 * @param named how it is called where it cannot be read
 */
export function fileDocuments(
  asked: string,
  shown: (path: string) => string = shownSource,
  named: (path: string) => string = shown,
): FileDocuments[] {
  const files = manifestFiles(asked, 'all folders');
  const isPatch = patchFiles(files);
  return files
    .filter((path) => path === STDIN || isPatch.size === 0 || !isPatch.has(resolve(path)))
    .map((path) => ({ path, folder: folderOf(asked, path), documents: documentsOf(path, shown(path), named(path)) }));
}

function folderOf(asked: string, path: string): string {
  const [first = ''] = dirname(path).slice(asked.length).split(sep).filter(Boolean);
  return path === STDIN || !path.startsWith(asked) ? '' : first;
}

function documentsOf(path: string, file: string, named: string): SideDocument[] {
  return [...splitDocuments(readText(path, LARGEST))].map(({ text, firstLine }) => ({
    text,
    objects: () => objectsOf(documentOf(text, firstLine, named), firstLine, file),
  }));
}

function objectsOf(document: YamlDocument | undefined, firstLine: number, file: string): SideObject[] {
  if (document === undefined) {
    return [];
  }
  return itemsOf(document.value).flatMap(({ value, at }) => {
    if (!isObject(value) || isPlatform(value)) {
      return [];
    }
    const placed: YamlDocument = { ...document, firstLine };
    return [
      {
        // One document may be in many places, and each of them is an object of its own.
        object: { ...value },
        placeOf: (field?: string) => {
          const below = field === undefined ? [] : parsePath(value, field).steps;
          return { file, ...placeOf(placed, [...at, ...below]) };
        },
      },
    ];
  });
}

function documentOf(text: string, firstLine: number, file: string): YamlDocument | undefined {
  if (read.has(text)) {
    return read.get(text);
  }
  const [found] = readYaml(text);
  if (found !== undefined && isProblem(found)) {
    const problem = { ...found, line: found.line + firstLine - 1 };
    throw new WorkspaceError([notYaml(file, problem)]);
  }
  read.set(text, found);
  return found;
}
