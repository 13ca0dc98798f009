import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { isMap } from '../kube/object';
import { isProblem, readYaml } from '../kube/yaml/reader';
import { foundAt, isFolder } from './host/open-text';
import { readTextOr } from './host/read-text';

/** How a kustomization is called. */
const KUSTOMIZATION = /^kustomization(\.ya?ml)?$/i;

const OWN_GROUP = 'kustomize.config.k8s.io/';

/** Where a kustomization names what it takes over as it is, at least at first. */
const RESOURCES = ['resources', 'bases', 'components', 'crds'];

/** Where it names its patches. */
const PATCHES = ['patches', 'patchesStrategicMerge', 'patchesJson6902'];

/** Where it names other files that it is made of. */
const PARTS = ['transformers', 'generators', 'validators', 'configurations', 'replacements'];

/** What a kustomization names, by absolute paths. What is inline, or on another machine, is in its own text. */
interface Kustomization {
  readonly resources: readonly string[];
  /** Parts of objects, and everything else that is no object by itself. */
  readonly parts: readonly string[];
  /** What it names by an address, which kustomize would fetch, and plugins, which may. */
  readonly foreign: readonly string[];
  /** Whether it only lists resources: what it deploys are those as they are. */
  readonly isList: boolean;
  /** Whether it can be read, and is of kustomize: Flux has objects of that name, which may be in files of that name. */
  readonly isKnown: boolean;
  /** Whether it is a part of others, and deploys nothing by itself. */
  readonly isComponent: boolean;
}

/** The kustomization of a folder; nothing where it has none, or is no folder. */
export function kustomizationIn(folder: string): string | undefined {
  const name = isFolder(folder) ? readdirSync(folder).find(isKustomization) : undefined;
  return name === undefined ? undefined : join(folder, name);
}

/** Whether a file is a kustomization, by its name. */
export function isKustomization(path: string): boolean {
  return KUSTOMIZATION.test(basename(path));
}

/** Reads what a kustomization names. One that cannot be read matches nothing. */
export function readKustomization(path: string): Kustomization {
  const documents = [...readYaml(readTextOr(path, []))].flatMap((read) =>
    isProblem(read) || !isMap(read.value) ? [] : [read.value],
  );
  const named = (keys: readonly string[]) =>
    documents
      .flatMap((document) => keys.flatMap((key) => document[key] ?? []))
      .map((entry) => (isMap(entry) ? entry.path : entry));
  const at = (names: readonly unknown[]) =>
    names
      .filter((name): name is string => typeof name === 'string' && !name.includes('\n') && !name.includes('://'))
      .map((name) => resolve(dirname(path), name));
  const everything = [...named([...RESOURCES, ...PATCHES, ...PARTS]), ...documents.flatMap(inputsOf)];
  return {
    resources: at(named(RESOURCES)),
    parts: at([...named([...PATCHES, ...PARTS]), ...documents.flatMap(inputsOf)]),
    foreign: [
      ...everything.filter((name): name is string => typeof name === 'string' && FOREIGN.test(name)),
      ...documents.flatMap((document) => FETCHING.filter((key) => document[key] !== undefined)),
    ],
    isList:
      documents.length === 1 && documents.every((document) => Object.keys(document).every((key) => LIST.has(key))),
    isKnown:
      documents.length > 0 &&
      documents.every(
        ({ apiVersion = OWN_GROUP }) => typeof apiVersion === 'string' && apiVersion.startsWith(OWN_GROUP),
      ),
    isComponent: documents.some(({ kind }) => kind === 'Component'),
  };
}

/** Whether a kustomization is a part of others, which is never deployed by itself. */
export function isComponent(path: string): boolean {
  return readKustomization(path).isComponent;
}

/** An address instead of a path; inline text may hold any. */
const FOREIGN = /^[^\n]*(:\/\/|^git@|\?ref=|^github\.com[/:])[^\n]*$/;

/** Charts come from repositories, and plugins run programs. */
const FETCHING = [
  'helmCharts',
  'helmChartInflationGenerator',
  'helmGlobals',
  'generators',
  'transformers',
  'validators',
];

const LIST: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata', 'resources', 'bases']);

/** Files that generators and charts of a kustomization take in. */
function inputsOf(kustomization: Readonly<Record<string, unknown>>): unknown[] {
  const entries = (key: string) => [kustomization[key]].flat().filter(isMap);
  const generated = ['configMapGenerator', 'secretGenerator']
    .flatMap(entries)
    .flatMap(({ files, envs, env }) => [files, envs, env].flat())
    // `key=path`, where the file is to be called otherwise.
    .map((file) => (typeof file === 'string' ? file.replace(/^[^=]*=/, '') : file));
  const values = ['helmCharts', 'helmChartInflationGenerator']
    .flatMap(entries)
    .flatMap(({ valuesFile, values: file, additionalValuesFiles }) => [valuesFile, file, additionalValuesFiles].flat());
  return [...generated, ...values, ...entries('openapi').map((openapi) => openapi.path)];
}

/**
 * Files that the kustomizations among these name as patches or other parts, by their absolute paths.
 *
 * A patch is a part of an object: judged as one it would lack most of itself, and be there a second time.
 */
export function kustomizationParts(paths: readonly string[]): ReadonlySet<string> {
  const read = paths.filter(isKustomization).map(readKustomization);
  const resources = new Set(read.flatMap((each) => each.resources));
  return new Set(read.flatMap(({ parts }) => parts).filter((part) => !resources.has(part)));
}

/** A kustomization that is deployed by itself, with all that it is made of. Paths are absolute. */
export interface DeployedKustomization {
  readonly path: string;
  /** Kustomizations that it takes in, itself included. */
  readonly kustomizations: readonly string[];
  /** Files of objects that it takes in, in order. */
  readonly resources: readonly string[];
  /** All files that it is made of. */
  readonly files: readonly string[];
  /** Whether it deploys its resources as they are. */
  readonly isList: boolean;
  /** Why it cannot be built without a network, or without leaving the repository; absent where it can. */
  readonly obstacle?: string;
}

/** Kustomizations that others among them take in, by their absolute paths. */
export function basesAmong(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap(takenBy))];
}

/** Those of them that a folder beside them takes in: one around them only puts together what is deployed anyhow. */
export function basesOfOthers(paths: readonly string[]): string[] {
  const isAround = (path: string, base: string) => dirname(base).startsWith(dirname(resolve(path)) + sep);
  return [...new Set(paths.flatMap((path) => takenBy(path).filter((base) => !isAround(path, base))))];
}

function takenBy(path: string): string[] {
  return readKustomization(path).resources.flatMap((at) => kustomizationIn(at) ?? []);
}

/**
 * The kustomizations among those of a repository that are deployed: those that no other takes in.
 *
 * What a base says is deployed only as overlays change it.
 *
 * @param bases what others take in, by absolute paths
 */
export function deployedKustomizations(
  paths: readonly string[],
  bases: ReadonlySet<string>,
  boundary: string,
): DeployedKustomization[] {
  return paths
    .map((path) => resolve(path))
    .filter((path) => {
      return readKustomization(path).isKnown && !isComponent(path) && !bases.has(path);
    })
    .map((path) => kustomizationClosure(path, boundary));
}

/** Components that no kustomization takes in, with all that they are made of. */
export function componentsAlone(
  paths: readonly string[],
  covered: ReadonlySet<string>,
  boundary: string,
): DeployedKustomization[] {
  return paths
    .map((path) => resolve(path))
    .filter((path) => !covered.has(path) && isComponent(path))
    .map((path) => kustomizationClosure(path, boundary));
}

/** All that a kustomization is made of. */
export function kustomizationClosure(path: string, boundary: string): DeployedKustomization {
  const kustomizations = new Set<string>();
  const resources: string[] = [];
  const parts = new Set<string>();
  const obstacles: string[] = [];
  const lists: boolean[] = [];
  const shown = (file: string) => relative(boundary, file) || '.';
  const visit = (at: string) => {
    if (kustomizations.has(at)) {
      return;
    }
    kustomizations.add(at);
    const { foreign, isList, ...named } = readKustomization(at);
    lists.push(isList);
    obstacles.push(...foreign.map((name) => `${shown(at)} uses ${name}, which is not fetched or run here`));
    for (const part of named.parts) {
      parts.add(part);
    }
    for (const resource of named.resources) {
      const other = kustomizationIn(resource);
      if (other !== undefined) {
        visit(other);
      } else if (isFile(resource)) {
        resources.push(resource);
      } else {
        obstacles.push(`${shown(at)} names ${shown(resource)}, which is not here`);
      }
    }
  };
  visit(path);
  const files = [...new Set([...kustomizations, ...resources, ...[...parts].filter(isFile)])];
  obstacles.push(
    ...files.filter((file) => !isInside(file, boundary)).map((file) => `${shown(file)} leaves the repository`),
  );
  const [obstacle] = obstacles;
  return {
    path,
    kustomizations: [...kustomizations],
    resources,
    files,
    isList: lists.every((each) => each) && obstacle === undefined && new Set(resources).size === resources.length,
    ...(obstacle === undefined ? {} : { obstacle }),
  };
}

/** Links count by where they lead. */
function isInside(file: string, boundary: string): boolean {
  return existsSync(file) && realpathSync(file).startsWith(realpathSync(boundary) + sep);
}

function isFile(path: string): boolean {
  return foundAt(path)?.isFile() === true;
}

/**
 * Files that lie beside a kustomization, or beside what it lists of the folders below it, and that no kustomization lists: they are
 * not deployed.
 *
 * @param listed all files that kustomizations take in, by their absolute paths
 */
export function unlistedFiles(
  files: readonly string[],
  kustomizations: readonly string[],
  listed: ReadonlySet<string>,
): string[] {
  const folders = new Set(
    kustomizations.flatMap((path) => {
      const folder = dirname(resolve(path));
      const below = readKustomization(path).resources.filter((each) => each.startsWith(folder + sep) && isFile(each));
      return [folder, ...below.map(dirname)];
    }),
  );
  return files.filter((file) => folders.has(dirname(resolve(file))) && !listed.has(resolve(file)));
}
