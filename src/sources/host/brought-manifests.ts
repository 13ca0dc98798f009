import { realpathSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Finding } from '../../findings/finding';
import { itemsOf } from '../../kube/identity';
import { isMap, type KubeObject } from '../../kube/object';
import { placeOf, type YamlPath } from '../../kube/yaml/place';
import { isProblem, readYaml, type YamlDocument } from '../../kube/yaml/reader';
import { type GlobFiles, globFiles, isGlob, isObject, isPlatform } from './manifest-files';
import { foundAt, notYaml, reasonOf, shownPath } from './open-text';
import { readTextOr } from './read-text';

/** An object of a file that a platform brings, and where it is. */
export interface BroughtObject {
  readonly object: KubeObject;
  /** The file, by its absolute path. */
  readonly file: string;
  readonly document: YamlDocument;
  /** Position of the document among those of its file that hold something. */
  readonly number: number;
  /** Where in the document it is: at its root, or in a List. */
  readonly at: YamlPath;
  /** Which of the paths that were asked for named its file first. */
  readonly entry: number;
}

/** Something wrong with one of the paths that were asked for, or, where it has a place of its own, with a file. */
interface BroughtFinding {
  readonly entry: number;
  readonly finding: Finding;
}

/** What was read. */
interface BroughtManifests {
  readonly objects: readonly BroughtObject[];
  readonly findings: readonly BroughtFinding[];
  /** Files that were read, and folders that were looked through, by their absolute paths. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

/** Where paths are looked for. */
interface BroughtFrom {
  /** What paths are relative to. */
  readonly folder: string;
  /** What they must not lead out of, links included. */
  readonly root: string;
  /** How that is called in a finding. */
  readonly rootName: string;
  /** Where synth writes: what it wrote is not to come back in. */
  readonly output: string;
  /** How files are called in findings. */
  readonly shown: (path: string) => string;
}

/** Where synth writes, unless it is told otherwise. */
const OUTPUT = 'dist';

/** What a platform file names. */
export function readBroughtBy(paths: readonly string[], folder: string, root: string): BroughtManifests {
  const output = resolve(root, OUTPUT);
  return readBrought(paths, { folder, root, rootName: 'the folder of the platform', output, shown: shownPath });
}

/**
 * What a program names, from the folder in which it runs.
 *
 * @param called how files are called in findings: a program that hands its tree over may be read in another folder
 */
export function readBroughtHere(paths: readonly string[], called: 'shown' | 'absolute'): BroughtManifests {
  const folder = process.cwd();
  return readBrought(paths, {
    folder,
    root: boundFolder(folder),
    rootName: 'the repository',
    output: resolve(folder, OUTPUT),
    shown: called === 'shown' ? shownPath : (path) => path,
  });
}

/** The same for a program that runs in another thread than its files are read by. */
export function readBroughtWithin(paths: readonly string[], folder: string, root: string): BroughtManifests {
  const output = resolve(folder, OUTPUT);
  return readBrought(paths, { folder, root, rootName: 'the repository', output, shown: (path) => path });
}

/**
 * Reads the objects of files, folders and globs as Kubernetes reads them. A file that two of the paths name is read once.
 *
 * Nothing is left out silently: what is no object, or no file, is a finding.
 */
function readBrought(paths: readonly string[], from: BroughtFrom): BroughtManifests {
  const objects: BroughtObject[] = [];
  const findings: BroughtFinding[] = [];
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const [entry, asked] of paths.entries()) {
    const found = filesOf(asked, from);
    if ('finding' in found) {
      findings.push({ entry, finding: found.finding });
      continue;
    }
    for (const folder of found.folders) {
      folders.add(folder);
    }
    const problems: Finding[] = [];
    let count = 0;
    for (const file of found.files) {
      if (files.has(file)) {
        count++;
        continue;
      }
      files.add(file);
      const problem = problemOf(file, from);
      if (problem !== undefined) {
        problems.push({ ...unreadable(problem), file: from.shown(file) });
        continue;
      }
      const read = objectsOf(file, problems, from);
      count += read.length;
      for (const each of read) {
        objects.push({ ...each, entry });
      }
    }
    findings.push(...problems.map((finding) => ({ entry, finding })));
    if (count === 0 && problems.length === 0) {
      findings.push({ entry, finding: nothingIn(asked, found.files.length) });
    }
  }
  return { objects, findings, files: [...files], folders: [...folders] };
}

/** The files that one path stands for, or why there are none. */
function filesOf(asked: string, from: BroughtFrom): GlobFiles | { readonly finding: Finding } {
  if (/^\w+:\/\//.test(asked)) {
    return { finding: unreadable('it is an address, and polyvirt does not use the network') };
  }
  const isLeftOut = (path: string) => path === from.output;
  const path = resolve(from.folder, asked);
  const isPattern = isGlob(asked) && foundAt(path) === undefined;
  const names = asked.split('/');
  // Of a pattern, what comes before the first name with a wildcard.
  const magic = isPattern ? magicAt(asked) : names.length;
  const start = isPattern ? resolve(from.folder, names.slice(0, magic).join('/') || '.') : path;
  const problem = problemOf(start, from);
  const found = problem === undefined ? foundAt(start) : undefined;
  if (problem !== undefined && !(isPattern && problem === NOT_THERE)) {
    return { finding: unreadable(`${asked} cannot be read: ${problem}`) };
  }
  if (isPattern) {
    return found === undefined ? NO_FILES : globFiles(names.slice(magic).join('/'), start, isLeftOut);
  }
  if (found?.isDirectory() === true) {
    return globFiles('**/*', path, isLeftOut);
  }
  return found?.isFile() === true
    ? { files: [path], folders: [] }
    : { finding: unreadable(`${asked} cannot be read: it is neither a file nor a folder`) };
}

const NO_FILES: GlobFiles = { files: [], folders: [] };

function magicAt(pattern: string): number {
  // A brace may hold slashes.
  const brace = pattern.indexOf('{');
  const before = brace === -1 ? pattern : pattern.slice(0, brace);
  const names = before.split('/');
  const first = names.findIndex(isGlob);
  return first !== -1 ? first : names.length - 1;
}

const NOT_THERE = reasonOf({ code: 'ENOENT' });

/** Why a path may not be read, or cannot be; nothing where it can. */
function problemOf(path: string, { root, rootName }: BroughtFrom): string | undefined {
  const outside = `it is outside of ${rootName}`;
  const isBelow = isWithin(resolve(root), resolve(path));
  try {
    const [folder, real] = [realpathSync.native(root), realpathSync.native(path)];
    if (!isWithin(folder, real)) {
      return isBelow ? `${outside}, where a link leads` : outside;
    }
    return relative(folder, real).split(sep).includes('.git') ? 'it is what git keeps for itself' : undefined;
  } catch (error) {
    // Whether something exists elsewhere is not told.
    return isBelow ? reasonOf(error) : outside;
  }
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function objectsOf(file: string, findings: Finding[], from: BroughtFrom): Omit<BroughtObject, 'entry'>[] {
  const shown = from.shown(file);
  const seen = new Set<unknown>();
  const objects: Omit<BroughtObject, 'entry'>[] = [];
  let number = 0;
  const unread: Finding[] = [];
  const text = readTextOr(file, unread);
  findings.push(...unread.map((finding) => ({ ...finding, file: shown })));
  for (const document of readYaml(text)) {
    if (isProblem(document)) {
      findings.push(notYaml(shown, document));
      continue;
    }
    const here = isEmptyDocument(document.value) ? number : number++;
    for (const { value, at } of itemsOf(document.value)) {
      if (isEmptyDocument(value)) {
        continue;
      }
      if (!isObject(value)) {
        findings.push({ ...noObject(value), file: shown, ...placeOf(document, at) });
        continue;
      }
      // An alias of YAML is one value in two places, and two objects.
      const object = seen.has(value) ? { ...value } : value;
      seen.add(value);
      objects.push({ object, file, document, number: here, at });
    }
  }
  return objects;
}

/** Whether a document has nothing in it. They are not counted: cdk8s leaves them out. */
export function isEmptyDocument(value: unknown): boolean {
  return value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0);
}

function unreadable(what: string): Finding {
  return {
    code: 'PV034',
    severity: 'error',
    what,
    why: 'A platform depends on nothing outside of its folder, and missing objects would be deleted from the cluster',
    fix: 'put the file into the folder of the platform, and name it from there',
  };
}

function nothingIn(asked: string, files: number): Finding {
  return {
    code: 'PV051',
    severity: 'error',
    what:
      files > 0
        ? `there is no object in what ${asked} names`
        : isGlob(asked)
          ? `${asked} matches no YAML or JSON file`
          : `there is no YAML or JSON file in ${asked}`,
    why: 'Objects that no longer come from there would be deleted from the cluster',
    fix: 'correct the path, or remove the entry',
  };
}

/** Entries among a platform's manifests that are no objects of a cluster. */
export function noObject(value: unknown): Finding {
  const what = isPlatform(value)
    ? 'this is a platform of polyvirt, not an object of a cluster'
    : isMap(value) && typeof value.apiVersion === 'string' && typeof value.kind === 'string'
      ? 'this is the file of a tool, not an object of a cluster'
      : 'this is not an object: it has no apiVersion, kind and metadata';
  return {
    code: 'PV051',
    severity: 'error',
    what,
    why: 'Everything in files that a platform brings is applied to its cluster',
    fix:
      'name the files of objects only, or move this one to another folder; render charts and kustomizations into a ' +
      'file first',
  };
}

/** What files of a program must not lead out of: the repository around a folder, else the folder. */
export function boundFolder(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (foundAt(join(above, '.git')) !== undefined) {
      return above;
    }
    if (dirname(above) === above) {
      return folder;
    }
  }
}
