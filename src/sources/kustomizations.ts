import { existsSync, realpathSync } from 'node:fs';
import { dirname, relative, resolve, sep } from 'node:path';
import { foundAt } from './host/open-text';
import { isComponent, kustomizationIn, readKustomization } from './kustomize';

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
